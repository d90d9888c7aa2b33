//! Recordings of dt calls: the format, the writer and the player.
//!
//! A recording holds every call of a program with its arguments, its result and what the library read from and wrote to
//! the program's memory. The library writes one when `SOLID_RECORD=FILE` is in the environment; the program
//! `solid-replay` makes the calls again and compares the results bit for bit.
//!
//! - [`Function`]: the table of all dt functions and their signatures
//! - [`Writer`]: appends records to a memory-mapped file
//! - [`scan`], [`list`]: check a recording and print its calls
//! - [`replay`]: makes the recorded calls again, on a [`Library`] that the caller passes
//!
//! - [`take_arguments`], [`PreparedCall`], [`write_result`]: what it takes to make a call in one process for another
//!
//! This crate does not depend on the library: the library depends on it.

mod arguments;
mod errors;
mod file;
mod format;
mod functions;
mod handles;
mod kept;
mod layout;
mod list;
#[allow(unsafe_code, reason = "reads and writes the memory that C pointers lead to")]
mod memory;
mod player;
mod rows;
mod scan;
mod text;
mod writer;

pub use arguments::{Argument, Memory, ReceivedCallback, take_arguments};
pub use errors::{error_text, print_error};
pub use format::{Break, Bytes, HeaderError, append_number};
pub use functions::{Arguments, Function, MAX_ARGUMENTS};
pub use handles::{Callback, Handles, Name, translate};
pub use kept::{Call, Kept};
pub use layout::{Detail, Layout, Member, Parameter, Returns, Signature};
pub use list::list;
pub use memory::{
    CallbackArguments, CallbackHandler, Encode, Library, ListKind, PreparedCall, Raw, VertexArray,
    append_arguments, append_callback, append_result, callback_address, for_each_record,
    set_callback_handler, size_of_arrays, write_result,
};
pub use player::{ArraySource, End, Outcome, ReplayError, Timing, replay};
pub use rows::{DOUBLE, Element, FLOAT, RowLayout, Rows};
pub use scan::{OpenCall, Scan, scan};
pub use writer::Writer;

/// A coordinate or a length.
#[cfg(not(feature = "freesolid"))]
pub type Scalar = f64;

/// A coordinate or a length.
#[cfg(feature = "freesolid")]
pub type Scalar = f32;

/// A scalar with the given bits, which stand in the low bytes.
fn scalar_from_bits(bits: u64) -> Scalar {
    #[cfg(not(feature = "freesolid"))]
    let scalar = f64::from_bits(bits);
    #[cfg(feature = "freesolid")]
    let scalar = f32::from_bits(bits as u32);
    scalar
}
