//! GJK on a pair of convex bodies: a separating axis, or a common point (Gilbert, Johnson and Keerthi 1988; thesis 4.4).
//!
//! A simplex of points of A - B moves towards the origin by support points. Two answers are certain: *apart* comes with an axis
//! whose margin exceeds the rounding of checking it, *enclosed* with a tetrahedron of certain orientation. Three searches
//! follow each other, each where the one before gave no answer: `boolean` without division and without a common point, the
//! search of this module with the simplex of distances (`nearest`), and `double_double`. What is open after that
//! differs from touching by no more than rounding, and touching is colliding.

pub(super) mod boolean;
pub(super) mod double_double;
mod enclosing;
pub mod nearest;

#[cfg(test)]
mod tests;

use super::pair::{AnyPair, Pair, SupportPoint, VertexHints};
use crate::convex::distance::search_by_distance;
use crate::convex::newton;
use crate::convex::touching;
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::tolerance::{
    SINGLE_ITERATIONS, SINGLE_NOISE, TOUCHING, TOUCHING_CONVERGED, VOLUME_ROUNDING,
};
use crate::shape::Support;
use enclosing::enclosed_beneath;
use nearest::{Nearest, NearestSimplex};

/// How a search for a separating axis ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The axis separates the bodies.
    Apart,
    /// Four points of A - B enclose the origin: the bodies overlap.
    Enclosed,
    /// The bodies share a point up to rounding: they touch, or overlap and a feature of the simplex holds the origin.
    Touching,
    /// Rounding stopped the search.
    Stalled,
    /// The search used up its iterations.
    Capped,
}

impl Status {
    /// Whether the search has answered.
    #[inline]
    pub(crate) fn is_settled(self) -> bool {
        !matches!(self, Status::Stalled | Status::Capped)
    }
}

/// The result of [`search`]: its status, and the axis with which it ended.
#[derive(Clone, Copy, Debug)]
pub struct GjkResult {
    /// How it ended.
    pub status: Status,
    /// The last axis: from B towards A, along world axes, of any length. It separates the bodies if the status is [`Status::Apart`].
    pub axis: Vec3,
    /// Support points computed.
    pub iterations: u32,
}

/// Whether two bodies collide: [`Status::Apart`] is a miss, all else a hit. The answer does not depend on the hints.
#[inline]
pub fn search<A: Support + ?Sized, B: Support + ?Sized>(
    pair: &Pair<A, B>,
    hints: &mut VertexHints,
) -> GjkResult {
    let quick = boolean::search(pair, hints);
    if quick.status.is_settled() { quick } else { decide_after(quick, &pair.of_any(), hints) }
}

/// How the boolean search ends of bodies that seem to touch along an axis from B to A, and a common point if they are found to collide
/// in double precision.
pub(super) fn witness_in_double(
    pair: &AnyPair<'_>,
    axis: &Vec3,
    hints: &mut VertexHints,
) -> (Status, Option<Witness>) {
    let quick = boolean::search_along(pair, axis, hints);
    if quick.status == Status::Apart {
        return (quick.status, None);
    }
    let found = search_in_double(quick, pair, hints);
    if is_common(&found.1, pair) {
        return (quick.status, Some(found.1));
    }
    // Of bodies that collide, a common point by twice the digits.
    let common = quick.status.is_settled().then(|| search_after(quick, found, pair, hints).1);
    (quick.status, common)
}

/// Decides what the boolean search left open.
#[cold]
fn decide_after(quick: GjkResult, pair: &AnyPair<'_>, hints: &mut VertexHints) -> GjkResult {
    let (result, _) = search_in_double(quick, pair, hints);
    if result.status.is_settled() {
        return result;
    }
    // The closest points of round bodies that nearly touch are found where their overlap is not.
    let by_distance = if pair.are_round() { search_by_distance(pair, hints) } else { None };
    by_distance.unwrap_or_else(|| double_double::search(pair, hints).0)
}

/// What both searches in double precision left open: the answer, or the common point alone.
#[cold]
fn search_after(
    quick: GjkResult,
    (found, witness): (GjkResult, Witness),
    pair: &AnyPair<'_>,
    hints: &mut VertexHints,
) -> (GjkResult, Witness) {
    let answer = if quick.status.is_settled() { quick } else { found };
    if answer.status == Status::Apart || is_common(&witness, pair) {
        return (answer, witness);
    }
    let (found, other) = double_double::search(pair, hints);
    let answer = if answer.status.is_settled() { answer } else { found };
    (answer, nearer(witness, other, pair))
}

/// A point that two bodies share which are known to collide, or nearly the same points of both; `known` if these are already.
pub(super) fn common_point(
    pair: &AnyPair<'_>,
    known: &Witness,
    hints: &mut VertexHints,
) -> Witness {
    if is_common(known, pair) {
        return *known;
    }
    let quick = boolean::search(pair, hints);
    // Of bodies that touch up to rounding, this search may find a plane between them: it has no points then.
    if quick.status == Status::Apart {
        return *known;
    }
    let found = search_in_double(quick, pair, hints);
    nearer(*known, search_after(quick, found, pair, hints).1, pair)
}

/// The points that are nearer to each other.
fn nearer(one: Witness, other: Witness, pair: &AnyPair<'_>) -> Witness {
    let [square, of_other] =
        [&one, &other].map(|points| difference_of(points, pair).norm_squared());
    if of_other < square { other } else { one }
}

/// Whether the points of two bodies with which a search ended are the same but for rounding: the weights of a thin tetrahedron have
/// too few digits for that.
fn is_common(witness: &Witness, pair: &AnyPair<'_>) -> bool {
    pair.are_near(&witness.local_a, &witness.local_b, TOUCHING)
}

/// The difference of two points of the bodies.
fn difference_of(points: &Witness, pair: &AnyPair<'_>) -> Vec3 {
    pair.point_of(points.local_a, points.local_b).difference()
}

/// The search with a common point in double precision; it may be left open.
fn search_in_double(
    quick: GjkResult,
    pair: &AnyPair<'_>,
    hints: &mut VertexHints,
) -> (GjkResult, Witness) {
    if quick.status == Status::Touching
        && let Some(touch) = touching::touch_along_flat_sides(pair, hints)
    {
        return (quick, touch.witness);
    }
    let overlap = quick.status == Status::Enclosed;
    // Round bodies near contact are searched from where they overlap most.
    let is_near = quick.status == Status::Touching
        || pair.are_round() && (!overlap || quick.iterations > boolean::NEAR_CONTACT);
    let is_open = |(result, witness): &(GjkResult, Witness)| {
        !(result.status.is_settled() || overlap && is_common(witness, pair))
    };
    let center = pair.initial_direction();
    let from = |start, hints: &mut _| descend(pair, NearestSimplex::default(), start, hints);
    let mut found =
        if is_near { from_deepest(&quick, pair, hints) } else { Some(from(center, hints)) };
    if found.as_ref().is_none_or(is_open) {
        let other =
            if is_near { Some(from(center, hints)) } else { from_deepest(&quick, pair, hints) };
        found = other.or(found);
    }
    let mut found = found.unwrap_or_else(|| from(center, hints));
    for direction in boolean::ASIDE {
        if overlap && is_open(&found) {
            found = from(direction, hints);
        }
    }
    found
}

/// The search from the deepest points of bodies that overlap a little. `None` if these are not found.
fn from_deepest(
    quick: &GjkResult,
    pair: &AnyPair<'_>,
    hints: &mut VertexHints,
) -> Option<(GjkResult, Witness)> {
    let point = newton::deepest_points(pair, &quick.axis, hints)?;
    let (start, SupportPoint { local_a, local_b, .. }) = (point.difference(), point);
    if pair.touch_at(&local_a, &local_b) {
        return Some((*quick, Witness { local_a, local_b, difference: start }));
    }
    let mut simplex = NearestSimplex::default();
    simplex.add(&point, start, &start, 0.0);
    let found = descend(pair, simplex, start, hints);
    if found.0.status.is_settled() {
        return Some(found);
    }
    let enclosed = enclosed_beneath(pair, &point, hints)
        .or_else(|| double_double::common_beneath(pair, &point, hints));
    let result = |witness| (GjkResult { status: Status::Enclosed, ..found.0 }, witness);
    Some(enclosed.map_or(found, result))
}

/// The separating-axis GJK (thesis, algorithm 4.2) from the axis `start`, in double precision.
fn descend(
    pair: &AnyPair<'_>,
    mut simplex: NearestSimplex,
    start: Vec3,
    hints: &mut VertexHints,
) -> (GjkResult, Witness) {
    let mut axis = start;
    for iterations in 1..=SINGLE_ITERATIONS {
        let end = |status, simplex: &NearestSimplex| {
            (GjkResult { status, axis, iterations }, simplex.witness())
        };
        let point = pair.support_against(&axis, hints);
        let w = point.difference();
        let along = axis.dot(&w);
        if along > pair.rounding(&axis) {
            return end(Status::Apart, &simplex);
        }
        // The lower bound of the distance has met the upper one, yet it is no more than rounding.
        let is_nearest = iterations > 1;
        if is_nearest && along >= (1.0 - TOUCHING_CONVERGED) * axis.norm_squared() {
            return end(Status::Touching, &simplex);
        }
        // Where rounding ends the search, the points that it has found may be the same.
        let stalled = |simplex: &NearestSimplex| {
            let touches = pair.touches(&simplex.witness());
            end(if touches { Status::Touching } else { Status::Stalled }, simplex)
        };
        if simplex.contains(&w) {
            return stalled(&simplex);
        }
        // Near the origin the points' own lengths bound the rounding of volumes more closely than the reach.
        let largest2 =
            simplex.differences().map(Vec3::norm_squared).fold(w.norm_squared(), f64::max);
        let least_volume = VOLUME_ROUNDING * pair.largest_coordinate() * largest2;
        let v = match simplex.add(&point, w, &axis, least_volume) {
            Nearest::Outside(v) => v,
            Nearest::Enclosed => return end(Status::Enclosed, &simplex),
            Nearest::Undecided => return stalled(&simplex),
        };
        if pair.touches(&simplex.witness()) {
            return end(Status::Touching, &simplex);
        }
        // Written so that a NaN ends the search as well.
        let is_away = v.norm_squared() > SINGLE_NOISE * SINGLE_NOISE * largest2;
        if !is_away {
            return end(Status::Stalled, &simplex);
        }
        if is_nearest && v.norm_squared() >= axis.norm_squared() {
            return end(Status::Stalled, &simplex);
        }
        axis = v;
    }
    let capped = GjkResult { status: Status::Capped, axis, iterations: SINGLE_ITERATIONS };
    (capped, simplex.witness())
}
