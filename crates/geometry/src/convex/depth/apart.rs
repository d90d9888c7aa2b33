//! The depth of rounded bodies that are apart without their rounding: the sum of the radii minus the distance.

use super::Depth;
use crate::convex::distance::{self, Estimate};
use crate::convex::epa::Status;
use crate::convex::epa::difference::{Difference, SupportMapping};
use crate::convex::pair::VertexHints;
use crate::convex::unrounded::AnyUnroundedPair;
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::tolerance::{DEPTH_SLACK, UNROUNDED_DISTANCE_TOLERANCE};
use crate::math::vector::{greater, is_finite};

/// The distance of the unrounded bodies as a negative depth; `None` if they are not apart. If they are farther apart than the sum of
/// the radii, an axis that separates the bodies.
pub(super) fn negative_distance(
    bodies: &AnyUnroundedPair<'_>,
    hints: &mut VertexHints,
) -> Result<Option<Depth>, Vec3> {
    let relative = bodies.pair().relative();
    let limit = bodies.radius() + DEPTH_SLACK * relative.rounding();
    let bounds = (UNROUNDED_DISTANCE_TOLERANCE, limit);
    let found = match distance::unrounded_distance(bodies, bounds, hints) {
        Ok(Estimate { lower, axis, rounding, .. }) if lower - rounding > limit => return Err(axis),
        // The last support point of the search was that along the normal.
        Ok(Estimate { lower, axis, witness, .. }) => {
            let (distance, Witness { local_a, local_b, .. }) = (axis.norm(), witness);
            return Ok(Some(Depth {
                depth: -lower,
                normal: axis / distance,
                local_a,
                local_b,
                lower: -greater(distance, lower),
                status: Status::Converged,
                iterations: 1,
            }));
        }
        Err(found) => found,
    };
    if found.lower > limit {
        return Err(found.axis);
    }
    let nearest = found.witness;
    let distance = nearest.difference.norm();
    let normal = nearest.difference / distance;
    // The bodies nearly touch: the direction underflows.
    if !is_finite(&normal) {
        return Ok(None);
    }
    let mut difference = Difference::new(bodies.pair(), hints);
    // The support value along the normal is certain to separate the bodies. The direction of a distance has only half of its
    // digits, which is a large error over a wide face; the normal of the face itself is exact.
    let mut best = (difference.farthest(&normal).point.dot(&normal), normal);
    if best.0 + distance > UNROUNDED_DISTANCE_TOLERANCE * distance {
        for side in bodies.pair().flat_sides(&normal).into_iter().flatten() {
            let value = difference.farthest(&side).point.dot(&side);
            best = if value < best.0 { (value, side) } else { best };
        }
    }
    let (depth, normal) = best;
    Ok(Some(Depth {
        depth,
        normal,
        local_a: nearest.local_a,
        local_b: nearest.local_b,
        lower: depth.min(-distance),
        status: Status::Converged,
        iterations: 1,
    }))
}
