//! The box tree as a broad phase: what moves asks the tree whom it met and whom it left.

use super::descent::{Couple, TOGETHER, Waiting};
use super::image::{Image, Reach};
use super::ledger::Ledger;
use super::phase::{BroadPhase, PairSink, Proxy, is_present};
use super::room::reserve_total;
use super::swept::Swept;
use super::tree::Tree;
use crate::math::Aabb;

#[cfg(test)]
mod tests;

/// A box that comes to be this many times as large when it holds its past as well leaps.
const LEAP: f64 = 4.0;

/// Where one in so many comes or leaps, the tree is built anew.
const MANY_COME: usize = 4;

/// Where one in so many moves, the tree is asked about itself, and fitted as a whole.
const MANY_MOVE: usize = 2;

/// The part of the tree that is built anew in a commit in which as many have moved.
const PART: usize = 20;

/// Work over what a new tree would do is let pile up to this many image tests a leaf, times the depth: about what
/// building costs.
const BUILD_COST: u64 = 4;

/// A tree that follows a ledger.
#[derive(Default)]
pub(super) struct Follower {
    pub(super) tree: Tree,
    stack: Vec<Couple>,
    pub(super) box_tests: u64,
    /// Tests a moved box, sixteen times, of the last commit; and of the first after the tree was built.
    tests_each: u64,
    tests_when_new: u64,
    /// Tests since then that a new tree would have spared.
    excess: u64,
    /// Whether the last commit told who stays.
    pub(super) told_who_stays: bool,
}

impl Follower {
    pub(super) fn reserve(&mut self, slots: usize) {
        self.tree.reserve(slots);
        // Some pushes for each level of both ways down.
        reserve_total(&mut self.stack, 8 * (1 + slots.ilog2() as usize));
    }

    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes() + self.stack.capacity() * size_of::<Couple>()
    }

    /// Image tests that a moved box takes, by the last commit.
    pub(super) fn tests_each(&self) -> usize {
        (self.tests_each / 16) as usize
    }

    /// Builds the tree for boxes none of which waits for a commit.
    pub(super) fn build(&mut self, boxes: &[Aabb]) {
        self.tree.build(boxes);
        (self.excess, self.tests_when_new) = (0, 0);
        self.told_who_stays = false;
    }

    /// Reports what has changed since the last commit. The tree is that of the boxes then, and becomes that of the
    /// present ones; of boxes that move on, it holds the way. `begun` is memory for the pairs that begin.
    pub(super) fn commit(
        &mut self,
        ledger: &mut Ledger,
        begun: &mut Vec<(Proxy, Proxy)>,
        sink: &mut dyn PairSink,
    ) {
        let before = self.box_tests;
        self.part_leapers(ledger, sink);
        let rebuilt = self.follow(ledger);
        begun.clear();
        self.meet(ledger, begun, sink);
        begun.drain(..).for_each(|(a, b)| sink.begin(a, b));
        let (tests, moved) = (self.box_tests - before, ledger.changed.len() as u64);
        self.keep_up(tests, moved, rebuilt, &ledger.now);
        self.told_who_stays = true;
    }

    /// Marks what comes, goes and leaps, and ends the pairs of these.
    fn part_leapers(&mut self, ledger: &mut Ledger, sink: &mut dyn PairSink) {
        for &proxy in &ledger.changed {
            let slot = proxy as usize;
            let (was, now) = (&ledger.was[slot], &ledger.now[slot]);
            if ledger.news[slot].cut() || !is_present(was) || !is_present(now) || leaps(was, now) {
                ledger.news[slot].set_leaps();
            }
        }
        let Ledger { now, was, changed, news, .. } = &*ledger;
        for &a in changed.iter().filter(|a| news[**a as usize].leaps() && self.tree.contains(**a)) {
            let (i, reach) = (a as usize, Image::new(&was[a as usize], &self.tree.origin).reach());
            self.box_tests += self.tree.descend(&reach, &mut |b| {
                let j = b as usize;
                let twice = news[j].leaps() && b < a;
                let stays = !news[i].cut() && !news[j].cut() && now[i].overlaps(&now[j]);
                if b != a && !twice && !stays && was[i].overlaps(&was[j]) {
                    sink.end(a.min(b), a.max(b));
                }
            });
        }
    }

    /// Brings the tree up to date. Returns whether it was built anew.
    fn follow(&mut self, ledger: &Ledger) -> bool {
        let Ledger { now, was, changed, news, .. } = ledger;
        let come =
            changed.iter().filter(|a| news[**a as usize].leaps() && is_present(&now[**a as usize]));
        let rebuild = come.count() * MANY_COME > ledger.present;
        if rebuild {
            self.build(now);
            self.box_tests += (ledger.present * (1 + ledger.present.ilog2() as usize)) as u64;
        }
        let leaps = |proxy: &&Proxy| news[**proxy as usize].leaps();
        // First, since it may build subtrees anew, and by the present boxes.
        if !rebuild {
            changed.iter().filter(leaps).for_each(|proxy| self.replace(*proxy, now));
        }
        let many = changed.len() * MANY_MOVE > ledger.present;
        for &proxy in changed.iter().filter(|proxy| !leaps(proxy)) {
            let slot = proxy as usize;
            // It holds where the box was and where it is: one question then tells whom it left and whom it met.
            self.tree.set_image(proxy, Image::new(&was[slot].join(&now[slot]), &self.tree.origin));
        }
        if many {
            self.tree.fit_all();
        } else {
            self.tree.fit_above(changed.iter().copied().filter(|proxy| !leaps(&proxy)));
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

    /// Finds whom the moved boxes have met, and whom those that have not leapt have left.
    fn meet(&mut self, ledger: &Ledger, begun: &mut Vec<(Proxy, Proxy)>, sink: &mut dyn PairSink) {
        let Follower { tree, stack, .. } = self;
        let Ledger { now, was, changed, news, .. } = ledger;
        let mut look = |a: Proxy, b: Proxy| {
            let (i, j) = (a as usize, b as usize);
            // One that has not changed is where it was: its former box is not fetched, too.
            let [was_a, was_b] =
                [i, j].map(|slot| &if news[slot].changed() { was } else { now }[slot]);
            let (before, after) = (was_a.overlaps(was_b), now[i].overlaps(&now[j]));
            let (a, b) = (a.min(b), a.max(b));
            if after && !(before && !news[i].cut() && !news[j].cut()) {
                begun.push((a, b));
            } else if before && after {
                sink.stay(a, b);
            } else if before && !news[i].leaps() && !news[j].leaps() {
                sink.end(a, b);
            }
        };
        if changed.len() * MANY_MOVE > ledger.present {
            self.box_tests += tree.descend_itself(stack, &mut look);
        } else {
            let (mut some, mut reaches) = ([0; TOGETHER], [Reach::default(); TOGETHER]);
            let mut waiting = Waiting::default();
            let mut moved = changed.iter().filter(|a| is_present(&now[**a as usize]));
            loop {
                let mut count = 0;
                for &a in moved.by_ref().take(TOGETHER) {
                    (some[count], reaches[count]) = (a, Reach::of(tree.image(a).reach()));
                    count += 1;
                }
                if count == 0 {
                    break;
                }
                self.box_tests +=
                    tree.descend_together(&reaches, count, &mut waiting, |place, b| {
                        let a = some[place];
                        if a != b && (a < b || !news[b as usize].changed()) {
                            look(a, b);
                        }
                    });
            }
        }
    }

    /// Keeps the tree good: a part of it is built anew while much moves, all of it when it has grown dear.
    fn keep_up(&mut self, tests: u64, moved: u64, rebuilt: bool, boxes: &[Aabb]) {
        self.tests_each = 16 * tests / moved.max(1);
        if self.tests_when_new == 0 && !rebuilt {
            self.tests_when_new = self.tests_each;
        }
        let leaves = self.tree.leaves as u64;
        self.excess += (moved
            * self.tests_each.saturating_sub(self.tests_when_new + self.tests_when_new / 4))
            / 16;
        if !rebuilt && self.excess > BUILD_COST * leaves * u64::from(leaves.max(2).ilog2()) {
            self.build(boxes);
        } else if moved * PART as u64 > leaves && leaves > PART as u64 {
            self.tree.rebuild_part(self.tree.leaves / PART, boxes);
        }
    }
}

/// Whether a box moves so far that what holds it before and after is much larger.
fn leaps(was: &Aabb, now: &Aabb) -> bool {
    let extent = |aabb: &Aabb| {
        let size = aabb.max - aabb.min;
        size.x * size.y + size.y * size.z + size.z * size.x
    };
    // What is not finite is no number here, and leaps.
    let small = extent(&was.join(now)) <= LEAP * (extent(was) + extent(now));
    !small
}

/// A tree of boxes, with both children's boxes in a node (thesis 5.2.3; Zachmann's layout of the slides keeps less).
///
/// A moved box takes O(log n + k) for k overlaps, as does one that comes or goes. When most boxes move, the tree
/// is compared with itself: O(n + k) where boxes are spread. Insensitive to how sizes and places are spread. Memory: some
/// 190 bytes a proxy.
#[derive(Default)]
pub struct BoxTree {
    ledger: Ledger,
    follower: Follower,
    begun: Vec<(Proxy, Proxy)>,
}

impl BoxTree {
    /// An empty set of boxes.
    pub fn new() -> BoxTree {
        BoxTree::default()
    }
}

impl BroadPhase for BoxTree {
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        if let Some(slots) = self.ledger.place(proxy, aabb) {
            self.follower.reserve(slots);
        }
    }

    fn remove(&mut self, proxy: Proxy) {
        self.ledger.remove(proxy);
    }

    fn commit(&mut self, sink: &mut dyn PairSink) {
        if self.ledger.begin_commit() {
            self.follower.commit(&mut self.ledger, &mut self.begun, sink);
            self.ledger.settle();
        }
    }

    fn tells_who_stays(&self) -> bool {
        self.follower.told_who_stays
    }

    fn boxes(&self) -> &[Aabb] {
        &self.ledger.now
    }

    fn query_box(&self, aabb: &Aabb, visit: &mut dyn FnMut(Proxy)) {
        self.follower.query_box(&self.ledger.now, aabb, visit);
    }

    fn query_swept(&self, swept: &Swept, limit: f64, visit: &mut dyn FnMut(Proxy, f64) -> f64) {
        self.follower.query_swept(&self.ledger.now, swept, limit, visit);
    }

    fn box_tests(&self) -> u64 {
        self.follower.box_tests
    }

    fn bytes(&self) -> usize {
        self.ledger.bytes()
            + self.follower.bytes()
            + self.begun.capacity() * size_of::<(Proxy, Proxy)>()
    }
}

impl Follower {
    pub(super) fn query_box(&self, boxes: &[Aabb], aabb: &Aabb, visit: &mut dyn FnMut(Proxy)) {
        self.tree.descend(&Image::new(aabb, &self.tree.origin).reach(), &mut |proxy| {
            if boxes[proxy as usize].overlaps(aabb) {
                visit(proxy);
            }
        });
    }

    pub(super) fn query_swept(
        &self,
        boxes: &[Aabb],
        swept: &Swept,
        limit: f64,
        visit: &mut dyn FnMut(Proxy, f64) -> f64,
    ) {
        self.tree.descend_swept(swept, limit, |proxy, limit| {
            swept.meets(&boxes[proxy as usize], limit).map_or(limit, |time| visit(proxy, time))
        });
    }
}
