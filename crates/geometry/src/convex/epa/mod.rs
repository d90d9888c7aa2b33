//! The expanding polytope algorithm: the least distance of the origin from the surface of B - A (Olvång 2.5, algorithms
//! 10 to 12).
//!
//! A polytope inside B - A is expanded at the face nearest to the origin. The distance of this face is a lower bound on the
//! depth; the support value along its normal is an upper bound. Faces farther away than the best upper bound are never
//! visited.
//!
//! A smooth surface would need many small faces near the minimum. There Newton's method (`crate::convex::newton`) finds a
//! local minimum, with a cap of directions in which no support value is lower. A point above the surface, the apex, is added
//! to the polytope: it replaces all faces in the cap.

pub(crate) mod difference;
pub(crate) mod mesh;
mod orientation;
mod ring;
mod search;

use crate::convex::newton::LocalMinimum;
use mesh::Mesh;
pub(crate) use search::expand;

#[cfg(test)]
mod tests;

/// How a search for the penetration depth ended: [`Depth::status`](crate::convex::Depth::status).
///
/// ```
/// use solid_geometry::convex::epa::{Status, Workspace};
/// use solid_geometry::convex::{RelativePlacement, penetration_depth};
/// use solid_geometry::math::Placement;
/// use solid_geometry::shape::{Primitive, Support};
///
/// let can = Primitive::Cylinder { radius: 1.0, half_height: 2.0 };
/// let (extents, there) = (can.absolute_extents(), Placement::translation([1.5, 0.0, 0.0]));
/// let relative = RelativePlacement::new(&extents, &Placement::IDENTITY, &extents, &there);
/// let relative = relative.expect("in range");
/// let found = penetration_depth(&can, &can, &relative, 1e-6, &mut Workspace::default());
/// let found = found.expect("they overlap");
/// assert_eq!(found.status, Status::Converged);
/// assert!(found.depth - found.lower <= 1e-6 * found.depth);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The origin is outside of the body: the support value along the normal is negative.
    Outside,
    /// The bounds differ by no more than the tolerance, or than rounding.
    Converged,
    /// Rounding prevents convergence.
    Stalled,
    /// The iteration limit was reached.
    Capped,
}
/// The buffers of searches for penetration depths. Reuse saves allocations and changes no result.
///
/// ```
/// use solid_geometry::convex::epa::Workspace;
/// use solid_geometry::convex::{RelativePlacement, penetration_depth};
/// use solid_geometry::math::Placement;
/// use solid_geometry::shape::{Primitive, Support};
///
/// let can = Primitive::Cylinder { radius: 1.0, half_height: 2.0 };
/// let (extents, mut work) = (can.absolute_extents(), Workspace::default()); // for all pairs
/// for gap in [0.25, 0.5, 0.75] {
///     let there = Placement::translation([2.0 - gap, 0.0, 0.0]);
///     let relative = RelativePlacement::new(&extents, &Placement::IDENTITY, &extents, &there);
///     let found = penetration_depth(&can, &can, &relative.expect("in range"), 1e-6, &mut work);
///     assert!((found.expect("they overlap").depth - gap).abs() < 1e-5);
/// }
/// ```
#[derive(Debug, Default)]
pub struct Workspace {
    mesh: Mesh,
    minima: Vec<LocalMinimum>,
}
