//! The parts of two bodies that are nearest to each other.

use std::ops::ControlFlow;

use super::bodies::{BodyPair, PartIndices, Shapes};
use super::traversal::{PartVisitor, visit_nearest};
use crate::convex::distance::distance;
use crate::convex::pair::{Pair, VertexHints};
use crate::convex::relative::RelativePlacement;
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::tolerance::{TIGHTEST_DISTANCE_TOLERANCE, TOUCHING};
use crate::mesh::nearest_point::nearest_of;
use crate::shape::Support;

#[cfg(test)]
mod tests;

/// The nearest pair of parts.
///
/// ```
/// use solid_geometry::query::{Body, BodyPair};
/// use solid_geometry::{Placement, Shape};
///
/// let points = [[0.0; 3], [4.0, 0.0, 0.0]].map(Into::into);
/// let (dots, wall) = (Shape::mesh(&points, &[[0], [1]])?, Shape::cuboid([2.0, 8.0, 8.0])?);
/// let (here, there) = (Placement::IDENTITY, Placement::translation([7.0, 0.0, 0.0]));
/// let (a, b) = Body::new(dots.view(), &here).zip(Body::new(wall.view(), &there)).expect("finite");
/// let nearest = BodyPair::new(a, b).and_then(|pair| pair.nearest_parts(1e-9)).expect("in range");
/// assert_eq!((nearest.parts, nearest.distance), ([1, 0], 2.0)); // from x = 4 to x = 6
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    /// The parts.
    pub parts: PartIndices,
    /// Their closest points; the difference is in the units of the relative placement, or of the world if a body consists of others.
    pub witness: Witness,
    /// Their distance, in the same units; zero if and only if they are not apart.
    pub distance: f64,
}

impl BodyPair<'_> {
    /// The nearest parts of two bodies, their distance to a relative error; parts that share a point end the search.
    pub fn nearest_parts(&self, tolerance: f64) -> Option<Nearest> {
        if self.has_parts() {
            return self.nearest_of_parts(tolerance);
        }
        if self.has_half_space() {
            return self.bounded(0.0, |pair| pair.nearest_parts(tolerance))?;
        }
        let tolerance = tolerance.max(TIGHTEST_DISTANCE_TOLERANCE);
        let mut search = NearestSoFar { tolerance, hints: [0; 2], found: None, axis: None };
        // Of a point or a ball the polygon that is nearest to the centre, but for the rounding of that.
        if let (Shapes::Mixed(soup, _), Some((center, ..))) = (self.shapes, self.center_in_soup())
            && let Some(near) = nearest_of(soup, &center)
        {
            let _ = self.visit_part(&mut search, [near.part, 0]);
            let rounding = TOUCHING * self.relative.largest_coordinate();
            let distance = search.distance();
            if distance == 0.0 || distance * tolerance > rounding {
                return search.found;
            }
        }
        // Broken off or not, what was found is the answer.
        let _ = visit_nearest(self, &mut search);
        search.found
    }
}

struct NearestSoFar {
    tolerance: f64,
    hints: VertexHints,
    found: Option<Nearest>,
    /// A unit vector from B to A: planes with this normal separate the nearest parts.
    axis: Option<Vec3>,
}

impl PartVisitor for NearestSoFar {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        // Most parts that are farther apart are so along the same axis.
        if let Some(axis) = &self.axis {
            let pair = Pair::new(a, b, relative);
            if pair.gap_along(axis, &mut self.hints) > self.limit() + pair.rounding(axis) {
                return ControlFlow::Continue(());
            }
        }
        let of_these = distance(a, b, relative, self.tolerance, &mut self.hints);
        if self.found.is_none() || of_these.upper < self.distance() {
            self.axis = Some(of_these.axis);
            self.found =
                Some(Nearest { parts, witness: of_these.witness, distance: of_these.upper });
        }
        if self.distance() == 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Parts that are nearer by less than the tolerance, which may be 1 or more, are not looked for; but all that may share a point.
    fn limit(&self) -> f64 {
        self.found
            .map_or(f64::INFINITY, |nearest| nearest.distance * (1.0 - self.tolerance).max(0.0))
    }

    fn axis(&self) -> Option<Vec3> {
        self.axis
    }
}

impl NearestSoFar {
    fn distance(&self) -> f64 {
        self.found.map_or(f64::INFINITY, |nearest| nearest.distance)
    }
}
