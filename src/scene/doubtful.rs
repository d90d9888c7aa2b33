//! Bodies so thin, or so small beside the other, that the rounding of the coordinates is no longer small beside them.
//!
//! There several roads to an answer may end on both sides of touching, each of them within rounding. So that all
//! questions about a pair agree, whether it collides is asked in one way, which is that of a test: of the parts whose
//! boxes overlap, by the boolean query.

use super::pair_queries::shared;
use super::parts::{Bodies, Shapes};
use crate::math::tolerance::{DOUBTFUL, TOUCHING};
use crate::math::{Aabb, Mat3, Vec3};
use crate::shape::Support;

/// Whether such bodies collide, and where; `None` for all others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// They share a point: in the local coordinates of A and of B.
    Touching([Vec3; 2]),
    /// They share none.
    Apart,
}

/// What is said of two bodies if they are doubtful; `None` if they are not, which is all that is found out then.
pub fn verdict(bodies: &Bodies<'_>) -> Option<Verdict> {
    let relation = &bodies.relation;
    let [a, b] = match bodies.shapes {
        Shapes::Convex(a, b) => [a.bounds(), b.bounds()],
        Shapes::Mixed(a, b) => [a.bounds(), b.bounds()],
        Shapes::Soups(a, b) => [a.bounds(), b.bounds()],
    };
    let thinner = thickness(&a, relation.basis_a()).min(thickness(&b, relation.basis_b()));
    let is_doubtful = TOUCHING * relation.largest_reach() > DOUBTFUL * thinner;
    is_doubtful.then(|| of_test(bodies))
}

#[cold]
fn of_test(bodies: &Bodies<'_>) -> Verdict {
    shared(bodies).map_or(Verdict::Apart, Verdict::Touching)
}

/// How thin the image of a box is, but for a small factor. Axes along which it has no extent do not count: a flat one is as thin
/// as it is wide, and that of a point is infinite.
#[inline]
fn thickness(bounds: &Aabb, basis: &Mat3) -> f64 {
    let half = bounds.half_extents();
    let edges = [0, 1, 2].map(|axis| basis.column(axis) * half[axis]);
    let [x, y, z] = edges.map(|edge| edge.amax());
    let volume = edges[0].cross(&edges[1]).dot(&edges[2]).abs();
    if volume > 0.0 { volume / (x * y).max(y * z).max(z * x) } else { of_flat(edges) }
}

#[cold]
fn of_flat(edges: [Vec3; 3]) -> f64 {
    let [x, y, z] = edges.map(|edge| edge.amax());
    let ([a, b], longer) = match [x, y, z].map(|length| length == 0.0) {
        [false, false, false] => return 0.0,
        [true, false, false] => ([edges[1], edges[2]], y.max(z)),
        [false, true, false] => ([edges[0], edges[2]], x.max(z)),
        [false, false, true] => ([edges[0], edges[1]], x.max(y)),
        [true, true, true] => return f64::INFINITY,
        _ => return x.max(y).max(z),
    };
    a.cross(&b).amax() / longer
}
