//! Tests along the paths of objects since the previous frame.
//!
//! An object moves straight from its previous to its present position and turns meanwhile (`turning.rs`); or it takes its
//! new rotation at the start (the slides). Each vertex of a deformed soup moves along a straight line
//! (`deforming_motion.rs`). Boxes in space-time yield the pairs that may meet. They wait in a queue, ordered by a lower bound of
//! their time of contact. When a pair is the first, its contact is computed and put back into the queue with its exact time. As
//! in [`super::test`], callbacks may do anything: an object that they move gets another path, and its contacts that have not
//! been reported are found again.

#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, Ordering as Access};
use std::sync::{Mutex, PoisonError};

use super::narrow_phase::ResponseData;
use super::pairs::PairKey;
use super::response::ContactQuery;
use super::slots::SlotList;
use super::test::Event;
use super::world::World;
use rustc_hash::FxHashSet;
use solid_geometry::broad::MovingBoxes;
use solid_geometry::interrupt::Pace;
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::memory;
use solid_geometry::query::{FirstContact, Undecided};

/// A test along the paths.
#[derive(Clone, Copy, Debug)]
pub struct MotionCursor {
    test: u64,
    /// Objects created later are left for the next test.
    created: u64,
}

impl MotionCursor {
    /// The number of the test.
    pub fn number(&self) -> u64 {
        self.test
    }
}

/// A contact whose callback is to be run.
#[derive(Clone, Copy, Debug)]
pub struct MotionEvent<C> {
    /// Who collides. The data has a point of each object, in its local coordinates, that meet; and the normal, a unit
    /// vector along world axes from the second object to the first, or zero if they share a point from the start.
    pub event: Event<C>,
    /// Its data; `None` for simple response.
    pub data: Option<ResponseData>,
    /// When, from 0, the previous frame, to 1, now.
    pub time: f64,
}

/// The state of these tests.
#[derive(Default)]
pub(super) struct Motion {
    /// Whether there has been such a test; until then, nothing is stored.
    used: bool,
    /// The boxes are being brought up to date, or that was left by unwinding.
    is_updating: bool,
    pub(super) boxes: MovingBoxes,
    /// Slots whose path has changed since the boxes were brought up to date.
    changed: SlotList,
    /// Whether polytopes of deforming soups were left out, and no error has been raised yet.
    faces_left_out: AtomicBool,
    /// Whether objects were followed without a rotation from one placement to the other, and no error has been raised yet.
    pub(super) lacks_rotation: AtomicBool,
    /// The earliest time from which on a pair was left open, if no error has been raised yet.
    pub(super) undecided: Mutex<Option<Undecided>>,
    /// Whether there may have been quiet objects, whose pairs were skipped.
    had_quiet: bool,
    /// By slot: changes with the path.
    versions: Vec<u32>,
    /// The tests under way: several, if one is nested in a callback of another, or several threads test.
    tests: Vec<MotionTest>,
    /// Finished tests, whose memory is used again.
    spare: Vec<MotionTest>,
}

#[derive(Default)]
struct MotionTest {
    test: u64,
    queue: BinaryHeap<Waiting>,
    /// Pairs without a response: a callback may still set one.
    without_response: Vec<Waiting>,
    /// The version of the responses for which that holds.
    responses: u64,
    /// Pairs whose callbacks have been run.
    reported: FxHashSet<PairKey>,
    /// Slots whose path has changed since the queue was brought up to date.
    changed: SlotList,
}

/// An entry of the queue.
#[derive(Clone, Copy)]
pub(super) struct Waiting {
    /// The time of the contact, or a lower bound.
    pub(super) time: f64,
    pub(super) key: PairKey,
    pub(super) slots: [u32; 2],
    pub(super) versions: [u32; 2],
    pub(super) contact: Option<FirstContact>,
}

impl Waiting {
    fn order(&self, other: &Waiting) -> Ordering {
        self.time.total_cmp(&other.time).then(self.key.cmp(&other.key))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.order(other).is_eq()
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    /// The earliest is the greatest: it comes out of the heap first.
    fn cmp(&self, other: &Waiting) -> Ordering {
        other.order(self)
    }
}

impl Motion {
    /// The paths of some objects have changed, or the objects have come or gone.
    #[inline]
    pub(super) fn mark_changed(&mut self, slots: &[u32]) {
        if self.used {
            slots.iter().for_each(|slot| self.changed.add(*slot));
        }
    }

    /// If an update was left by unwinding, for want of memory, has the next test make all boxes anew.
    pub(super) fn recover(&mut self) {
        if self.is_updating {
            (self.is_updating, self.used) = (false, false);
            (self.boxes, self.changed) = (MovingBoxes::default(), SlotList::default());
        }
    }

    /// A polytope was left out, since a vertex was or is no usable number.
    #[cold]
    pub(super) fn note_face_left_out(&self) {
        self.faces_left_out.store(true, Access::Relaxed);
    }

    /// A pair was left open.
    #[cold]
    pub(super) fn note_undecided(&self, open: Undecided) {
        let mut first = self.undecided.lock().unwrap_or_else(PoisonError::into_inner);
        if first.is_none_or(|first| open.until < first.until) {
            *first = Some(open);
        }
    }

    fn version(&self, slot: u32) -> u32 {
        self.versions.get(slot as usize).copied().unwrap_or(0)
    }
}

impl<C: Copy> World<C> {
    /// Begins a test along the paths from the previous frame's placements to the present ones. Of those that have not come to
    /// their end, given by their numbers, it drops the ones that will not go on.
    pub fn begin_motion_test(&mut self, goes_on: impl Fn(u64) -> bool) -> MotionCursor {
        let test_number = self.tick();
        self.update_moving_boxes();
        let motion = &mut self.motion;
        motion.spare.extend(motion.tests.extract_if(.., |other| !goes_on(other.test)));
        let mut test = motion.spare.pop().unwrap_or_default();
        test.queue.clear();
        test.without_response.clear();
        test.reported.clear();
        test.changed.drain().for_each(drop);
        (test.test, test.responses) = (test_number, self.responses.version());
        let cursor = MotionCursor { test: test_number, created: self.created };
        let mut found = std::mem::take(&mut test.without_response);
        self.motion.boxes.pairs(|a, b, time| {
            let waiting = self.waiting(a, b, time);
            waiting.into_iter().for_each(|waiting| memory::push(&mut found, waiting));
        });
        memory::extend_heap(&mut test.queue, found.drain(..));
        test.without_response = found;
        self.motion.tests.push(test);
        cursor
    }

    /// Brings the boxes around the paths of all objects up to date.
    pub(super) fn update_moving_boxes(&mut self) {
        self.update();
        if !self.motion.used {
            self.motion.used = true;
            self.objects.iter().for_each(|(slot, _)| self.motion.changed.add(slot));
        }
        self.update_paths();
    }

    /// The next contact with a response, in order of time; of the same time, in order of the creation of the first
    /// object, then of the second. Each pair comes once at most.
    ///
    /// Changes made by a callback apply at once: a new contact that they cause is reported next, even if its time has passed.
    pub fn next_contact(&mut self, cursor: &mut MotionCursor) -> Option<MotionEvent<C>> {
        self.update();
        self.update_paths();
        let place = self.motion.tests.iter().position(|test| test.test == cursor.test)?;
        let mut test = std::mem::take(&mut self.motion.tests[place]);
        self.update_queue(&mut test);
        let found = self.search(&mut test, cursor);
        match &found {
            Some(found) => {
                self.motion.tests[place] = test;
                self.keep_contact(found);
            }
            None => {
                self.motion.tests.swap_remove(place);
                self.motion.spare.push(test);
            }
        }
        found
    }

    /// Stores the only contact, for responses with contacts. Responses with an intersection get none, since objects only touch
    /// at that time.
    fn keep_contact(&mut self, found: &MotionEvent<C>) {
        self.segments.clear();
        let Event { first, second, kind, .. } = found.event;
        let Some(data) = found.data.filter(|_| kind.has_contacts()) else {
            return;
        };
        let Some((a, b)) = self.objects.slot(first).zip(self.objects.slot(second)) else { return };
        let (slots, deforms) = ([a, b], self.deforms_on_path([a, b]));
        let place = |i: usize, local: &Vec3| -> Option<Vec3> {
            Some(if deforms {
                self.trajectory(slots[i])?.point(found.time, local)
            } else {
                self.motion_of(slots[i])?.at(found.time).apply(local)
            })
        };
        if let (Some(a), Some(b)) = (place(0, &data.point1), place(1, &data.point2)) {
            self.contacts.get_or_insert_default().keep(solid_geometry::query::Contact {
                points: [a, b],
                normal: data.normal,
                depth: 0.0,
                features: [0; 2],
            });
        }
    }

    fn search(&self, test: &mut MotionTest, cursor: &MotionCursor) -> Option<MotionEvent<C>> {
        let mut pace = Pace::default();
        while let Some(waiting) = test.queue.pop() {
            pace.step();
            let Waiting { key, slots, versions, contact, .. } = waiting;
            let is_new = key.0 > cursor.created || key.1 > cursor.created;
            if is_new
                || slots.map(|slot| self.motion.version(slot)) != versions
                || test.reported.contains(&key)
            {
                continue;
            }
            if slots.iter().any(|slot| self.objects.get(*slot).is_none()) {
                continue;
            }
            let [first, second] = slots.map(|slot| self.objects.reference(slot));
            let Some(&(callback, kind)) = self.responses.lookup(first, second) else {
                memory::push(&mut test.without_response, waiting);
                continue;
            };
            match contact {
                None => {
                    let contact = match self.contact_on_paths(slots) {
                        Some(Err(open)) => {
                            self.motion.note_undecided(open);
                            None
                        }
                        found => found.and_then(Result::ok),
                    };
                    let at_contact =
                        contact.map(|found| Waiting { time: found.time, contact, ..waiting });
                    memory::extend_heap(&mut test.queue, at_contact);
                }
                Some(FirstContact { time, locals: [point1, point2], normal }) => {
                    memory::insert(&mut test.reported, key);
                    let data = ResponseData { point1, point2, normal };
                    let data = (kind != ContactQuery::Hit).then_some(data);
                    return Some(MotionEvent {
                        event: Event { callback, first, second, kind },
                        data,
                        time,
                    });
                }
            }
        }
        None
    }

    /// Whether polytopes of deforming soups were left out of tests along the paths since the last call: those with a vertex
    /// that was or is not a number below 1e75.
    pub fn take_faces_left_out(&mut self) -> bool {
        std::mem::take(self.motion.faces_left_out.get_mut())
    }

    /// The placement of an object at the start of its path, with its present rotation, and its motion. New objects rest, and
    /// those whose previous placement is not finite.
    pub(super) fn path(&self, slot: u32) -> Option<(Placement, Vec3)> {
        let now = &self.objects.get(slot)?.placement;
        let before = self.past.finite(slot).unwrap_or(now);
        let motion = now.origin - before.origin;
        (now.is_finite() && is_finite(&motion))
            .then_some((Placement { origin: before.origin, ..*now }, motion))
    }

    fn update_paths(&mut self) {
        self.motion.is_updating = true;
        let mut changed = std::mem::take(&mut self.motion.changed);
        self.motion.had_quiet |= self.responses.may_be_quiet() || self.responses.has_filters();
        for slot in changed.drain() {
            let around = self.box_around_path(slot);
            let motion = &mut self.motion;
            if motion.versions.len() <= slot as usize {
                motion.versions.resize(slot as usize + 1, 0);
            }
            motion.versions[slot as usize] = motion.versions[slot as usize].wrapping_add(1);
            motion.tests.iter_mut().for_each(|test| test.changed.add(slot));
            match around {
                Some((aabb, by)) => {
                    // An object that was quiet may have pairs now that were skipped.
                    if motion.had_quiet {
                        motion.boxes.remove(slot);
                    }
                    motion.boxes.place(slot, &aabb, &by);
                }
                None => motion.boxes.remove(slot),
            }
        }
        self.motion.changed = changed;
        let World { motion, quiet, .. } = self;
        motion.boxes.update_where(|a, b| !quiet.skip(a, b));
        motion.is_updating = false;
    }

    /// The box around an object at the beginning of its path, and the vector by which it moves in the frame. `None` if the object
    /// collides with nothing.
    fn box_around_path(&self, slot: u32) -> Option<(Aabb, Vec3)> {
        let swept = self.deforming_box(slot);
        let motion = self.motion_of(slot)?;
        let moving = self.moving_box(slot, &motion);
        if let Some(swept) = swept {
            // A box at rest: around the deforming vertices, and around the present vertices moved along the path.
            let present =
                moving.map_or(Aabb::EMPTY, |(start, by)| start.join(&start.translated(&by)));
            return Some((swept.join(&present), Vec3::zeros()));
        }
        // Soups that deform meet what does not turn with its present linear part, to the last bit.
        if !self.deformed.is_empty() && motion.is_translation() {
            return self.with_path(slot, moving?);
        }
        moving
    }

    fn update_queue(&self, test: &mut MotionTest) {
        let mut changed = std::mem::take(&mut test.changed);
        for slot in changed.drain() {
            self.motion.boxes.partners(slot, &mut |other, time| {
                memory::extend_heap(&mut test.queue, self.waiting(slot, other, time));
            });
        }
        test.changed = changed;
        if test.responses != self.responses.version() {
            test.responses = self.responses.version();
            memory::extend_heap(&mut test.queue, test.without_response.drain(..));
        }
    }

    /// A pair whose boxes meet no earlier than that.
    pub(super) fn waiting(&self, a: u32, b: u32, time: f64) -> Option<Waiting> {
        let slots = self.argument_order(a, b)?;
        let key = (self.objects.sequence(slots[0])?, self.objects.sequence(slots[1])?);
        Some(Waiting {
            time,
            key,
            slots,
            versions: slots.map(|slot| self.motion.version(slot)),
            contact: None,
        })
    }
}
