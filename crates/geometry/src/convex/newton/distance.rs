//! The closest points of round bodies: the distance is minus the least value of the support function (newton.md, (2)).
//!
//! The support point of each iterate bounds the distance from below, the points of the active patches from above.

use super::disc::above_disc;
use super::{ActiveSet, Chart, Criterion, Decision, Iterate, minimize};
use crate::convex::distance::Wanted;
use crate::convex::gjk::Witness;
use crate::convex::pair::{Pair, VertexHints};
use crate::math::Vec3;
use crate::shape::Any;

/// The closest points as they were found.
#[derive(Clone, Copy)]
pub struct ClosestPoints {
    /// Points of both bodies; the difference points from B to A.
    pub witness: Witness,
    /// A vector along the normal of the planes that bound the distance from below, of any length.
    pub axis: Vec3,
    /// The lower bound on the distance, up to the rounding of support points.
    pub lower: f64,
    /// Whether the bounds are enough; else they are what double precision allows.
    pub is_met: bool,
}

/// What has to be known of a distance that is smaller by `radius`, with bounds of this rounding error.
#[derive(Clone, Copy)]
pub struct Target {
    pub wanted: Wanted,
    pub radius: f64,
    pub rounding: f64,
}

impl Target {
    fn is_met(&self, lower: f64, upper: f64) -> bool {
        self.wanted.is_met(lower - self.radius, upper - self.radius, self.rounding)
    }

    /// Whether the bounds have met as well as rounding allows, and more digits are needed.
    pub fn is_beyond_rounding(&self, lower: f64, upper: f64) -> bool {
        upper - lower <= self.rounding && !self.is_met(upper, upper)
    }

    /// The error that a difference of points of this length may have.
    fn slack(&self, length: f64) -> f64 {
        match self.wanted {
            Wanted::Distance(tolerance) => tolerance * (length - self.radius),
            Wanted::Within(_) => self.rounding,
        }
    }
}

/// The closest points, if the lower bound across their difference is enough, or that across `along` where the two differ by
/// no more than a distance may. The difference of points that are close has few digits: where it differs from `along` by
/// rounding alone, it is replaced.
pub fn proved(
    pair: &Pair<Any<'_>, Any<'_>>,
    witness: &Witness,
    along: &Vec3,
    target: &Target,
    hints: &mut VertexHints,
) -> Option<ClosestPoints> {
    let upper = witness.difference.norm();
    let mut bounded = |axis: &Vec3| {
        let length = axis.norm();
        let lower = pair.gap_along(axis, hints) / length;
        let is_met = target.is_met(lower, length);
        is_met.then_some(ClosestPoints { witness: *witness, axis: *axis, lower, is_met })
    };
    if let Some(points) = bounded(&witness.difference) {
        return Some(points);
    }
    let deviation = (along - witness.difference).norm();
    if deviation > target.slack(upper) {
        return None;
    }
    let mut points = bounded(along)?;
    if deviation <= target.rounding {
        points.witness.difference = *along;
    }
    Some(points)
}

/// The closest points, from directions from B to A with multipliers, as GJK's simplex has them, and its nearest point `v` of
/// A - B. `None` if the bodies are not round, or the method does not lead to the target.
#[inline(never)]
pub fn closest_points(
    pair: &Pair<Any<'_>, Any<'_>>,
    v: &Vec3,
    directions: impl Iterator<Item = (Vec3, f64)>,
    target: &Target,
    hints: &mut VertexHints,
) -> Option<ClosestPoints> {
    let mut set = ActiveSet::from_directions(Chart::Sphere, pair, directions, hints)?;
    let first = set.active().first()?.patches();
    if let Some(points) = above_disc(pair, &first, v, target, hints) {
        return Some(points);
    }
    let mut search = Search { target, found: None, is_last: false, failures: 0, steps: 0 };
    minimize(pair, hints, &mut set, v, &mut search);
    search.found
}

/// This many iterates may have bounds that meet and are not confirmed. Costs time only.
const MOST_FAILURES: u32 = 3;

/// After this many steps, bodies that still seem to overlap are left to GJK. Costs time only.
const STEPS_TO_SEPARATE: u32 = 12;

/// After this many steps a disc is tried again.
const STEPS_TO_DISC: u32 = 6;

struct Search<'a> {
    target: &'a Target,
    found: Option<ClosestPoints>,
    is_last: bool,
    failures: u32,
    steps: u32,
}

impl Criterion for Search<'_> {
    fn check(&mut self, at: &mut Iterate<'_>) -> Decision {
        let witness = at.witness;
        let (lower, upper) = (-at.value, witness.difference.norm());
        let is_met = self.target.is_met(lower, upper);
        let is_beyond = !is_met && self.target.is_beyond_rounding(lower, upper);
        if !at.is_exact && (is_met || is_beyond) {
            return Decision::Verify;
        }
        let axis = at.n * upper;
        if is_met {
            self.found = proved(at.pair, &witness, &axis, self.target, at.hints);
            if self.found.is_some() {
                return Decision::Stop;
            }
        }
        let unproved = ClosestPoints {
            witness: Witness { difference: axis, ..witness },
            axis,
            lower,
            is_met: false,
        };
        self.steps += 1;
        self.failures += u32::from(is_met);
        if self.is_last || self.failures == MOST_FAILURES {
            self.found = Some(unproved);
            return Decision::Stop;
        }
        if self.steps > STEPS_TO_SEPARATE && at.value > 0.0 {
            return Decision::Stop;
        }
        // Where a long way leads to a disc, it may end at its kink.
        if self.steps.is_multiple_of(STEPS_TO_DISC) {
            let patches = at.set.active()[0].patches();
            self.found = above_disc(at.pair, &patches, &at.n, self.target, at.hints);
            if self.found.is_some() {
                return Decision::Stop;
            }
        }
        // The direction needs as many digits as twice those of the length: one step more.
        self.is_last = is_beyond;
        Decision::Continue
    }

    /// The bodies overlap if a whole step leaves the value well above zero.
    fn is_hopeless(&self, at: &Iterate<'_>, predicted: f64) -> bool {
        at.value > 0.0 && !at.set.is_damped() && predicted > 0.25 * at.value
    }
}
