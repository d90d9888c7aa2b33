//! The sweep from scratch: all overlapping pairs, for when most boxes move (thesis 5.2.2 sweeps all boxes along one axis).
//!
//! The boxes are binned into slabs along one axis. Each slab is sorted by the least coordinates on a second axis and swept:
//! a box is compared with those that follow until one begins behind its end.
//!
//! The comparisons work on single-precision images of the coordinates. Taking the image is monotone, so boxes that overlap
//! have images that overlap, and only the few whose images do are compared exactly. This holds for coordinates of any size;
//! where images are taken and where slabs lie decides the speed alone.

use wide::f32x4;

use super::broad_phase::{Proxy, is_present};
use super::finder::PairFinder;
use crate::math::{Aabb, exclusive_prefix_sum};
use crate::threads::Threads;

pub(super) mod layout;
#[cfg(test)]
mod tests;

use layout::Layout;

/// If boxes lie in more slabs than this on average, the number of slabs is reduced.
const MOST_SLABS_EACH: usize = 3;

/// Below this many boxes, more threads than one cost more than they gain (`benches/scenes`).
const LEAST_BOXES: usize = 1024;

/// The slabs are shared out in this many parts for each thread: whichever is done first takes another.
const PARTS_EACH: usize = 4;

/// A box is compared with this many others at a time.
const LANES: usize = 4;

/// Set in the tag of a box in the first of its slabs. Proxies lie below.
const FIRST: u32 = 1 << 31;

/// A box in a slab.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Entry {
    /// On the two axes that are not swept: the least coordinates, then the greatest with their signs changed, so that
    /// one comparison of four numbers tests two axes.
    sides: [f32; 4],
    sweep_min: f32,
    sweep_max: f32,
    /// The proxy, and whether the slab is its first.
    tag: u32,
}

/// Follows the entries of a slab: overlaps nothing, and ends every sweep.
const SENTINEL: Entry =
    Entry { sides: [f32::NAN; 4], sweep_min: f32::NAN, sweep_max: f32::NAN, tag: 0 };

/// The working memory of the sweep.
#[derive(Default)]
pub(super) struct Slabs {
    layout: Layout,
    /// The boxes of slab after slab. A box is in each slab that it touches.
    entries: Vec<Entry>,
    /// By slab: where its entries end.
    ends: Vec<u32>,
    scratch: Scratch,
    box_tests: u64,
}

/// Memory in which a slab is sorted.
#[derive(Default)]
struct Scratch {
    /// The least coordinate in the upper half, as a number of the same order, and the place in the lower one.
    order: Vec<u64>,
    sorted: Vec<Entry>,
}

impl PairFinder for Slabs {
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
        let Slabs { entries, ends, scratch, box_tests, .. } = self;
        let (entries, ends) = (&entries[..], &ends[..]);
        let count = if present < LEAST_BOXES { 1 } else { threads.count() };
        if count == 1 {
            *box_tests += sweep(entries, ends, 0..ends.len(), scratch, &accept, pairs);
            return;
        }
        let size = ends.len().div_ceil(PARTS_EACH * count);
        let parts =
            (0..ends.len()).step_by(size).map(|first| first..(first + size).min(ends.len()));
        let found = threads.map(parts, |part| {
            let mut found = Vec::new();
            let tests = sweep(entries, ends, part, &mut Scratch::default(), &accept, &mut found);
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
        (self.entries.capacity() + self.scratch.sorted.capacity()) * size_of::<Entry>()
            + self.ends.capacity() * size_of::<u32>()
            + self.scratch.order.capacity() * size_of::<u64>()
    }
}

impl Slabs {
    /// Copies the images of all boxes into their slabs, in the order of the proxies.
    fn bin(&mut self, boxes: &[Aabb], present: usize) {
        let Slabs { layout, entries, ends, .. } = self;
        let present_boxes = || boxes.iter().enumerate().filter(|(_, aabb)| is_present(aabb));
        let total = loop {
            ends.clear();
            ends.resize(layout.slabs, 0);
            present_boxes().flat_map(|(_, aabb)| layout.slabs_of(aabb)).for_each(|s| ends[s] += 1);
            let total = exclusive_prefix_sum(ends) as usize;
            if total <= MOST_SLABS_EACH * present || layout.slabs == 1 {
                break total;
            }
            // Long boxes lie in many slabs: where they abound, fewer slabs are better.
            layout.halve_slabs();
        };
        entries.resize(total, Entry::default());
        for (slot, aabb) in present_boxes() {
            let mut entry = layout.entry(slot as Proxy | FIRST, aabb);
            for slab in layout.slabs_of(aabb) {
                entries[ends[slab] as usize] = entry;
                ends[slab] += 1;
                entry.tag = slot as Proxy;
            }
        }
        self.box_tests += total as u64;
    }
}

/// Adds the accepted pairs of some slabs to a list. Returns how many boxes were compared.
fn sweep(
    entries: &[Entry],
    ends: &[u32],
    slabs: std::ops::Range<usize>,
    scratch: &mut Scratch,
    accept: &impl Fn(Proxy, Proxy) -> bool,
    pairs: &mut Vec<(Proxy, Proxy)>,
) -> u64 {
    let mut tests = 0;
    for slab in slabs {
        let begin = if slab > 0 { ends[slab - 1] as usize } else { 0 };
        let sorted = scratch.sort(&entries[begin..ends[slab] as usize]);
        tests += sweep_slab(sorted, |a, b| {
            let (p, q) = (a.tag & !FIRST, b.tag & !FIRST);
            let pair = (p.min(q), p.max(q));
            // Two boxes may share several slabs: the first of these reports them.
            if (a.tag | b.tag) & FIRST != 0 && accept(pair.0, pair.1) {
                pairs.push(pair);
            }
        });
    }
    tests
}

impl Scratch {
    /// The entries of a slab by their least coordinates on the axis that is swept, and sentinels behind them.
    fn sort(&mut self, entries: &[Entry]) -> &[Entry] {
        self.order.clear();
        self.order.extend(
            entries
                .iter()
                .enumerate()
                .map(|(place, entry)| u64::from(ordered(entry.sweep_min)) << 32 | place as u64),
        );
        self.order.sort_unstable();
        self.sorted.clear();
        self.sorted.extend(self.order.iter().map(|key| entries[*key as u32 as usize]));
        self.sorted.extend([SENTINEL; LANES]);
        &self.sorted
    }
}

/// A whole number of the same order.
#[inline]
fn ordered(x: f32) -> u32 {
    let bits = x.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

/// Visits the pairs of a sorted slab whose images overlap on the two other axes and, but for the last few of each box, on the
/// axis that is swept. Returns how many were compared.
#[inline]
fn sweep_slab(sorted: &[Entry], mut visit: impl FnMut(&Entry, &Entry)) -> u64 {
    let mut rounds = 0;
    for (place, a) in sorted[..sorted.len() - LANES].iter().enumerate() {
        // What the sides of another must not exceed if the boxes overlap.
        let [min0, min1, minus_max0, minus_max1] = a.sides;
        let bounds = f32x4::from([-minus_max0, -minus_max1, -min0, -min1]);
        let mut rest = &sorted[place + 1..];
        while let Some((others, behind)) = rest.split_first_chunk::<LANES>()
            && others[0].sweep_min <= a.sweep_max
        {
            for b in others {
                if f32x4::from(b.sides).simd_le(bounds).all() {
                    visit(a, b);
                }
            }
            rounds += 1;
            rest = behind;
        }
    }
    rounds * LANES as u64
}
