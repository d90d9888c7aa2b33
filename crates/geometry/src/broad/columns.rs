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
use crate::interrupt::Pace;
use crate::math::Aabb;
use crate::memory;
use crate::threads::Threads;

mod layout;
mod share;
#[cfg(test)]
mod tests;

use layout::Layout;
use share::Share;

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
    /// The boxes, binned into the columns; one share for each thread.
    shares: Vec<Share>,
    scratch: Scratch,
    /// How many boxes have been compared so far.
    pub(super) box_tests: u64,
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
        let alone = Threads::default();
        let threads = if present < LEAST_BOXES { &alone } else { threads };
        self.bin(boxes, present, threads);
        let Columns { layout, images, shares, scratch, box_tests } = self;
        let (images, shares, columns) = (&images[..], &shares[..], layout.columns());
        if threads.count() == 1 {
            *box_tests += sweep(images, shares, 0..columns, scratch, &accept, pairs);
            return;
        }
        let size = columns.div_ceil(PARTS_EACH * threads.count());
        let parts = (0..columns).step_by(size).map(|first| first..(first + size).min(columns));
        let found = threads.map(parts, |part| {
            let mut found = Vec::new();
            let tests = sweep(images, shares, part, &mut Scratch::default(), &accept, &mut found);
            (found, tests)
        });
        for (found, tests) in found {
            memory::reserve(pairs, found.len());
            pairs.extend_from_slice(&found);
            *box_tests += tests;
        }
    }
}

impl Columns {
    /// Takes the images of all boxes, and bins them into their columns.
    fn bin(&mut self, boxes: &[Aabb], present: usize, threads: &Threads) {
        let Columns { layout, images, shares, box_tests, .. } = self;
        images.resize(boxes.len(), Entry::default());
        let size = boxes.len().div_ceil(threads.count()).max(1);
        shares.resize_with(boxes.len().div_ceil(size), Share::default);
        loop {
            let all = shares.iter_mut().zip(boxes.chunks(size).zip(images.chunks_mut(size)));
            threads.map(all, |(share, (boxes, images))| share.count(layout, boxes, images));
            let total = shares.iter().map(|share| share.total).sum::<usize>();
            if total <= MOST_COLUMNS_EACH * present || layout.columns() == 1 {
                *box_tests += total as u64;
                break;
            }
            // Long boxes lie in many columns: where they abound, fewer columns are better.
            layout.halve_columns();
        }
        let all = shares.iter_mut().zip(images.chunks(size)).enumerate();
        threads.map(all, |(i, (share, images))| share.bin(layout, i * size, images));
    }
}

/// Adds the accepted pairs of some columns to a list. Returns how many boxes were compared.
fn sweep(
    images: &[Entry],
    shares: &[Share],
    columns: std::ops::Range<usize>,
    scratch: &mut Scratch,
    accept: &impl Fn(Proxy, Proxy) -> bool,
    pairs: &mut Vec<(Proxy, Proxy)>,
) -> u64 {
    let mut tests = 0;
    let mut pace = Pace::default();
    for column in columns {
        pace.step();
        let sorted = scratch.sort(images, shares.iter().map(|share| share.column(column)));
        tests += sweep_column(sorted, |candidates| {
            pace.step();
            for &(a, b) in candidates {
                let (p, q) = (a & !IS_FIRST, b & !IS_FIRST);
                let pair = (p.min(q), p.max(q));
                // Two boxes may share several columns: the one that is the first on both axes reports them.
                if (a | b) & IS_FIRST == IS_FIRST && accept(pair.0, pair.1) {
                    memory::push(pairs, pair);
                }
            }
        });
    }
    tests
}

impl Scratch {
    /// The boxes of a column by their least coordinates on the axis that is swept, and sentinels behind them.
    fn sort<'a>(
        &mut self,
        images: &[Entry],
        shares: impl Iterator<Item = &'a [u64]> + Clone,
    ) -> &[Entry] {
        self.keys.clear();
        self.sorted.clear();
        let count = shares.clone().map(<[u64]>::len).sum();
        if self.keys.capacity() < count {
            // Twice what is needed: the largest column varies from frame to frame.
            let room = LEAST_ROOM.max(2 * count);
            self.keys.reserve_exact(room);
            self.sorted.reserve_exact(room + LANES);
        }
        shares.for_each(|keys| self.keys.extend_from_slice(keys));
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
