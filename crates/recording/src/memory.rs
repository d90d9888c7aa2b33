//! The only unsafe code of this crate: what C pointers lead to, the library's functions, and the mapping of files.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::{MmapMut, MmapOptions};

use crate::Scalar;
use crate::arguments::{Argument, Memory};
use crate::format::append_number;
use crate::functions::{Arguments, Function, MAX_ARGUMENTS};
use crate::layout::{Detail, Layout, Parameter, Returns, read_number};
use crate::player::ArraySource;
use crate::rows::{ROWS_START, Rows};

mod callbacks;
mod raw;
mod results;
mod stack;
mod vertices;
mod visits;

pub use callbacks::{
    CallbackArguments, CallbackHandler, Encode, LIST_DATA_SIZE, ListKind, append_callback,
    callback_address, set_callback_handler,
};

pub use raw::Raw;
pub use results::write_result;
pub use vertices::VertexArray;
pub use visits::for_each_record;

/// Appends a record of C and returns the address behind it.
///
/// # Safety
///
/// `record` points to a record with this layout. It need not be aligned.
unsafe fn append_record(
    bytes: &mut Vec<u8>,
    layout: Layout,
    record: *const u8,
    detail: Detail,
) -> *const u8 {
    for (member, offset) in layout.offsets() {
        // SAFETY: the member lies in the record, which exists by the caller's promise.
        let member_bytes =
            unsafe { std::slice::from_raw_parts(record.wrapping_add(offset), member.size()) };
        let value = read_number(member_bytes);
        match member.encoded_size(detail) {
            None => append_number(bytes, value),
            Some(size) => bytes.extend_from_slice(&value.to_le_bytes()[..size]),
        }
    }
    record.wrapping_add(layout.size())
}

fn append_scalar(bytes: &mut Vec<u8>, bits: u64) {
    bytes.extend_from_slice(&bits.to_le_bytes()[..size_of::<Scalar>()]);
}

fn pointer(bits: u64) -> *const u8 {
    std::ptr::with_exposed_provenance(bits as usize)
}

/// Appends the arguments of a call.
///
/// A pointer to write to is recorded as one plus the index of the first argument with the same value; NULL as zero.
///
/// # Safety
///
/// Each `In` argument is NULL or points to a record of its layout; each `Rows` argument is NULL or describes an array;
/// each `Bytes` or `Records` argument is NULL or points to as many as the next argument says.
pub unsafe fn append_arguments(bytes: &mut Vec<u8>, function: Function, arguments: &Arguments) {
    let parameters = function.signature().parameters;
    for (i, (parameter, &bits)) in parameters.iter().zip(arguments).enumerate() {
        match *parameter {
            Parameter::Scalar => append_scalar(bytes, bits),
            Parameter::In(layout) => {
                bytes.push(u8::from(bits != 0));
                if bits != 0 {
                    // SAFETY: not NULL, so it points to a record by the caller's promise.
                    unsafe { append_record(bytes, layout, pointer(bits), Detail::All) };
                }
            }
            Parameter::Rows | Parameter::Bytes | Parameter::Records(_) if bits == 0 => {
                bytes.push(0)
            }
            Parameter::Records(layout) => {
                bytes.push(1);
                let count = arguments[i + 1];
                append_number(bytes, count);
                // SAFETY: not NULL, so there are as many records as the next argument says, by the caller's promise.
                unsafe { append_records(bytes, layout, pointer(bits), count, Detail::All) };
            }
            Parameter::Bytes => {
                bytes.push(1);
                let count = arguments[i + 1] as usize;
                append_number(bytes, count as u64);
                // SAFETY: not NULL, so there are as many bytes as the next argument says, by the caller's promise.
                bytes
                    .extend_from_slice(unsafe { std::slice::from_raw_parts(pointer(bits), count) });
            }
            Parameter::Rows => {
                // SAFETY: not NULL, so it points to a description by the caller's promise.
                let rows = unsafe { pointer(bits).cast::<Rows>().read_unaligned() };
                let base = rows.base.cast::<u8>();
                rows.append(bytes, |at, element| {
                    let place = base.wrapping_add(at);
                    // SAFETY: the element lies in a row of the array, which exists by the caller's promise.
                    read_number(unsafe { std::slice::from_raw_parts(place, element.size()) })
                });
            }
            Parameter::Out(_) | Parameter::List(_) => {
                let is_same = |j: &usize| parameters[*j].is_output() && arguments[*j] == bits;
                let first = (0..=i).find(is_same).unwrap_or(i);
                bytes.push(if bits == 0 { 0 } else { first as u8 + 1 });
            }
            _ => append_number(bytes, bits),
        }
    }
}

/// How many bytes the arrays take among what [`append_arguments`] appends. Reads none of them.
///
/// # Safety
///
/// Each `Rows` argument is NULL or describes an array.
pub unsafe fn size_of_arrays(function: Function, arguments: &Arguments) -> u64 {
    let parameters = function.signature().parameters.iter().zip(arguments).enumerate();
    let sizes = parameters.map(|(i, (parameter, &bits))| match parameter {
        Parameter::Bytes if bits != 0 => arguments[i + 1],
        // A number of LEB128 takes ten bytes at most.
        Parameter::Records(layout) if bits != 0 => {
            arguments[i + 1].saturating_mul(10 * layout.members().count() as u64)
        }
        Parameter::Rows if bits != 0 => {
            // SAFETY: not NULL, so it points to a description by the caller's promise.
            unsafe { pointer(bits).cast::<Rows>().read_unaligned() }.encoded_size()
        }
        _ => 0,
    });
    sizes.fold(0, u64::saturating_add)
}

/// Appends the result of a call and the records that it wrote.
///
/// # Safety
///
/// The function has returned this result for these arguments.
pub unsafe fn append_result(
    bytes: &mut Vec<u8>,
    function: Function,
    arguments: &Arguments,
    result: u64,
    detail: Detail,
) {
    let signature = function.signature();
    match signature.returns {
        Returns::Nothing | Returns::Text => {}
        Returns::UnrecordedCount if detail == Detail::Repeatable => return,
        Returns::Scalar | Returns::Distance => append_scalar(bytes, result),
        _ => append_number(bytes, result),
    }
    for (i, layout, count) in signature.written(result, |i| arguments[i]) {
        if arguments[i] != 0 {
            // SAFETY: the function has just written these records.
            unsafe { append_records(bytes, layout, pointer(arguments[i]), count, detail) };
        }
    }
}

/// Appends records that lie side by side.
///
/// # Safety
///
/// There are `count` of them.
unsafe fn append_records(
    bytes: &mut Vec<u8>,
    layout: Layout,
    mut record: *const u8,
    count: u64,
    detail: Detail,
) {
    for _ in 0..count {
        // SAFETY: one of the records.
        record = unsafe { append_record(bytes, layout, record, detail) };
    }
}

/// What a player needs of the library.
pub struct Library {
    /// Calls a function and returns the bits of its result.
    ///
    /// # Safety
    ///
    /// The arguments are valid for the function.
    pub call: unsafe fn(Function, &Arguments) -> u64,
    /// Records the calls of this process to a file from now on.
    pub start_recording: fn(&Path) -> io::Result<()>,
    /// Records nothing in this process, whatever the environment variable is.
    pub disable_recording: fn(),
    /// Makes the library read vertices and indices from here instead of following the client's pointers.
    pub replace_arrays: fn(ArraySource),
}

/// A call that can be made: its arguments and the memory that they point to.
pub struct PreparedCall {
    function: Function,
    arguments: Arguments,
    memory: Vec<Memory>,
}

/// The capacity of a list if the recording does not have the number of results.
const DEFAULT_CAPACITY: u64 = 1 << 12;

impl PreparedCall {
    /// Prepares a call whose handles and callbacks have been translated. `count` is the number of records that it wrote
    /// to its list when it was recorded.
    pub fn new(function: Function, arguments: Vec<Argument>, count: Option<u64>) -> PreparedCall {
        let mut call = PreparedCall { function, arguments: [0; MAX_ARGUMENTS], memory: Vec::new() };
        let signature = function.signature();
        // As many as were written then are enough: if there are more now, the result differs.
        let capacity = signature.capacity_index().map_or(1, |i| {
            count.unwrap_or(DEFAULT_CAPACITY).min(arguments.get(i).map_or(0, Argument::number))
        });
        let mut has_list = false;
        for (i, argument) in arguments.into_iter().enumerate() {
            let parameter = signature.parameters[i];
            call.arguments[i] = match (argument, parameter) {
                (Argument::Number(number), _) => number,
                (Argument::Null, _) => 0,
                (Argument::Record(memory), Parameter::Rows) => call.keep_rows(memory),
                (Argument::Record(memory), _) => call.keep(memory),
                (Argument::Output(first), _)
                    if first < i && can_share(signature.parameters[first], parameter) =>
                {
                    call.arguments[first]
                }
                (Argument::Output(_), Parameter::List(layout)) => {
                    has_list = true;
                    call.allocate(layout.size() * capacity as usize)
                }
                // The size of the largest record, since another parameter may share the memory.
                (Argument::Output(_), _) => call.allocate(Layout::Clash.size()),
            };
        }
        if let (Some(index), true) = (signature.capacity_index(), has_list) {
            call.arguments[index] = capacity;
        }
        call
    }

    fn keep(&mut self, mut memory: Memory) -> u64 {
        let address = memory.as_mut_ptr().expose_provenance() as u64;
        self.memory.push(memory);
        address
    }

    /// Keeps an array behind its description, and writes its address there.
    fn keep_rows(&mut self, mut memory: Memory) -> u64 {
        let rows = memory.as_mut_ptr().expose_provenance() + ROWS_START;
        // The base is the description's first member: a word, or half of one.
        let mut first = memory[0].to_ne_bytes();
        let base = &mut first[..size_of::<usize>()];
        if base.iter().any(|byte| *byte != 0) {
            base.copy_from_slice(&rows.to_ne_bytes());
        }
        memory[0] = u64::from_ne_bytes(first);
        self.keep(memory)
    }

    fn allocate(&mut self, size: usize) -> u64 {
        self.keep(vec![0; size.div_ceil(size_of::<u64>()).max(1)])
    }

    /// Calls the function and returns the bits of its result.
    pub fn run(&self, library: &Library) -> u64 {
        // SAFETY: all records that the function reads or writes lie in the memory of this call; arrays are replaced by
        // the player, handles that do not exist are errors, and the only callback is `replayed_callback`.
        unsafe { (library.call)(self.function, &self.arguments) }
    }

    /// Appends the result and the records written.
    pub fn append_result(&self, bytes: &mut Vec<u8>, result: u64, detail: Detail) {
        // SAFETY: what is read lies in the memory of this call.
        unsafe { append_result(bytes, self.function, &self.arguments, result, detail) };
    }
}

/// Whether two outputs may be the same memory: their sizes are equal.
fn can_share(first: Parameter, second: Parameter) -> bool {
    first == second || matches!((first, second), (Parameter::Out(_), Parameter::Out(_)))
}

/// Maps a part of a file for writing.
pub fn map(file: &File, start: u64, size: usize) -> io::Result<MmapMut> {
    // SAFETY: the file is locked against other recorders. Another process that truncates it all the same would make
    // writes fail with SIGBUS; memory safety does not depend on it, since nothing is read through the mapping.
    unsafe { MmapOptions::new().offset(start).len(size).map_mut(file) }
}

/// The largest size that files of this process may have. A write beyond it raises a signal, which ends most programs.
#[cfg(unix)]
#[allow(clippy::unnecessary_cast, reason = "the type of the limit depends on the system")]
pub fn file_size_limit() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer leads to a local variable.
    let status = unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &raw mut limit) };
    if status == 0 { limit.rlim_cur as u64 } else { u64::MAX }
}

/// The largest size that files of this process may have.
#[cfg(not(unix))]
pub fn file_size_limit() -> u64 {
    u64::MAX
}
