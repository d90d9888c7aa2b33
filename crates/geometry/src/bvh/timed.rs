//! A walk through two trees whose bodies move, in order of time: the pair of boxes that may meet first is opened first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::frame::LocalBox;
use super::node::{Child, FourChildren};
use super::tree::TreeSide;
use crate::interrupt::Pace;
use crate::math::Aabb;

/// A query for what meets first.
pub(crate) trait TimedVisit {
    /// Until when the contents of two local boxes are certainly apart, if they are so until `from`; and whether they were then
    /// so far apart that it is better to look again at that time than to open a box.
    fn apart_until(&mut self, boxes: [&Aabb; 2], from: f64) -> (f64, bool);

    /// What happens from this time on is of no interest. It may fall during the walk.
    fn limit(&self) -> f64;

    /// Whether the walk goes on: all that is left of it is apart until this time.
    fn goes_on(&mut self, time: f64) -> bool;

    /// Visits a pair of primitives, which are apart until `from`.
    fn visit(&mut self, a: u32, b: u32, from: f64);
}

/// A pair of boxes, one of each tree.
#[derive(Clone, Copy)]
struct Entry {
    /// Their contents are apart until then.
    time: f64,
    is_far: bool,
    /// Of entries at the same time the newest comes first, so that the walk goes down.
    number: u64,
    boxes: [LocalBox; 2],
    child: [Child; 2],
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    /// The first is the greatest.
    fn cmp(&self, other: &Entry) -> Ordering {
        other.time.total_cmp(&self.time).then(self.number.cmp(&other.number))
    }
}

/// Less progress than this part of the time is none.
const PROGRESS: f64 = 1e-3;

/// Walks two trees from time 0 on.
pub(crate) fn walk_in_time(sides: [TreeSide<'_>; 2], visit: &mut dyn TimedVisit) {
    let [Some(a), Some(b)] = sides.map(|side| side.nodes.first()) else {
        return;
    };
    let root = [a, b];
    let boxes = root.map(|node| node.lane(0));
    if boxes.iter().any(LocalBox::is_empty) {
        return;
    }
    let mut numbers = 0..;
    let mut waiting = BinaryHeap::new();
    let start =
        Entry { time: 0.0, is_far: true, number: 0, boxes, child: root.map(|node| node.child(0)) };
    waiting.push(start);
    let mut pace = Pace::default();
    while let Some(mut entry) = waiting.pop() {
        pace.step();
        if entry.time >= visit.limit() || !visit.goes_on(entry.time) {
            return;
        }
        let boxes = [0, 1].map(|side| sides[side].frame.aabb(&entry.boxes[side]));
        if entry.is_far {
            let from = entry.time;
            (entry.time, entry.is_far) = visit.apart_until(boxes.each_ref(), from);
            entry.is_far &= entry.time > from + PROGRESS;
            waiting.push(entry);
            continue;
        }
        if entry.child.iter().all(|child| child.is_leaf()) {
            let [a, b] = entry.child.map(Child::primitives);
            for i in a.range().filter(|i| sides[0].excluded.binary_search(i).is_err()) {
                for j in b.range().filter(|j| sides[1].excluded.binary_search(j).is_err()) {
                    visit.visit(i, j, entry.time);
                }
            }
            continue;
        }
        // The larger box is opened.
        let size = [0, 1]
            .map(|i| if entry.child[i].is_leaf() { -1.0 } else { boxes[i].half_extents().norm() });
        let open = usize::from(size[1] > size[0]);
        let node = &sides[open].nodes[entry.child[open].index()];
        for lane in 0..4 {
            let (child, local) = (node.child(lane), node.lane(lane));
            if child == Child::NONE || local.is_empty() {
                continue;
            }
            let mut next = Entry { number: numbers.next().unwrap_or(u64::MAX), ..entry };
            (next.child[open], next.boxes[open]) = (child, local);
            let mut below = boxes;
            below[open] = sides[open].frame.aabb(&local);
            (next.time, next.is_far) = visit.apart_until(below.each_ref(), entry.time);
            next.is_far &= next.time > entry.time + PROGRESS;
            if next.time < visit.limit() {
                waiting.push(next);
            }
        }
    }
}
