//! The contents of the clients' vertex arrays, which the library reads in place of the clients' memory.

use std::cell::RefCell;
use std::sync::Arc;

use parking_lot::Mutex;
use solid_recording::ArraySource;
use solid_remote::records::{ARRAYS, Run, Upload, VertexSet};

/// The arrays of a shape, without the vertices that the shape does not use.
#[derive(Default)]
pub struct Arrays {
    /// Ranges of indices, and the place of the first index of each.
    ranges: Vec<(Run, usize)>,
    count: usize,
    contents: [Vec<[f64; 3]>; ARRAYS],
}

impl Arrays {
    /// The arrays of a shape that uses these vertices.
    pub fn new(set: &VertexSet) -> Arrays {
        let mut count = 0;
        let mut place = |run: &Run| {
            let placed = (*run, count);
            count += run.1 as usize;
            placed
        };
        let ranges = set.ranges.iter().map(&mut place).collect();
        Arrays { ranges, count, contents: Default::default() }
    }

    /// Takes over new contents. `false` if they make no sense: the first contents of an array come in order.
    pub fn upload(&mut self, upload: &Upload) -> bool {
        let contents = &mut self.contents[upload.array];
        let mut vertices = upload.vertices.as_slice();
        for &(start, length) in &upload.runs {
            let (start, end) = (start as usize, start as usize + length as usize);
            if start > contents.len() || end > self.count || vertices.len() < length as usize {
                return false;
            }
            let (run, rest) = vertices.split_at(length as usize);
            contents.resize(contents.len().max(end), [0.0; 3]);
            contents[start..end].copy_from_slice(run);
            vertices = rest;
        }
        vertices.is_empty()
    }

    fn vertex(&self, array: usize, index: u32) -> Option<[f64; 3]> {
        let after = self.ranges.partition_point(|((start, _), _)| *start <= index);
        let ((start, length), place) = self.ranges[after.checked_sub(1)?];
        let offset = index - start;
        (offset < length).then_some(())?;
        self.contents.get(array)?.get(place + offset as usize).copied()
    }
}

/// The arrays of a shape, which several threads may use.
pub type SharedArrays = Arc<Mutex<Arrays>>;

thread_local! {
    /// The arrays that the thread's current call reads.
    static CURRENT: RefCell<Option<SharedArrays>> = const { RefCell::new(None) };
    /// The indices that it reads.
    static INDICES: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// Sets the arrays that the thread's next call reads.
pub fn set_current(arrays: Option<SharedArrays>) {
    CURRENT.set(arrays);
}

/// Adds to the indices that the thread's next call reads.
pub fn add_indices(indices: &[u32]) {
    INDICES.with_borrow_mut(|all| all.extend_from_slice(indices));
}

/// The call has been made: it is over with what it read.
pub fn clear() {
    set_current(None);
    INDICES.take();
}

/// What the library reads instead of the clients' memory.
pub fn source() -> ArraySource {
    ArraySource { vertex, indices: || INDICES.take() }
}

/// A vertex of the array with a number, counted from 1. One that its client has not sent is at the origin.
fn vertex(array: usize, index: u32) -> [f64; 3] {
    CURRENT.with_borrow(|current| {
        let found = || current.as_ref()?.lock().vertex(array.checked_sub(1)?, index);
        found().unwrap_or_default()
    })
}
