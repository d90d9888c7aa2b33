//! Broad phases that find all pairs from scratch in every update.

use super::ledger::Ledger;
use super::phase::{BroadPhase, PairSink, Proxy};
use crate::math::Aabb;
use crate::threads::Threads;

/// A way to find all pairs of overlapping boxes from scratch.
pub(super) trait PairFinder {
    /// Adds pairs of boxes to a list, the lesser proxy first and each at most once: all that overlap and are accepted.
    /// `accept` is called for each pair that overlaps and perhaps for others, which it must reject.
    fn find(
        &mut self,
        boxes: &[Aabb],
        present: usize,
        threads: &Threads,
        accept: impl Fn(Proxy, Proxy) -> bool + Sync + Send,
        pairs: &mut Vec<(Proxy, Proxy)>,
    );
    /// How many boxes have been compared so far.
    fn box_tests(&self) -> u64;
    /// The memory in use.
    fn bytes(&self) -> usize;
}

/// Finds all pairs, and reports what is new and what is gone; `pairs` are those of the last update.
pub(super) fn update_from_scratch(
    ledger: &mut Ledger,
    finder: &mut impl PairFinder,
    threads: &Threads,
    pairs: &mut Vec<(Proxy, Proxy)>,
    sink: &mut dyn PairSink,
) {
    ledger.cut_off();
    let ledger = &*ledger;
    pairs.retain(|&(a, b)| {
        let kept = ledger.keeps(a, b);
        if !kept {
            sink.end(a, b);
        }
        kept
    });
    let kept = pairs.len();
    finder.find(&ledger.now, ledger.present, threads, |a, b| ledger.begins(a, b), pairs);
    pairs[kept..].iter().for_each(|&(a, b)| sink.begin(a, b));
}

/// Lists the pairs as they were at the last update.
pub(super) fn list_pairs(
    ledger: &Ledger,
    finder: &mut impl PairFinder,
    threads: &Threads,
    pairs: &mut Vec<(Proxy, Proxy)>,
) {
    let was = &ledger.was;
    pairs.clear();
    let overlap = |a: Proxy, b: Proxy| was[a as usize].overlaps(&was[b as usize]);
    finder.find(was, ledger.present, threads, overlap, pairs);
}

/// A finder as a broad phase: every update costs as if all boxes had moved.
#[derive(Default)]
pub struct FromScratch<F> {
    ledger: Ledger,
    finder: F,
    pairs: Vec<(Proxy, Proxy)>,
    threads: Threads,
}

impl<F: PairFinder + Send + Sync> BroadPhase for FromScratch<F> {
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        self.ledger.place(proxy, aabb);
    }

    fn remove(&mut self, proxy: Proxy) {
        self.ledger.remove(proxy);
    }

    fn commit(&mut self, sink: &mut dyn PairSink) {
        if self.ledger.begin_commit() {
            let FromScratch { ledger, finder, pairs, threads } = self;
            update_from_scratch(ledger, finder, threads, pairs, sink);
            self.ledger.settle();
        }
    }

    fn set_threads(&mut self, threads: Threads) {
        self.threads = threads;
    }

    fn boxes(&self) -> &[Aabb] {
        &self.ledger.now
    }

    fn box_tests(&self) -> u64 {
        self.finder.box_tests()
    }

    fn bytes(&self) -> usize {
        self.ledger.bytes()
            + self.finder.bytes()
            + self.pairs.capacity() * size_of::<(Proxy, Proxy)>()
    }
}
