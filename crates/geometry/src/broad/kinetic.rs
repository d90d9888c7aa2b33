//! The sweep in space and time with queued swaps (the slides): the ends of moving boxes in three sorted lists, where
//! neighbours change places in the order of time.
//!
//! A pair of boxes overlaps on an axis while each begins before the other ends in its list. That is a matter of the lists'
//! order alone, so that rounding may shift a swap a little in time, and loses none: two ends swap once at most.

use rustc_hash::FxHashSet;

use super::from_scratch::PairFinder;
use super::phase::{ABSENT, Proxy, is_present};
use super::slabs::Slabs;
use super::swaps::{Due, SwapQueue};
use crate::math::tolerance::BOX_ROUNDING;
use crate::math::vector::abs;
use crate::math::{Aabb, Vec3};
use crate::threads::Threads;

#[cfg(test)]
mod tests;

/// Set in the tags of greatest coordinates.
const MAX: u32 = 1 << 31;

/// Swaps of a box, on the average, from which on the lists are better sorted anew.
const MANY_SWAPS: usize = 64;

/// The sorted ends on one axis.
#[derive(Default)]
struct Axis {
    /// The proxies, with `MAX` set or not.
    tags: Vec<u32>,
    /// By proxy: where its two ends are.
    places: Vec<[u32; 2]>,
}

/// Boxes that move straight from time 0 to time 1, and the pairs of them that overlap at any time.
///
/// The lists stay from one run to the next: where boxes begin where they ended, they are in order already, and boxes that
/// move alike never swap at all (motion coherence). A run costs O(s log n) for s swaps.
#[derive(Default)]
pub(super) struct KineticSweep {
    /// By proxy: at time 0, with a margin; and how far it moves.
    boxes: Vec<Aabb>,
    motions: Vec<Vec3>,
    present: usize,
    axes: [Axis; 3],
    /// Which overlap as the lists are.
    overlapping: FxHashSet<(Proxy, Proxy)>,
    queue: SwapQueue,
    slabs: Slabs,
    /// Boxes have come or gone.
    stale: bool,
    swaps: u64,
}

impl KineticSweep {
    /// Gives a proxy its box at time 0, and how far it moves.
    pub(super) fn place(&mut self, proxy: Proxy, from: &Aabb, motion: &Vec3) {
        let slot = proxy as usize;
        if self.boxes.len() <= slot {
            self.boxes.resize(slot + 1, ABSENT);
            self.motions.resize(slot + 1, Vec3::zeros());
        }
        self.stale |= !is_present(&self.boxes[slot]);
        self.present += usize::from(!is_present(&self.boxes[slot]));
        // The rounding of a swap's time, as a distance.
        self.boxes[slot] = from.inflated(&(abs(motion) * BOX_ROUNDING));
        self.motions[slot] = *motion;
    }

    /// Takes a proxy out.
    pub(super) fn remove(&mut self, proxy: Proxy) {
        if let Some(aabb) = self.boxes.get_mut(proxy as usize) {
            self.stale |= is_present(aabb);
            self.present -= usize::from(is_present(aabb));
            *aabb = ABSENT;
        }
    }

    /// Swaps so far.
    #[cfg(test)]
    pub(super) fn swaps(&self) -> u64 {
        self.swaps
    }

    /// Runs from time 0 to time 1. Lists the pairs, each once, in the order of the times at which they come to overlap.
    pub(super) fn run(&mut self, met: &mut Vec<(Proxy, Proxy)>) {
        if self.stale || !self.go_to_start() {
            self.build();
        }
        met.clear();
        met.extend(self.overlapping.iter());
        met.sort_unstable();
        let already = met.len();
        let ends = 2 * self.present;
        self.queue.reset(3 * ends);
        for swap in 0..3 * ends as u32 {
            self.foresee(swap, 0.0);
        }
        while let Some((swap, time)) = self.queue.pop() {
            let (axis, place) = (swap as usize / ends, swap as usize % ends);
            if let Some(pair) = self.swap(axis, place) {
                met.push(pair);
            }
            // Where a box turns up at the front or the back of a list, there is no neighbour.
            for swap in swap.saturating_sub(1)..(swap + 2).min(3 * ends as u32) {
                self.foresee(swap, time);
            }
        }
        // A pair may part and meet again by rounding.
        let mut seen = FxHashSet::from_iter(met[..already].iter().copied());
        let mut place = 0;
        met.retain(|pair| {
            place += 1;
            place <= already || seen.insert(*pair)
        });
    }

    /// Sorts the lists.
    fn build(&mut self) {
        self.stale = false;
        let KineticSweep { boxes, axes, overlapping, slabs, present, .. } = self;
        for (axis, list) in axes.iter_mut().enumerate() {
            list.tags.clear();
            let proxies =
                (0..boxes.len() as u32).filter(|proxy| is_present(&boxes[*proxy as usize]));
            list.tags.extend(proxies.flat_map(|proxy| [proxy, proxy | MAX]));
            // Touching is overlapping: least coordinates come before equal greatest ones. Zeros are equal.
            let key = |tag: u32| (start(boxes, axis, tag) + 0.0, tag & MAX);
            list.tags.sort_unstable_by(|&a, &b| {
                let ((x, p), (y, q)) = (key(a), key(b));
                x.total_cmp(&y).then(p.cmp(&q)).then(a.cmp(&b))
            });
            list.places.clear();
            list.places.resize(boxes.len(), [0; 2]);
            for (place, tag) in list.tags.iter().enumerate() {
                list.places[(tag & !MAX) as usize][(tag >> 31) as usize] = place as u32;
            }
        }
        overlapping.clear();
        let (mut pairs, overlap) =
            (Vec::new(), |a: Proxy, b: Proxy| boxes[a as usize].overlaps(&boxes[b as usize]));
        slabs.find(boxes, *present, &Threads::default(), overlap, &mut pairs);
        overlapping.extend(pairs);
    }

    /// Brings the lists, as the last run left them, into the order of time 0, unless that takes too many swaps.
    fn go_to_start(&mut self) -> bool {
        let mut left = MANY_SWAPS * self.present;
        for axis in 0..3 {
            for end in 1..self.axes[axis].tags.len() {
                let mut place = end;
                while place > 0 && self.is_out_of_order(axis, place - 1) {
                    if left == 0 {
                        return false;
                    }
                    left -= 1;
                    self.swap(axis, place - 1);
                    place -= 1;
                }
            }
        }
        true
    }

    /// Whether an end and the next are in the wrong order at time 0.
    fn is_out_of_order(&self, axis: usize, place: usize) -> bool {
        let [a, b] = [0, 1].map(|i| self.axes[axis].tags[place + i]);
        let [x, y] = [a, b].map(|tag| start(&self.boxes, axis, tag));
        x > y || x == y && a & MAX != 0 && b & MAX == 0
    }

    /// Puts the swap of two neighbours into the queue if it is to come, or else takes it out.
    fn foresee(&mut self, swap: u32, now: f64) {
        let ends = 2 * self.present;
        let (axis, place) = (swap as usize / ends, swap as usize % ends);
        let due = (place + 1 < ends).then(|| self.due(axis, place, now)).flatten();
        self.queue.set(swap, due);
    }

    fn due(&self, axis: usize, place: usize, now: f64) -> Option<Due> {
        let [a, b] = [0, 1].map(|i| self.axes[axis].tags[place + i]);
        let [v, w] = [a, b].map(|tag| self.motions[(tag & !MAX) as usize][axis]);
        if v <= w {
            return None;
        }
        let [x, y] = [a, b].map(|tag| start(&self.boxes, axis, tag));
        let (mut way, mut speed) = (y - x, v - w);
        if !(way.is_finite() && speed.is_finite()) {
            (way, speed) = (0.5 * y - 0.5 * x, 0.5 * v - 0.5 * w);
        }
        let time = (way / speed).max(now);
        (time <= 1.0).then_some(Due { time, parts: a & MAX == 0 && b & MAX != 0 })
    }

    /// Swaps an end with the next. Returns the pair that comes to overlap thereby.
    fn swap(&mut self, axis: usize, place: usize) -> Option<(Proxy, Proxy)> {
        self.swaps += 1;
        let list = &mut self.axes[axis];
        let [a, b] = [list.tags[place], list.tags[place + 1]];
        list.tags.swap(place, place + 1);
        for (tag, place) in [(b, place), (a, place + 1)] {
            list.places[(tag & !MAX) as usize][(tag >> 31) as usize] = place as u32;
        }
        if a & MAX == b & MAX {
            return None;
        }
        let (p, q) = (a & !MAX, b & !MAX);
        let pair = (p.min(q), p.max(q));
        if b & MAX != 0 {
            self.overlapping.remove(&pair);
            return None;
        }
        let together = (1..3).all(|next| self.axes[(axis + next) % 3].overlap(p, q));
        (together && self.overlapping.insert(pair)).then_some(pair)
    }
}

impl Axis {
    fn overlap(&self, a: Proxy, b: Proxy) -> bool {
        let [[a_min, a_max], [b_min, b_max]] = [a, b].map(|proxy| self.places[proxy as usize]);
        a_min < b_max && b_min < a_max
    }
}

/// Where an end is at time 0.
#[inline]
fn start(boxes: &[Aabb], axis: usize, tag: u32) -> f64 {
    let aabb = &boxes[(tag & !MAX) as usize];
    if tag & MAX == 0 { aabb.min[axis] } else { aabb.max[axis] }
}
