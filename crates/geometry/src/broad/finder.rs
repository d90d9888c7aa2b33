//! Listed pairs, brought up to date by looking for those that begin to overlap.

use super::broad_phase::{PairSink, Proxy};
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
