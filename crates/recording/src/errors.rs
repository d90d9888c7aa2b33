//! Texts of errors: here, since a library that leaves the work to another process needs them too.

use std::ffi::CStr;
use std::fmt::Arguments;
use std::io::{self, Write};

/// Prints a line about the library to the standard error. Where that cannot be written, it is lost: `eprintln` would panic.
pub fn print_error(what: Arguments<'_>) {
    let _ = writeln!(io::stderr(), "libsolid: {what}");
}

/// An English description of a `DtError`; of other numbers, "an unknown error".
pub fn error_text(error: u32) -> &'static CStr {
    const TEXTS: [&CStr; 10] = [
        c"no error",
        c"a number is not finite, a quaternion is zero, or a saved shape is damaged",
        c"a type that does not exist",
        c"a call that is not possible now: no object is current, no complex shape is open, or the shape cannot be deformed",
        c"NULL where data is needed",
        c"there is no such object",
        c"there is no such shape",
        c"an internal error of the library",
        c"there is not enough memory",
        c"whether objects that turn touch is open, since they graze each other for too long",
    ];
    TEXTS.get(error as usize).copied().unwrap_or(c"an unknown error")
}
