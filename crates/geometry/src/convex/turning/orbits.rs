//! What is known of two turning bodies for all of the time, where steps are many: the frame in which they hardly move, and parts of
//! space that they never leave. Equations (8) to (12) of `docs/src/theory/turning.md`.

use super::MovingPair;
use super::advancement::State;
use crate::convex::pair::{Pair, VertexHints};
use crate::math::tolerance::{SKEW, TURN_ROUNDING};
use crate::math::{Placement, Vec3};
use crate::motion::orbit::{Orbit, TurningFrame};
use crate::motion::turn;
use crate::shape::Support;

/// Two bodies on their motions.
pub(super) struct Orbits {
    orbits: [Orbit; 2],
    pub frame: TurningFrame,
    /// The radii of the bodies' rounding, which is not of the points that turn.
    margins: [f64; 2],
    /// A bound on the rounding of the frame's turn, and on what bodies lack of being of revolution.
    slack: f64,
}

impl Orbits {
    /// `None` of bodies that grow.
    pub(super) fn new<A: Support + ?Sized, B: Support + ?Sized>(
        pair: &MovingPair,
        (a, b): (&A, &B),
    ) -> Option<Orbits> {
        let [of_a, of_b] = &pair.motions;
        let orbits = [
            of_a.orbit(&pair.unrounded_bounds(0, a), a.revolves())?,
            of_b.orbit(&pair.unrounded_bounds(1, b), b.revolves())?,
        ];
        let frame = TurningFrame::best(&orbits);
        let margins = [pair.margin_left_out(0, a), pair.margin_left_out(1, b)];
        let angles = frame.spin.norm() + orbits[0].spin.norm() + orbits[1].spin.norm();
        Some(Orbits { orbits, frame, margins, slack: TURN_ROUNDING * (1.0 + angles) * pair.reach })
    }

    /// The gap at a later state along the axis that rests in the frame, and was a state's normal `step` before.
    pub(super) fn gap_along_turned<A: Support + ?Sized, B: Support + ?Sized>(
        &self,
        (a, b): (&A, &B),
        (normal, step): (&Vec3, f64),
        then: &State,
        hints: &mut VertexHints,
    ) -> f64 {
        let axis = turn(&self.frame.spin, step) * normal;
        let along = Pair::new(a, b, &then.relative).gap_along(&axis, hints);
        then.relative.length_in_world_units(along - then.relative.rounding()) - self.slack
    }

    /// The gap at a state along its normal.
    pub(super) fn gap(&self, state: &State) -> f64 {
        state.gap - self.slack
    }

    /// Until when the bodies are certainly farther apart than `least`, wherever they are on their circles.
    pub(super) fn apart_until<A: Support + ?Sized, B: Support + ?Sized>(
        &self,
        bodies: (&A, &B),
        now: &State,
        pair: &MovingPair,
        least: f64,
    ) -> f64 {
        let least = least + self.slack + pair.rounding;
        if self.are_in_different_shells(bodies, now, pair, least) {
            return f64::INFINITY;
        }
        let [a, b] = &self.orbits;
        let between = a.pivot_at(now.time) - b.pivot_at(now.time);
        let across = |v: &Vec3, spin: &Vec3| spin.cross(v).cross(spin);
        let axes = [
            now.normal,
            between,
            across(&between, &a.spin),
            across(&between, &b.spin),
            a.spin,
            b.spin,
        ];
        let units = axes.iter().filter_map(|axis| axis.try_normalize(0.0));
        let signed = units.map(|unit| if unit.dot(&now.normal) < 0.0 { -unit } else { unit });
        signed.map(|n| self.apart_along_until(&n, now.time, least)).fold(now.time, f64::max)
    }

    /// The circles as seen along a unit vector move evenly: equation (11).
    fn apart_along_until(&self, n: &Vec3, from: f64, least: f64) -> f64 {
        let [a, b] = &self.orbits;
        let between = a.pivot_at(from) - b.pivot_at(from);
        let gap = n.dot(&between) + a.lowest(n) + b.lowest(&-n) - self.margins[0] - self.margins[1];
        let rate = n.dot(&(a.velocity - b.velocity));
        let room = gap - least;
        if room.is_nan() || room <= 0.0 {
            from
        } else if rate >= 0.0 {
            f64::INFINITY
        } else {
            from + room / -rate * (1.0 - SKEW)
        }
    }

    /// Whether one body stays within a distance from the axis of a turn, and the other stays farther from it: equation (12).
    fn are_in_different_shells<A: Support + ?Sized, B: Support + ?Sized>(
        &self,
        (a, b): (&A, &B),
        now: &State,
        pair: &MovingPair,
        least: f64,
    ) -> bool {
        let [at_a, at_b] = pair.placements_at(now.time);
        (0..2).any(|turning| {
            let (of, other) = (&self.orbits[turning], &self.orbits[1 - turning]);
            let Some(axis) = of.spin.try_normalize(0.0) else { return false };
            let across = now.normal - axis * axis.dot(&now.normal);
            let Some(outwards) = across.try_normalize(CROSSWISE) else { return false };
            if of.spin.cross(&other.spin) != Vec3::zeros() {
                return false;
            }
            // The distances of a body that turns are from its own axis, those of one that rests from the other's axis now.
            let line = |orbit: &Orbit| {
                let own = if orbit.spin == Vec3::zeros() { of } else { orbit };
                own.pivot_at(now.time)
            };
            let lines = self.orbits.each_ref().map(line);
            let apart = |time: f64| axis.cross(&(of.pivot_at(time) - other.pivot_at(time))).norm();
            let drift = if other.spin == Vec3::zeros() {
                axis.cross(&(of.velocity - other.velocity)).norm() * (1.0 - now.time)
            } else {
                apart(now.time).max(apart(1.0))
            };
            let farthest = |body: usize, exact: Option<f64>| {
                let orbit = &self.orbits[body];
                let bound = orbit.farthest_from(&lines[body], &axis, now.time);
                exact.map_or(bound, |exact| exact.min(bound)) * (1.0 + SKEW) + self.margins[body]
            };
            let room = least + drift;
            // A is the outer one if the normal, which points to it, points away from the axis.
            let inner_b = farthest(1, b.farthest_from_line(&at_b, &lines[1], &axis));
            lowest(a, &at_a, &outwards) - outwards.dot(&lines[0]) > inner_b + room || {
                let inner_a = farthest(0, a.farthest_from_line(&at_a, &lines[0], &axis));
                lowest(b, &at_b, &-outwards) + outwards.dot(&lines[1]) > inner_a + room
            }
        })
    }
}

/// Normals that are nearer to an axis than this are not looked at across it. Costs time only.
const CROSSWISE: f64 = 0.1;

/// The least product of a unit vector with a point of a placed body.
fn lowest<S: Support + ?Sized>(body: &S, placement: &Placement, n: &Vec3) -> f64 {
    n.dot(&placement.origin) - body.support_value(&-placement.basis.tr_mul(n), &mut 0)
}
