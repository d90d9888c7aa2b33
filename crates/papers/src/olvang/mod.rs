//! The methods of Olvång's thesis as he wrote them, in plain double precision, to be compared with the library's.
//!
//! - [`closest`]: the point of a simplex nearest to the origin, by Voronoi regions (2.3.2, algorithms 1 to 3)
//! - [`gjk`]: SA-GJK, the distance, and the sweep GJK (2.3, algorithms 4 and 5)
//! - [`epa`]: the expanding polytope from a point, a segment, a triangle or a tetrahedron (2.5, algorithms 10 to 12)
//! - [`manifold`]: the perturbed sampling manifold (2.6, algorithm 13)
//! - [`mpr`]: Minkowski portal refinement, and its estimate of the depth (2.4, algorithms 6 to 9)
//!
//! Except for `mpr`, they know of two bodies nothing but a support mapping of A - B: a function that returns the point
//! of A - B farthest along a direction.

pub mod closest;
pub mod epa;
pub mod gjk;
pub mod manifold;
pub mod mpr;

use solid_geometry::convex::{Pair, VertexHints};
use solid_geometry::math::Vec3;
use solid_geometry::shape::Support;

/// The support mapping of A - B of two placed bodies, full bodies with their rounding.
pub fn support_mapping<'p, A: Support + ?Sized, B: Support + ?Sized>(
    pair: &'p Pair<'_, A, B>,
    hints: &'p mut VertexHints,
) -> impl FnMut(&Vec3) -> Vec3 + 'p {
    |direction| pair.support_against(&-direction, hints).difference()
}
