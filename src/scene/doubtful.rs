//! Bodies of such unlike sizes that the rounding of the larger one's coordinates is no longer small beside the smaller one.
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

/// What is said of two bodies if they are doubtful; `None` if they are not, which is all that is found out then. Points, as
/// rays are, have no size, and never are.
pub fn verdict(bodies: &Bodies<'_>) -> Option<Verdict> {
    let relation = &bodies.relation;
    let [a, b] = match bodies.shapes {
        Shapes::Convex(a, b) => [a.bounds(), b.bounds()],
        Shapes::Mixed(a, b) => [a.bounds(), b.bounds()],
        Shapes::Soups(a, b) => [a.bounds(), b.bounds()],
    };
    let smaller = size(&a, relation.basis_a()).min(size(&b, relation.basis_b()));
    let is_doubtful = smaller > 0.0 && TOUCHING * relation.largest_reach() > DOUBTFUL * smaller;
    is_doubtful.then(|| of_test(bodies))
}

#[cold]
fn of_test(bodies: &Bodies<'_>) -> Verdict {
    shared(bodies).map_or(Verdict::Apart, Verdict::Touching)
}

/// The longest edge of the image of a box, halved.
#[inline]
fn size(bounds: &Aabb, basis: &Mat3) -> f64 {
    let half = bounds.half_extents();
    let edges = [0, 1, 2].map(|axis| (basis.column(axis) * half[axis]).amax());
    edges[0].max(edges[1]).max(edges[2])
}
