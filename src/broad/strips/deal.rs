//! Which cells boxes lie in, and their images, dealt out to these.

use wide::f32x4;

use super::part::{Part, ROUND};
use crate::broad::phase::{Proxy, is_present};
use crate::broad::room::reserve_total;
use crate::broad::tuning::{Grid, Tuning};
use crate::math::Aabb;

/// Where a box goes.
#[derive(Clone, Copy, Default)]
pub(super) struct Cells {
    /// The strips that the box lies in. Of an absent box the first is past the last.
    first_strip: u16,
    last_strip: u16,
    /// The bucket where it begins on the sweep axis.
    bucket: u16,
    /// The bucket where it ends.
    reach: u16,
}

impl Cells {
    #[inline]
    pub(super) fn of(tuning: &Tuning, grid: &Grid, aabb: &Aabb) -> Cells {
        if !is_present(aabb) {
            return Cells { first_strip: 1, ..Cells::default() };
        }
        let [sweep, strip, _] = tuning.axes;
        let [first_strip, last_strip, bucket, reach] = grid.cells([
            tuning.image(strip, aabb.min[strip]),
            tuning.image(strip, aabb.max[strip]),
            tuning.image(sweep, aabb.min[sweep]),
            tuning.image(sweep, aabb.max[sweep]),
        ]);
        Cells { first_strip, last_strip, bucket, reach }
    }

    /// The first and the last of the strips that it lies in.
    #[inline]
    fn span(self) -> (usize, usize) {
        (self.first_strip as usize, self.last_strip as usize)
    }

    /// In how many strips it lies.
    #[inline]
    pub(super) fn strips(self) -> usize {
        (self.last_strip + 1 - self.first_strip) as usize
    }
}

/// The single-precision image of a box, turned so that one comparison of four numbers tests two axes.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    /// On the two axes that are not swept: the least coordinates, then the greatest with their signs changed.
    pub(super) sides: [f32; 4],
    pub(super) sweep_min: f32,
    pub(super) sweep_max: f32,
    pub(super) proxy: Proxy,
    pub(super) first_strip: u16,
    /// The bucket where the box ends on the sweep axis.
    pub(super) reach: u16,
}

impl Entry {
    #[inline]
    fn new(
        tuning: &Tuning,
        [sweep, strip, rest]: [usize; 3],
        proxy: Proxy,
        aabb: &Aabb,
        cells: Cells,
    ) -> Entry {
        let min = |axis: usize| tuning.image(axis, aabb.min[axis]);
        let max = |axis: usize| tuning.image(axis, aabb.max[axis]);
        Entry {
            sides: [min(strip), min(rest), -max(strip), -max(rest)],
            sweep_min: min(sweep),
            sweep_max: max(sweep),
            proxy,
            first_strip: cells.first_strip,
            reach: cells.reach,
        }
    }

    /// What the `sides` of another must not exceed if the boxes are to overlap.
    #[inline]
    pub(super) fn bounds(&self) -> f32x4 {
        let [min0, min1, minus_max0, minus_max1] = self.sides;
        f32x4::from([-minus_max0, -minus_max1, -min0, -min1])
    }

    /// Which of its sides do not exceed them.
    #[inline(always)]
    pub(super) fn compare(&self, bounds: f32x4) -> f32x4 {
        f32x4::from(self.sides).simd_le(bounds)
    }

    /// Whether none does.
    #[inline]
    pub(super) fn is_within(&self, bounds: f32x4) -> bool {
        self.compare(bounds).to_bitmask() == 0b1111
    }
}

/// Some strips in a row.
#[derive(Default)]
pub(super) struct Group {
    /// The number of the first, and of that after the last.
    pub(super) first: usize,
    pub(super) end: usize,
    /// The boxes in any of the strips, unless it has all strips.
    own: Vec<Proxy>,
    /// The boxes of all its strips, strip after strip. A box is in each strip that it touches. After each strip
    /// come some that overlap nothing, for the last rounds to run into.
    entries: Vec<Entry>,
    /// By strip and bucket: where its next entry goes; when all have been dealt out, where it ends.
    ends: Vec<u32>,
}

/// A box to be dealt out: the first and the last of the strips that it lies in, by their places in the group. Of an absent box
/// the first is past the last.
struct Place {
    proxy: Proxy,
    cells: Cells,
    first: usize,
    last: usize,
}

impl Group {
    // Once in the library.
    #[inline(never)]
    pub(super) fn reserve(&mut self, slots: usize) {
        reserve_total(&mut self.ends, slots);
    }

    pub(super) fn bytes(&self) -> usize {
        self.own.capacity() * size_of::<Proxy>()
            + self.entries.capacity() * size_of::<Entry>()
            + self.ends.capacity() * size_of::<u32>()
    }

    /// Puts the boxes into the strips.
    #[inline(never)]
    pub(super) fn deal_out(&mut self, tuning: &Tuning, boxes: &[Aabb], cells: &[Cells]) {
        let (base, end) = (self.first, self.end);
        if end - base == tuning.strips {
            let all = cells.iter().enumerate().map(|(proxy, &cells)| {
                let (first, last) = cells.span();
                Place { proxy: proxy as Proxy, cells, first, last }
            });
            return self.deal(tuning, boxes, all);
        }
        self.list_own(cells);
        let own = std::mem::take(&mut self.own);
        let some = own.iter().map(|&proxy| {
            let cells = cells[proxy as usize];
            let (first, last) = cells.span();
            Place { proxy, cells, first: first.max(base) - base, last: last.min(end - 1) - base }
        });
        self.deal(tuning, boxes, some);
        self.own = own;
    }

    /// Lists the boxes that are in any of the strips.
    fn list_own(&mut self, cells: &[Cells]) {
        self.own.clear();
        self.own.resize(cells.len(), 0);
        let mut count = 0;
        for (proxy, cells) in cells.iter().enumerate() {
            // Which are is unforeseeable: no branch.
            self.own[count] = proxy as Proxy;
            let (first, last) = cells.span();
            count += ((first <= last) & (first < self.end) & (last >= self.first)) as usize;
        }
        self.own.truncate(count);
    }

    #[inline(always)]
    fn deal(&mut self, tuning: &Tuning, boxes: &[Aabb], places: impl Iterator<Item = Place> + Clone) {
        self.ends.clear();
        // There are never more buckets than boxes.
        reserve_total(&mut self.ends, boxes.len());
        self.ends.resize((self.end - self.first) * tuning.buckets, 0);
        count(&mut self.ends, tuning.buckets, places.clone());
        self.reserve_room(tuning.buckets);
        copy_images(&mut self.entries, &mut self.ends, tuning, boxes, places);
    }

    /// Turns the counts of the cells into where they begin.
    #[inline(never)]
    fn reserve_room(&mut self, buckets: usize) {
        let mut next = 0;
        for counts in self.ends.chunks_exact_mut(buckets) {
            for cell in counts {
                next += std::mem::replace(cell, next);
            }
            next += ROUND as u32 - 1;
        }
        // One more, where needless copies land.
        let needed = next as usize + 1;
        if needed > self.entries.len() {
            // The number varies from sweep to sweep, of few boxes by more.
            self.entries = vec![Entry::default(); needed + needed / 16 + 16];
        }
    }

    /// Its strips one by one, where each has so many buckets.
    pub(super) fn parts(&mut self, buckets: usize) -> Parts<'_> {
        let Group { first, entries, ends, .. } = self;
        Parts { buckets, number: *first, entries, ends, first: 0 }
    }
}

/// Counts the entries of each bucket.
#[inline(always)]
fn count(ends: &mut [u32], buckets: usize, places: impl Iterator<Item = Place>) {
    for Place { cells, first, last, .. } in places {
        if first > last {
            continue;
        }
        let counts = &mut ends[cells.bucket as usize..];
        // Most boxes lie in one strip or two, unforeseeably: no branch between these.
        counts[first * buckets] += 1;
        counts[last * buckets] += (last > first) as u32;
        for strip in first + 1..last {
            counts[strip * buckets] += 1;
        }
    }
}

/// Copies the images of the boxes into their strips, in the order of the buckets.
#[inline(always)]
fn copy_images(
    entries: &mut [Entry],
    ends: &mut [u32],
    tuning: &Tuning,
    boxes: &[Aabb],
    places: impl Iterator<Item = Place>,
) {
    let (axes, buckets) = (tuning.axes, tuning.buckets);
    let needless = entries.len() - 1;
    for Place { proxy, cells, first, last } in places {
        if first > last {
            continue;
        }
        let entry = Entry::new(tuning, axes, proxy, &boxes[proxy as usize], cells);
        let mut put = |strip: usize, needed: bool| {
            let end = &mut ends[strip * buckets + cells.bucket as usize];
            entries[if needed { *end as usize } else { needless }] = entry;
            *end += needed as u32;
        };
        put(first, true);
        put(last, last > first);
        for strip in first + 1..last {
            put(strip, true);
        }
    }
}

/// The strips of a group, one by one.
pub(super) struct Parts<'a> {
    buckets: usize,
    /// What is left of a group, as in a part.
    number: usize,
    entries: &'a mut [Entry],
    ends: &'a [u32],
    first: usize,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    // Once in the library.
    #[inline(never)]
    fn next(&mut self) -> Option<Part<'a>> {
        if self.ends.is_empty() {
            return None;
        }
        let (ends, other_ends) = self.ends.split_at(self.buckets);
        let end = *ends.last()? as usize + ROUND - 1;
        let (entries, other_entries) = std::mem::take(&mut self.entries).split_at_mut(end - self.first);
        let part = Part { number: self.number, entries, ends, first: self.first };
        (self.number, self.entries, self.ends, self.first) =
            (self.number + 1, other_entries, other_ends, end);
        Some(part)
    }
}
