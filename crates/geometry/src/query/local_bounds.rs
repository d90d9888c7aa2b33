//! How far a shape extends in its local coordinates, from which its bounds follow at any placement.

use super::bodies::BodyShape;
use crate::math::tolerance::{BOX_ROUNDING, SPHERE_ROUNDING};
use crate::math::vector::length;
use crate::math::{Aabb, Placement, Vec3};
use crate::shape::{BoundingSpheres, RIGID_STRETCHES, stretches};

/// A box around all points that take part in collisions: shapes without bounds have this one.
pub const EVERYWHERE: Aabb =
    Aabb { min: Vec3::new(-1e300, -1e300, -1e300), max: Vec3::new(1e300, 1e300, 1e300) };

/// The size of a shape in its local coordinates.
#[derive(Clone, Copy, Debug)]
pub struct LocalBounds {
    /// The box around it.
    pub bounds: Aabb,
    /// A bound on the sum of the absolute coordinates of all points, under any rotation.
    pub span: f64,
    /// Its bounding spheres.
    pub spheres: BoundingSpheres,
}

impl LocalBounds {
    /// Measures a shape.
    pub fn of(shape: BodyShape<'_>) -> LocalBounds {
        let spheres = match shape {
            BodyShape::Convex(primitive) => primitive.bounding_spheres(),
            BodyShape::Soup(soup) => soup.bounding_spheres(),
            BodyShape::Parts(parts) => around(&parts.bounds()),
        };
        let bounds = match shape.half_space() {
            // Its own would be infinite.
            Some(_) => shape.bounds().intersection(&EVERYWHERE),
            None => shape.bounds(),
        };
        // The absolute values in a column of a rotation add up to the square root of 3 at most.
        LocalBounds { bounds, span: 1.75 * bounds.absolute_extents().sum(), spheres }
    }

    /// The largest absolute coordinates of the placed shape.
    #[inline]
    pub fn extents(&self, pose: &Placement) -> Vec3 {
        pose.basis.abs() * self.bounds.absolute_extents() + pose.origin.abs()
    }

    /// The bounding spheres of the placed shape.
    #[inline]
    pub(super) fn spheres(&self, pose: &Placement) -> BoundingSpheres {
        let stretches = stretches(&pose.basis);
        let total = if stretches == RIGID_STRETCHES {
            self.span + pose.origin.abs().sum()
        } else {
            self.extents(pose).sum()
        };
        self.spheres.placed(pose, stretches, SPHERE_ROUNDING * total)
    }

    /// A box around the placed shape, in which rounding is allowed for.
    pub(super) fn aabb(&self, pose: &Placement) -> Aabb {
        placed_box(&self.bounds, pose)
    }
}

/// The sphere around a box, unless that has no bounds.
fn around(bounds: &Aabb) -> BoundingSpheres {
    let half = bounds.half_extents();
    if half.max() >= EVERYWHERE.max.x {
        return BoundingSpheres::UNKNOWN;
    }
    let outer = length(&half) * (1.0 + 8.0 * f64::EPSILON);
    BoundingSpheres { center: bounds.center(), inner: 0.0, outer }
}

/// A box around the image of a local box, in which rounding is allowed for.
#[inline]
pub(super) fn placed_box(local: &Aabb, pose: &Placement) -> Aabb {
    let extents = pose.basis.abs() * local.absolute_extents() + pose.origin.abs();
    local.transformed(&pose.basis, &pose.origin).inflated(&(extents * BOX_ROUNDING))
}
