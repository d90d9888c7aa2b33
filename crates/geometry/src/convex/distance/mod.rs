//! The distance of two convex bodies and their closest points: GJK's distance algorithm (thesis 4.4, algorithm 4.1).
//!
//! Every support point bounds the distance from below, every point of the simplex from above; the search ends when the
//! bounds are close enough. Radii are added after the distance of the unrounded bodies. The boolean query decides whether the
//! distance is zero ([`crate::convex::query::intersect`]), so the two never disagree.

use crate::convex::gjk::nearest::NearestSimplex;
use crate::convex::gjk::{self, common_point, witness_in_double};
use crate::convex::pair::{AnyPair, VertexHints};
use crate::convex::query::{Coherence, intersect};
use crate::convex::relative::RelativePlacement;
use crate::convex::touching::touch_along_flat_sides;
use crate::convex::unrounded::{AnyUnroundedPair, UnroundedPair};
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::tolerance::{CLEAR_MARGIN, ROUNDING, TIGHTEST_DISTANCE_TOLERANCE};
use crate::math::vector::is_finite;
use crate::shape::Support;

mod double_double;
mod estimate;
mod warm;
mod within;

pub(crate) use estimate::{Estimate, Status};
use estimate::{bound_rounding, estimate, estimate_in_double};
pub(crate) use warm::{WarmStart, distance_again};
pub(crate) use within::{is_within, search_by_distance, search_unrounded, shared_point};

#[cfg(test)]
mod tests;

/// The distance of two bodies, in the units of their relative placement.
///
/// ```
/// use solid_geometry::convex::{RelativePlacement, distance};
/// use solid_geometry::math::Placement;
/// use solid_geometry::shape::{Primitive, Support};
///
/// let (ball, can) = (Primitive::sphere(1.0), Primitive::Cylinder { radius: 2.0, half_height: 5.0 });
/// let (of_ball, of_can) = (ball.absolute_extents(), can.absolute_extents());
/// let there = Placement::translation([6.0, 1.0, 8.0]); // its axis is 10 away
/// let relative = RelativePlacement::new(&of_ball, &Placement::IDENTITY, &of_can, &there);
/// let found = distance(&ball, &can, &relative.expect("in range"), 1e-3, &mut [0; 2]);
/// assert!(found.lower <= 7.0 && 7.0 <= found.upper + 1e-9); // the exact distance is between them
/// assert!(found.upper - found.lower <= 1e-3 * found.upper);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The closest points; a common point if the bodies are not apart. The difference points from B to A.
    pub witness: Witness,
    /// A unit vector from B to A: two planes with this normal, `lower` apart, separate the bodies. Zero if these are not apart.
    /// Nearly parallel to the difference.
    pub axis: Vec3,
    /// A lower bound on the distance, which includes rounding.
    pub lower: f64,
    /// The distance of the closest points: an upper bound up to their rounding. Zero if and only if the bodies are not apart.
    pub upper: f64,
    /// Whether the bodies overlap by more than rounding.
    pub(crate) is_enclosed: bool,
}

impl Distance {
    /// Of bodies that overlap by more than rounding.
    fn enclosed(common: Witness) -> Distance {
        Distance { is_enclosed: true, ..Distance::zero(common) }
    }

    fn zero(common: Witness) -> Distance {
        let zero = Vec3::zeros();
        Distance {
            witness: Witness { difference: zero, ..common },
            axis: zero,
            lower: 0.0,
            upper: 0.0,
            is_enclosed: false,
        }
    }
}

/// What is to be computed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DistanceQuery {
    /// The distance, to this relative error.
    Distance(f64),
    /// Whether it is no more than this.
    Within(f64),
    /// The distance to a relative error, or but that it is more than a limit.
    UpTo {
        /// The relative error.
        tolerance: f64,
        /// The limit.
        limit: f64,
    },
}

impl DistanceQuery {
    /// Whether bounds with this rounding error suffice.
    #[inline]
    pub(super) fn is_met(self, lower: f64, upper: f64, rounding: f64) -> bool {
        let are_close = |tolerance: f64| {
            let least = tolerance * upper;
            upper - lower <= least && rounding <= least && upper < f64::INFINITY
        };
        match self {
            DistanceQuery::Distance(tolerance) => are_close(tolerance),
            DistanceQuery::UpTo { tolerance, limit } => {
                lower > limit + CLEAR_MARGIN * rounding || are_close(tolerance)
            }
            DistanceQuery::Within(limit) => lower > limit + rounding || upper < limit - rounding,
        }
    }
}

/// The distance of two bodies to a relative error, at least [`TIGHTEST_DISTANCE_TOLERANCE`]. If rounding or the iteration limit
/// prevents that, the bounds are farther apart.
///
/// ```
/// use solid_geometry::convex::{RelativePlacement, distance};
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::{Primitive, Support};
///
/// let block = Primitive::Box(Vec3::repeat(1.0));
/// let (extents, there) = (block.absolute_extents(), Placement::translation([5.0, 6.0, 0.0]));
/// let relative = RelativePlacement::new(&extents, &Placement::IDENTITY, &extents, &there);
/// let found = distance(&block, &block, &relative.expect("in range"), 1e-9, &mut [0; 2]);
/// assert!((found.upper - 5.0).abs() < 1e-8); // edges 3 and 4 apart
/// ```
pub fn distance<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    relative: &RelativePlacement,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Distance {
    // Zero, negative numbers and NaN mean the tightest tolerance.
    let tolerance = tolerance.max(TIGHTEST_DISTANCE_TOLERANCE);
    measure(a, b, relative, DistanceQuery::Distance(tolerance), hints)
}

/// The distance of two bodies without their rounding, to a relative error; of those that are farther apart than their radii, some bounds
/// beyond that. An estimate where its bounds are clear of rounding, along the difference of its points, and either so close or beyond
/// the limit.
pub(crate) fn unrounded_distance(
    bodies: &AnyUnroundedPair<'_>,
    (tolerance, limit): (f64, f64),
    hints: &mut VertexHints,
) -> Result<Estimate, Distance> {
    let (pair, bare) = (bodies.pair().of_any(), bodies.without_radii());
    let query = DistanceQuery::UpTo { tolerance, limit: bodies.radius() };
    let mut simplex = NearestSimplex::default();
    let mut found = estimate(&bare, query, &mut simplex, hints);
    let Estimate { status, witness, lower, axis, rounding } = &found;
    if *status == Status::Met && *axis == witness.difference {
        let (length, certain) = (axis.norm(), lower - rounding);
        let is_known = certain > limit || length - lower <= tolerance * length;
        if certain > CLEAR_MARGIN * rounding && is_known {
            return Ok(found);
        }
    }
    let ((a, b), relative) = (pair.bodies(), pair.relative());
    Err(certify(&bare, (a, b, relative), query, (&mut found, &simplex), hints))
}

fn measure<A: Support + ?Sized, B: Support + ?Sized>(
    a: &A,
    b: &B,
    relative: &RelativePlacement,
    query: DistanceQuery,
    hints: &mut VertexHints,
) -> Distance {
    let unrounded = UnroundedPair::new(a, b, relative);
    let mut simplex = NearestSimplex::default();
    let mut estimate = estimate(&unrounded, query, &mut simplex, hints);
    certify(&unrounded, (a, b, relative), query, (&mut estimate, &simplex), hints)
}

fn certify<A: Support + ?Sized, B: Support + ?Sized>(
    unrounded: &UnroundedPair<A, B>,
    (a, b, relative): (&A, &B, &RelativePlacement),
    query: DistanceQuery,
    (estimate, simplex): (&mut Estimate, &NearestSimplex),
    hints: &mut VertexHints,
) -> Distance {
    let mut are_apart = false;
    if estimate.status == Status::Open {
        let Estimate { witness, rounding, lower, .. } = *estimate;
        let (pair, radius) = (unrounded.pair(), unrounded.radius());
        let bodies = AnyPair::new(a.any(), b.any(), relative);
        let along_sides = |hints: &mut VertexHints| {
            let may_touch = lower <= rounding && radius == 0.0;
            let touch = may_touch.then(|| touch_along_flat_sides(&pair.of_any(), hints))??;
            Some(Distance::zero(touch.witness))
        };
        let mut zero = touching(unrounded, &witness, rounding).or_else(|| along_sides(hints));
        if zero.is_none() && lower - radius <= rounding {
            // Proving an overlap is much faster than the distance of the unrounded bodies in double-double numbers.
            let (answer, common) = witness_in_double(&bodies, &estimate.axis, hints);
            // Of rounded bodies the boolean query has another answer, where rounding allows both.
            are_apart = answer == gjk::Status::Apart && radius == 0.0;
            let is_certain = answer == gjk::Status::Enclosed;
            zero = common.map(if is_certain { Distance::enclosed } else { Distance::zero });
        }
        if let Some(zero) = zero
            && (zero.is_enclosed || collide(unrounded, &bodies, &zero, hints))
        {
            return zero;
        }
        *estimate =
            double_double::refine(&pair.of_any(), (radius, query), estimate, simplex, hints);
    }
    finish(unrounded, (a, b, relative), are_apart, estimate, hints)
}

/// The distance of bodies that seem to touch: whose closest points, found in double precision, are no farther apart than rounding.
fn touching<A: Support + ?Sized, B: Support + ?Sized>(
    unrounded: &UnroundedPair<A, B>,
    witness: &Witness,
    rounding: f64,
) -> Option<Distance> {
    let radius = unrounded.radius();
    if radius == 0.0 {
        let touch = unrounded.pair().touches(witness);
        return touch.then(|| Distance::zero(*witness));
    }
    let points = of_points(unrounded, witness);
    let length = points.difference.norm();
    let may_touch = length > 0.0 && length <= radius + rounding;
    may_touch.then(|| Distance::zero(unrounded.shared(&points)))
}

/// With the difference of the points themselves: where the search was left open, its nearest point is not that.
fn of_points<A: Support + ?Sized, B: Support + ?Sized>(
    unrounded: &UnroundedPair<A, B>,
    witness: &Witness,
) -> Witness {
    let Witness { local_a, local_b, .. } = *witness;
    let difference = unrounded.pair().point_of(local_a, local_b).difference();
    Witness { difference, ..*witness }
}

/// Whether bodies collide which share a point but for rounding: by the boolean query, which knows more than that. One point of both
/// unrounded bodies is enough; points of a surface that a radius leads to have been rounded.
#[cold]
fn collide<A: Support + ?Sized, B: Support + ?Sized>(
    unrounded: &UnroundedPair<A, B>,
    bodies: &AnyPair<'_>,
    zero: &Distance,
    hints: &VertexHints,
) -> bool {
    let ((a, b), relative) = (bodies.bodies(), bodies.relative());
    let is_one_point = || of_points(unrounded, &zero.witness).difference == Vec3::zeros();
    unrounded.radius() == 0.0 && is_one_point()
        || intersect(a, b, relative, &mut Coherence::starting_at(*hints))
}

/// The distance of bodies that collide, although rounding hides it.
#[cold]
fn zero_of<A: Support + ?Sized, B: Support + ?Sized>(
    unrounded: &UnroundedPair<A, B>,
    (a, b, relative): (&A, &B, &RelativePlacement),
    witness: &Witness,
    rounding: f64,
    hints: &mut VertexHints,
) -> Option<Distance> {
    let bodies = AnyPair::new(a.any(), b.any(), relative);
    if let Some(zero) = touching(unrounded, witness, rounding) {
        return collide(unrounded, &bodies, &zero, hints).then_some(zero);
    }
    let mut coherence = Coherence::starting_at(*hints);
    intersect(a.any(), b.any(), relative, &mut coherence).then(|| {
        let is_rounded = unrounded.radius() > 0.0;
        let shared = || unrounded.shared(&of_points(unrounded, witness));
        let known = if is_rounded { shared() } else { *witness };
        Distance::zero(common_point(&bodies, &known, hints))
    })
}

/// The distance of the bodies from that of the unrounded ones. If rounding hides whether they collide, the boolean query decides, which
/// may have found that they `are_apart`.
#[inline]
fn finish<A: Support + ?Sized, B: Support + ?Sized>(
    unrounded: &UnroundedPair<A, B>,
    (a, b, relative): (&A, &B, &RelativePlacement),
    are_apart: bool,
    estimate: &Estimate,
    hints: &mut VertexHints,
) -> Distance {
    let &Estimate { status, ref witness, lower, axis, rounding } = estimate;
    if status == Status::Enclosed {
        return Distance::enclosed(*witness);
    }
    let (radius, length) = (unrounded.radius(), witness.difference.norm());
    if length + CLEAR_MARGIN * rounding < radius {
        return Distance::enclosed(unrounded.shared(witness));
    }
    let lower = lower - radius - rounding;
    let clear = lower > CLEAR_MARGIN * rounding;
    if !(clear || are_apart)
        && let Some(zero) = zero_of(unrounded, (a, b, relative), witness, rounding, hints)
    {
        return zero;
    }
    let normal = if length > 0.0 { witness.difference / length } else { Vec3::x() };
    // The bodies are apart, so the distance is not zero, even if it is less than rounding.
    let upper = (length - radius).max(rounding * ROUNDING).max(f64::MIN_POSITIVE);
    let mut surface = unrounded.surface(witness, &normal);
    surface.difference = normal * upper;
    // If only the boolean query proves that they are apart, there may be no such plane.
    let across = axis / axis.norm();
    let axis = if is_finite(&across) { across } else { normal };
    Distance { witness: surface, axis, lower: lower.max(0.0), upper, is_enclosed: false }
}
