//! The test loop: which pairs collide, one at a time, so that the caller can run a callback between two of them.
//!
//! The state between two events is a [`Cursor`], a plain value: the key of the last pair. Pairs are looked up by it
//! when a callback has changed them, so that moves and changed responses apply at once to all that comes later,
//! tests may be nested, and a test that is left in the middle leaves nothing behind.

use super::narrow_phase::{Placed, Question, ResponseData, collide};
use super::object::{Object, ObjectRef};
use super::pairs::PairKey;
use super::response::{Response, ResponseKind};
use super::world::World;
use crate::convex::query::Coherence;

/// How far a test has come.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
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
}

impl<C: Copy> World<C> {
    /// Begins a test of all pairs.
    pub fn begin_test(&mut self) -> Cursor {
        Cursor { last: None, place: 0, version: 0, created: self.created }
    }

    /// The next collision with a response, in order of the creation of the first object, then of the second.
    pub fn next_event(&mut self, cursor: &mut Cursor) -> Option<Event<C>> {
        self.commit();
        if cursor.last.is_none() {
            self.find_deforming_pairs();
        }
        if cursor.version != self.pairs.version() {
            cursor.version = self.pairs.version();
            cursor.place = self.pairs.place_after(cursor.last);
        }
        let version = self.responses.version();
        while let Some(pair) = self.pairs.at_mut(cursor.place) {
            cursor.place += 1;
            cursor.last = Some(pair.key);
            if pair.key.0 >= cursor.created || pair.key.1 >= cursor.created {
                continue;
            }
            let slots = pair.slots;
            let (Some(first), Some(second)) = (self.objects.get(slots[0]), self.objects.get(slots[1])) else {
                continue;
            };
            if pair.response.0 != version {
                pair.response = (version, self.responses.lookup(first.reference, second.reference));
            }
            let Some(response) = pair.response.1 else { continue };
            match self.deforming.verdict(pair.key) {
                Some(false) => continue,
                Some(true) if response.1 == ResponseKind::Simple => {
                    return Some(event(response, first, second, ResponseData::default()));
                }
                _ => {}
            }
            let question = Question { kind: response.1, tolerance: self.tolerance };
            let mut fresh = Coherence::default();
            let coherence = if self.caching { &mut pair.coherence } else { &mut fresh };
            let a = Placed::of(first, self.past.placement(slots[0]), &self.shapes);
            let b = Placed::of(second, self.past.placement(slots[1]), &self.shapes);
            let (was_apart, axis) = (coherence.apart, coherence.axis);
            let data = collide(a, b, question, coherence);
            self.counts.pair_tests += 1;
            self.counts.axis_hits += u64::from(data.is_none() && was_apart && axis == coherence.axis);
            if let Some(data) = data {
                return Some(event(response, first, second, data));
            }
        }
        None
    }

    /// Tests one pair, whatever its boxes, and returns its collision if it has a response.
    pub fn test_pair(&mut self, a: ObjectRef, b: ObjectRef) -> Option<Event<C>> {
        self.commit();
        let slots = self.argument_order(self.objects.slot(a)?, self.objects.slot(b)?)?;
        if slots[0] == slots[1] {
            return None;
        }
        let (first, second) = (self.objects.get(slots[0])?, self.objects.get(slots[1])?);
        let response: Response<C> = self.responses.lookup(first.reference, second.reference);
        let response = response?;
        let hits_nothing = |object: &Object| {
            !object.placement.is_finite() || self.shapes.entry(object.shape).extent.is_none()
        };
        if hits_nothing(first) || hits_nothing(second) {
            return None;
        }
        let question = Question { kind: response.1, tolerance: self.tolerance };
        let a = Placed::of(first, self.past.placement(slots[0]), &self.shapes);
        let b = Placed::of(second, self.past.placement(slots[1]), &self.shapes);
        let data = collide(a, b, question, &mut Coherence::default())?;
        Some(event(response, first, second, data))
    }
}

fn event<C>(
    (callback, kind): (C, ResponseKind),
    first: &Object,
    second: &Object,
    data: ResponseData,
) -> Event<C> {
    let data = (kind != ResponseKind::Simple).then_some(data);
    Event { callback, first: first.reference, second: second.reference, data }
}
