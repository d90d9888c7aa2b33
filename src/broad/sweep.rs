//! Sweep and prune.

use super::phase::{ABSENT, BroadPhase, PairSink, Proxy, is_present};
use super::strips::Strips;
use crate::math::Aabb;

/// Sweep and prune (thesis 5.2.2).
pub struct SweepAndPrune {
    /// By proxy: its box, and the one it had at the last commit.
    now: Vec<Aabb>,
    was: Vec<Aabb>,
    state: Vec<State>,
    /// The proxies changed since the last commit.
    changed: Vec<Proxy>,
    any_cut: bool,
    present: usize,
    /// The overlapping pairs at the last commit.
    pairs: Vec<(Proxy, Proxy)>,
    strips: Strips,
}

/// What became of a proxy since the last commit.
#[derive(Clone, Copy, Default)]
struct State {
    changed: bool,
}

impl Default for SweepAndPrune {
    fn default() -> SweepAndPrune {
        SweepAndPrune::new()
    }
}

impl SweepAndPrune {
    /// An empty set of boxes.
    pub fn new() -> SweepAndPrune {
        SweepAndPrune {
            now: Vec::new(),
            was: Vec::new(),
            state: Vec::new(),
            changed: Vec::new(),
            any_cut: false,
            present: 0,
            pairs: Vec::new(),
            strips: Strips::new(),
        }
    }

    #[inline]
    fn mark_changed(&mut self, proxy: Proxy) {
        let state = &mut self.state[proxy as usize];
        if !state.changed {
            state.changed = true;
            self.changed.push(proxy);
        }
    }

    fn grow(&mut self, slots: usize) {
        self.now.resize(slots, ABSENT);
        self.was.resize(slots, ABSENT);
        self.state.resize(slots, State::default());
    }

    /// Finds all pairs anew.
    fn commit_by_fresh_sweep<S: PairSink + ?Sized>(&mut self, sink: &mut S) {
        let (now, was) = (&self.now, &self.was);
        self.pairs.retain(|&(a, b)| {
            let kept = now[a as usize].overlaps(&now[b as usize])
                && (!self.any_cut || was[a as usize].overlaps(&was[b as usize]));
            if !kept {
                sink.end(a, b);
            }
            kept
        });
        let pairs = &mut self.pairs;
        self.strips.sweep(now, self.present, |a, b| {
            let (i, j) = (a as usize, b as usize);
            if now[i].overlaps(&now[j]) && !was[i].overlaps(&was[j]) {
                pairs.push((a, b));
                sink.begin(a, b);
            }
        });
    }
}

impl BroadPhase for SweepAndPrune {
    #[inline]
    fn place(&mut self, proxy: Proxy, aabb: &Aabb) {
        if proxy as usize >= self.now.len() {
            self.grow(proxy as usize + 1);
        }
        let slot = &mut self.now[proxy as usize];
        if slot == aabb {
            return;
        }
        self.present -= is_present(slot) as usize;
        *slot = if aabb.is_empty() { ABSENT } else { *aabb };
        self.present += is_present(slot) as usize;
        self.mark_changed(proxy);
    }

    fn remove(&mut self, proxy: Proxy) {
        let slot = proxy as usize;
        if slot < self.now.len() {
            self.present -= is_present(&self.now[slot]) as usize;
            self.now[slot] = ABSENT;
            self.was[slot] = ABSENT;
            self.any_cut = true;
            self.mark_changed(proxy);
        }
    }

    fn commit<S: PairSink + ?Sized>(&mut self, sink: &mut S) {
        if self.changed.is_empty() {
            return;
        }
        self.commit_by_fresh_sweep(sink);
        for proxy in self.changed.drain(..) {
            let slot = proxy as usize;
            self.was[slot] = self.now[slot];
            self.state[slot] = State::default();
        }
        self.any_cut = false;
    }
}
