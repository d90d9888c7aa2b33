//! What is wanted of the closest points, and what proves that it was found.

use crate::convex::distance::Wanted;
use crate::convex::gjk::Witness;
use crate::convex::pair::{Hints, Pair};
use crate::math::Vec3;
use crate::shape::Any;

/// The closest points as they were found.
pub struct Found {
    /// Points of both bodies; the difference points from B to A.
    pub witness: Witness,
    /// The bodies are no nearer, up to the rounding of support points: planes across the difference are so far apart.
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
    /// Whether bounds have met as well as rounding lets them, and what is wanted needs more digits.
    pub fn is_beyond_rounding(&self, lower: f64, upper: f64) -> bool {
        upper - lower <= self.rounding && !self.wanted.is_met(upper, upper, self.rounding)
    }
}

/// The closest points, if a bound from below across their difference is enough: others take that for the normal. Of points
/// near each other the difference has few digits; where these alone part it from a vector along the normal, that counts.
pub fn proved(
    pair: &Pair<Any<'_>, Any<'_>>,
    witness: &Witness,
    along: &Vec3,
    goal: &Goal,
    hints: &mut Hints,
) -> Option<Found> {
    let found = proved_across(pair, witness, &witness.difference, goal, hints);
    let is_same = || (along - witness.difference).norm() <= goal.rounding;
    if found.is_none() && is_same() { proved_across(pair, witness, along, goal, hints) } else { found }
}

/// The closest points, if a bound from below across a vector as long as their difference is enough.
#[inline(always)]
fn proved_across(
    pair: &Pair<Any<'_>, Any<'_>>,
    witness: &Witness,
    difference: &Vec3,
    goal: &Goal,
    hints: &mut Hints,
) -> Option<Found> {
    let length = difference.norm();
    let lower = pair.gap_along(difference, hints) / length;
    let is_met = goal.wanted.is_met(lower - goal.radius, length - goal.radius, goal.rounding);
    is_met.then_some(Found { witness: Witness { difference: *difference, ..*witness }, lower, is_met })
}
