//! The second step of a test: whether pairs collide, and the data of their responses.
//!
//! A decision stays with its pair until one of its objects moves. It depends neither on what is cached of the pair nor
//! on the thread and the time of the decision.

#[cfg(test)]
mod tests;

use super::deforming::Deforming;
use super::frames::PreviousPlacements;
use super::narrow_phase::{PairResult, Placed, ResponseData, collide, question};
use super::object::{ObjectRef, ObjectTable};
use super::pairs::{Decision, KeptPair, Pair, PairTable};
use super::response::{ContactQuery, ResponseTable};
use super::settings::Statistics;
use super::shapes::ShapeStore;
use super::test::Cursor;
use super::world::World;
use solid_geometry::convex::Coherence;
use solid_geometry::interrupt;
use solid_geometry::query::Answer;

/// Below this many pairs, or boxes that have moved, more threads than one cost more than they gain (`benches/scenes`).
const LEAST_PAIRS: usize = 256;

/// Pairs that a thread decides at a time.
const PART: usize = 64;

/// All that decides a pair, besides what is cached of it.
pub(super) struct Decider<'a, C> {
    objects: &'a ObjectTable,
    shapes: &'a ShapeStore,
    past: &'a PreviousPlacements,
    responses: &'a ResponseTable<C>,
    deforming: &'a Deforming,
    caching: bool,
    tolerance: f64,
    now: u64,
    /// Decisions made before this time do not count; without caching, it is the beginning of the test.
    decided_since: u64,
}

impl<C: Copy> Decider<'_, C> {
    /// The clients' names of a pair's objects.
    pub(super) fn references(&self, pair: &Pair) -> [ObjectRef; 2] {
        pair.slots.map(|slot| self.objects.reference(slot))
    }

    /// The response of two objects, in the order of a callback's arguments.
    pub(super) fn response(&self, [first, second]: [ObjectRef; 2]) -> Option<&(C, ContactQuery)> {
        self.responses.lookup(first, second)
    }

    /// The world's time.
    pub(super) fn now(&self) -> u64 {
        self.now
    }

    /// Whether a pair is known not to collide.
    pub(super) fn is_known_apart(&self, pair: &Pair, decision: Decision) -> bool {
        !decision.collides() && self.is_decided(pair, decision)
    }

    /// Whether neither object has moved since the pair was decided.
    fn is_decided(&self, pair: &Pair, decision: Decision) -> bool {
        let [a, b] = pair.slots;
        let at = decision.time();
        // In this order: in a large world the second object is seldom in the cache.
        let is_after_moves = || at >= self.objects.moved_at(a) && at >= self.objects.moved_at(b);
        at == self.now || at >= self.decided_since && is_after_moves()
    }

    /// Decides whether a pair collides, unless that is known, and finds the data for a response of some kind. Contacts and
    /// intersections are left to [`World::next_event`]. The pair's own data were found when it was decided last.
    pub(super) fn decide(
        &self,
        kept: &mut KeptPair<'_>,
        kind: ContactQuery,
        work: &mut Statistics,
    ) -> PairResult {
        let kind = kind.narrow_phase_kind();
        let KeptPair { pair, decision, coherence, data } = kept;
        let is_decided = self.is_decided(pair, **decision);
        let collides =
            if is_decided { Some(decision.collides()) } else { self.deforming.collides(pair.key) };
        let data = data.as_mut().and_then(|data| data.take());
        let data = data.filter(|(of, _)| is_decided && *of == kind);
        let result = match (collides, data) {
            (Some(false), _) => PairResult::Apart,
            (Some(true), _) if kind == ContactQuery::Hit => PairResult::Collide,
            (Some(true), Some((_, data))) => PairResult::CollideWith(data),
            _ => self.collide(pair.slots, coherence, kind, work),
        };
        **decision = Decision::new(self.now, result != PairResult::Apart);
        result
    }

    /// Whether two objects collide, as they are placed, and the data for a response of some kind.
    pub(super) fn collide(
        &self,
        [a, b]: [u32; 2],
        kept: &mut Coherence,
        kind: ContactQuery,
        work: &mut Statistics,
    ) -> PairResult {
        work.pair_tests += 1;
        // Before the objects are read: they are not as close together in memory.
        let by_spheres =
            question(kind).by_spheres(self.objects.spheres(a), self.objects.spheres(b));
        match by_spheres {
            Some(Answer::Nothing) => return PairResult::Apart,
            Some(_) if kind == ContactQuery::Hit => return PairResult::Collide,
            _ => {}
        }
        let (Some(first), Some(second)) = (self.objects.get(a), self.objects.get(b)) else {
            return PairResult::Apart;
        };
        let mut fresh;
        let coherence = if self.caching {
            kept
        } else {
            fresh = Coherence::default();
            &mut fresh
        };
        let axis = coherence.axis();
        let result = collide(
            Placed::of(first, self.past.placement(a), self.shapes),
            Placed::of(second, self.past.placement(b), self.shapes),
            (kind, self.tolerance),
            coherence,
            &mut work.part_tests,
        );
        let is_axis_hit = result == PairResult::Apart && axis.is_some() && axis == coherence.axis();
        work.axis_hits += u64::from(is_axis_hit);
        result
    }
}

impl<C: Copy + Send + Sync> World<C> {
    /// Whether several threads have something to do in a test that begins.
    pub(super) fn is_work_for_threads(&self) -> bool {
        let most = self.moved.as_slice().len().max(self.pairs.len());
        most >= LEAST_PAIRS && self.threads.count() > 1
    }

    /// Decides all pairs at the beginning of a test, where several threads are to do it and there are enough pairs. Else
    /// each is decided when it is its turn.
    pub(super) fn decide_all(&mut self, cursor: &Cursor) {
        if self.pairs.len() < LEAST_PAIRS || self.threads.count() == 1 {
            return;
        }
        let threads = self.threads.clone();
        let (decider, pairs, _, work) = self.decider(cursor.begun_at);
        let parts = threads.map(pairs.parts_mut(PART), |part| {
            interrupt::check();
            let mut work = Statistics::default();
            for mut kept in part {
                let response = decider.response(decider.references(&kept.pair));
                let found = response.and_then(|&(_, kind)| {
                    let result = decider.decide(&mut kept, kind, &mut work);
                    result.data().map(|data| (kind.narrow_phase_kind(), data))
                });
                if let Some(data) = kept.data {
                    *data = found;
                }
            }
            work
        });
        parts.iter().for_each(|part| work.add_decisions(part));
    }
}

impl<C: Copy> World<C> {
    /// What decides pairs in a test that began at this time, the pairs, the place of the data of an event, and what deciding has
    /// cost.
    pub(super) fn decider(
        &mut self,
        begun_at: u64,
    ) -> (Decider<'_, C>, &mut PairTable, &mut ResponseData, &mut Statistics) {
        let decider = Decider {
            objects: &self.objects,
            shapes: &self.shapes,
            past: &self.past,
            responses: &self.responses,
            deforming: &self.deforming,
            caching: self.caching,
            tolerance: self.tolerance,
            now: self.time,
            decided_since: if self.caching { 0 } else { begun_at },
        };
        (decider, &mut self.pairs, &mut self.data, &mut self.work)
    }
}
