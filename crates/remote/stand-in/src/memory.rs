//! The program's memory: its arrays, and the handler for fork.

use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use solid_recording::{ArraySource, VertexArray};

static SOURCE: OnceLock<ArraySource> = OnceLock::new();

/// Reads arrays from `source` instead of the program's memory: for programs that play recordings. Only the first call has an
/// effect.
pub fn replace(source: ArraySource) {
    let _ = SOURCE.set(source);
}

/// A vertex of an array.
///
/// The program has promised, in the function that received the address, that the array contains every vertex that an index of
/// the shape names, until the shape is finished or the change is made.
pub fn vertex(array: &VertexArray, index: u32) -> [f64; 3] {
    match SOURCE.get() {
        Some(source) => (source.vertex)(array.base, index),
        // SAFETY: the vertex exists by the program's promise above.
        None => unsafe { array.vertex(index) },
    }
}

/// The indices that a call reads.
///
/// # Safety
///
/// There are `count` numbers at `address`, which need not be aligned.
pub unsafe fn indices(address: u64, count: u64) -> Vec<u32> {
    if let Some(source) = SOURCE.get() {
        return (source.indices)();
    }
    let start: *const u32 = std::ptr::with_exposed_provenance(address as usize);
    // SAFETY: the caller promises that they exist.
    (0..count as usize).map(|i| unsafe { start.wrapping_add(i).read_unaligned() }).collect()
}

/// The bytes that a call reads; none for NULL.
///
/// # Safety
///
/// The address is that of so many, or zero.
pub unsafe fn bytes<'a>(address: u64, count: u64) -> &'a [u8] {
    if address == 0 {
        return &[];
    }
    let start: *const u8 = std::ptr::with_exposed_provenance(address as usize);
    // SAFETY: the caller promises that they exist.
    unsafe { std::slice::from_raw_parts(start, count as usize) }
}

/// Runs a callback: a function that the program has registered, with its client data and both objects.
pub fn run([function, client_data, first, second]: [u64; 4], data: usize) {
    type Callback =
        unsafe extern "C-unwind" fn(*mut c_void, *mut c_void, *mut c_void, *const c_void);
    let pointer = |bits: u64| std::ptr::with_exposed_provenance_mut::<c_void>(bits as usize);
    // SAFETY: the function is one that the program has passed as a callback.
    let function = unsafe { std::mem::transmute::<*mut c_void, Callback>(pointer(function)) };
    let data = std::ptr::with_exposed_provenance(data);
    // SAFETY: the program has registered it with these client data.
    unsafe { function(pointer(client_data), pointer(first), pointer(second), data) }
}

static IS_CHILD: AtomicBool = AtomicBool::new(false);

/// Whether this process is a fork of the one that has connected. The connections are the other's.
pub fn is_child() -> bool {
    IS_CHILD.load(Relaxed)
}

/// Says once, in such a process, why its calls fail.
pub fn complain_in_child() {
    #[cfg(unix)]
    {
        static HAS_COMPLAINED: AtomicBool = AtomicBool::new(false);
        if is_child() && !HAS_COMPLAINED.swap(true, Relaxed) {
            let what = b"libsolid: no server: the connection is that of the process that has forked this one\n";
            // Not by the standard library: at the fork, another thread may have held its lock.
            // SAFETY: the bytes exist.
            unsafe { libc::write(libc::STDERR_FILENO, what.as_ptr().cast(), what.len()) };
        }
    }
}

/// Has [`is_child`] say so in processes that this one forks.
pub fn watch_forks() {
    #[cfg(unix)]
    {
        unsafe extern "C" fn in_child() {
            IS_CHILD.store(true, Relaxed);
        }
        // SAFETY: the function may run in a child of a process with several threads: it writes a number.
        unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    }
}
