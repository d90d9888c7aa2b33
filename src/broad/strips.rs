//! The fresh sweep: all overlapping pairs from scratch, for when most boxes move.
//!
//! The boxes are dealt out to strips along one axis, and within each strip to buckets along a second one.
//! Each strip is swept: a box is compared with those that follow it up to the bucket where it ends. The
//! comparisons work on single-precision images of the coordinates. Taking the image is monotone, so boxes
//! that overlap have images that overlap, and only the few whose images do are looked at exactly. This holds
//! for coordinates of any size; how images are taken and where strips and buckets lie decides the speed
//! alone.

use super::afresh::{Finder, Found};
use super::phase::Proxy;
use super::room::reserve_total;
use super::team::{Alone, Finds, Once, Team, share_out};
use super::tuning::Tuning;
use crate::math::Aabb;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

mod deal;
mod part;

use deal::{Cells, Group, Parts};
use part::{Met, Part, ROUND};

/// Several threads deal out the boxes, each to some strips in a row. So many at most: each looks at the cells of all boxes.
const MOST_GROUPS: usize = 2;

/// Boxes whose cells a thread finds at a time.
const PART: usize = 512;

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

impl Default for Strips {
    #[inline(never)]
    fn default() -> Strips {
        Strips { tuning: Tuning::new(), cells: Vec::new(), groups: Default::default(), used: 0, box_tests: 0 }
    }
}

impl Finder for Strips {
    fn find(&mut self, boxes: &[Aabb], present: usize, found: &mut Found<'_>) {
        self.find_cells(&Alone, boxes, present);
        self.shares().for_each(|share| share.deal_out(boxes));
        let mut met = Met::default();
        self.box_tests += self.parts().map(|part| part.sweep(&mut met, found)).sum::<u64>();
    }

    // How many entries they need depends on where they are.
    #[inline(never)]
    fn reserve(&mut self, slots: usize) {
        reserve_total(&mut self.cells, slots);
        self.groups[0].reserve(slots);
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
            let (tuning, grid, entries) = (&self.tuning, self.tuning.grid(), AtomicUsize::new(0));
            share_out(team, self.cells.chunks_mut(PART).zip(boxes.chunks(PART)), |(cells, boxes)| {
                let mut count = 0;
                for (cells, aabb) in cells.iter_mut().zip(boxes) {
                    *cells = Cells::of(tuning, &grid, aabb);
                    count += cells.strips();
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
            std::array::from_fn(|_| groups.next().map(|group| Mutex::new(group.parts(buckets))));
        team.run(&|is_caller| {
            besides.run();
            let (mut tests, mut met, mut found) = (0, Met::default(), Finds::new(&list));
            // Those first that the thread is likely to have dealt out itself.
            let mut order = groups.each_ref();
            if !is_caller {
                order.reverse();
            }
            for group in order {
                while let Some(part) = next_of(group) {
                    tests += part.sweep(&mut met, &mut |pairs| {
                        pairs.iter().filter(|(a, b)| wanted(*a, *b)).for_each(|pair| found.push(*pair));
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
        self.groups[..self.used].iter_mut().flat_map(move |group| group.parts(buckets))
    }
}

fn next_of<'a>(parts: &Option<Mutex<Parts<'a>>>) -> Option<Part<'a>> {
    parts.as_ref()?.lock().next()
}

/// What one thread deals out.
pub(super) struct Share<'a> {
    tuning: &'a Tuning,
    cells: &'a [Cells],
    group: &'a mut Group,
}

impl Share<'_> {
    /// Puts the boxes into the strips.
    pub(super) fn deal_out(self, boxes: &[Aabb]) {
        self.group.deal_out(self.tuning, boxes, self.cells);
    }
}
