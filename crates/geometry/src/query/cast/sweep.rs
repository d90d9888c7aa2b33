//! Triangles that certainly do not meet on the way: separating axes of a moving triangle and one at rest (Ericson 2005, 5.2.9).

use std::ops::ControlFlow;

use super::Earliest;
use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::math::tolerance::{CLEAR_MARGIN, ROUNDING};
use crate::math::vector::{greater, lesser};
use crate::mesh::PolytopeSoup;
use crate::query::bodies::PartIndices;
use crate::query::traversal::PartVisitor;
use crate::shape::Support;

#[cfg(test)]
mod tests;

/// The first contact of two meshes so far, in units of the world.
pub(super) struct Sweep<'a, 'e> {
    pub meshes: [&'a PolytopeSoup; 2],
    pub earliest: &'e mut Earliest,
}

impl Sweep<'_, '_> {
    /// Whether two triangles certainly do not meet before the first contact so far.
    fn never_meet(&self, [i, j]: PartIndices, relative: &RelativePlacement) -> bool {
        let [a, b] = self.meshes;
        let (Some(a), Some(b)) = (a.corners(i), b.corners(j)) else { return false };
        if relative.has_extreme_bases() {
            return false;
        }
        let (a, b) = (a.map(|p| relative.place_a(p)), b.map(|p| relative.place_b(p)));
        are_apart(&a, &b, &(self.earliest.motion * self.limit()), relative.rounding())
    }
}

impl PartVisitor for Sweep<'_, '_> {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        if self.earliest.is_later(a, b, relative) || self.never_meet(parts, relative) {
            return ControlFlow::Continue(());
        }
        self.earliest.visit(a, b, parts, relative)
    }

    fn axis(&self) -> Option<Vec3> {
        self.earliest.axis()
    }

    fn limit(&self) -> f64 {
        self.earliest.limit()
    }
}

/// Whether two triangles are certainly apart while the second moves along `way`, given a bound on the rounding of their coordinates: by
/// the normals of their planes, as seen along the way, or across an edge of each. Of triangles that do not meet nearly all are, and this
/// takes a tenth of a cast.
pub(super) fn are_apart(a: &[Vec3; 3], b: &[Vec3; 3], way: &Vec3, rounding: f64) -> bool {
    let edges = |[p, q, r]: &[Vec3; 3]| [q - p, r - q, p - r];
    let (of_a, of_b) = (edges(a), edges(b));
    let separates = |axis: Vec3| {
        let range = |points: &[Vec3; 3]| {
            let [p, q, r] = points.each_ref().map(|point| axis.dot(point));
            (lesser(lesser(p, q), r), greater(greater(p, q), r))
        };
        let ((low_a, high_a), (low_b, high_b), along) = (range(a), range(b), axis.dot(way));
        let ahead = low_a - high_b - greater(along, 0.0);
        let gap = greater(ahead, low_b + lesser(along, 0.0) - high_a);
        // Sums of products that underflow are off by some of the least numbers. False of a NaN.
        gap > f64::MIN_POSITIVE
            + CLEAR_MARGIN * (rounding * axis.abs().sum() + ROUNDING * along.abs())
    };
    let [u, v, _] = of_a;
    let [s, t, _] = of_b;
    separates(u.cross(&v))
        || separates(s.cross(&t))
        || of_a.iter().chain(&of_b).any(|edge| separates(way.cross(edge)))
        || of_a.iter().any(|u| of_b.iter().any(|s| separates(u.cross(s))))
}
