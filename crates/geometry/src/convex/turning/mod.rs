//! The first contact of two bodies that turn: conservative advancement (Mirtich 1996) with proved bounds.
//!
//! At each time the search has a plane between the bodies, from their distance. Its normal n stays where it is while they move.
//! The gap along n is then the least of functions of time, one for each pair of points, whose second derivatives are bounded
//! (`motion::curvature`), so between two times at which it is known it lies above its chord but for a parabola.
//! Newton's method proposes the second time; as far as the bound stays positive the bodies are apart, and from there the search
//! goes on with another plane. Both the chord and the plane are exact to first order, so that it converges quadratically, where
//! bounds on the velocity alone converge linearly. Formulas: `docs/src/theory/turning.md`.

use std::ops::Range;

use super::distance::{WarmStart, distance_again};
use super::gjk::Witness;
use super::pair::{Pair, VertexHints};
use super::relative::RelativePlacement;
use crate::interrupt;
use crate::math::Vec3;
use crate::math::tolerance::{
    GRAZING_DISTANCE_TOLERANCE, MOTION_STEPS, SHORTEST_WAY_OUT, STEPS_A_RADIAN,
    TURNING_DISTANCE_TOLERANCE,
};
use crate::motion::curvature::Curvature;
use crate::shape::Support;

mod boxes;
mod pair;

pub use super::cast::Status;
pub use pair::MovingPair;

/// The first contact of two bodies that move and turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurningContact {
    /// When. The bodies are certainly apart before, but for rounding of their coordinates.
    pub time: f64,
    /// The closest points then, in local coordinates; the difference is along world axes, in units of the placements.
    pub witness: Witness,
    /// A unit vector from B towards A, along world axes, of a plane between the bodies; zero where they overlap.
    pub normal: Vec3,
    /// How far the bodies are apart then: at most the tolerance, unless the search was capped.
    pub gap: f64,
    /// Whether the search converged.
    pub status: Status,
    /// How many planes it took.
    pub steps: u32,
}

/// How long two bodies are apart that are so along a plane: the chord between the gaps `now` and `then`, after `step`, less the
/// parabola of a second derivative of at most `bend`. At most `step`.
#[inline]
pub(crate) fn proved_step(now: f64, then: f64, step: f64, bend: f64) -> f64 {
    if now <= 0.0 {
        // Within rounding: certainly apart only if the gap grows all the time.
        return if then - now >= 0.5 * bend * step * step { step } else { 0.0 };
    }
    // 1 + slope s + bend s^2 / 2, in units of the gap and of the step, so that squares are in range. The first root counts.
    let bend = bend / now * step * step;
    let slope = then / now - 1.0 - 0.5 * bend;
    let square = slope * slope - 2.0 * bend;
    if slope >= 0.0 || square < 0.0 {
        return step;
    }
    step * (2.0 / (square.sqrt() - slope)).min(1.0)
}

/// The first contact of two convex bodies within some time; `None` if there is none.
///
/// Contact is where the bodies come within `tolerance`, in the units of the placements, and do not then move apart. What touches
/// at the beginning has contact at once. So no contact is earlier than the returned time, and no gap then is larger than the
/// tolerance, which is at least a hundred billionth part of the coordinates.
///
/// Most pairs take two to eight microseconds.
pub fn first_contact<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    pair: &MovingPair,
    within: Range<f64>,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Option<TurningContact> {
    let bounds = [pair.unrounded_bounds(0, a), pair.unrounded_bounds(1, b)];
    let mut search = Advancement {
        bodies: (a, b),
        pair,
        curvatures: pair.curvatures(bounds.each_ref()),
        tolerance: pair.tolerance(tolerance),
        deviation: None,
        warm: WarmStart::default(),
        hints,
        steps: 0,
    };
    let mut now = search.state_at(within.start, TURNING_DISTANCE_TOLERANCE)?;
    let angles = pair.motions.each_ref().map(|motion| motion.spin().norm());
    let most_steps = MOTION_STEPS + (STEPS_A_RADIAN * (angles[0] + angles[1])) as u32;
    while search.steps < most_steps {
        interrupt::check();
        let rest = within.end - now.time;
        if search.may_recede(&now) {
            now = search.state_at(now.time, GRAZING_DISTANCE_TOLERANCE)?;
        }
        if now.upper == 0.0 {
            return Some(search.contact(&now));
        }
        if rest <= 0.0 {
            return None;
        }
        let (mut step, is_near) = search.proposed_step(&now, rest);
        let (then, whole, proved) = loop {
            let end = if step == rest { within.end } else { now.time + step };
            // The step after the rounding of the times. If that is zero or NaN, the bodies are in contact.
            let whole = end - now.time;
            let goes_on = whole > 0.0;
            if !goes_on {
                return Some(search.contact(&now));
            }
            let then = search.state_at(end, TURNING_DISTANCE_TOLERANCE)?;
            let proved = search.proved_step(&now, &then, is_near)?;
            if !is_near || proved >= SHORTER * whole {
                break (then, whole, proved);
            }
            // Other points than the closest come forward: less so within a shorter time.
            step *= SHORTER;
            if step < SHORTEST_WAY_OUT * rest {
                return Some(search.contact(&now));
            }
        };
        if proved == whole {
            now = then;
        } else if now.time + proved == now.time {
            return Some(search.contact(&now));
        } else {
            now = search.state_at(now.time + proved, TURNING_DISTANCE_TOLERANCE)?;
        }
    }
    Some(TurningContact { status: Status::Capped, ..search.contact(&now) })
}

/// The bodies at a time.
struct State {
    time: f64,
    relative: RelativePlacement,
    /// A lower bound of their distance: the gap along the normal.
    gap: f64,
    /// Zero if they are not apart.
    upper: f64,
    normal: Vec3,
    /// The derivative of the distance along the normal.
    rate: f64,
    /// How far it may be from that of the distance, as the normal is from that of the closest points.
    rate_error: f64,
    witness: Witness,
}

struct Advancement<'s, A: ?Sized, B: ?Sized> {
    bodies: (&'s A, &'s B),
    pair: &'s MovingPair,
    curvatures: [Curvature; 2],
    tolerance: f64,
    /// By how much the distance has last been less than it would be at a constant rate, over the square of the step.
    deviation: Option<f64>,
    warm: WarmStart,
    hints: &'s mut VertexHints,
    steps: u32,
}

impl<A: Support + ?Sized, B: Support + ?Sized> Advancement<'_, A, B> {
    fn state_at(&mut self, time: f64, tolerance: f64) -> Option<State> {
        self.steps += 1;
        let placements = self.pair.placements_at(time);
        let relative = self.pair.relative(&placements)?;
        let (a, b) = self.bodies;
        let found = distance_again(a, b, &relative, tolerance, &mut self.warm, self.hints);
        let locals = [found.witness.local_a, found.witness.local_b];
        let velocity = self.pair.relative_velocity(time, &placements, &locals);
        // The cosine of the angle between the two normals is at least that of the bounds.
        let angle_squared = 2.0 * (1.0 - found.lower / found.upper);
        Some(State {
            time,
            gap: relative.length_in_world_units(found.lower) - self.pair.rounding,
            upper: relative.length_in_world_units(found.upper),
            normal: found.axis,
            rate: found.axis.dot(&velocity),
            rate_error: (angle_squared * velocity.norm_squared()).sqrt(),
            witness: found.witness,
            relative,
        })
    }

    fn contact(&self, state: &State) -> TurningContact {
        let difference = state.relative.in_world_units(&state.witness.difference);
        TurningContact {
            time: state.time,
            witness: Witness { difference, ..state.witness },
            normal: state.normal,
            gap: state.upper,
            status: Status::Converged,
            steps: self.steps,
        }
    }

    /// Whether bodies nearer than the tolerance seem to approach, but by so little that they may move apart.
    fn may_recede(&self, now: &State) -> bool {
        self.is_near(now) && now.rate <= 0.0 && now.rate > -now.rate_error
    }

    fn is_near(&self, now: &State) -> bool {
        now.upper <= self.tolerance || now.gap <= 0.5 * self.tolerance
    }

    /// The time of the next step, zero at a contact; and whether the bodies are nearer than the tolerance, moving apart.
    fn proposed_step(&self, now: &State, rest: f64) -> (f64, bool) {
        let [a, b] = self.curvatures.each_ref().map(|c| c.along(&now.normal));
        let bend = a + b;
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
                self.deviation.map_or(0.125 * bend, |last| (1.5 * last).max(bend / 32.0));
            // Short of where they would meet at a constant rate.
            let reserve = (deviation * newton * newton).clamp(0.0, 0.5 * room);
            ((room - reserve) / -rate).min(longest)
        } else {
            longest.max(rate / bend)
        };
        // Infinity, and 0 / 0.
        (if step < rest { step } else { rest }, false)
    }

    /// How long the bodies are certainly apart of the time from one state to another.
    fn proved_step(&mut self, now: &State, then: &State, is_near: bool) -> Option<f64> {
        let step = then.time - now.time;
        let deviation = |gap: f64| Some((now.gap + now.rate * step - gap) / (step * step));
        self.deviation = deviation(then.gap);
        // Up to a gap of half the tolerance, where they are not nearer yet.
        let target = if is_near { 0.0 } else { 0.5 * self.tolerance };
        let (mut blended, [a, b]) = (0.0, &self.curvatures);
        if then.gap > target {
            // Along an axis that goes from one normal to the other at a constant velocity.
            let turn = (then.normal - now.normal) / step;
            let speed = turn.dot(&self.pair.relative_pivot_velocity())
                + a.speed_along(&turn)
                + b.speed_along(&turn);
            let bend = a.between(&now.normal, &then.normal) + b.between(&now.normal, &then.normal);
            // Between the two the axis is shorter. What is negative only widens the gap.
            let bend = (bend + 2.0 * speed).max(0.0);
            blended = proved_step(now.gap - target, then.gap - target, step, bend);
        }
        if blended == step {
            return Some(blended);
        }
        // Along the first normal.
        let (body_a, body_b) = self.bodies;
        let along = Pair::new(body_a, body_b, &then.relative).gap_along(&now.normal, self.hints);
        let along = then.relative.length_in_world_units(along - then.relative.rounding())
            - self.pair.rounding;
        if then.upper == 0.0 {
            self.deviation = deviation(along);
        }
        let bend = a.along(&now.normal) + b.along(&now.normal);
        Some(blended.max(proved_step(now.gap - target, along - target, step, bend)))
    }
}

/// By how much a step is shortened that was not proved.
const SHORTER: f64 = 0.125;
