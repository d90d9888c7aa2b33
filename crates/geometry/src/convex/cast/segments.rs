//! The cast of a segment against another: they meet where the path crosses the plane of both directions, if they do.

use crate::convex::cast::portal::{Contact, Outcome};
use crate::convex::cast::swept_ray::SweptRay;
use crate::convex::closed_form::{between, of_segments};
use crate::convex::relative::RelativePlacement;
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::tolerance::{CLEAR_MARGIN, NEARLY_PARALLEL, ROUNDING, SUPPORT_ROUNDING};

#[cfg(test)]
mod tests;

/// The cast of the second segment along the path against the first; the ends are in local coordinates. The general cast decides about
/// segments that are nearly parallel, begin or end nearly in one plane, or pass each other.
pub(super) fn cast(
    [p, q]: [[Vec3; 2]; 2],
    relative: &RelativePlacement,
    path: &SweptRay,
) -> Outcome {
    let extents = relative.absolute_extents();
    let (a, b) = (p.map(|end| relative.place_a(&end)), q.map(|end| relative.place_b(&end)));
    let (u, v) = (a[1] - a[0], b[1] - b[0]);
    let n = u.cross(&v);
    let square = n.norm_squared();
    let is_sharp = square > NEARLY_PARALLEL.powi(2) * (u.norm_squared() * v.norm_squared());
    if !is_sharp {
        return Outcome::Undecided;
    }
    let n = if n.dot(&path.direction) < 0.0 { -n } else { n };
    let (rate, gap) = (n.dot(&path.direction), n.dot(&(a[0] - b[0])));
    // With the error of the normal.
    let rounding = SUPPORT_ROUNDING * n.abs().dot(&extents) / NEARLY_PARALLEL;
    // Whether all other queries agree that the segments are apart at the start.
    let known = CLEAR_MARGIN * ROUNDING * extents.max();
    if gap * gap <= known * known * square || gap.abs() <= rounding {
        return Outcome::Undecided;
    }
    if gap < 0.0 || gap - rounding > rate * path.length {
        return Outcome::Missed;
    }
    if gap + rounding >= rate * path.length {
        return Outcome::Undecided;
    }
    let at = gap / rate;
    let moved = b.map(|end| end + path.direction * at);
    let (s, t) = of_segments(a, moved);
    let difference = between(&a, s) - between(&moved, t);
    if difference.norm() > CLEAR_MARGIN * SUPPORT_ROUNDING * extents.sum() {
        return Outcome::Undecided;
    }
    let witness = Witness { local_a: between(&p, s), local_b: between(&q, t), difference };
    let normal = n / square.sqrt();
    Outcome::Contact(Contact { at, normal, witness, proved: true, iterations: 1 })
}
