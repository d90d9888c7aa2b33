//! The distance with double-double numbers, for what double precision leaves open.

use super::{Approach, Status, Wanted, bound_rounding};
use crate::convex::gjk::Witness;
use crate::convex::gjk::double_double::{
    Closest, Simplex, Vector, difference, dot, square, to_f64,
};
use crate::convex::pair::{Pair, SupportPoint, VertexHints};
use crate::math::Vec3;
use crate::math::scalar::{Dd, Scalar};
use crate::math::tolerance::{DOUBLE_ITERATIONS, ROUNDING};
use crate::shape::Any;

/// What double precision has left open, with twice the digits.
#[cold]
pub(super) fn refine(
    cores: &Pair<Any<'_>, Any<'_>>,
    radius: f64,
    wanted: Wanted,
    rough: &Approach,
    hints: &mut VertexHints,
) -> Approach {
    let mut approach = *rough;
    refine_bounds(cores, radius, wanted, &mut approach, hints);
    for tilts in [TILTS, 0] {
        if approach.status == Status::Open {
            approach = descend(cores, radius, wanted, &rough.axis, tilts, hints);
        }
    }
    approach
}

/// The points and the plane that double precision came to, if these are enough with bounds of twice the digits.
#[cold]
fn refine_bounds(
    cores: &Pair<Any<'_>, Any<'_>>,
    radius: f64,
    wanted: Wanted,
    rough: &mut Approach,
    hints: &mut VertexHints,
) {
    let (relative, Witness { local_a, local_b, .. }) = (cores.relative(), rough.witness);
    let (a, b) = (relative.place_a(&local_a), relative.place_b(&local_b));
    let v = difference(&SupportPoint { local_a, local_b, a, b }, None);
    let y = difference(&cores.support_against(&rough.axis, hints), None);
    let axis = [0, 1, 2].map(|k| Dd::from_f64(rough.axis[k]));
    let (lower, upper) = (dot(&axis, &y).to_f64() / rough.axis.norm(), square(&v).to_f64().sqrt());
    let rounding = bound_rounding(cores.largest_reach(), Dd::ROUNDING);
    if wanted.is_met(lower - radius, upper - radius, rounding) {
        (rough.status, rough.lower) = (Status::Met, lower);
        rough.witness.difference = to_f64(&v);
    }
}

/// This many points at most are searched for along nearly the same axis.
const TILTS: u32 = 3;

/// By how much that is tilted: by more than rounding, so that of points equally far along it another is found, and by less than
/// a point on a round surface would be moved by.
const TILT: f64 = 1e-12;

/// The search with twice the digits, for what double precision leaves open. The first points, this many less one, are searched
/// along the axis to which that came, tilted towards what is beside it: where the closest points are on several pieces of the
/// surfaces, these are all found so.
#[cold]
fn descend(
    cores: &Pair<Any<'_>, Any<'_>>,
    radius: f64,
    wanted: Wanted,
    axis: &Vec3,
    mut tilts: u32,
    hints: &mut VertexHints,
) -> Approach {
    let mut simplex = Simplex::new();
    let n = axis / axis.norm();
    let mut axis = n;
    let rounding = bound_rounding(cores.largest_reach(), Dd::ROUNDING);
    let (mut lower, mut best) = (f64::NEG_INFINITY, axis);
    let mut v: Option<Vector> = None;
    let mut status = Status::Open;
    for _ in 0..DOUBLE_ITERATIONS {
        let point = cores.support_against(&axis, hints);
        let y = difference(&point, None);
        if tilts == 0
            && let Some(v) = v
        {
            let (square, along) = (square(&v).to_f64(), dot(&v, &y).to_f64());
            let upper = square.sqrt();
            // From the gap between the bounds, which has digits where the bounds agree.
            let gap = (square - along) / upper;
            if upper - gap > lower {
                (lower, best) = (upper - gap, axis);
            }
            if wanted.is_met(upper - gap - radius, upper - radius, rounding) {
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
        let beside = || direction - n * n.dot(&direction);
        axis = if tilts > 0 { n + beside() * (TILT / direction.norm()) } else { direction };
    }
    let rounding = bound_rounding(cores.largest_reach(), ROUNDING);
    Approach { status, witness: simplex.witness(), lower, axis: best, rounding }
}
