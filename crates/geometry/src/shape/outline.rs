//! Outlines of convex shapes, as line segments for drawings.

#[cfg(test)]
mod tests;

use std::f64::consts::TAU;

use super::hull::Hull;
use super::primitive::Primitive;
use super::support::Support;
use crate::math::Vec3;
use crate::math::tolerance::{CHORD_ERROR, SILHOUETTE_TILT};
use crate::math::vector::is_finite;

/// Two ends in the coordinates of the shape.
pub(crate) type Line = [Vec3; 2];

/// So many directions begin a silhouette; arcs between them are halved at most so often.
const FIRST_DIRECTIONS: u32 = 16;
const HALVINGS: u32 = 6;

/// Where they begin, in radians: none of them, halved or not, is along an axis, where a flat side is farthest as a whole.
const FIRST_ANGLE: f64 = 0.1;

/// The edges of the convex hull of points; none if their coordinates span too many orders of magnitude, or one is not finite.
pub(crate) fn hull_edges(points: &[Vec3]) -> Vec<Line> {
    if !points.iter().all(is_finite) {
        return Vec::new();
    }
    let Hull { vertices, edges: Some(edges), .. } = Hull::new(points) else { return Vec::new() };
    let vertex = |i: usize| points[vertices[i] as usize];
    let from = |i: usize| edges.of(i).iter().map(move |&j| (i, j as usize));
    let all = (0..vertices.len()).flat_map(from).filter(|(i, j)| i < j);
    all.map(|(i, j)| [vertex(i), vertex(j)]).collect()
}

impl Primitive {
    /// Line segments on the surface that show the shape, in its coordinates: the edges of a polytope; of other shapes the
    /// silhouettes as seen along the three axes, with chords that are within half a percent of the shape's size. A point has
    /// none.
    ///
    /// ```
    /// use solid_geometry::math::Vec3;
    /// use solid_geometry::shape::Primitive;
    ///
    /// assert_eq!(Primitive::Box(Vec3::new(1.0, 2.0, 3.0)).outline().len(), 12);
    /// let circles = Primitive::sphere(2.0).outline();
    /// assert!(circles.iter().flatten().all(|p| (p.norm() - 2.0).abs() < 1e-9));
    /// ```
    pub fn outline(&self) -> Vec<Line> {
        if let Some(half_space) = self.as_half_space() {
            return half_space.outline();
        }
        if let Some(corners) = self.corners() {
            return hull_edges(&corners);
        }
        let error = CHORD_ERROR * self.bounds().half_extents().max();
        let mut lines = Vec::new();
        for axis in 0..3 {
            let [one, other] =
                [SILHOUETTE_TILT, -SILHOUETTE_TILT].map(|tilt| self.silhouette(axis, tilt, error));
            let near = |(p, q): (&Vec3, &Vec3)| (p - q).norm() <= error;
            let are_same = one.len() == other.len() && one.iter().zip(&other).all(near);
            let different = if are_same { vec![one] } else { vec![one, other] };
            for points in different {
                let next = points.iter().cycle().skip(1);
                lines
                    .extend(points.iter().zip(next).filter(|(p, q)| p != q).map(|(p, q)| [*p, *q]));
            }
        }
        lines
    }

    /// The points of the surface that are farthest along directions around an axis, in order.
    fn silhouette(&self, axis: usize, tilt: f64, error: f64) -> Vec<Vec3> {
        let direction = |i: u32| {
            let angle = FIRST_ANGLE + TAU * f64::from(i) / f64::from(FIRST_DIRECTIONS);
            let (sine, cosine) = libm::sincos(angle);
            let mut direction = Vec3::zeros();
            direction[axis] = tilt;
            direction[(axis + 1) % 3] = cosine;
            direction[(axis + 2) % 3] = sine;
            direction
        };
        let mut points = Vec::new();
        for i in 0..FIRST_DIRECTIONS {
            self.arc([direction(i), direction(i + 1)], error, HALVINGS, &mut points);
        }
        points.dedup();
        points
    }

    /// Appends the points from the first direction on until before the second.
    fn arc(&self, [from, to]: [Vec3; 2], error: f64, halvings: u32, points: &mut Vec<Vec3>) {
        let between = (from + to).normalize();
        let [start, middle, end] = [from, between, to].map(|d| self.support(&d, &mut 0));
        if halvings > 0 && distance_to_line(&middle, &start, &end) > error {
            self.arc([from, between], error, halvings - 1, points);
            self.arc([between, to], error, halvings - 1, points);
        } else {
            points.extend([start, middle]);
        }
    }
}

/// The distance of a point from a line segment.
fn distance_to_line(p: &Vec3, from: &Vec3, to: &Vec3) -> f64 {
    let (along, across) = (to - from, p - from);
    let part = (across.dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
    // A segment of no length has no direction.
    if part.is_nan() { across.norm() } else { (across - along * part).norm() }
}
