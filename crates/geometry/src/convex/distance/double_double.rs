//! The distance in double-double numbers, where double precision does not suffice.

use super::{DistanceQuery, Estimate, Status, bound_rounding};
use crate::convex::gjk::double_double::{
    Closest, Simplex, Vector, difference, dot, square, to_f64,
};
use crate::convex::gjk::nearest::NearestSimplex;
use crate::convex::pair::{AnyPair, VertexHints};
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::scalar::Dd;
use crate::math::tolerance::{DOUBLE_ITERATIONS, ROUND_SURFACE, ROUNDING};
use crate::shape::core::Core;

/// Refines an estimate of double precision: first the points of the simplex that it ended with, then by other searches.
#[cold]
pub(super) fn refine(
    unrounded: &AnyPair<'_>,
    (radius, query): (f64, DistanceQuery),
    rough: &Estimate,
    simplex: &NearestSimplex,
    hints: &mut VertexHints,
) -> Estimate {
    let mut estimate = *rough;
    let goal = Goal::new(unrounded, radius, query);
    refine_bounds(unrounded, &goal, &mut estimate, hints);
    if estimate.status == Status::Open
        && let Some(feature) = feature(unrounded, rough, simplex)
        && let Some(found) = refine_feature(unrounded, &goal, &feature, hints)
    {
        estimate = found;
    }
    for tilts in [TILTS, 0] {
        if estimate.status == Status::Open {
            estimate = descend(unrounded, &goal, &rough.axis, tilts, hints);
        }
    }
    estimate
}

/// What bounds of the distance of the unrounded bodies have to be like.
struct Goal {
    query: DistanceQuery,
    radius: f64,
    /// A bound on the rounding of the bounds.
    rounding: f64,
    /// Bounds this near to each other are as good as any: points of round surfaces are not known better.
    noise: f64,
}

impl Goal {
    fn new(unrounded: &AnyPair<'_>, radius: f64, query: DistanceQuery) -> Goal {
        let scale = unrounded.largest_coordinate();
        let noise = if unrounded.are_polytopes() { 0.0 } else { ROUND_SURFACE * scale };
        Goal { query, radius, rounding: bound_rounding(scale, Dd::ROUNDING), noise }
    }

    fn is_met(&self, lower: f64, upper: f64) -> bool {
        let Goal { query, radius, rounding, noise } = *self;
        let is_exact = matches!(query, DistanceQuery::Distance(_)) && upper - lower <= noise;
        is_exact || query.is_met(lower - radius, upper - radius, rounding)
    }
}

/// Evaluates the bounds of the estimate in double-double numbers; often they suffice.
#[cold]
fn refine_bounds(
    unrounded: &AnyPair<'_>,
    goal: &Goal,
    rough: &mut Estimate,
    hints: &mut VertexHints,
) {
    let Witness { local_a, local_b, .. } = rough.witness;
    let v = difference(&unrounded.point_of(local_a, local_b), None);
    let y = difference(&unrounded.support_against(&rough.axis, hints), None);
    let axis = [0, 1, 2].map(|k| Dd::from(rough.axis[k]));
    let (lower, upper) = (dot(&axis, &y).to_f64() / rough.axis.norm(), square(&v).to_f64().sqrt());
    if goal.is_met(lower, upper) {
        (rough.status, rough.lower) = (Status::Met, lower);
        rough.witness.difference = to_f64(&v);
    }
}

/// The feature of A - B with which GJK in double precision ended, or that of two segments on which their closest points are.
fn feature(unrounded: &AnyPair<'_>, rough: &Estimate, simplex: &NearestSimplex) -> Option<Simplex> {
    let point = |(a, b): (Vec3, Vec3)| unrounded.point_of(a, b);
    if !simplex.is_empty() {
        return Simplex::of_feature(simplex.locals().map(point));
    }
    let (a, b) = unrounded.bodies();
    let (Core::Segment(p), Core::Segment(q)) = (a.core(true)?, b.core(true)?) else { return None };
    let Witness { local_a, local_b, .. } = rough.witness;
    // The ends that count, the nearer one first.
    let ends = |[from, to]: [Vec3; 2], at: &Vec3| {
        let near = if (at - from).norm_squared() <= (at - to).norm_squared() { 0 } else { 1 };
        let (first, second) = ([from, to][near], [to, from][near]);
        (first, if *at == first { None } else { Some(second) })
    };
    let ((p, beyond_p), (q, beyond_q)) = (ends(p, &local_a), ends(q, &local_b));
    // Of the parallelogram that is the difference, the half in which both are at their nearer ends.
    let points = [Some((p, q)), beyond_p.map(|end| (end, q)), beyond_q.map(|end| (p, end))];
    Simplex::of_feature(points.into_iter().flatten().map(point))
}

/// The distance of a feature of A - B. `None` if it does not suffice.
fn refine_feature(
    unrounded: &AnyPair<'_>,
    goal: &Goal,
    feature: &Simplex,
    hints: &mut VertexHints,
) -> Option<Estimate> {
    let closest = feature.closest();
    let axis = to_f64(&closest);
    let point = unrounded.support_against(&axis, hints);
    let (lower, upper) =
        (along(&closest, &difference(&point, None)), square(&closest).to_f64().sqrt());
    let rounding = bound_rounding(unrounded.largest_coordinate(), ROUNDING);
    let (status, witness) = (Status::Met, feature.witness());
    let found = Estimate { status, witness, lower, axis, rounding };
    // Not of a point at the origin: its length along itself is NaN.
    goal.is_met(lower, upper).then_some(found)
}

/// The length of a vector's part along an axis.
fn along(axis: &Vector, v: &Vector) -> f64 {
    dot(axis, v).to_f64() / square(axis).to_f64().sqrt()
}

/// The number of search directions that are nearly the same axis, plus one.
const TILTS: u32 = 3;

/// The tilt of these directions: more than rounding, so that another of several equally far points is found; little enough that a
/// support point on a round surface does not move.
const AXIS_TILT: f64 = 1e-12;

/// GJK in double-double numbers. The first `tilts - 1` points are searched along the axis of the estimate, tilted towards the
/// nearest point of the simplex: if the closest points are on several patches of the surfaces, this finds all of these.
#[cold]
fn descend(
    unrounded: &AnyPair<'_>,
    goal: &Goal,
    axis: &Vec3,
    mut tilts: u32,
    hints: &mut VertexHints,
) -> Estimate {
    let mut simplex = Simplex::new();
    let n = axis / axis.norm();
    let mut axis = n;
    let (mut lower, mut best) = (f64::NEG_INFINITY, axis);
    let mut v: Option<Vector> = None;
    let mut status = Status::Open;
    let mut is_tilted = tilts > 0;
    for _ in 0..DOUBLE_ITERATIONS {
        let point = unrounded.support_against(&axis, hints);
        let y = difference(&point, None);
        if v.is_none() {
            // The support point along a precise axis may be the nearest point itself.
            let exact = [n.x, n.y, n.z].map(Dd::from);
            let (along, length) = (along(&exact, &y), square(&y).to_f64().sqrt());
            if goal.is_met(along, length) {
                simplex.add(&point, y);
                (status, lower, best) = (Status::Met, along, n);
                break;
            }
        }
        if tilts == 0
            && let Some(v) = v
        {
            let (square, along) = (square(&v).to_f64(), dot(&v, &y).to_f64());
            let upper = square.sqrt();
            // From the gap between the bounds, to avoid cancellation.
            let gap = (square - along) / upper;
            if upper - gap > lower {
                (lower, best) = (upper - gap, axis);
            }
            if goal.is_met(upper - gap, upper) {
                status = Status::Met;
                break;
            }
        }
        match simplex.add(&point, y) {
            Closest::Outside => {}
            Closest::Enclosed => {
                status = Status::Enclosed;
                break;
            }
            Closest::Unchanged if tilts > 0 => tilts = 1,
            Closest::Unchanged => break,
        }
        let closest = simplex.closest();
        let direction = to_f64(&closest);
        let away = direction.norm_squared() > 0.0;
        if !away {
            break;
        }
        v = Some(closest);
        tilts = tilts.saturating_sub(1);
        if tilts == 0 && is_tilted {
            // All patches are found: the axis normal to the feature that they make up is more precise than the nearest point.
            is_tilted = false;
            let normal = simplex.straightened(&n);
            let point = unrounded.support_against(&to_f64(&normal), hints);
            let least = along(&normal, &difference(&point, None)).min(along(&normal, &closest));
            let length = square(&closest).to_f64().sqrt();
            if goal.is_met(least, length) {
                (status, lower, best) = (Status::Met, least, to_f64(&normal));
                break;
            }
        }
        let lateral = || direction - n * n.dot(&direction);
        axis = if tilts > 0 { n + lateral() * (AXIS_TILT / direction.norm()) } else { direction };
    }
    let rounding = bound_rounding(unrounded.largest_coordinate(), ROUNDING);
    Estimate { status, witness: simplex.witness(), lower, axis: best, rounding }
}
