//! The distance of two convex bodies and their closest points: GJK's distance algorithm (thesis 4.4, algorithm 4.1).

use super::gjk::{How, Search, Witness, difference, dot, search_with_witness};
use super::pair::{Hints, Pair};
use super::simplex::Closest;
use crate::math::Vec3;
use crate::math::scalar::{Dd, Scalar};
use crate::math::tolerance::{DOUBLE_ITERATIONS, SINGLE_ITERATIONS, TIGHTEST_DISTANCE_TOLERANCE};
use crate::shape::Support;

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
    let (ending, common) = search_with_witness(pair, hints);
    if ending.how == How::Apart { nearest } else { Witness { difference: Vec3::zeros(), ..common } }
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
        let y = difference::<S>(&point, None);
        if let Some(v) = v {
            let (lower, upper) = (dot(&v, &y), dot(&v, &v));
            // Both bounds are known to within rounding: the difference must not be made of it.
            let rounding = 32.0 * S::ROUNDING * upper.sqrt() * pair.largest_reach();
            if upper - lower <= tolerance * upper
                && rounding <= tolerance * upper
                && axis.dot(&point.difference()) > pair.rounding(&axis)
            {
                return Approach::Reached(search.closest_witness());
            }
        }
        match search.add(&point, y) {
            Some(Closest::Outside) => {}
            Some(Closest::Enclosed) => {
                return Approach::Reached(Witness { difference: Vec3::zeros(), ..search.witness() });
            }
            _ => break,
        }
        let closest = search.simplex.closest();
        let direction = Vec3::from(closest.map(S::to_f64));
        let away = direction.norm_squared() > 0.0;
        if !away {
            break;
        }
        v = Some(closest);
        axis = direction;
    }
    Approach::Ended(search.closest_witness())
}
