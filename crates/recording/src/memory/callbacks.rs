//! What callbacks get, and the function that stands in for them.

use std::ffi::c_void;
use std::sync::OnceLock;

use super::{append_record, append_records};
use crate::Scalar;
use crate::format::append_number;
use crate::layout::{Detail, Layout};

/// The kind of list in the data of a callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKind {
    /// The data is a `DtContactData`.
    Contacts,
    /// The data is a `DtIntersectionData`.
    Segments,
}

impl ListKind {
    /// The list that a response type has, by its number in C.
    pub const fn of_response(response_type: u32) -> Option<ListKind> {
        match response_type {
            4 | 5 => Some(ListKind::Contacts),
            6 => Some(ListKind::Segments),
            _ => None,
        }
    }
}

/// The arguments of a callback.
pub struct CallbackArguments {
    /// The callback's function, its client data and both objects.
    pub identifiers: [u64; 4],
    /// The collision data, or NULL.
    pub data: *const c_void,
    /// The list that follows the collision data.
    pub list: Option<ListKind>,
}

/// The size of `DtContactData` and `DtIntersectionData`.
pub const LIST_DATA_SIZE: usize = size_of::<ListData>();

/// `DtContactData` and `DtIntersectionData`.
#[repr(C)]
struct ListData {
    data: [Scalar; 9],
    count: u32,
    records: *const u8,
}

/// Appends the arguments of a callback.
///
/// # Safety
///
/// The data is NULL or exists, with the list of its kind.
pub unsafe fn append_callback(bytes: &mut Vec<u8>, callback: &CallbackArguments) {
    callback.identifiers.iter().for_each(|number| append_number(bytes, *number));
    if callback.data.is_null() {
        return bytes.push(0);
    }
    let (tag, layout) = match callback.list {
        None => (1, None),
        Some(ListKind::Contacts) => (2, Some(Layout::Contact)),
        Some(ListKind::Segments) => (3, Some(Layout::Segment)),
    };
    bytes.push(tag);
    // SAFETY: the data exists by the caller's promise.
    unsafe { append_record(bytes, Layout::CollData, callback.data.cast(), Detail::All) };
    if let Some(layout) = layout {
        // SAFETY: the data begins with a CollData and goes on with a list by the caller's promise.
        unsafe {
            let ListData { count, records, .. } = callback.data.cast::<ListData>().read_unaligned();
            append_number(bytes, u64::from(count));
            append_records(bytes, layout, records, u64::from(count), Detail::All);
        }
    }
}

/// Runs a callback that was registered as [`callback_address`]: `index` is its client data. `encode` returns the arguments
/// as [`append_callback`] encodes them, given the callback's identifiers and the kind of list in its data.
pub type CallbackHandler = fn(index: usize, objects: [u64; 2], encode: Encode);

/// See [`CallbackHandler`].
pub type Encode<'a> = &'a mut dyn FnMut([u64; 4], Option<ListKind>) -> Vec<u8>;

static HANDLER: OnceLock<CallbackHandler> = OnceLock::new();

/// Sets what runs callbacks in this process. Only the first call has an effect.
pub fn set_callback_handler(handler: CallbackHandler) {
    let _ = HANDLER.set(handler);
}

/// The bits of a function that stands in for every callback of a program elsewhere, or of a recording.
pub fn callback_address() -> u64 {
    (run_callback as *const c_void).expose_provenance() as u64
}

unsafe extern "C-unwind" fn run_callback(
    index: *mut c_void,
    first: *mut c_void,
    second: *mut c_void,
    data: *const c_void,
) {
    let objects = [first.addr() as u64, second.addr() as u64];
    let mut encode = |identifiers, list| {
        let mut bytes = Vec::new();
        // SAFETY: the library passes data of the response type that the callback was registered with.
        unsafe { append_callback(&mut bytes, &CallbackArguments { identifiers, data, list }) };
        bytes
    };
    if let Some(handler) = HANDLER.get() {
        handler(index.addr(), objects, &mut encode);
    }
}
