//! When a body that turns first comes near to the hull of many vertices that move straight: conservative advancement by one axis at
//! a time (`docs/src/theory/turning.md`, (7)). Hulls of up to four vertices have a faster search, [`crate::convex::turning`].

use std::ops::Range;

use super::first_touch::{Touch, apart_until, closest_and_axis};
use super::moving_body::{BodyAt, MovingBody, MovingHull, SolidAt};
use crate::convex::turning::Undecided;
use crate::math::Vec3;
use crate::math::tolerance::{CONTACT_ROUNDING, MOTION_STEPS, SHORTEST_WAY_OUT};
use crate::math::vector::length;
use crate::motion::Motion;
use crate::motion::curvature::Curvature;
use crate::shape::Any;

/// A convex body on a motion that turns.
pub(crate) struct TurningSolid<'a> {
    solid: Any<'a>,
    motion: &'a Motion,
    curvature: Curvature,
    largest_coordinate: f64,
}

impl<'a> TurningSolid<'a> {
    pub(crate) fn new(solid: Any<'a>, motion: &'a Motion) -> TurningSolid<'a> {
        let [largest_coordinate, _] = motion.reach_and_rounding(&solid.absolute_extents());
        let curvature = motion.curvature(&solid.bounds());
        TurningSolid { solid, motion, curvature, largest_coordinate }
    }
}

impl MovingBody for TurningSolid<'_> {
    fn at(&self, time: f64) -> BodyAt<'_> {
        BodyAt::Solid(SolidAt(self.solid, self.motion.at(time)))
    }

    fn extreme(&self, direction: &Vec3, time: f64) -> [f64; 2] {
        let placement = self.motion.at(time);
        let local = self.solid.support(&placement.basis.tr_mul(direction), &mut 0);
        let velocity = self.motion.velocity_of(time, &placement, &local);
        [direction.dot(&placement.apply(&local)), direction.dot(&velocity)]
    }

    fn bend(&self, direction: &Vec3) -> f64 {
        self.curvature.along(direction)
    }

    fn largest_coordinate(&self) -> f64 {
        self.largest_coordinate
    }
}

/// The first time at which a body and a hull are within a tolerance and not all of the hull that faces the body moves away from
/// it; `None` if there is none, and an error if too many axes are needed. They are certainly apart before. `rounding` bounds that of the body's motion, and is far below
/// the tolerance.
pub(crate) fn first_approach(
    body: &TurningSolid<'_>,
    hull: &MovingHull<'_>,
    within: Range<f64>,
    tolerance: f64,
    rounding: f64,
) -> Option<Result<Touch, Undecided>> {
    let scale = body.largest_coordinate().max(hull.largest_coordinate());
    let rounding = rounding + CONTACT_ROUNDING * scale;
    let (mut time, mut normal) = (within.start, Vec3::zeros());
    let mut steps = 0..MOTION_STEPS;
    loop {
        let (witness, axis) = closest_and_axis(body, hull, time)?;
        let gap = length(&witness.difference);
        if gap > 0.0 {
            normal = axis;
        }
        let touch = Touch { time, gap, normal, points: [witness.local_a, witness.local_b] };
        let is_near = gap <= tolerance;
        let recedes = || -body.extreme(&-normal, time)[1] - hull.extreme(&normal, time)[1] > 0.0;
        if gap == 0.0 || is_near && !recedes() {
            return Some(Ok(touch));
        }
        if steps.next().is_none() {
            return Some(Err(Undecided { until: time }));
        }
        // To half of the tolerance, from where they are nearer as far as they are apart.
        let error = if is_near { rounding } else { 0.25 * tolerance + rounding };
        let until = apart_until(body, hull, &normal, time..within.end, error)?;
        let least = if is_near { SHORTEST_WAY_OUT * (within.end - time) } else { 0.0 };
        let goes_on = until - time > least;
        if !goes_on {
            return Some(if is_near { Ok(touch) } else { Err(Undecided { until: time }) });
        }
        time = until;
    }
}
