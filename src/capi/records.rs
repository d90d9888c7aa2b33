//! Records that C may read for a while: they stay where they are until all are forgotten at once.

use crate::scene::room::Tides;

/// How many records are allocated at once, at least.
const CHUNK: usize = 64;

/// Chunks of records; none ever grows past the room it was made with, so that none moves.
pub(super) struct Records<T> {
    chunks: Vec<Vec<T>>,
    current: usize,
    tides: Tides,
}

impl<T> Default for Records<T> {
    fn default() -> Self {
        Records { chunks: Vec::new(), current: 0, tides: Tides::default() }
    }
}

impl<T> Records<T> {
    /// Keeps some records side by side; returns where the first is.
    pub fn keep(&mut self, records: impl ExactSizeIterator<Item = T>) -> *const T {
        loop {
            let Some(chunk) = self.chunks.get_mut(self.current) else {
                self.chunks.push(Vec::with_capacity(records.len().max(CHUNK)));
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

    /// Makes room for more records than there are, in the first tests, so that those after them need no memory.
    pub fn make_room(&mut self) {
        let count = self.chunks.iter().map(Vec::len).sum();
        let room = self.chunks.iter().map(Vec::capacity).sum();
        if let Some(total) = self.tides.turn(count, room) {
            self.chunks.push(Vec::with_capacity(total - room));
        }
    }

    /// Forgets all records; their memory is used again.
    pub fn clear(&mut self) {
        self.chunks.iter_mut().for_each(Vec::clear);
        self.current = 0;
    }
}
