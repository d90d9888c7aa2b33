//! The incremental sweep (thesis 5.2.2, after Baraff): the ends of all boxes in three sorted lists.
//!
//! Boxes that move slide their ends past those of others. Only a pair whose ends pass each other can begin or
//! cease to overlap, so the cost is that of the moved boxes and of what they pass; the others cost nothing.
//!
//! The lists are arrays, so a slide is a run through neighbouring memory. They have gaps now and then, which
//! a box that comes fills and a box that goes leaves, so that neither moves the rest of the list.

use super::phase::{Proxy, is_present};
use super::room::reserve_total;
use crate::math::Aabb;

#[cfg(test)]
mod tests;

/// Live ends between two gaps of a fresh list.
const GAP_SPACING: usize = 8;

/// Set in the tags of greatest coordinates.
const MAX: u32 = 1 << 31;

/// The tag of a gap. Its key keeps the list sorted; among equal keys it may be anywhere.
const GAP: u32 = u32::MAX;

/// The place of an end that is in no list.
const NOWHERE: u32 = u32::MAX;

/// The sorted ends on one axis, least coordinates before equal greatest ones.
#[derive(Default)]
struct Axis {
    keys: Vec<f64>,
    /// The proxy, with `MAX` set or not.
    tags: Vec<u32>,
    /// By proxy: where its two ends are in the list.
    places: Vec<[u32; 2]>,
}

/// One end of a box on an axis.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum End {
    Min,
    Max,
}

/// The three lists.
#[derive(Default)]
pub(super) struct Endpoints {
    axes: [Axis; 3],
}

/// The longest that a list for so many boxes may grow, gaps included: a fresh one and a little more.
fn longest_list(boxes: usize) -> usize {
    fresh_length(2 * boxes) + boxes / 4 + GAP_SPACING
}

/// The length of a fresh list of so many ends: a gap after each few.
fn fresh_length(ends: usize) -> usize {
    ends + ends.div_ceil(GAP_SPACING)
}

impl Endpoints {
    /// Makes room for so many proxies, so that no other call needs memory.
    pub(super) fn reserve(&mut self, slots: usize) {
        for list in &mut self.axes {
            reserve_total(&mut list.keys, longest_list(slots));
            reserve_total(&mut list.tags, longest_list(slots));
            reserve_total(&mut list.places, slots);
        }
    }

    /// Lists all present boxes: O(n log n).
    pub(super) fn build(&mut self, boxes: &[Aabb]) {
        for (axis, list) in self.axes.iter_mut().enumerate() {
            list.build(axis, boxes);
        }
    }

    /// The memory in use.
    pub(super) fn bytes(&self) -> usize {
        let lists = self.axes.iter().map(|list| {
            list.keys.capacity() * size_of::<f64>()
                + list.tags.capacity() * size_of::<u32>()
                + list.places.capacity() * size_of::<[u32; 2]>()
        });
        lists.sum()
    }

    pub(super) fn contains(&self, proxy: Proxy) -> bool {
        self.axes[0].places.get(proxy as usize).is_some_and(|places| places[0] != NOWHERE)
    }

    /// Takes a box that is in the lists out of them.
    pub(super) fn remove(&mut self, proxy: Proxy) {
        for list in &mut self.axes {
            for place in std::mem::replace(&mut list.places[proxy as usize], [NOWHERE; 2]) {
                list.tags[place as usize] = GAP;
            }
        }
    }

    /// Adds a box that is not in the lists, and returns how many ends made room for it.
    pub(super) fn insert(&mut self, proxy: Proxy, aabb: &Aabb) -> usize {
        let mut moved = 0;
        for (axis, list) in self.axes.iter_mut().enumerate() {
            if list.places.len() <= proxy as usize {
                list.places.resize(proxy as usize + 1, [NOWHERE; 2]);
            }
            moved += list.insert(proxy, aabb.min[axis]);
            moved += list.insert(proxy | MAX, aabb.max[axis]);
        }
        moved
    }

    /// About how many ends those of a listed box would pass on their way to another place: O(log n).
    pub(super) fn distance(&self, proxy: Proxy, aabb: &Aabb) -> usize {
        let distance = |axis: usize| {
            let list = &self.axes[axis];
            let place = list.places[proxy as usize][0] as usize;
            2 * list.find(aabb.min[axis], false).abs_diff(place)
        };
        distance(0) + distance(1) + distance(2)
    }

    /// Slides the ends of a listed box along one axis to where they belong, and returns how many they passed.
    /// Calls `crossed(other, end, together)` where the greatest coordinate of one box passes the least one of
    /// another, so that the two come together or part: `end` is which one of the sliding box it is.
    #[inline]
    pub(super) fn slide(
        &mut self,
        axis: usize,
        proxy: Proxy,
        aabb: &Aabb,
        mut crossed: impl FnMut(Proxy, End, bool),
    ) -> usize {
        let list = &mut self.axes[axis];
        list.slide::<false>(proxy, aabb.min[axis], &mut crossed)
            + list.slide::<true>(proxy, aabb.max[axis], &mut crossed)
    }
}

impl Axis {
    fn build(&mut self, axis: usize, boxes: &[Aabb]) {
        let key = |tag: u32| {
            let aabb = &boxes[(tag & !MAX) as usize];
            if tag & MAX == 0 { aabb.min[axis] } else { aabb.max[axis] }
        };
        reserve_total(&mut self.tags, fresh_length(2 * boxes.len()));
        reserve_total(&mut self.keys, fresh_length(2 * boxes.len()));
        self.tags.clear();
        for (proxy, aabb) in boxes.iter().enumerate() {
            if is_present(aabb) {
                self.tags.extend([proxy as u32, proxy as u32 | MAX]);
            }
        }
        // Adding zero makes a negative zero a positive one, which it equals.
        self.tags
            .sort_unstable_by(|&a, &b| (key(a) + 0.0).total_cmp(&(key(b) + 0.0)).then(a.cmp(&b)));
        self.keys.clear();
        self.keys.extend(self.tags.iter().map(|tag| key(*tag)));
        self.places.clear();
        self.places.resize(boxes.len(), [NOWHERE; 2]);
        self.spread();
    }

    /// Moves the ends of a list without gaps apart, so that there is a gap after each few.
    fn spread(&mut self) {
        let ends = self.tags.len();
        self.keys.resize(fresh_length(ends), 0.0);
        self.tags.resize(fresh_length(ends), GAP);
        // From the back: what is overwritten has been moved before.
        for from in (0..ends).rev() {
            let to = from + from / GAP_SPACING;
            let (key, tag) = (self.keys[from], self.tags[from]);
            if from + 1 == ends || (from + 1) % GAP_SPACING == 0 {
                self.keys[to + 1] = key;
                self.tags[to + 1] = GAP;
            }
            self.keys[to] = key;
            self.tags[to] = tag;
            self.put(to, tag);
        }
    }

    /// Deals the gaps out anew: O(n).
    fn refresh(&mut self) {
        let mut kept = 0;
        for place in 0..self.tags.len() {
            if self.tags[place] != GAP {
                self.keys[kept] = self.keys[place];
                self.tags[kept] = self.tags[place];
                kept += 1;
            }
        }
        self.keys.truncate(kept);
        self.tags.truncate(kept);
        self.spread();
    }

    /// Notes where an end is.
    #[inline]
    fn put(&mut self, place: usize, tag: u32) {
        if tag != GAP {
            self.places[(tag & !MAX) as usize][(tag >> 31) as usize] = place as u32;
        }
    }

    /// Where a coordinate belongs in the list: a least one before its equals, a greatest one after them.
    fn find(&self, key: f64, is_max: bool) -> usize {
        self.keys.partition_point(|k| *k < key || is_max && *k == key)
    }

    fn insert(&mut self, tag: u32, key: f64) -> usize {
        if self.tags.len() >= longest_list(self.places.len()) {
            // Ends that go at one side and come at the other leave their gaps where nobody fills them.
            self.refresh();
        }
        let low = self.find(key, tag & MAX != 0);
        // The ends from here to the next gap make room.
        let gap = self.tags[low..]
            .iter()
            .position(|tag| *tag == GAP)
            .map_or(self.tags.len(), |n| low + n);
        if gap == self.tags.len() {
            self.keys.push(key);
            self.tags.push(GAP);
        }
        self.keys.copy_within(low..gap, low + 1);
        self.tags.copy_within(low..gap, low + 1);
        self.keys[low] = key;
        self.tags[low] = tag;
        for place in low..=gap {
            self.put(place, self.tags[place]);
        }
        gap - low
    }

    #[inline]
    fn slide<const IS_MAX: bool>(
        &mut self,
        proxy: Proxy,
        key: f64,
        crossed: &mut impl FnMut(Proxy, End, bool),
    ) -> usize {
        let start = self.places[proxy as usize][IS_MAX as usize] as usize;
        let keys = &mut self.keys[..];
        let tags = &mut self.tags[..keys.len()];
        let places = &mut self.places[..];
        let mut pass = |place: usize, tag: u32, together: bool| {
            if tag == GAP {
                return;
            }
            let other = tag & !MAX;
            places[other as usize][(tag >> 31) as usize] = place as u32;
            if (tag & MAX != 0) != IS_MAX && other != proxy {
                crossed(other, if IS_MAX { End::Max } else { End::Min }, together);
            }
        };
        let mut at = start;
        while at + 1 < keys.len() {
            let (k, tag) = (keys[at + 1], tags[at + 1]);
            if !(k < key || IS_MAX && k == key && (tag & MAX == 0 || tag == GAP)) {
                break;
            }
            (keys[at], tags[at]) = (k, tag);
            pass(at, tag, IS_MAX);
            at += 1;
        }
        while at > 0 {
            let (k, tag) = (keys[at - 1], tags[at - 1]);
            if !(k > key || !IS_MAX && k == key && tag & MAX != 0) {
                break;
            }
            (keys[at], tags[at]) = (k, tag);
            pass(at, tag, !IS_MAX);
            at -= 1;
        }
        keys[at] = key;
        tags[at] = if IS_MAX { proxy | MAX } else { proxy };
        places[proxy as usize][IS_MAX as usize] = at as u32;
        at.abs_diff(start)
    }
}
