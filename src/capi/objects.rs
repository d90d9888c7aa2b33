//! Objects and their placements.

use super::errors::DtError;
use super::recording::recorded;
use super::scalar::{DtScalar, reals};
use super::shapes::as_handle;
use super::state::{State, at_once, with_state_at_once};
use super::types::{DtObjectRef, DtShapeRef};
use solid_geometry::math::placement::{turns, turns_beyond_doubt};
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Placement, Vec3};

/// Creates an object with a shape, places it at the identity, and makes it current.
///
/// `object` may be any pointer, NULL included. If an object with this reference exists, it is
/// replaced, its responses stay, and DT_INVALID_OPERATION is raised. If the shape does not exist,
/// no object is created and DT_UNKNOWN_SHAPE is raised. With an unfinished complex shape the object
/// collides with nothing until the shape is finished.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtCreateObject(object: DtObjectRef, shape: DtShapeRef) {
    recorded!(dtCreateObject(object, shape));
    with_state_at_once((), |state| {
        // Exposed, since the pointer is handed back to callbacks.
        let reference = object.expose_provenance();
        let replaced = state.world.has_object(reference);
        let known = state.world.create_object(reference, as_handle(shape));
        let name = "dtCreateObject: the reference was in use, its object is replaced";
        state.check(!(known && replaced), DtError::DT_INVALID_OPERATION, name);
        state.check(known, DtError::DT_UNKNOWN_SHAPE, "dtCreateObject: there is no such shape");
    });
}

/// Deletes an object and the responses set for it and its pairs. If it was current, no object is
/// current.
///
/// If the object does not exist, nothing happens and DT_UNKNOWN_OBJECT is raised.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtDeleteObject(object: DtObjectRef) {
    recorded!(dtDeleteObject(object));
    with_state_at_once((), |state| {
        let known = state.world.delete_object(object.addr());
        state.check(known, DtError::DT_UNKNOWN_OBJECT, "dtDeleteObject: there is no such object");
    });
}

/// Makes an object current, so that the functions below apply to it.
///
/// If the object does not exist, the current one stays and DT_UNKNOWN_OBJECT is raised.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSelectObject(object: DtObjectRef) {
    at_once!(dtSelectObject(object: DtObjectRef), |state: &mut State, object: DtObjectRef| {
        let known = state.world.select_object(object.addr());
        state.check(known, DtError::DT_UNKNOWN_OBJECT, "dtSelectObject: there is no such object");
    });
}

#[inline]
fn check_current(state: &mut State, there_is_one: bool, name: &str) {
    state.check(there_is_one, DtError::DT_INVALID_OPERATION, name);
}

/// Applies a matrix that may have entries that are no numbers: the object then hits nothing until it is given a
/// finite placement.
#[inline]
fn transform_by(
    name: &str,
    matrix: Option<[f64; 16]>,
    change: impl FnOnce(&mut Placement, Placement),
) {
    with_state_at_once((), |state| {
        let Some(matrix) = matrix else {
            return state.error(DtError::DT_INVALID_POINTER, name);
        };
        let matrix = Placement::from_column_major(&matrix);
        state.check(matrix.is_finite(), DtError::DT_INVALID_VALUE, name);
        let moved = state.world.transform(|placement| change(placement, matrix));
        check_current(state, moved, name);
    });
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
    // SAFETY: not NULL, so it points to sixteen numbers as the caller promises; no alignment is asked for.
    let m: [T; 16] = unsafe { m.cast::<[T; 16]>().read_unaligned() };
    Some(m.map(Into::into))
}

/// Places the current object at the identity: its local coordinates are world coordinates.
///
/// If no object is current, this and the functions below do nothing and raise DT_INVALID_OPERATION.
/// If a placement contains NaN or infinity, the object collides with nothing until it gets a finite
/// one.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtLoadIdentity() {
    at_once!(dtLoadIdentity(), |state: &mut State| {
        let moved = state.world.load_identity();
        check_current(state, moved, "dtLoadIdentity: no object is current");
    });
}

/// Places the current object by a matrix from local to world coordinates. `m` points to sixteen
/// floats: a 4x4 column-major matrix as in OpenGL, whose elements 3, 7, 11 and 15 are ignored.
///
/// If `m` is NULL, nothing happens and DT_INVALID_POINTER is raised.
///
/// # Safety
///
/// `m` is NULL or points to sixteen floats.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtLoadMatrixf(m: *const f32) {
    recorded!(dtLoadMatrixf(m));
    // SAFETY: the same promise is asked of our caller.
    let matrix = unsafe { read_matrix(m) };
    transform_by(
        "dtLoadMatrixf: NULL, a number that is not finite, or no current object",
        matrix,
        |p, m| *p = m,
    );
}

/// Places the current object as dtLoadMatrixf does, by sixteen doubles.
///
/// # Safety
///
/// `m` is NULL or points to sixteen doubles.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtLoadMatrixd(m: *const f64) {
    recorded!(dtLoadMatrixd(m));
    // SAFETY: the same promise is asked of our caller.
    let matrix = unsafe { read_matrix(m) };
    transform_by(
        "dtLoadMatrixd: NULL, a number that is not finite, or no current object",
        matrix,
        |p, m| *p = m,
    );
}

/// Multiplies the placement of the current object by a matrix on the right, as glMultMatrix does:
/// the matrix acts in local coordinates. `m` is as in dtLoadMatrixf.
///
/// # Safety
///
/// `m` is NULL or points to sixteen floats.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtMultMatrixf(m: *const f32) {
    recorded!(dtMultMatrixf(m));
    // SAFETY: the same promise is asked of our caller.
    let matrix = unsafe { read_matrix(m) };
    let name = "dtMultMatrixf: NULL, a number that is not finite, or no current object";
    transform_by(name, matrix, |p, m| *p = p.compose(&m));
}

/// Multiplies the placement of the current object as dtMultMatrixf does, by sixteen doubles.
///
/// # Safety
///
/// `m` is NULL or points to sixteen doubles.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtMultMatrixd(m: *const f64) {
    recorded!(dtMultMatrixd(m));
    // SAFETY: the same promise is asked of our caller.
    let matrix = unsafe { read_matrix(m) };
    let name = "dtMultMatrixd: NULL, a number that is not finite, or no current object";
    transform_by(name, matrix, |p, m| *p = p.compose(&m));
}

/// Moves the current object along its local axes, as glTranslate does.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtTranslate(x: DtScalar, y: DtScalar, z: DtScalar) {
    at_once!(dtTranslate(x: DtScalar, y: DtScalar, z: DtScalar), translate);
}

#[inline(always)]
fn translate(state: &mut State, x: DtScalar, y: DtScalar, z: DtScalar) {
    // As in `rotate`.
    #[cold]
    #[inline(never)]
    fn translate_wrongly(state: &mut State, x: f64, y: f64, z: f64) {
        state.error(DtError::DT_INVALID_VALUE, "dtTranslate: a number is not finite");
        translate_current(state, &Vec3::new(x, y, z));
    }
    let by = Vec3::from(reals([x, y, z]));
    if is_finite(&by) {
        translate_current(state, &by)
    } else {
        translate_wrongly(state, by.x, by.y, by.z)
    }
}

#[inline(always)]
fn translate_current(state: &mut State, by: &Vec3) {
    let moved = state.world.translate(by);
    check_current(state, moved, "dtTranslate: no object is current");
}

/// Rotates the current object about its local origin by the quaternion (x, y, z, w), whose length
/// may be anything but zero.
///
/// The zero quaternion raises DT_INVALID_VALUE, and the object collides with nothing until it gets
/// a finite placement.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtRotate(x: DtScalar, y: DtScalar, z: DtScalar, w: DtScalar) {
    at_once!(dtRotate(x: DtScalar, y: DtScalar, z: DtScalar, w: DtScalar), rotate);
}

#[inline(always)]
fn rotate(state: &mut State, x: DtScalar, y: DtScalar, z: DtScalar, w: DtScalar) {
    // Apart, so that the numbers stay in registers where no error is to be told.
    #[cold]
    #[inline(never)]
    fn rotate_rarely(state: &mut State, x: f64, y: f64, z: f64, w: f64) {
        let q = [x, y, z, w];
        state.check(
            turns(&q),
            DtError::DT_INVALID_VALUE,
            "dtRotate: a quaternion that is zero or not finite",
        );
        rotate_current(state, &q);
    }
    let q = reals([x, y, z, w]);
    if turns_beyond_doubt(&q) {
        rotate_current(state, &q)
    } else {
        rotate_rarely(state, q[0], q[1], q[2], q[3])
    }
}

#[inline(always)]
fn rotate_current(state: &mut State, q: &[f64; 4]) {
    let moved = state.world.rotate(q);
    check_current(state, moved, "dtRotate: no object is current");
}

/// Scales the current object along its local axes, as glScale does. Negative factors mirror it.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtScale(x: DtScalar, y: DtScalar, z: DtScalar) {
    recorded!(dtScale(x, y, z));
    let by = Vec3::from(reals([x, y, z]));
    with_state_at_once((), |state| {
        let finite = is_finite(&by);
        state.check(finite, DtError::DT_INVALID_VALUE, "dtScale: a number is not finite");
        let moved = state.world.transform(|p| p.scale(&by));
        check_current(state, moved, "dtScale: no object is current");
    });
}
