//! Errors of earlier calls, as in OpenGL.

use std::ffi::{c_char, c_uint};

use super::recording::{Function, recorded};
use super::state::with_state;

/// What is wrong with a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtError {
    /// No error.
    DT_NO_ERROR = 0,
    /// NaN or infinity, a quaternion of length zero, or a value out of range.
    DT_INVALID_VALUE = 1,
    /// A type that does not exist.
    DT_INVALID_ENUM = 2,
    /// A call that is not possible now: no object is current, no complex shape is open, or the
    /// shape cannot be deformed.
    DT_INVALID_OPERATION = 3,
    /// NULL where data is needed.
    DT_INVALID_POINTER = 4,
    /// The object does not exist.
    DT_UNKNOWN_OBJECT = 5,
    /// The shape does not exist.
    DT_UNKNOWN_SHAPE = 6,
    /// A bug of the library.
    DT_INTERNAL_ERROR = 7,
    /// There is not enough memory. The call has done nothing, or only a part of its callbacks; the
    /// world and its shapes are as they were.
    DT_OUT_OF_MEMORY = 8,
    /// Whether objects that turn touch is not known: they graze each other for so long that the
    /// search was given up. They are apart until dtUndecidedTime.
    DT_UNDECIDED = 9,
}

/// A `DtError` from C, which may be any number.
pub type DtErrorArgument = c_uint;

/// Returns the first error since the last call of this function, and forgets it.
///
/// If the environment variable SOLID_PRINT_ERRORS is set, neither to nothing nor to 0, every error
/// is also printed to the standard error stream.
///
/// - returns: the error of the current context; DT_NO_ERROR if there was none
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtGetError() -> DtError {
    recorded!(dtGetError());
    with_state(Function::dtGetError, DtError::DT_INTERNAL_ERROR, |state| state.take_error())
}

/// Returns an English description of an error.
///
/// - `error`: one of DtError; of other numbers, the description is "an unknown error"
/// - returns: a constant string, never NULL, which must not be freed
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtErrorString(error: DtErrorArgument) -> *const c_char {
    recorded!(dtErrorString(error));
    solid_recording::error_text(error).as_ptr()
}
