//! The one shape that FreeSOLID has and SOLID 2.0 lacks.

use super::recording::recorded;
use super::scalar::DtScalar;
use super::shapes::{insert, magnitudes};
use super::state::with_state;
use super::types::DtShapeRef;
use solid_geometry::shape::Primitive;

/// Makes an ellipsoid centred at its local origin. `rx`, `ry` and `rz` are its radii along the
/// local axes.
///
/// Bad radii are treated as in dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEllipsoid(rx: DtScalar, ry: DtScalar, rz: DtScalar) -> DtShapeRef {
    recorded!(dtEllipsoid(rx, ry, rz));
    with_state(std::ptr::null_mut(), |state| {
        let radii = magnitudes([rx, ry, rz]).into();
        insert(state, Primitive::Ellipsoid(radii), "dtEllipsoid: a radius is not a finite number")
    })
}
