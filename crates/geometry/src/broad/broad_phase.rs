//! The interface of all broad phases.

#[cfg(test)]
mod tests;

use super::swept::Swept;
use crate::math::{Aabb, Vec3};
use crate::threads::Threads;

/// The slot of an object, chosen by the caller: dense small integers, free for reuse after a removal.
///
/// ```
/// use solid_geometry::broad::{Adaptive, BroadPhase};
/// use solid_geometry::math::{Aabb, Vec3};
///
/// let unit = Aabb { min: Vec3::zeros(), max: Vec3::repeat(1.0) };
/// let mut phase = Adaptive::default();
/// phase.place(0, &unit);
/// phase.place(1, &unit);
/// phase.remove(0); // the slot is free
/// phase.place(0, &unit);
/// assert_eq!(phase.boxes().len(), 2);
/// ```
pub type Proxy = u32;

/// Receives the pairs of boxes that began or ceased to overlap. In every call `a < b`.
///
/// ```
/// use solid_geometry::broad::{Adaptive, BroadPhase, PairSink, Proxy};
/// use solid_geometry::math::{Aabb, Vec3};
///
/// #[derive(Default)]
/// struct Pairs(std::collections::BTreeSet<(Proxy, Proxy)>);
///
/// impl PairSink for Pairs {
///     fn begin(&mut self, a: Proxy, b: Proxy) {
///         self.0.insert((a, b));
///     }
///     fn end(&mut self, a: Proxy, b: Proxy) {
///         self.0.remove(&(a, b));
///     }
/// }
///
/// let (mut phase, mut pairs) = (Adaptive::default(), Pairs::default());
/// for (proxy, x) in [(0, 0.0), (1, 0.5), (2, 7.0)] {
///     phase.place(proxy, &Aabb { min: Vec3::new(x, 0.0, 0.0), max: Vec3::new(x + 1.0, 1.0, 1.0) });
/// }
/// phase.update(&mut pairs);
/// assert!(pairs.0.iter().eq(&[(0, 1)]));
/// ```
pub trait PairSink: Send + Sync {
    /// Whether a pair is of interest. Pairs that are not cost no memory, and need not be reported: a sink ignores a begin or an
    /// end of one that is reported nevertheless. A pair whose begin it has taken stays of interest until the end. Where others
    /// become so, one of the two proxies is removed and placed again.
    fn wants(&self, _a: Proxy, _b: Proxy) -> bool {
        true
    }
    /// The two boxes overlap, and did not at the last update.
    fn begin(&mut self, a: Proxy, b: Proxy);
    /// The two boxes overlapped at the last update, and do no longer.
    fn end(&mut self, a: Proxy, b: Proxy);
}

/// Keeps the set of overlapping pairs among closed boxes (touching is overlapping).
///
/// Coordinates may be of any size and infinite. A box that is empty or has a NaN coordinate
/// overlaps nothing: its proxy counts as absent until it is given a proper box.
///
/// Changes are gathered and take effect at the next [`update`](BroadPhase::update); of several changes to one
/// proxy the last one counts. One thing outlives that: a proxy that was removed has lost its pairs, even
/// where it was inserted again at once, so the update ends those pairs before it begins those of the new box.
///
/// Queries are about the boxes of the last update, visit each proxy at most once, and in no particular order.
///
/// ```
/// use solid_geometry::broad::{Adaptive, BoxTree, BroadPhase, PairSink, SweepAndPrune};
/// use solid_geometry::math::{Aabb, Vec3};
///
/// struct Overlaps(i32);
/// impl PairSink for Overlaps {
///     fn begin(&mut self, _: u32, _: u32) {
///         self.0 += 1;
///     }
///     fn end(&mut self, _: u32, _: u32) {
///         self.0 -= 1;
///     }
/// }
///
/// let cube = |x| Aabb { min: Vec3::new(x, 0.0, 0.0), max: Vec3::new(x + 1.0, 1.0, 1.0) };
/// let phases: [&mut dyn BroadPhase; 3] =
///     [&mut Adaptive::default(), &mut BoxTree::default(), &mut SweepAndPrune::default()];
/// for phase in phases {
///     let mut overlaps = Overlaps(0);
///     (0..10).for_each(|i| phase.place(i, &cube(f64::from(i)))); // a row, each box touching the next
///     phase.update(&mut overlaps);
///     assert_eq!(overlaps.0, 9);
///     phase.place(0, &cube(20.0));
///     phase.update(&mut overlaps);
///     assert_eq!(overlaps.0, 8);
/// }
/// ```
pub trait BroadPhase: Send + Sync {
    /// Gives a proxy its box; an absent one is thereby inserted.
    fn place(&mut self, proxy: Proxy, aabb: &Aabb);

    /// Removes a proxy; an absent one stays absent.
    fn remove(&mut self, proxy: Proxy);

    /// Brings the set of pairs up to date and reports each change of it once: all ends before all begins.
    /// The order among each is a function of the calls so far.
    fn update(&mut self, sink: &mut dyn PairSink);

    /// The boxes by proxy, with all changes so far; those of absent proxies overlap nothing.
    fn boxes(&self) -> &[Aabb];

    /// Announces some queries, by moving boxes or boxes at rest. A broad phase without a tree may build one if there are many
    /// queries.
    fn prepare_queries(&mut self, swept: bool, count: usize) {
        if self.count_queries(swept, count) {
            self.build_for_queries();
        }
    }

    /// Counts some queries, by moving boxes or boxes at rest. Returns whether there have been so many that
    /// [`BroadPhase::build_for_queries`] pays.
    fn count_queries(&self, _swept: bool, _count: usize) -> bool {
        false
    }

    /// Makes queries faster until the boxes change.
    fn build_for_queries(&mut self) {}

    /// Visits the proxies whose boxes overlap a box. O(n) by default.
    fn query_box(&self, aabb: &Aabb, visit: &mut dyn FnMut(Proxy)) {
        scan_box(self.boxes(), aabb, visit);
    }

    /// Visits the proxies whose boxes a moving box, or a ray, meets up to the time `limit`. `visit` gets the
    /// proxy and a lower bound on the time, and returns the limit from then on: what begins later is left out.
    /// O(n) by default.
    fn query_swept(&self, swept: &Swept, limit: f64, visit: &mut dyn FnMut(Proxy, f64) -> f64) {
        scan_swept(self.boxes(), swept, limit, visit);
    }

    /// Visits the proxies whose boxes are no farther from a box than `limit`. `visit` gets the proxy and the distance of the
    /// boxes, and returns the limit from then on. O(n) by default.
    fn query_nearest(&self, aabb: &Aabb, limit: f64, visit: &mut dyn FnMut(Proxy, f64) -> f64) {
        scan_nearest(self.boxes(), aabb, limit, visit);
    }

    /// Divides the work of updates among threads, if that is of use. Nothing that is reported depends on it.
    fn set_threads(&mut self, _threads: Threads) {}

    /// How many boxes, or bounds of several, have been compared or put into cells so far: the work done, in a
    /// unit that does not depend on the machine. Queries do not count.
    fn box_tests(&self) -> u64;

    /// Panics unless all parts of the structure agree: for tests.
    fn validate(&self);
}

/// The box of an absent proxy. It overlaps nothing, itself and the infinite box included, because every
/// comparison with it fails.
pub(super) const ABSENT: Aabb = Aabb {
    min: Vec3::new(f64::NAN, f64::NAN, f64::NAN),
    max: Vec3::new(f64::NAN, f64::NAN, f64::NAN),
};

/// Whether a stored box is that of a present proxy.
#[inline]
pub(super) fn is_present(aabb: &Aabb) -> bool {
    aabb.min.x <= aabb.max.x
}

/// A query by a box that looks at every box.
pub(super) fn scan_box(boxes: &[Aabb], aabb: &Aabb, visit: &mut dyn FnMut(Proxy)) {
    let overlapping = boxes.iter().enumerate().filter(|(_, other)| other.overlaps(aabb));
    overlapping.for_each(|(slot, _)| visit(slot as Proxy));
}

/// A query by a moving box that looks at every box.
pub(super) fn scan_swept(
    boxes: &[Aabb],
    swept: &Swept,
    mut limit: f64,
    visit: &mut dyn FnMut(Proxy, f64) -> f64,
) {
    for (slot, other) in boxes.iter().enumerate() {
        if let Some(time) = swept.meets(other, limit) {
            limit = visit(slot as Proxy, time);
        }
    }
}

/// A query for near boxes that looks at every box.
pub(super) fn scan_nearest(
    boxes: &[Aabb],
    aabb: &Aabb,
    mut limit: f64,
    visit: &mut dyn FnMut(Proxy, f64) -> f64,
) {
    for (slot, other) in boxes.iter().enumerate().filter(|(_, other)| is_present(other)) {
        let gap = other.gap(aabb);
        if gap <= limit {
            limit = visit(slot as Proxy, gap);
        }
    }
}
