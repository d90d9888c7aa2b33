//! Broad phases that list their pairs and look for those that begin to overlap.

use super::broad_phase::{BroadPhase, PairSink, Proxy};
use super::proxies::ProxyTable;
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
    /// A proxy has been removed. Of no concern to a finder that keeps nothing.
    fn forget(&mut self, _proxy: Proxy) {}
    /// How many boxes have been compared so far.
    fn box_tests(&self) -> u64;
    /// Panics unless all that the finder keeps fits the boxes, which are those of the last call.
    fn validate(&self, _boxes: &[Aabb]) {}
}

/// Reports which pairs end and which begin; `pairs` are those of the last update.
pub(super) fn update_pairs(
    table: &mut ProxyTable,
    finder: &mut impl PairFinder,
    threads: &Threads,
    pairs: &mut Vec<(Proxy, Proxy)>,
    sink: &mut dyn PairSink,
) {
    table.forget_removed();
    let table = &*table;
    pairs.retain(|&(a, b)| {
        let kept = table.keeps(a, b);
        if !kept {
            sink.end(a, b);
        }
        kept
    });
    let kept = pairs.len();
    let wanted = &*sink;
    let begins = |a, b| table.begins(a, b) && wanted.wants(a, b);
    finder.find(&table.now, table.present, threads, begins, pairs);
    pairs[kept..].iter().for_each(|&(a, b)| sink.begin(a, b));
}

/// A broad phase that finds its pairs by a finder.
#[derive(Default)]
pub struct FinderPhase<F> {
    table: ProxyTable,
    finder: F,
    pairs: Vec<(Proxy, Proxy)>,
    threads: Threads,
}

impl<F: PairFinder + Send + Sync> BroadPhase for FinderPhase<F> {
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        self.table.place(proxy, aabb);
    }

    fn remove(&mut self, proxy: Proxy) {
        self.table.remove(proxy);
        self.finder.forget(proxy);
    }

    fn update(&mut self, sink: &mut dyn PairSink) {
        if self.table.has_changed() {
            let FinderPhase { table, finder, pairs, threads } = self;
            update_pairs(table, finder, threads, pairs, sink);
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
        self.finder.box_tests()
    }

    fn validate(&self) {
        self.table.validate();
        if !self.table.has_changed() {
            self.finder.validate(&self.table.now);
            let overlap = |(a, b): &(Proxy, Proxy)| {
                self.table.now[*a as usize].overlaps(&self.table.now[*b as usize])
            };
            assert!(self.pairs.iter().all(overlap));
        }
    }
}
