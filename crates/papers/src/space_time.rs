//! Sweep and prune in space-time, as the slides have it: the ends of boxes that move along straight lines at the same time are
//! swapped in the order of their times.
//!
//! The slides ask for a priority queue that can decrease keys. Here a swap that is no longer due stays in the heap, and is
//! recognised by its ends, which are not neighbours any more.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use solid_geometry::math::{Aabb, Vec3};

/// A box, and how far it moves in a frame.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// At time 0.
    pub from: Aabb,
    /// Until time 1.
    pub motion: Vec3,
}

impl Path {
    /// The box at a time.
    pub fn at(&self, time: f64) -> Aabb {
        let motion = self.motion * time;
        Aabb { min: self.from.min + motion, max: self.from.max + motion }
    }
}

/// One end of a box on an axis: the least for even numbers, the greatest for odd ones, of the box of half the number.
type End = u32;

fn box_of(end: End) -> usize {
    (end / 2) as usize
}

fn is_max(end: End) -> bool {
    end % 2 == 1
}

/// Where an end is at time 0, and how far it moves.
fn coordinate(paths: &[Path], end: End, axis: usize) -> [f64; 2] {
    let Path { from, motion } = &paths[box_of(end)];
    [if is_max(end) { from.max[axis] } else { from.min[axis] }, motion[axis]]
}

/// A swap of two neighbours that is due. Ordered by time; the rest makes the order complete.
#[derive(Clone, Copy, PartialEq)]
struct Swap {
    time: f64,
    axis: usize,
    ends: [End; 2],
}

impl Eq for Swap {}

impl Ord for Swap {
    fn cmp(&self, other: &Swap) -> std::cmp::Ordering {
        let key = |swap: &Swap| (swap.axis, swap.ends);
        self.time.total_cmp(&other.time).then_with(|| key(self).cmp(&key(other)))
    }
}

impl PartialOrd for Swap {
    fn partial_cmp(&self, other: &Swap) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The three sorted lists of ends.
#[derive(Clone, Default)]
pub struct EndLists {
    lists: [Vec<End>; 3],
    /// By end: its place in the list.
    places: [Vec<u32>; 3],
    queue: BinaryHeap<Reverse<Swap>>,
    /// Swaps of neighbours so far.
    pub swaps: u64,
}

impl EndLists {
    /// The lists of boxes as they are at time 0.
    pub fn new(paths: &[Path]) -> EndLists {
        let mut lists = EndLists::default();
        for axis in 0..3 {
            let mut list: Vec<End> = (0..2 * paths.len() as End).collect();
            let key = |end: &End| coordinate(paths, *end, axis)[0];
            list.sort_by(|a, b| key(a).total_cmp(&key(b)).then(is_max(*a).cmp(&is_max(*b))));
            let mut places = vec![0; list.len()];
            list.iter().enumerate().for_each(|(place, end)| places[*end as usize] = place as u32);
            (lists.lists[axis], lists.places[axis]) = (list, places);
        }
        lists
    }

    fn swap(&mut self, axis: usize, place: usize) {
        let (list, places) = (&mut self.lists[axis], &mut self.places[axis]);
        list.swap(place, place + 1);
        places[list[place] as usize] = place as u32;
        places[list[place + 1] as usize] = place as u32 + 1;
        self.swaps += 1;
    }

    /// Whether two boxes overlap on an axis, by the order of their ends.
    fn overlaps_on(&self, axis: usize, a: usize, b: usize) -> bool {
        let place = |end: usize| self.places[axis][end];
        place(2 * a) < place(2 * b + 1) && place(2 * b) < place(2 * a + 1)
    }

    /// The original way: one box after the other gets its new ends, which find their places among the ends of boxes that have
    /// moved and of boxes that have not. The pairs that came to overlap meanwhile are pushed, perhaps several times.
    pub fn move_one_by_one(&mut self, now: &[Aabb], next: &[Aabb], began: &mut Vec<[usize; 2]>) {
        let mut boxes = now.to_vec();
        for (moved, aabb) in next.iter().enumerate() {
            boxes[moved] = *aabb;
            for axis in 0..3 {
                // Growing ends first, so that a box never turns inside out.
                for end in [2 * moved + 1, 2 * moved] {
                    self.settle(axis, end as End, &boxes, began);
                }
                self.settle(axis, (2 * moved + 1) as End, &boxes, began);
            }
        }
    }

    /// Moves an end to its place.
    fn settle(&mut self, axis: usize, end: End, boxes: &[Aabb], began: &mut Vec<[usize; 2]>) {
        let value = |end: End| {
            let aabb = &boxes[box_of(end)];
            (if is_max(end) { aabb.max[axis] } else { aabb.min[axis] }, is_max(end))
        };
        loop {
            let place = self.places[axis][end as usize] as usize;
            let list = &self.lists[axis];
            let at = if place > 0 && value(list[place - 1]) > value(end) {
                place - 1
            } else if place + 1 < list.len() && value(list[place + 1]) < value(end) {
                place
            } else {
                return;
            };
            self.swap(axis, at);
            self.note(axis, at, began);
        }
    }

    /// Pushes the pair whose ends were swapped here, if that made the boxes overlap.
    fn note(&self, axis: usize, place: usize, began: &mut Vec<[usize; 2]>) -> bool {
        let [first, second] = [self.lists[axis][place], self.lists[axis][place + 1]];
        let (a, b) = (box_of(first), box_of(second));
        let begins = !is_max(first) && is_max(second) && a != b;
        let overlap = begins && (1..3).all(|k| self.overlaps_on((axis + k) % 3, a, b));
        if overlap {
            began.push([a.min(b), a.max(b)]);
        }
        overlap
    }

    /// The slides' way: all boxes move at once, and ends are swapped in the order of the times at which they meet. The pairs
    /// that come to overlap between the times 0 and 1 are pushed with their times, in order of time.
    pub fn move_together(&mut self, paths: &[Path], began: &mut Vec<([usize; 2], f64)>) {
        self.queue.clear();
        for axis in 0..3 {
            for place in 0..self.lists[axis].len().saturating_sub(1) {
                self.expect(paths, axis, place, 0.0);
            }
        }
        let mut found = Vec::new();
        while let Some(Reverse(Swap { time, axis, ends })) = self.queue.pop() {
            let place = self.places[axis][ends[0] as usize] as usize;
            if self.lists[axis].get(place + 1) != Some(&ends[1]) {
                continue;
            }
            self.swap(axis, place);
            if self.note(axis, place, &mut found) {
                began.extend(found.pop().map(|pair| (pair, time)));
            }
            if place > 0 {
                self.expect(paths, axis, place - 1, time);
            }
            if place + 2 < self.lists[axis].len() {
                self.expect(paths, axis, place + 1, time);
            }
        }
    }

    /// Enters the swap of two neighbours, if there is one before time 1.
    fn expect(&mut self, paths: &[Path], axis: usize, place: usize, now: f64) {
        let ends = [self.lists[axis][place], self.lists[axis][place + 1]];
        let [[x, v], [y, w]] = ends.map(|end| coordinate(paths, end, axis));
        if v > w && x + v > y + w {
            let time = ((y - x) / (v - w)).clamp(now, 1.0);
            self.queue.push(Reverse(Swap { time, axis, ends }));
        }
    }

    /// Puts ends right that rounding has left in another order at the beginning of a frame.
    pub fn correct(&mut self, boxes: &[Aabb]) {
        let mut none = Vec::new();
        let swaps = self.swaps;
        for axis in 0..3 {
            for end in 0..2 * boxes.len() as End {
                self.settle(axis, end, boxes, &mut none);
            }
        }
        self.swaps = swaps;
    }

    /// The pairs of boxes that overlap now, by the order of their ends; each once, sorted.
    pub fn overlapping(&self) -> Vec<[usize; 2]> {
        let mut open: Vec<usize> = Vec::new();
        let mut pairs = Vec::new();
        for end in &self.lists[0] {
            let a = box_of(*end);
            if is_max(*end) {
                open.retain(|b| *b != a);
                continue;
            }
            let others = open.iter().filter(|b| (1..3).all(|k| self.overlaps_on(k, a, **b)));
            pairs.extend(others.map(|b| [a.min(*b), a.max(*b)]));
            open.push(a);
        }
        pairs.sort_unstable();
        pairs
    }
}
