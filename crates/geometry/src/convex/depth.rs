//! The penetration depth of two convex bodies: how far one must move until their insides are apart.
//!
//! Three methods, each exact where it is used: boxes by their fifteen axes (`crate::convex::boxes::sat`); bodies whose cores
//! are apart by the distance of these, as the radii less the distance; all else by the expanding polytope
//! ([`crate::convex::epa`]) on the cores, the radii added. Whether the bodies collide at all is decided as everywhere: within
//! rounding of touching by [`crate::convex::query::intersect`].

use crate::convex::boxes::sat::{self, Block};
use crate::convex::distance;
use crate::convex::epa::difference::{Difference, SupportMapping};
use crate::convex::epa::{self, Status, Workspace};
use crate::convex::gjk::Witness;
use crate::convex::pair::VertexHints;
use crate::convex::query::{self, Coherence};
use crate::convex::relative::RelativePlacement;
use crate::convex::unrounded::Unrounded;
use crate::math::tolerance::{
    DEPTH_ASIDE, DEPTH_SLACK, PLAIN_DEPTH, TIGHTEST_DEPTH_TOLERANCE, UNROUNDED_DISTANCE_TOLERANCE,
};
use crate::math::vector::{direction, is_finite};
use crate::math::{Mat3, Vec3};
use crate::shape::{Any, Support};

#[cfg(test)]
mod tests;

/// How deep two bodies are in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// The length of the least translation that leaves the insides apart; in the units of the placements, as `lower`.
    /// Zero where the bodies only touch.
    pub depth: f64,
    /// The direction of that translation for A: a unit vector from B towards A, along world axes.
    pub normal: Vec3,
    /// The point of A that is deepest in B, in local coordinates of A. That of B is `depth` times `normal` away.
    pub local_a: Vec3,
    /// The point of B that is deepest in A, in local coordinates of B.
    pub local_b: Vec3,
    /// No translation is shorter than this.
    pub lower: f64,
    /// [`Status::Converged`], or why `lower` is not as near to `depth` as requested.
    pub status: Status,
    /// Support points computed.
    pub iterations: u32,
}

impl Depth {
    fn mirrored(self) -> Depth {
        Depth { normal: -self.normal, local_a: self.local_b, local_b: self.local_a, ..self }
    }
}

/// The penetration depth of two bodies to a relative error `tolerance`; `None` if they are apart.
///
/// Moving A by `depth` times `normal` leaves the bodies touching at most, up to rounding, whatever the tolerance. The
/// answer does not depend on what `work` was used for before, and that of the pair swapped is the same, mirrored.
/// Boxes take some hundred operations; other polytopes as a rule 10 to 40 support points of each; round bodies 10 to 60.
pub fn penetration_depth(
    a: Any<'_>,
    b: Any<'_>,
    relative: &RelativePlacement,
    tolerance: f64,
    work: &mut Workspace,
) -> Option<Depth> {
    let tolerance = tolerance.max(TIGHTEST_DEPTH_TOLERANCE);
    if relative.comes_first(&a.reach(), &b.reach()) {
        in_order(a, b, relative, tolerance, work)
    } else {
        in_order(b, a, &relative.swapped(), tolerance, work).map(Depth::mirrored)
    }
}

fn in_order(
    a: Any<'_>,
    b: Any<'_>,
    relative: &RelativePlacement,
    tolerance: f64,
    work: &mut Workspace,
) -> Option<Depth> {
    let (core_a, core_b) =
        (Unrounded::new(a, relative.basis_a()), Unrounded::new(b, relative.basis_b()));
    let sum = core_a.radius + core_b.radius;
    let slack = DEPTH_SLACK * relative.rounding();
    let mut found = of_cores(&core_a, &core_b, relative, sum, tolerance, work);
    // What is no number is no answer. Boxes, and cores that are apart, prove by a lower bound above rounding that they
    // collide. That of a polytope does so if it is far above: where this is very long and thin, its faces lose digits.
    let is_deep =
        found.status == Status::Converged && found.lower > PLAIN_DEPTH * relative.largest_reach();
    let depth_of_cores = found.depth;
    found.depth += sum;
    found.lower += sum;
    let may_touch = found.depth >= -slack;
    let is_proved = is_deep || found.lower > slack && found.iterations <= 1;
    if !may_touch || !is_proved && !query::intersect(a, b, relative, &mut Coherence::default()) {
        return None;
    }
    meet(&core_a, &core_b, relative, depth_of_cores, tolerance, &mut found);
    found.local_a -= outwards(relative.basis_a(), &found.normal, core_a.margin);
    found.local_b += outwards(relative.basis_b(), &found.normal, core_b.margin);
    let lengths =
        Vec3::new(found.depth.max(0.0), found.lower.clamp(0.0, found.depth.max(0.0)), 0.0);
    let lengths = relative.in_world_units(&lengths);
    Some(Depth { depth: lengths.x, lower: lengths.y, ..found })
}

/// Sees to it that the deepest points of cores that are so deep in each other lie one behind the other along the normal: where the
/// search did not come to such points, they are those in which the cores touch once they are moved apart.
fn meet(
    a: &AnyUnrounded<'_>,
    b: &AnyUnrounded<'_>,
    relative: &RelativePlacement,
    depth: f64,
    tolerance: f64,
    found: &mut Depth,
) {
    let apart = relative.moved(&(found.normal * -depth));
    let aside = apart.place_b(&found.local_b) - apart.place_a(&found.local_a);
    if aside.norm() > tolerance.max(DEPTH_ASIDE) * relative.largest_reach() {
        let mut hints = VertexHints::default();
        let Witness { local_a, local_b, .. } = distance::distance::<Any<'_>, Any<'_>>(
            a,
            b,
            &apart,
            UNROUNDED_DISTANCE_TOLERANCE,
            &mut hints,
        )
        .witness;
        (found.local_a, found.local_b) = (local_a, local_b);
    }
}

/// The core of a body of any kind.
type AnyUnrounded<'a> = Unrounded<Any<'a>>;

/// A vector in local coordinates, of the length of a margin, along a world direction; of a similarity's basis.
fn outwards(basis: &Mat3, normal: &Vec3, margin: f64) -> Vec3 {
    if margin > 0.0 { unit(&basis.tr_mul(normal)) * margin } else { Vec3::zeros() }
}

/// A unit vector along a vector; some unit vector if that has no direction.
fn unit(v: &Vec3) -> Vec3 {
    direction(v).unwrap_or_else(Vec3::x)
}

/// How deep the cores are in each other; where they are apart the depth is negative, and if balls of radii of this
/// `sum` still meet, it is less than zero by the distance.
fn of_cores(
    a: &AnyUnrounded<'_>,
    b: &AnyUnrounded<'_>,
    relative: &RelativePlacement,
    sum: f64,
    tolerance: f64,
    work: &mut Workspace,
) -> Depth {
    let boxes = of_boxes(a, b, relative);
    if let Some(overlap) = boxes
        && (sum == 0.0 || overlap.depth > 0.0 || overlap.depth < -2.0 * sum)
    {
        return overlap;
    }
    let mut hints = VertexHints::default();
    if sum > 0.0
        && let Some(apart) = by_distance(a, b, relative, &mut hints)
    {
        return apart;
    }
    if let Some(overlap) = boxes {
        return overlap;
    }
    let mut difference = Difference::new(a, b, relative, &mut hints);
    let towards = difference.center_difference();
    let sides = difference.flat_sides(&towards).into_iter().flatten();
    let end = epa::expand(&mut difference, &unit(&towards), sides, &[], tolerance, work);
    Depth {
        depth: end.depth,
        normal: end.normal,
        local_a: end.local_a,
        local_b: end.local_b,
        lower: end.lower,
        status: end.status,
        iterations: end.iterations,
    }
}

/// The overlap of two boxes by their fifteen axes; `None` if they are no boxes, or too flat to have one.
fn of_boxes(
    a: &AnyUnrounded<'_>,
    b: &AnyUnrounded<'_>,
    relative: &RelativePlacement,
) -> Option<Depth> {
    let (half_a, half_b) = (a.unrounded_box()?, b.unrounded_box()?);
    let origin = Vec3::zeros();
    let p = Block::new(&origin, &half_a, relative.basis_a(), &origin);
    let q = Block::new(&origin, &half_b, relative.basis_b(), &relative.offset());
    let overlap = sat::least_overlap(&p, &q)?;
    let [part_a, part_b] = sat::deepest_points(&p, &q, &overlap);
    Some(Depth {
        depth: overlap.depth,
        normal: overlap.normal,
        local_a: part_a.component_mul(&half_a),
        local_b: part_b.component_mul(&half_b),
        lower: overlap.depth,
        status: Status::Converged,
        iterations: 0,
    })
}

/// The cores' distance as a negative depth; `None` if they are not apart.
fn by_distance(
    a: &AnyUnrounded<'_>,
    b: &AnyUnrounded<'_>,
    relative: &RelativePlacement,
    hints: &mut VertexHints,
) -> Option<Depth> {
    let nearest =
        distance::distance::<Any<'_>, Any<'_>>(a, b, relative, UNROUNDED_DISTANCE_TOLERANCE, hints)
            .witness;
    let distance = nearest.difference.norm();
    let normal = nearest.difference / distance;
    // No direction either: the cores touch, or nearly.
    if !is_finite(&normal) {
        return None;
    }
    let mut difference = Difference::new(a, b, relative, hints);
    // What is certain to separate: how far the difference reaches along the normal. Of a distance half of the digits are those of
    // its direction, and over a wide face that is much: the face's own normal has all.
    let mut best = (difference.farthest(&normal).point.dot(&normal), normal);
    if best.0 + distance > UNROUNDED_DISTANCE_TOLERANCE * distance {
        for side in difference.flat_sides(&normal).into_iter().flatten() {
            let reach = difference.farthest(&side).point.dot(&side);
            best = if reach < best.0 { (reach, side) } else { best };
        }
    }
    let (depth, normal) = best;
    Some(Depth {
        depth,
        normal,
        local_a: nearest.local_a,
        local_b: nearest.local_b,
        lower: depth.min(-distance),
        status: Status::Converged,
        iterations: 1,
    })
}
