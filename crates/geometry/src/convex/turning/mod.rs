//! The first contact of two bodies that turn: conservative advancement (Mirtich 1996) with proved bounds.
//!
//! At each time the search has a plane between the bodies, from their distance. Its normal n stays where it is while they move.
//! The gap along n is then the least of functions of time, one for each pair of points, whose second derivatives are bounded
//! (`motion::curvature`), so between two times at which it is known it lies above its chord but for a parabola.
//! Newton's method proposes the second time; as far as the bound stays positive the bodies are apart, and from there the search
//! goes on with another plane. Both the chord and the plane are exact to first order, so that it converges quadratically, where
//! bounds on the velocity alone converge linearly. Formulas: `docs/src/theory/turning.md`.

use std::ops::Range;

use orbits::Orbits;

use super::distance::{WarmStart, distance_again};
use super::gjk::Witness;
use super::pair::{Pair, VertexHints};
use super::relative::RelativePlacement;
use crate::interrupt;
use crate::math::tolerance::{
    CONVEX_EFFORT, GRAZING_DISTANCE_TOLERANCE, LONG_SEARCH, SHORTEST_WAY_OUT,
    TURNING_DISTANCE_TOLERANCE,
};
use crate::math::{Placement, Vec3};
use crate::motion::curvature::Curvature;
use crate::shape::Support;

mod boxes;
mod orbits;
mod pair;

#[cfg(test)]
mod tests;

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
    /// How far the bodies are apart then: at most the tolerance.
    pub gap: f64,
    /// How many planes it took.
    pub steps: u32,
}

/// A search for the first contact of turning bodies that was given up: whether they touch is not known.
///
/// ```
/// use std::f64::consts::TAU;
///
/// use solid_geometry::query::{self, Undecided};
/// use solid_geometry::{Motion, Placement, Shape, Vec3};
///
/// // A gear turns a thousand times past a pawl that it misses by a millionth.
/// let corner = |i: u32| (0.1 * TAU * f64::from(i)).sin_cos();
/// let corners: Vec<Vec3> = (0..10).map(|i| Vec3::new(corner(i).1, corner(i).0, 0.0)).collect();
/// let (gear, pawl) = (Shape::polytope(&corners)?, Shape::point([1.000_001, 0.0, 0.0])?);
/// let spins = Motion::turning(&Placement::IDENTITY, &Vec3::zeros(), &(Vec3::z() * 1000.0 * TAU));
/// let rests = Motion::rest(&Placement::IDENTITY);
/// let found = query::cast_motion(&gear, &spins.expect("finite"), &pawl, &rests, 1e-9);
/// let Err(Undecided { until }) = found else { panic!("it would take a second") };
/// assert!(until > 0.0 && until < 1.0); // they are apart until then
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Undecided {
    /// The bodies are certainly apart before that time.
    pub until: f64,
}

impl std::fmt::Display for Undecided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Undecided { until } = self;
        write!(f, "whether they touch is open: the search was given up, apart until {until}")
    }
}

impl std::error::Error for Undecided {}

/// How much a search may still do. It counts planes and boxes and not time, so that answers repeat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    left: u32,
}

impl Effort {
    pub fn new(left: u32) -> Effort {
        Effort { left }
    }

    /// Whether it may do this much more.
    #[inline]
    pub fn spend(&mut self, units: u32) -> bool {
        let suffices = self.left >= units;
        self.left = self.left.saturating_sub(units);
        suffices
    }
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
/// Most pairs take two to eight microseconds, and none more than some milliseconds: those that graze each other for too long are
/// left open.
pub fn first_contact<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    pair: &MovingPair,
    within: Range<f64>,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Result<Option<TurningContact>, Undecided> {
    let mut effort = Effort::new(CONVEX_EFFORT);
    first_contact_by(a, b, pair, within, tolerance, (hints, &mut effort)).transpose()
}

/// As [`first_contact`], by a limited effort.
pub(crate) fn first_contact_by<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    pair: &MovingPair,
    within: Range<f64>,
    tolerance: f64,
    (hints, effort): (&mut VertexHints, &mut Effort),
) -> Option<Result<TurningContact, Undecided>> {
    let bounds = [pair.unrounded_bounds(0, a), pair.unrounded_bounds(1, b)];
    let mut search = Advancement {
        bodies: (a, b),
        pair,
        curvatures: pair.curvatures(bounds.each_ref()),
        orbits: None,
        tolerance: pair.tolerance(tolerance),
        deviation: None,
        spin: pair.motions.iter().map(|motion| motion.spin().norm()).sum(),
        warm: WarmStart::default(),
        hints,
        steps: 0,
    };
    // Two places, as states are large to move.
    let (mut one, mut two) = (State::default(), State::default());
    let (mut now, mut then) = (&mut one, &mut two);
    search.place(now, within.start)?;
    search.measure(now, TURNING_DISTANCE_TOLERANCE);
    let plane = a.effort() + b.effort();
    let (mut spent, mut next_look) = (0, LONG_SEARCH);
    loop {
        interrupt::check();
        let rest = within.end - now.time;
        if search.may_recede(now) {
            search.measure(now, GRAZING_DISTANCE_TOLERANCE);
        }
        if now.upper == 0.0 {
            return Some(Ok(search.contact(now)));
        }
        if rest <= 0.0 {
            return None;
        }
        if !effort.spend((search.steps - spent).saturating_mul(plane)) {
            return Some(Err(Undecided { until: now.time }));
        }
        spent = search.steps;
        if search.steps >= next_look {
            next_look = search.steps + LONG_SEARCH;
            let until = search.orbits_apart_until(now);
            if until >= within.end {
                return None;
            }
            if until > now.time {
                search.place(now, until)?;
                search.measure(now, TURNING_DISTANCE_TOLERANCE);
                continue;
            }
        }
        let (mut step, is_near) = search.proposed_step(now, rest);
        let (whole, proved) = loop {
            let mut end = if step == rest { within.end } else { now.time + step };
            // The step after the rounding of the times. If that is zero or NaN, the bodies are in contact.
            let goes_on = end - now.time > 0.0;
            if !goes_on {
                return Some(search.contact_if_near(now));
            }
            search.place(then, end)?;
            for _ in 0..BETTER_STEPS {
                let better = if is_near { None } else { search.better_step(now, then, rest) };
                let Some(better) = better else { break };
                end = if better == rest { within.end } else { now.time + better };
                search.place(then, end)?;
            }
            let whole = end - now.time;
            search.measure(then, TURNING_DISTANCE_TOLERANCE);
            let proved = search.proved_step(now, then, is_near);
            if !is_near || proved >= SHORTER * whole {
                break (whole, proved);
            }
            // Other points than the closest come forward: less so within a shorter time.
            step *= SHORTER;
            if step < SHORTEST_WAY_OUT * rest {
                return Some(search.contact_if_near(now));
            }
        };
        if proved == whole {
            std::mem::swap(&mut now, &mut then);
        } else if now.time + proved == now.time {
            return Some(search.contact_if_near(now));
        } else {
            let until = now.time + proved;
            search.place(now, until)?;
            search.measure(now, TURNING_DISTANCE_TOLERANCE);
        }
    }
}

/// The bodies at a time.
#[derive(Default)]
struct State {
    time: f64,
    placements: [Placement; 2],
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
    /// Of searches that take long.
    orbits: Option<Orbits>,
    tolerance: f64,
    /// By how much the distance has last been less than it would be at a constant rate, over the square of the step.
    deviation: Option<f64>,
    /// How far the bodies turn, in radians.
    spin: f64,
    warm: WarmStart,
    hints: &'s mut VertexHints,
    steps: u32,
}

impl<A: Support + ?Sized, B: Support + ?Sized> Advancement<'_, A, B> {
    /// Places the bodies as they are at a time.
    fn place(&self, state: &mut State, time: f64) -> Option<()> {
        state.time = time;
        for (placement, motion) in state.placements.iter_mut().zip(&self.pair.motions) {
            *placement = motion.at(time);
        }
        state.relative = self.pair.relative(&state.placements)?;
        Some(())
    }

    /// Computes the distance at a state.
    fn measure(&mut self, state: &mut State, tolerance: f64) {
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

    fn contact(&self, state: &State) -> TurningContact {
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
    fn contact_if_near(&self, now: &State) -> Result<TurningContact, Undecided> {
        if now.upper <= self.tolerance {
            Ok(self.contact(now))
        } else {
            Err(Undecided { until: now.time })
        }
    }

    /// Until when the bodies are apart by bounds on all of their motions.
    fn orbits_apart_until(&mut self, now: &State) -> f64 {
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
    fn may_recede(&self, now: &State) -> bool {
        self.is_near(now) && now.rate <= 0.0 && now.rate > -now.rate_error
    }

    fn is_near(&self, now: &State) -> bool {
        now.upper <= self.tolerance || now.gap <= 0.5 * self.tolerance
    }

    /// The time of the next step, zero at a contact; and whether the bodies are nearer than the tolerance, moving apart.
    fn proposed_step(&self, now: &State, rest: f64) -> (f64, bool) {
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
    fn better_step(&mut self, now: &State, then: &State, rest: f64) -> Option<f64> {
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
    fn proved_step(&mut self, now: &State, then: &State, is_near: bool) -> f64 {
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

/// A turn in radians up to which the features that were closest mostly stay so. Costs time only.
const WIDE_TURN: f64 = 0.1;

/// How often a step is bettered before the distance at its end is computed. Costs time only.
const BETTER_STEPS: u32 = 2;

/// By how much a step is shortened that was not proved.
const SHORTER: f64 = 0.125;
