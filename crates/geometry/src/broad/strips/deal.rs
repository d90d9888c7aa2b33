//! Which cells boxes lie in, and their images, dealt out to strips.

use std::hint::select_unpredictable;

use wide::f32x4;

use crate::broad::phase::{Proxy, is_present};
use crate::broad::room::reserve_total;
use crate::broad::tuning::{Grid, Tuning};
use crate::math::Aabb;
use crate::math::exclusive_prefix_sum;

/// Set in the entry of a box in the first of its strips. Proxies lie below.
const BEGINS: u32 = 1 << 31;

/// Where a box goes.
struct Cells {
    /// The strips that the box lies in.
    first_strip: usize,
    last_strip: usize,
    /// The bucket where it begins on the sweep axis.
    bucket: u16,
    /// The bucket where it ends.
    reach: u16,
}

impl Cells {
    #[inline]
    fn of(tuning: &Tuning, grid: &Grid, aabb: &Aabb) -> Cells {
        let [sweep, strip, _] = tuning.axes;
        let [first_strip, last_strip, bucket, reach] = grid.cells([
            tuning.image(strip, aabb.min[strip]),
            tuning.image(strip, aabb.max[strip]),
            tuning.image(sweep, aabb.min[sweep]),
            tuning.image(sweep, aabb.max[sweep]),
        ]);
        let [first_strip, last_strip] = [first_strip, last_strip].map(usize::from);
        Cells { first_strip, last_strip, bucket, reach }
    }
}

/// The single-precision image of a box, turned so that one comparison of four numbers tests two axes.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    /// On the two axes that are not swept: the least coordinates, then the greatest with their signs changed.
    pub(super) sides: [f32; 4],
    pub(super) sweep_min: f32,
    pub(super) sweep_max: f32,
    /// The proxy, and whether the strip is its first.
    pub(super) tag: u32,
    /// The buckets where the box begins and ends on the sweep axis.
    pub(super) bucket: u16,
    pub(super) reach: u16,
}

impl Entry {
    #[inline]
    fn new(tuning: &Tuning, proxy: Proxy, aabb: &Aabb, cells: &Cells) -> Entry {
        let [sweep, strip, rest] = tuning.axes;
        let min = |axis: usize| tuning.image(axis, aabb.min[axis]);
        let max = |axis: usize| tuning.image(axis, aabb.max[axis]);
        Entry {
            sides: [min(strip), min(rest), -max(strip), -max(rest)],
            sweep_min: min(sweep),
            sweep_max: max(sweep),
            tag: proxy | BEGINS,
            bucket: cells.bucket,
            reach: cells.reach,
        }
    }

    /// The box.
    #[inline]
    pub(super) fn proxy(&self) -> Proxy {
        self.tag & !BEGINS
    }

    /// Whether its strip is the first of those that it or another lies in.
    #[inline]
    pub(super) fn one_begins(&self, other: &Entry) -> bool {
        (self.tag | other.tag) & BEGINS != 0
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

/// Some boxes in a row, dealt out to the strips.
#[derive(Default)]
pub(super) struct Share {
    /// The boxes of strip after strip, in their order. A box is in each strip that it touches.
    entries: Vec<Entry>,
    /// By strip: how many there are; then where its next goes; when all have been dealt out, where it ends.
    ends: Vec<u32>,
    /// How many entries there are.
    pub(super) count: usize,
    /// Whether they have been dealt out.
    pub(super) is_dealt: bool,
}

impl Share {
    // Once in the library.
    #[inline(never)]
    pub(super) fn reserve(&mut self, strips: usize) {
        reserve_total(&mut self.ends, strips);
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.ends.capacity() * size_of::<u32>()
    }

    /// Those of a strip.
    #[inline]
    pub(super) fn strip(&self, number: usize) -> &[Entry] {
        let begin = if number > 0 { self.ends[number - 1] as usize } else { 0 };
        &self.entries[begin..self.ends[number] as usize]
    }

    /// Counts the entries that boxes need, the first of which is that of a proxy, and unless they are very many puts them in
    /// their places.
    #[inline(never)]
    pub(super) fn take(&mut self, tuning: &Tuning, first: Proxy, boxes: &[Aabb]) {
        let grid = tuning.grid();
        self.count_entries(tuning, &grid, boxes);
        self.is_dealt = false;
        if self.count <= super::MOST_EACH * boxes.len() {
            self.deal_out(tuning, first, boxes);
        }
    }

    #[inline]
    fn count_entries(&mut self, tuning: &Tuning, grid: &Grid, boxes: &[Aabb]) {
        self.ends.clear();
        reserve_total(&mut self.ends, tuning.strips);
        self.ends.resize(tuning.strips, 0);
        self.count = 0;
        for aabb in boxes.iter().filter(|aabb| is_present(aabb)) {
            let Cells { first_strip: first, last_strip: last, .. } = Cells::of(tuning, grid, aabb);
            // Most boxes lie in one strip or two, unforeseeably: no branch between these.
            self.ends[first] += 1;
            self.ends[last] += (last > first) as u32;
            for strip in first + 1..last {
                self.ends[strip] += 1;
            }
            self.count += last + 1 - first;
        }
    }

    /// Copies the images of the boxes, which have been counted, into their strips.
    #[inline(never)]
    pub(super) fn deal_out(&mut self, tuning: &Tuning, first: Proxy, boxes: &[Aabb]) {
        self.reserve_room();
        let Share { entries, ends, .. } = self;
        let (grid, needless) = (tuning.grid(), entries.len() - 1);
        for (proxy, aabb) in (first..).zip(boxes).filter(|(_, aabb)| is_present(aabb)) {
            let cells = Cells::of(tuning, &grid, aabb);
            let (first, last) = (cells.first_strip, cells.last_strip);
            let mut entry = Entry::new(tuning, proxy, aabb, &cells);
            let mut put = |strip: usize, needed: bool, entry: Entry| {
                let end = &mut ends[strip];
                entries[select_unpredictable(needed, *end as usize, needless)] = entry;
                *end += needed as u32;
            };
            put(first, true, entry);
            entry.tag = proxy;
            put(last, last > first, entry);
            for strip in first + 1..last {
                put(strip, true, entry);
            }
        }
        self.is_dealt = true;
    }

    /// Turns the counts of the strips into where they begin.
    fn reserve_room(&mut self) {
        exclusive_prefix_sum(&mut self.ends);
        // One more, where needless copies land.
        make_room(&mut self.entries, self.count + 1);
    }
}

/// Sees to it that there are so many entries. The number varies from sweep to sweep, of few boxes by more.
pub(super) fn make_room(entries: &mut Vec<Entry>, needed: usize) {
    if needed > entries.len() {
        *entries = vec![Entry::default(); needed + needed / 16 + 16];
    }
}
