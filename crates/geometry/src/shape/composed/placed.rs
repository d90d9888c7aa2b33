//! A shape placed in the coordinates of the shape it is an operand of.

use crate::math::vector::{abs, abs_matrix};
use crate::math::{Aabb, Mat3, Placement, Vec3};
use crate::shape::ball::{Balls, stretches};
use crate::shape::primitive::Primitive;
use crate::shape::support::Support;

/// The direction is mapped by 3 roundings, which count for the point chosen and for the true one, the point by 4.
pub(super) const ROUNDINGS: u32 = 12;

#[inline]
pub(super) fn support(shape: &Primitive, placement: &Placement, d: &Vec3, hint: &mut u32) -> Vec3 {
    placement.apply(&shape.support(&placement.basis.tr_mul(d), hint))
}

pub(super) fn bounds_under(shape: &Primitive, placement: &Placement, basis: &Mat3) -> Aabb {
    let bounds = shape.bounds_under(&(basis * placement.basis));
    let origin = basis * placement.origin;
    Aabb { min: bounds.min + origin, max: bounds.max + origin }
}

/// The box of the placed shape, how far the coordinates reach that it is computed from, and its balls.
pub(super) fn measures(shape: &Primitive, placement: &Placement) -> (Aabb, Vec3, Balls) {
    let reach = abs_matrix(&placement.basis) * shape.reach() + abs(&placement.origin);
    let balls = shape.balls().placed(placement, stretches(&placement.basis), 0.0);
    (bounds_under(shape, placement, &Mat3::identity()), reach, balls)
}
