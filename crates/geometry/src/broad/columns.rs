//! The sweep from scratch: all overlapping pairs, for when most boxes move (thesis 5.2.2 sweeps all boxes along one axis).
//!
//! Two axes are cut into a grid, and the boxes are binned into its columns. Each column is sorted by the least coordinates on the
//! third axis and swept: a box is compared with those that follow until one begins behind its end.
//!
//! The comparisons work on single-precision images of the coordinates. Taking the image is monotone, so boxes that overlap
//! have images that overlap, and only the few whose images do are compared exactly. This holds for coordinates of any size;
//! where images are taken and where columns lie decides the speed alone.

use wide::f32x4;

use super::broad_phase::Proxy;
use super::finder::PairFinder;
use crate::math::{Aabb, exclusive_prefix_sum};
use crate::threads::Threads;

pub(super) mod layout;
#[cfg(test)]
mod tests;

use layout::Layout;

/// If boxes lie in more columns than this on average, the number of columns is reduced.
const MOST_COLUMNS_EACH: usize = 4;

/// Below this many boxes, more threads than one cost more than they gain (`benches/scenes`).
const LEAST_BOXES: usize = 1024;

/// The columns are shared out in this many parts for each thread: whichever is done first takes another.
const PARTS_EACH: usize = 4;

/// A box is compared with this many others at a time.
const LANES: usize = 4;

/// Pairs whose images overlap are collected, up to this many, before their boxes are compared.
const MOST_CANDIDATES: usize = 256;

/// Set in the tag of a box in the first of its columns along each of the two axes that are cut. Proxies lie below.
const FIRST: [u32; 2] = [1 << 31, 1 << 30];
const IS_FIRST: u32 = FIRST[0] | FIRST[1];

/// The image of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Entry {
    /// On the two axes that are not swept: the least coordinates, then the greatest with their signs changed, so that
    /// one comparison of four numbers tests two axes.
    sides: [f32; 4],
    sweep_min: f32,
    sweep_max: f32,
    /// In a sorted column, the proxy and whether the column is the first of the box on each axis.
    tag: u32,
}

/// Follows the entries of a column: overlaps nothing, and ends every sweep.
const SENTINEL: Entry =
    Entry { sides: [f32::NAN; 4], sweep_min: f32::NAN, sweep_max: f32::NAN, tag: 0 };

/// The working memory of a column has room for this many boxes at least: a few boxes may lie in many columns or in one.
const LEAST_ROOM: usize = 256;

/// The working memory of the sweep.
#[derive(Default)]
pub(super) struct Columns {
    layout: Layout,
    /// The images of the boxes, by proxy.
    images: Vec<Entry>,
    /// The boxes of column after column. A box is in each column that it touches. The upper half of its key is its least
    /// coordinate on the axis that is swept, as a number of the same order; the lower half is its tag.
    keys: Vec<u64>,
    /// By column: where its keys end.
    ends: Vec<u32>,
    scratch: Scratch,
    box_tests: u64,
}

/// Memory in which a column is sorted.
#[derive(Default)]
struct Scratch {
    keys: Vec<u64>,
    sorted: Vec<Entry>,
}

impl PairFinder for Columns {
    fn find(
        &mut self,
        boxes: &[Aabb],
        present: usize,
        threads: &Threads,
        accept: impl Fn(Proxy, Proxy) -> bool + Sync + Send,
        pairs: &mut Vec<(Proxy, Proxy)>,
    ) {
        self.layout.adapt(boxes, present);
        self.bin(boxes, present);
        let Columns { images, keys, ends, scratch, box_tests, .. } = self;
        let (images, keys, ends) = (&images[..], &keys[..], &ends[..]);
        let count = if present < LEAST_BOXES { 1 } else { threads.count() };
        if count == 1 {
            *box_tests += sweep(images, keys, ends, 0..ends.len(), scratch, &accept, pairs);
            return;
        }
        let size = ends.len().div_ceil(PARTS_EACH * count);
        let parts =
            (0..ends.len()).step_by(size).map(|first| first..(first + size).min(ends.len()));
        let found = threads.map(parts, |part| {
            let mut found = Vec::new();
            let tests =
                sweep(images, keys, ends, part, &mut Scratch::default(), &accept, &mut found);
            (found, tests)
        });
        for (found, tests) in found {
            pairs.extend_from_slice(&found);
            *box_tests += tests;
        }
    }

    fn box_tests(&self) -> u64 {
        self.box_tests
    }

    fn bytes(&self) -> usize {
        (self.images.capacity() + self.scratch.sorted.capacity()) * size_of::<Entry>()
            + self.ends.capacity() * size_of::<u32>()
            + (self.keys.capacity() + self.scratch.keys.capacity()) * size_of::<u64>()
    }
}

impl Columns {
    /// Takes the images of all boxes, and bins them into their columns in the order of the proxies.
    fn bin(&mut self, boxes: &[Aabb], present: usize) {
        let Columns { layout, images, keys, ends, .. } = self;
        images.clear();
        images.extend(boxes.iter().map(|aabb| layout.image(aabb)));
        let present_images = || images.iter().enumerate().filter(|(_, image)| image.is_present());
        let total = loop {
            ends.clear();
            if ends.capacity() < layout.columns() {
                ends.reserve_exact(2 * layout.columns());
            }
            ends.resize(layout.columns(), 0);
            let ends = &mut ends[..];
            for (_, image) in present_images() {
                layout.each_column(image, |column, _, count| ends[column] += count);
            }
            let total = exclusive_prefix_sum(ends) as usize;
            if total <= MOST_COLUMNS_EACH * present || layout.columns() == 1 {
                break total;
            }
            // Long boxes lie in many columns: where they abound, fewer columns are better.
            layout.halve_columns();
        };
        keys.resize(total + 1, 0);
        let (keys, ends) = (&mut keys[..], &mut ends[..]);
        for (slot, image) in present_images() {
            let key = u64::from(ordered(image.sweep_min)) << 32 | slot as u64;
            layout.each_column(image, |column, flags, count| {
                keys[ends[column] as usize] = key | u64::from(flags);
                ends[column] += count;
            });
        }
        self.box_tests += total as u64;
    }
}

/// Adds the accepted pairs of some columns to a list. Returns how many boxes were compared.
fn sweep(
    images: &[Entry],
    keys: &[u64],
    ends: &[u32],
    columns: std::ops::Range<usize>,
    scratch: &mut Scratch,
    accept: &impl Fn(Proxy, Proxy) -> bool,
    pairs: &mut Vec<(Proxy, Proxy)>,
) -> u64 {
    let mut tests = 0;
    for column in columns {
        let begin = if column > 0 { ends[column - 1] as usize } else { 0 };
        let sorted = scratch.sort(images, &keys[begin..ends[column] as usize]);
        tests += sweep_column(sorted, |candidates| {
            for &(a, b) in candidates {
                let (p, q) = (a & !IS_FIRST, b & !IS_FIRST);
                let pair = (p.min(q), p.max(q));
                // Two boxes may share several columns: the one that is the first on both axes reports them.
                if (a | b) & IS_FIRST == IS_FIRST && accept(pair.0, pair.1) {
                    pairs.push(pair);
                }
            }
        });
    }
    tests
}

impl Scratch {
    /// The boxes of a column by their least coordinates on the axis that is swept, and sentinels behind them.
    fn sort(&mut self, images: &[Entry], keys: &[u64]) -> &[Entry] {
        self.keys.clear();
        self.sorted.clear();
        if self.keys.capacity() < keys.len() {
            // Twice what is needed: the largest column varies from frame to frame.
            let room = LEAST_ROOM.max(2 * keys.len());
            self.keys.reserve_exact(room);
            self.sorted.reserve_exact(room + LANES);
        }
        self.keys.extend_from_slice(keys);
        self.keys.sort_unstable();
        self.sorted.extend(self.keys.iter().map(|key| {
            let tag = *key as u32;
            Entry { tag, ..images[(tag & !IS_FIRST) as usize] }
        }));
        self.sorted.extend([SENTINEL; LANES]);
        &self.sorted
    }
}

impl Entry {
    /// Whether it is the image of a present box.
    fn is_present(&self) -> bool {
        self.sweep_min <= self.sweep_max
    }
}

/// A whole number of the same order.
#[inline]
fn ordered(x: f32) -> u32 {
    let bits = x.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

/// Visits the tags of the pairs of a sorted column whose images overlap on the two other axes and, but for the last few of each
/// box, on the axis that is swept, some at a time. Returns how many were compared.
#[inline]
fn sweep_column(sorted: &[Entry], mut visit: impl FnMut(&[(u32, u32)])) -> u64 {
    let (mut candidates, mut count) = ([(0, 0); MOST_CANDIDATES], 0);
    let mut rounds = 0;
    for (place, a) in sorted[..sorted.len() - LANES].iter().enumerate() {
        // What the sides of another must not exceed if the boxes overlap.
        let [min0, min1, minus_max0, minus_max1] = a.sides;
        let bounds = f32x4::from([-minus_max0, -minus_max1, -min0, -min1]);
        let mut rest = &sorted[place + 1..];
        while let Some((others, behind)) = rest.split_first_chunk::<LANES>()
            && others[0].sweep_min <= a.sweep_max
        {
            if count > MOST_CANDIDATES - LANES {
                visit(&candidates[..count]);
                count = 0;
            }
            for b in others {
                // No branch, which would be mispredicted: the next candidate overwrites one that does not overlap.
                candidates[count] = (a.tag, b.tag);
                count += usize::from(f32x4::from(b.sides).simd_le(bounds).all());
            }
            rounds += 1;
            rest = behind;
        }
    }
    visit(&candidates[..count]);
    rounds * LANES as u64
}
