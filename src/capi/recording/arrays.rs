//! Reads from the client's arrays: recorded, or replaced by recorded contents during a replay.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use solid_geometry::memory;
use solid_recording::{ArraySource, VertexArray};

use super::recorder::{is_on, with_writer};

static SOURCE: OnceLock<ArraySource> = OnceLock::new();
static IS_REPLAY: AtomicBool = AtomicBool::new(false);

/// Reads arrays from `source` from now on. Has an effect only once in a process.
pub fn replace(source: ArraySource) {
    if SOURCE.set(source).is_ok() {
        IS_REPLAY.store(true, Relaxed);
    }
}

/// Whether reads are recorded or replaced.
#[inline]
pub fn is_active() -> bool {
    is_on() || IS_REPLAY.load(Relaxed)
}

/// A vertex of an array, which `read` reads from the client's memory.
#[cold]
pub fn vertex(array: &VertexArray, index: u32, read: impl FnOnce() -> [f64; 3]) -> [f64; 3] {
    let vertex = match SOURCE.get() {
        Some(source) => (source.vertex)(array.base, index),
        None => read(),
    };
    with_writer(|writer| writer.vertex(array.base, index, vertex, array.single));
    vertex
}

/// The indices that a call reads.
///
/// # Safety
///
/// `indices` points to `count` numbers. It need not be aligned.
#[cold]
pub unsafe fn indices(indices: *const u32, count: usize) -> Vec<u32> {
    let indices = match SOURCE.get() {
        Some(source) => (source.indices)(),
        None => {
            let mut list = Vec::new();
            memory::reserve_exact(&mut list, count);
            // SAFETY: the caller promises `count` numbers.
            list.extend((0..count).map(|i| unsafe { indices.wrapping_add(i).read_unaligned() }));
            list
        }
    };
    with_writer(|writer| writer.indices(&indices));
    indices
}
