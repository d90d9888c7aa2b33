//! Round bodies near contact: whether they overlap, by Newton's method.
//!
//! There GJK divides its error by two in each step, and its tetrahedra become too thin for their volumes to have certain signs.
//! Newton's method for the direction in which A - B reaches least far beyond the origin squares its error. If the body does
//! not reach that far, the direction separates. Else the origin is straight beneath a point of the surface, and a search that
//! begins with this point encloses the origin in a few steps, by a tetrahedron that is not thin. Both are proved as ever.

use crate::convex::dips::across;
use crate::convex::gjk::Witness;
use crate::convex::gjk::boolean;
use crate::convex::gjk::{GjkResult, Status};
use crate::convex::pair::{Pair, SupportPoint, VertexHints};
use crate::convex::smooth::{Chart, LONGEST_STEP, Pieces};
use crate::math::Vec3;
use crate::shape::Any;

#[cfg(test)]
mod tests;

/// So many directions are looked at, most of them without a support point.
const STEPS: u32 = 30;

/// So many of them with one.
const LOOKS: u32 = 6;

/// Where the origin is beside the point that is straight above it by this part of its depth or less, it is beneath it.
const BENEATH: f64 = 0.25;

/// Whether bodies overlap that are about to touch across an axis from B towards A. `None` if neither is round, or the method does
/// not lead to an answer. `before` are the support points that led here.
#[cold]
#[inline(never)]
pub(super) fn decide(
    pair: &Pair<Any<'_>, Any<'_>>,
    axis: &Vec3,
    before: u32,
    hints: &mut VertexHints,
) -> Option<GjkResult> {
    match approach(pair, axis, hints)? {
        Near::Apart(ending) => Some(GjkResult { iterations: before + ending.iterations, ..ending }),
        Near::Beneath(Witness { difference, .. }, looks) => {
            let ending = boolean::search_beneath(pair, &difference, hints);
            let iterations = before + looks + ending.iterations;
            ending.status.is_settled().then_some(GjkResult {
                axis: -difference,
                iterations,
                ..ending
            })
        }
    }
}

/// The points of the surfaces of bodies that overlap, farthest in each other about across an axis from B towards A.
pub(super) fn above(
    pair: &Pair<Any<'_>, Any<'_>>,
    axis: &Vec3,
    hints: &mut VertexHints,
) -> Option<SupportPoint> {
    let Some(Near::Beneath(Witness { local_a, local_b, .. }, _)) = approach(pair, axis, hints)
    else {
        return None;
    };
    let relative = pair.relative();
    let (a, b) = (relative.place_a(&local_a), relative.place_b(&local_b));
    Some(SupportPoint { local_a, local_b, a, b })
}

/// What the method tells.
enum Near {
    /// An axis separates the bodies.
    Apart(GjkResult),
    /// The origin is straight beneath the difference of these points of the surfaces, after so many support points.
    Beneath(Witness, u32),
}

/// Where bodies are about to touch across an axis from B towards A.
#[inline(never)]
fn approach(pair: &Pair<Any<'_>, Any<'_>>, axis: &Vec3, hints: &mut VertexHints) -> Option<Near> {
    let mut pieces = Pieces::new(Chart::Plane, pair.relative());
    let mut n = axis / axis.norm();
    if !pieces.add(pair, &[(n, 1.0)], hints) {
        return None;
    }
    pieces.keep();
    let (mut looks, mut all_known, mut best, mut least) = (1, true, n, f64::INFINITY);
    for _ in 0..STEPS {
        let place =
            if all_known { pieces.look_again(&n, 1.0) } else { pieces.look(pair, &n, 1.0, hints) };
        looks += u32::from(!all_known);
        let is_known = pieces.is_known(place);
        let reach = pieces.local(place).reach;
        let witness = pieces.witness();
        let at = witness.difference;
        let beside = (at - n * at.dot(&n)).norm();
        let is_beneath = is_known && beside < BENEATH * reach && pieces.least_reach() > 0.5 * reach;
        let is_apart = -reach > pair.rounding(&n);
        if all_known && (is_beneath || is_apart) {
            // There may be a piece that is not.
            if looks == LOOKS {
                return None;
            }
            all_known = false;
            continue;
        }
        if is_apart && let Some(ending) = separated_by(pair, &n, hints) {
            return Some(Near::Apart(GjkResult { iterations: looks + 1, ..ending }));
        }
        if is_beneath {
            return Some(Near::Beneath(witness, looks));
        }
        if is_known && reach > least {
            pieces.damp(place);
            (n, least, all_known) = (best, f64::INFINITY, true);
            continue;
        }
        if least < f64::INFINITY {
            pieces.damp_less(false);
        }
        (best, least, all_known) = (n, reach, true);
        let tangents = across(&n);
        pieces.bend(place, &tangents).ok()?;
        pieces.include(place);
        let [x, y] = pieces.step(LONGEST_STEP)?;
        n = (n + tangents[0] * x + tangents[1] * y).normalize();
    }
    None
}

/// That a unit vector separates the bodies, if it does.
fn separated_by(
    pair: &Pair<Any<'_>, Any<'_>>,
    n: &Vec3,
    hints: &mut VertexHints,
) -> Option<GjkResult> {
    let (along, rounding) = (n.dot(&pair.support_against(n, hints).difference()), pair.rounding(n));
    let ending =
        GjkResult { status: Status::Apart, axis: *n, margin: along / rounding, iterations: 0 };
    (along > rounding).then_some(ending)
}
