//! The distance of unrounded bodies in double precision: by a closed form, by GJK, and by Newton's method for round ones.

use super::DistanceQuery;
use crate::convex::closed_form::{self, Proposal};
use crate::convex::gjk::nearest::{Nearest, NearestSimplex};
use crate::convex::newton::{self, Target};
use crate::convex::pair::{AnyPair, SupportPoint, VertexHints};
use crate::convex::unrounded::UnroundedPair;
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::tolerance::{
    CLEAR_MARGIN, DISTANCE_ITERATIONS, DISTANCE_ROUNDING, ROUNDING, VOLUME_ROUNDING,
};
use crate::shape::Support;

/// The status of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The bounds suffice.
    Met,
    /// The unrounded bodies certainly share a point.
    Enclosed,
    /// Undecided because of rounding or the iteration limit.
    Open,
}

/// An estimate of the distance of the unrounded bodies.
#[derive(Clone, Copy)]
pub(crate) struct Estimate {
    /// Whether the bounds suffice.
    pub status: Status,
    /// The closest points so far.
    pub witness: Witness,
    /// A lower bound, up to `rounding`.
    pub lower: f64,
    /// The normal of the planes that prove the lower bound, of any length.
    pub axis: Vec3,
    /// A bound on the rounding error of the lower bound.
    pub rounding: f64,
}

/// A bound on the rounding error of distances between coordinates as large as `scale`, with unit roundoff `unit`.
#[inline]
pub(super) fn bound_rounding(scale: f64, unit: f64) -> f64 {
    DISTANCE_ROUNDING * unit * scale
}

/// The closest points by a closed form, and one support point as their proof. `None` if there is none, or it does not suffice.
#[inline]
fn estimate_by_closed_form<A: Support + ?Sized, B: Support + ?Sized>(
    unrounded: &UnroundedPair<A, B>,
    query: DistanceQuery,
    hints: &mut VertexHints,
) -> Option<Estimate> {
    let pair = unrounded.pair();
    let nearest = match closed_form::closest_points(&pair)? {
        Proposal::Closest(nearest) => nearest,
        Proposal::Shared(SupportPoint { local_a, local_b, .. }) => {
            let zero = Vec3::zeros();
            let (witness, rounding) = (Witness { local_a, local_b, difference: zero }, 0.0);
            let (status, lower) = (Status::Enclosed, f64::NEG_INFINITY);
            return Some(Estimate { status, witness, lower, axis: zero, rounding });
        }
    };
    let (difference, radius) = (nearest.difference(), unrounded.radius());
    let (length, rounding) =
        (difference.norm(), bound_rounding(pair.largest_coordinate(), ROUNDING));
    let SupportPoint { local_a, local_b, .. } = nearest;
    let witness = Witness { local_a, local_b, difference };
    let end = |status, lower| Some(Estimate { status, witness, lower, axis: difference, rounding });
    if length + CLEAR_MARGIN * rounding < radius {
        return end(Status::Met, f64::NEG_INFINITY);
    }
    let point = unrounded.support_against(&difference, hints);
    let lower = difference.dot(&point.difference()) / length;
    if query.is_met(lower - radius, length - radius, rounding) {
        return end(Status::Met, lower);
    }
    // GJK in the same precision leads no farther, unless the points are not the closest ones.
    let are_closest = length - lower <= rounding;
    if are_closest { end(Status::Open, lower) } else { None }
}

/// GJK in double precision, from a simplex and the vector against which to search next, which is the simplex's nearest point
/// unless that is empty.
#[inline]
pub(super) fn estimate_in_double<A: Support + ?Sized, B: Support + ?Sized>(
    unrounded: &UnroundedPair<A, B>,
    query: DistanceQuery,
    mut v: Vec3,
    simplex: &mut NearestSimplex,
    hints: &mut VertexHints,
) -> Estimate {
    let scale = unrounded.pair().largest_coordinate();
    let least_volume = VOLUME_ROUNDING * scale * scale * scale;
    let (radius, rounding) = (unrounded.radius(), bound_rounding(scale, ROUNDING));
    let target = Target { query, radius, rounding };
    let mut length = v.norm();
    let mut upper = if simplex.is_empty() { f64::INFINITY } else { length };
    let (mut lower, mut axis) = (f64::NEG_INFINITY, v);
    let mut status = Status::Open;
    let is_limited = matches!(query, DistanceQuery::UpTo { .. });
    let first = if is_limited { SEARCHES_TO_LIMIT } else { SEARCHES_TO_NEWTON };
    let (round, mut next_newton) = (!unrounded.are_polytopes(), first);
    for searches in 1..=DISTANCE_ITERATIONS as usize {
        let point = unrounded.support_against(&v, hints);
        let w = point.difference();
        let along = v.dot(&w) / length;
        if along > lower {
            (lower, axis) = (along, v);
        }
        if query.is_met(lower - radius, upper - radius, rounding) {
            status = Status::Met;
            break;
        }
        if simplex.contains(&w) {
            break;
        }
        if along < 0.0 && simplex.is_empty() && matches!(query, DistanceQuery::Distance(_)) {
            let pair = unrounded.pair();
            let (center, between) = pair.centers();
            let apart = between.norm();
            // The bodies overlap along this direction by more than the distance of the centres: most such bodies share a point.
            if along < -apart {
                if let Some(witness) = closed_form::shared_point(&pair) {
                    return Estimate { status: Status::Enclosed, witness, lower, axis, rounding };
                }
                // With the centres a tetrahedron encloses the origin sooner.
                if radius == 0.0 && apart > rounding {
                    simplex.add(&center, between, &Vec3::zeros(), least_volume);
                }
            }
        }
        match simplex.add(&point, w, &v, least_volume) {
            Nearest::Outside(nearest) => {
                length = nearest.norm();
                // No progress, or NaN: rounding dominates.
                let nearer = length < upper && length > 0.0;
                if !nearer {
                    break;
                }
                (v, upper) = (nearest, length);
                if query.is_met(lower - radius, upper - radius, rounding) {
                    status = Status::Met;
                    break;
                }
            }
            Nearest::Enclosed => {
                status = Status::Enclosed;
                break;
            }
            Nearest::Undecided => break,
        }
        // The unrounded bodies are nearer than the radii: the bodies overlap.
        if upper + CLEAR_MARGIN * rounding < radius {
            status = Status::Met;
            break;
        }
        // Newton's method fails for bodies that collide, so it is tried later for those that may.
        let is_promising = lower - radius > rounding
            || searches > SEARCHES_TO_NEWTON && lower > -0.5 * upper
            || searches >= SEARCHES_TO_INSIST;
        if round && searches >= next_newton && is_promising {
            next_newton = 2 * searches;
            if let Some(found) = by_newton(&unrounded.pair().of_any(), simplex, &v, &target, hints)
            {
                return found;
            }
        }
    }
    let mut witness = simplex.witness();
    if status != Status::Enclosed {
        witness.difference = v;
    }
    let estimate = Estimate { status, witness, lower, axis, rounding };
    if status != Status::Open {
        return estimate;
    }
    estimate_along_normals(&unrounded.pair().of_any(), simplex, upper, &target, least_volume, hints)
        .unwrap_or(estimate)
}

/// The most steps along normals.
const NORMAL_STEPS: u32 = 8;

/// Continues where rounding has stopped GJK: by Newton's method if bodies are round, otherwise along the normals of the
/// simplex's edges and faces, which are more precise than the direction of its nearest point. `None` if that does not suffice.
#[cold]
fn estimate_along_normals(
    unrounded: &AnyPair<'_>,
    simplex: &mut NearestSimplex,
    upper: f64,
    target: &Target,
    least_volume: f64,
    hints: &mut VertexHints,
) -> Option<Estimate> {
    let &Target { query, radius, rounding } = target;
    if simplex.witness().difference.norm() > upper + rounding {
        simplex.recover();
    }
    let v = simplex.witness().difference;
    if !unrounded.are_polytopes()
        && let Some(found) = by_newton(unrounded, simplex, &v, target, hints)
    {
        return Some(found);
    }
    for _ in 0..NORMAL_STEPS {
        let witness = simplex.witness();
        let v = simplex.straightened(&witness.difference, rounding);
        let point = unrounded.support_against(&v, hints);
        let (w, upper) = (point.difference(), v.norm());
        let lower = v.dot(&w) / upper;
        if query.is_met(lower - radius, upper - radius, rounding) {
            let witness = Witness { difference: v, ..witness };
            return Some(Estimate { status: Status::Met, witness, lower, axis: v, rounding });
        }
        if simplex.contains(&w)
            || !matches!(simplex.add(&point, w, &v, least_volume), Nearest::Outside(_))
        {
            return None;
        }
    }
    None
}

/// The number of support points before Newton's method is tried, and one more if the bodies may overlap. Doubled after each
/// failure. Measured (`benches/distances.rs`).
const SEARCHES_TO_NEWTON: usize = 2;

/// The same where an axis may separate the bodies by more than the distance that matters, which takes no more. Measured.
const SEARCHES_TO_LIMIT: usize = 4;

/// After this many support points, it is tried even if the bodies seem to collide. Measured.
const SEARCHES_TO_INSIST: usize = 12;

/// The closest points of round bodies from what GJK has found so far.
fn by_newton(
    pair: &AnyPair<'_>,
    simplex: &NearestSimplex,
    v: &Vec3,
    target: &Target,
    hints: &mut VertexHints,
) -> Option<Estimate> {
    let directions = simplex.searched().map(|(direction, weight)| (*direction, weight));
    newton::closest_points(pair, v, directions, target, hints)
}

/// The distance of unrounded bodies in double precision, by a closed form or by GJK, which leaves its simplex.
#[inline]
pub(super) fn estimate<A: Support + ?Sized, B: Support + ?Sized>(
    unrounded: &UnroundedPair<A, B>,
    query: DistanceQuery,
    simplex: &mut NearestSimplex,
    hints: &mut VertexHints,
) -> Estimate {
    estimate_by_closed_form(unrounded, query, hints).unwrap_or_else(|| {
        let v = unrounded.pair().initial_direction();
        estimate_in_double(unrounded, query, v, simplex, hints)
    })
}
