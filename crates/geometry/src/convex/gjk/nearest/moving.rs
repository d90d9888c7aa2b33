//! Simplices whose points move: of a ray that is clipped, of bodies that turn.

use super::{Feature, Nearest, NearestSimplex, nearest_face, segment, whole_triangle};
use crate::convex::pair::SupportPoint;
use crate::math::Vec3;

impl NearestSimplex {
    /// Moves all points by the same vector.
    #[inline]
    pub(crate) fn translate(&mut self, by: &Vec3) {
        for slot in &self.slots[..self.count] {
            self.vertices[(slot & 3) as usize].w += by;
        }
    }

    /// As [`NearestSimplex::add`], after the points were moved: any feature may be nearest.
    pub(crate) fn add_after_moving(
        &mut self,
        point: &SupportPoint,
        w: Vec3,
        against: &Vec3,
        least: f64,
    ) -> Nearest {
        let new = self.store(point, w, against);
        let [i, j, k, l] = self.slots;
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| self.at(i));
        let feature = match new {
            0 => Feature::vertex(i, w),
            1 => segment([j, i], b, a),
            2 => whole_triangle([k, j, i], c, b, a),
            _ => {
                let ending = self.tetrahedron(least);
                if let Err(Nearest::Enclosed) = ending {
                    return Nearest::Enclosed;
                }
                // Faces with the origin on their inner side are no nearer.
                nearest_face([i, j, k, l], [a, b, c, d])
            }
        };
        self.reduce(&feature);
        Nearest::Outside(feature.point)
    }

    /// Computes the points anew from the local points of both bodies, after these were moved, and reduces the simplex to the
    /// nearest feature, whose nearest point is returned. `None` for the empty simplex and for a tetrahedron, or if it is the
    /// origin.
    pub(crate) fn place(&mut self, difference: impl Fn(&Vec3, &Vec3) -> Vec3) -> Option<Vec3> {
        for slot in &self.slots[..self.count] {
            let vertex = &mut self.vertices[(slot & 3) as usize];
            vertex.w = difference(&vertex.local_a, &vertex.local_b);
        }
        let ([i, j, k, _], [a, b, c, _]) = (self.slots, [0, 1, 2, 3].map(|i| self.at(i)));
        let feature = match self.count {
            1 => Feature::vertex(i, a),
            2 => segment([i, j], a, b),
            3 => whole_triangle([i, j, k], a, b, c),
            _ => return None,
        };
        self.reduce(&feature);
        (feature.point.norm_squared() > 0.0).then_some(feature.point)
    }
}
