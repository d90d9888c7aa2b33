//! Shapes that SOLID 2.0 lacks.

use super::shapes::insert;
use super::state::with_state;
use super::types::{DtScalar, DtShapeRef};
use crate::math::Vec3;
use crate::shape::Primitive;

/// Makes an ellipsoid centred at the origin of its local coordinates, with radii `rx`, `ry` and `rz` along the axes.
///
/// Radii are taken as by dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEllipsoid(rx: DtScalar, ry: DtScalar, rz: DtScalar) -> DtShapeRef {
    with_state(std::ptr::null_mut(), |state| {
        let radii = Vec3::new(rx.abs(), ry.abs(), rz.abs());
        insert(state, Primitive::Ellipsoid(radii), "dtEllipsoid: a radius is not a finite number")
    })
}
