//! The default broad phase. A few boxes are compared each with each. For more boxes, it uses a sweep from scratch while most
//! boxes move, and a tree while few move.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use super::broad_phase::{BroadPhase, PairSink, Proxy, scan_box, scan_nearest, scan_swept};
use super::columns::Columns;
use super::few::{FEW, Few};
use super::finder::{PairFinder, update_pairs};
use super::proxies::ProxyTable;
use super::swept::Swept;
use super::tree::DynamicTree;
use crate::math::Aabb;
use crate::threads::Threads;

// Costs, in units of about five nanoseconds (measured, see `benches/broad.rs`). They affect only the speed, and the choice
// is the same in every run.
/// A sweep from scratch, per box.
const SWEEP_COST: u64 = 8;
/// A sweep from scratch, per pair.
const PAIR_COST: u64 = 2;
/// A sweep from scratch compares this many boxes per unit.
const TESTS_PER_COST: u64 = 8;
/// A box that moves in the tree.
const MOVE_COST: u64 = 12;
/// Each node that it is compared with.
const NODE_COST: u64 = 1;

/// After this many updates in a row in which the tree would have been cheaper, it is used.
const PATIENCE: u32 = 8;

/// Queries that look at every box cost about as much as a tree when there have been this many since the last update; moving
/// boxes count for [`SWEPT_COST`] of others.
const MANY_QUERIES: u32 = 64;
const SWEPT_COST: u32 = 4;

/// How pairs are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Method {
    /// Compares all boxes with each other, while there are few.
    #[default]
    EachWithEach,
    FromScratch,
    Tree,
}

/// The broad phase for scenes of all kinds: a sweep from scratch while most boxes move, which costs O(n log n + k) in all
/// but crowded scenes; a tree while few do, which costs O(m log n + k) for m moved boxes. What an update costs is counted,
/// in the same way in every run, and decides which is used next.
///
/// ```
/// use solid_geometry::broad::{Adaptive, BroadPhase, PairSink};
/// use solid_geometry::math::{Aabb, Vec3};
///
/// # struct Count(u32);
/// # impl PairSink for Count {
/// #     fn begin(&mut self, _: u32, _: u32) { self.0 += 1; }
/// #     fn end(&mut self, _: u32, _: u32) { self.0 -= 1; }
/// # }
/// let cube = |x: f64, y: f64| Aabb { min: Vec3::new(x, y, 0.0), max: Vec3::new(x + 1.5, y + 0.5, 1.0) };
/// let (mut phase, mut count) = (Adaptive::default(), Count(0)); // a sink that counts pairs
/// for i in 0..10_000 {
///     phase.place(i, &cube(f64::from(i % 100), f64::from(i / 100)));
/// }
/// phase.update(&mut count);
/// assert_eq!(count.0, 9900); // 99 in each of 100 rows
/// ```
#[derive(Default)]
pub struct Adaptive {
    table: ProxyTable,
    method: Method,
    /// Up to date while it is in use.
    few: Few,
    columns: Columns,
    /// Up to date while it is in use.
    tree: DynamicTree,
    /// The overlapping pairs at the last update, while sweeping.
    pairs: Vec<(Proxy, Proxy)>,
    pair_count: usize,
    /// The pairs that begin in an update.
    begun: Vec<(Proxy, Proxy)>,
    /// Updates in a row in which the tree would have been cheaper.
    cheaper_by_tree: u32,
    /// The cost of the queries since the last update: see [`MANY_QUERIES`].
    queries: AtomicU32,
    /// Boxes compared by the last sweep.
    sweep_tests: u64,
    threads: Threads,
}

impl Adaptive {
    #[cfg(test)]
    pub(super) fn is_by_tree(&self) -> bool {
        self.method == Method::Tree
    }

    /// Whether the tree is cheaper beyond doubt: the sweep compares fewer boxes at the same cost.
    fn tree_is_cheaper(&self) -> bool {
        8 * self.tree_cost() <= 7 * self.sweep_cost()
    }

    fn sweep_cost(&self) -> u64 {
        SWEEP_COST * self.table.present as u64
            + PAIR_COST * self.pair_count as u64
            + self.sweep_tests / TESTS_PER_COST
    }

    fn tree_cost(&self) -> u64 {
        // Before the first update by tree: a path down and up of a balanced one.
        let tests = match self.tree.tests_each() {
            0 => 4 * self.table.present.max(2).ilog2() as usize,
            tests => tests,
        };
        self.table.changed.len() as u64 * (MOVE_COST + NODE_COST * tests as u64)
    }

    /// Lists the pairs as they were at the last update, when there may have been few boxes.
    fn change_to_sweep(&mut self, sink: &dyn PairSink) {
        let Adaptive { table, columns, threads, pairs, .. } = self;
        pairs.clear();
        if self.method == Method::EachWithEach {
            pairs.extend(self.few.pairs());
        } else {
            // A removed proxy may have had other pairs of interest.
            let removed = |proxy| table.change(proxy).removed;
            let overlap = |a: Proxy, b: Proxy| {
                table.was[a as usize].overlaps(&table.was[b as usize])
                    && (sink.wants(a, b) || removed(a) || removed(b))
            };
            columns.find(&table.was, table.present, threads, overlap, pairs);
        }
        (self.method, self.cheaper_by_tree) = (Method::FromScratch, 0);
    }

    fn change_to_tree(&mut self) {
        self.tree.build(&self.table.now);
        // At once, so that steady scenes need no more memory later.
        self.begun.reserve(self.table.present / 4 + FEW);
        self.method = Method::Tree;
    }

    fn update_by_sweep(&mut self, sink: &mut dyn PairSink) {
        let before = self.columns.box_tests;
        let Adaptive { table, columns, threads, pairs, .. } = self;
        update_pairs(table, columns, threads, pairs, sink);
        self.sweep_tests = self.columns.box_tests - before;
        self.pair_count = self.pairs.len();
        self.cheaper_by_tree = if self.tree_is_cheaper() { self.cheaper_by_tree + 1 } else { 0 };
        if self.cheaper_by_tree >= PATIENCE {
            self.change_to_tree();
        }
    }
}

/// Counts the pairs while passing them on.
struct Counting<'a> {
    sink: &'a mut dyn PairSink,
    pairs: &'a mut usize,
}

impl PairSink for Counting<'_> {
    fn wants(&self, a: Proxy, b: Proxy) -> bool {
        self.sink.wants(a, b)
    }

    fn begin(&mut self, a: Proxy, b: Proxy) {
        *self.pairs += 1;
        self.sink.begin(a, b);
    }

    fn end(&mut self, a: Proxy, b: Proxy) {
        // Ends of pairs that are not of interest are reported, too.
        *self.pairs = self.pairs.saturating_sub(1);
        self.sink.end(a, b);
    }
}

impl BroadPhase for Adaptive {
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        self.table.place(proxy, aabb);
    }

    fn remove(&mut self, proxy: Proxy) {
        self.table.remove(proxy);
    }

    fn update(&mut self, sink: &mut dyn PairSink) {
        if !self.table.has_changed() {
            return;
        }
        *self.queries.get_mut() = 0;
        let too_many = self.method == Method::EachWithEach && self.table.now.len() > FEW;
        if too_many || self.method == Method::Tree && !self.tree_is_cheaper() {
            self.change_to_sweep(sink);
        }
        match self.method {
            Method::EachWithEach => {
                self.few.update(&self.table, &mut self.begun, sink);
            }
            Method::FromScratch => self.update_by_sweep(sink),
            Method::Tree => {
                let mut sink = Counting { sink, pairs: &mut self.pair_count };
                self.tree.update(&mut self.table, &mut self.begun, &mut sink);
            }
        }
        self.table.finish_update();
    }

    fn boxes(&self) -> &[Aabb] {
        &self.table.now
    }

    fn count_queries(&self, swept: bool, count: usize) -> bool {
        if self.method != Method::FromScratch || self.table.has_changed() {
            return false;
        }
        // More than many need not be told apart, and a sum of these cannot pass the end of the numbers.
        let count = count.min(MANY_QUERIES as usize) as u32;
        let cost = if swept { count * SWEPT_COST } else { count };
        self.queries.fetch_add(cost, Relaxed).saturating_add(cost) >= MANY_QUERIES
    }

    fn build_for_queries(&mut self) {
        if self.method == Method::FromScratch && !self.table.has_changed() {
            self.change_to_tree();
        }
    }

    fn query_box(&self, aabb: &Aabb, visit: &mut dyn FnMut(Proxy)) {
        if self.method == Method::Tree {
            return self.tree.query_box(&self.table.now, aabb, visit);
        }
        scan_box(&self.table.now, aabb, visit);
    }

    fn query_swept(&self, swept: &Swept, limit: f64, visit: &mut dyn FnMut(Proxy, f64) -> f64) {
        if self.method == Method::Tree {
            return self.tree.query_swept(&self.table.now, swept, limit, visit);
        }
        scan_swept(&self.table.now, swept, limit, visit);
    }

    fn query_nearest(&self, aabb: &Aabb, limit: f64, visit: &mut dyn FnMut(Proxy, f64) -> f64) {
        if self.method == Method::Tree {
            return self.tree.query_nearest(&self.table.now, aabb, limit, visit);
        }
        scan_nearest(&self.table.now, aabb, limit, visit);
    }

    fn set_threads(&mut self, threads: Threads) {
        self.threads = threads;
    }

    fn box_tests(&self) -> u64 {
        self.few.box_tests + self.columns.box_tests + self.tree.box_tests
    }

    fn validate(&self) {
        self.table.validate();
        match self.method {
            _ if self.table.has_changed() => {}
            Method::EachWithEach => self.few.validate(&self.table),
            Method::FromScratch => {}
            Method::Tree => self.tree.validate(&self.table.now),
        }
    }
}
