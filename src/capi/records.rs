//! Records for the client to read: their addresses do not change until all of them are cleared.

use solid_geometry::memory;

/// The capacity of the first chunk.
const FIRST_CAPACITY: usize = 64;

/// An arena. Chunks never grow beyond their capacity, so records do not move; each chunk has at least twice the capacity
/// of the one before.
pub(super) struct Records<T> {
    chunks: Vec<Vec<T>>,
    /// The chunk that receives the next records.
    current: usize,
}

impl<T> Default for Records<T> {
    fn default() -> Self {
        Records { chunks: Vec::new(), current: 0 }
    }
}

impl<T> Records<T> {
    /// Adds records side by side and returns the address of the first.
    pub fn add(&mut self, records: impl ExactSizeIterator<Item = T>) -> *const T {
        loop {
            let Some(chunk) = self.chunks.get_mut(self.current) else {
                let capacity = FIRST_CAPACITY << self.chunks.len();
                let mut chunk = Vec::new();
                memory::reserve_exact(&mut chunk, records.len().max(capacity));
                self.chunks.push(chunk);
                continue;
            };
            if chunk.capacity() - chunk.len() >= records.len() {
                let start = chunk.len();
                chunk.extend(records);
                return chunk.as_ptr().wrapping_add(start);
            }
            self.current += 1;
        }
    }

    /// Removes all records and keeps the memory.
    pub fn clear(&mut self) {
        self.chunks.iter_mut().for_each(Vec::clear);
        self.current = 0;
    }
}
