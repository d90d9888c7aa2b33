//! Two motions as seen from the first one's pivot.

use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::{SIMILARITY, TURN_ROUNDINGS, TURNING_GAP};
use crate::math::{Aabb, Placement, Vec3};
use crate::motion::Motion;
use crate::motion::curvature::Curvature;
use crate::shape::Support;

/// Two motions, seen from the first one's pivot, and the scale of their rounding.
#[derive(Clone, Copy, Debug)]
pub struct MovingPair {
    pub(super) motions: [Motion; 2],
    extents: [Vec3; 2],
    /// A bound on the coordinates at all times.
    pub(super) reach: f64,
    /// A bound on what rounding of the motions adds to a gap.
    pub(super) rounding: f64,
}

impl MovingPair {
    /// The motions of two bodies, whose local coordinates are at most these extents in magnitude. `None` where coordinates
    /// leave the range of numbers.
    pub fn new(motions: &[Motion; 2], extents: &[Vec3; 2]) -> Option<MovingPair> {
        let [a, b] = motions;
        let (origin, velocity) = (a.center(), a.velocity());
        let motions = [a.seen_from(&origin, &velocity), b.seen_from(&origin, &velocity)];
        let mut pair = MovingPair { motions, extents: *extents, reach: 0.0, rounding: 0.0 };
        for (motion, extents) in pair.motions.iter().zip(extents) {
            let [reach, rounding] = motion.reach_and_rounding(extents);
            (pair.reach, pair.rounding) = (pair.reach + reach, pair.rounding + rounding);
        }
        (pair.reach.is_finite() && pair.relative_at(0.0).is_some()).then_some(pair)
    }

    /// A tolerance that is above rounding.
    pub(crate) fn tolerance(&self, wanted: f64) -> f64 {
        wanted.max(TURNING_GAP * self.reach).max(TURN_ROUNDINGS * self.rounding)
    }

    /// A bound on what rounding of the motions adds to a gap.
    pub(crate) fn rounding(&self) -> f64 {
        self.rounding
    }

    /// The placements at a time, as seen from the first body's pivot.
    pub(crate) fn placements_at(&self, time: f64) -> [Placement; 2] {
        [self.motions[0].at(time), self.motions[1].at(time)]
    }

    /// How the bodies are placed at a time.
    pub(crate) fn relative_at(&self, time: f64) -> Option<RelativePlacement> {
        self.relative(&self.placements_at(time))
    }

    #[inline]
    pub(super) fn relative(&self, [a, b]: &[Placement; 2]) -> Option<RelativePlacement> {
        RelativePlacement::new(&self.extents[0], a, &self.extents[1], b)
    }

    /// The curvatures of points within local boxes.
    pub(crate) fn curvatures(&self, boxes: [&Aabb; 2]) -> [Curvature; 2] {
        [self.motions[0].curvature(boxes[0]), self.motions[1].curvature(boxes[1])]
    }

    /// The velocity of a local point of A relative to one of B.
    pub(super) fn relative_velocity(
        &self,
        time: f64,
        at: &[Placement; 2],
        locals: &[Vec3; 2],
    ) -> Vec3 {
        let [a, b] = &self.motions;
        a.velocity_of(time, &at[0], &locals[0]) - b.velocity_of(time, &at[1], &locals[1])
    }

    /// The velocity of a local point of A relative to one of B, at a time.
    pub(crate) fn velocity_between(&self, time: f64, locals: &[Vec3; 2]) -> Vec3 {
        self.relative_velocity(time, &self.placements_at(time), locals)
    }

    /// The velocity of A's pivot relative to B's.
    pub(super) fn relative_pivot_velocity(&self) -> Vec3 {
        self.motions[0].velocity() - self.motions[1].velocity()
    }

    /// The radius of the rounding that [`MovingPair::unrounded_bounds`] leaves out, as it is placed.
    pub(super) fn margin_left_out<S: Support + ?Sized>(&self, body: usize, shape: &S) -> f64 {
        let motion = &self.motions[body];
        if !motion.keeps_balls() {
            return 0.0;
        }
        shape.margin() * motion.start().basis.column(0).norm() * (1.0 + SIMILARITY)
    }

    /// The box of a body without its rounding, whose paths bend less: where the ball stays a ball all the time, it counts for
    /// nothing.
    pub(crate) fn unrounded_bounds<S: Support + ?Sized>(&self, body: usize, shape: &S) -> Aabb {
        let (bounds, margin, motion) = (shape.bounds(), shape.margin(), &self.motions[body]);
        if margin == 0.0 || !motion.keeps_balls() {
            return bounds;
        }
        let center = bounds.center();
        let half = bounds.half_extents().map(|x| (x - margin).max(0.0));
        Aabb::from_center(center, half)
    }
}
