//! Objects and their placements.

use super::errors::DtError;
use super::pair::raise;
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals};
use super::shapes::as_handle;
use super::state::{Callback, with_state};
use super::types::{DtObjectRef, DtShapeRef};
use crate::scene::World;
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Placement, Vec3, is_rotation};

/// Creates an object with a shape, places it at the identity, and makes it current.
///
/// - `object`: its name: any pointer, NULL included, which is never dereferenced
/// - `shape`: its shape; with an unfinished complex shape, the object collides with nothing
///   until the shape is finished
/// - frame: its local coordinates are world coordinates at first
/// - units: none
/// - errors: DT_UNKNOWN_SHAPE if the shape does not exist, where no object is created;
///   DT_INVALID_OPERATION if the name is in use, where the object of that name is replaced and
///   its responses stay
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtCreateObject(object: DtObjectRef, shape: DtShapeRef) {
    recorded!(dtCreateObject(object, shape));
    with_state(Function::dtCreateObject, (), |state| {
        // Exposed, since the pointer is handed back to callbacks.
        let reference = object.expose_provenance();
        let replaced = state.world.has_object(reference);
        let known = state.world.create_object(reference, as_handle(shape));
        let what = "the reference was in use, its object is replaced";
        state.check(!(known && replaced), DtError::DT_INVALID_OPERATION, what);
        state.check(known, DtError::DT_UNKNOWN_SHAPE, "there is no such shape");
    });
}

/// Deletes an object and the responses set for it and its pairs. If it was current, no object
/// is current.
///
/// - `object`: its name
/// - frame: none
/// - units: none
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist; nothing happens
/// - cost: O(1) expected, and O(r) for r responses of pairs with it or its partners
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtDeleteObject(object: DtObjectRef) {
    recorded!(dtDeleteObject(object));
    with_state(Function::dtDeleteObject, (), |state| {
        let known = state.world.delete_object(object.addr());
        state.check_object(known);
    });
}

/// Makes an object current, so that transforms apply to it.
///
/// - `object`: its name
/// - frame: none
/// - units: none
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist; the current one stays
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSelectObject(object: DtObjectRef) {
    recorded!(dtSelectObject(object));
    with_state(Function::dtSelectObject, (), |state| {
        let known = state.world.select_object(object.addr());
        state.check_object(known);
    });
}

/// Changes the placement of the current object. Numbers that are not valid raise DT_INVALID_VALUE, and count all the same:
/// the object then hits nothing until it is given a finite placement.
#[inline]
fn transform(
    function: Function,
    is_valid: bool,
    change: impl FnOnce(&mut World<Callback>) -> bool,
) {
    with_state(function, (), |state| {
        let what = match function {
            Function::dtRotate => "the quaternion is zero or not finite",
            _ => "a number is not finite",
        };
        state.check(is_valid, DtError::DT_INVALID_VALUE, what);
        let moved = change(&mut state.world);
        state.check(moved, DtError::DT_INVALID_OPERATION, "no object is current");
    });
}

/// Changes the placement of the current object by a matrix; `None` for NULL.
fn transform_by(
    function: Function,
    matrix: Option<[f64; 16]>,
    change: impl FnOnce(&mut Placement, Placement),
) {
    let Some(matrix) = matrix else {
        return raise(function, DtError::DT_INVALID_POINTER, "NULL");
    };
    let matrix = Placement::from_column_major(&matrix);
    transform(function, matrix.is_finite(), |world| world.transform(|p| change(p, matrix)));
}

/// Reads the sixteen numbers of a matrix; `None` for NULL.
///
/// # Safety
///
/// `m` is NULL or points to sixteen numbers.
#[inline]
pub(super) unsafe fn read_matrix<T: Copy + Into<f64>>(m: *const T) -> Option<[f64; 16]> {
    if m.is_null() {
        return None;
    }
    // SAFETY: not NULL, so it points to sixteen numbers as the caller promises.
    let m: [T; 16] = unsafe { m.cast::<[T; 16]>().read_unaligned() };
    Some(m.map(Into::into))
}

/// Places the current object at the identity.
///
/// - frame: its local coordinates become world coordinates
/// - units: none
/// - errors: DT_INVALID_OPERATION if no object is current; nothing happens
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtLoadIdentity() {
    recorded!(dtLoadIdentity());
    transform(Function::dtLoadIdentity, true, |world| world.load_identity());
}

/// Places the current object by a matrix.
///
/// The matrix may mirror, shear and flatten. An object flattened to a plane, a line or a point is
/// the flat body that remains, for every function: it collides, has contacts and is hit by rays.
///
/// - `m`: a 4x4 column-major matrix as in OpenGL, whose elements 3, 7, 11 and 15 are ignored
/// - frame: from local to world coordinates
/// - units: the translation in lengths
/// - errors: DT_INVALID_POINTER if `m` is NULL, DT_INVALID_OPERATION if no object is current:
///   then nothing happens; DT_INVALID_VALUE if an element is NaN or infinite: the object
///   collides with nothing until it gets a finite placement
/// - cost: O(1)
///
/// # Safety
///
/// `m` is NULL or points to sixteen floats.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtLoadMatrixf(m: *const f32) {
    recorded!(dtLoadMatrixf(m));
    // SAFETY: the caller promises the same.
    let matrix = unsafe { read_matrix(m) };
    transform_by(Function::dtLoadMatrixf, matrix, |p, m| *p = m);
}

/// Places the current object as dtLoadMatrixf does, by doubles.
///
/// - `m`: a 4x4 column-major matrix as in OpenGL, whose elements 3, 7, 11 and 15 are ignored
/// - frame: from local to world coordinates
/// - units: the translation in lengths
/// - errors: those of dtLoadMatrixf
/// - cost: O(1)
///
/// # Safety
///
/// `m` is NULL or points to sixteen doubles.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtLoadMatrixd(m: *const f64) {
    recorded!(dtLoadMatrixd(m));
    // SAFETY: the caller promises the same.
    let matrix = unsafe { read_matrix(m) };
    transform_by(Function::dtLoadMatrixd, matrix, |p, m| *p = m);
}

/// Multiplies the placement of the current object by a matrix on the right, as glMultMatrix
/// does.
///
/// - `m`: a matrix as in dtLoadMatrixf
/// - frame: the matrix acts in the object's local coordinates
/// - units: the translation in lengths, before the placement that the object has
/// - errors: those of dtLoadMatrixf
/// - cost: O(1)
///
/// # Safety
///
/// `m` is NULL or points to sixteen floats.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtMultMatrixf(m: *const f32) {
    recorded!(dtMultMatrixf(m));
    // SAFETY: the caller promises the same.
    let matrix = unsafe { read_matrix(m) };
    transform_by(Function::dtMultMatrixf, matrix, |p, m| *p = p.compose(&m));
}

/// Multiplies the placement of the current object as dtMultMatrixf does, by doubles.
///
/// - `m`: a matrix as in dtLoadMatrixd
/// - frame: the matrix acts in the object's local coordinates
/// - units: the translation in lengths, before the placement that the object has
/// - errors: those of dtLoadMatrixf
/// - cost: O(1)
///
/// # Safety
///
/// `m` is NULL or points to sixteen doubles.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtMultMatrixd(m: *const f64) {
    recorded!(dtMultMatrixd(m));
    // SAFETY: the caller promises the same.
    let matrix = unsafe { read_matrix(m) };
    transform_by(Function::dtMultMatrixd, matrix, |p, m| *p = p.compose(&m));
}

/// Moves the current object along its local axes, as glTranslate does.
///
/// - `x`, `y`, `z`: the translation
/// - frame: local coordinates, as rotated and scaled so far
/// - units: lengths, before the scaling that the object has
/// - errors: DT_INVALID_OPERATION if no object is current, where nothing happens;
///   DT_INVALID_VALUE if a number is NaN or infinite: the object collides with nothing until it
///   gets a finite placement
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtTranslate(x: DtScalar, y: DtScalar, z: DtScalar) {
    recorded!(dtTranslate(x, y, z));
    let by = Vec3::from(reals([x, y, z]));
    transform(Function::dtTranslate, is_finite(&by), |world| world.translate(&by));
}

/// Rotates the current object about its local origin by a quaternion.
///
/// - `x`, `y`, `z`, `w`: the quaternion, the scalar last; of any length but zero
/// - frame: local coordinates
/// - units: none
/// - errors: DT_INVALID_OPERATION if no object is current, where nothing happens;
///   DT_INVALID_VALUE if the quaternion is zero, NaN or infinite: the object collides with
///   nothing until it gets a finite placement
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtRotate(x: DtScalar, y: DtScalar, z: DtScalar, w: DtScalar) {
    recorded!(dtRotate(x, y, z, w));
    let q = reals([x, y, z, w]);
    transform(Function::dtRotate, is_rotation(&q), |world| world.rotate(&q));
}

/// Scales the current object along its local axes, as glScale does. Negative factors mirror it,
/// 0 flattens it (see dtLoadMatrixf).
///
/// - `x`, `y`, `z`: the factors
/// - frame: local coordinates
/// - units: none
/// - errors: those of dtTranslate
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtScale(x: DtScalar, y: DtScalar, z: DtScalar) {
    recorded!(dtScale(x, y, z));
    let by = Vec3::from(reals([x, y, z]));
    transform(Function::dtScale, is_finite(&by), |world| world.transform(|p| p.scale(&by)));
}
