//! Records for the client to read: their addresses do not change until they are removed.

use super::contacts::{DtContact, DtContactData, record};
use super::mesh_queries::{self, DtIntersectionData, DtSegment};
use super::state::Callback;
use super::types::{DtCollData, DtCount, vector};
use crate::scene::World;
use crate::scene::narrow_phase::ResponseData;
use solid_geometry::memory;
use solid_recording::ListKind;

#[cfg(test)]
mod tests;

/// The capacity of the least chunk. Small, since each test that was left in the middle keeps one.
const FIRST_CAPACITY: usize = 4;

/// An arena. Chunks never grow beyond their capacity, so records do not move; each chunk has at least twice the capacity
/// of the one before.
pub(super) struct Records<T> {
    chunks: Vec<Vec<T>>,
}

impl<T> Default for Records<T> {
    fn default() -> Self {
        Records { chunks: Vec::new() }
    }
}

/// Empty chunks, for use in other arenas: by the logarithm of their capacity.
pub(super) struct SpareChunks<T>(Vec<Vec<Vec<T>>>);

impl<T> Default for SpareChunks<T> {
    fn default() -> Self {
        SpareChunks(Vec::new())
    }
}

/// `k` for a capacity of 2^k times the least one.
fn class(capacity: usize) -> usize {
    capacity.div_ceil(FIRST_CAPACITY).next_power_of_two().trailing_zeros() as usize
}

impl<T> Records<T> {
    /// Adds records side by side and returns the address of the first.
    pub fn add(
        &mut self,
        records: impl ExactSizeIterator<Item = T>,
        spare: &mut SpareChunks<T>,
    ) -> *const T {
        let count = records.len();
        if self.chunks.last().is_none_or(|chunk| chunk.capacity() - chunk.len() < count) {
            let next = self.chunks.last().map_or(0, |last| class(last.capacity()) + 1);
            let class = next.max(class(count));
            let chunk = spare.0.get_mut(class).and_then(Vec::pop).unwrap_or_else(|| {
                let mut chunk = Vec::new();
                memory::reserve_exact(&mut chunk, FIRST_CAPACITY << class);
                chunk
            });
            memory::push(&mut self.chunks, chunk);
        }
        let Some(chunk) = self.chunks.last_mut() else { unreachable!("there is a chunk") };
        let start = chunk.len();
        chunk.extend(records);
        chunk.as_ptr().wrapping_add(start)
    }

    /// Removes all records, and makes their chunks spare ones.
    pub fn clear(&mut self, spare: &mut SpareChunks<T>) {
        for mut chunk in self.chunks.drain(..) {
            chunk.clear();
            let class = class(chunk.capacity());
            if spare.0.len() <= class {
                spare.0.resize_with(class + 1, Vec::new);
            }
            spare.0[class].push(chunk);
        }
    }

    /// The memory of the chunks, in bytes.
    fn size(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.capacity() * size_of::<T>()).sum()
    }
}

/// The data of callbacks.
#[derive(Default)]
pub(super) struct CallbackData {
    data: Records<DtCollData>,
    contact_data: Records<DtContactData>,
    contacts: Records<DtContact>,
    intersection_data: Records<DtIntersectionData>,
    segments: Records<DtSegment>,
}

/// Empty chunks of all kinds of records.
#[derive(Default)]
pub(super) struct SpareMemory {
    data: SpareChunks<DtCollData>,
    contact_data: SpareChunks<DtContactData>,
    contacts: SpareChunks<DtContact>,
    intersection_data: SpareChunks<DtIntersectionData>,
    segments: SpareChunks<DtSegment>,
}

impl CallbackData {
    /// Removes all, and makes the chunks spare ones.
    pub fn clear(&mut self, spare: &mut SpareMemory) {
        self.data.clear(&mut spare.data);
        self.contact_data.clear(&mut spare.contact_data);
        self.contacts.clear(&mut spare.contacts);
        self.intersection_data.clear(&mut spare.intersection_data);
        self.segments.clear(&mut spare.segments);
    }

    /// The memory that they take, in bytes.
    pub fn size(&self) -> usize {
        let CallbackData { data, contact_data, contacts, intersection_data, segments } = self;
        let of_lists = contact_data.size() + intersection_data.size();
        data.size() + contacts.size() + segments.size() + of_lists
    }

    /// Adds the data of a callback, with the list that the world has found for it.
    pub fn add(
        &mut self,
        data: &ResponseData,
        list: Option<ListKind>,
        world: &World<Callback>,
        spare: &mut SpareMemory,
    ) -> *const DtCollData {
        let data = DtCollData {
            point1: vector(&data.point1),
            point2: vector(&data.point2),
            normal: vector(&data.normal),
        };
        let count = |len| DtCount::try_from(len).unwrap_or(DtCount::MAX);
        match list {
            None => self.data.add([data].into_iter(), &mut spare.data),
            Some(ListKind::Contacts) => {
                let found = world.found_contacts();
                let contacts = self.contacts.add(found.iter().map(record), &mut spare.contacts);
                let all = DtContactData { data, count: count(found.len()), contacts };
                self.contact_data.add([all].into_iter(), &mut spare.contact_data).cast()
            }
            Some(ListKind::Segments) => {
                let found = world.found_segments();
                let segments =
                    self.segments.add(found.iter().map(mesh_queries::record), &mut spare.segments);
                let all = DtIntersectionData { data, count: count(found.len()), segments };
                self.intersection_data.add([all].into_iter(), &mut spare.intersection_data).cast()
            }
        }
    }
}
