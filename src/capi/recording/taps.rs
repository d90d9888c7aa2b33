//! Where the client's arrays are read: what was read is what is recorded, and at replay what was recorded is read.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use once_cell::sync::OnceCell;

use super::recorder::{if_held, is_on};
use solid_geometry::mesh::builder::VertexArray;

/// What stands in for the client's arrays.
pub struct Source {
    /// A vertex of an array.
    pub vertex: fn(array: usize, index: u32) -> [f64; 3],
    /// The indices of the call.
    pub indices: fn() -> Vec<u32>,
}

static SOURCE: OnceCell<Source> = OnceCell::new();
static REPLAYS: AtomicBool = AtomicBool::new(false);

/// From now on arrays are read from here.
pub fn read_from(source: Source) {
    if SOURCE.set(source).is_ok() {
        REPLAYS.store(true, Relaxed);
    }
}

/// Whether the client's arrays are more than read.
#[inline(always)]
pub fn are_on() -> bool {
    is_on() || REPLAYS.load(Relaxed)
}

/// A vertex of an array, whose own is told by `read`.
#[cold]
#[inline(never)]
pub fn vertex(
    array: &VertexArray,
    index: u32,
    read: fn(&VertexArray, u32) -> [f64; 3],
) -> [f64; 3] {
    let vertex = match SOURCE.get() {
        Some(source) => (source.vertex)(array.base, index),
        None => read(array, index),
    };
    if_held(|recorder| {
        let mut bytes = Vec::with_capacity(24);
        for x in vertex {
            // Those of an array of floats are floats.
            if array.single {
                bytes.extend_from_slice(&(x as f32).to_le_bytes());
            } else {
                bytes.extend_from_slice(&x.to_le_bytes());
            }
        }
        recorder.vertex(array.base, index, &bytes);
    });
    vertex
}

/// Indices that a call reads.
///
/// # Safety
///
/// `indices` points to `count` of them.
#[cold]
#[inline(never)]
pub unsafe fn indices(indices: *const u32, count: usize) -> Vec<u32> {
    let read = match SOURCE.get() {
        Some(source) => (source.indices)(),
        // SAFETY: the same promise is asked of our caller; no alignment is asked for.
        None => (0..count).map(|i| unsafe { indices.wrapping_add(i).read_unaligned() }).collect(),
    };
    if_held(|recorder| recorder.indices(&read));
    read
}
