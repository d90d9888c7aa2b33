//! The moving polygon of differences, to which both queries reduce.

use crate::math::Vec3;

/// A triangle (`N` = 3) or a parallelogram (`N` = 4) whose corners move linearly as time goes from 0 to 1: the differences of the
/// points of two features. They touch when it contains the origin.
///
/// Corners are kept as the two points that they are the difference of, since a rounded difference would be another query.
#[derive(Clone, Debug)]
pub(crate) struct MovingPolygon<const N: usize> {
    /// The corners at time 0, in the order of the boundary.
    pub(super) start: [[Vec3; 2]; N],
    /// The corners at time 1.
    pub(super) end: [[Vec3; 2]; N],
}

impl MovingPolygon<3> {
    /// The difference of a triangle and a vertex: the vertex and the corners at time 0 and at time 1.
    pub(crate) fn vertex_face(start: &[Vec3; 4], end: &[Vec3; 4]) -> MovingPolygon<3> {
        let corners = |&[v, f0, f1, f2]: &[Vec3; 4]| [[f0, v], [f1, v], [f2, v]];
        MovingPolygon { start: corners(start), end: corners(end) }
    }
}

impl MovingPolygon<4> {
    /// The difference of two edges: the ends of the first and of the second at time 0 and at time 1.
    pub(crate) fn edge_edge(start: &[Vec3; 4], end: &[Vec3; 4]) -> MovingPolygon<4> {
        let corners = |&[a0, a1, b0, b1]: &[Vec3; 4]| [[b0, a0], [b1, a0], [b1, a1], [b0, a1]];
        MovingPolygon { start: corners(start), end: corners(end) }
    }
}

impl<const N: usize> MovingPolygon<N> {
    /// The corners at time 0 and at time 1, rounded.
    pub(super) fn rounded(&self) -> [[Vec3; N]; 2] {
        [self.start, self.end].map(|corners| corners.map(|[p, q]| p - q))
    }
}
