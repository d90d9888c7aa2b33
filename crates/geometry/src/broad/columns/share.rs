//! The boxes that a thread bins into the columns.

use super::layout::Layout;
use super::{Entry, ordered};

use crate::math::{Aabb, exclusive_prefix_sum};

/// Some boxes in a row, by the columns that they touch.
#[derive(Default)]
pub(super) struct Share {
    /// The boxes of column after column, in each in the order of the proxies. A box is in each column that it touches. The upper
    /// half of its key is its least coordinate on the axis that is swept, as a number of the same order; the lower half is its
    /// tag.
    keys: Vec<u64>,
    /// By column: where its keys end.
    ends: Vec<u32>,
    /// How many keys there are.
    pub(super) total: usize,
}

impl Share {
    /// Takes the images of the boxes, and counts those of each column.
    pub(super) fn count(&mut self, layout: &Layout, boxes: &[Aabb], images: &mut [Entry]) {
        let columns = layout.columns();
        self.ends.clear();
        if self.ends.capacity() < columns {
            self.ends.reserve_exact(2 * columns);
        }
        self.ends.resize(columns, 0);
        let ends = &mut self.ends[..];
        for (aabb, image) in boxes.iter().zip(images) {
            *image = layout.image(aabb);
            if image.is_present() {
                layout.each_column(image, |column, _, count| ends[column] += count);
            }
        }
        self.total = exclusive_prefix_sum(ends) as usize;
    }

    /// Bins the boxes that were counted, of which `first` is the first.
    pub(super) fn bin(&mut self, layout: &Layout, first: usize, images: &[Entry]) {
        // One more: a box is written there, too, that counts for nothing in the last column.
        self.keys.resize(self.total + 1, 0);
        let (keys, ends) = (&mut self.keys[..], &mut self.ends[..]);
        for (place, image) in images.iter().enumerate().filter(|(_, image)| image.is_present()) {
            let key = u64::from(ordered(image.sweep_min)) << 32 | (first + place) as u64;
            layout.each_column(image, |column, flags, count| {
                keys[ends[column] as usize] = key | u64::from(flags);
                ends[column] += count;
            });
        }
    }

    /// The boxes of a column.
    pub(super) fn column(&self, column: usize) -> &[u64] {
        let begin = if column > 0 { self.ends[column - 1] as usize } else { 0 };
        &self.keys[begin..self.ends[column] as usize]
    }
}
