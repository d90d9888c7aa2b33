//! Whether two bodies are within a distance.

use super::{DistanceQuery, measure};
use crate::convex::gjk::Witness;
use crate::convex::pair::VertexHints;
use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::shape::Support;

/// Whether the bodies are no farther apart than `limit`, in the units of the relative placement; with zero, whether they collide.
pub fn is_within<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    relative: &RelativePlacement,
    limit: f64,
    hints: &mut VertexHints,
) -> bool {
    measure(a, b, relative, DistanceQuery::Within(limit), hints).upper <= limit
}

/// A point that the bodies share; of bodies that are apart, the axis from B to A that separates them.
pub fn shared_point<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    relative: &RelativePlacement,
    hints: &mut VertexHints,
) -> Result<Witness, Vec3> {
    let found = measure(a, b, relative, DistanceQuery::Within(0.0), hints);
    if found.upper == 0.0 { Ok(found.witness) } else { Err(found.axis) }
}
