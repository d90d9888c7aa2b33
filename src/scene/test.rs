//! The test loop: which pairs collide, one event at a time, so that the caller can run a callback between two of them.
//!
//! ```text
//!            begin_test
//!                |
//!                v
//!   update    objects that have moved: box, bounding spheres     update.rs, bounds.rs
//!      |      -> broad phase -> pairs that begin and end         pairs.rs
//!      v
//!   decide    each pair not known to be unchanged:               decide.rs, narrow_phase.rs
//!      |      spheres -> cached axis -> SAT or GJK -> data;
//!      v      all at once by several threads, else on its turn
//!   deliver   the next pair after the cursor that collides       here
//!      |      and has a response: next_event returns it
//!      v
//!   callback  may change anything; next_event goes on from `update`
//! ```
//!
//! The state between two events is a [`Cursor`], a plain value: the key of the last pair. So moves and changed responses
//! apply at once to all that comes later, tests may be nested, and a test that is left in the middle leaves nothing behind.

use std::time::Instant;

use super::narrow_phase::{PairResult, ResponseData};
use super::object::ObjectRef;
use super::pairs::PairKey;
use super::response::ContactQuery;
use super::world::World;
use solid_geometry::convex::Coherence;
use solid_geometry::interrupt::Pace;
use solid_geometry::query::{BodyPair, ContactMemory};

#[cfg(test)]
mod tests;

/// How far a test has come.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    /// The key of the last pair; before the first, less than any.
    last: PairKey,
    /// The place after it in the order of pairs, unless that has changed since.
    place: usize,
    /// The world's time when the test began.
    pub(super) begun_at: u64,
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
    /// The kind of the response. Its data are the world's: [`World::found_data`], [`World::found_contacts`] and
    /// [`World::found_segments`].
    pub kind: ContactQuery,
}

impl<C: Copy + Send + Sync> World<C> {
    /// Begins a test of all pairs.
    pub fn begin_test(&mut self) -> Cursor {
        Cursor { last: (0, 0), place: 0, begun_at: self.tick(), created: self.created }
    }

    /// The next collision with a response, in order of the creation of the first object, then of the second.
    pub fn next_event(&mut self, cursor: &mut Cursor) -> Option<Event<C>> {
        let has_begun = cursor.last != (0, 0);
        if has_begun {
            self.update();
        } else {
            self.begin_events_in_threads(cursor);
        }
        self.time_test(|world| world.next_complete(cursor))
    }

    /// Visits the pairs that collide and have a response, in the order of a test, with their keys.
    pub(super) fn visit_colliding(&mut self, mut visit: impl FnMut(PairKey, [ObjectRef; 2])) {
        let mut cursor = self.begin_test();
        self.begin_events_in_threads(&cursor);
        let data = self.data;
        self.time_test(|world| {
            while let Some(event) = world.next_collision(&mut cursor) {
                visit(cursor.last, [event.first, event.second]);
            }
        });
        self.data = data;
    }

    /// What precedes the first event, by several threads if there is work for them.
    fn begin_events_in_threads(&mut self, cursor: &Cursor) {
        if self.is_work_for_threads() {
            self.threads.clone().awake(|| self.begin_events(cursor));
        } else {
            self.begin_events(cursor);
        }
    }

    /// What precedes the first event: an update, and all decisions if several threads make them.
    fn begin_events(&mut self, cursor: &Cursor) {
        self.update();
        self.time_test(|world| {
            world.find_deforming_pairs();
            world.decide_all(cursor);
        });
    }

    /// Adds the time that `work` takes to that of testing pairs, if times are measured.
    fn time_test<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let start = self.timed.then(Instant::now);
        let result = work(self);
        if let Some(start) = start {
            self.work.test_seconds += start.elapsed().as_secs_f64();
        }
        result
    }

    /// The next collision with a response, and the lists that come with it.
    fn next_complete(&mut self, cursor: &mut Cursor) -> Option<Event<C>> {
        loop {
            let event = self.next_collision(cursor)?;
            if !event.kind.is_completed() || self.complete(event).is_some() {
                return Some(event);
            }
        }
    }

    /// The next collision with a response, without its contacts or its intersection. Inlined, since events that are returned by the
    /// stack are copied: a test of two spheres took a fifth longer.
    #[inline(always)]
    fn next_collision(&mut self, cursor: &mut Cursor) -> Option<Event<C>> {
        let (decider, pairs, found, work) = self.decider(cursor.begun_at);
        cursor.place = pairs.place_after(cursor.last, cursor.place);
        let mut pace = Pace::default();
        while let Some(mut kept) = pairs.next_mut(&mut cursor.place, decider.now()) {
            pace.step();
            let pair = kept.pair;
            cursor.last = pair.key;
            let is_new = pair.key.0 > cursor.created || pair.key.1 > cursor.created;
            if is_new || decider.is_known_apart(&pair, *kept.decision) {
                continue;
            }
            let references = decider.references(&pair);
            let Some(&(callback, kind)) = decider.response(references) else { continue };
            let result = decider.decide(&mut kept, kind, work);
            if result == PairResult::Apart {
                continue;
            }
            if kind != ContactQuery::Hit {
                *found = result.data().unwrap_or_default();
            }
            let [first, second] = references;
            return Some(Event { callback, first, second, kind });
        }
        cursor.last = (u64::MAX, u64::MAX);
        None
    }

    /// Tests one pair, whatever its boxes, and returns its collision if it has a response.
    pub fn test_pair(&mut self, a: ObjectRef, b: ObjectRef) -> Option<Event<C>> {
        self.update();
        let slots = self.argument_order(self.objects.slot(a)?, self.objects.slot(b)?)?;
        if slots[0] == slots[1] {
            return None;
        }
        let hits_nothing = |slot: u32| {
            self.objects.get(slot).is_none_or(|object| {
                !object.placement.is_finite() || self.shapes.entry(object.shape).bounds.is_none()
            })
        };
        let [first, second] = slots.map(|slot| self.objects.reference(slot));
        let &(callback, kind) = self.responses.lookup(first, second)?;
        if slots.into_iter().any(hits_nothing) {
            return None;
        }
        let (decider, _, found, work) = self.decider(0);
        let kind_of_data = kind.narrow_phase_kind();
        let result = decider.collide(slots, &mut Coherence::default(), kind_of_data, work);
        if result == PairResult::Apart {
            return None;
        }
        *found = result.data().unwrap_or_default();
        let event = Event { callback, first, second, kind };
        self.complete(event)?;
        Some(event)
    }

    /// The data of the last event; `None` if that had a simple response.
    #[inline]
    pub fn found_data(&self, event: &Event<C>) -> Option<ResponseData> {
        (event.kind != ContactQuery::Hit).then_some(self.data)
    }

    /// Finds the contacts or the intersection of an event, if its response has them. They are computed when the event is
    /// delivered, since all events share their memory. `None` if there are no contacts after all, possible only by rounding.
    fn complete(&mut self, event: Event<C>) -> Option<()> {
        if event.kind == ContactQuery::Intersection {
            self.segments = self.intersection(event.first, event.second).unwrap_or_default();
        }
        if !event.kind.has_contacts() {
            return Some(());
        }
        let touch = |bodies: &BodyPair<'_>, tolerance, memory: &mut ContactMemory| {
            if event.kind == ContactQuery::Contacts {
                return bodies.contacts(tolerance, memory);
            }
            let found = bodies.penetration(tolerance, memory.workspace())?;
            memory.keep(found.deepest);
            Some(found)
        };
        let found = self.query_pair(event.first, event.second, touch).ok()??;
        let ([point1, point2], deepest) = (found.local, found.deepest);
        // A depth beyond the range of numbers is infinite: zero times it is no number.
        let normal = deepest.normal.map(|x| if x == 0.0 { x } else { x * deepest.depth });
        self.data = ResponseData { point1, point2, normal };
        Some(())
    }
}
