//! The leaf test: whether two polytopes of two soups share a point. Triangles have a test of their own; other polytopes, and
//! triangles that are too close to touching, take GJK.

use super::soup::PolytopeSoup;
use crate::convex::query::{Coherence, intersect};
use crate::convex::relative::RelativePlacement;
use crate::convex::triangle::{Triangle, TriangleTest, intersect_triangles, placing_error};
use crate::math::Vec3;

/// Whether two polytopes of two placed soups share a point: the test for candidates of [`first_pair`](super::first_pair).
///
/// Successive pairs often have a polytope in common, so the last placed triangle of each soup is kept.
pub struct LeafTest<'a> {
    a: &'a PolytopeSoup,
    b: &'a PolytopeSoup,
    relative: &'a RelativePlacement,
    /// A bound on the error of the placed vertices.
    error: f64,
    last: [(u32, Triangle); 2],
}

impl<'a> LeafTest<'a> {
    /// The leaf test of soups under a relative placement.
    pub fn new(
        a: &'a PolytopeSoup,
        b: &'a PolytopeSoup,
        relative: &'a RelativePlacement,
    ) -> LeafTest<'a> {
        let none = (u32::MAX, Triangle::new([Vec3::zeros(); 3]));
        LeafTest { a, b, relative, error: placing_error(relative), last: [none, none] }
    }

    /// Whether polytope `i` of the first soup and `j` of the second share a point; touching is sharing.
    #[inline]
    pub fn intersects(&mut self, i: u32, j: u32, coherence: &mut Coherence) -> bool {
        match self.triangles_meet(i, j) {
            TriangleTest::Apart => false,
            TriangleTest::Intersecting => true,
            TriangleTest::Undecided => {
                let (a, b) = (&self.a.primitive(i), &self.b.primitive(j));
                intersect(a, b, self.relative, coherence)
            }
        }
    }

    /// The test of two triangles. Undecided unless both are triangles.
    #[inline]
    fn triangles_meet(&mut self, i: u32, j: u32) -> TriangleTest {
        let [first, second] = &mut self.last;
        if first.0 != i {
            let Some(corners) = self.a.corners(i) else {
                return TriangleTest::Undecided;
            };
            let [p, q, r] = corners;
            let place = |p: &Vec3| self.relative.place_a(p);
            *first = (i, Triangle::new([place(p), place(q), place(r)]));
        }
        if second.0 != j {
            let Some(corners) = self.b.corners(j) else {
                return TriangleTest::Undecided;
            };
            let [p, q, r] = corners;
            let place = |p: &Vec3| self.relative.place_b(p);
            *second = (j, Triangle::new([place(p), place(q), place(r)]));
        }
        intersect_triangles(&first.1, &second.1, self.error)
    }
}
