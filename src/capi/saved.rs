//! Shapes as bytes, to be kept in files and sent to other programs.

use std::ffi::c_void;
use std::ptr::null_mut;

use super::errors::DtError;
use super::pair::write_list;
use super::recording::{Function, recorded};
use super::shapes::{as_handle, as_pointer};
use super::state::with_state;
use super::types::{DtCount, DtShapeRef};
use crate::scene::shapes::Shape;
use solid_geometry::Shape as CoreShape;

/// Saves a shape as bytes, which dtLoadShape makes a shape of again: another program, or the same
/// one next time, need not build it. Programs write them to a file, as they do with those of
/// glGetProgramBinary. They are the same on every machine, and have a version and a checksum.
///
/// A complex shape is saved with its vertices as they are now, its division into triangles, its
/// tree, whether it is solid, and how contacts with its surface are (dtSetInnerEdges, dtSetFlatAngle,
/// dtSetOneSided). What the parts of a sum or hull share is saved once, and so is
/// the hull of the same vertices.
///
/// - `shape`: the shape
/// - `bytes`: receives the first bytes; NULL to get the number alone
/// - `most`: how many there is space for
/// - returns: the number of bytes; 0 on an error
/// - frame: local coordinates
/// - units: bytes
/// - errors: DT_UNKNOWN_SHAPE if the shape does not exist; DT_INVALID_OPERATION if it is unfinished
///   or would take 4 gigabytes; DT_INVALID_VALUE if a dimension or a vertex is NaN or infinite,
///   it has no polytope, or it is made of a support function (dtSupport). Nothing is written
/// - cost: O(n) for n vertices, a millisecond for 100,000 triangles
///
/// # Safety
///
/// `bytes` is NULL or has space for `most`.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtSaveShape(
    shape: DtShapeRef,
    bytes: *mut c_void,
    most: DtCount,
) -> DtCount {
    recorded!(dtSaveShape(shape, bytes, most));
    with_state(Function::dtSaveShape, 0, |state| {
        let shapes = &mut state.world.shapes;
        let slot = shapes.slot_or_shared(as_handle(shape));
        let shape = match slot.map(|slot| &shapes.entry(slot).shape) {
            None => Err((DtError::DT_UNKNOWN_SHAPE, "there is no such shape")),
            Some(Shape::Complex(None)) => {
                Err((DtError::DT_INVALID_OPERATION, "the shape is unfinished"))
            }
            Some(shape) => shape.to_geometry().and_then(|shape| shape.to_bytes()).ok_or((
                DtError::DT_INVALID_VALUE,
                "a number is not finite, it is empty, or has a support function",
            )),
        };
        let too_large = (DtError::DT_INVALID_OPERATION, "the shape is too large");
        let fits = |all: &Vec<u8>| DtCount::try_from(all.len()).is_ok();
        match shape.and_then(|all| if fits(&all) { Ok(all) } else { Err(too_large) }) {
            // SAFETY: the caller promises the same.
            Ok(all) => unsafe { write_list(all.into_iter(), bytes.cast(), most) },
            Err((error, what)) => {
                state.error(error, what);
                0
            }
        }
    })
}

/// Makes a shape of the bytes that dtSaveShape has saved, without building anything. All answers
/// about it are those about the saved one, to the last bit. Damaged bytes are refused, whatever
/// they are. A complex shape can be deformed as the saved one could.
///
/// - `bytes`: the bytes; they are copied, and may come from a file that the program has mapped
/// - `count`: how many there are
/// - returns: the shape; NULL on an error
/// - frame: local coordinates
/// - units: bytes
/// - errors: DT_INVALID_POINTER if `bytes` is NULL; DT_INVALID_VALUE if they are no saved shape,
///   damaged, or of a later version of the library
/// - cost: O(n) for n vertices, 4 milliseconds for 100,000 triangles; O(n log n) for convex
///   hulls of n points, each of which is built once
///
/// # Safety
///
/// `bytes` is NULL or there are `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtLoadShape(bytes: *const c_void, count: DtCount) -> DtShapeRef {
    recorded!(dtLoadShape(bytes, count));
    with_state(Function::dtLoadShape, null_mut(), |state| {
        if !state.check(!bytes.is_null(), DtError::DT_INVALID_POINTER, "NULL") {
            return null_mut();
        }
        // SAFETY: not NULL, so there are so many by the caller's promise.
        let bytes = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), count as usize) };
        match CoreShape::from_bytes(bytes) {
            Ok(shape) => as_pointer(state.world.shapes.insert(shape.into())),
            Err(why) => {
                state.error(DtError::DT_INVALID_VALUE, &why.to_string());
                null_mut()
            }
        }
    })
}
