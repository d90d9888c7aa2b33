//! What is wanted of the closest points, and what proves that it was found.

use crate::convex::distance::Wanted;
use crate::convex::gjk::Witness;
use crate::convex::pair::{Pair, VertexHints};
use crate::math::Vec3;
use crate::shape::Any;

/// The closest points as they were found.
pub struct Found {
    /// Points of both bodies; the difference points from B to A.
    pub witness: Witness,
    /// That direction, or about that, of any length.
    pub axis: Vec3,
    /// The bodies are no nearer, up to the rounding of support points: planes across the axis are so far apart.
    pub lower: f64,
    /// Whether that is what was wanted, and proved; else it is all that rounding lets be known.
    pub is_met: bool,
}

/// What is wanted of a distance that is this much less once radii are added, bounds being good to `rounding`.
#[derive(Clone, Copy)]
pub struct Goal {
    /// What has to be known.
    pub wanted: Wanted,
    /// The sum of the radii.
    pub radius: f64,
    /// How good bounds are.
    pub rounding: f64,
}

impl Goal {
    /// By how much a difference of points that is so long may be wrong.
    fn slack(&self, length: f64) -> f64 {
        match self.wanted {
            Wanted::Distance(tolerance) => tolerance * (length - self.radius),
            Wanted::Within(_) => self.rounding,
        }
    }

    /// Whether bounds have met as well as rounding lets them, and what is wanted needs more digits.
    pub fn is_beyond_rounding(&self, lower: f64, upper: f64) -> bool {
        upper - lower <= self.rounding && !self.wanted.is_met(upper, upper, self.rounding)
    }
}

/// The closest points, if a bound from below across their difference is enough: others take that for the normal. Of points
/// near each other the difference has few digits; where these alone part it from a vector along the normal, that counts. So
/// does a bound across that if the difference has the error at most that a distance may have.
pub fn proved(
    pair: &Pair<Any<'_>, Any<'_>>,
    witness: &Witness,
    along: &Vec3,
    goal: &Goal,
    hints: &mut VertexHints,
) -> Option<Found> {
    let mut found =
        Found { witness: *witness, axis: witness.difference, lower: 0.0, is_met: false };
    for is_last in [false, true] {
        let length = found.axis.norm();
        found.lower = pair.gap_along(&found.axis, hints) / length;
        found.is_met =
            goal.wanted.is_met(found.lower - goal.radius, length - goal.radius, goal.rounding);
        let off = (along - witness.difference).norm();
        if found.is_met || is_last || off > goal.slack(length) {
            break;
        }
        found.axis = *along;
        if off <= goal.rounding {
            found.witness.difference = *along;
        }
    }
    found.is_met.then_some(found)
}
