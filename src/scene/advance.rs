//! Moves objects along their paths until they touch: each stops just before its first contact.
//!
//! The first contacts of pairs wait in a queue. What is first stops both of its objects. From then on they rest, and what
//! still moves is followed again from that time on, against the resting objects in its way.

mod deforming;

use std::collections::BinaryHeap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::motion::Waiting;
use super::object::ObjectRef;
use super::pairs::PairKey;
use super::world::World;
use solid_geometry::Motion;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::memory;
use solid_geometry::query::{FirstContact, Undecided};

/// Why an object has stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// The two that would meet, in the order of a callback's arguments.
    pub objects: [ObjectRef; 2],
    /// When, from 0 to 1: just before their contact.
    pub time: f64,
    /// Half way between their closest points where they stopped, in world coordinates.
    pub point: Vec3,
    /// A unit vector from the second towards the first.
    pub normal: Vec3,
}

/// How far the objects have come.
#[derive(Default)]
struct Progress {
    queue: BinaryHeap<Waiting>,
    /// By slot.
    stopped: FxHashMap<u32, Stopped>,
    /// Pairs that share a point at the start. They do not hold each other.
    overlapping: FxHashSet<PairKey>,
    /// Pairs that wait for the time from which on they are left open.
    open: FxHashSet<PairKey>,
}

/// An object that has stopped.
struct Stopped {
    time: f64,
    placement: Placement,
    /// Of a soup that has deformed, the local vertices then.
    vertices: Option<Arc<[Vec3]>>,
}

impl Progress {
    /// When the last one of a pair stopped.
    fn since(&self, slots: [u32; 2]) -> f64 {
        let stops = slots.iter().filter_map(|slot| self.stopped.get(slot));
        stops.fold(0.0_f64, |since, stopped| since.max(stopped.time))
    }

    /// Which of a pair have stopped: what was found out before holds no longer.
    fn versions(&self, slots: [u32; 2]) -> [u32; 2] {
        slots.map(|slot| u32::from(self.stopped.contains_key(&slot)))
    }
}

impl<C: Copy> World<C> {
    /// Moves each object from its previous placement towards the present one until just before its first contact with another
    /// one, of the pairs that have a response. Returns who stopped, in the order of the times. Objects of pairs that are left open
    /// stop where they are certainly apart, and are not among these.
    pub fn advance(&mut self) -> Vec<Stop> {
        self.update_moving_boxes();
        let (mut progress, mut found, mut stops) = (Progress::default(), Vec::new(), Vec::new());
        self.motion.boxes.pairs(|a, b, _| memory::push(&mut found, [a, b]));
        // All that overlap at the start are known before the first object stops.
        found.into_iter().for_each(|[a, b]| self.follow(&mut progress, a, b));
        while let Some(Waiting { key, slots, versions, contact, .. }) = progress.queue.pop() {
            if progress.versions(slots) == versions
                && let Some(contact) = contact
            {
                let is_contact = !progress.open.contains(&key);
                let stop = self.stop(&mut progress, slots, &contact);
                stops.extend(stop.filter(|_| is_contact));
            }
        }
        self.apply(progress);
        stops
    }

    /// Puts a pair into the queue if one of the two moves, the other is an obstacle for it, and they meet.
    fn follow(&self, progress: &mut Progress, a: u32, b: u32) {
        let Some(waiting) = self.waiting(a, b, 0.0) else { return };
        let Waiting { key, slots, .. } = waiting;
        let [first, second] = slots.map(|slot| self.objects.reference(slot));
        let versions = progress.versions(slots);
        if versions == [1, 1]
            || progress.overlapping.contains(&key)
            || self.responses.lookup(first, second).is_none()
        {
            return;
        }
        progress.open.remove(&key);
        let contact = match self.contact_after(progress, slots) {
            Some(Ok(contact)) if contact.time == 0.0 => {
                memory::insert(&mut progress.overlapping, key);
                return;
            }
            Some(Ok(found)) => self.just_before(progress, slots, found),
            // No farther than where they are certainly apart.
            Some(Err(open)) => {
                self.motion.note_undecided(open);
                memory::insert(&mut progress.open, key);
                let (locals, normal) = ([Vec3::zeros(); 2], Vec3::zeros());
                Some(FirstContact { time: open.until, locals, normal })
            }
            None => None,
        };
        let stops = contact.map(|found| Waiting { time: found.time, versions, contact, ..waiting });
        memory::extend_heap(&mut progress.queue, stops);
    }

    /// The motion of an object, at rest if it has stopped.
    fn motion_left(&self, progress: &Progress, slot: u32) -> Option<Motion> {
        match progress.stopped.get(&slot) {
            Some(stopped) => Some(Motion::rest(&stopped.placement)),
            None => self.motion_of(slot),
        }
    }

    fn motions(&self, progress: &Progress, slots: [u32; 2]) -> Option<[Motion; 2]> {
        Some([self.motion_left(progress, slots[0])?, self.motion_left(progress, slots[1])?])
    }

    /// The first contact of two objects of which one has not stopped. It is at time 0 if and only if they share a point at the
    /// start.
    fn contact_after(
        &self,
        progress: &Progress,
        slots: [u32; 2],
    ) -> Option<Result<FirstContact, Undecided>> {
        let found = if self.deforms_on_path(slots) {
            self.deforming_contact_after(progress, slots)?
        } else {
            let since = progress.since(slots);
            let motions = self.motions(progress, slots)?.map(|motion| motion.after(since));
            let time = |time: f64| since + (1.0 - since) * time;
            match self.contact_on_motions(slots, &motions, None)? {
                Ok(found) => Ok(FirstContact { time: time(found.time), ..found }),
                Err(open) => Err(Undecided { until: time(open.until) }),
            }
        };
        // Those that overlap by rounding where one has stopped were apart at the start.
        let is_first = progress.versions(slots) == [0; 2];
        Some(found.map(|found| {
            let time = if is_first { found.time } else { found.time.max(f64::MIN_POSITIVE) };
            FirstContact { time, ..found }
        }))
    }

    /// A contact with the time, just before it, at which the objects are to stop: they are apart then.
    ///
    /// Objects stop in the order of these times, so that all others are then where they are in their motion, apart too.
    fn just_before(
        &self,
        progress: &Progress,
        slots: [u32; 2],
        contact: FirstContact,
    ) -> Option<FirstContact> {
        if self.deforms_on_path(slots) {
            return self.just_before_deforming(progress, slots, contact);
        }
        let (motions, since) = (self.motions(progress, slots)?, progress.since(slots));
        // At the time of a contact bodies that do not turn touch: half of the tolerance is left between them.
        let speed = (motions[0].velocity() - motions[1].velocity()).norm();
        let mut back = 0.0;
        if motions.iter().all(Motion::is_translation) && speed > 0.0 {
            let starts = motions.map(|motion| *motion.start());
            back = 0.5 * self.bodies_at(slots, &starts)?.small_distance(self.tolerance) / speed;
        }
        back_off(contact, back, since, |time| {
            let placements = motions.map(|motion| motion.at(time));
            let closest = self.bodies_at(slots, &placements)?.closest_points(self.tolerance)?;
            Some(closest.distance > 0.0)
        })
    }

    /// Stops two objects, and follows others against them from then on.
    fn stop(
        &self,
        progress: &mut Progress,
        slots: [u32; 2],
        contact: &FirstContact,
    ) -> Option<Stop> {
        let time = contact.time;
        let mut near = Vec::new();
        for slot in slots {
            if progress.stopped.contains_key(&slot) {
                continue;
            }
            let mut stop = |slot, placement, vertices| {
                progress.stopped.insert(slot, Stopped { time, placement, vertices });
                self.motion.boxes.near(slot, &mut |other| memory::push(&mut near, [slot, other]));
            };
            match self.deformed_at(slot, time) {
                None => stop(slot, self.motion_of(slot)?.at(time), None),
                // All objects of a shape that deforms stop with its vertices.
                Some((_, vertices)) => {
                    for &instance in self.shapes.instances(self.objects.get(slot)?.shape) {
                        if let Some(placement) = self.deforming_placement(instance, time) {
                            stop(instance, placement, Some(Arc::clone(&vertices)));
                        }
                    }
                }
            }
        }
        near.into_iter().for_each(|[slot, other]| self.follow(progress, slot, other));
        let placement = |slot| Some(progress.stopped.get(&slot)?.placement);
        let placements = [placement(slots[0])?, placement(slots[1])?];
        let [a, b] = if self.deforms_on_path(slots) {
            [0, 1].map(|i| placements[i].apply(&contact.locals[i]))
        } else {
            self.bodies_at(slots, &placements)?.closest_points(self.tolerance)?.points
        };
        let apart = (a - b).try_normalize(0.0).unwrap_or_else(Vec3::zeros);
        Some(Stop {
            objects: slots.map(|slot| self.objects.reference(slot)),
            time,
            point: (a + b) * 0.5,
            normal: if contact.normal == Vec3::zeros() { apart } else { contact.normal },
        })
    }

    fn apply(&mut self, progress: Progress) {
        for (slot, Stopped { placement, vertices, .. }) in progress.stopped {
            let Some(object) = self.objects.get_mut(slot) else { continue };
            let shape = object.shape;
            if object.placement != placement {
                object.set_placement(&placement);
                self.moved.add(slot);
            }
            if let Some(vertices) = vertices {
                self.stop_vertices(shape, &vertices);
            }
        }
    }
}

/// Moves the time of a contact back to one at which its objects are apart, but not before `since`: by `back` at first, then by twice as
/// much each time.
fn back_off(
    contact: FirstContact,
    mut back: f64,
    since: f64,
    mut are_apart: impl FnMut(f64) -> Option<bool>,
) -> Option<FirstContact> {
    loop {
        let time = (contact.time - back).max(since);
        if are_apart(time)? || time == since {
            return Some(FirstContact { time, ..contact });
        }
        back = (2.0 * back).max(contact.time * f64::EPSILON).max(f64::MIN_POSITIVE);
    }
}
