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
    CLEAR_MARGIN, DOUBLE_ITERATIONS, DOUBLE_NOISE, SINGLE_ITERATIONS, SINGLE_NOISE,
    TIGHTEST_DISTANCE_TOLERANCE, TOUCHING_CONVERGED,
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
        Some(self.simplex.add(y))
    }

    /// The witness of the present simplex. Zeros for the empty one.
    fn witness(&self) -> Witness {
        let mut w = Witness { local_a: Vec3::zeros(), local_b: Vec3::zeros(), difference: Vec3::zeros() };
        if self.simplex.members() == 0 {
            return w;
        }
        let shares = self.simplex.shares();
        let mut difference = [S::from_f64(0.0); 3];
        for (i, p) in self.points.iter().enumerate() {
            if self.simplex.members() & (1 << i) != 0 {
                let share = shares[i].to_f64();
                w.local_a += p.local_a * share;
                w.local_b += p.local_b * share;
                for (axis, x) in difference.iter_mut().enumerate() {
                    *x = *x + S::difference(p.a[axis], p.b[axis]) * shares[i];
                }
            }
        }
        w.difference = Vec3::from(difference.map(S::to_f64));
        w
    }

    /// Whether the tetrahedron of the support points encloses the origin beyond doubt: by the signs of four
    /// determinants, each larger than a bound on its rounding error.
    fn encloses_for_certain(&self) -> bool {
        let w = [0, 1, 2, 3].map(|i: usize| self.points[i].difference());
        // The origin replaces one vertex after the other: all four volumes must have the sign of the whole.
        let mut signs = 0;
        for (i, j, k) in [(1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1)] {
            signs += sign_of_determinant(&w[i], &w[j], &w[k]);
        }
        signs.abs() == 4
    }
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

/// The sign of `a . (b x c)`, or 0 where it is not certain.
fn sign_of_determinant(a: &Vec3, b: &Vec3, c: &Vec3) -> i32 {
    let (x, y, z) = (b.y * c.z, b.z * c.x, b.x * c.y);
    let (u, v, w) = (b.z * c.y, b.x * c.z, b.y * c.x);
    let det = a.x * (x - u) + a.y * (y - v) + a.z * (z - w);
    let permanent =
        a.x.abs() * (x.abs() + u.abs()) + a.y.abs() * (y.abs() + v.abs()) + a.z.abs() * (z.abs() + w.abs());
    // Shewchuk's static filter for three by three determinants, its differences exact here.
    let error = 8.0 * f64::EPSILON * permanent;
    if det > error {
        1
    } else if det < -error {
        -1
    } else {
        0
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
/// `None` if no axis separates them. The witness' `difference` is the vector between the points, its length the
/// distance.
pub fn closest_points<A: Support, B: Support>(
    pair: &Pair<A, B>,
    tolerance: f64,
    hints: &mut Hints,
) -> Option<Witness> {
    let tolerance = tolerance.max(TIGHTEST_DISTANCE_TOLERANCE);
    approach::<f64, A, B>(pair, tolerance, hints, SINGLE_ITERATIONS)
        .or_else(|| approach::<Dd, A, B>(pair, tolerance, hints, DOUBLE_ITERATIONS))
}

/// One descent of GJK's distance algorithm; `None` where precision `S` does not reach the tolerance or the bodies
/// are not apart.
fn approach<S: Scalar, A: Support, B: Support>(
    pair: &Pair<A, B>,
    tolerance: f64,
    hints: &mut Hints,
    iterations: u32,
) -> Option<Witness> {
    let mut search = Search::<S>::new();
    let mut axis = pair.center_difference();
    let mut v: Option<[S; 3]> = None;
    for _ in 0..iterations {
        let point = pair.support_against(&axis, hints);
        let y = difference::<S>(&point, None);
        if let Some(v) = v {
            let lower = (v[0] * y[0] + v[1] * y[1] + v[2] * y[2]).to_f64();
            let upper = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).to_f64();
            // Both bounds are known to within rounding; where that exceeds what is asked for, more digits help.
            let rounding = 32.0 * S::ROUNDING * upper.sqrt() * pair.largest_reach();
            if upper - lower <= tolerance * upper {
                let certain = rounding <= tolerance * upper && lower > pair.rounding(&axis);
                let known = S::ROUNDING < f64::ROUNDING && lower > pair.rounding(&axis);
                return (certain || known).then(|| search.witness());
            }
        }
        match search.add(point, None) {
            Some(Closest::Outside) => {}
            None if S::ROUNDING < f64::ROUNDING && axis.dot(&point.difference()) > pair.rounding(&axis) => {
                // No support point is nearer, although rounding keeps the bounds apart.
                return Some(search.witness());
            }
            _ => return None,
        }
        let closest = search.simplex.closest();
        let direction = Vec3::from(closest.map(S::to_f64));
        if !(direction.norm_squared() > 0.0) {
            return None;
        }
        v = Some(closest);
        axis = direction;
    }
    // Capped: the points are points of the bodies and no farther apart than this; worth telling if apart at all.
    let last = search.witness();
    let separate = axis.dot(&pair.support_against(&axis, hints).difference()) > pair.rounding(&axis);
    (S::ROUNDING < f64::ROUNDING && separate).then_some(last)
}
