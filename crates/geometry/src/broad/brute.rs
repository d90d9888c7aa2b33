//! Brute force over all pairs: the reference for the other broad phases.

use super::broad_phase::{ABSENT, BroadPhase, PairSink, Proxy};
use super::proxies::ProxyTable;
use crate::math::Aabb;

/// Compares each changed box with all others, and reports which pairs end and begin. `begun` is memory. Returns how many
/// were compared.
pub(super) fn update_each_with_each(
    table: &ProxyTable,
    begun: &mut Vec<(Proxy, Proxy)>,
    sink: &mut dyn PairSink,
) -> u64 {
    let ProxyTable { now, was, changed, .. } = table;
    begun.clear();
    let mut tests = 0;
    for &a in changed {
        for b in (0..now.len() as Proxy).filter(|b| *b != a) {
            // Of two that have changed, the lesser one sees the pair.
            if b < a && table.change(b).changed {
                continue;
            }
            tests += 1;
            let (i, j, pair) = (a as usize, b as usize, (a.min(b), a.max(b)));
            let (before, after) = (was[i].overlaps(&was[j]), now[i].overlaps(&now[j]));
            let stays = before && table.keeps(a, b);
            if before && !stays {
                sink.end(pair.0, pair.1);
            }
            if after && !stays {
                begun.push(pair);
            }
        }
    }
    begun.iter().for_each(|(a, b)| sink.begin(*a, *b));
    tests
}

/// Tests every pair at every update: O(n^2) time, no upkeep.
#[derive(Default)]
pub struct BruteForce {
    now: Vec<Aabb>,
    was: Vec<Aabb>,
    /// Removed since the last update, perhaps inserted again.
    removed: Vec<bool>,
    box_tests: u64,
}

impl BruteForce {
    /// An empty set of boxes.
    pub fn new() -> BruteForce {
        BruteForce::default()
    }
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

    fn bytes(&self) -> usize {
        (self.now.capacity() + self.was.capacity()) * size_of::<Aabb>() + self.removed.capacity()
    }

    fn validate(&self) {
        assert!(self.was.len() == self.now.len() && self.removed.len() == self.now.len());
    }
}
