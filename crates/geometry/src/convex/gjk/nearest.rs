//! The simplex of the distance and cast queries: up to four points of A - B and the point of their hull nearest to the origin.
//!
//! The nearest feature is found by its Voronoi region (Olvång 2.3.2). It always contains the new point, so only such features
//! are tested. Where rounding hides which is nearest the result is undecided, and [`crate::convex::gjk`] continues.

use super::enclosing::barycentric_of_origin;
use crate::convex::pair::SupportPoint;
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::scalar::Dd;
use crate::math::tolerance::WITNESS_CONDITION;

mod moving;

#[cfg(test)]
mod tests;

/// The result of adding a point to a [`NearestSimplex`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Nearest {
    /// The nearest point is not the origin.
    Outside(Vec3),
    /// The four points certainly enclose the origin.
    Enclosed,
    /// Rounding hides which feature is nearest.
    Undecided,
}

/// A vertex of the simplex.
#[derive(Clone, Copy, Default)]
struct Vertex {
    /// The point of A - B.
    w: Vec3,
    local_a: Vec3,
    local_b: Vec3,
    /// The vector against which it is the support point.
    against: Vec3,
}

/// A point of a feature: the slots of its members, with the barycentric coordinates of the nearest point.
#[derive(Clone, Copy)]
struct Feature {
    members: [u8; 3],
    count: u8,
    barycentric: [f64; 3],
    point: Vec3,
}

impl Feature {
    #[inline]
    fn vertex(slot: u8, point: Vec3) -> Feature {
        Feature { members: [slot; 3], count: 1, barycentric: [1.0, 0.0, 0.0], point }
    }
}

/// The simplex: up to four points of A - B, at first none, and the point of their hull nearest to the origin.
#[derive(Clone, Copy, Default)]
pub struct NearestSimplex {
    /// Slots: a vertex is not moved while it stays in the simplex, as it is large.
    vertices: [Vertex; 4],
    /// The slots of the points, the newest first; in a tetrahedron it is last.
    slots: [u8; 4],
    count: usize,
    barycentric: [f64; 4],
}

impl NearestSimplex {
    /// Whether it has no point.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The points.
    #[inline]
    fn vertices(&self) -> impl Iterator<Item = &Vertex> {
        self.slots[..self.count].iter().map(|slot| &self.vertices[(slot & 3) as usize])
    }

    /// A point of A - B.
    #[inline]
    fn at(&self, i: usize) -> Vec3 {
        self.vertices[(self.slots[i] & 3) as usize].w
    }

    /// Whether the point is one of the simplex already.
    #[inline]
    pub(crate) fn contains(&self, w: &Vec3) -> bool {
        self.vertices().any(|vertex| vertex.w == *w)
    }

    /// The vectors against which the points are support points, with the barycentric coordinates of the nearest point; without those
    /// that are none.
    pub(crate) fn searched(&self) -> impl Iterator<Item = (&Vec3, f64)> {
        let all = self.vertices().map(|vertex| &vertex.against).zip(self.barycentric);
        all.filter(|(against, _)| **against != Vec3::zeros())
    }

    /// Stores a point in a free slot; returns the previous number of points.
    #[inline]
    fn store(&mut self, point: &SupportPoint, w: Vec3, against: &Vec3) -> usize {
        // There is room unless the origin was enclosed.
        let new = self.count.min(3);
        let taken = self.slots[..new].iter().fold(0_u8, |taken, slot| taken | 1 << slot);
        let free = taken.trailing_ones() as u8 & 3;
        // One by one, without a copy of the whole.
        let vertex = &mut self.vertices[free as usize];
        vertex.w = w;
        vertex.local_a = point.local_a;
        vertex.local_b = point.local_b;
        vertex.against = *against;
        (self.slots[new], self.count) = (free, new + 1);
        new
    }

    /// Adds the support point `w` of A - B against a vector, or another point against none, and reduces the simplex to the nearest feature.
    ///
    /// `least` bounds the rounding error of the volume of a tetrahedron.
    #[inline]
    pub fn add(&mut self, point: &SupportPoint, w: Vec3, against: &Vec3, least: f64) -> Nearest {
        let new = self.store(point, w, against);
        let [first, second, third, _] = self.slots;
        let feature = match new {
            0 => Feature::vertex(first, w),
            1 => segment([second, first], w, self.at(0)),
            2 => triangle([third, second, first], w, self.at(1), self.at(0)),
            _ => match self.tetrahedron(least) {
                Ok(feature) => feature,
                Err(ending) => return ending,
            },
        };
        self.reduce(&feature);
        Nearest::Outside(feature.point)
    }

    /// Recomputes the nearest feature from all points that are still stored, after rounding made the last step lead away from
    /// the origin.
    #[cold]
    pub(crate) fn recover(&mut self) {
        // Skips slots that were never used.
        let taken = |slot: u8| self.vertices[(slot & 3) as usize].against != Vec3::zeros();
        let slots = [0, 1, 2, 3].map(|slot| if taken(slot) { slot } else { 0 });
        let feature = nearest_face(slots, slots.map(|slot| self.vertices[(slot & 3) as usize].w));
        self.reduce(&feature);
    }

    /// The multiple of `r`, a vector of about unit length, at which the ray from the origin passes through the triangle. `None` if
    /// the simplex is no triangle, or if an error of `rounding` in each coordinate may hide whether the ray passes.
    pub(crate) fn length_to_triangle(&self, r: &Vec3, rounding: f64) -> Option<f64> {
        if self.count != 3 {
            return None;
        }
        let [a, b, c] = [0, 1, 2].map(|i| self.at(i));
        let (to_b, to_c) = (b - a, c - a);
        // Each coordinate occurs in four products of a volume, and the rounding of the products is no larger.
        let least = 16.0 * rounding * a.norm().max(b.norm()).max(c.norm());
        let sides = [r.dot(&a.cross(&b)), r.dot(&b.cross(&c)), r.dot(&c.cross(&a))];
        let inside = sides.iter().all(|x| *x > least) || sides.iter().all(|x| *x < -least);
        if !inside {
            return None;
        }
        let normal = to_b.cross(&to_c);
        // The volumes sum up to that of the triangle with the ray.
        let t = normal.dot(&a) / normal.dot(r);
        (t >= -rounding).then_some(t.max(0.0))
    }

    /// The nearest of the three faces at the new point that have the origin on their outer side.
    #[inline]
    fn tetrahedron(&mut self, least: f64) -> Result<Feature, Nearest> {
        let [b, c, d, a] = [0, 1, 2, 3].map(|i| self.at(i));
        let [i, j, k, l] = self.slots;
        let (bc, cd, db) = (b.cross(&c), c.cross(&d), d.cross(&b));
        let whole = (b - a).dot(&(c - a).cross(&(d - a)));
        let sign = if whole < 0.0 { -1.0 } else { 1.0 };
        // The volumes that the origin makes with the faces at the new point, positive inside; and with the old face.
        let inside = [-a.dot(&bc) * sign, -a.dot(&cd) * sign, -a.dot(&db) * sign];
        let old = b.dot(&cd) * sign;
        if inside.iter().all(|volume| *volume > least) && old > least {
            return Err(Nearest::Enclosed);
        }
        let faces = [([l, i, j], b, c), ([l, j, k], c, d), ([l, k, i], d, b)];
        let mut nearest: Option<Feature> = None;
        for (volume, (members, p, q)) in inside.iter().zip(faces) {
            if *volume <= least {
                let feature = triangle(members, a, p, q);
                if nearest.is_none_or(|n| feature.point.norm_squared() < n.point.norm_squared()) {
                    nearest = Some(feature);
                }
            }
        }
        nearest.ok_or(Nearest::Undecided)
    }

    #[inline]
    fn reduce(&mut self, feature: &Feature) {
        // Members beyond `count` are meaningless.
        self.slots[..3].copy_from_slice(&feature.members);
        self.barycentric[..3].copy_from_slice(&feature.barycentric);
        self.count = feature.count as usize;
    }

    /// The nearest point `v`, projected onto the normal of the edge or face that it is on: near the origin the normal is a more
    /// precise direction than the point. Unchanged if the two differ by more than `rounding`, as the normal of a sliver is
    /// ill-conditioned.
    pub(crate) fn straightened(&self, v: &Vec3, rounding: f64) -> Vec3 {
        let normal = match self.count {
            2 => {
                let edge = self.at(1) - self.at(0);
                let unit = v / v.norm();
                unit - edge * (unit.dot(&edge) / edge.norm_squared())
            }
            3 => (self.at(1) - self.at(0)).cross(&(self.at(2) - self.at(0))),
            _ => return *v,
        };
        let length = v.norm() / normal.norm();
        let straight = normal * if normal.dot(v) < 0.0 { -length } else { length };
        if (straight - v).norm() <= rounding { straight } else { *v }
    }

    /// The barycentric coordinates of the nearest point, in the order of the points; of a tetrahedron, those of the origin.
    fn barycentric(&self) -> [f64; 4] {
        if self.count < 4 {
            return self.barycentric;
        }
        let points = [0, 1, 2, 3].map(|i| <[f64; 3]>::from(self.at(i)));
        // The volumes of a thin tetrahedron keep too few digits in double precision.
        barycentric_of_origin(&points, WITNESS_CONDITION).unwrap_or_else(|| {
            let points = points.map(|point| point.map(Dd::from));
            let exact = barycentric_of_origin(&points, 0.0);
            exact.map_or(self.barycentric, |all| all.map(Dd::to_f64))
        })
    }

    /// The points of both bodies in local coordinates that the points are differences of.
    pub(crate) fn locals(&self) -> impl Iterator<Item = (Vec3, Vec3)> {
        self.vertices().map(|vertex| (vertex.local_a, vertex.local_b))
    }

    /// The points, as differences of points of both bodies.
    #[inline]
    pub fn differences(&self) -> impl Iterator<Item = &Vec3> {
        self.vertices().map(|vertex| &vertex.w)
    }

    /// The points of both bodies that the nearest point is the difference of. Zeros for the empty simplex.
    pub(crate) fn witness(&self) -> Witness {
        let mut witness = Witness::default();
        for (vertex, weight) in self.vertices().zip(self.barycentric()) {
            witness.local_a += vertex.local_a * weight;
            witness.local_b += vertex.local_b * weight;
            witness.difference += vertex.w * weight;
        }
        witness
    }
}

/// The nearest feature of a segment from the new point `a`.
#[inline]
fn segment(members: [u8; 2], a: Vec3, b: Vec3) -> Feature {
    let edge = b - a;
    let along = -a.dot(&edge);
    let [i, j] = members;
    if along <= 0.0 {
        return Feature::vertex(i, a);
    }
    let t = along / edge.norm_squared();
    if t >= 1.0 {
        return Feature::vertex(j, b);
    }
    Feature { members: [i, j, 0], count: 2, barycentric: [1.0 - t, t, 0.0], point: a + edge * t }
}

/// The first of the nearest of some features.
fn nearer_of(features: &[Feature]) -> Feature {
    let nearer = |x: Feature, y: &Feature| {
        if y.point.norm_squared() < x.point.norm_squared() { *y } else { x }
    };
    features[1..].iter().fold(features[0], nearer)
}

/// The nearest feature of a tetrahedron's faces.
fn nearest_face([i, j, k, l]: [u8; 4], [a, b, c, d]: [Vec3; 4]) -> Feature {
    nearer_of(&[
        whole_triangle([l, i, j], d, a, b),
        whole_triangle([l, j, k], d, b, c),
        whole_triangle([l, k, i], d, c, a),
        whole_triangle([i, j, k], a, b, c),
    ])
}

/// The nearest feature of a triangle: of all.
fn whole_triangle([i, j, k]: [u8; 3], a: Vec3, b: Vec3, c: Vec3) -> Feature {
    let (to_b, to_c) = (b - a, c - a);
    let normal = to_b.cross(&to_c);
    let square = normal.norm_squared();
    let weight_c = normal.dot(&a.cross(&to_b)) / square;
    let weight_b = normal.dot(&to_c.cross(&a)) / square;
    let weight_a = 1.0 - weight_b - weight_c;
    if weight_a > 0.0 && weight_b > 0.0 && weight_c > 0.0 {
        let point = a + to_b * weight_b + to_c * weight_c;
        return Feature {
            members: [i, j, k],
            count: 3,
            barycentric: [weight_a, weight_b, weight_c],
            point,
        };
    }
    nearer_of(&[segment([i, j], a, b), segment([i, k], a, c), segment([j, k], b, c)])
}

/// The nearest feature of a triangle with the new point `a`: of those with it.
#[inline]
fn triangle([i, j, k]: [u8; 3], a: Vec3, b: Vec3, c: Vec3) -> Feature {
    let (to_b, to_c) = (b - a, c - a);
    let normal = to_b.cross(&to_c);
    // The areas that the origin, projected, makes with the edges at the new point, times the triangle's own.
    let weight_c = normal.dot(&a.cross(&to_b));
    let weight_b = normal.dot(&to_c.cross(&a));
    match (weight_c <= 0.0, weight_b <= 0.0) {
        (false, false) => {}
        (true, false) => return segment([i, j], a, b),
        (false, true) => return segment([i, k], a, c),
        (true, true) => {
            let (first, second) = (segment([i, j], a, b), segment([i, k], a, c));
            let closer = first.point.norm_squared() <= second.point.norm_squared();
            return if closer { first } else { second };
        }
    }
    let square = normal.norm_squared();
    let (weight_b, weight_c) = (weight_b / square, weight_c / square);
    let weight_a = 1.0 - weight_b - weight_c;
    if weight_a <= 0.0 {
        // The new point does not help: only by rounding.
        return segment([j, k], b, c);
    }
    Feature {
        members: [i, j, k],
        count: 3,
        barycentric: [weight_a, weight_b, weight_c],
        // A combination of the corners, though the normal gives the same: of a thin triangle it is badly known.
        point: a + to_b * weight_b + to_c * weight_c,
    }
}
