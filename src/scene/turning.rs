//! How objects move from the previous frame to this one: straight, turning about their pivots, or like screws.

#[cfg(test)]
mod tests;

use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use super::object::ObjectRef;
use super::pair_queries::QueryError;
use super::shapes::Shape;
use super::world::World;
use rustc_hash::FxHashMap;
use solid_geometry::Motion;
use solid_geometry::convex::epa::Workspace;
use solid_geometry::math::tolerance::{BOX_ROUNDING, LARGEST_SPIN};
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::query::{CastHit, EVERYWHERE, FirstContact, Undecided};
use solid_geometry::shape::Support;

/// What the motion of objects between two frames is taken to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MotionKind {
    /// The pivot moves straight, and the object turns about it at a constant angular velocity.
    #[default]
    Turning,
    /// The object has its present rotation from the start, and moves straight.
    Straight,
    /// The object turns about an axis and moves along it.
    Screw,
}

/// Whether a rotation vector is finite and not longer than motions can be.
pub fn is_spin(spin: &Vec3) -> bool {
    spin.norm() <= LARGEST_SPIN
}

/// How an object turns, where that is not the usual way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turn {
    /// The rotation vector to which that of its motion is nearest, along world axes.
    pub(super) spin: Vec3,
    /// The local point that moves straight.
    pub(super) pivot: Vec3,
}

/// How the program has objects move.
#[derive(Default)]
pub(super) struct Turns {
    pub(super) kind: MotionKind,
    /// By slot.
    pub(super) turns: FxHashMap<u32, Turn>,
}

impl Turns {
    /// The slot has another object, or none.
    pub(super) fn forget(&mut self, slot: u32) {
        if !self.turns.is_empty() {
            self.turns.remove(&slot);
        }
    }
}

impl<C: Copy> World<C> {
    /// Chooses what tests along the paths take for the motion of all objects.
    pub fn set_motion_kind(&mut self, kind: MotionKind) {
        self.turns.kind = kind;
        let World { objects, motion, .. } = self;
        objects.iter().for_each(|(slot, _)| motion.mark_changed(&[slot]));
    }

    /// Sets by how much an object turns in a frame: its rotation vector is then the nearest to this one of those that lead
    /// from the previous placement to the present one. `false` if there is no such object.
    pub fn set_spin(&mut self, object: ObjectRef, spin: &Vec3) -> bool {
        self.change_turn(object, |turn| turn.spin = *spin)
    }

    /// Sets the local point of an object that moves straight. `false` if there is no such object.
    pub fn set_pivot(&mut self, object: ObjectRef, pivot: &Vec3) -> bool {
        self.change_turn(object, |turn| turn.pivot = *pivot)
    }

    fn change_turn(&mut self, object: ObjectRef, change: impl FnOnce(&mut Turn)) -> bool {
        let Some(slot) = self.objects.slot(object) else { return false };
        change(self.turns.turns.entry(slot).or_default());
        self.motion.mark_changed(&[slot]);
        true
    }

    /// The motion of an object between the frames. `None` if it collides with nothing: its placement is not finite.
    ///
    /// New objects rest, and those whose previous placement is not finite.
    pub(super) fn motion_of(&self, slot: u32) -> Option<Motion> {
        let straight = || self.path(slot).map(|(from, by)| Motion::translation(&from, &by));
        let now = &self.objects.get(slot)?.placement;
        let before = self.past.finite(slot);
        let (Some(before), false) = (before, self.turns.kind == MotionKind::Straight) else {
            return straight();
        };
        let mut motion = Motion::between(before, now)?;
        if motion.lacks_rotation() {
            self.motion.lacks_rotation.store(true, Ordering::Relaxed);
        }
        if let Some(turn) = self.turns.turns.get(&slot) {
            if turn.spin != Vec3::zeros() {
                motion = motion.with_spin(&turn.spin);
            }
            motion = motion.about(&turn.pivot);
        }
        Some(if self.turns.kind == MotionKind::Screw { motion.screw() } else { motion })
    }

    /// A box that holds an object all the way while it moves by the vector.
    pub(super) fn moving_box(&self, slot: u32, motion: &Motion) -> Option<(Aabb, Vec3)> {
        let by = motion.velocity();
        let aabb = if motion.is_translation() {
            self.box_at(slot, motion.start())?
        } else {
            if self.body(slot)?.is_unbounded() {
                // A turning plane sweeps everything.
                return Some((EVERYWHERE, by));
            }
            let local = match &self.shapes.entry(self.objects.get(slot)?.shape).shape {
                Shape::Primitive(primitive) => primitive.bounds(),
                Shape::Complex(Some(soup)) => soup.bounds(),
                Shape::Parts(Some(parts)) => parts.bounds(),
                Shape::Complex(None) | Shape::Parts(None) | Shape::Void => return None,
            };
            let origin = Vec3::zeros();
            self.box_at(slot, motion.start())?;
            let under = |basis: &_| self.box_at(slot, &Placement { basis: *basis, origin });
            let aabb = motion.moving_box(&local, |basis| under(basis).unwrap_or(Aabb::EMPTY));
            let reach = aabb.min.abs() + aabb.max.abs() + motion.start().origin.abs();
            aabb.inflated(&(Vec3::repeat(reach.sum()) * (4.0 * BOX_ROUNDING)))
        };
        // The margins of the box are for the numbers at its beginning.
        Some((aabb.inflated(&(by.abs() * BOX_ROUNDING)), by))
    }

    /// The box also around the straight path with the present linear part, on which soups that deform meet an object that does not
    /// turn.
    pub(super) fn with_path(&self, slot: u32, (aabb, by): (Aabb, Vec3)) -> Option<(Aabb, Vec3)> {
        let (from, motion) = self.path(slot)?;
        let start = self.box_at(slot, &from)?.inflated(&((motion.abs() + by.abs()) * BOX_ROUNDING));
        // Relative to the moving box.
        let end = start.translated(&(motion - by));
        Some((aabb.join(&start).join(&end), by))
    }

    /// Whether objects have been followed since the last call whose points moved straight, since no rotation leads from their
    /// previous placement to the present one.
    pub fn take_lacks_rotation(&mut self) -> bool {
        std::mem::take(self.motion.lacks_rotation.get_mut())
    }

    /// Of the pairs that were left open since the last call, the earliest time from which on one is: they are apart until then.
    pub fn take_undecided(&mut self) -> Option<Undecided> {
        self.motion.undecided.get_mut().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The first contact of two objects on their paths.
    pub(super) fn contact_on_paths(
        &self,
        slots: [u32; 2],
    ) -> Option<Result<FirstContact, Undecided>> {
        if self.deforms_on_path(slots) {
            let trajectories = [self.trajectory(slots[0])?, self.trajectory(slots[1])?];
            return self.deforming_contact(slots, &trajectories);
        }
        let motions = [self.motion_of(slots[0])?, self.motion_of(slots[1])?];
        let mut work = (!self.stop_at_penetration).then(Workspace::default);
        self.contact_on_motions(slots, &motions, work.as_mut())
    }

    /// The first contact of two objects that move from where they are placed now, each by a translation of its origin and a
    /// rotation vector about it, while time goes from 0 to 1.
    pub fn cast_objects_turning(
        &mut self,
        [first, second]: [ObjectRef; 2],
        motions: &[[Vec3; 2]; 2],
    ) -> Result<Option<CastHit>, QueryError> {
        let relative = motions[0][0] - motions[1][0];
        if !is_finite(&relative) || !motions.iter().all(|[_, spin]| is_spin(spin)) {
            return Err(QueryError::InvalidMotion);
        }
        if motions.iter().all(|[_, spin]| *spin == Vec3::zeros()) {
            return self.cast_objects([first, second], &motions.map(|[by, _]| by));
        }
        let options = self.cast_options();
        let found = self.query_pair(first, second, |bodies, tolerance, memory| {
            let placements = bodies.in_order(bodies.placements[0], bodies.placements[1]);
            let turning = |i: usize| Motion::turning(placements[i], &motions[i][0], &motions[i][1]);
            let Some(motions) = turning(0).zip(turning(1)) else { return Ok(None) };
            let gap = bodies.small_distance(tolerance);
            bodies.cast_turning(&motions.into(), gap, options, memory.workspace())
        });
        found?.map_err(QueryError::Undecided)
    }
}
