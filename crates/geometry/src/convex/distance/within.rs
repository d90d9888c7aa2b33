//! Whether two bodies are within a distance.

use super::{DistanceQuery, Estimate, estimate, measure};
use crate::convex::gjk::nearest::NearestSimplex;
use crate::convex::gjk::{GjkResult, Status};
use crate::convex::pair::{Pair, VertexHints};
use crate::convex::relative::RelativePlacement;
use crate::convex::unrounded::UnroundedPair;
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::shape::Support;

/// Whether the bodies are no farther apart than `limit`, in the units of the relative placement; with zero, whether they collide.
pub(crate) fn is_within<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    relative: &RelativePlacement,
    limit: f64,
    hints: &mut VertexHints,
) -> bool {
    measure(a, b, relative, DistanceQuery::Within(limit), hints).upper <= limit
}

/// A point that the bodies share; of bodies that are apart, the axis from B to A that separates them.
pub(crate) fn shared_point<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    relative: &RelativePlacement,
    hints: &mut VertexHints,
) -> Result<Witness, Vec3> {
    let found = measure(a, b, relative, DistanceQuery::Within(0.0), hints);
    if found.upper == 0.0 { Ok(found.witness) } else { Err(found.axis) }
}

/// Whether rounded bodies collide, by the distance of their unrounded bodies: apart with a certified axis, touching if that is no
/// more than the radii and rounding. `None` for bodies that are not rounded, and where the search is left open.
pub(crate) fn search_unrounded<A: Support + ?Sized, B: Support + ?Sized>(
    pair: &Pair<A, B>,
    hints: &mut VertexHints,
) -> Option<GjkResult> {
    let (a, b) = pair.bodies();
    if a.margin() + b.margin() == 0.0 {
        return None;
    }
    // Balls, and most bodies that are far from each other, are separated along the line of their centres.
    let axis = pair.initial_direction();
    if pair.gap_along(&axis, hints) > pair.rounding(&axis) {
        return Some(GjkResult { status: Status::Apart, axis, iterations: 1 });
    }
    search_by_distance(pair, hints)
}

/// As [`search_unrounded`], of any bodies, after the line of their centres was tried.
pub(crate) fn search_by_distance<A: Support + ?Sized, B: Support + ?Sized>(
    pair: &Pair<A, B>,
    hints: &mut VertexHints,
) -> Option<GjkResult> {
    let ((a, b), relative) = (pair.bodies(), pair.relative());
    let unrounded = UnroundedPair::new(a, b, relative);
    let (radius, query) = (unrounded.radius(), DistanceQuery::Within(0.0));
    let found = estimate(&unrounded, query, &mut NearestSimplex::default(), hints);
    let Estimate { status, axis, witness, rounding, .. } = found;
    let end = |status| Some(GjkResult { status, axis, iterations: 1 });
    if status == super::Status::Enclosed {
        end(Status::Enclosed)
    } else if pair.gap_along(&axis, hints) > pair.rounding(&axis) {
        end(Status::Apart)
    } else if radius > 0.0 && witness.difference.norm() <= radius + rounding {
        end(Status::Touching)
    } else {
        None
    }
}
