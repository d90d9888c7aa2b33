//! The test loop: which pairs collide, one at a time, so that the caller can run a callback between two of them.
//!
//! The state between two events is a [`Cursor`], a plain value: the key of the last pair. Pairs are looked up by it
//! when a callback has changed them, so that moves and changed responses apply at once to all that comes later,
//! tests may be nested, and a test that is left in the middle leaves nothing behind.

use std::cell::Cell;
use std::time::Instant;

use super::ahead::Ahead;
use super::contacts::touch;
use super::deforming::Deforming;
use super::frames::Past;
use super::narrow_phase::{Placed, Question, ResponseData, collide};
use super::object::{Object, ObjectRef, ObjectTable};
use super::pairs::{Pair, PairKey, PairMemory, PairTable};
use super::response::{Response, ResponseKind, ResponseTable};
use super::shapes::ShapeStore;
use super::world::{Commits, World};
use crate::convex::query::Coherence;

/// How far a test has come.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    /// Which of the world's tests it is.
    test: u64,
    last: Option<PairKey>,
    place: usize,
    version: u64,
    /// Objects created later are left for the next test.
    created: u64,
}

/// A collision whose callback is to be run.
#[derive(Clone, Copy, Debug)]
pub struct Event<C> {
    /// The callback.
    pub callback: C,
    /// The first object's reference.
    pub first: ObjectRef,
    /// The second object's reference.
    pub second: ObjectRef,
    /// What the response asked for; `None` for simple response.
    pub data: Option<ResponseData>,
    /// What the response asked for. Contacts are the world's until the next question ([`World::found_contacts`]).
    pub kind: ResponseKind,
}

/// All that decides a pair, besides what is remembered of it.
pub(super) struct View<'a, C> {
    objects: &'a ObjectTable,
    shapes: &'a ShapeStore,
    past: &'a Past,
    responses: &'a ResponseTable<C>,
    /// Of the responses.
    epoch: u32,
    deforming: &'a Deforming,
    commits: &'a Commits,
    caching: bool,
    tolerance: f64,
}

/// What deciding pairs has cost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) pair_tests: u64,
    pub(super) part_tests: u64,
    pub(super) axis_hits: u64,
}

impl Counts {
    pub(super) fn add(&mut self, other: Counts) {
        self.pair_tests += other.pair_tests;
        self.part_tests += other.part_tests;
        self.axis_hits += other.axis_hits;
    }
}

impl<C: Copy> View<'_, C> {
    /// What is to be run for a pair, if anything. Contacts and intersections are left to
    /// [`World::complete`].
    #[inline]
    pub(super) fn decide(
        &self,
        pair: &mut Pair,
        memory: &mut PairMemory,
        counts: &mut Counts,
    ) -> Option<Event<C>> {
        let at_rest = self.caching && self.commits.are_at_rest_since(pair.decided_at, pair.slots);
        let known = at_rest.then_some(pair.collides);
        if known == Some(false) { None } else { self.ask(pair, memory, known, counts) }
    }

    /// The same of a pair that is not known to miss.
    fn ask(
        &self,
        pair: &mut Pair,
        memory: &mut PairMemory,
        known: Option<bool>,
        counts: &mut Counts,
    ) -> Option<Event<C>> {
        let slots = pair.slots;
        let references = slots.map(|slot| self.objects.reference(slot));
        if memory.response_epoch != self.epoch {
            memory.response = self.responses.number(references[0], references[1]);
            memory.response_epoch = self.epoch;
        }
        let response = self.responses.get(memory.response)?;
        let kind = response.1.at_first();
        match known.or_else(|| self.deforming.verdict(pair.key)) {
            Some(false) => return None,
            Some(true) if kind == ResponseKind::Simple => {
                return Some(event(response, references, ResponseData::default()));
            }
            _ => {}
        }
        let (first, second) = (self.objects.get(slots[0])?, self.objects.get(slots[1])?);
        let part_tests = Cell::new(0);
        let question = Question { kind, tolerance: self.tolerance, part_tests: &part_tests };
        let mut fresh = Coherence::default();
        let coherence = if self.caching { &mut memory.coherence } else { &mut fresh };
        let a = Placed::of(first, self.past.placement(slots[0]), self.shapes);
        let b = Placed::of(second, self.past.placement(slots[1]), self.shapes);
        let (was_apart, axis) = (coherence.apart, coherence.axis);
        let data = collide(a, b, question, coherence);
        (pair.decided_at, pair.collides) = (self.commits.last, data.is_some());
        counts.pair_tests += 1;
        counts.part_tests += part_tests.get();
        counts.axis_hits += u64::from(data.is_none() && was_apart && axis == coherence.axis);
        data.map(|data| event(response, references, data))
    }
}

impl<C: Copy + Send + Sync> World<C> {
    /// Begins a test of all pairs.
    pub fn begin_test(&mut self) -> Cursor {
        self.tests += 1;
        Cursor { test: self.tests, last: None, place: 0, version: 0, created: self.created }
    }

    /// The next collision with a response, in order of the creation of the first object, then of the second.
    pub fn next_event(&mut self, cursor: &mut Cursor) -> Option<Event<C>> {
        self.commit();
        let start = self.timed.then(Instant::now);
        let found = self.find_next(cursor);
        if let Some(start) = start {
            self.counts.test_seconds += start.elapsed().as_secs_f64();
        }
        found
    }

    fn find_next(&mut self, cursor: &mut Cursor) -> Option<Event<C>> {
        if cursor.last.is_none() {
            self.find_deforming_pairs();
            self.look_ahead(cursor.test);
        }
        if cursor.version != self.pairs.version() {
            cursor.version = self.pairs.version();
            cursor.place = self.pairs.place_after(cursor.last);
        }
        let is_ahead = self.ahead.is_of(cursor.test, self.responses.version());
        if is_ahead && !self.ahead.changed {
            cursor.place = self.pairs.place_of(self.ahead.key_after(cursor.last)?);
        }
        loop {
            let mut counts = Counts::default();
            let found = self.walk(cursor, is_ahead, &mut counts);
            self.counts.add(counts);
            let complete = self.complete(found?);
            if complete.is_some() {
                return complete;
            }
        }
    }

    /// Looks at the pairs from where the cursor is, up to the next collision.
    fn walk(&mut self, cursor: &mut Cursor, is_ahead: bool, counts: &mut Counts) -> Option<Event<C>> {
        let (view, pairs, ahead) = self.split();
        while let Some((pair, memory)) = pairs.at_mut(cursor.place) {
            cursor.place += 1;
            cursor.last = Some(pair.key);
            if pair.key.0 > cursor.created || pair.key.1 > cursor.created {
                continue;
            }
            let known = if is_ahead { ahead.verdict(pair) } else { None };
            let found = known.unwrap_or_else(|| view.decide(pair, memory, counts));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// What decides pairs, the pairs, and what is known of them already.
    pub(super) fn split(&mut self) -> (View<'_, C>, &mut PairTable, &mut Ahead<C>) {
        let view = View {
            objects: &self.objects,
            shapes: &self.shapes,
            past: &self.past,
            responses: &self.responses,
            epoch: self.pairs.epoch(self.responses.version()),
            deforming: &self.deforming,
            commits: &self.commits,
            caching: self.caching,
            tolerance: self.tolerance,
        };
        (view, &mut self.pairs, &mut self.ahead)
    }
}

impl<C: Copy> World<C> {
    /// Tests one pair, whatever its boxes, and returns its collision if it has a response.
    pub fn test_pair(&mut self, a: ObjectRef, b: ObjectRef) -> Option<Event<C>> {
        self.commit();
        let slots = self.argument_order(self.objects.slot(a)?, self.objects.slot(b)?)?;
        if slots[0] == slots[1] {
            return None;
        }
        let (first, second) = (self.objects.get(slots[0])?, self.objects.get(slots[1])?);
        let references = slots.map(|slot| self.objects.reference(slot));
        let response: Response<C> = self.responses.lookup(references[0], references[1]);
        let response = response?;
        let hits_nothing = |object: &Object| {
            !object.placement.is_finite() || self.shapes.entry(object.shape).extent.is_none()
        };
        if hits_nothing(first) || hits_nothing(second) {
            return None;
        }
        let (kind, part_tests) = (response.1.at_first(), Cell::new(0));
        let question = Question { kind, tolerance: self.tolerance, part_tests: &part_tests };
        let a = Placed::of(first, self.past.placement(slots[0]), &self.shapes);
        let b = Placed::of(second, self.past.placement(slots[1]), &self.shapes);
        let found = collide(a, b, question, &mut Coherence::default());
        let event = found.map(|data| event(response, references, data));
        self.counts.add(Counts { pair_tests: 1, part_tests: part_tests.get(), axis_hits: 0 });
        self.complete(event?)
    }

    /// Adds the contacts to an event whose response asks for them, or the intersection: they have one memory, and so come when
    /// it is the event's turn. `None` if there are no contacts after all, which only rounding could bring about.
    fn complete(&mut self, event: Event<C>) -> Option<Event<C>> {
        if event.kind == ResponseKind::Intersection {
            self.segments = self.intersection(event.first, event.second).unwrap_or_default();
        }
        if !event.kind.has_contacts() {
            return Some(event);
        }
        let slots = [self.objects.slot(event.first)?, self.objects.slot(event.second)?];
        let (first, second) = (self.objects.get(slots[0])?, self.objects.get(slots[1])?);
        let a = Placed::of(first, self.past.placement(slots[0]), &self.shapes);
        let b = Placed::of(second, self.past.placement(slots[1]), &self.shapes);
        let data = touch(&a, &b, event.kind, self.tolerance, &mut self.contacts)?;
        Some(Event { data: Some(data), ..event })
    }
}

fn event<C>(
    (callback, kind): (C, ResponseKind),
    [first, second]: [ObjectRef; 2],
    data: ResponseData,
) -> Event<C> {
    let data = (kind != ResponseKind::Simple).then_some(data);
    Event { callback, first, second, data, kind }
}
