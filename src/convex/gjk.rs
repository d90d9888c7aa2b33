//! GJK on a pair of convex bodies: a separating axis, a common point, or the closest points.
//!
//! Thesis 4.4: the algorithm keeps a simplex of points of A - B and moves towards the origin by support points.
//! Every loop here says how it ended. A miss is only ever told together with an axis whose margin exceeds the
//! rounding error of checking it; a hit by enclosing needs a tetrahedron whose orientation is certain. What double
//! precision leaves open is done again with twice the digits, in coordinates in which A - B is round; what is then
//! still open differs from touching by no more than rounding, and touching is colliding.

use super::pair::{Hints, Pair, SupportPoint};
use super::simplex::{Closest, Simplex};
use crate::math::scalar::{Dd, Scalar};
use crate::math::tolerance::{
    CLEAR_MARGIN, DETERMINANT_ROUNDING, DOUBLE_ITERATIONS, DOUBLE_NOISE, SINGLE_ITERATIONS, SINGLE_NOISE,
    TIGHTEST_DISTANCE_TOLERANCE, TOUCHING_CONVERGED, WITNESS_CONDITION,
};
use crate::math::{Mat3, Vec3};
use crate::shape::Support;

/// How a search for a separating axis ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
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

/// The end of a search.
pub struct Ending {
    /// How it ended.
    pub how: How,
    /// The last axis: from B towards A, along world axes, of any length. It separates if `how` says so.
    pub axis: Vec3,
    /// The axis' margin in units of the rounding error of checking it.
    pub margin: f64,
    /// Support points computed.
    pub iterations: u32,
    /// The points of the bodies that the last simplex stands for.
    pub witness: Witness,
}

/// A point of each body, as a convex combination of support points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Witness {
    /// In local coordinates of A.
    pub local_a: Vec3,
    /// In local coordinates of B.
    pub local_b: Vec3,
    /// The point of A minus that of B, along world axes.
    pub difference: Vec3,
}

/// The simplex of GJK and the points of both bodies that its points are made of.
struct Search<S> {
    simplex: Simplex<S>,
    points: [SupportPoint; 4],
}

impl<S: Scalar> Search<S> {
    #[inline]
    fn new() -> Self {
        let none = Vec3::zeros();
        let nowhere = SupportPoint { local_a: none, local_b: none, a: none, b: none };
        Search { simplex: Simplex::new(), points: [nowhere; 4] }
    }

    /// Adds a support point, seen through `map`; `None` if it is there already.
    #[inline]
    fn add(&mut self, point: SupportPoint, map: Option<&Mat3>) -> Option<Closest> {
        let y = difference(&point, map);
        if self.simplex.contains(&y) {
            return None;
        }
        self.points[self.simplex.free_slot()] = point;
        let closest = self.simplex.add(y);
        // In double precision it is better to give up and take twice the digits.
        let thorough = S::ROUNDING < f64::ROUNDING && closest == Closest::Undecided;
        Some(if thorough { self.simplex.add_thoroughly() } else { closest })
    }

    /// Whether the tetrahedron of the support points encloses the origin beyond doubt.
    #[inline]
    fn encloses_for_certain(&self) -> bool {
        enclosing_shares::<f64>(&self.points, DETERMINANT_ROUNDING).is_some()
    }

    /// The points of both bodies with the given shares of the support points.
    fn combine<T: Scalar>(&self, shares: [T; 4]) -> Witness {
        let mut w = Witness { local_a: Vec3::zeros(), local_b: Vec3::zeros(), difference: Vec3::zeros() };
        let mut difference = [T::from_f64(0.0); 3];
        for (i, p) in self.points.iter().enumerate() {
            if self.simplex.members() & (1 << i) != 0 {
                let share = shares[i].to_f64();
                w.local_a += p.local_a * share;
                w.local_b += p.local_b * share;
                for (axis, x) in difference.iter_mut().enumerate() {
                    *x = *x + T::difference(p.a[axis], p.b[axis]) * shares[i];
                }
            }
        }
        w.difference = Vec3::from(difference.map(T::to_f64));
        w
    }

    /// The witness of the present simplex. Zeros for the empty one.
    fn witness(&self) -> Witness {
        match self.simplex.members() {
            0 => self.combine([S::from_f64(0.0); 4]),
            // Johnson's determinants of a thin tetrahedron keep too few digits of the shares.
            15 => match enclosing_shares::<f64>(&self.points, WITNESS_CONDITION) {
                Some(shares) => self.combine(shares),
                None => match enclosing_shares::<Dd>(&self.points, 0.0) {
                    Some(shares) => self.combine(shares),
                    None => self.combine(self.simplex.shares()),
                },
            },
            _ => self.combine(self.simplex.shares()),
        }
    }
}

/// The shares of four points of A - B whose combination is the origin, by the volumes of the four tetrahedra that
/// the origin makes with three of them. `None` unless each volume has the sign of the whole and exceeds
/// `condition` times the sum of its terms' magnitudes: the points then do not enclose the origin, or not for
/// certain.
fn enclosing_shares<S: Scalar>(points: &[SupportPoint; 4], condition: f64) -> Option<[S; 4]> {
    let w: [[S; 3]; 4] = [0, 1, 2, 3].map(|i: usize| difference(&points[i], None));
    let zero = S::from_f64(0.0);
    let mut volumes = [zero; 4];
    for (volume, (i, j, k)) in volumes.iter_mut().zip([(1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1)]) {
        let (det, permanent) = determinant(&w[i], &w[j], &w[k]);
        if !(det.to_f64().abs() > condition * permanent) {
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
fn difference<S: Scalar>(point: &SupportPoint, map: Option<&Mat3>) -> [S; 3] {
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

/// One descent of the separating-axis GJK (algorithm 4.2), from the axis `start`, in precision `S`, with the
/// difference seen through `map`.
fn descend<S: Scalar, A: Support, B: Support>(
    pair: &Pair<A, B>,
    start: Vec3,
    map: Option<&Mat3>,
    hints: &mut Hints,
    iterations: u32,
    noise: f64,
) -> Ending {
    let mut search = Search::<S>::new();
    let mut axis = start;
    let mut v: Option<[S; 3]> = None;
    let mut margin = 0.0;
    let mut how = How::Capped;
    let mut used = 0;
    while used < iterations {
        used += 1;
        let point = pair.support_against(&axis, hints);
        let along = axis.dot(&point.difference());
        let rounding = pair.rounding(&axis);
        if along > rounding {
            margin = along / rounding;
            how = How::Apart;
            break;
        }
        if let Some(v) = v {
            // The lower bound of the distance has met the upper one, yet it is no more than rounding.
            let y = difference::<S>(&point, map);
            let lower = (v[0] * y[0] + v[1] * y[1] + v[2] * y[2]).to_f64();
            let upper = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).to_f64();
            if lower >= (1.0 - TOUCHING_CONVERGED) * upper {
                how = How::Touching;
                break;
            }
        }
        match search.add(point, map) {
            None | Some(Closest::Undecided) => {
                how = How::Stalled;
                break;
            }
            Some(Closest::Enclosed) => {
                how = How::Enclosed;
                break;
            }
            Some(Closest::Outside) => {}
        }
        let closest = search.simplex.closest();
        let length2 = (closest[0] * closest[0] + closest[1] * closest[1] + closest[2] * closest[2]).to_f64();
        // Written so that a NaN ends the search.
        if !(length2 > noise * noise * search.simplex.largest_length2().to_f64()) {
            how = How::Touching;
            break;
        }
        v = Some(closest);
        let direction = Vec3::from(closest.map(S::to_f64));
        axis = match map {
            None => direction,
            Some(m) => m.tr_mul(&direction),
        };
    }
    if how == How::Enclosed && S::ROUNDING >= f64::ROUNDING && !search.encloses_for_certain() {
        how = How::Stalled;
    }
    Ending { how, axis, margin, iterations: used, witness: search.witness() }
}

/// Whether `axis` separates the bodies by a clear margin. A zero axis separates nothing.
#[inline]
pub fn separates<A: Support, B: Support>(pair: &Pair<A, B>, axis: &Vec3, hints: &mut Hints) -> bool {
    let point = pair.support_against(axis, hints);
    axis.dot(&point.difference()) > CLEAR_MARGIN * pair.rounding(axis)
}

/// The search for a separating axis in double precision, from any axis.
#[inline]
pub fn search_from<A: Support, B: Support>(pair: &Pair<A, B>, start: Vec3, hints: &mut Hints) -> Ending {
    descend::<f64, A, B>(pair, start, None, hints, SINGLE_ITERATIONS, SINGLE_NOISE)
}

/// The search for a separating axis with all means: its answer is the library's answer, and does not depend on
/// what was asked before. `how` is [`How::Apart`] for a miss; all else is a hit.
pub fn search<A: Support, B: Support>(pair: &Pair<A, B>, hints: &mut Hints) -> Ending {
    let quick = search_from(pair, pair.center_difference(), hints);
    if matches!(quick.how, How::Apart | How::Enclosed) { quick } else { search_finely(pair, hints) }
}

#[cold]
fn search_finely<A: Support, B: Support>(pair: &Pair<A, B>, hints: &mut Hints) -> Ending {
    let map = pair.rounding_off();
    descend::<Dd, A, B>(pair, pair.center_difference(), Some(&map), hints, DOUBLE_ITERATIONS, DOUBLE_NOISE)
}

/// The closest points of two bodies, to a relative error `tolerance` of their distance (algorithm 4.1).
///
/// The witness' `difference` is the vector between the points, its length the distance; zero where no axis
/// separates the bodies, and the points are then a common one.
pub fn closest_points<A: Support, B: Support>(
    pair: &Pair<A, B>,
    tolerance: f64,
    hints: &mut Hints,
) -> Witness {
    let tolerance = tolerance.max(TIGHTEST_DISTANCE_TOLERANCE);
    if let Approach::Reached(witness) = approach::<f64, A, B>(pair, tolerance, hints, SINGLE_ITERATIONS) {
        return witness;
    }
    let nearest = match approach::<Dd, A, B>(pair, tolerance, hints, DOUBLE_ITERATIONS) {
        Approach::Reached(witness) => return witness,
        Approach::Ended(witness) => witness,
    };
    let ending = self::search(pair, hints);
    if ending.how == How::Apart { nearest } else { Witness { difference: Vec3::zeros(), ..ending.witness } }
}

/// How an approach of the closest points ended.
enum Approach {
    /// The bounds of the distance are as near to each other as asked.
    Reached(Witness),
    /// Rounding, or the number of iterations, ended it before; or the bodies are not apart.
    Ended(Witness),
}

/// One descent of GJK's distance algorithm.
fn approach<S: Scalar, A: Support, B: Support>(
    pair: &Pair<A, B>,
    tolerance: f64,
    hints: &mut Hints,
    iterations: u32,
) -> Approach {
    let mut search = Search::<S>::new();
    let mut axis = pair.center_difference();
    let mut v: Option<[S; 3]> = None;
    for _ in 0..iterations {
        let point = pair.support_against(&axis, hints);
        if let Some(v) = v {
            let y = difference::<S>(&point, None);
            let lower = (v[0] * y[0] + v[1] * y[1] + v[2] * y[2]).to_f64();
            let upper = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).to_f64();
            // Both bounds are known to within rounding: the difference must not be made of it.
            let rounding = 32.0 * S::ROUNDING * upper.sqrt() * pair.largest_reach();
            if upper - lower <= tolerance * upper
                && rounding <= tolerance * upper
                && axis.dot(&point.difference()) > pair.rounding(&axis)
            {
                return Approach::Reached(search.witness());
            }
        }
        match search.add(point, None) {
            Some(Closest::Outside) => {}
            Some(Closest::Enclosed) if search.encloses_for_certain() => {
                return Approach::Reached(Witness { difference: Vec3::zeros(), ..search.witness() });
            }
            _ => break,
        }
        let closest = search.simplex.closest();
        let direction = Vec3::from(closest.map(S::to_f64));
        if !(direction.norm_squared() > 0.0) {
            break;
        }
        v = Some(closest);
        axis = direction;
    }
    Approach::Ended(search.witness())
}
