//! Incremental sweep and prune (thesis 5.2.2, after Baraff): the ends of all boxes in three sorted lists.

use super::broad_phase::{BroadPhase, PairSink, Proxy, is_present};
use super::columns::Columns;
use super::finder::{PairFinder, update_pairs};
use super::proxies::ProxyTable;
use crate::math::Aabb;
use crate::memory;
use crate::threads::Threads;

#[cfg(test)]
mod tests;

/// Sweep and prune: the lists of ends are kept from update to update and sorted by insertion, which is fast while the
/// order hardly changes. An update costs O(n + k) for n boxes and k pairs, and a step for every two ends that change
/// places. Where these are many, the lists are sorted again and all pairs are found from scratch.
///
/// ```
/// use solid_geometry::broad::{BroadPhase, PairSink, SweepAndPrune};
/// use solid_geometry::math::{Aabb, Vec3};
///
/// # struct Count(u32);
/// # impl PairSink for Count {
/// #     fn begin(&mut self, _: u32, _: u32) { self.0 += 1; }
/// #     fn end(&mut self, _: u32, _: u32) { self.0 -= 1; }
/// # }
/// let (mut phase, mut count) = (SweepAndPrune::default(), Count(0)); // a sink that counts pairs
/// let cube = |x| Aabb { min: Vec3::new(x, 0.0, 0.0), max: Vec3::new(x + 1.0, 1.0, 1.0) };
/// (0..100).for_each(|i| phase.place(i, &cube(f64::from(2 * i)))); // gaps as wide as the boxes
/// phase.update(&mut count);
/// assert_eq!(count.0, 0);
/// phase.place(50, &cube(100.5)); // half of a gap: the order of the ends stays
/// phase.place(60, &cube(121.5)); // past the left end of the next
/// phase.update(&mut count);
/// assert_eq!(count.0, 1);
/// ```
#[derive(Default)]
pub struct SweepAndPrune {
    table: ProxyTable,
    lists: EndLists,
    /// The overlapping pairs at the last update.
    pairs: Vec<(Proxy, Proxy)>,
    threads: Threads,
}

/// Inserting a new box passes about all others: if one box in this many is new, the lists are sorted again.
const MANY_NEW: usize = 16;

/// This many steps of insertion for each box cost about as much as sorting the lists and finding all pairs.
const STEPS_EACH: usize = 32;

/// One end of a box on an axis.
#[derive(Clone, Copy)]
struct End {
    value: f64,
    proxy: Proxy,
    is_max: bool,
}

impl End {
    /// Whether it comes after another that it follows in a list. Touching is overlapping: least coordinates come before
    /// greatest ones that equal them.
    #[inline]
    fn is_after(&self, other: &End) -> bool {
        self.value > other.value || self.value == other.value && self.is_max && !other.is_max
    }
}

/// The three sorted lists.
#[derive(Default)]
struct EndLists {
    axes: [Vec<End>; 3],
    /// By proxy: whether its ends are in the lists and count.
    listed: Vec<bool>,
    /// Pairs that came to overlap on an axis in this update, perhaps several times.
    crossed: Vec<[Proxy; 2]>,
    columns: Columns,
    /// Ends compared so far.
    steps: u64,
}

impl EndLists {
    /// Gives the ends their values, drops those of absent boxes and appends those of new ones. Returns how many are new.
    fn synchronise(&mut self, boxes: &[Aabb]) -> usize {
        let EndLists { axes, listed, .. } = self;
        listed.resize(boxes.len(), false);
        for (axis, list) in axes.iter_mut().enumerate() {
            list.retain_mut(|end| {
                let aabb = &boxes[end.proxy as usize];
                end.value = if end.is_max { aabb.max[axis] } else { aabb.min[axis] };
                listed[end.proxy as usize] && is_present(aabb)
            });
        }
        let mut new = 0;
        for (proxy, (listed, aabb)) in listed.iter_mut().zip(boxes).enumerate() {
            let is_new = !*listed && is_present(aabb);
            *listed = is_present(aabb);
            if is_new {
                new += 1;
                for (axis, list) in axes.iter_mut().enumerate() {
                    let end = |value, is_max| End { value, proxy: proxy as Proxy, is_max };
                    list.extend([end(aabb.min[axis], false), end(aabb.max[axis], true)]);
                }
            }
        }
        new
    }

    /// Sorts the lists by insertion and lists the pairs that come to overlap on an axis. `false`, and the lists are in some
    /// order, if that takes more than this many steps.
    fn insert(&mut self, most_steps: usize) -> bool {
        let EndLists { axes, crossed, steps: all_steps, .. } = self;
        let mut steps = 0;
        crossed.clear();
        for list in axes {
            *all_steps += list.len() as u64;
            for place in 1..list.len() {
                let end = list[place];
                let mut at = place;
                while at > 0 && list[at - 1].is_after(&end) {
                    let passed = list[at - 1];
                    if passed.is_max && !end.is_max {
                        let (a, b) = (passed.proxy, end.proxy);
                        memory::push(crossed, [a.min(b), a.max(b)]);
                    }
                    list[at] = passed;
                    at -= 1;
                }
                list[at] = end;
                steps += place - at;
                if steps > most_steps {
                    *all_steps += steps as u64;
                    return false;
                }
            }
        }
        *all_steps += steps as u64;
        crossed.sort_unstable();
        crossed.dedup();
        true
    }

    fn sort(&mut self) {
        for list in &mut self.axes {
            list.sort_unstable_by(|p, q| {
                // Adding zero makes a negative zero a positive one, which it equals.
                let by_value = (p.value + 0.0).total_cmp(&(q.value + 0.0));
                by_value.then(p.is_max.cmp(&q.is_max)).then(p.proxy.cmp(&q.proxy))
            });
        }
    }

    /// A proxy has been removed.
    fn forget(&mut self, proxy: Proxy) {
        if let Some(listed) = self.listed.get_mut(proxy as usize) {
            *listed = false;
        }
    }

    /// Panics unless the lists fit the boxes, which are those of the last update.
    fn validate(&self, boxes: &[Aabb]) {
        for (axis, list) in self.axes.iter().enumerate() {
            assert!(list.windows(2).all(|pair| !pair[0].is_after(&pair[1])));
            let present = boxes.iter().filter(|aabb| is_present(aabb)).count();
            assert_eq!(list.len(), 2 * present);
            for End { value, proxy, is_max } in list {
                let aabb = &boxes[*proxy as usize];
                assert_eq!(*value, if *is_max { aabb.max[axis] } else { aabb.min[axis] });
            }
        }
    }
}

impl PairFinder for EndLists {
    /// Of the pairs that overlap, only those that did not at the last call, or have been forgotten since.
    fn find(
        &mut self,
        boxes: &[Aabb],
        present: usize,
        threads: &Threads,
        accept: impl Fn(Proxy, Proxy) -> bool + Sync + Send,
        pairs: &mut Vec<(Proxy, Proxy)>,
    ) {
        let new = self.synchronise(boxes);
        if new * MANY_NEW <= present && self.insert(STEPS_EACH * present) {
            memory::reserve(pairs, self.crossed.len());
            let crossed = self.crossed.iter().map(|[a, b]| (*a, *b));
            pairs.extend(crossed.filter(|(a, b)| accept(*a, *b)));
        } else {
            self.sort();
            self.columns.find(boxes, present, threads, accept, pairs);
        }
    }
}

impl BroadPhase for SweepAndPrune {
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        self.table.place(proxy, aabb);
    }

    fn remove(&mut self, proxy: Proxy) {
        self.table.remove(proxy);
        self.lists.forget(proxy);
    }

    fn update(&mut self, sink: &mut dyn PairSink) {
        if self.table.has_changed() {
            let SweepAndPrune { table, lists, pairs, threads } = self;
            update_pairs(table, lists, threads, pairs, sink);
            self.table.finish_update();
        }
    }

    fn set_threads(&mut self, threads: Threads) {
        self.threads = threads;
    }

    fn boxes(&self) -> &[Aabb] {
        &self.table.now
    }

    fn box_tests(&self) -> u64 {
        self.lists.steps + self.lists.columns.box_tests
    }

    fn validate(&self) {
        self.table.validate();
        if !self.table.has_changed() {
            self.lists.validate(&self.table.now);
            let overlap = |(a, b): &(Proxy, Proxy)| {
                self.table.now[*a as usize].overlaps(&self.table.now[*b as usize])
            };
            assert!(self.pairs.iter().all(overlap));
        }
    }
}
