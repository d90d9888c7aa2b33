//! The steps of the search for the first contact of turning bodies: their distance at a time, a later time that is proposed from it, and
//! the proof that they are apart until then. Equations of `docs/src/theory/turning.md`.

use super::orbits::Orbits;
use super::{MovingPair, TurningContact, Undecided, proved_step};
use crate::convex::distance::{WarmStart, distance_again};
use crate::convex::pair::{Pair, VertexHints};
use crate::convex::relative::RelativePlacement;
use crate::convex::witness::Witness;
use crate::math::tolerance::SHORTEST_WAY_OUT;
use crate::math::{Placement, Vec3};
use crate::motion::curvature::Curvature;
use crate::shape::Support;

/// A turn in radians up to which the features that were closest mostly stay so. Costs time only.
const WIDE_TURN: f64 = 0.1;

/// The bodies at a time.
#[derive(Default)]
pub(super) struct State {
    pub time: f64,
    placements: [Placement; 2],
    pub relative: RelativePlacement,
    /// A lower bound of their distance: the gap along the normal.
    pub gap: f64,
    /// Zero if they are not apart.
    pub upper: f64,
    pub normal: Vec3,
    /// The derivative of the distance along the normal.
    rate: f64,
    /// How far it may be from that of the distance, as the normal is from that of the closest points.
    rate_error: f64,
    witness: Witness,
}

pub(super) struct Advancement<'s, A: ?Sized, B: ?Sized> {
    pub bodies: (&'s A, &'s B),
    pub pair: &'s MovingPair,
    pub curvatures: [Curvature; 2],
    /// Of searches that take long.
    pub orbits: Option<Orbits>,
    pub tolerance: f64,
    /// By how much the distance has last been less than it would be at a constant rate, over the square of the step.
    pub deviation: Option<f64>,
    /// How far the bodies turn, in radians.
    pub spin: f64,
    pub warm: WarmStart,
    pub hints: &'s mut VertexHints,
    pub steps: u32,
}

impl<A: Support + ?Sized, B: Support + ?Sized> Advancement<'_, A, B> {
    /// Places the bodies as they are at a time.
    pub(super) fn place(&self, state: &mut State, time: f64) -> Option<()> {
        state.time = time;
        for (placement, motion) in state.placements.iter_mut().zip(&self.pair.motions) {
            *placement = motion.at(time);
        }
        state.relative = self.pair.relative(&state.placements)?;
        Some(())
    }

    /// Computes the distance at a state.
    pub(super) fn measure(&mut self, state: &mut State, tolerance: f64) {
        self.steps += 1;
        let (relative, (a, b)) = (&state.relative, self.bodies);
        let found = distance_again(a, b, relative, tolerance, &mut self.warm, self.hints);
        let locals = [found.witness.local_a, found.witness.local_b];
        let velocity = self.pair.relative_velocity(state.time, &state.placements, &locals);
        // The cosine of the angle between the two normals is at least that of the bounds.
        let angle_squared = 2.0 * (1.0 - found.lower / found.upper);
        state.gap = relative.length_in_world_units(found.lower) - self.pair.rounding;
        state.upper = relative.length_in_world_units(found.upper);
        state.normal = found.axis;
        state.rate = found.axis.dot(&velocity);
        state.rate_error = (angle_squared * velocity.norm_squared()).sqrt();
        state.witness = found.witness;
    }

    pub(super) fn contact(&self, state: &State) -> TurningContact {
        let difference = state.relative.in_world_units(&state.witness.difference);
        TurningContact {
            time: state.time,
            witness: Witness { difference, ..state.witness },
            normal: state.normal,
            gap: state.upper,
            steps: self.steps,
        }
    }

    /// Where the search cannot go on: a contact if the bodies are within the tolerance.
    pub(super) fn contact_if_near(&self, now: &State) -> Result<TurningContact, Undecided> {
        if now.upper <= self.tolerance {
            Ok(self.contact(now))
        } else {
            Err(Undecided { until: now.time })
        }
    }

    /// Until when the bodies are apart by bounds on all of their motions.
    pub(super) fn orbits_apart_until(&mut self, now: &State) -> f64 {
        if self.orbits.is_none() {
            self.orbits = Orbits::new(self.pair, self.bodies);
        }
        let Some(orbits) = &self.orbits else { return now.time };
        orbits.apart_until(self.bodies, now, self.pair, 0.5 * self.tolerance)
    }

    /// A bound on the second derivative of the gap along an axis that is the normal now, and stays or turns with the frame.
    fn least_bend(&self, normal: &Vec3) -> f64 {
        let [a, b] = self.curvatures.each_ref().map(|c| c.along(normal));
        self.orbits.as_ref().map_or(a + b, |orbits| orbits.frame.bend.min(a + b))
    }

    /// Whether bodies nearer than the tolerance seem to approach, but by so little that they may move apart.
    pub(super) fn may_recede(&self, now: &State) -> bool {
        self.is_near(now) && now.rate <= 0.0 && now.rate > -now.rate_error
    }

    fn is_near(&self, now: &State) -> bool {
        now.upper <= self.tolerance || now.gap <= 0.5 * self.tolerance
    }

    /// The time of the next step, zero at a contact; and whether the bodies are nearer than the tolerance, moving apart.
    pub(super) fn proposed_step(&self, now: &State, rest: f64) -> (f64, bool) {
        let bend = self.least_bend(&now.normal);
        let (gap, rate) = (now.gap, now.rate);
        if self.is_near(now) {
            // For half of the time in which they surely do, if it is worth the while.
            let step = rest.min(0.5 * rate / bend);
            let is_contact = rate <= 0.0 || step < SHORTEST_WAY_OUT * rest;
            return (if is_contact { 0.0 } else { step }, true);
        }
        // Into the tolerance, but not as far as is to be proved.
        let room = gap - 0.75 * self.tolerance;
        // Bodies that rest along the plane stay apart for so long.
        let longest = (8.0 * room / bend).sqrt();
        let step = if rate < 0.0 {
            let newton = room / -rate;
            let deviation =
                self.deviation.map_or(0.25 * bend, |last| (1.5 * last).max(bend / 32.0));
            // Short of where they would meet at a constant rate.
            let reserve = (deviation * newton * newton).clamp(0.0, 0.5 * room);
            ((room - reserve) / -rate).min(longest)
        } else {
            longest.max(rate / bend)
        };
        // Infinity, and 0 / 0.
        (if step < rest { step } else { rest }, false)
    }

    /// A better step than the one to where the bodies are then, by the gap there between the features that are closest now: the root of
    /// the parabola through the gaps at both ends that has the rate at its beginning. `None` if the step is good, or none is better.
    pub(super) fn better_step(&mut self, now: &State, then: &State, rest: f64) -> Option<f64> {
        let step = then.time - now.time;
        if self.spin * step > WIDE_TURN {
            return None;
        }
        let gap = self.feature_gap(then)?;
        let is_past_the_end = step == rest && gap > self.tolerance;
        if is_past_the_end || (0.5 * self.tolerance..self.tolerance).contains(&gap) {
            return None;
        }
        let room = now.gap - 0.75 * self.tolerance;
        let bend = (gap - now.gap - now.rate * step) / (step * step);
        let root = 2.0 * room / ((now.rate * now.rate - 4.0 * bend * room).sqrt() - now.rate);
        // Written so that a NaN is none.
        (root > 0.0).then_some(root.min(rest))
    }

    /// The gap at a state between the features that were closest before; `None` of bodies that are round but for their rounding.
    fn feature_gap(&mut self, at: &State) -> Option<f64> {
        let (a, b) = self.bodies;
        let gap = self.warm.place(a, b, &at.relative)?;
        Some(at.relative.length_in_world_units(gap) - self.pair.rounding)
    }

    /// The gap at a state along a unit vector, less its rounding.
    fn gap_along(&mut self, normal: &Vec3, at: &State) -> f64 {
        let (a, b) = self.bodies;
        let along = Pair::new(a, b, &at.relative).gap_along(normal, self.hints);
        at.relative.length_in_world_units(along - at.relative.rounding()) - self.pair.rounding
    }

    /// How long the bodies are certainly apart of the time from one state to another.
    pub(super) fn proved_step(&mut self, now: &State, then: &State, is_near: bool) -> f64 {
        let step = then.time - now.time;
        let deviation = |gap: f64| Some((now.gap + now.rate * step - gap) / (step * step));
        self.deviation = deviation(then.gap);
        // Up to a gap of half the tolerance, where they are not nearer yet.
        let target = if is_near { 0.0 } else { 0.5 * self.tolerance };
        let (mut blended, [a, b]) = (0.0, &self.curvatures);
        let (bodies, along_normal) = (self.bodies, a.along(&now.normal) + b.along(&now.normal));
        let turned = self.orbits.as_ref().filter(|orbits| orbits.frame.bend < along_normal);
        if let Some(orbits) = turned {
            // Along an axis that turns with the bodies.
            let gap = orbits.gap_along_turned(bodies, (&now.normal, step), then, self.hints)
                - self.pair.rounding;
            let first = orbits.gap(now) - target;
            blended = proved_step(first, gap - target, step, orbits.frame.bend);
            if blended == step {
                return blended;
            }
        }
        if then.gap > target {
            // Along an axis that goes from one normal to the other at a constant velocity.
            let turn = (then.normal - now.normal) / step;
            let speed = turn.dot(&self.pair.relative_pivot_velocity())
                + a.speed_along(&turn)
                + b.speed_along(&turn);
            let bend = a.between(&now.normal, &then.normal) + b.between(&now.normal, &then.normal);
            // Between the two the axis is shorter. What is negative only widens the gap.
            let bend = (bend + 2.0 * speed).max(0.0);
            blended = blended.max(proved_step(now.gap - target, then.gap - target, step, bend));
        }
        if blended == step {
            return blended;
        }
        // Along the first normal.
        let along = self.gap_along(&now.normal, then);
        if then.upper == 0.0 {
            self.deviation = deviation(along);
        }
        blended.max(proved_step(now.gap - target, along - target, step, along_normal))
    }
}
