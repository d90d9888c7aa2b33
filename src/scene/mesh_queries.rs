//! The intersection curves of soups of polygons, and all pairs of colliding parts.

use super::object::ObjectRef;
use super::pair_queries::QueryError;
use super::world::World;
use solid_geometry::convex::{Coherence, intersect};
use solid_geometry::memory;
use solid_geometry::mesh::{LeafTest, Segment, first_pair, first_primitive, intersection};
use solid_geometry::query::{BodyPair, PartIndices, Shapes};
use solid_geometry::shape::Support;

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
    /// [`solid_geometry::mesh::PolytopeSoup::number`]), 0 for what is no soup, and of compounds
    /// those that [`solid_geometry::query::Compound::locate`] takes; ascending, each pair once.
    pub fn intersecting_parts(
        &self,
        first: ObjectRef,
        second: ObjectRef,
    ) -> Result<Vec<PartIndices>, QueryError> {
        let bodies = self.bodies(first, second)?;
        let mut pairs = Vec::new();
        bodies.each_pair_of_parts(&mut |bodies, [first, second]| {
            let found = all_intersecting(bodies);
            memory::reserve(&mut pairs, found.len());
            pairs.extend(found.into_iter().map(|pair| {
                let [i, j] = bodies.numbers(pair);
                [first + i, second + j]
            }));
        });
        pairs.sort_unstable();
        pairs.dedup();
        Ok(pairs)
    }
}

/// The same of a half-space: two of them are one pair of parts.
fn of_half_space(bodies: &BodyPair<'_>) -> Vec<PartIndices> {
    if matches!(bodies.shapes, Shapes::Convex(..)) {
        return if bodies.is_within(0.0) { vec![[0, 0]] } else { Vec::new() };
    }
    bodies.bounded(0.0, all_intersecting).unwrap_or_default()
}

/// All pairs of parts that share a point, by their indices, in the order of the walk.
fn all_intersecting(bodies: &BodyPair<'_>) -> Vec<PartIndices> {
    if bodies.has_half_space() {
        return of_half_space(bodies);
    }
    let (mut all, relative) = (Vec::new(), &bodies.relative);
    let [place_a, place_b] = bodies.placements;
    // Without a warm start, so that no answer depends on the pairs before it; and none is the last.
    let mut add = |is_hit: bool, parts: PartIndices| {
        if is_hit {
            memory::push(&mut all, parts);
        }
        false
    };
    match bodies.shapes {
        Shapes::Convex(a, b) => {
            add(intersect(a, b, relative, &mut Coherence::default()), [0, 0]);
        }
        // Their parts are asked about one by one.
        Shapes::Parts(..) => {}
        Shapes::Mixed(a, b) => {
            first_primitive(a, place_a, &b.bounds(), place_b, |i| {
                add(intersect(&a.primitive(i), b, relative, &mut Coherence::default()), [i, 0])
            });
        }
        Shapes::Soups(a, b) => {
            let mut leaf_test = LeafTest::new(a, b, relative);
            first_pair(a, place_a, b, place_b, |i, j| {
                add(leaf_test.intersects(i, j, &mut Coherence::default()), [i, j])
            });
        }
    }
    all
}
