//! Records that C may read for a while: they stay where they are until all are forgotten at once.

/// How many records are allocated at once, at least.
const CHUNK: usize = 64;

/// Chunks of records; none ever grows past the room it was made with, so that none moves.
pub(super) struct Records<T> {
    chunks: Vec<Vec<T>>,
    current: usize,
}

impl<T> Default for Records<T> {
    fn default() -> Self {
        Records { chunks: Vec::new(), current: 0 }
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

    /// Forgets all records; their memory is used again.
    pub fn clear(&mut self) {
        self.chunks.iter_mut().for_each(Vec::clear);
        self.current = 0;
    }
}
