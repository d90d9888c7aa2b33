//! The broad phase that is used unless another is asked for: a fresh sweep where most boxes move, a tree else.

use std::sync::Arc;

use super::afresh::{Finder, commit_afresh, list_pairs};
use super::boxtree::Follower;
use super::ledger::Ledger;
use super::phase::{BroadPhase, PairSink, Proxy, scan_box, scan_swept};
use super::strips::Strips;
use super::swept::Swept;
use super::team::Team;
use super::together::{LEAST, Memory, commit_together};
use crate::math::Aabb;

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

/// So many commits in a row in which the tree would have been cheaper bring it about.
const PATIENCE: u32 = 8;

/// A sweep in strips while most boxes move, which costs O(n + k), and O(n^(4/3)) comparisons of some nanoseconds, in all
/// but crowded scenes; a tree while few do, which costs O(m log n + k) for m moved boxes.
///
/// What a commit costs is counted, in the same way in every run, and decides which is used next. Memory: some 250 bytes
/// a proxy.
#[derive(Default)]
pub struct Adaptive {
    ledger: Ledger,
    strips: Strips,
    follower: Follower,
    /// The overlapping pairs at the last commit, while sweeping; by the tree, working memory.
    pairs: Vec<(Proxy, Proxy)>,
    pair_count: usize,
    /// Whether the tree is up to date and in use.
    by_tree: bool,
    /// Commits in a row that the tree would have done for less.
    calm: u32,
    /// Boxes compared by the last sweep.
    swept_tests: u64,
    team: Option<Arc<dyn Team>>,
    together: Memory,
}

impl Adaptive {
    /// An empty set of boxes.
    pub fn new() -> Adaptive {
        Adaptive::default()
    }

    #[cfg(test)]
    pub(super) fn is_by_tree(&self) -> bool {
        self.by_tree
    }

    #[inline]
    fn follow_growth(&mut self, grown: Option<usize>) {
        if let Some(slots) = grown {
            // All at once: later commits shall need no memory, whichever way they take.
            self.strips.reserve(slots);
            self.follower.reserve(slots);
        }
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

    fn sweep(&mut self, sink: &mut dyn PairSink) {
        let before = self.strips.box_tests();
        let team = self.team.clone().filter(|_| self.ledger.present >= LEAST);
        match team.as_deref() {
            Some(team) => {
                self.ledger.cut_off();
                let Adaptive { ledger, strips, pairs, together, .. } = self;
                commit_together(team, ledger, strips, pairs, together, sink);
            }
            None => commit_afresh(&mut self.ledger, &mut self.strips, &mut self.pairs, sink),
        }
        self.swept_tests = self.strips.box_tests() - before;
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
}

impl BroadPhase for Adaptive {
    #[inline]
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        let grown = self.ledger.place(proxy, aabb);
        self.follow_growth(grown);
    }

    fn reserve(&mut self, proxies: usize) {
        let grown = self.ledger.grow(proxies);
        self.follow_growth(grown);
    }

    fn remove(&mut self, proxy: Proxy) {
        self.ledger.remove(proxy);
    }

    fn commit(&mut self, sink: &mut dyn PairSink) {
        if self.ledger.changed.is_empty() {
            return;
        }
        if self.by_tree && self.tree_cost() > self.sweep_cost() {
            list_pairs(&self.ledger, &mut self.strips, &mut self.pairs);
            (self.by_tree, self.calm) = (false, 0);
        }
        if self.by_tree {
            let mut sink = Counting { sink, pairs: &mut self.pair_count };
            // The list of pairs is not in use, and long enough for what begins if it was for all that there were.
            self.follower.commit(&mut self.ledger, &mut self.pairs, &mut sink);
        } else {
            self.sweep(sink);
            self.calm = if self.tree_cost() <= self.sweep_cost() { self.calm + 1 } else { 0 };
            if self.calm >= PATIENCE {
                self.follower.build(&self.ledger.now);
                self.by_tree = true;
            }
        }
        self.ledger.settle();
    }

    fn boxes(&self) -> &[Aabb] {
        &self.ledger.now
    }

    fn query_box(&self, aabb: &Aabb, visit: &mut dyn FnMut(Proxy)) {
        if self.by_tree {
            return self.follower.query_box(&self.ledger.now, aabb, visit);
        }
        scan_box(&self.ledger.now, aabb, visit);
    }

    fn query_swept(&self, swept: &Swept, limit: f64, visit: &mut dyn FnMut(Proxy, f64) -> f64) {
        if self.by_tree {
            return self.follower.query_swept(&self.ledger.now, swept, limit, visit);
        }
        scan_swept(&self.ledger.now, swept, limit, visit);
    }

    fn set_team(&mut self, team: Option<Arc<dyn Team>>) {
        self.team = team;
    }

    fn box_tests(&self) -> u64 {
        self.strips.box_tests() + self.follower.box_tests
    }

    fn bytes(&self) -> usize {
        self.ledger.bytes()
            + self.strips.bytes()
            + self.follower.bytes()
            + self.together.bytes()
            + self.pairs.capacity() * size_of::<(Proxy, Proxy)>()
    }
}
