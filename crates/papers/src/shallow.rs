//! The sweep method: the depth of shallow contacts by a distance (Olvång 2.3.4, algorithm 5).
//!
//! Each body is thickened by a small ball: where the bodies themselves are apart, the thickened ones are as deep in each
//! other as the two radii exceed the distance. Deeper contacts are only detected.

use solid_geometry::convex::gjk::nearest::{Nearest, NearestSimplex};
use solid_geometry::convex::{Pair, VertexHints};
use solid_geometry::math::Vec3;
use solid_geometry::math::tolerance::{
    SINGLE_ITERATIONS, TIGHTEST_DISTANCE_TOLERANCE, VOLUME_ROUNDING,
};
use solid_geometry::shape::Support;

#[cfg(test)]
mod tests;

/// The result of the sweep method for two bodies thickened by balls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shallow {
    /// The thickened bodies are apart; this axis, from B towards A, separates them.
    Apart(Vec3),
    /// They overlap by this depth, along this unit vector from B towards A, and the bodies themselves are apart.
    Contact {
        /// The depth; the tolerance is one of the distance.
        depth: f64,
        /// The direction in which A has to move.
        normal: Vec3,
    },
    /// The bodies themselves overlap, or nearly: another method has to find the depth.
    Deep,
}

/// The depth of two bodies, each thickened by a ball of `radius`, where that is less than twice the radius.
///
/// `tolerance` is the relative error of the bodies' distance. As costly as the distance, or less: it ends with the first
/// axis that separates the thickened bodies.
pub fn shallow_depth<A: Support, B: Support>(
    pair: &Pair<A, B>,
    radius: f64,
    tolerance: f64,
    hints: &mut VertexHints,
) -> Shallow {
    let tolerance = tolerance.max(TIGHTEST_DISTANCE_TOLERANCE);
    let mut simplex = NearestSimplex::EMPTY;
    let mut axis = pair.center_difference();
    let mut nearest: Option<Vec3> = None;
    for _ in 0..SINGLE_ITERATIONS {
        let point = pair.support_against(&axis, hints);
        let along = axis.dot(&point.difference());
        if along > 2.0 * radius * axis.norm() + pair.rounding(&axis) {
            return Shallow::Apart(axis);
        }
        if let Some(v) = nearest {
            let square = v.norm_squared();
            if square - along <= tolerance * square && along > pair.rounding(&axis) {
                let distance = square.sqrt();
                return Shallow::Contact {
                    depth: (2.0 * radius - distance).max(0.0),
                    normal: v / distance,
                };
            }
        }
        let w = point.difference();
        let reach = pair.largest_coordinate();
        let least = VOLUME_ROUNDING * reach * simplex.largest_length2(&w);
        if simplex.contains(&w) {
            return Shallow::Deep;
        }
        let Nearest::Outside(v) = simplex.add(&point, w, &axis, least) else {
            return Shallow::Deep;
        };
        axis = v;
        if axis.norm_squared() == 0.0 {
            return Shallow::Deep;
        }
        nearest = Some(axis);
    }
    Shallow::Deep
}
