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

/// The capacity of the first chunk.
const FIRST_CAPACITY: usize = 64;

/// An arena. Chunks never grow beyond their capacity, so records do not move; each chunk has at least twice the capacity
/// of the one before.
pub(super) struct Records<T> {
    chunks: Vec<Vec<T>>,
    /// The chunk that receives the next records.
    current: usize,
}

/// A place in an arena; the default is its beginning.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Mark {
    chunk: usize,
    len: usize,
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

    /// How many there are, for [`Records::truncate`].
    pub fn mark(&self) -> Mark {
        Mark { chunk: self.current, len: self.chunks.get(self.current).map_or(0, Vec::len) }
    }

    /// Removes the records that were added since a mark, and keeps the memory.
    pub fn truncate(&mut self, mark: Mark) {
        for (i, chunk) in self.chunks.iter_mut().enumerate().skip(mark.chunk) {
            chunk.truncate(if i == mark.chunk { mark.len } else { 0 });
        }
        self.current = mark.chunk;
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

/// A place among the data of callbacks; the default is their beginning.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct DataMark([Mark; 5]);

impl CallbackData {
    /// How many there are, for [`CallbackData::truncate`].
    pub fn mark(&self) -> DataMark {
        let CallbackData { data, contact_data, contacts, intersection_data, segments } = self;
        DataMark([
            data.mark(),
            contact_data.mark(),
            contacts.mark(),
            intersection_data.mark(),
            segments.mark(),
        ])
    }

    /// Removes those that were added since a mark.
    pub fn truncate(&mut self, mark: DataMark) {
        let DataMark([data, contact_data, contacts, intersection_data, segments]) = mark;
        self.data.truncate(data);
        self.contact_data.truncate(contact_data);
        self.contacts.truncate(contacts);
        self.intersection_data.truncate(intersection_data);
        self.segments.truncate(segments);
    }

    /// Adds the data of a callback, with the list that the world has found for it.
    pub fn add(
        &mut self,
        data: &ResponseData,
        list: Option<ListKind>,
        world: &World<Callback>,
    ) -> *const DtCollData {
        let data = DtCollData {
            point1: vector(&data.point1),
            point2: vector(&data.point2),
            normal: vector(&data.normal),
        };
        let count = |len| DtCount::try_from(len).unwrap_or(DtCount::MAX);
        match list {
            None => self.data.add([data].into_iter()),
            Some(ListKind::Contacts) => {
                let found = world.found_contacts();
                let contacts = self.contacts.add(found.iter().map(record));
                let all = DtContactData { data, count: count(found.len()), contacts };
                self.contact_data.add([all].into_iter()).cast()
            }
            Some(ListKind::Segments) => {
                let found = world.found_segments();
                let segments = self.segments.add(found.iter().map(mesh_queries::record));
                let all = DtIntersectionData { data, count: count(found.len()), segments };
                self.intersection_data.add([all].into_iter()).cast()
            }
        }
    }
}
