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
use super::team::{Alone, Finds, Once, Team, share_out};
use super::tuning::Tuning;
use crate::math::Aabb;
use crate::math::sort::sort_copied;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// A strip whose boxes share their bucket with more than this many on the average is sorted instead.
const CROWD: u32 = 8;

/// Boxes are compared with rounds of so many others: fewer ends of the inner loop come unforeseen.
const ROUND: usize = 4;

/// Several threads deal out the boxes, each to some strips in a row. So many at most: each looks at the cells of all boxes.
const MOST_GROUPS: usize = 2;

/// Boxes whose cells a thread finds at a time.
const PART: usize = 512;

/// Where a box goes.
#[derive(Clone, Copy, Default)]
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
    /// All strips; more than one group where several threads deal out the boxes.
    groups: [Group; MOST_GROUPS],
    /// How many groups are in use.
    used: usize,
    box_tests: u64,
}

/// Some strips in a row.
#[derive(Default)]
struct Group {
    /// The number of the first, and of that after the last.
    first: usize,
    end: usize,
    /// Whether these are all strips.
    has_all: bool,
    /// The boxes in any of the strips, unless it has all.
    own: Vec<Proxy>,
    /// The boxes of all its strips, strip after strip. A box is in each strip that it touches. After each strip
    /// come some that overlap nothing, for the last rounds to run into.
    entries: Vec<Entry>,
    /// By strip and bucket: where its next entry goes; when all have been dealt out, where it ends.
    ends: Vec<u32>,
}

impl Default for Strips {
    #[inline(never)]
    fn default() -> Strips {
        Strips { tuning: Tuning::new(), cells: Vec::new(), groups: Default::default(), used: 0, box_tests: 0 }
    }
}

impl Finder for Strips {
    fn find(&mut self, boxes: &[Aabb], present: usize, found: &mut dyn FnMut(Proxy, Proxy)) {
        self.find_cells(&Alone, boxes, present);
        self.shares().for_each(|share| share.deal_out(boxes));
        self.box_tests += self.parts().map(|part| part.sweep(found)).sum::<u64>();
    }

    // How many entries they need depends on where they are.
    #[inline(never)]
    fn reserve(&mut self, slots: usize) {
        reserve_total(&mut self.cells, slots);
        reserve_total(&mut self.groups[0].ends, slots);
    }

    fn box_tests(&self) -> u64 {
        self.box_tests
    }

    #[inline(never)]
    fn bytes(&self) -> usize {
        let groups = self.groups.iter().map(Group::bytes);
        self.cells.capacity() * size_of::<Cells>() + groups.sum::<usize>()
    }
}

impl Strips {
    /// Finds the cells of all boxes. Then all shares are to be dealt out.
    #[inline(never)]
    pub(super) fn find_cells(&mut self, team: &dyn Team, boxes: &[Aabb], present: usize) {
        self.tuning.look(boxes, present);
        self.cells.resize(boxes.len(), Cells::default());
        let entries = loop {
            let (tuning, entries) = (&self.tuning, AtomicUsize::new(0));
            share_out(team, self.cells.chunks_mut(PART).zip(boxes.chunks(PART)), |(cells, boxes)| {
                let mut count = 0;
                for (cells, aabb) in cells.iter_mut().zip(boxes) {
                    *cells = Cells::of(tuning, aabb);
                    count += (cells.last_strip + 1 - cells.first_strip) as usize;
                }
                entries.fetch_add(count, Relaxed);
            });
            let entries = entries.into_inner();
            if entries <= 3 * present || self.tuning.strips == 1 {
                break entries;
            }
            // Long boxes lie in many strips: where they abound, fewer strips are better.
            self.tuning.halve_strips();
        };
        self.box_tests += (entries + self.tuning.strips * (ROUND - 1) + 1) as u64;
        self.used = team.threads().min(self.tuning.strips).min(MOST_GROUPS);
    }

    /// What is to be dealt out, each share by one thread.
    pub(super) fn shares(&mut self) -> impl DoubleEndedIterator<Item = Share<'_>> + Send {
        let Strips { tuning, cells, groups, used, .. } = self;
        let (tuning, cells, used): (&Tuning, &[Cells], usize) = (tuning, cells, *used);
        let first = move |group: usize| group * tuning.strips / used;
        groups[..used].iter_mut().enumerate().map(move |(i, group)| {
            (group.first, group.end) = (first(i), first(i + 1));
            Share { tuning, cells, group }
        })
    }

    /// As [`Finder::find`], by a team, for boxes that are in their strips: the pairs that are `wanted` are added to a list, in
    /// any order. What is `besides` to be done is done by one of the threads meanwhile.
    pub(super) fn find_together(
        &mut self,
        team: &dyn Team,
        list: &mut Vec<(Proxy, Proxy)>,
        wanted: impl Fn(Proxy, Proxy) -> bool + Sync,
        besides: impl FnOnce() + Send,
    ) {
        let besides = Once::new(besides);
        let (list, box_tests) = (Mutex::new(list), AtomicU64::new(0));
        let buckets = self.tuning.buckets;
        let mut groups = self.groups[..self.used].iter_mut();
        let groups: [Option<Mutex<Parts<'_>>>; MOST_GROUPS] =
            std::array::from_fn(|_| groups.next().map(|group| Mutex::new(Parts::of(group, buckets))));
        team.run(&|is_caller| {
            besides.run();
            let (mut tests, mut found) = (0, Finds::new(&list));
            // Those first that the thread is likely to have dealt out itself.
            let mut order = groups.each_ref();
            if !is_caller {
                order.reverse();
            }
            for group in order {
                while let Some(part) = next_of(group) {
                    tests += part.sweep(&mut |a, b| {
                        if wanted(a, b) {
                            found.push((a, b));
                        }
                    });
                }
            }
            box_tests.fetch_add(tests, Relaxed);
        });
        self.box_tests += box_tests.into_inner();
    }

    /// The strips one by one.
    fn parts(&mut self) -> impl Iterator<Item = Part<'_>> {
        let buckets = self.tuning.buckets;
        self.groups[..self.used].iter_mut().flat_map(move |group| Parts::of(group, buckets))
    }
}

fn next_of<'a>(parts: &Option<Mutex<Parts<'a>>>) -> Option<Part<'a>> {
    parts.as_ref()?.lock().next()
}

impl<'a> Parts<'a> {
    fn of(group: &'a mut Group, buckets: usize) -> Parts<'a> {
        let Group { first, entries, ends, .. } = group;
        Parts { buckets, number: *first, entries, ends, first: 0 }
    }
}

/// What one thread deals out.
pub(super) struct Share<'a> {
    tuning: &'a Tuning,
    cells: &'a [Cells],
    group: &'a mut Group,
}

impl Share<'_> {
    /// Puts the boxes into the strips.
    #[inline(never)]
    pub(super) fn deal_out(self, boxes: &[Aabb]) {
        let Share { tuning, cells, group } = self;
        group.list_own(cells, tuning.strips);
        group.count(tuning, cells);
        group.reserve_room(tuning);
        group.copy_images(tuning, boxes, cells);
    }
}

impl Cells {
    #[inline]
    fn of(tuning: &Tuning, aabb: &Aabb) -> Cells {
        if !is_present(aabb) {
            return Cells { first_strip: 1, last_strip: 0, bucket: 0 };
        }
        let [sweep, strip, _] = tuning.axes;
        Cells {
            first_strip: tuning.strip(tuning.image(strip, aabb.min[strip])),
            last_strip: tuning.strip(tuning.image(strip, aabb.max[strip])),
            bucket: tuning.bucket(tuning.image(sweep, aabb.min[sweep])),
        }
    }
}

impl Group {
    fn bytes(&self) -> usize {
        self.own.capacity() * size_of::<Proxy>()
            + self.entries.capacity() * size_of::<Entry>()
            + self.ends.capacity() * size_of::<u32>()
    }

    /// Lists the boxes that are in any of the strips, of which there are so many in all groups.
    fn list_own(&mut self, cells: &[Cells], strips: usize) {
        self.has_all = self.end - self.first == strips;
        if self.has_all {
            return;
        }
        self.own.clear();
        self.own.resize(cells.len(), 0);
        let mut count = 0;
        for (proxy, cells) in cells.iter().enumerate() {
            // Which are is unforeseeable: no branch.
            self.own[count] = proxy as Proxy;
            let (first, last) = (cells.first_strip as usize, cells.last_strip as usize);
            count += ((first <= last) & (first < self.end) & (last >= self.first)) as usize;
        }
        self.own.truncate(count);
    }

    /// How many boxes there are to look at, of so many in all groups.
    #[inline]
    fn len(&self, boxes: usize) -> usize {
        if self.has_all { boxes } else { self.own.len() }
    }

    /// One of them.
    #[inline]
    fn proxy(&self, place: usize) -> Proxy {
        if self.has_all { place as Proxy } else { self.own[place] }
    }

    /// The first and the last of the strips that a box lies in, by their places in the group; of an absent box the first is
    /// past the last.
    #[inline]
    fn within(&self, cells: Cells) -> (usize, usize) {
        let (first, last) = (cells.first_strip as usize, cells.last_strip as usize);
        (first.max(self.first) - self.first, last.min(self.end - 1) - self.first)
    }

    /// Counts the entries of each bucket.
    fn count(&mut self, tuning: &Tuning, cells: &[Cells]) {
        self.ends.clear();
        // There are never more buckets than boxes.
        reserve_total(&mut self.ends, cells.len());
        self.ends.resize((self.end - self.first) * tuning.buckets, 0);
        for place in 0..self.len(cells.len()) {
            let cells = cells[self.proxy(place) as usize];
            let (first, last) = self.within(cells);
            if first > last {
                continue;
            }
            let counts = &mut self.ends[cells.bucket as usize..];
            // Most boxes lie in one strip or two, unforeseeably: no branch between these.
            counts[first * tuning.buckets] += 1;
            counts[last * tuning.buckets] += (last > first) as u32;
            for strip in first + 1..last {
                counts[strip * tuning.buckets] += 1;
            }
        }
    }

    /// Turns the counts of the cells into where they begin.
    fn reserve_room(&mut self, tuning: &Tuning) {
        let mut next = 0;
        for counts in self.ends.chunks_exact_mut(tuning.buckets) {
            for cell in counts {
                next += std::mem::replace(cell, next);
            }
            next += ROUND as u32 - 1;
        }
        // One more, where needless copies land.
        let needed = next as usize + 1;
        if needed > self.entries.len() {
            // The number varies from sweep to sweep.
            self.entries = vec![Entry::default(); with_slack(needed)];
        }
    }

    /// Copies the images of the boxes into their strips, in the order of the buckets.
    fn copy_images(&mut self, tuning: &Tuning, boxes: &[Aabb], cells: &[Cells]) {
        let axes = tuning.axes;
        let needless = self.entries.len() - 1;
        for place in 0..self.len(cells.len()) {
            let proxy = self.proxy(place);
            let cells = cells[proxy as usize];
            let (first, last) = self.within(cells);
            if first > last {
                continue;
            }
            let mut entry = Entry::new(tuning, axes, proxy, &boxes[proxy as usize]);
            entry.first_strip = cells.first_strip;
            entry.reach = tuning.bucket(entry.sweep_max);
            let (entries, ends) = (&mut self.entries[..], &mut self.ends[..]);
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
}

/// The strips of a group, one by one.
struct Parts<'a> {
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

impl Part<'_> {
    /// Whether its boxes are too crowded for buckets.
    fn is_crowded(&self) -> bool {
        let (mut begin, mut squares) = (self.first as u32, 0);
        for end in self.ends {
            let count = u64::from(end - std::mem::replace(&mut begin, *end));
            squares += count * count;
        }
        squares > u64::from(CROWD) * (u64::from(begin) - self.first as u64)
    }

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
        if self.is_crowded() {
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
