//! The closest points of round bodies: the distance is minus the least value of the support function (newton.md, (2)).
//!
//! The support point of each iterate bounds the distance from below, the points of the active patches from above.

use super::disc::above_disc;
use super::{ActiveSet, Chart, Criterion, Decision, Iterate, minimize};
use crate::convex::distance::{DistanceQuery, Estimate, Status};
use crate::convex::pair::{AnyPair, VertexHints};
use crate::convex::witness::Witness;
use crate::math::Vec3;

/// The required precision of a distance from which `radius` is subtracted; the bounds have this rounding error.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub query: DistanceQuery,
    pub radius: f64,
    pub rounding: f64,
}

impl Target {
    fn is_met(&self, lower: f64, upper: f64) -> bool {
        self.query.is_met(lower - self.radius, upper - self.radius, self.rounding)
    }

    /// Whether the bounds are as tight as rounding allows and still do not satisfy the target.
    pub(crate) fn is_beyond_rounding(&self, lower: f64, upper: f64) -> bool {
        upper - lower <= self.rounding && !self.is_met(upper, upper)
    }

    /// The closest points with a lower bound that meets the target, or is as tight as double precision allows.
    pub(crate) fn estimate(
        &self,
        status: Status,
        witness: Witness,
        axis: Vec3,
        lower: f64,
    ) -> Estimate {
        Estimate { status, witness, lower, axis, rounding: self.rounding }
    }

    /// The acceptable error of a difference of this length.
    fn slack(&self, length: f64) -> f64 {
        match self.query {
            DistanceQuery::Distance(tolerance) | DistanceQuery::UpTo { tolerance, .. } => {
                tolerance * (length - self.radius)
            }
            DistanceQuery::Within(_) => self.rounding,
        }
    }
}

/// The closest points, if the support plane perpendicular to their difference proves them close enough, or the one perpendicular
/// to `along` if the two vectors differ by less than the acceptable error. The difference of close points suffers from
/// cancellation: if it differs from `along` by rounding only, it is replaced by `along`.
pub(super) fn proved(
    pair: &AnyPair<'_>,
    witness: &Witness,
    along: &Vec3,
    target: &Target,
    hints: &mut VertexHints,
) -> Option<Estimate> {
    let upper = witness.difference.norm();
    let mut bounded = |axis: &Vec3| {
        let length = axis.norm();
        let lower = pair.gap_along(axis, hints) / length;
        let found = target.estimate(Status::Met, *witness, *axis, lower);
        target.is_met(lower, length).then_some(found)
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

/// The closest points. The start is the simplex of GJK: its search directions, with barycentric coordinates as multipliers, and
/// its nearest point `v` of A - B. `None` if the bodies are not round, or the method does not converge.
pub(crate) fn closest_points(
    pair: &AnyPair<'_>,
    v: &Vec3,
    directions: impl Iterator<Item = (Vec3, f64)>,
    target: &Target,
    hints: &mut VertexHints,
) -> Option<Estimate> {
    let mut set = ActiveSet::new(Chart::Sphere, pair.relative());
    if !set.add_along(pair, directions, hints) {
        return None;
    }
    let first = set.active().first()?.patches();
    if let Some(points) = above_disc(pair, &first, v, target, hints) {
        return Some(points);
    }
    closest_points_from(pair, v, &mut set, target, hints)
}

/// The closest points from the active patches at other placements and the last normal.
pub(crate) fn closest_points_from(
    pair: &AnyPair<'_>,
    v: &Vec3,
    set: &mut ActiveSet,
    target: &Target,
    hints: &mut VertexHints,
) -> Option<Estimate> {
    let mut search = Search { target, found: None, is_last: false, failures: 0, steps: 0 };
    minimize(pair, hints, set, v, &mut search);
    search.found
}

/// The number of iterates whose bounds seem to meet but cannot be proved before the search stops. Affects only speed.
const MOST_FAILURES: u32 = 3;

/// After this many steps, bodies that still seem to overlap are left to GJK. Affects only speed.
const STEPS_TO_SEPARATE: u32 = 12;

/// After this many steps a disc is tried again.
const STEPS_TO_DISC: u32 = 6;

struct Search<'a> {
    target: &'a Target,
    found: Option<Estimate>,
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
        if !at.is_exact && (is_met || is_beyond) && !at.verify() {
            return Decision::Repeat;
        }
        let axis = at.n * upper;
        if is_met {
            self.found = proved(at.pair, &witness, &axis, self.target, at.hints);
            if self.found.is_some() {
                return Decision::Stop;
            }
        }
        let unproved = Witness { difference: axis, ..witness };
        self.steps += 1;
        self.failures += u32::from(is_met);
        if self.is_last || self.failures == MOST_FAILURES {
            self.found = Some(self.target.estimate(Status::Open, unproved, axis, lower));
            return Decision::Stop;
        }
        if self.steps > STEPS_TO_SEPARATE && at.value > 0.0 {
            return Decision::Stop;
        }
        // Slow convergence may be due to the non-smooth point of a disc.
        if self.steps.is_multiple_of(STEPS_TO_DISC) {
            let patches = at.set.active()[0].patches();
            self.found = above_disc(at.pair, &patches, &at.n, self.target, at.hints);
            if self.found.is_some() {
                return Decision::Stop;
            }
        }
        // The relative error of the direction is the square root of that of the length: one more step.
        self.is_last = is_beyond;
        Decision::Continue
    }

    /// The bodies overlap if the value is still well above zero after a full step.
    fn is_hopeless(&self, at: &Iterate<'_>, predicted: f64) -> bool {
        at.value > 0.0 && !at.set.is_damped() && predicted > 0.25 * at.value
    }
}
