//! The broad phase that is used unless another is asked for: a few boxes are compared each with each; of more, a fresh sweep
//! where most move, a tree else, and sorted lists where they tremble in a heap.

use super::boxtree::Follower;
use super::few::{self, Few};
use super::from_scratch::{PairFinder, list_pairs, update_from_scratch};
use super::ledger::Ledger;
use super::lists::{Changes, Lists};
use super::phase::{BroadPhase, PairSink, Proxy, scan_box, scan_swept};
use super::slabs::Slabs;
use super::swept::Swept;
use crate::math::Aabb;
use crate::threads::Threads;

// What things cost, in units of about five nanoseconds (measured, see `benches/broad.rs`). Right answers do not
// depend on these, and the choice is the same in every run.
/// A fresh sweep, for each box.
const FRESH_COST: u64 = 8;
/// For each pair.
const PAIR_COST: u64 = 2;
/// And for this many boxes compared.
const TESTS_PER_COST: u64 = 8;
/// A box that moves in the tree.
const MOVE_COST: u64 = 12;
/// Each image it is compared with.
const IMAGE_COST: u64 = 1;

/// So many commits in a row in which another way would have been cheaper bring it about.
const PATIENCE: u32 = 8;

/// The lists are tried where they promise to be this many times as cheap: what they cost is only known by trying.
const PROMISE: u64 = 2;

/// And where so many pairs overlap for each box: the lists take the memory of one or two, which is much elsewhere.
const HEAP: usize = 4;

/// Each time that the lists were tried in vain the next time takes twice as long, up to this.
const MOST_PATIENCE: u32 = 1024;

/// Queries that look at every box cost about as much as a tree when there have been so many since the last commit; moving
/// boxes count for [`SWEPT_COST`] of others.
const MANY_QUERIES: u32 = 64;
const SWEPT_COST: u32 = 4;

/// How pairs are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Way {
    /// Of the few that there have been so far, each with each.
    #[default]
    Few,
    Sweep,
    Tree,
    Lists,
}

/// A sweep in strips while most boxes move, which costs O(n + k), and O(n^(4/3)) comparisons of some nanoseconds, in all
/// but crowded scenes; a tree while few do, which costs O(m log n + k) for m moved boxes; sorted lists where boxes overlap
/// many others, and move past few ends: O(m + s) for s ends.
///
/// What a commit costs is counted, in the same way in every run, and decides which is used next. Memory: some 250 bytes
/// a proxy, and 100 more where it has used the lists.
#[derive(Default)]
pub struct Adaptive {
    ledger: Ledger,
    few: Few,
    slabs: Slabs,
    follower: Follower,
    /// The overlapping pairs at the last commit, while sweeping; else working memory.
    pairs: Vec<(Proxy, Proxy)>,
    pair_count: usize,
    /// Which of them is in use; the tree and the lists are up to date while they are.
    way: Way,
    /// Commits in a row that the tree would have done for less, and that the lists would.
    calm: u32,
    still: u32,
    /// How many of the latter it takes more than the first time.
    doubt: u32,
    lists: Lists,
    /// Queries since the last commit, up to [`MANY_QUERIES`].
    queries: u32,
    /// Boxes compared by the last sweep.
    swept_tests: u64,
    threads: Threads,
}

impl Adaptive {
    /// An empty set of boxes.
    pub fn new() -> Adaptive {
        Adaptive::default()
    }

    #[cfg(test)]
    pub(super) fn is_by_tree(&self) -> bool {
        self.way == Way::Tree
    }

    #[cfg(test)]
    pub(super) fn is_by_lists(&self) -> bool {
        self.way == Way::Lists
    }

    #[cfg(test)]
    pub(super) fn pair_count(&self) -> usize {
        self.pair_count
    }

    #[inline(never)]
    fn follow_growth(&mut self, grown: Option<usize>) {
        if let Some(slots) = grown {
            // All at once: later commits shall need no memory, whichever way they take.
            self.follower.reserve(slots);
            if self.way == Way::Lists {
                self.lists.reserve(slots);
            }
        }
    }

    /// Whether the tree is cheaper, beyond doubt: the sweep compares fewer boxes at the same cost.
    fn tree_is_cheaper(&self) -> bool {
        8 * self.tree_cost() <= 7 * self.sweep_cost()
    }

    fn sweep_cost(&self) -> u64 {
        FRESH_COST * self.ledger.present as u64
            + PAIR_COST * self.pair_count as u64
            + self.swept_tests / TESTS_PER_COST
    }

    fn tree_cost(&self) -> u64 {
        // Before the first commit by tree: a way down and up of a balanced one.
        let tests = match self.follower.tests_each() {
            0 => 4 * self.ledger.present.max(2).ilog2() as usize,
            tests => tests,
        };
        self.ledger.changed.len() as u64 * (MOVE_COST + IMAGE_COST * tests as u64)
    }

    /// Whether the lists promise to be much cheaper than the way in use, which costs so much.
    fn lists_promise_more(&self, cost: u64) -> bool {
        self.pair_count >= HEAP * self.ledger.present
            && PROMISE * self.lists.cost_of(self.ledger.changed.len()) as u64 <= cost
    }

    /// Follows the lists; `false`, and nothing is done, if something else is better.
    fn follow_lists(&mut self, sink: &mut dyn PairSink) -> bool {
        // What the tree costs is not known before it was tried.
        let by_tree = if self.follower.tests_each() > 0 { self.tree_cost() } else { u64::MAX };
        let budget = self.sweep_cost().min(by_tree) as usize;
        let Adaptive { ledger, lists, pairs, .. } = self;
        if lists.foresee(ledger, true, budget) > budget {
            return false;
        }
        let changes = lists.commit(ledger, budget, pairs, sink);
        if let Some(Changes { begun, ended }) = changes {
            self.pair_count = self.pair_count + begun - ended;
        } else {
            self.doubt = (2 * self.doubt + PATIENCE).min(MOST_PATIENCE);
        }
        changes.is_some()
    }

    /// Takes to the sweep, before the changes count.
    fn return_to_sweep(&mut self) {
        list_pairs(&self.ledger, &mut self.slabs, &self.threads, &mut self.pairs);
        (self.way, self.calm, self.still) = (Way::Sweep, 0, 0);
    }

    /// Takes to the sweep, and never back, where there are too many to compare each with each. The first of them, which may
    /// have been there before, are brought up to date: their boxes at the last commit are not known.
    #[cold]
    fn leave_few(&mut self, sink: &mut dyn PairSink) {
        let changes = self.ledger.take_news();
        self.few.commit(&self.ledger.now[..few::MOST], changes, sink);
        self.ledger.put_down(few::MOST);
        self.few.list_pairs(&mut self.pairs);
        self.way = Way::Sweep;
    }

    /// Takes to the tree or to the lists, where they have been cheaper long enough.
    fn think_it_over(&mut self, cost: u64) {
        self.still = if self.lists_promise_more(cost) { self.still + 1 } else { 0 };
        if self.still >= PATIENCE + self.doubt {
            self.lists.reserve(self.ledger.now.capacity());
            self.lists.build(&self.ledger.now);
            self.way = Way::Lists;
        } else if self.way == Way::Sweep && self.calm >= PATIENCE {
            self.take_to_tree();
        }
    }

    fn take_to_tree(&mut self) {
        self.follower.build(&self.ledger.now);
        self.way = Way::Tree;
    }

    /// A commit of more boxes than are compared each with each.
    #[inline(never)]
    fn commit_many(&mut self, sink: &mut dyn PairSink) {
        self.ledger.begin_commit();
        if self.way == Way::Few {
            self.leave_few(sink);
        }
        if self.way == Way::Tree && !self.tree_is_cheaper() {
            self.return_to_sweep();
        }
        if self.way == Way::Lists && !self.follow_lists(sink) {
            self.return_to_sweep();
            self.sweep(sink);
        } else if self.way == Way::Tree {
            let mut sink = Counting { sink, pairs: &mut self.pair_count };
            // The list of pairs is not in use, and long enough for what begins if it was for all that there were.
            self.follower.commit(&mut self.ledger, &mut self.pairs, &mut sink);
            self.think_it_over(self.tree_cost());
        } else if self.way == Way::Sweep {
            self.sweep(sink);
            self.calm = if self.tree_is_cheaper() { self.calm + 1 } else { 0 };
            self.think_it_over(self.sweep_cost());
        }
        self.ledger.settle();
    }

    fn sweep(&mut self, sink: &mut dyn PairSink) {
        let before = self.slabs.box_tests();
        let Adaptive { ledger, slabs, pairs, threads, .. } = self;
        update_from_scratch(ledger, slabs, threads, pairs, sink);
        self.swept_tests = self.slabs.box_tests() - before;
        self.pair_count = self.pairs.len();
    }
}

/// Counts the pairs while passing them on.
struct Counting<'a> {
    sink: &'a mut dyn PairSink,
    pairs: &'a mut usize,
}

impl PairSink for Counting<'_> {
    fn begin(&mut self, a: Proxy, b: Proxy) {
        *self.pairs += 1;
        self.sink.begin(a, b);
    }

    fn end(&mut self, a: Proxy, b: Proxy) {
        *self.pairs -= 1;
        self.sink.end(a, b);
    }

    fn stay(&mut self, a: Proxy, b: Proxy) {
        self.sink.stay(a, b);
    }
}

impl BroadPhase for Adaptive {
    #[inline]
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        let grown = self.ledger.place(proxy, aabb);
        self.follow_growth(grown);
    }

    fn ledger(&mut self, proxies: usize) -> Option<&mut Ledger> {
        if proxies > self.ledger.slots() {
            let grown = self.ledger.grow(proxies);
            self.follow_growth(grown);
        }
        Some(&mut self.ledger)
    }

    fn remove(&mut self, proxy: Proxy) {
        self.ledger.remove(proxy);
    }

    fn commit(&mut self, sink: &mut dyn PairSink) {
        if !self.ledger.has_changed() {
            return;
        }
        self.queries = 0;
        if self.way == Way::Few && self.ledger.now.len() <= few::MOST {
            let changes = self.ledger.take_news();
            self.ledger.changed.clear();
            return self.few.commit(&self.ledger.now, changes, sink);
        }
        self.commit_many(sink);
    }

    fn tells_who_stays(&self) -> bool {
        self.way == Way::Tree && self.follower.told_who_stays
    }

    fn boxes(&self) -> &[Aabb] {
        &self.ledger.now
    }

    fn prepare_query(&mut self, swept: bool) {
        if self.way == Way::Sweep && self.queries < MANY_QUERIES {
            self.queries += if swept { SWEPT_COST } else { 1 };
            if self.queries >= MANY_QUERIES {
                self.take_to_tree();
            }
        }
    }

    fn query_box(&self, aabb: &Aabb, visit: &mut dyn FnMut(Proxy)) {
        if self.way == Way::Tree {
            return self.follower.query_box(&self.ledger.now, aabb, visit);
        }
        scan_box(&self.ledger.now, aabb, visit);
    }

    fn query_swept(&self, swept: &Swept, limit: f64, visit: &mut dyn FnMut(Proxy, f64) -> f64) {
        if self.way == Way::Tree {
            return self.follower.query_swept(&self.ledger.now, swept, limit, visit);
        }
        scan_swept(&self.ledger.now, swept, limit, visit);
    }

    fn set_threads(&mut self, threads: Threads) {
        self.threads = threads;
    }

    fn box_tests(&self) -> u64 {
        self.few.box_tests + self.slabs.box_tests() + self.follower.box_tests + self.lists.box_tests
    }

    fn bytes(&self) -> usize {
        self.ledger.bytes()
            + self.slabs.bytes()
            + self.follower.bytes()
            + self.lists.bytes()
            + self.pairs.capacity() * size_of::<(Proxy, Proxy)>()
    }
}
