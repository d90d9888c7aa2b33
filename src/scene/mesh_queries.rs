//! The intersection curves of soups of polygons, and all pairs of colliding parts.

use std::ops::ControlFlow;

use super::object::ObjectRef;
use super::pair_queries::QueryError;
use super::world::World;
use solid_geometry::convex::{Coherence, RelativePlacement, intersect};
use solid_geometry::memory;
use solid_geometry::mesh::{Segment, intersection, visit_intersecting};
use solid_geometry::query::{BodyPair, PartIndices, PartVisitor, Shapes, visit_overlapping};
use solid_geometry::shape::Support;
use solid_geometry::sort_pairs;

impl<C: Copy> World<C> {
    /// The segments in which the polygons of two soups cross, in world coordinates
    /// ([`intersection`]).
    pub fn intersection(
        &self,
        first: ObjectRef,
        second: ObjectRef,
    ) -> Result<Vec<Segment>, QueryError> {
        let bodies = self.bodies(first, second)?;
        let Shapes::Soups(a, b) = bodies.shapes else {
            return Err(QueryError::NotAMesh);
        };
        let [place_a, place_b] = bodies.placements;
        let mut segments = intersection(a, place_a, b, place_b);
        for segment in &mut segments {
            let [of_a, of_b] = segment.polygons;
            segment.polygons = bodies.in_order(of_a, of_b);
        }
        Ok(segments)
    }

    /// The intersection of the last event whose response has one: empty unless both objects are soups.
    pub fn found_segments(&self) -> &[Segment] {
        &self.segments
    }

    /// All pairs of parts of two objects that share a point, by the numbers of the polytopes (see
    /// [`solid_geometry::mesh::PolytopeSoup::number`]), 0 for what is no soup; ascending, each pair once.
    pub fn intersecting_parts(
        &self,
        first: ObjectRef,
        second: ObjectRef,
    ) -> Result<Vec<PartIndices>, QueryError> {
        let bodies = self.bodies(first, second)?;
        let mut pairs = all_intersecting(&bodies);
        for pair in &mut pairs {
            let [i, j] = *pair;
            let numbers = match bodies.shapes {
                Shapes::Convex(..) => [0, 0],
                Shapes::Mixed(a, _) => [a.number(i), 0],
                Shapes::Soups(a, b) => [a.number(i), b.number(j)],
            };
            *pair = bodies.in_order(numbers[0], numbers[1]);
        }
        sort_pairs(&mut pairs);
        pairs.dedup();
        Ok(pairs)
    }
}

/// All pairs of parts that share a point, by their indices, in the order of the walk.
fn all_intersecting(bodies: &BodyPair<'_>) -> Vec<PartIndices> {
    let mut all = AllIntersecting(Vec::new());
    let [place_a, place_b] = bodies.placements;
    let _ = match bodies.shapes {
        Shapes::Soups(a, b) => {
            visit_intersecting(a, place_a, b, place_b, &bodies.relation, &mut |i, j| {
                memory::push(&mut all.0, [i, j]);
                ControlFlow::Continue(())
            })
        }
        _ => visit_overlapping(bodies, &mut all),
    };
    all.0
}

/// Collects the pairs that share a point.
struct AllIntersecting(Vec<PartIndices>);

impl PartVisitor for AllIntersecting {
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        relation: &RelativePlacement,
    ) -> ControlFlow<()> {
        if intersect(a.any(), b.any(), relation, &mut Coherence::default()) {
            memory::push(&mut self.0, parts);
        }
        ControlFlow::Continue(())
    }
}
