//! Sweep and prune: incremental while few boxes move, afresh when many do.

use super::afresh::{Finder, commit_afresh, list_pairs};
use super::endpoints::{End, Endpoints};
use super::ledger::{Ledger, News};
use super::phase::{BroadPhase, PairSink, Proxy, is_present};
use super::strips::Strips;
use crate::math::Aabb;

#[cfg(test)]
#[path = "sweep_tests.rs"]
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
    /// How many ends a moved box passes on the average.
    steps: usize,
    /// In the fresh mode the overlapping pairs at the last commit. In the incremental mode working memory: the
    /// pairs that change, the lower proxy first in those that begin, the higher one first in those that end.
    pairs: Vec<(Proxy, Proxy)>,
    strips: Strips,
    /// Ends passed and boxes scanned so far.
    box_tests: u64,
    /// Up to date in the incremental mode only.
    endpoints: Endpoints,
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
/// A box that moves.
const MOVE_COST: usize = 9;
/// Each end that it passes.
const STEP_COST: usize = 3;
/// A box that comes, goes or leaps: this part of a unit for each box there is.
const SCAN_COST_DIVISOR: usize = 4;

impl SweepAndPrune {
    /// An empty set of boxes.
    pub fn new() -> SweepAndPrune {
        SweepAndPrune::default()
    }

    /// What the incremental way may cost before the fresh sweep is better.
    fn budget(&self) -> usize {
        FRESH_COST * self.ledger.present + PAIR_COST * self.pair_count
    }

    /// Tells what the incremental way is going to cost, and marks the proxies whose pairs it is to find by a
    /// scan: those that come or go, and those that leap past so many others that a scan is cheaper.
    fn foresee(&mut self) -> usize {
        let mut cost = self.ledger.changed.len() * (MOVE_COST + STEP_COST * self.steps);
        if cost > self.budget() {
            return cost;
        }
        let scan_cost = self.ledger.now.len() / SCAN_COST_DIVISOR;
        let lists_are_valid = matches!(self.mode, Mode::Incremental { .. });
        for proxy in &self.ledger.changed {
            let slot = *proxy as usize;
            let (was, now) = (&self.ledger.was[slot], &self.ledger.now[slot]);
            let comes_or_goes = self.ledger.news[slot].cut() || !is_present(was) || !is_present(now);
            let leaps = || {
                lists_are_valid
                    && !was.overlaps(now)
                    && STEP_COST * self.endpoints.distance(*proxy, now) > scan_cost
            };
            if comes_or_goes || leaps() {
                self.ledger.news[slot].set_leaps();
                cost += scan_cost;
            }
        }
        cost
    }

    /// Finds all pairs anew.
    fn commit_fresh(&mut self, sink: &mut dyn PairSink) {
        commit_afresh(&mut self.ledger, &mut self.strips, &mut self.pairs, sink);
        self.pair_count = self.pairs.len();
    }

    /// Follows the changes in the lists of ends, after [`foresee`](Self::foresee). Returns the number of ends
    /// passed, or `None` if there were too many, in which case the lists are of no more use and nothing has
    /// been reported.
    fn commit_incremental(&mut self, sink: &mut dyn PairSink) -> Option<usize> {
        self.pairs.clear();
        let mut steps = self.scan_marked();
        // Some more than foreseen is better finished than begun anew.
        let most_steps = 2 * self.budget() / STEP_COST;
        for axis in 0..3 {
            for &proxy in &self.ledger.changed {
                if self.ledger.news[proxy as usize].leaps() {
                    continue;
                }
                let (now, was, news) = (&self.ledger.now, &self.ledger.was, &self.ledger.news);
                let changes = &mut self.pairs;
                let (aabb, old) = (&now[proxy as usize], &was[proxy as usize]);
                // Several axes may see the same change: the first on which the boxes are apart reports it.
                // And where both boxes move, their other two ends may pass each other and pass back: that is
                // not reported.
                steps += self.endpoints.slide(axis, proxy, aabb, |other, end, together| {
                    let slot = other as usize;
                    let pair = (proxy.min(other), proxy.max(other));
                    if together {
                        if aabb.overlaps(&now[slot])
                            && !news[slot].leaps()
                            && parted_by(old, &was[slot]) == Some((axis, end))
                        {
                            changes.push(pair);
                        }
                    } else if old.overlaps(&was[slot])
                        && !news[slot].leaps()
                        && parted_by(aabb, &now[slot]) == Some((axis, end))
                    {
                        changes.push((pair.1, pair.0));
                    }
                });
                if steps > most_steps {
                    self.box_tests += steps as u64;
                    return None;
                }
            }
        }
        let (ended, begun) =
            (|pair: &&(Proxy, Proxy)| pair.0 > pair.1, |pair: &&(Proxy, Proxy)| pair.0 < pair.1);
        self.pairs.iter().filter(ended).for_each(|&(b, a)| sink.end(a, b));
        self.pairs.iter().filter(begun).for_each(|&(a, b)| sink.begin(a, b));
        self.pair_count += self.pairs.iter().filter(begun).count();
        self.pair_count -= self.pairs.iter().filter(ended).count();
        self.box_tests += steps as u64;
        Some(steps)
    }

    /// Finds the pairs of the proxies that are marked for it and brings these to their places in the lists.
    /// Returns how many ends made room for them.
    fn scan_marked(&mut self) -> usize {
        let mut steps = 0;
        for &proxy in &self.ledger.changed {
            let slot = proxy as usize;
            if !self.ledger.news[slot].leaps() {
                continue;
            }
            let cut = self.ledger.news[slot].cut();
            let (now, was, news) = (&self.ledger.now, &self.ledger.was, &self.ledger.news);
            scan(proxy, was, news, |other, pair| {
                if cut || news[other].cut() || !now[slot].overlaps(&now[other]) {
                    self.pairs.push((pair.1, pair.0));
                }
            });
            scan(proxy, now, news, |other, pair| {
                if cut || news[other].cut() || !was[slot].overlaps(&was[other]) {
                    self.pairs.push(pair);
                }
            });
            self.box_tests += 2 * self.ledger.now.len() as u64;
            if self.endpoints.contains(proxy) {
                self.endpoints.remove(proxy);
            }
            if is_present(&now[slot]) {
                steps += self.endpoints.insert(proxy, &now[slot]);
            }
        }
        steps
    }
}

/// Visits the boxes that overlap that of one proxy. Where both are to be scanned, the lower one sees the
/// pair.
fn scan(proxy: Proxy, boxes: &[Aabb], news: &[News], mut visit: impl FnMut(usize, (Proxy, Proxy))) {
    let aabb = &boxes[proxy as usize];
    if !is_present(aabb) {
        return;
    }
    for (slot, other) in boxes.iter().enumerate() {
        let b = slot as Proxy;
        // All six comparisons at once: one after the other, half of the first would come unforeseen.
        let overlap =
            (0..3).fold(true, |both, k| both & (aabb.min[k] <= other.max[k]) & (other.min[k] <= aabb.max[k]));
        if overlap && b != proxy && (b > proxy || !news[slot].leaps()) {
            visit(slot, (proxy.min(b), proxy.max(b)));
        }
    }
}

/// The first axis on which the boxes are apart, and the end of `a` that is next to `b` there.
fn parted_by(a: &Aabb, b: &Aabb) -> Option<(usize, End)> {
    (0..3).find_map(|k| {
        if a.max[k] < b.min[k] {
            Some((k, End::Max))
        } else if b.max[k] < a.min[k] {
            Some((k, End::Min))
        } else {
            None
        }
    })
}

impl BroadPhase for SweepAndPrune {
    #[inline]
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        if let Some(slots) = self.ledger.place(proxy, aabb) {
            // All at once: later commits shall need no memory, whichever way they take.
            self.strips.reserve(slots);
            self.endpoints.reserve(slots);
        }
    }

    fn remove(&mut self, proxy: Proxy) {
        self.ledger.remove(proxy);
    }

    fn boxes(&self) -> &[Aabb] {
        &self.ledger.now
    }

    fn box_tests(&self) -> u64 {
        self.box_tests + self.strips.box_tests()
    }

    fn bytes(&self) -> usize {
        self.ledger.bytes()
            + self.pairs.capacity() * size_of::<(Proxy, Proxy)>()
            + self.strips.bytes()
            + self.endpoints.bytes()
    }

    fn commit(&mut self, sink: &mut dyn PairSink) {
        if self.ledger.changed.is_empty() {
            return;
        }
        match self.mode {
            Mode::Fresh { calm, patience } => {
                self.commit_fresh(sink);
                let calm = if self.foresee() <= self.budget() { calm + 1 } else { 0 };
                self.mode = Mode::Fresh { calm, patience };
                if calm >= patience {
                    self.endpoints.build(&self.ledger.now);
                    self.mode = Mode::Incremental { patience };
                }
            }
            Mode::Incremental { patience } => {
                let seemed_cheap = self.foresee() <= self.budget();
                let passed = if seemed_cheap { self.commit_incremental(sink) } else { None };
                if let Some(passed) = passed {
                    self.steps = (3 * self.steps + passed / self.ledger.changed.len()).div_ceil(4);
                } else {
                    list_pairs(&self.ledger, &mut self.strips, &mut self.pairs);
                    self.commit_fresh(sink);
                    // Where the costs are misjudged, try more and more seldom.
                    let patience = if seemed_cheap { (2 * patience).min(MAX_PATIENCE) } else { PATIENCE };
                    self.mode = Mode::Fresh { calm: 0, patience };
                }
            }
        }
        self.ledger.settle();
    }
}
