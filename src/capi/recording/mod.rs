//! The recorder: with `SOLID_RECORD=FILE` in the environment, every dt call is written to a file with its data.
//!
//! Each function begins with a line `recorded!`. It costs a load and a branch; when recording, the call is handed to
//! [`recorder::record`], which writes its arguments, calls the function again, now to do its work, and writes what came
//! of it. `calls.rs` is the table of all functions; `replay` runs what has been recorded again.

pub mod calls;
pub mod format;
pub mod raw;
pub mod recorder;
mod sink;
pub mod taps;
pub mod told;
pub mod values;
mod writer;

/// The first line of every dt function: its name and arguments.
macro_rules! recorded {
    ($name:ident($($argument:expr),*)) => {
        if $crate::capi::recording::recorder::is_on() {
            use $crate::capi::recording::{calls::Op, raw::Raw, recorder::record};
            let arguments: &[u64] = &[$(Raw::raw($argument)),*];
            if let Some(answer) = record(Op::$name, arguments) {
                // SAFETY: the bits of what this function answered.
                return unsafe { Raw::from_raw(answer) };
            }
        }
    };
}
pub(super) use recorded;
