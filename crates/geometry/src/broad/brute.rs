//! Brute force over all pairs: the reference for the other broad phases.

use super::broad_phase::{ABSENT, BroadPhase, PairSink, Proxy};
use crate::math::Aabb;

/// Tests every pair at every update: O(n^2) time, no upkeep.
///
/// ```
/// use solid_geometry::broad::{BroadPhase, BruteForce, PairSink};
/// use solid_geometry::math::{Aabb, Vec3};
///
/// # struct Count(u32);
/// # impl PairSink for Count {
/// #     fn begin(&mut self, _: u32, _: u32) { self.0 += 1; }
/// #     fn end(&mut self, _: u32, _: u32) { self.0 -= 1; }
/// # }
/// let (mut phase, mut count) = (BruteForce::default(), Count(0)); // a sink that counts pairs
/// for (proxy, x) in [(0, 0.0), (1, 1.0), (2, 2.5)] {
///     phase.place(proxy, &Aabb { min: Vec3::new(x, 0.0, 0.0), max: Vec3::new(x + 1.0, 1.0, 1.0) });
/// }
/// phase.update(&mut count);
/// assert_eq!(count.0, 1); // 0 and 1 touch
/// ```
#[derive(Default)]
pub struct BruteForce {
    now: Vec<Aabb>,
    was: Vec<Aabb>,
    /// Removed since the last update, perhaps inserted again.
    removed: Vec<bool>,
    box_tests: u64,
}

impl BroadPhase for BruteForce {
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        let slot = proxy as usize;
        if slot >= self.now.len() {
            self.now.resize(slot + 1, ABSENT);
            self.was.resize(slot + 1, ABSENT);
            self.removed.resize(slot + 1, false);
        }
        self.now[slot] = if aabb.is_empty() { ABSENT } else { *aabb };
    }

    fn remove(&mut self, proxy: Proxy) {
        if let Some(aabb) = self.now.get_mut(proxy as usize) {
            *aabb = ABSENT;
            self.removed[proxy as usize] = true;
        }
    }

    fn update(&mut self, sink: &mut dyn PairSink) {
        let pairs = |n: usize| (0..n).flat_map(move |b| (0..b).map(move |a| (a, b)));
        let n = self.now.len();
        self.box_tests += (2 * n * n) as u64;
        for (a, b) in pairs(n) {
            let kept = self.now[a].overlaps(&self.now[b]) && !self.removed[a] && !self.removed[b];
            if self.was[a].overlaps(&self.was[b]) && !kept {
                sink.end(a as Proxy, b as Proxy);
            }
        }
        for (a, b) in pairs(n) {
            let kept = self.was[a].overlaps(&self.was[b]) && !self.removed[a] && !self.removed[b];
            if self.now[a].overlaps(&self.now[b]) && !kept {
                sink.begin(a as Proxy, b as Proxy);
            }
        }
        self.was.copy_from_slice(&self.now);
        self.removed.fill(false);
    }

    fn boxes(&self) -> &[Aabb] {
        &self.now
    }

    fn box_tests(&self) -> u64 {
        self.box_tests
    }

    fn validate(&self) {
        assert!(self.was.len() == self.now.len() && self.removed.len() == self.now.len());
    }
}
