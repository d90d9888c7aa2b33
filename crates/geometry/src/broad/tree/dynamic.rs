//! A tree that follows a table of proxies: boxes that have moved query it for those they met and those they left.

use super::nodes::Tree;
use super::queries::NodePair;
use crate::broad::broad_phase::{PairSink, Proxy, is_present, scan_nearest, scan_swept};
use crate::broad::image::{Image, Probe, SweptProbe};
use crate::broad::proxies::ProxyTable;
use crate::broad::swept::Swept;
use crate::math::Aabb;
use crate::memory;

/// A box leaps if what holds it before and after has more than this many times the surface of both.
const LEAP: f64 = 4.0;

/// If one box in this many appears or leaps, the tree is rebuilt.
const MANY_NEW: usize = 4;

/// If one box in this many moves, the tree is queried by itself, and refitted as a whole.
const MANY_MOVE: usize = 2;

/// Work over what a new tree would do accumulates up to this many image tests a leaf, times the depth, before the tree is
/// rebuilt: about what that costs.
const BUILD_COST: u64 = 4;

/// So many pairs of nodes wait in all but crowded scenes, when the tree is queried by itself.
const STACK: usize = 64;

/// A tree that follows a table of proxies.
#[derive(Default)]
pub(in crate::broad) struct DynamicTree {
    pub(super) tree: Tree,
    stack: Vec<NodePair>,
    pub(in crate::broad) box_tests: u64,
    /// Tests a moved box, sixteen times, of the last update; and of the first after the tree was built.
    tests_each: u64,
    tests_when_new: u64,
    /// Tests since then that a new tree would have saved.
    excess: u64,
}

impl DynamicTree {
    /// Image tests that a moved box takes, by the last update.
    pub(in crate::broad) fn tests_each(&self) -> usize {
        (self.tests_each / 16) as usize
    }

    /// Builds the tree for boxes none of which waits for an update.
    pub(in crate::broad) fn build(&mut self, boxes: &[Aabb]) {
        self.tree.build(boxes);
        self.stack.reserve(STACK);
        (self.excess, self.tests_when_new) = (0, 0);
    }

    /// Reports what has changed since the last update. The tree is that of the boxes then, and becomes that of the
    /// present ones; of boxes that move on, it holds both places. `begun` is memory for the pairs that begin.
    pub(in crate::broad) fn update(
        &mut self,
        table: &mut ProxyTable,
        begun: &mut Vec<(Proxy, Proxy)>,
        sink: &mut dyn PairSink,
    ) {
        let before = self.box_tests;
        table.mark_leaps(leaps);
        self.end_pairs_of_far_movers(table, sink);
        let rebuilt = self.synchronise(table);
        begun.clear();
        self.find_changes(table, begun, sink);
        begun.drain(..).for_each(|(a, b)| sink.begin(a, b));
        let (tests, moved) = (self.box_tests - before, table.changed.len() as u64);
        self.rebuild_if_degraded(tests, moved, rebuilt, &table.now);
    }

    /// Ends the pairs of what disappears or leaps, as far as they do not stay.
    fn end_pairs_of_far_movers(&mut self, table: &ProxyTable, sink: &mut dyn PairSink) {
        let ProxyTable { was, changed, .. } = table;
        let far_movers =
            changed.iter().filter(|a| table.change(**a).leaps && self.tree.contains(**a));
        for &a in far_movers {
            let old = &was[a as usize];
            let limits = Image::new(old, &self.tree.origin).query_limits();
            self.box_tests += self.tree.query(&limits, &mut |b| {
                let seen_by_b = table.change(b).leaps && b < a;
                if b != a && !seen_by_b && old.overlaps(&was[b as usize]) && !table.keeps(a, b) {
                    sink.end(a.min(b), a.max(b));
                }
            });
        }
    }

    /// Brings the tree up to date. Returns whether it was rebuilt.
    fn synchronise(&mut self, table: &ProxyTable) -> bool {
        let ProxyTable { now, was, changed, present, .. } = table;
        let leaps = |proxy: &&Proxy| table.change(**proxy).leaps;
        let new = changed.iter().filter(leaps).filter(|a| is_present(&now[**a as usize])).count();
        let rebuild = new * MANY_NEW > *present;
        if rebuild {
            self.build(now);
            self.box_tests += (present * (1 + present.ilog2() as usize)) as u64;
        } else {
            // First, since it may rebuild subtrees, and by the present boxes.
            changed.iter().filter(leaps).for_each(|proxy| self.replace(*proxy, now));
        }
        let moved = || changed.iter().copied().filter(|proxy| !leaps(&proxy));
        for proxy in moved() {
            let slot = proxy as usize;
            // The box around the old and the new place: one query finds the pairs that end and those that begin.
            self.tree.set_image(proxy, Image::new(&was[slot].join(&now[slot]), &self.tree.origin));
        }
        if changed.len() * MANY_MOVE > *present {
            self.tree.refit();
        } else {
            moved().for_each(|proxy| self.tree.refit_above(proxy));
        }
        rebuild
    }

    fn replace(&mut self, proxy: Proxy, boxes: &[Aabb]) {
        if self.tree.contains(proxy) {
            self.tree.remove(proxy);
        }
        let aabb = &boxes[proxy as usize];
        if is_present(aabb) {
            self.box_tests += self.tree.insert(proxy, Image::new(aabb, &self.tree.origin), boxes);
        }
    }

    /// Finds the pairs of moved boxes that begin, and those that end of boxes that have not leapt.
    fn find_changes(
        &mut self,
        table: &ProxyTable,
        begun: &mut Vec<(Proxy, Proxy)>,
        sink: &mut dyn PairSink,
    ) {
        let DynamicTree { tree, stack, .. } = self;
        let ProxyTable { now, was, changed, .. } = table;
        let mut compare = |a: Proxy, b: Proxy| {
            let (i, j) = (a as usize, b as usize);
            let (of_a, of_b) = (table.change(a), table.change(b));
            // One that has not changed is where it was: its former box is not fetched, too.
            let [was_a, was_b] = [(i, of_a), (j, of_b)]
                .map(|(slot, change)| &if change.changed { was } else { now }[slot]);
            let (before, after) = (was_a.overlaps(was_b), now[i].overlaps(&now[j]));
            let (a, b) = (a.min(b), a.max(b));
            if after && !(before && !of_a.removed && !of_b.removed) {
                if sink.wants(a, b) {
                    memory::push(begun, (a, b));
                }
            } else if before && !after && !of_a.leaps && !of_b.leaps {
                sink.end(a, b);
            }
        };
        if changed.len() * MANY_MOVE > table.present {
            self.box_tests += tree.query_itself(stack, &mut compare);
            return;
        }
        for &a in changed.iter().filter(|a| is_present(&now[**a as usize])) {
            self.box_tests += tree.query(&tree.image(a).query_limits(), &mut |b| {
                if a != b && (a < b || !table.change(b).changed) {
                    compare(a, b);
                }
            });
        }
    }

    /// Rebuilds the tree when it has come to cost more than it did when it was new.
    fn rebuild_if_degraded(&mut self, tests: u64, moved: u64, rebuilt: bool, boxes: &[Aabb]) {
        self.tests_each = 16 * tests / moved.max(1);
        if self.tests_when_new == 0 && !rebuilt {
            self.tests_when_new = self.tests_each;
        }
        let leaves = self.tree.leaves as u64;
        let usual = self.tests_when_new + self.tests_when_new / 4;
        self.excess += moved * self.tests_each.saturating_sub(usual) / 16;
        if !rebuilt && self.excess > BUILD_COST * leaves * u64::from(leaves.max(2).ilog2()) {
            self.build(boxes);
        }
    }

    /// Visits the proxies whose boxes overlap a box.
    pub(in crate::broad) fn query_box(
        &self,
        boxes: &[Aabb],
        aabb: &Aabb,
        visit: &mut dyn FnMut(Proxy),
    ) {
        self.tree.query(&Image::new(aabb, &self.tree.origin).query_limits(), &mut |proxy| {
            if boxes[proxy as usize].overlaps(aabb) {
                visit(proxy);
            }
        });
    }

    /// Visits the proxies whose boxes a moving box meets up to the time `limit`.
    pub(in crate::broad) fn query_swept(
        &self,
        boxes: &[Aabb],
        swept: &Swept,
        limit: f64,
        visit: &mut dyn FnMut(Proxy, f64) -> f64,
    ) {
        let Some(probe) = SweptProbe::new(swept, limit, &self.tree.origin) else {
            return scan_swept(boxes, swept, limit, visit);
        };
        self.tree.query_swept(&probe, limit, |proxy, limit| {
            swept.meets(&boxes[proxy as usize], limit).map_or(limit, |time| visit(proxy, time))
        });
    }

    /// Visits the proxies whose boxes are no farther from a box than `limit`.
    pub(in crate::broad) fn query_nearest(
        &self,
        boxes: &[Aabb],
        aabb: &Aabb,
        limit: f64,
        visit: &mut dyn FnMut(Proxy, f64) -> f64,
    ) {
        let Some(probe) = Probe::new(aabb, &self.tree.origin) else {
            return scan_nearest(boxes, aabb, limit, visit);
        };
        self.tree.query_nearest(&probe, limit, |proxy, limit| {
            let gap = boxes[proxy as usize].gap(aabb);
            if gap <= limit { visit(proxy, gap) } else { limit }
        });
    }

    /// Panics unless the tree holds the boxes, which are those of the last update.
    pub(in crate::broad) fn validate(&self, boxes: &[Aabb]) {
        self.tree.validate(boxes);
    }
}

/// Whether a box moves so far that what holds it before and after is much larger.
fn leaps(was: &Aabb, now: &Aabb) -> bool {
    let extent = |aabb: &Aabb| {
        let size = aabb.max - aabb.min;
        size.x * size.y + size.y * size.z + size.z * size.x
    };
    // What is not finite is not a number here, and leaps.
    let small = extent(&was.join(now)) <= LEAP * (extent(was) + extent(now));
    !small
}
