//! The bounding box of a placed shape, and its bounding spheres.

use super::pair_queries::body;
use super::shapes::{Shape, ShapeStore};
use solid_geometry::math::tolerance::{BOX_ROUNDING, SPHERE_ROUNDING, SPHERICAL};
use solid_geometry::math::vector::{self, max};
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::query::{BodyShape, EVERYWHERE, LocalBounds};
use solid_geometry::shape::{BoundingSpheres, Primitive, RIGID_STRETCHES, Support, stretches};

#[cfg(test)]
mod tests;

/// Below this, a sum of magnitudes and its terms are finite.
const IN_RANGE: f64 = 1e300;

/// Finds the box of a shape at a placement, which may be known to be rigid, and its bounding spheres there. With `fixed` the
/// box is that of the outer sphere, whose size does not depend on the rotation. It is empty if nothing can collide with the
/// object: its shape is not finished, or numbers are out of range. The spheres are written in place: a copy would be a
/// store-forwarding stall.
pub(super) fn bounds(
    shape: u32,
    (placement, is_rigid): (&Placement, bool),
    shapes: &ShapeStore,
    fixed: bool,
    spheres: &mut BoundingSpheres,
) -> Aabb {
    let entry = shapes.entry(shape);
    *spheres = BoundingSpheres::UNKNOWN;
    let Some(local) = &entry.bounds else { return Aabb::EMPTY };
    let stretches = if is_rigid { RIGID_STRETCHES } else { stretches(&placement.basis) };
    // The rounding error is relative to the sum of magnitudes.
    let mut total = local.span + placement.origin.abs().sum();
    let mut extents = Vec3::repeat(total);
    let is_plain = stretches == RIGID_STRETCHES && total < IN_RANGE;
    if !is_plain {
        // The spans of shapes without bounds are out of range.
        if let Some(aabb) = unbounded_box(&entry.shape, placement) {
            return aabb;
        }
        if !placement.is_finite() {
            return Aabb::EMPTY;
        }
        extents = local.extents(placement);
        total = extents.sum();
    }
    *spheres = local.spheres.placed(placement, stretches, SPHERE_ROUNDING * total);
    let sphere = Aabb::from_center(spheres.center, Vec3::repeat(spheres.outer));
    if fixed {
        return sphere;
    }
    tight_box(&entry.shape, local, placement, spheres, &sphere).inflated(&(extents * BOX_ROUNDING))
}

/// The box of a placed shape without bounds; `None` of others.
fn unbounded_box(shape: &Shape, placement: &Placement) -> Option<Aabb> {
    match shape {
        Shape::Primitive(Primitive::HalfSpace(_)) => Some(half_space_box(shape, placement)),
        Shape::Parts(_) => {
            let is_unbounded = body(shape, placement).is_some_and(|body| body.is_unbounded());
            is_unbounded.then_some(EVERYWHERE)
        }
        _ => None,
    }
}

/// A box around a placed half-space: it ends at the plane, if that is along two of the world's axes, and else nowhere.
#[cold]
fn half_space_box(shape: &Shape, placement: &Placement) -> Aabb {
    let Some(body) = body(shape, placement) else { return Aabb::EMPTY };
    let BodyShape::Convex(shape) = body.shape else { return Aabb::EMPTY };
    let Placement { basis, origin } = placement;
    // Only the plane is rounded.
    let rounding = (basis.abs() * shape.absolute_extents() + origin.abs()) * BOX_ROUNDING;
    shape.bounds_under(basis).translated(origin).inflated(&rounding).intersection(&EVERYWHERE)
}

/// A box around a placed shape but for rounding. Both the box of the shape and that of the outer sphere contain it; each face
/// comes from the tighter one.
fn tight_box(
    shape: &Shape,
    local: &LocalBounds,
    placement: &Placement,
    spheres: &BoundingSpheres,
    sphere: &Aabb,
) -> Aabb {
    if spheres.inner > spheres.outer * (1.0 - SPHERICAL) {
        // The shape is a sphere: nothing fits it more closely.
        return *sphere;
    }
    let aabb = match shape {
        // The half extents are mapped by the absolute matrix; for a soup this is the box of the tree's root, which
        // may be wide but costs little (thesis 6.3.4).
        Shape::Primitive(Primitive::Box(_)) | Shape::Complex(_) | Shape::Parts(_) => {
            Aabb::from_center(spheres.center, placement.basis.abs() * local.bounds.half_extents())
        }
        Shape::Primitive(primitive) => {
            primitive.bounds_under(&placement.basis).translated(&placement.origin)
        }
        Shape::Void => Aabb::EMPTY,
    };
    Aabb { min: max(&aabb.min, &sphere.min), max: vector::min(&aabb.max, &sphere.max) }
}
