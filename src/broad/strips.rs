//! The fresh sweep: all overlapping pairs from scratch, for when most boxes move.
//!
//! The boxes are dealt out to strips along one axis, and within each strip to buckets along a second one.
//! Each strip is swept: a box is compared with those that follow it up to the bucket where it ends. The
//! comparisons work on single-precision images of the coordinates. Taking the image is monotone, so boxes
//! that overlap have images that overlap, and only the few whose images do are looked at exactly. This holds
//! for coordinates of any size; how images are taken and where strips and buckets lie decides the speed
//! alone.

use super::afresh::Finder;
use super::phase::{Proxy, is_present};
use super::room::{reserve_total, with_slack};
use super::team::{Team, share_out};
use super::tuning::Tuning;
use crate::math::Aabb;
use crate::math::sort::sort_copied;
use parking_lot::Mutex;

/// A strip whose boxes share their bucket with more than this many on the average is sorted instead.
const CROWD: u32 = 8;

/// Boxes are compared with rounds of so many others: fewer ends of the inner loop come unforeseen.
const ROUND: usize = 4;

/// Where a box goes.
#[derive(Clone, Copy)]
struct Cells {
    /// The strips that the box lies in. Of an absent box the first is past the last.
    first_strip: u16,
    last_strip: u16,
    /// The bucket where it begins on the sweep axis.
    bucket: u16,
}

/// The single-precision image of a box, turned so that one comparison of four numbers tests two axes.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// On the two axes that are not swept: the least coordinates, then the greatest with their signs changed.
    sides: [f32; 4],
    sweep_min: f32,
    sweep_max: f32,
    proxy: Proxy,
    first_strip: u16,
    /// The bucket where the box ends on the sweep axis.
    reach: u16,
}

/// The working memory of the fresh sweep.
pub(super) struct Strips {
    tuning: Tuning,
    cells: Vec<Cells>,
    /// The boxes of all strips, strip after strip. A box is in each strip that it touches. After each strip
    /// come some that overlap nothing, for the last rounds to run into.
    entries: Vec<Entry>,
    /// By strip and bucket: where its next entry goes; when all have been dealt out, where it ends.
    ends: Vec<u32>,
    /// By strip: whether its boxes are too crowded for buckets.
    crowded: Vec<bool>,
    box_tests: u64,
}

impl Default for Strips {
    fn default() -> Strips {
        Strips {
            tuning: Tuning::new(),
            cells: Vec::new(),
            entries: Vec::new(),
            ends: Vec::new(),
            crowded: Vec::new(),
            box_tests: 0,
        }
    }
}

impl Finder for Strips {
    fn find(&mut self, boxes: &[Aabb], present: usize, found: &mut dyn FnMut(Proxy, Proxy)) {
        self.prepare(boxes, present);
        let parts = parts(&self.tuning, &self.ends, &self.crowded, &mut self.entries);
        self.box_tests += parts.map(|part| part.sweep(found)).sum::<u64>();
    }

    // How many entries they need depends on where they are.
    fn reserve(&mut self, slots: usize) {
        reserve_total(&mut self.cells, slots);
        reserve_total(&mut self.ends, slots.max(1));
    }

    fn box_tests(&self) -> u64 {
        self.box_tests
    }

    fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<Cells>()
            + self.entries.capacity() * size_of::<Entry>()
            + self.ends.capacity() * size_of::<u32>()
            + self.crowded.capacity()
    }
}

impl Strips {
    /// Puts the boxes into their strips.
    #[inline(never)]
    pub(super) fn prepare(&mut self, boxes: &[Aabb], present: usize) {
        self.tuning.look(boxes, present);
        while !self.find_cells(boxes, 3 * present) && self.tuning.strips > 1 {
            // Long boxes lie in many strips: where they abound, fewer strips are better.
            self.tuning.halve_strips();
        }
        self.reserve_room();
        self.deal_out(boxes);
        self.box_tests += self.entries.len() as u64;
    }

    /// As [`Finder::find`], by a team, for boxes that are in their strips: the pairs that are `wanted` are added to a list, in
    /// any order.
    pub(super) fn find_together(
        &mut self,
        team: &dyn Team,
        list: &mut Vec<(Proxy, Proxy)>,
        wanted: impl Fn(Proxy, Proxy) -> bool + Sync,
    ) {
        let found = Mutex::new((list, 0));
        let parts = parts(&self.tuning, &self.ends, &self.crowded, &mut self.entries);
        share_out(team, parts, |part| {
            let tests = part.sweep(&mut |a, b| {
                if wanted(a, b) {
                    found.lock().0.push((a, b));
                }
            });
            found.lock().1 += tests;
        });
        self.box_tests += found.into_inner().1;
    }

    /// Finds the cells of all boxes and counts the entries of each, unless they are more than `most` in all:
    /// returns whether they are not.
    fn find_cells(&mut self, boxes: &[Aabb], most: usize) -> bool {
        let tuning = &self.tuning;
        let [sweep, strip, _] = tuning.axes;
        let buckets = tuning.buckets;
        self.ends.clear();
        self.ends.resize(tuning.strips * buckets, 0);
        let counts = &mut self.ends[..];
        let mut entries = 0;
        self.cells.clear();
        self.cells.extend(boxes.iter().map(|aabb| {
            if !is_present(aabb) {
                return Cells { first_strip: 1, last_strip: 0, bucket: 0 };
            }
            let first_strip = tuning.strip(tuning.image(strip, aabb.min[strip]));
            let last_strip = tuning.strip(tuning.image(strip, aabb.max[strip]));
            let bucket = tuning.bucket(tuning.image(sweep, aabb.min[sweep]));
            // Most boxes lie in one strip or two, unforeseeably: no branch between these.
            let (first, last) = (first_strip as usize, last_strip as usize);
            counts[first * buckets + bucket as usize] += 1;
            counts[last * buckets + bucket as usize] += (last > first) as u32;
            entries += last - first + 1;
            if entries <= most {
                for strip in first + 1..last {
                    counts[strip * buckets + bucket as usize] += 1;
                }
            }
            Cells { first_strip, last_strip, bucket }
        }));
        entries <= most
    }

    /// Turns the counts of the cells into where they begin.
    fn reserve_room(&mut self) {
        let mut next = 0;
        self.crowded.clear();
        for counts in self.ends.chunks_exact_mut(self.tuning.buckets) {
            let begin = next;
            let mut squares = 0;
            for cell in counts {
                let count = *cell;
                *cell = next;
                next += count;
                squares += count as u64 * count as u64;
            }
            self.crowded.push(squares > (CROWD * (next - begin)) as u64);
            next += ROUND as u32 - 1;
        }
        // One more, where needless copies land.
        let needed = next as usize + 1;
        if needed > self.entries.capacity() {
            self.entries.clear();
            // The number varies from sweep to sweep.
            reserve_total(&mut self.entries, with_slack(needed));
        }
        self.entries.resize(needed, Entry::default());
    }

    /// Copies the images of the boxes into their strips, in the order of the buckets.
    fn deal_out(&mut self, boxes: &[Aabb]) {
        let tuning = &self.tuning;
        let axes = tuning.axes;
        let (entries, ends) = (&mut self.entries[..], &mut self.ends[..]);
        let needless = entries.len() - 1;
        for (proxy, (aabb, cells)) in boxes.iter().zip(&self.cells).enumerate() {
            let (first, last) = (cells.first_strip as usize, cells.last_strip as usize);
            if first > last {
                continue;
            }
            let mut entry = Entry::new(tuning, axes, proxy as Proxy, aabb);
            entry.first_strip = cells.first_strip;
            entry.reach = tuning.bucket(entry.sweep_max);
            let mut put = |strip: usize, needed: bool| {
                let end = &mut ends[strip * tuning.buckets + cells.bucket as usize];
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
}

impl Entry {
    #[inline]
    fn new(tuning: &Tuning, [sweep, strip, rest]: [usize; 3], proxy: Proxy, aabb: &Aabb) -> Entry {
        let min = |axis: usize| tuning.image(axis, aabb.min[axis]);
        let max = |axis: usize| tuning.image(axis, aabb.max[axis]);
        Entry {
            sides: [min(strip), min(rest), -max(strip), -max(rest)],
            sweep_min: min(sweep),
            sweep_max: max(sweep),
            proxy,
            first_strip: 0,
            reach: 0,
        }
    }

    /// What the `sides` of another must not exceed if the boxes are to overlap.
    #[inline]
    fn bounds(&self) -> [f32; 4] {
        let [min0, min1, minus_max0, minus_max1] = self.sides;
        [-minus_max0, -minus_max1, -min0, -min1]
    }

    #[inline]
    fn within(&self, bounds: &[f32; 4]) -> bool {
        let s = &self.sides;
        (s[0] <= bounds[0]) & (s[1] <= bounds[1]) & (s[2] <= bounds[2]) & (s[3] <= bounds[3])
    }
}

/// A strip.
struct Part<'a> {
    number: usize,
    /// Its boxes, and what pads it.
    entries: &'a mut [Entry],
    /// The ends of its buckets, counted from where the strip counts as `first`.
    ends: &'a [u32],
    first: usize,
    crowded: bool,
}

/// The strips one by one.
fn parts<'a>(
    tuning: &Tuning,
    ends: &'a [u32],
    crowded: &'a [bool],
    mut entries: &'a mut [Entry],
) -> impl Iterator<Item = Part<'a>> + Send {
    let mut next = 0;
    let strips = ends.chunks_exact(tuning.buckets).zip(crowded).enumerate();
    strips.map(move |(number, (ends, crowded))| {
        let padded_end = ends[ends.len() - 1] as usize + ROUND - 1;
        let own;
        (own, entries) = std::mem::take(&mut entries).split_at_mut(padded_end - next);
        let first = std::mem::replace(&mut next, padded_end);
        Part { number, entries: own, ends, first, crowded: *crowded }
    })
}

impl Part<'_> {
    /// Calls `found(a, b)`, `a < b`, for pairs whose images overlap. Returns how many were compared.
    #[inline]
    fn sweep(self, found: &mut dyn FnMut(Proxy, Proxy)) -> u64 {
        let end = self.entries.len() + 1 - ROUND;
        let mut report = |a: &Entry, b: &Entry| {
            // Two boxes may meet in several strips: the first of these reports them.
            if a.first_strip.max(b.first_strip) == self.number as u16 {
                found(a.proxy.min(b.proxy), a.proxy.max(b.proxy));
            }
        };
        if self.crowded {
            sweep_sorted(&mut self.entries[..end], &mut report)
        } else {
            self.entries[end..].fill(Entry { sides: [f32::NAN; 4], ..Entry::default() });
            sweep_buckets(self.entries, self.first, self.ends, &mut report)
        }
    }
}

/// Sweeps a strip and what pads it; `ends` are the ends of its buckets, counted from where the strip counts as `first`.
/// Within a bucket the order is open: a box is compared with all that follow up to the end of the bucket where it ends
/// itself. Looking further does no harm.
#[inline]
fn sweep_buckets(
    entries: &[Entry],
    first: usize,
    ends: &[u32],
    report: &mut impl FnMut(&Entry, &Entry),
) -> u64 {
    let mut tests = 0;
    for (i, a) in entries[..entries.len() + 1 - ROUND].iter().enumerate() {
        let bounds = a.bounds();
        let followers = ends[a.reach as usize] as usize - (first + i + 1);
        tests += followers as u64;
        for round in entries[i + 1..][..followers.next_multiple_of(ROUND)].chunks_exact(ROUND) {
            for b in round {
                if b.within(&bounds) {
                    report(a, b);
                }
            }
        }
    }
    tests
}

/// Once in the library, not for each way to report.
#[inline(never)]
fn sort_by_start(entries: &mut [Entry]) {
    sort_copied(entries, |a, b| a.sweep_min.total_cmp(&b.sweep_min).then(a.proxy.cmp(&b.proxy)).is_lt());
}

/// Sorts a strip and sweeps it.
fn sweep_sorted(entries: &mut [Entry], report: &mut impl FnMut(&Entry, &Entry)) -> u64 {
    let mut tests = 0;
    sort_by_start(entries);
    for (i, a) in entries.iter().enumerate() {
        let bounds = a.bounds();
        for b in entries[i + 1..].iter().take_while(|b| b.sweep_min <= a.sweep_max) {
            tests += 1;
            if b.within(&bounds) {
                report(a, b);
            }
        }
    }
    tests
}
