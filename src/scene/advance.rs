//! Moves objects along their paths until they touch: each stops just before its first contact.
//!
//! The first contacts of pairs wait in a queue. What is first stops both of its objects. From then on they rest, and what
//! still moves is followed again from that time on, against the resting objects in its way.

use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::motion::Waiting;
use super::object::ObjectRef;
use super::pairs::PairKey;
use super::world::World;
use solid_geometry::Motion;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::memory;
use solid_geometry::query::{Body, BodyPair, ClosestPair, FirstContact};

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
    /// By slot: when an object has stopped, and where.
    stopped: FxHashMap<u32, (f64, Placement)>,
    /// Pairs that share a point at the start. They do not hold each other.
    overlapping: FxHashSet<PairKey>,
}

impl Progress {
    /// Which of a pair have stopped: what was found out before holds no longer.
    fn versions(&self, slots: [u32; 2]) -> [u32; 2] {
        slots.map(|slot| u32::from(self.stopped.contains_key(&slot)))
    }
}

impl<C: Copy> World<C> {
    /// Moves each object from its previous placement towards the present one until just before its first contact with another
    /// one, of the pairs that have a response. Returns who stopped, in the order of the times.
    pub fn advance(&mut self) -> Vec<Stop> {
        self.update_moving_boxes();
        let (mut progress, mut found, mut stops) = (Progress::default(), Vec::new(), Vec::new());
        self.motion.boxes.pairs(|a, b, _| memory::push(&mut found, [a, b]));
        // All that overlap at the start are known before the first object stops.
        found.into_iter().for_each(|[a, b]| self.follow(&mut progress, a, b));
        while let Some(Waiting { slots, versions, contact, .. }) = progress.queue.pop() {
            if progress.versions(slots) == versions
                && let Some(contact) = contact
            {
                stops.extend(self.stop(&mut progress, slots, &contact));
            }
        }
        self.apply(&progress);
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
        match self.contact_after(progress, slots) {
            Some(contact) if contact.time == 0.0 => {
                memory::insert(&mut progress.overlapping, key);
            }
            found => {
                let contact = found.and_then(|found| self.just_before(progress, slots, found));
                let stops =
                    contact.map(|found| Waiting { time: found.time, versions, contact, ..waiting });
                memory::extend_heap(&mut progress.queue, stops);
            }
        }
    }

    /// The motions of two objects, at rest if they have stopped; and when the last one did so.
    fn motions(&self, progress: &Progress, slots: [u32; 2]) -> Option<([Motion; 2], f64)> {
        let ends = slots.map(|slot| progress.stopped.get(&slot));
        let since = ends.into_iter().flatten().fold(0.0_f64, |since, (time, _)| since.max(*time));
        let motion = |i: usize| match ends[i] {
            Some((_, placement)) => Some(Motion::rest(placement)),
            None => self.motion_of(slots[i]),
        };
        Some(([motion(0)?, motion(1)?], since))
    }

    /// The first contact of two objects of which one has not stopped. It is at time 0 if and only if they share a point at the
    /// start.
    fn contact_after(&self, progress: &Progress, slots: [u32; 2]) -> Option<FirstContact> {
        let (motions, since) = self.motions(progress, slots)?;
        let motions = motions.map(|motion| motion.after(since));
        let starts = motions.map(|motion| *motion.start());
        let bodies = self.bodies_at(slots, &starts)?;
        let found =
            bodies.first_contact_turning(&motions, bodies.small_distance(self.tolerance))?;
        let time = since + (1.0 - since) * found.time;
        // Those that overlap by rounding where one has stopped were apart at the start.
        let time =
            if progress.versions(slots) == [0; 2] { time } else { time.max(f64::MIN_POSITIVE) };
        Some(FirstContact { time, ..found })
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
        let (motions, since) = self.motions(progress, slots)?;
        // At the time of a contact bodies that do not turn touch: half of the tolerance is left between them.
        let speed = (motions[0].velocity() - motions[1].velocity()).norm();
        let mut back = 0.0;
        if motions.iter().all(Motion::is_translation) && speed > 0.0 {
            let starts = motions.map(|motion| *motion.start());
            back = 0.5 * self.bodies_at(slots, &starts)?.small_distance(self.tolerance) / speed;
        }
        loop {
            let time = (contact.time - back).max(since);
            let placements = motions.map(|motion| motion.at(time));
            let closest = self.bodies_at(slots, &placements)?.closest_points(self.tolerance)?;
            if closest.distance > 0.0 || time == since {
                return Some(FirstContact { time, ..contact });
            }
            back = (2.0 * back).max(contact.time * f64::EPSILON).max(f64::MIN_POSITIVE);
        }
    }

    /// Stops two objects, and follows others against them from then on.
    fn stop(
        &self,
        progress: &mut Progress,
        slots: [u32; 2],
        contact: &FirstContact,
    ) -> Option<Stop> {
        let (motions, _) = self.motions(progress, slots)?;
        let placements = motions.map(|motion| motion.at(contact.time));
        let closest = self.bodies_at(slots, &placements)?.closest_points(self.tolerance)?;
        for (slot, placement) in slots.into_iter().zip(placements) {
            if progress.stopped.contains_key(&slot) {
                continue;
            }
            progress.stopped.insert(slot, (contact.time, placement));
            let mut near = Vec::new();
            self.motion.boxes.near(slot, &mut |other| memory::push(&mut near, other));
            near.into_iter().for_each(|other| self.follow(progress, slot, other));
        }
        let ClosestPair { points: [a, b], .. } = closest;
        let apart = (a - b).try_normalize(0.0).unwrap_or_else(Vec3::zeros);
        Some(Stop {
            objects: slots.map(|slot| self.objects.reference(slot)),
            time: contact.time,
            point: (a + b) * 0.5,
            normal: if contact.normal == Vec3::zeros() { apart } else { contact.normal },
        })
    }

    fn bodies_at<'a>(
        &'a self,
        slots: [u32; 2],
        placements: &'a [Placement; 2],
    ) -> Option<BodyPair<'a>> {
        let body = |i: usize| -> Option<Body<'a>> {
            Some(Body { placement: &placements[i], ..self.body(slots[i])? })
        };
        BodyPair::new(body(0)?, body(1)?)
    }

    fn apply(&mut self, progress: &Progress) {
        for (slot, (_, placement)) in &progress.stopped {
            if let Some(object) = self.objects.get_mut(*slot)
                && object.placement != *placement
            {
                object.set_placement(placement);
                self.moved.add(*slot);
            }
        }
    }
}
