//! The bounding box of a placed shape, and its bounding spheres.

use super::object::Object;
use super::shapes::{Extent, Shape, ShapeStore};
use solid_geometry::math::tolerance::{BOX_ROUNDING, SPHERE_ROUNDING, SPHERICAL};
use solid_geometry::math::vector::{self, abs, abs_matrix, max};
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::shape::bounding_spheres::{RIGID_STRETCHES, stretches};
use solid_geometry::shape::{BoundingSpheres, Primitive};

#[cfg(test)]
mod tests;

/// Below this, a sum of magnitudes and its terms are finite.
const IN_RANGE: f64 = 1e300;

/// The box of an object's shape at a placement, and its bounding spheres there. With `fixed` the box is that of the outer
/// sphere, whose size does not depend on the rotation. It is empty if nothing can collide with the object: its shape is not
/// finished, or numbers are out of range.
pub(super) fn bounds(
    object: &Object,
    placement: &Placement,
    shapes: &ShapeStore,
    fixed: bool,
) -> (Aabb, BoundingSpheres) {
    let entry = shapes.entry(object.shape);
    let found = entry.extent.as_ref().and_then(|extent| placed(&entry.shape, extent, placement));
    let Some((aabb, balls)) = found else { return (Aabb::EMPTY, BoundingSpheres::UNKNOWN) };
    let cube = || Aabb::from_center(balls.center, Vec3::repeat(balls.outer));
    (if fixed { cube() } else { aabb }, balls)
}

/// A box around a placed shape, widened by rounding, and its placed spheres; `None` if the placement is not finite. Both the box
/// of the shape and that of the outer sphere contain it; each face comes from the tighter one.
fn placed(
    shape: &Shape,
    extent: &Extent,
    placement: &Placement,
) -> Option<(Aabb, BoundingSpheres)> {
    let absolute = abs_matrix(&placement.basis);
    let stretches = stretches(&placement.basis);
    // The rounding error is relative to the sum of magnitudes.
    let total = extent.span + abs(&placement.origin).sum();
    let (reach, total) = if stretches == RIGID_STRETCHES && total < IN_RANGE {
        // Finite, since NaN and infinity fail both comparisons.
        (Vec3::repeat(total), total)
    } else if placement.is_finite() {
        let reach = absolute * extent.reach + abs(&placement.origin);
        (reach, reach.sum())
    } else {
        return None;
    };
    let balls = extent.balls.placed(placement, stretches, SPHERE_ROUNDING * total);
    let bounds = match shape {
        // The shape is a sphere: nothing fits it more closely.
        _ if balls.inner > balls.outer * (1.0 - SPHERICAL) => {
            Aabb::from_center(balls.center, Vec3::repeat(balls.outer))
        }
        // The half extents are mapped by the absolute matrix; for a soup this is the box of the tree's root, which
        // may be wide but costs little (thesis 6.3.4).
        Shape::Primitive(Primitive::Box(_)) | Shape::Complex(_) => {
            Aabb::from_center(balls.center, absolute * extent.half)
        }
        Shape::Primitive(primitive) => {
            let bounds = primitive.bounds_under(&placement.basis);
            Aabb { min: bounds.min + placement.origin, max: bounds.max + placement.origin }
        }
        Shape::Void => Aabb::EMPTY,
    };
    let (rounding, sphere) = (reach * BOX_ROUNDING, Vec3::repeat(balls.outer));
    let min = max(&bounds.min, &(balls.center - sphere)) - rounding;
    let max = vector::min(&bounds.max, &(balls.center + sphere)) + rounding;
    Some((Aabb { min, max }, balls))
}
