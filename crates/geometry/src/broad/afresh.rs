//! Broad phases that find all pairs anew in every commit.

use super::ledger::Ledger;
use super::phase::{BroadPhase, PairSink, Proxy};
use super::room::push;
use crate::math::Aabb;

/// What is done with pairs that are found, one or more at a time.
pub(super) type Found<'a> = dyn FnMut(&[(Proxy, Proxy)]) + 'a;

/// A way to find all pairs of overlapping boxes from scratch.
pub(super) trait Finder {
    /// Tells each pair of boxes that overlap once, the lesser proxy first, and perhaps some that do not.
    fn find(&mut self, boxes: &[Aabb], present: usize, found: &mut Found<'_>);
    /// Makes room for so many proxies.
    fn reserve(&mut self, slots: usize);
    /// How many boxes have been compared so far.
    fn box_tests(&self) -> u64;
    /// The memory in use.
    fn bytes(&self) -> usize;
}

/// Finds all pairs, and reports what is new and what is gone; `pairs` are those of the last commit.
pub(super) fn commit_afresh(
    ledger: &mut Ledger,
    finder: &mut dyn Finder,
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
    finder.find(&ledger.now, ledger.present, &mut |found| {
        for &(a, b) in found {
            if ledger.begins(a, b) {
                push(pairs, (a, b));
                sink.begin(a, b);
            }
        }
    });
}

/// Lists the pairs as they were at the last commit.
pub(super) fn list_pairs(
    ledger: &Ledger,
    finder: &mut dyn Finder,
    pairs: &mut Vec<(Proxy, Proxy)>,
) {
    let was = &ledger.was;
    pairs.clear();
    finder.find(was, ledger.present, &mut |found| {
        let overlapping =
            found.iter().filter(|(a, b)| was[*a as usize].overlaps(&was[*b as usize]));
        overlapping.for_each(|pair| push(pairs, *pair));
    });
}

/// A finder as a broad phase: every commit costs as if all had moved.
#[derive(Default)]
pub struct Afresh<F> {
    ledger: Ledger,
    finder: F,
    pairs: Vec<(Proxy, Proxy)>,
}

impl<F: Finder + Send + Sync> BroadPhase for Afresh<F> {
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        if let Some(slots) = self.ledger.place(proxy, aabb) {
            self.finder.reserve(slots);
        }
    }

    fn remove(&mut self, proxy: Proxy) {
        self.ledger.remove(proxy);
    }

    fn commit(&mut self, sink: &mut dyn PairSink) {
        if self.ledger.begin_commit() {
            commit_afresh(&mut self.ledger, &mut self.finder, &mut self.pairs, sink);
            self.ledger.settle();
        }
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
