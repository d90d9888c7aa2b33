//! Primitive shapes, and deleting shapes.

use super::errors::DtError;
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals};
use super::state::with_state;
use super::types::DtShapeRef;
use crate::scene::shapes::{Shape, ShapeHandle};
use solid_geometry::math::Vec3;
use solid_geometry::shape::Primitive;

/// The pointer that identifies a shape in C.
pub(super) fn as_pointer(handle: ShapeHandle) -> DtShapeRef {
    std::ptr::without_provenance_mut(handle)
}

/// The handle that a pointer stands for.
pub(super) fn as_handle(shape: DtShapeRef) -> ShapeHandle {
    shape.addr()
}

/// Adds a primitive to the world. If a dimension is not finite, the shape collides with nothing and an error is raised.
pub(super) fn new_shape(function: Function, primitive: Primitive) -> DtShapeRef {
    with_state(function, std::ptr::null_mut(), |state| {
        let is_valid = primitive.is_valid();
        let shape = if is_valid { Shape::Primitive(primitive) } else { Shape::Void };
        if !is_valid {
            state.error(DtError::DT_INVALID_VALUE, "a number is not finite");
        }
        as_pointer(state.world.shapes.insert(shape))
    })
}

/// The absolute values of dimensions.
pub(super) fn magnitudes<const N: usize>(dimensions: [DtScalar; N]) -> [f64; N] {
    reals(dimensions).map(f64::abs)
}

/// Makes a box centred at its local origin, with its edges along the local axes.
///
/// - `x`, `y`, `z`: its full extents; a negative one counts as its absolute value, 0 makes the
///   box flat
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if an extent is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtBox(x: DtScalar, y: DtScalar, z: DtScalar) -> DtShapeRef {
    recorded!(dtBox(x, y, z));
    let half = Vec3::from(magnitudes([x, y, z])) * 0.5;
    new_shape(Function::dtBox, Primitive::Box(half))
}

/// Makes a cone about its local y-axis. The apex is at y = `height / 2`, the base disc at y =
/// `-height / 2`.
///
/// - `radius`: that of the base disc
/// - `height`: from the base to the apex; negative dimensions count as their absolute values, 0
///   makes the cone flat
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtCone(radius: DtScalar, height: DtScalar) -> DtShapeRef {
    recorded!(dtCone(radius, height));
    let [radius, height] = magnitudes([radius, height]);
    let cone = Primitive::Cone { radius, half_height: height * 0.5 };
    new_shape(Function::dtCone, cone)
}

/// Makes a cylinder about its local y-axis, from y = `-height / 2` to y = `height / 2`.
///
/// - `radius`, `height`: its dimensions; negative ones count as their absolute values, 0 makes
///   the cylinder flat
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if a dimension is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtCylinder(radius: DtScalar, height: DtScalar) -> DtShapeRef {
    recorded!(dtCylinder(radius, height));
    let [radius, height] = magnitudes([radius, height]);
    let cylinder = Primitive::Cylinder { radius, half_height: height * 0.5 };
    new_shape(Function::dtCylinder, cylinder)
}

/// Makes a sphere centred at its local origin.
///
/// - `radius`: a negative one counts as its absolute value, 0 makes a point
/// - returns: the shape
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if the radius is NaN or infinite; the shape then collides with
///   nothing
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSphere(radius: DtScalar) -> DtShapeRef {
    recorded!(dtSphere(radius));
    let [radius] = magnitudes([radius]);
    new_shape(Function::dtSphere, Primitive::sphere(radius))
}

/// Deletes a shape. Objects that use it keep it until they are deleted. If it is the open
/// complex shape or compound, that is closed.
///
/// - `shape`: a shape, or NULL, which does nothing
/// - frame: none
/// - units: none
/// - errors: DT_UNKNOWN_SHAPE if the shape does not exist, also if it has been deleted before
/// - cost: O(1); O(n) for a complex shape of n vertices that no object uses
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtDeleteShape(shape: DtShapeRef) {
    recorded!(dtDeleteShape(shape));
    with_state(Function::dtDeleteShape, (), |state| {
        if shape.is_null() {
            return;
        }
        let handle = as_handle(shape);
        if state.open.as_ref().is_some_and(|open| open.handle == handle) {
            state.open = None;
        }
        if state.open_compound.as_ref().is_some_and(|open| open.handle == handle) {
            state.open_compound = None;
        }
        let known = state.world.shapes.delete(handle);
        state.check(known, DtError::DT_UNKNOWN_SHAPE, "there is no such shape");
    });
}
