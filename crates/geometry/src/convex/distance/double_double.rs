//! The distance in double-double numbers, where double precision does not suffice.

use super::{DistanceQuery, Estimate, Status, bound_rounding};
use crate::convex::gjk::Witness;
use crate::convex::gjk::double_double::{
    Closest, Simplex, Vector, difference, dot, square, to_f64,
};
use crate::convex::pair::{AnyPair, VertexHints};
use crate::math::Vec3;
use crate::math::scalar::Dd;
use crate::math::tolerance::{DOUBLE_ITERATIONS, ROUNDING};

/// Refines an estimate of double precision.
#[cold]
pub(super) fn refine(
    unrounded: &AnyPair<'_>,
    radius: f64,
    query: DistanceQuery,
    rough: &Estimate,
    hints: &mut VertexHints,
) -> Estimate {
    let mut estimate = *rough;
    refine_bounds(unrounded, radius, query, &mut estimate, hints);
    for tilts in [TILTS, 0] {
        if estimate.status == Status::Open {
            estimate = descend(unrounded, radius, query, &rough.axis, tilts, hints);
        }
    }
    estimate
}

/// Evaluates the bounds of the estimate in double-double numbers; often they suffice.
#[cold]
fn refine_bounds(
    unrounded: &AnyPair<'_>,
    radius: f64,
    query: DistanceQuery,
    rough: &mut Estimate,
    hints: &mut VertexHints,
) {
    let Witness { local_a, local_b, .. } = rough.witness;
    let v = difference(&unrounded.point_of(local_a, local_b), None);
    let y = difference(&unrounded.support_against(&rough.axis, hints), None);
    let axis = [0, 1, 2].map(|k| Dd::from(rough.axis[k]));
    let (lower, upper) = (dot(&axis, &y).to_f64() / rough.axis.norm(), square(&v).to_f64().sqrt());
    let rounding = bound_rounding(unrounded.largest_coordinate(), Dd::ROUNDING);
    if query.is_met(lower - radius, upper - radius, rounding) {
        (rough.status, rough.lower) = (Status::Met, lower);
        rough.witness.difference = to_f64(&v);
    }
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
    radius: f64,
    query: DistanceQuery,
    axis: &Vec3,
    mut tilts: u32,
    hints: &mut VertexHints,
) -> Estimate {
    let mut simplex = Simplex::new();
    let n = axis / axis.norm();
    let mut axis = n;
    let rounding = bound_rounding(unrounded.largest_coordinate(), Dd::ROUNDING);
    let (mut lower, mut best) = (f64::NEG_INFINITY, axis);
    let mut v: Option<Vector> = None;
    let mut status = Status::Open;
    for _ in 0..DOUBLE_ITERATIONS {
        let point = unrounded.support_against(&axis, hints);
        let y = difference(&point, None);
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
            if query.is_met(upper - gap - radius, upper - radius, rounding) {
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
        let lateral = || direction - n * n.dot(&direction);
        axis = if tilts > 0 { n + lateral() * (AXIS_TILT / direction.norm()) } else { direction };
    }
    let rounding = bound_rounding(unrounded.largest_coordinate(), ROUNDING);
    Estimate { status, witness: simplex.witness(), lower, axis: best, rounding }
}
