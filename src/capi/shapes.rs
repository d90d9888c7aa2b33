//! Shapes given by their dimensions, and the end of shapes.

use super::errors::DtError;
use super::recording::recorded;
use super::scalar::{DtScalar, reals};
use super::state::{State, with_state};
use super::types::DtShapeRef;
use crate::scene::shapes::{Shape, ShapeHandle};
use solid_geometry::math::Vec3;
use solid_geometry::shape::Primitive;

/// The pointer that names a shape for C.
pub(super) fn as_pointer(handle: ShapeHandle) -> DtShapeRef {
    std::ptr::without_provenance_mut(handle)
}

/// The number behind a shape's pointer.
pub(super) fn as_handle(shape: DtShapeRef) -> ShapeHandle {
    shape.addr()
}

/// Adds a shape, or one that hits nothing where a dimension is no number.
pub(super) fn insert(state: &mut State, primitive: Primitive, name: &str) -> DtShapeRef {
    let valid = primitive.is_valid();
    if !state.check(valid, DtError::DT_INVALID_VALUE, name) {
        return as_pointer(state.world.shapes.insert(Shape::Void));
    }
    as_pointer(state.world.shapes.insert(Shape::Primitive(primitive)))
}

/// Dimensions count by magnitude.
pub(super) fn magnitudes<const N: usize>(dimensions: [DtScalar; N]) -> [f64; N] {
    reals(dimensions).map(f64::abs)
}

/// Makes a box centred at the origin of its local coordinates, with full extents `x`, `y` and `z` along the axes.
///
/// Negative extents count by magnitude, zero ones make it flat. NaN and infinities make a shape that hits nothing,
/// and raise DT_INVALID_VALUE.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtBox(x: DtScalar, y: DtScalar, z: DtScalar) -> DtShapeRef {
    recorded!(dtBox(x, y, z));
    with_state(std::ptr::null_mut(), |state| {
        let half = Vec3::from(magnitudes([x, y, z])) * 0.5;
        insert(state, Primitive::Box(half), "dtBox: an extent is not a finite number")
    })
}

/// Makes a cone about the y-axis: its apex at `height / 2`, its base of radius `radius` at `-height / 2`.
///
/// Dimensions are taken as by dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtCone(radius: DtScalar, height: DtScalar) -> DtShapeRef {
    recorded!(dtCone(radius, height));
    with_state(std::ptr::null_mut(), |state| {
        let [radius, height] = magnitudes([radius, height]);
        let cone = Primitive::Cone { radius, half_height: height * 0.5 };
        insert(state, cone, "dtCone: a dimension is not a finite number")
    })
}

/// Makes a cylinder about the y-axis, from `-height / 2` to `height / 2`.
///
/// Dimensions are taken as by dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtCylinder(radius: DtScalar, height: DtScalar) -> DtShapeRef {
    recorded!(dtCylinder(radius, height));
    with_state(std::ptr::null_mut(), |state| {
        let [radius, height] = magnitudes([radius, height]);
        let cylinder = Primitive::Cylinder { radius, half_height: height * 0.5 };
        insert(state, cylinder, "dtCylinder: a dimension is not a finite number")
    })
}

/// Makes a sphere centred at the origin of its local coordinates. The radius is taken as by dtBox.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSphere(radius: DtScalar) -> DtShapeRef {
    recorded!(dtSphere(radius));
    with_state(std::ptr::null_mut(), |state| {
        let [radius] = magnitudes([radius]);
        insert(state, Primitive::sphere(radius), "dtSphere: the radius is not a finite number")
    })
}

/// Deletes a shape. Objects that are instances of it keep it until they go.
///
/// NULL does nothing; an unknown or deleted shape does nothing and raises DT_UNKNOWN_SHAPE.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtDeleteShape(shape: DtShapeRef) {
    recorded!(dtDeleteShape(shape));
    with_state((), |state| {
        if shape.is_null() {
            return;
        }
        let handle = as_handle(shape);
        if state.open.as_ref().is_some_and(|open| open.handle == handle) {
            state.open = None;
        }
        let known = state.world.shapes.delete(handle);
        state.check(known, DtError::DT_UNKNOWN_SHAPE, "dtDeleteShape: there is no such shape");
    });
}
