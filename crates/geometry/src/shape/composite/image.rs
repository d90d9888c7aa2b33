//! The affine image of a shape.

use crate::math::{Aabb, Mat3, Placement, Vec3};
use crate::shape::bounding_spheres::{BoundingSpheres, stretches};
use crate::shape::primitive::Primitive;
use crate::shape::support::Support;

/// Mapping the direction takes 3 roundings, which count both for the point found and for the true one, and mapping the
/// point 4.
pub(super) const ROUNDINGS: u32 = 12;

#[inline]
pub(super) fn support(shape: &Primitive, placement: &Placement, d: &Vec3, hint: &mut u32) -> Vec3 {
    placement.apply(&shape.support(&placement.basis.tr_mul(d), hint))
}

pub(super) fn bounds_under(shape: &Primitive, placement: &Placement, basis: &Mat3) -> Aabb {
    let bounds = shape.bounds_under(&(basis * placement.basis));
    bounds.translated(&(basis * placement.origin))
}

/// The bounding box, absolute extents and bounding spheres of the image.
pub(super) fn bounds_of(shape: &Primitive, placement: &Placement) -> (Aabb, Vec3, BoundingSpheres) {
    let extents = placement.basis.abs() * shape.absolute_extents() + placement.origin.abs();
    let spheres = shape.bounding_spheres().placed(placement, stretches(&placement.basis), 0.0);
    (bounds_under(shape, placement, &Mat3::identity()), extents, spheres)
}
