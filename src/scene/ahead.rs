//! Pairs decided by several threads before it is their turn.
//!
//! At the beginning of a test all pairs are decided at once. The callbacks then come one by one, in their order, as if
//! there were one thread: what a callback has changed is decided again, and nothing else depends on what is
//! remembered of a pair or on who decided it.

use parking_lot::Mutex;

use super::growth::SlotList;
use super::pairs::{Pair, PairKey};
use super::test::{Counts, Event};
use super::world::World;
use crate::broad::team::share_out;
use crate::math::sort::sort_copied;

/// Below so many pairs, more threads than one cost more than they gain (`benches/scenes`).
const LEAST_PAIRS: usize = 256;

/// Pairs that a thread decides at a time.
const PART: usize = 64;

/// What is known of the pairs of one test.
pub(super) struct Ahead<C> {
    /// The test; 0 is none.
    test: u64,
    /// The version of the responses.
    responses: u64,
    /// The pairs that collide, in order.
    hits: Vec<(PairKey, Event<C>)>,
    /// How many of them have passed.
    passed: usize,
    /// Anything has been moved, made or deleted since.
    pub(super) changed: bool,
    /// What has moved since.
    moved: SlotList,
}

impl<C> Default for Ahead<C> {
    fn default() -> Self {
        Ahead {
            test: 0,
            responses: 0,
            hits: Vec::new(),
            passed: 0,
            changed: false,
            moved: SlotList::default(),
        }
    }
}

impl<C: Copy> Ahead<C> {
    /// Whether it is about a test, with the responses of now.
    #[inline]
    pub(super) fn is_of(&self, test: u64, responses: u64) -> bool {
        self.test == test && self.responses == responses
    }

    /// The key of the next pair that collides, if nothing has changed.
    pub(super) fn key_after(&mut self, last: Option<PairKey>) -> Option<PairKey> {
        while self.hits.get(self.passed).is_some_and(|(key, _)| Some(*key) <= last) {
            self.passed += 1;
        }
        self.hits.get(self.passed).map(|(key, _)| *key)
    }

    /// Whether a pair collides, if that is known. Pairs are asked about in their order.
    pub(super) fn verdict(&mut self, pair: &Pair) -> Option<Option<Event<C>>> {
        // A pair that came later has an object that moved.
        if pair.slots.iter().any(|slot| self.moved.contains(*slot)) {
            return None;
        }
        while self.hits.get(self.passed).is_some_and(|(key, _)| *key < pair.key) {
            self.passed += 1;
        }
        Some(self.hits.get(self.passed).filter(|(key, _)| *key == pair.key).map(|(_, event)| *event))
    }
}

impl<C> Ahead<C> {
    /// Some objects have moved, or gone.
    #[inline]
    pub(super) fn note(&mut self, slots: &[u32]) {
        if self.test != 0 {
            self.changed = true;
            slots.iter().for_each(|slot| self.moved.add(*slot));
        }
    }

    /// Nothing is known any more.
    pub(super) fn forget(&mut self) {
        self.test = 0;
        self.hits.clear();
        self.passed = 0;
        self.changed = false;
        self.moved.clear();
    }
}

impl<C: Copy + Send + Sync> World<C> {
    /// Decides all pairs for a test that begins, where several threads are worth it.
    pub(super) fn look_ahead(&mut self, test: u64) {
        self.ahead.forget();
        let Some(team) = self.team.clone() else { return };
        if self.pairs.len() < LEAST_PAIRS {
            return;
        }
        let responses = self.responses.version();
        let (view, pairs, ahead) = self.split();
        let found = Mutex::new((&mut ahead.hits, Counts::default()));
        share_out(&*team, pairs.parts_mut(PART), |mut part| {
            let mut counts = Counts::default();
            for (pair, memory) in part.iter_mut() {
                if let Some(event) = view.decide(pair, memory, &mut counts) {
                    found.lock().0.push((pair.key, event));
                }
            }
            found.lock().1.add(counts);
        });
        let (hits, counts) = found.into_inner();
        sort_copied(hits, |(p, _), (q, _)| p < q);
        (ahead.test, ahead.responses) = (test, responses);
        self.counts.add(counts);
    }
}
