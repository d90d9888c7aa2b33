//! Distances of two objects: how far apart, where, and whether within a distance.

use std::ops::ControlFlow;

use super::ask::{Answer, PairCache, Question, ask};
use super::bodies::{BodyPair, PartIndices, Shapes};
use super::ill_conditioned::Verdict;
use super::nearest::Nearest;
use super::traversal::{PartVisitor, visit_nearest};
use crate::convex::Coherence;
use crate::convex::distance::{distance, is_within};
use crate::convex::pair::VertexHints;
use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::math::tolerance::ILL_CONDITIONED;
use crate::shape::Support;

#[cfg(test)]
mod tests;

/// The closest points of two objects, in the order of the query.
///
/// ```
/// use solid_geometry::{Placement, Shape, query};
///
/// let (ball, wall) = (Shape::sphere(1.0)?, Shape::cuboid([2.0, 8.0, 8.0])?);
/// let found = |x| {
///     let there = Placement::translation([x, 0.0, 0.0]);
///     query::closest_points(&ball, &Placement::IDENTITY, &wall, &there)
/// };
/// let apart = found(5.0).expect("both are finite");
/// assert_eq!((apart.distance, apart.points[0].x, apart.points[1].x), (3.0, 1.0, 4.0));
/// let overlapping = found(1.0).expect("both are finite");
/// assert_eq!((overlapping.distance, overlapping.points[0]), (0.0, overlapping.points[1]));
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPair {
    /// A point of each object, in world coordinates; where they collide, the same point twice.
    pub points: [Vec3; 2],
    /// Zero if and only if the objects collide.
    pub distance: f64,
}

impl BodyPair<'_> {
    /// The closest points of two objects, to a relative error of their distance.
    pub fn closest_points(&self, tolerance: f64) -> Option<ClosestPair> {
        self.ask(Question::Closest(tolerance), &mut PairCache::default()).closest()
    }

    /// Whether two objects are no farther apart than a distance, in world units, that is not negative: tolerance
    /// verification. Ends as soon as that is decided.
    pub fn is_within(&self, distance: f64) -> bool {
        self.ask(Question::Within(distance), &mut PairCache::default()) == Answer::Within
    }

    /// The closest points, by a search.
    pub(super) fn search_closest(
        &self,
        tolerance: f64,
        coherence: &mut Coherence,
    ) -> Option<ClosestPair> {
        let (witness, in_internal_units) = match self.shapes {
            Shapes::Convex(a, b) => {
                let found = distance(a, b, &self.relative, tolerance, &mut coherence.hints);
                // Certain, so that the verdict is the same.
                if found.is_enclosed {
                    let common = self.midpoint(&[found.witness.local_a, found.witness.local_b]);
                    return Some(ClosestPair { points: [common; 2], distance: 0.0 });
                }
                (found.witness, found.upper)
            }
            _ => {
                let Nearest { witness, distance, .. } = self.nearest_parts(tolerance)?;
                (witness, distance)
            }
        };
        let distance = self.relative.length_in_world_units(in_internal_units);
        // Far beyond rounding there is no doubt.
        let is_far = in_internal_units > ILL_CONDITIONED * self.relative.largest_coordinate();
        let verdict = if is_far { None } else { self.verdict_if_ill_conditioned() };
        if let Some(Verdict::Touching(common)) = verdict {
            let common = self.midpoint(&common);
            return Some(ClosestPair { points: [common; 2], distance: 0.0 });
        }
        if distance == 0.0 && in_internal_units == 0.0 && verdict.is_none() {
            let common = self.midpoint(&[witness.local_a, witness.local_b]);
            return Some(ClosestPair { points: [common; 2], distance });
        }
        if let Some(common) = self.inside_point() {
            return Some(ClosestPair { points: [common; 2], distance: 0.0 });
        }
        coherence.set_axis(&witness.difference);
        let [a, b] = self.placements;
        let points = self.in_order(a.apply(&witness.local_a), b.apply(&witness.local_b));
        // Of parts that are apart the distance is not zero, though it may be too small for a number in these units.
        Some(ClosestPair { points, distance: distance.max(f64::MIN_POSITIVE) })
    }

    /// A point that both objects share, in world coordinates; `None` if they are apart.
    pub fn common_point(&self) -> Option<Vec3> {
        self.shared_locals().map(|locals| self.midpoint(&locals))
    }

    /// The same in the local coordinates of A and of B.
    pub(super) fn shared_locals(&self) -> Option<[Vec3; 2]> {
        let [a, b] = self.bodies();
        ask(a, b, Question::CommonPoint, &mut PairCache::default()).common()
    }
}

impl BodyPair<'_> {
    /// Whether two objects are no farther apart than a distance that is not negative, by a search.
    pub(super) fn search_within(&self, distance: f64) -> bool {
        if let Some(verdict) = self.verdict_if_ill_conditioned()
            && (distance == 0.0 || verdict != Verdict::Apart)
        {
            return verdict != Verdict::Apart;
        }
        let limit = self.relative.in_internal_units(distance);
        let mut within = Within { limit, found: false, hints: [0; 2] };
        let _ = visit_nearest(self, &mut within);
        within.found || self.inside_point().is_some()
    }
}

struct Within {
    limit: f64,
    found: bool,
    hints: VertexHints,
}

impl PartVisitor for Within {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        _: PartIndices,
        relative: &RelativePlacement,
    ) -> ControlFlow<()> {
        self.found = is_within(a, b, relative, self.limit, &mut self.hints);
        if self.found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn limit(&self) -> f64 {
        self.limit
    }
}
