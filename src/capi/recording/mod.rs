//! Recording: with `SOLID_RECORD=FILE` in the environment, every dt call is written to a file. The format, the writer and
//! the player are the crate `solid-recording`; here is what connects them with the functions.
//!
//! Each function begins with `recorded!`, which costs a load and a branch (and aligns the stacks of 32-bit programs). While recording, the call goes to
//! `recorder::record`, which writes the arguments, calls the function again to do its work, and writes the result.

use solid_recording::{Arguments, Library, ListKind, Raw, for_all_functions};

pub(super) mod arrays;
pub(super) mod recorder;

use super::DtError;

/// The first line of every dt function: its name and arguments.
macro_rules! recorded {
    ($name:ident($($argument:expr),*)) => {
        solid_recording::align_stack!();
        if $crate::capi::recording::recorder::is_on() {
            use solid_recording::{Function, Raw};
            let arguments: &[u64] = &[$(Raw::raw($argument)),*];
            let record = $crate::capi::recording::recorder::record;
            if let Some(result) = record(Function::$name, arguments) {
                // SAFETY: the bits of this function's result.
                return unsafe { Raw::from_raw(result) };
            }
        }
    };
}
pub(super) use recorded;
pub(super) use solid_recording::Function;

macro_rules! define_call {
    ($($number:literal $name:ident [$($parameter:expr),*] -> $returns:ident;)*) => {
        /// Calls a function with arguments given by their bits; returns the bits of its result.
        ///
        /// # Safety
        ///
        /// The arguments are valid for the function.
        unsafe fn call(function: Function, arguments: &Arguments) -> u64 {
            let mut arguments = arguments.iter();
            let mut next = || *arguments.next().expect("an argument for each parameter");
            // SAFETY: the arguments are valid by the caller's promise, and their bits come from values of these types.
            unsafe {
                match function {
                    $(Function::$name => super::$name($({
                        let _ = stringify!($parameter);
                        Raw::from_raw(next())
                    }),*).raw(),)*
                }
            }
        }
    };
}
for_all_functions!(define_call);

impl Raw for DtError {
    fn raw(self) -> u64 {
        self as u64
    }

    unsafe fn from_raw(raw: u64) -> DtError {
        // SAFETY: the bits are those of a `DtError` by the caller's promise, which `raw` has widened.
        unsafe { std::mem::transmute::<u32, DtError>(raw as u32) }
    }
}

/// The player knows response types by their numbers.
const _: () = {
    use super::{DT_CONTACTS_RESPONSE, DT_DEPTH_RESPONSE, DT_INTERSECTION_RESPONSE};
    let [depth, contacts, segments] = [
        ListKind::of_response(DT_DEPTH_RESPONSE),
        ListKind::of_response(DT_CONTACTS_RESPONSE),
        ListKind::of_response(DT_INTERSECTION_RESPONSE),
    ];
    assert!(matches!(depth, Some(ListKind::Contacts)));
    assert!(matches!(contacts, Some(ListKind::Contacts)));
    assert!(matches!(segments, Some(ListKind::Segments)));
};

/// This library, for [`solid_recording::replay`].
pub static LIBRARY: Library = Library {
    call,
    start_recording: recorder::start_recording,
    disable_recording: recorder::disable_recording,
    replace_arrays: arrays::replace,
};
