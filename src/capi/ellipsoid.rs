//! The shape that FreeSOLID has and SOLID 2.0 does not have; a file of its own for FreeSOLID's header.

use super::recording::{Function, recorded};
use super::scalar::DtScalar;
use super::shapes::{magnitudes, new_shape};
use super::types::DtShapeRef;
use solid_geometry::shape::Primitive;

/// Makes an ellipsoid centred at its local origin.
///
/// - `rx`, `ry`, `rz`: its radii along the local axes; a negative one counts as its absolute
///   value, 0 makes it flat
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if a radius is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEllipsoid(rx: DtScalar, ry: DtScalar, rz: DtScalar) -> DtShapeRef {
    recorded!(dtEllipsoid(rx, ry, rz));
    let radii = magnitudes([rx, ry, rz]).into();
    new_shape(Function::dtEllipsoid, Primitive::Ellipsoid(radii))
}
