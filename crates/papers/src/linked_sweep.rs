//! Sweep and prune whose updates are linear in the boxes that move (thesis 5.2.2): the ends of all boxes are in doubly linked
//! lists,
//! and an end that gets a new position finds its place at once, upwards or downwards.

#[cfg(test)]
mod tests;

use solid_geometry::math::Aabb;
use std::collections::BTreeSet;

/// An end of a box on an axis: the least for even numbers, the greatest for odd ones.
type End = u32;

/// No end.
const NONE: End = End::MAX;

fn box_of(end: End) -> u32 {
    end / 2
}

fn is_max(end: End) -> bool {
    end % 2 == 1
}

/// A member of a list.
#[derive(Clone, Copy, Debug)]
struct Link {
    value: f64,
    previous: End,
    next: End,
}

/// The three lists and the pairs of boxes that overlap.
pub struct LinkedSweep {
    boxes: Vec<Aabb>,
    lists: [Vec<Link>; 3],
    pairs: BTreeSet<(u32, u32)>,
    /// Swaps of neighbours so far.
    pub swaps: u64,
    /// Pairs that came or went so far.
    pub changes: u64,
}

impl LinkedSweep {
    /// The lists of some boxes, numbered from 0 on.
    pub fn new(boxes: &[Aabb]) -> LinkedSweep {
        let lists = [0, 1, 2].map(|axis| sorted_list(boxes, axis));
        let mut sweep = LinkedSweep {
            boxes: boxes.to_vec(),
            lists,
            pairs: BTreeSet::new(),
            swaps: 0,
            changes: 0,
        };
        let list = &sweep.lists[0];
        let first = (0..list.len() as End).find(|end| list[*end as usize].previous == NONE);
        let mut end = first.unwrap_or(NONE);
        let mut open: Vec<u32> = Vec::new();
        while end != NONE {
            let a = box_of(end);
            if is_max(end) {
                open.retain(|b| *b != a);
            } else {
                let others = open.iter().filter(|b| sweep.overlap(a, **b));
                let pairs: Vec<(u32, u32)> = others.map(|b| (a.min(*b), a.max(*b))).collect();
                sweep.pairs.extend(pairs);
                open.push(a);
            }
            end = sweep.lists[0][end as usize].next;
        }
        sweep
    }

    fn overlap(&self, a: u32, b: u32) -> bool {
        self.boxes[a as usize].overlaps(&self.boxes[b as usize])
    }

    /// Whether an end follows another. Touching is overlapping: least ends come before greatest ones that equal them.
    fn is_after(&self, axis: usize, end: End, other: End) -> bool {
        let [x, y] = [end, other].map(|end| self.lists[axis][end as usize].value);
        x > y || x == y && is_max(end) && !is_max(other)
    }

    /// Moves a box: O(1) and a step for each end that its own ends pass.
    pub fn place(&mut self, number: u32, aabb: &Aabb) {
        let before = std::mem::replace(&mut self.boxes[number as usize], *aabb);
        for axis in 0..3 {
            let (least, greatest) = (2 * number, 2 * number + 1);
            // The end that moves outwards first, so that they never pass each other.
            let ends = if aabb.min[axis] < before.min[axis] {
                [(least, aabb.min[axis]), (greatest, aabb.max[axis])]
            } else {
                [(greatest, aabb.max[axis]), (least, aabb.min[axis])]
            };
            for (end, value) in ends {
                self.lists[axis][end as usize].value = value;
                self.insert(axis, end);
            }
        }
    }

    /// Brings an end to its place.
    fn insert(&mut self, axis: usize, end: End) {
        loop {
            let Link { previous, next, .. } = self.lists[axis][end as usize];
            if previous != NONE && self.is_after(axis, previous, end) {
                self.swap(axis, previous, end);
            } else if next != NONE && self.is_after(axis, end, next) {
                self.swap(axis, end, next);
            } else {
                return;
            }
        }
    }

    /// Exchanges two neighbours.
    fn swap(&mut self, axis: usize, first: End, second: End) {
        self.swaps += 1;
        let list = &mut self.lists[axis];
        let (before, after) = (list[first as usize].previous, list[second as usize].next);
        if before != NONE {
            list[before as usize].next = second;
        }
        if after != NONE {
            list[after as usize].previous = first;
        }
        list[second as usize] = Link { previous: before, next: first, ..list[second as usize] };
        list[first as usize] = Link { previous: second, next: after, ..list[first as usize] };
        let (a, b) = (box_of(first), box_of(second));
        let pair = (a.min(b), a.max(b));
        let changed = match (is_max(first), is_max(second)) {
            // Intervals cease to overlap, or begin to.
            (false, true) if a != b => self.pairs.remove(&pair),
            (true, false) => self.overlap(a, b) && self.pairs.insert(pair),
            _ => false,
        };
        self.changes += u64::from(changed);
    }

    /// The pairs of boxes that overlap, the smaller number first.
    pub fn pairs(&self) -> &BTreeSet<(u32, u32)> {
        &self.pairs
    }

    /// Checks that the lists are sorted and whole; for tests. Panics otherwise.
    pub fn validate(&self) {
        for (axis, list) in self.lists.iter().enumerate() {
            let (mut count, mut firsts) = (0, 0);
            for (end, link) in (0..).zip(list) {
                let aabb = &self.boxes[box_of(end) as usize];
                let value = if is_max(end) { aabb.max[axis] } else { aabb.min[axis] };
                assert_eq!(link.value, value);
                if link.previous == NONE {
                    firsts += 1;
                    let mut at = end;
                    while at != NONE {
                        count += 1;
                        let next = list[at as usize].next;
                        assert!(next == NONE || list[next as usize].previous == at);
                        assert!(next == NONE || !self.is_after(axis, at, next));
                        at = next;
                    }
                }
            }
            assert!(count == list.len() && (firsts == 1 || list.is_empty()));
        }
    }
}

fn sorted_list(boxes: &[Aabb], axis: usize) -> Vec<Link> {
    let mut ends: Vec<End> = (0..2 * boxes.len() as End).collect();
    let value = |end: End| {
        let aabb = &boxes[box_of(end) as usize];
        if is_max(end) { aabb.max[axis] } else { aabb.min[axis] }
    };
    ends.sort_by(|a, b| value(*a).total_cmp(&value(*b)).then(is_max(*a).cmp(&is_max(*b))));
    let mut list = vec![Link { value: 0.0, previous: NONE, next: NONE }; ends.len()];
    for (i, end) in ends.iter().enumerate() {
        let previous = if i > 0 { ends[i - 1] } else { NONE };
        let next = ends.get(i + 1).copied().unwrap_or(NONE);
        list[*end as usize] = Link { value: value(*end), previous, next };
    }
    list
}
