//! What searches find: a point of each body.

use crate::math::Vec3;

/// A point of each body, as a convex combination of support points: closest points, or a common point.
///
/// ```
/// use solid_geometry::convex::{RelativePlacement, closest_points};
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::Primitive;
///
/// let (ball, extents) = (Primitive::sphere(1.0), Vec3::repeat(1.0));
/// let there = Placement::translation([0.0, 5.0, 0.0]);
/// let relative = RelativePlacement::new(&extents, &Placement::IDENTITY, &extents, &there);
/// let witness = closest_points(&ball, &ball, &relative.expect("in range"), 1e-9, &mut [0; 2]);
/// let points = [witness.local_a, there.apply(&witness.local_b)]; // in world coordinates
/// assert!((points[0] - Vec3::y()).norm() < 1e-9 && (points[1] - Vec3::y() * 4.0).norm() < 1e-9);
/// assert!((points[0] - points[1] - witness.difference).norm() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Witness {
    /// In local coordinates of A.
    pub local_a: Vec3,
    /// In local coordinates of B.
    pub local_b: Vec3,
    /// The point of A minus that of B, along the axes the search was made in.
    pub difference: Vec3,
}
