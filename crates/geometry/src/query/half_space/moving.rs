//! The first contact of a half-space and a body that moves.

use super::{Opposite, Plane, box_of_whole, longest_preimage, part};
use crate::math::{Aabb, Vec3};
use crate::motion::Motion;
use crate::query::Undecided;
use crate::query::ask::Question;
use crate::query::bodies::{Body, BodyPair};
use crate::query::cast::FirstContact;
use crate::query::leaving::approaches;
use crate::shape::Primitive;

impl BodyPair<'_> {
    /// The first contact of a half-space and another body, of which the second in the order of the query moves. If they collide at the
    /// start and may leave each other, it counts only if they approach.
    pub(in crate::query) fn first_contact_on_plane(
        &self,
        motion: &Vec3,
        leaving: bool,
    ) -> Option<FirstContact> {
        let both = self.shapes.each().map(|shape| shape.half_space().is_some());
        if both == [true; 2] {
            return self.first_contact_of_planes(motion);
        }
        let pair = self.lowest(Question::Closest(0.0))?;
        // Of the other body relative to the half-space.
        let velocity = self.directed(*motion) * if pair.side == 0 { 1.0 } else { -1.0 };
        let rate = pair.plane.normal.dot(&velocity);
        if pair.collides() {
            if leaving && !approaches(&pair.plane.normal, &velocity) {
                return None;
            }
            let [of_a, of_b] = pair.common();
            let locals = self.in_order(of_a, of_b);
            let first = FirstContact { time: 0.0, locals, normal: Vec3::zeros() };
            return is_in_range(&[velocity, locals[0], locals[1]]).then_some(first);
        }
        let time = (pair.height / -rate).max(f64::MIN_POSITIVE);
        if !(rate < 0.0 && time <= 1.0) {
            return None;
        }
        let met = pair.on_plane() + (velocity - pair.plane.normal * rate) * time;
        let [of_a, of_b] = pair.in_order(pair.plane.local(&met), pair.local);
        let locals = self.in_order(of_a, of_b);
        // Beyond the numbers' range nothing is met.
        is_in_range(&[met, velocity, locals[0], locals[1]]).then_some(FirstContact {
            time,
            locals,
            normal: self.directed(pair.normal()),
        })
    }

    fn first_contact_of_planes(&self, motion: &Vec3) -> Option<FirstContact> {
        let [a, b] = self.bodies();
        let (p, q) = (Plane::of(&a)?, Plane::of(&b)?);
        let opposite = Opposite::new(&p, &q);
        let gap = opposite.filter(|found| found.gap > found.rounding);
        let (time, normal) = match gap {
            None => (0.0, Vec3::zeros()),
            Some(Opposite { gap, .. }) => {
                let rate = q.normal.dot(&self.directed(*motion));
                (gap / rate, q.normal)
            }
        };
        // NaN is no time.
        if !(0.0..=1.0).contains(&time) {
            return None;
        }
        let at = p.placement.origin + p.foot;
        let on_q = at - self.directed(*motion) * time;
        let locals = self.in_order(p.local(&at), q.local(&on_q));
        let first = FirstContact { time, locals, normal: self.directed(normal) };
        is_in_range(&[on_q, *motion, locals[0], locals[1]]).then_some(first)
    }

    /// The first contact of bodies that turn, which a search finds that sees a part of the half-space. Whether they have contact from
    /// the start is decided as all questions about the placed bodies decide it.
    pub(in crate::query) fn first_contact_turning_on_plane(
        &self,
        motions: &[Motion; 2],
        search: impl FnOnce(&BodyPair<'_>) -> Option<Result<FirstContact, Undecided>>,
    ) -> Option<Result<FirstContact, Undecided>> {
        if self.shapes.each().iter().all(|shape| shape.half_space().is_some()) {
            // Planes that are apart are parallel, and cross as soon as one turns, somewhere far away.
            let first = self.first_contact_of_planes(&Vec3::zeros());
            return Some(first.ok_or(Undecided { until: f64::MIN_POSITIVE }));
        }
        let collides = self.lowest(Question::Parts).map(|pair| pair.collides());
        let found = self.bounded(self.reach_of(motions), search)?;
        match (collides, found) {
            (Some(false), Some(Ok(first))) if first.time == 0.0 => {
                Some(Ok(FirstContact { time: f64::MIN_POSITIVE, ..first }))
            }
            (_, found) => found,
        }
    }

    /// How far the bodies move at most relative to each other on their motions, as the half-space sees it.
    pub(in crate::query) fn reach_of(&self, motions: &[Motion; 2]) -> f64 {
        let bodies = self.bodies();
        let [of_a, of_b] = self.in_order(&motions[0], &motions[1]);
        let side = usize::from(bodies[0].shape.half_space().is_none());
        let (plane, other) = if side == 0 { (of_a, of_b) } else { (of_b, of_a) };
        let body = Body { placement: other.start(), ..bodies[1 - side] };
        let around =
            box_of_whole(&body).join(&box_of_whole(&Body { placement: other.end(), ..body }));
        let of_body = other.velocity().norm() + 2.0 * farthest(&around, &other.center());
        of_body + reach_of_plane(&around, of_body, plane)
    }
}

/// Whether points and vectors are such that sums of them, placed, stay finite.
fn is_in_range(all: &[Vec3]) -> bool {
    all.iter().all(|v| v.amax() < LARGEST)
}

/// Coordinates of bodies that meet are smaller.
const LARGEST: f64 = 1e300;

/// How far the points of a box are from a point at most.
fn farthest(around: &Aabb, point: &Vec3) -> f64 {
    (around.center() - point).norm() + around.half_extents().norm()
}

/// How far points that leave a box by no more than a distance move at most as a half-space on its motion sees them. All turn about its
/// pivot.
fn reach_of_plane(around: &Aabb, leave: f64, motion: &Motion) -> f64 {
    let by = motion.velocity().norm();
    if motion.is_translation() {
        return by;
    }
    // A part of it may shrink on the way.
    let [from, to] = [motion.start(), motion.end()].map(|at| longest_preimage(&at.basis));
    (by + 2.0 * (farthest(around, &motion.center()) + leave)) * (to / from).max(1.0)
}

impl Body<'_> {
    /// The part of a half-space on its motion that meets what stays in a box; `None` if it is no half-space.
    pub(in crate::query) fn part_on_way(
        &self,
        around: &Aabb,
        motion: &Motion,
    ) -> Option<Primitive> {
        part(&Plane::of(self)?, around, reach_of_plane(around, 0.0, motion))
    }
}
