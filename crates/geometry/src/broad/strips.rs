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
use super::room::Tides;
use super::team::{Alone, Finds, Once, Team, share_out_and};
use super::tuning::Tuning;
use crate::math::Aabb;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

mod deal;
mod strip;

use deal::Share;
use strip::{Met, ROUND, Sorter};

/// Shares of the boxes for each thread, where there are several: whoever is done first takes another.
const SHARES_EACH: usize = 4;

/// And so many boxes in a share at least.
const LEAST_SHARE: usize = 256;

/// Where boxes lie in more strips each, on the average, there are to be fewer strips.
const MOST_EACH: usize = 3;

/// The working memory of the fresh sweep.
pub(super) struct Strips {
    tuning: Tuning,
    /// The boxes, dealt out to the strips, as many in a row each as can be shared out.
    shares: Vec<Share>,
    /// How many shares are in use.
    used: usize,
    /// One for each thread at least.
    sorters: Vec<Sorter>,
    tides: Tides,
    box_tests: u64,
}

impl Default for Strips {
    #[inline(never)]
    fn default() -> Strips {
        let (shares, sorters) = (vec![Share::default()], vec![Sorter::default()]);
        Strips {
            tuning: Tuning::new(),
            shares,
            used: 0,
            sorters,
            tides: Tides::default(),
            box_tests: 0,
        }
    }
}

impl Finder for Strips {
    fn find(&mut self, boxes: &[Aabb], present: usize, found: &mut Found<'_>) {
        self.deal_out(&Alone, boxes, present, &|| {});
        self.make_sorters(1);
        let (shares, buckets) = (&self.shares[..self.used], self.tuning.buckets);
        let mut met = Met::default();
        for number in 0..self.tuning.strips {
            self.box_tests += self.sorters[0].sweep(shares, number, buckets, &mut met, found);
        }
    }

    // How many entries they need depends on where they are.
    #[inline(never)]
    fn reserve(&mut self, slots: usize) {
        self.shares[0].reserve(Tuning::most_strips(slots));
        self.sorters[0].reserve(0, Tuning::most_buckets(slots));
    }

    fn box_tests(&self) -> u64 {
        self.box_tests
    }

    #[inline(never)]
    fn bytes(&self) -> usize {
        let lists = self.shares.capacity() * size_of::<Share>()
            + self.sorters.capacity() * size_of::<Sorter>();
        let shares = self.shares.iter().map(Share::bytes);
        lists + shares.chain(self.sorters.iter().map(Sorter::bytes)).sum::<usize>()
    }
}

impl Strips {
    /// Deals the boxes out to the strips. Each thread that has no more to do there does what is `besides` to be done.
    #[inline(never)]
    pub(super) fn deal_out(
        &mut self,
        team: &dyn Team,
        boxes: &[Aabb],
        present: usize,
        besides: &(dyn Fn() + Sync),
    ) {
        self.tuning.look(boxes, present);
        let shares = if team.threads() > 1 { SHARES_EACH * team.threads() } else { 1 };
        let size = boxes.len().div_ceil(shares).max(LEAST_SHARE);
        self.used = boxes.len().div_ceil(size);
        while self.shares.len() < self.used {
            self.shares.push(Share::default());
        }
        let (mut besides, mut is_counted) = (Some(besides), false);
        loop {
            let tuning = &self.tuning;
            let jobs = self.shares.iter_mut().zip(boxes.chunks(size)).enumerate();
            let take = |(number, (share, boxes)): (usize, (&mut Share, &[Aabb]))| {
                let first = (number * size) as Proxy;
                match is_counted {
                    false => share.take(tuning, first, boxes),
                    true if !share.is_dealt => share.deal_out(tuning, first, boxes),
                    true => {}
                }
            };
            share_out_and(team, jobs, take, besides.take().unwrap_or(&|| {}));
            let entries: usize = self.shares[..self.used].iter().map(|share| share.count).sum();
            let are_dealt = self.shares[..self.used].iter().all(|share| share.is_dealt);
            if entries > MOST_EACH * present && self.tuning.strips > 1 {
                // Long boxes lie in many strips: where they abound, fewer strips are better.
                self.tuning.halve_strips();
            } else if are_dealt {
                self.box_tests += (entries + self.tuning.strips * (ROUND - 1) + 1) as u64;
                return;
            } else {
                is_counted = true;
            }
        }
    }

    /// As [`Finder::find`], by a team, for boxes that have been dealt out: the pairs that are `wanted` are added to a list, in
    /// any order. What is `besides` to be done is done by one of the threads meanwhile.
    pub(super) fn find_together(
        &mut self,
        team: &dyn Team,
        list: &mut Vec<(Proxy, Proxy)>,
        wanted: impl Fn(Proxy, Proxy) -> bool + Sync,
        besides: impl FnOnce() + Send,
    ) {
        self.make_sorters(team.threads());
        let besides = Once::new(besides);
        let (list, box_tests) = (Mutex::new(list), AtomicU64::new(0));
        let Strips { tuning, shares, used, sorters, .. } = self;
        let (shares, buckets) = (&shares[..*used], tuning.buckets);
        let (numbers, sorters) = (Mutex::new(0..tuning.strips), Mutex::new(sorters));
        team.run(&|is_caller| {
            besides.run();
            // There is one for each thread, at least.
            let Some(mut sorter) = sorters.lock().pop() else {
                return;
            };
            let (mut tests, mut met, mut found) = (0, Met::default(), Finds::new(&list));
            let next = || {
                if is_caller { numbers.lock().next() } else { numbers.lock().next_back() }
            };
            while let Some(number) = next() {
                tests += sorter.sweep(shares, number, buckets, &mut met, &mut |pairs| {
                    pairs.iter().filter(|(a, b)| wanted(*a, *b)).for_each(|pair| found.push(*pair));
                });
            }
            box_tests.fetch_add(tests, Relaxed);
            sorters.lock().push(sorter);
        });
        self.box_tests += box_tests.into_inner();
    }

    /// Sees to it that there are so many sorters, and that all have room for each strip: a team may have been larger, and any of
    /// them may be taken.
    fn make_sorters(&mut self, threads: usize) {
        while self.sorters.len() < threads {
            self.sorters.push(Sorter::default());
        }
        let shares = &self.shares[..self.used];
        let boxes = |number: usize| shares.iter().map(|share| share.strip(number).len()).sum();
        let most = (0..self.tuning.strips).map(boxes).max().unwrap_or(0);
        let most = self.tides.turn(most, most.max(self.sorters[0].room())).unwrap_or(most);
        self.sorters.iter_mut().for_each(|sorter| sorter.reserve(most, self.tuning.buckets));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad::phase::{ABSENT, is_present};
    use crate::broad::team::Passing;
    use crate::math::Vec3;
    use solid_testing::Random;
    use std::sync::atomic::AtomicUsize;

    /// The entries of each strip.
    fn contents(strips: &Strips) -> Vec<Vec<(u32, [f32; 4])>> {
        let shares = &strips.shares[..strips.used];
        let strip = |number| {
            let entries = shares.iter().flat_map(move |share| share.strip(number));
            entries.map(|entry| (entry.tag, entry.sides)).collect()
        };
        (0..strips.tuning.strips).map(strip).collect()
    }

    /// A team that was larger before, and strips that were smaller.
    #[test]
    fn fewer_threads_sweep_larger_strips() {
        let mut random = Random::new(3);
        let mut strips = Strips::default();
        for (count, threads) in [(300, 5), (4000, 2), (300, 1), (5000, 3)] {
            let place = |random: &mut Random| {
                Aabb::from_center(random.vector_between(0.0, 30.0), Vec3::repeat(0.4))
            };
            let boxes: Vec<Aabb> = (0..count).map(|_| place(&mut random)).collect();
            let overlap = |a: Proxy, b: Proxy| boxes[a as usize].overlaps(&boxes[b as usize]);
            let (team, mut pairs) = (Passing(threads), Vec::new());
            strips.deal_out(&team, &boxes, count, &|| {});
            strips.find_together(&team, &mut pairs, overlap, || {});
            let all = (0..count as Proxy).flat_map(|b| (0..b).map(move |a| (a, b)));
            assert_eq!(pairs.len(), all.filter(|(a, b)| overlap(*a, *b)).count());
        }
    }

    /// Some boxes lie in most strips, all of them in one share, or all boxes do; and some are absent.
    #[test]
    fn shares_make_the_same_strips_and_pairs() {
        let mut random = Random::new(17);
        for long in [0, 400, 4000] {
            let boxes: Vec<Aabb> = (0..4000)
                .map(|i| {
                    let half =
                        if i < long { Vec3::repeat(15.0) } else { random.vector_between(0.2, 0.5) };
                    let aabb = Aabb::from_center(random.vector_between(0.0, 30.0), half);
                    if i % 37 == 5 { ABSENT } else { aabb }
                })
                .collect();
            let present = boxes.iter().filter(|aabb| is_present(aabb)).count();
            let overlap = |a: Proxy, b: Proxy| boxes[a as usize].overlaps(&boxes[b as usize]);
            let mut expected = None;
            for team in [&Alone as &dyn Team, &Passing(2), &Passing(5)] {
                let (mut strips, asked) = (Strips::default(), AtomicUsize::new(0));
                strips.deal_out(team, &boxes, present, &|| {
                    asked.fetch_add(1, Relaxed);
                });
                assert_eq!(asked.into_inner(), team.threads());
                let contents = contents(&strips);
                let mut pairs = Vec::new();
                strips.find_together(team, &mut pairs, overlap, || {});
                pairs.sort_unstable();
                let found = (contents, pairs, strips.box_tests);
                assert!(*expected.get_or_insert_with(|| found.clone()) == found, "{long}");
            }
            let (contents, pairs, _) = expected.expect("three teams");
            // Each is told to begin once, in the first of some strips in a row.
            let mut last = vec![None; boxes.len()];
            for (number, strip) in contents.iter().enumerate() {
                for (tag, _) in strip {
                    let proxy = (tag & (u32::MAX >> 1)) as usize;
                    assert_eq!(last[proxy].is_none(), tag >> 31 == 1);
                    assert!(last[proxy].is_none_or(|last| last + 1 == number));
                    last[proxy] = Some(number);
                }
            }
            assert_eq!(last.iter().flatten().count(), present);
            let all = (0..4000).flat_map(|b| (0..b).map(move |a| (a, b)));
            assert_eq!(pairs.len(), all.filter(|(a, b)| overlap(*a, *b)).count());
            pairs.windows(2).for_each(|pair| assert!(pair[0] < pair[1]));
            assert!(contents.len() > if long < 4000 { 3 } else { 0 });
        }
    }
}
