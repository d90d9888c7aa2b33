//! How far soups get that deform: their vertices move straight and stop with their objects.
//!
//! A shape has one list of vertices, so all its objects stop together. The vertices in between are local to the object's
//! present linear part; of an object that turns in the frame they are found by its inverse.

use std::sync::Arc;

use super::{Progress, Stopped, back_off};
use crate::scene::deforming_motion::{ObjectPath, Trajectory};
use crate::scene::world::World;
use solid_geometry::Motion;
use solid_geometry::math::vector::preimage;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::memory;
use solid_geometry::octree::{FaceMesh, Vertices};
use solid_geometry::query::{Body, FirstContact, Undecided, part_of_smaller};

#[cfg(test)]
mod tests;

/// What an object does during a part of the frame.
enum RemainingMotion {
    Rigid(Motion),
    /// Where the vertices are in the world at both ends.
    Deforming([Vec<Vec3>; 2], ObjectPath),
}

impl<C: Copy> World<C> {
    /// As [`World::contact_after`], where one of the objects is a soup that has deformed.
    pub(super) fn deforming_contact_after(
        &self,
        progress: &Progress,
        slots: [u32; 2],
    ) -> Option<Result<FirstContact, Undecided>> {
        let since = progress.since(slots);
        let time = |time: f64| since + (1.0 - since) * time;
        let found = match self.contact_between(progress, slots, [since, 1.0])? {
            Ok(found) => found,
            Err(open) => return Some(Err(Undecided { until: time(open.until) })),
        };
        let time = time(found.time);
        let mut contact = FirstContact { time, ..found };
        if time == 0.0 && self.contact_between(progress, slots, [0.0; 2]).is_none() {
            // It was rounded down.
            contact.time = f64::MIN_POSITIVE;
        }
        Some(Ok(contact))
    }

    /// As [`World::just_before`], where one of the objects is a soup that has deformed.
    pub(super) fn just_before_deforming(
        &self,
        progress: &Progress,
        slots: [u32; 2],
        contact: FirstContact,
    ) -> Option<FirstContact> {
        let since = progress.since(slots);
        // At the time of a contact objects that are followed exactly touch: half of the tolerance is left between them.
        let sizes = [self.size_at_first(slots[0])?, self.size_at_first(slots[1])?];
        let speed = self.exact_speed(progress, slots[0])? + self.exact_speed(progress, slots[1])?;
        let mut back = 0.0;
        if speed > 0.0 && speed < f64::INFINITY {
            back = 0.5 * part_of_smaller(self.tolerance, sizes) / speed;
        }
        back_off(contact, back, since, |time| {
            Some(self.contact_between(progress, slots, [time; 2]).is_none())
        })
    }

    /// The first contact within a part of the frame, whose time is one from 0 to 1.
    fn contact_between(
        &self,
        progress: &Progress,
        slots: [u32; 2],
        part: [f64; 2],
    ) -> Option<Result<FirstContact, Undecided>> {
        let remaining = [
            self.remaining_motion(progress, slots[0], part)?,
            self.remaining_motion(progress, slots[1], part)?,
        ];
        let trajectory = |i: usize| -> Option<Trajectory<'_>> {
            Some(match &remaining[i] {
                RemainingMotion::Rigid(motion) if motion.is_translation() => {
                    Trajectory::Straight([*motion.start(), *motion.end()])
                }
                RemainingMotion::Rigid(motion) => Trajectory::Turning(*motion),
                RemainingMotion::Deforming(ends, path) => {
                    let faces = self.deformed_soup(slots[i])?.faces(&path[1], 0.0);
                    let [before, now] =
                        ends.each_ref().map(|local| Vertices { local, placement: None });
                    Trajectory::Deforming(FaceMesh { now, before: Some(before), ..faces }, *path)
                }
            })
        };
        self.deforming_contact(slots, &[trajectory(0)?, trajectory(1)?])
    }

    fn remaining_motion(
        &self,
        progress: &Progress,
        slot: u32,
        [from, to]: [f64; 2],
    ) -> Option<RemainingMotion> {
        if self.deformed_soup(slot).is_some() {
            let stopped = progress.stopped.get(&slot);
            let at = |time: f64| match stopped {
                Some(Stopped { placement, vertices: Some(vertices), .. }) => {
                    Some((*placement, Arc::clone(vertices)))
                }
                _ => self.deformed_at(slot, time),
            };
            let ends = [at(from)?, at(to)?];
            let world = |(placement, local): &(Placement, Arc<[Vec3]>)| {
                Vec::from_iter(local.iter().map(|vertex| placement.apply(vertex)))
            };
            return Some(RemainingMotion::Deforming(
                ends.each_ref().map(world),
                ends.map(|(at, _)| at),
            ));
        }
        Some(RemainingMotion::Rigid(match progress.stopped.get(&slot) {
            Some(stopped) => Motion::rest(&stopped.placement),
            None if from == to => Motion::rest(&self.motion_of(slot)?.at(from)),
            None => self.motion_of(slot)?.after(from),
        }))
    }

    /// The placement and the local vertices at a time of an object whose shape has deformed.
    pub(super) fn deformed_at(&self, slot: u32, time: f64) -> Option<(Placement, Arc<[Vec3]>)> {
        let mesh = self.soup_on_path(slot, self.deformed_soup(slot)?)?;
        let placement = self.deforming_placement(slot, time)?;
        let Placement { basis, origin } = placement;
        let now = mesh.now;
        let before = mesh.before.unwrap_or(now);
        let turns = before.placement.unwrap_or(&Placement::IDENTITY).basis != basis;
        memory::ensure(now.local.len() * 4 * size_of::<Vec3>());
        let vertex = |i: usize| {
            let (p, q) = (before.local[i], now.local[i]);
            if time == 1.0 {
                q
            } else if turns {
                let (p, q) = (before.point(i as u32), now.point(i as u32));
                preimage(&basis, &(p + (q - p) * time - origin))
            } else {
                p + (q - p) * time
            }
        };
        Some((placement, (0..now.local.len()).map(vertex).collect()))
    }

    /// The placement at a time of an object whose shape has deformed: its origin moves straight.
    pub(super) fn deforming_placement(&self, slot: u32, time: f64) -> Option<Placement> {
        let [from, to] = self.path_ends(slot)?;
        let origin = from.origin + (to.origin - from.origin) * time;
        Some(Placement { origin, ..to })
    }

    /// A bound on how fast an object's points move; infinite if it turns, as it is not followed exactly then.
    fn exact_speed(&self, progress: &Progress, slot: u32) -> Option<f64> {
        if progress.stopped.contains_key(&slot) {
            return Some(0.0);
        }
        let Some(soup) = self.deformed_soup(slot) else {
            let motion = self.motion_of(slot)?;
            let is_exact = motion.is_translation();
            return Some(if is_exact { motion.velocity().norm() } else { f64::INFINITY });
        };
        let mesh = self.soup_on_path(slot, soup)?;
        let before = mesh.before.unwrap_or(mesh.now);
        let vertices = 0..mesh.now.local.len() as u32;
        let lengths = vertices.map(|vertex| (mesh.now.point(vertex) - before.point(vertex)).norm());
        // Of NaN, which is nowhere, nothing remains.
        Some(lengths.fold(0.0, f64::max))
    }

    /// The longest half extent at the start.
    fn size_at_first(&self, slot: u32) -> Option<f64> {
        if let Some(soup) = self.deformed_soup(slot) {
            return Some(self.soup_on_path(slot, soup)?.bounds_before().half_extents().max());
        }
        let motion = self.motion_of(slot)?;
        Some(Body { placement: motion.start(), ..self.body(slot)? }.longest_half_extent())
    }
}
