//! The first contact of two bodies that turn: conservative advancement (Mirtich 1996) with proved bounds.
//!
//! At each time the search has a plane between the bodies, from their distance. Its normal n stays where it is while they move.
//! The gap along n is then the least of functions of time, one for each pair of points, whose second derivatives are bounded
//! (`motion::curvature`), so between two times at which it is known it lies above its chord but for a parabola.
//! Newton's method proposes the second time; as far as the bound stays positive the bodies are apart, and from there the search
//! goes on with another plane. Both the chord and the plane are exact to first order, so that it converges quadratically, where
//! bounds on the velocity alone converge linearly. Formulas: `docs/src/theory/turning.md`.

use std::ops::Range;

use advancement::{Advancement, State};

use super::distance::WarmStart;
use super::pair::VertexHints;
use super::witness::Witness;
use crate::interrupt;
use crate::math::Vec3;
use crate::math::tolerance::{
    CONVEX_EFFORT, GRAZING_DISTANCE_TOLERANCE, LONG_SEARCH, SHORTEST_WAY_OUT,
    TURNING_DISTANCE_TOLERANCE,
};
use crate::shape::Support;

mod advancement;
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
    pub(crate) fn new(left: u32) -> Effort {
        Effort { left }
    }

    /// Whether it may do this much more.
    #[inline]
    pub(crate) fn spend(&mut self, units: u32) -> bool {
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

/// How often a step is bettered before the distance at its end is computed. Costs time only.
const BETTER_STEPS: u32 = 2;

/// By how much a step is shortened that was not proved.
const SHORTER: f64 = 0.125;
