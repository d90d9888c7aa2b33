//! Whether polytopes of two soups share a point: triangles by their own test, the rest and the doubtful by the general
//! one.

use super::soup::Soup;
use crate::convex::query::{Coherence, intersect};
use crate::convex::relative::RelativePlacement;
use crate::convex::triangle::{Triangle, Verdict, meet, placing_error};
use crate::math::Vec3;

/// Two placed soups, whose polytopes are asked for pair by pair.
///
/// The walks offer many pairs with the same polytope one after the other, so the last triangle of each soup is kept.
pub struct Meeting<'a> {
    a: &'a Soup,
    b: &'a Soup,
    relation: &'a RelativePlacement,
    /// How exact the placed vertices are.
    error: f64,
    last: [(u32, Triangle); 2],
}

impl<'a> Meeting<'a> {
    /// Of soups that are so placed; their coordinates reach no farther than the relation says.
    pub fn new(a: &'a Soup, b: &'a Soup, relation: &'a RelativePlacement) -> Meeting<'a> {
        let none = (u32::MAX, Triangle::new([Vec3::zeros(); 3]));
        Meeting { a, b, relation, error: placing_error(relation), last: [none, none] }
    }

    /// Whether two polytopes share a point; touching is sharing.
    #[inline]
    pub fn meet(&mut self, i: u32, j: u32, coherence: &mut Coherence) -> bool {
        match self.triangles_meet(i, j) {
            Verdict::Apart => false,
            Verdict::Meeting => true,
            Verdict::Doubtful => {
                let (a, b) = (&self.a.primitive(i), &self.b.primitive(j));
                intersect(a, b, self.relation, coherence)
            }
        }
    }

    /// What the test of triangles says; doubtful where it does not apply.
    #[inline]
    fn triangles_meet(&mut self, i: u32, j: u32) -> Verdict {
        let [first, second] = &mut self.last;
        if first.0 != i {
            let Some(corners) = self.a.corners(i) else {
                return Verdict::Doubtful;
            };
            let [p, q, r] = corners;
            let place = |p: &Vec3| self.relation.place_a(p);
            *first = (i, Triangle::new([place(p), place(q), place(r)]));
        }
        if second.0 != j {
            let Some(corners) = self.b.corners(j) else {
                return Verdict::Doubtful;
            };
            let [p, q, r] = corners;
            let place = |p: &Vec3| self.relation.place_b(p);
            *second = (j, Triangle::new([place(p), place(q), place(r)]));
        }
        meet(&first.1, &second.1, self.error)
    }
}
