//! Sweep and prune: incremental while few boxes move, afresh when many do.

use super::from_scratch::{PairFinder, list_pairs, update_from_scratch};
use super::ledger::Ledger;
use super::lists::{Changes, Lists};
use super::phase::{BroadPhase, PairSink, Proxy};
use super::slabs::Slabs;
use crate::math::Aabb;
use crate::threads::Threads;

#[cfg(test)]
mod tests;

/// Sweep and prune (thesis 5.2.2), in two ways that it chooses between by what the commits bring.
///
/// While few boxes move, the ends of all boxes are kept in three sorted lists, and a commit costs what the
/// moved boxes pass there: O(m) for m moved boxes when coherence is high. A box that comes, goes or leaps far
/// costs one scan over all boxes instead. When many boxes move, come or go, a fresh sweep finds all pairs.
/// Where the boxes are spread evenly it takes O(n + k) for k pairs and, for each box, a look at the boxes
/// near it on two axes. Memory: some 300 bytes a proxy, and 8 a pair.
#[derive(Default)]
pub struct SweepAndPrune {
    ledger: Ledger,
    mode: Mode,
    /// How many pairs overlapped at the last commit.
    pair_count: usize,
    /// In the fresh mode the overlapping pairs at the last commit. In the incremental mode working memory: the
    /// pairs that change, the lower proxy first in those that begin, the higher one first in those that end.
    pairs: Vec<(Proxy, Proxy)>,
    slabs: Slabs,
    /// Up to date in the incremental mode only.
    lists: Lists,
}

/// How pairs are found.
enum Mode {
    Fresh {
        /// Commits in a row that the incremental way would have done for less.
        calm: u32,
        /// How many of these it takes to change over, which costs as much as some fresh sweeps do.
        patience: u32,
    },
    Incremental {
        patience: u32,
    },
}

impl Default for Mode {
    fn default() -> Mode {
        Mode::Fresh { calm: 0, patience: PATIENCE }
    }
}

/// What `patience` begins with, and where it ends.
const PATIENCE: u32 = 8;
const MAX_PATIENCE: u32 = 1024;

// What things cost, in units of about five nanoseconds (measured, see `benches/broad.rs`). Right answers do
// not depend on these, and the choice between the two ways is the same in every run.
/// A fresh sweep, for each box.
const FRESH_COST: usize = 8;
/// And for each overlapping pair.
const PAIR_COST: usize = 2;

impl SweepAndPrune {
    /// An empty set of boxes.
    pub fn new() -> SweepAndPrune {
        SweepAndPrune::default()
    }

    /// What the incremental way may cost before the fresh sweep is better.
    fn budget(&self) -> usize {
        FRESH_COST * self.ledger.present + PAIR_COST * self.pair_count
    }

    /// Finds all pairs anew.
    fn commit_fresh(&mut self, sink: &mut dyn PairSink) {
        let threads = Threads::default();
        let SweepAndPrune { ledger, slabs, pairs, .. } = self;
        update_from_scratch(ledger, slabs, &threads, pairs, sink);
        self.pair_count = self.pairs.len();
    }
}

impl BroadPhase for SweepAndPrune {
    #[inline]
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        if let Some(slots) = self.ledger.place(proxy, aabb) {
            // All at once: later commits shall need no memory, whichever way they take.
            self.lists.reserve(slots);
        }
    }

    fn remove(&mut self, proxy: Proxy) {
        self.ledger.remove(proxy);
    }

    fn boxes(&self) -> &[Aabb] {
        &self.ledger.now
    }

    fn box_tests(&self) -> u64 {
        self.lists.box_tests + self.slabs.box_tests()
    }

    fn bytes(&self) -> usize {
        self.ledger.bytes()
            + self.pairs.capacity() * size_of::<(Proxy, Proxy)>()
            + self.slabs.bytes()
            + self.lists.bytes()
    }

    fn commit(&mut self, sink: &mut dyn PairSink) {
        if !self.ledger.begin_commit() {
            return;
        }
        match self.mode {
            Mode::Fresh { calm, patience } => {
                self.commit_fresh(sink);
                let budget = self.budget();
                let cost = self.lists.foresee(&mut self.ledger, false, budget);
                let calm = if cost <= budget { calm + 1 } else { 0 };
                self.mode = Mode::Fresh { calm, patience };
                if calm >= patience {
                    self.lists.build(&self.ledger.now);
                    self.mode = Mode::Incremental { patience };
                }
            }
            Mode::Incremental { patience } => {
                let budget = self.budget();
                let seemed_cheap = self.lists.foresee(&mut self.ledger, true, budget) <= budget;
                let SweepAndPrune { ledger, lists, pairs, .. } = self;
                let changes =
                    if seemed_cheap { lists.commit(ledger, budget, pairs, sink) } else { None };
                if let Some(Changes { begun, ended }) = changes {
                    self.pair_count = self.pair_count + begun - ended;
                } else {
                    list_pairs(&self.ledger, &mut self.slabs, &Threads::default(), &mut self.pairs);
                    self.commit_fresh(sink);
                    // Where the costs are misjudged, try more and more seldom.
                    let patience =
                        if seemed_cheap { (2 * patience).min(MAX_PATIENCE) } else { PATIENCE };
                    self.mode = Mode::Fresh { calm: 0, patience };
                }
            }
        }
        self.ledger.settle();
    }
}
