//! The distance of two convex bodies and their closest points: GJK's distance algorithm (thesis 4.4, algorithm 4.1).
//!
//! Every support point bounds the distance from below, every point of the simplex from above; the search ends when the
//! bounds are close enough. Radii are added after the distance of the unrounded bodies. The boolean query decides whether the
//! distance is zero ([`crate::convex::query::intersect`]), so the two never disagree.

use crate::convex::gjk::nearest::{Nearest, NearestSimplex};
use crate::convex::gjk::{Witness, search_with_witness, witness_if_enclosed};
use crate::convex::newton::{self, ClosestPoints, Target};
use crate::convex::pair::{Pair, VertexHints};
use crate::convex::query::{Coherence, intersect};
use crate::convex::relative::RelativePlacement;
use crate::convex::unrounded::UnroundedPair;
use crate::math::Vec3;
use crate::math::tolerance::{
    CLEAR_MARGIN, DISTANCE_ITERATIONS, DISTANCE_ROUNDING, ROUNDING, TIGHTEST_DISTANCE_TOLERANCE,
    VOLUME_ROUNDING,
};
use crate::math::vector::is_finite;
use crate::shape::{Any, Support};

mod double_double;

#[cfg(test)]
mod tests;

/// The distance of two bodies, in the units of their relative placement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The closest points; where the bodies are not apart a common one. The difference points from B to A.
    pub witness: Witness,
    /// The unit vector from B to A across which planes between the bodies are `lower` apart; zero where these are not
    /// apart. It is near the direction of the difference, and not the same.
    pub axis: Vec3,
    /// The distance is no less; rounding is accounted for.
    pub lower: f64,
    /// The distance is no more, but for the rounding of the points: it is that of the closest points. Zero if and only
    /// if the bodies are not apart.
    pub upper: f64,
}

impl Distance {
    fn zero(common: Witness) -> Distance {
        let zero = Vec3::zeros();
        Distance {
            witness: Witness { difference: zero, ..common },
            axis: zero,
            lower: 0.0,
            upper: 0.0,
        }
    }
}

/// What has to be known of a distance.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// The distance, to this relative error.
    Distance(f64),
    /// Whether it is no more than this.
    Within(f64),
}

impl Wanted {
    /// Whether these bounds, each good to `rounding`, are enough.
    #[inline]
    pub(super) fn is_met(self, lower: f64, upper: f64, rounding: f64) -> bool {
        match self {
            Wanted::Distance(tolerance) => {
                let least = tolerance * upper;
                upper - lower <= least && rounding <= least && upper < f64::INFINITY
            }
            Wanted::Within(limit) => lower > limit + rounding || upper < limit - rounding,
        }
    }
}

/// The distance of two bodies to a relative error, at least [`TIGHTEST_DISTANCE_TOLERANCE`]. What rounding or the caps
/// leave open is in the bounds.
pub fn distance<A: Support + Copy, B: Support + Copy>(
    a: A,
    b: B,
    relative: &RelativePlacement,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Distance {
    // Zero, negative and no number at all mean the tightest.
    let tolerance = tolerance.max(TIGHTEST_DISTANCE_TOLERANCE);
    measure(a, b, relative, Wanted::Distance(tolerance), hints)
}

/// Whether the bodies are no farther apart than `limit`, in the units of the relative placement; with zero, whether they collide.
pub fn is_within<A: Support + Copy, B: Support + Copy>(
    a: A,
    b: B,
    relative: &RelativePlacement,
    limit: f64,
    hints: &mut VertexHints,
) -> bool {
    measure(a, b, relative, Wanted::Within(limit), hints).upper <= limit
}

/// A point that the bodies share; `None` if they are apart.
pub fn shared_point<A: Support + Copy, B: Support + Copy>(
    a: A,
    b: B,
    relative: &RelativePlacement,
    hints: &mut VertexHints,
) -> Option<Witness> {
    let found = measure(a, b, relative, Wanted::Within(0.0), hints);
    (found.upper == 0.0).then_some(found.witness)
}

fn measure<A: Support + Copy, B: Support + Copy>(
    a: A,
    b: B,
    relative: &RelativePlacement,
    wanted: Wanted,
    hints: &mut VertexHints,
) -> Distance {
    let cores = UnroundedPair::new(a, b, relative);
    let mut approach = approach_quickly(&cores, wanted, hints);
    if approach.status == Status::Open {
        // That bodies overlap is certain long before double-double numbers could yield the distance of their cores.
        let bodies = Pair::<Any<'_>, Any<'_>>::new(a.any(), b.any(), relative);
        let may_overlap = approach.lower - cores.radius() <= approach.rounding;
        if may_overlap && let Some(common) = witness_if_enclosed(&bodies, hints) {
            return Distance::zero(common);
        }
        let pair = cores.pair();
        approach = double_double::refine(&pair.of_any(), cores.radius(), wanted, &approach, hints);
    }
    settle(&cores, (a, b, relative), approach, hints)
}

/// How an approach of the closest points ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// The bounds are enough.
    Met,
    /// The cores share a point, beyond rounding.
    Enclosed,
    /// Rounding, or the number of iterations, ended it before.
    Open,
}

/// The closest points of the cores as far as they are known.
#[derive(Clone, Copy)]
struct Approach {
    status: Status,
    /// Of the cores.
    witness: Witness,
    /// The cores are no nearer.
    lower: f64,
    /// What planes are across that are so far apart, of any length.
    axis: Vec3,
    /// What rounding may have added to the lower bound.
    rounding: f64,
}

impl Approach {
    /// By Newton's method, with bounds that are good to `rounding`.
    #[inline]
    fn of(
        ClosestPoints { witness, axis, lower, is_met }: ClosestPoints,
        rounding: f64,
    ) -> Approach {
        let status = if is_met { Status::Met } else { Status::Open };
        Approach { status, witness, lower, axis, rounding }
    }
}

/// What rounding does to the bounds of a distance that `v` gives, in precision of relative rounding `unit`.
#[inline]
fn bound_rounding(reach: f64, unit: f64) -> f64 {
    DISTANCE_ROUNDING * unit * reach
}

/// The search in double precision.
#[inline]
fn approach_quickly<A: Support + Copy, B: Support + Copy>(
    cores: &UnroundedPair<A, B>,
    wanted: Wanted,
    hints: &mut VertexHints,
) -> Approach {
    let reach = cores.pair().largest_reach();
    let least_volume = VOLUME_ROUNDING * reach * reach * reach;
    let (radius, rounding) = (cores.radius(), bound_rounding(reach, ROUNDING));
    let target = Target { wanted, radius, rounding };
    let mut simplex = NearestSimplex::EMPTY;
    let mut v = cores.pair().center_difference();
    let mut upper = f64::INFINITY;
    let (mut lower, mut axis) = (f64::NEG_INFINITY, v);
    let mut status = Status::Open;
    let (round, mut next_newton) = (!cores.are_polytopes(), SEARCHES_TO_NEWTON);
    for searches in 1..=DISTANCE_ITERATIONS as usize {
        let point = cores.support_against(&v, hints);
        let w = point.difference();
        let along = v.dot(&w) / v.norm();
        if along > lower {
            (lower, axis) = (along, v);
        }
        if wanted.is_met(lower - radius, upper - radius, rounding) {
            status = Status::Met;
            break;
        }
        if simplex.contains(&w) {
            break;
        }
        match simplex.add(&point, w, &v, least_volume) {
            Nearest::Outside(nearest) => {
                let length = nearest.norm();
                // No progress, or no number: rounding has taken over.
                let nearer = length < upper && length > 0.0;
                if !nearer {
                    break;
                }
                (v, upper) = (nearest, length);
                if wanted.is_met(lower - radius, upper - radius, rounding) {
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
        // Cores nearer than the radii: the bodies overlap.
        if upper + CLEAR_MARGIN * rounding < radius {
            status = Status::Met;
            break;
        }
        // In vain for bodies that collide: those that may, and as deep as they seem to be apart, are left to GJK at first.
        let promises = lower - radius > rounding
            || searches > SEARCHES_TO_NEWTON && lower > -upper
            || searches >= SEARCHES_TO_INSIST;
        if round && searches >= next_newton && promises {
            next_newton = 2 * searches;
            if let Some(found) = by_newton(&cores.pair().of_any(), &simplex, &v, &target, hints) {
                return Approach::of(found, rounding);
            }
        }
    }
    let mut witness = simplex.witness();
    if status != Status::Enclosed {
        witness.difference = v;
    }
    let approach = Approach { status, witness, lower, axis, rounding };
    if status != Status::Open {
        return approach;
    }
    approach_straight(&cores.pair().of_any(), simplex, (lower, upper), &target, least_volume, hints)
        .unwrap_or(approach)
}

/// This many steps at most are made along normals.
const STRAIGHT_STEPS: u32 = 8;

/// What rounding has ended, from where it did, by Newton's method where bodies are round and apart, else along normals of edges and
/// faces: those of points near the origin have few digits. `None` if that does not lead to what is wanted either.
#[cold]
fn approach_straight(
    cores: &Pair<Any<'_>, Any<'_>>,
    mut simplex: NearestSimplex,
    (lower, upper): (f64, f64),
    target: &Target,
    least_volume: f64,
    hints: &mut VertexHints,
) -> Option<Approach> {
    let &Target { wanted, radius, rounding } = target;
    if simplex.witness().difference.norm() > upper + rounding {
        simplex.recover();
    }
    let v = simplex.witness().difference;
    if !cores.are_polytopes()
        && lower - radius > rounding
        && let Some(found) = by_newton(cores, &simplex, &v, target, hints)
    {
        return Some(Approach::of(found, rounding));
    }
    for _ in 0..STRAIGHT_STEPS {
        let witness = simplex.witness();
        let v = simplex.straightened(&witness.difference, rounding);
        let point = cores.support_against(&v, hints);
        let (w, upper) = (point.difference(), v.norm());
        let lower = v.dot(&w) / upper;
        if wanted.is_met(lower - radius, upper - radius, rounding) {
            let witness = Witness { difference: v, ..witness };
            return Some(Approach { status: Status::Met, witness, lower, axis: v, rounding });
        }
        if simplex.contains(&w)
            || !matches!(simplex.add(&point, w, &v, least_volume), Nearest::Outside(_))
        {
            return None;
        }
    }
    None
}

/// This many support points are searched before Newton's method is tried, one more where it is not known that the bodies are
/// apart; after it was in vain, twice as many. Measured (`benches/distances.rs`).
const SEARCHES_TO_NEWTON: usize = 2;

/// After this many, it is tried even where bodies seem to collide. Measured.
const SEARCHES_TO_INSIST: usize = 12;

/// The closest points of round bodies from what GJK has found so far.
fn by_newton(
    pair: &Pair<Any<'_>, Any<'_>>,
    simplex: &NearestSimplex,
    v: &Vec3,
    target: &Target,
    hints: &mut VertexHints,
) -> Option<ClosestPoints> {
    let directions = simplex.searched().map(|(along, share)| (*along, share));
    newton::closest_points(pair, v, directions, target, hints)
}

/// The result of the boolean query.
#[cold]
fn collide(a: Any<'_>, b: Any<'_>, relative: &RelativePlacement, hints: &VertexHints) -> bool {
    intersect(a, b, relative, &mut Coherence::starting_at(*hints))
}

/// The bodies' distance from that of their cores. If rounding leaves it open whether they collide, the boolean query decides.
#[inline]
fn settle<A: Support + Copy, B: Support + Copy>(
    cores: &UnroundedPair<A, B>,
    (a, b, relative): (A, B, &RelativePlacement),
    approach: Approach,
    hints: &mut VertexHints,
) -> Distance {
    let Approach { status, witness, lower, axis, rounding } = approach;
    if status == Status::Enclosed {
        return Distance::zero(witness);
    }
    let (radius, length) = (cores.radius(), witness.difference.norm());
    if length + CLEAR_MARGIN * rounding < radius {
        return Distance::zero(cores.shared(&witness));
    }
    let lower = lower - radius - rounding;
    let clear = lower > CLEAR_MARGIN * rounding;
    if !clear && collide(a.any(), b.any(), relative, hints) {
        let common = if length > 0.0 && length <= radius {
            cores.shared(&witness)
        } else {
            search_with_witness(&Pair::<Any<'_>, Any<'_>>::new(a.any(), b.any(), relative), hints).1
        };
        return Distance::zero(common);
    }
    let normal = if length > 0.0 { witness.difference / length } else { Vec3::x() };
    // Apart, be it by less than rounding: not zero.
    let upper = (length - radius).max(rounding * ROUNDING).max(f64::MIN_POSITIVE);
    let mut surface = cores.surface(&witness, &normal);
    surface.difference = normal * upper;
    // Where only the boolean query knows better there may be no plane.
    let across = axis / axis.norm();
    let axis = if is_finite(&across) { across } else { normal };
    Distance { witness: surface, axis, lower: lower.max(0.0), upper }
}
