//! GJK on a pair of convex bodies: a separating axis, a common point, or the closest points.
//!
//! Thesis 4.4: the algorithm keeps a simplex of points of A - B and moves towards the origin by support points.
//! Every loop here says how it ended. A miss is only ever told together with an axis whose margin exceeds the
//! rounding error of checking it; a hit by enclosing needs a tetrahedron whose orientation is certain. What double
//! precision leaves open is done again with twice the digits, in coordinates in which A - B is round; what is then
//! still open differs from touching by no more than rounding, and touching is colliding.

pub mod boolean;
pub mod feature;
pub mod nearest;
pub mod simplex;

#[cfg(test)]
mod tests;

use crate::convex::newton;

#[cfg(test)]
mod shares_tests;
use crate::convex::pair::{Pair, SupportPoint, VertexHints};
use crate::math::scalar::{Dd, Scalar};
use crate::math::tolerance::{
    DETERMINANT_ROUNDING, DOUBLE_ITERATIONS, DOUBLE_NOISE, SINGLE_ITERATIONS, SINGLE_NOISE,
    TOUCHING_CONVERGED, WITNESS_CONDITION,
};
use crate::math::{Mat3, Vec3};
use crate::shape::{Any, Support};
use simplex::{Closest, Simplex};

/// How a search for a separating axis ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The axis separates the bodies.
    Apart,
    /// Four points of A - B enclose the origin: the bodies overlap.
    Enclosed,
    /// The bodies are nearer to touching than rounding can tell.
    Touching,
    /// Rounding stopped the search.
    Stalled,
    /// The search used up its iterations.
    Capped,
}

impl Status {
    /// Whether the search has answered.
    #[inline]
    pub fn is_settled(self) -> bool {
        !matches!(self, Status::Stalled | Status::Capped)
    }
}

/// The end of a search.
#[derive(Clone, Copy, Debug)]
pub struct GjkResult {
    /// How it ended.
    pub status: Status,
    /// The last axis: from B towards A, along world axes, of any length. It separates if `how` says so.
    pub axis: Vec3,
    /// The axis' margin in units of the rounding error of checking it.
    pub margin: f64,
    /// Support points computed.
    pub iterations: u32,
}

/// A point of each body, as a convex combination of support points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Witness {
    /// In local coordinates of A.
    pub local_a: Vec3,
    /// In local coordinates of B.
    pub local_b: Vec3,
    /// The point of A minus that of B, along the axes the search was made in.
    pub difference: Vec3,
}

/// The simplex of GJK and the points of both bodies that its points are made of.
pub(super) struct Search<S> {
    pub(super) simplex: Simplex<S>,
    /// By slot, in local coordinates.
    points: [(Vec3, Vec3); 4],
}

impl<S: Scalar> Search<S> {
    #[inline]
    pub(super) fn new() -> Self {
        Search { simplex: Simplex::new(), points: [(Vec3::zeros(), Vec3::zeros()); 4] }
    }

    /// Adds a support point, whose difference is `y` where the search is made; `None` if it is there already.
    ///
    /// Whether the origin is enclosed is told for certain.
    #[inline]
    pub(super) fn add(&mut self, point: &SupportPoint, y: [S; 3]) -> Option<Closest> {
        if self.simplex.contains(&y) {
            return None;
        }
        self.points[self.simplex.free_slot()] = (point.local_a, point.local_b);
        let before = self.simplex.feature();
        let closest = self.simplex.add(y);
        // With twice the digits time is no object, and geometry is more exact than Johnson's determinants.
        if closest == Closest::Outside && S::ROUNDING == f64::ROUNDING {
            return Some(closest);
        }
        if before.0.count_ones() == 3 && self.encloses_for_certain() {
            self.simplex.enclose();
            return Some(Closest::Enclosed);
        }
        Some(self.simplex.add_thoroughly(before))
    }

    /// Whether the tetrahedron of the support points encloses the origin beyond doubt.
    #[inline]
    fn encloses_for_certain(&self) -> bool {
        enclosing_shares(self.simplex.points(), DETERMINANT_ROUNDING * S::ROUNDING).is_some()
    }

    /// The points of both bodies with the given shares of the support points.
    fn combine<T: Scalar>(&self, shares: [T; 4]) -> Witness {
        let mut w =
            Witness { local_a: Vec3::zeros(), local_b: Vec3::zeros(), difference: Vec3::zeros() };
        let mut difference = [S::from_f64(0.0); 3];
        for (i, share) in shares.iter().enumerate() {
            if self.simplex.members() & (1 << i) != 0 {
                let share = share.to_f64();
                w.local_a += self.points[i].0 * share;
                w.local_b += self.points[i].1 * share;
                for (axis, x) in difference.iter_mut().enumerate() {
                    *x = *x + self.simplex.points()[i][axis] * S::from_f64(share);
                }
            }
        }
        w.difference = Vec3::from(difference.map(S::to_f64));
        w
    }

    /// The witness of the present simplex. Zeros for the empty one.
    pub(super) fn witness(&self) -> Witness {
        match self.simplex.members() {
            0 => self.combine([S::from_f64(0.0); 4]),
            // Johnson's determinants of a thin tetrahedron keep too few digits of the shares.
            15 => match enclosing_shares(self.simplex.points(), WITNESS_CONDITION) {
                Some(shares) => self.combine(shares),
                None => {
                    let points = self.simplex.points().map(|point| point.map(S::to_dd));
                    match enclosing_shares(&points, 0.0) {
                        Some(shares) => self.combine(shares),
                        None => self.combine(*self.simplex.shares()),
                    }
                }
            },
            _ => self.combine(*self.simplex.shares()),
        }
    }

    /// The witness of closest points: its difference is that of the simplex, to all digits.
    pub(super) fn closest_witness(&self) -> Witness {
        Witness { difference: Vec3::from(self.simplex.closest().map(S::to_f64)), ..self.witness() }
    }
}

/// The shares of four points of A - B whose combination is the origin, by the volumes of the four tetrahedra that
/// the origin makes with three of them. `None` unless each volume has the sign of the whole and exceeds
/// `condition` times the sum of its terms' magnitudes: the points then do not enclose the origin, or not for
/// certain.
fn enclosing_shares<S: Scalar>(w: &[[S; 3]; 4], condition: f64) -> Option<[S; 4]> {
    let zero = S::from_f64(0.0);
    let mut volumes = [zero; 4];
    for (volume, (i, j, k)) in volumes.iter_mut().zip([(1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1)])
    {
        let (det, permanent) = determinant(&w[i], &w[j], &w[k]);
        // Named, so that no number is not certain either.
        let certain = det.to_f64().abs() > condition * permanent;
        if !certain {
            return None;
        }
        *volume = det;
    }
    let same_sign = volumes.iter().all(|x| *x > zero) || volumes.iter().all(|x| *x < zero);
    let sum = volumes[0] + volumes[1] + volumes[2] + volumes[3];
    same_sign.then(|| volumes.map(|volume| volume / sum))
}

/// `a . (b x c)`, and the sum of the magnitudes of its six terms.
#[inline]
fn determinant<S: Scalar>(a: &[S; 3], b: &[S; 3], c: &[S; 3]) -> (S, f64) {
    let mut det = S::from_f64(0.0);
    let mut permanent = 0.0;
    for (x, y, z) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
        let (p, q) = (b[y] * c[z], b[z] * c[y]);
        det = det + a[x] * (p - q);
        permanent += a[x].to_f64().abs() * (p.to_f64().abs() + q.to_f64().abs());
    }
    (det, permanent)
}

/// The point of A - B under a linear map, in the precision asked for.
#[inline]
pub(super) fn difference<S: Scalar>(point: &SupportPoint, map: Option<&Mat3>) -> [S; 3] {
    let d = [0, 1, 2].map(|axis| S::difference(point.a[axis], point.b[axis]));
    match map {
        None => d,
        Some(m) => [0, 1, 2].map(|row| {
            S::from_f64(m[(row, 0)]) * d[0]
                + S::from_f64(m[(row, 1)]) * d[1]
                + S::from_f64(m[(row, 2)]) * d[2]
        }),
    }
}

/// The dot product of two vectors, rounded.
#[inline]
pub(super) fn dot<S: Scalar>(a: &[S; 3], b: &[S; 3]) -> f64 {
    feature::dot(a, b).to_f64()
}

/// One descent of the separating-axis GJK (algorithm 4.2), from the axis `start`, in precision `S`, with the
/// difference seen through `map`.
#[inline]
fn descend<S: Scalar>(
    pair: &Pair<Any<'_>, Any<'_>>,
    search: &mut Search<S>,
    start: Vec3,
    map: Option<&Mat3>,
    hints: &mut VertexHints,
    (iterations, noise): (u32, f64),
) -> GjkResult {
    let mut axis = start;
    let mut v: Option<[S; 3]> = None;
    for used in 1..=iterations {
        let ending = |status, margin| GjkResult { status, axis, margin, iterations: used };
        let point = pair.support_against(&axis, hints);
        let along = axis.dot(&point.difference());
        let rounding = pair.rounding(&axis);
        if along > rounding {
            return ending(Status::Apart, along / rounding);
        }
        let y = difference::<S>(&point, map);
        // The lower bound of the distance has met the upper one, yet it is no more than rounding.
        if v.is_some_and(|v| dot(&v, &y) >= (1.0 - TOUCHING_CONVERGED) * dot(&v, &v)) {
            return ending(Status::Touching, 0.0);
        }
        match search.add(&point, y) {
            None | Some(Closest::Undecided) => return ending(Status::Stalled, 0.0),
            Some(Closest::Enclosed) => return ending(Status::Enclosed, 0.0),
            Some(Closest::Outside) => {}
        }
        let closest = search.simplex.closest();
        // What is no number ends the search as well.
        let away =
            dot(&closest, &closest) > noise * noise * search.simplex.largest_length2().to_f64();
        if !away {
            return ending(Status::Touching, 0.0);
        }
        v = Some(closest);
        let direction = Vec3::from(closest.map(S::to_f64));
        axis = map.map_or(direction, |m| m.tr_mul(&direction));
    }
    GjkResult { status: Status::Capped, axis, margin: 0.0, iterations }
}

/// The means of the search in double precision.
const SINGLE: (u32, f64) = (SINGLE_ITERATIONS, SINGLE_NOISE);

/// The means of the search in double-double precision.
const DOUBLE: (u32, f64) = (DOUBLE_ITERATIONS, DOUBLE_NOISE);

/// The search for a separating axis with all means: its answer is the library's answer, and does not depend on
/// what was asked before. `how` is [`Status::Apart`] for a miss; all else is a hit.
#[inline]
pub fn search<A: Support, B: Support>(pair: &Pair<A, B>, hints: &mut VertexHints) -> GjkResult {
    let quick = boolean::search(pair, hints);
    if quick.status.is_settled() {
        quick
    } else {
        search_with_witness_after(quick, &pair.of_any(), hints).0
    }
}

/// The same, and for a hit a common point; zeros for a miss.
pub fn search_with_witness<A: Support, B: Support>(
    pair: &Pair<A, B>,
    hints: &mut VertexHints,
) -> (GjkResult, Witness) {
    let quick = boolean::search(pair, hints);
    if quick.status == Status::Apart {
        return (quick, Search::<f64>::new().witness());
    }
    search_with_witness_after(quick, &pair.of_any(), hints)
}

/// A common point of bodies that the quick search alone finds to overlap.
pub(super) fn witness_if_enclosed(
    pair: &Pair<Any<'_>, Any<'_>>,
    hints: &mut VertexHints,
) -> Option<Witness> {
    let quick = boolean::search(pair, hints);
    (quick.status == Status::Enclosed).then(|| search_with_witness_after(quick, pair, hints).1)
}

/// What the quick search did not tell: all, or the common point alone.
#[cold]
fn search_with_witness_after(
    quick: GjkResult,
    pair: &Pair<Any<'_>, Any<'_>>,
    hints: &mut VertexHints,
) -> (GjkResult, Witness) {
    let mut search = Search::<f64>::new();
    let mut start = pair.center_difference();
    // Where the bodies overlap but little, from where they do so most.
    let is_shallow = quick.status == Status::Enclosed && quick.iterations > boolean::NEAR_CONTACT;
    if is_shallow && let Some(point) = newton::deepest_points(pair, &quick.axis, hints) {
        search.add(&point, difference(&point, None));
        start = point.difference();
    }
    let mut ending = descend(pair, &mut search, start, None, hints, SINGLE);
    let mut witness = search.witness();
    if !ending.status.is_settled() {
        (ending, witness) = search_finely(pair, hints);
    }
    (if quick.status.is_settled() { quick } else { ending }, witness)
}

/// With twice the digits: in coordinates in which A - B is round, and, as what is nearest there may be apart by rounding alone
/// and by more along another axis, in those of the world.
#[cold]
fn search_finely(pair: &Pair<Any<'_>, Any<'_>>, hints: &mut VertexHints) -> (GjkResult, Witness) {
    let map = pair.rounding_off();
    let mut descend_under = |map, start| {
        let mut search = Search::<Dd>::new();
        let ending = descend(pair, &mut search, start, map, hints, DOUBLE);
        (ending, search.witness())
    };
    let rounded_off = descend_under(Some(&map), pair.center_difference());
    if matches!(rounded_off.0.status, Status::Apart | Status::Enclosed) {
        return rounded_off;
    }
    let mut in_the_world = descend_under(None, pair.center_difference());
    if in_the_world.0.status == Status::Stalled {
        // The simplex was too narrow to tell its sides apart; another, from the axis that it came to, is not.
        in_the_world = descend_under(None, in_the_world.0.axis);
    }
    if in_the_world.0.status == Status::Apart { in_the_world } else { rounded_off }
}
