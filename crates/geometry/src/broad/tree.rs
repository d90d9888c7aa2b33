//! The dynamic tree of boxes as a broad phase (thesis 5.2.3).

use super::broad_phase::{BroadPhase, PairSink, Proxy};
use super::proxies::ProxyTable;
use super::swept::Swept;
use crate::math::Aabb;

mod build;
mod dynamic;
pub(super) mod nodes;
mod queries;
#[cfg(test)]
mod tests;

pub(super) use dynamic::DynamicTree;

/// A tree of boxes.
///
/// A moved box takes O(log n + k) for k overlaps, as does one that appears or disappears. When most boxes move, the tree
/// is compared with itself: O(n + k) where boxes are spread. Insensitive to how sizes and places are spread.
///
/// ```
/// use solid_geometry::broad::{BoxTree, BroadPhase, PairSink};
/// use solid_geometry::math::{Aabb, Vec3};
///
/// # struct Ignore;
/// # impl PairSink for Ignore {
/// #     fn begin(&mut self, _: u32, _: u32) {}
/// #     fn end(&mut self, _: u32, _: u32) {}
/// # }
/// let slab = |low: f64, high: f64| Aabb { min: Vec3::new(low, 0.0, 0.0), max: Vec3::new(high, 1.0, 1.0) };
/// let mut tree = BoxTree::default();
/// (0..1000).for_each(|i| tree.place(i, &slab(f64::from(2 * i), f64::from(2 * i + 1))));
/// tree.update(&mut Ignore); // a sink that ignores the pairs
/// let mut found = Vec::new();
/// tree.query_box(&slab(10.5, 14.5), &mut |proxy| found.push(proxy));
/// found.sort_unstable();
/// assert_eq!(found, [5, 6, 7]);
/// ```
#[derive(Default)]
pub struct BoxTree {
    table: ProxyTable,
    tree: DynamicTree,
    /// The pairs that begin in an update.
    begun: Vec<(Proxy, Proxy)>,
}

impl BoxTree {
    /// Whether there are changes that wait for the next update.
    pub(super) fn has_changed(&self) -> bool {
        self.table.has_changed()
    }
}

impl BroadPhase for BoxTree {
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        self.table.place(proxy, aabb);
    }

    fn remove(&mut self, proxy: Proxy) {
        self.table.remove(proxy);
    }

    fn update(&mut self, sink: &mut dyn PairSink) {
        if self.table.has_changed() {
            self.tree.update(&mut self.table, &mut self.begun, sink);
            self.table.finish_update();
        }
    }

    fn boxes(&self) -> &[Aabb] {
        &self.table.now
    }

    fn query_box(&self, aabb: &Aabb, visit: &mut dyn FnMut(Proxy)) {
        self.tree.query_box(&self.table.now, aabb, visit);
    }

    fn query_swept(&self, swept: &Swept, limit: f64, visit: &mut dyn FnMut(Proxy, f64) -> f64) {
        self.tree.query_swept(&self.table.now, swept, limit, visit);
    }

    fn query_nearest(&self, aabb: &Aabb, limit: f64, visit: &mut dyn FnMut(Proxy, f64) -> f64) {
        self.tree.query_nearest(&self.table.now, aabb, limit, visit);
    }

    fn box_tests(&self) -> u64 {
        self.tree.box_tests
    }

    fn validate(&self) {
        self.table.validate();
        if !self.table.has_changed() {
            self.tree.validate(&self.table.now);
        }
    }
}
