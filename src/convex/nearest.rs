//! The simplex of the distance and cast queries: up to four points of A - B, and which point of their hull is nearest
//! to the origin, by geometry in double precision.
//!
//! Voronoi regions (Olvång 2.3.2): of a feature found by the last steps the new point is always part, so only features
//! with it are looked at. What rounding leaves open is told as undecided; see [`super::gjk`] for what then happens.

use super::gjk::Witness;
use super::pair::SupportPoint;
use crate::math::Vec3;

/// What became of the simplex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Nearest {
    /// The nearest point is not the origin.
    Outside(Vec3),
    /// The four points enclose the origin, beyond rounding.
    Enclosed,
    /// Rounding hides which feature is nearest.
    Undecided,
}

/// A vertex of the simplex.
#[derive(Clone, Copy)]
struct Vertex {
    /// The point of A - B.
    w: Vec3,
    local_a: Vec3,
    local_b: Vec3,
}

/// A point of a feature: the feature's members, with their shares in the nearest point.
#[derive(Clone, Copy)]
struct Feature {
    members: [u8; 3],
    count: u8,
    shares: [f64; 3],
    point: Vec3,
}

/// The simplex.
#[derive(Clone, Copy)]
pub struct NearestSimplex {
    vertices: [Vertex; 4],
    count: usize,
    shares: [f64; 4],
}

const NO_VERTEX: Vertex = Vertex {
    w: Vec3::new(0.0, 0.0, 0.0),
    local_a: Vec3::new(0.0, 0.0, 0.0),
    local_b: Vec3::new(0.0, 0.0, 0.0),
};

impl NearestSimplex {
    /// The simplex of no points.
    pub const EMPTY: Self = NearestSimplex { vertices: [NO_VERTEX; 4], count: 0, shares: [0.0; 4] };

    /// Whether the point is one of the simplex already.
    #[inline]
    pub fn contains(&self, w: &Vec3) -> bool {
        self.vertices[..self.count].iter().any(|vertex| vertex.w == *w)
    }

    /// The points, and their shares in the nearest one.
    pub fn shares(&self) -> impl Iterator<Item = (&Vec3, f64)> {
        self.vertices[..self.count].iter().map(|vertex| &vertex.w).zip(self.shares)
    }

    /// Moves all points by the same vector.
    #[inline]
    pub fn translate(&mut self, by: &Vec3) {
        self.vertices[..self.count].iter_mut().for_each(|vertex| vertex.w += by);
    }

    /// Adds a point, as the difference `w` of two points, and reduces the simplex to the nearest feature.
    ///
    /// `least` bounds the rounding of the volume of a tetrahedron of four points and the origin.
    #[inline]
    pub fn add(&mut self, point: &SupportPoint, w: Vec3, least: f64) -> Nearest {
        // There is room unless the origin was enclosed.
        let new = self.count.min(3);
        self.vertices[new] = Vertex { w, local_a: point.local_a, local_b: point.local_b };
        self.count = new + 1;
        let at = |i: usize| self.vertices[i].w;
        let feature = match new {
            0 => Feature { members: [0; 3], count: 1, shares: [1.0, 0.0, 0.0], point: w },
            1 => segment([1, 0], w, at(0)),
            2 => triangle([2, 1, 0], w, at(1), at(0)),
            _ => match self.tetrahedron(least) {
                Ok(feature) => feature,
                Err(ending) => return ending,
            },
        };
        self.reduce(&feature);
        Nearest::Outside(feature.point)
    }

    /// As [`NearestSimplex::add`], after the points were moved: any feature may be nearest.
    pub fn add_after_moving(&mut self, point: &SupportPoint, w: Vec3, least: f64) -> Nearest {
        let new = self.count.min(3);
        self.vertices[new] = Vertex { w, local_a: point.local_a, local_b: point.local_b };
        self.count = new + 1;
        let [a, b, c, d] = self.vertices.map(|vertex| vertex.w);
        let feature = match new {
            0 => Feature { members: [0; 3], count: 1, shares: [1.0, 0.0, 0.0], point: w },
            1 => segment([1, 0], b, a),
            2 => whole_triangle([2, 1, 0], c, b, a),
            _ => {
                let ending = self.tetrahedron(least);
                if let Err(Nearest::Enclosed) = ending {
                    return Nearest::Enclosed;
                }
                // Faces that do not see the origin are no nearer.
                let faces = [
                    whole_triangle([3, 0, 1], d, a, b),
                    whole_triangle([3, 1, 2], d, b, c),
                    whole_triangle([3, 2, 0], d, c, a),
                    whole_triangle([0, 1, 2], a, b, c),
                ];
                nearer_of(&faces)
            }
        };
        self.reduce(&feature);
        Nearest::Outside(feature.point)
    }

    /// How far it is along `r` to where the ray from the origin passes through the simplex, if that is a triangle; `None` if
    /// it does not, or not for certain when each coordinate may be wrong by `rounding`. `r` is about one long.
    pub fn way_to_crossing(&self, r: &Vec3, rounding: f64) -> Option<f64> {
        if self.count != 3 {
            return None;
        }
        let [a, b, c, _] = self.vertices.map(|vertex| vertex.w);
        let (to_b, to_c) = (b - a, c - a);
        // Each coordinate occurs in four products of a volume, and the rounding of these is no more.
        let least = 16.0 * rounding * a.norm().max(b.norm()).max(c.norm());
        let sides = [r.dot(&a.cross(&b)), r.dot(&b.cross(&c)), r.dot(&c.cross(&a))];
        let inside = sides.iter().all(|x| *x > least) || sides.iter().all(|x| *x < -least);
        if !inside {
            return None;
        }
        let normal = to_b.cross(&to_c);
        // The volumes sum up to that of the triangle with the ray.
        let way = normal.dot(&a) / normal.dot(r);
        (way >= -rounding).then_some(way.max(0.0))
    }

    /// The nearest of the three faces with the new point that see the origin.
    #[inline]
    fn tetrahedron(&mut self, least: f64) -> Result<Feature, Nearest> {
        let [b, c, d, a] = self.vertices.map(|vertex| vertex.w);
        let (bc, cd, db) = (b.cross(&c), c.cross(&d), d.cross(&b));
        let whole = (b - a).dot(&(c - a).cross(&(d - a)));
        let sign = if whole < 0.0 { -1.0 } else { 1.0 };
        // The volumes that the origin makes with the faces at the new point, positive inside; and with the old face.
        let inside = [-a.dot(&bc) * sign, -a.dot(&cd) * sign, -a.dot(&db) * sign];
        let old = b.dot(&cd) * sign;
        if inside.iter().all(|volume| *volume > least) && old > least {
            self.shares = self.enclosing_shares(&inside, old);
            return Err(Nearest::Enclosed);
        }
        let faces = [([3, 0, 1], b, c), ([3, 1, 2], c, d), ([3, 2, 0], d, b)];
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

    /// The shares of the four points in the origin, from the volumes opposite to them.
    #[inline]
    fn enclosing_shares(&self, [bc, cd, db]: &[f64; 3], old: f64) -> [f64; 4] {
        let sum = bc + cd + db + old;
        [cd / sum, db / sum, bc / sum, old / sum]
    }

    #[inline]
    fn reduce(&mut self, feature: &Feature) {
        // Members past the count are any.
        let kept = feature.members.map(|member| self.vertices[member as usize]);
        self.vertices[..3].copy_from_slice(&kept);
        self.shares[..3].copy_from_slice(&feature.shares);
        self.count = feature.count as usize;
    }

    /// The points of both bodies that the nearest point is the difference of.
    #[inline]
    pub fn witness(&self) -> Witness {
        let mut witness =
            Witness { local_a: Vec3::zeros(), local_b: Vec3::zeros(), difference: Vec3::zeros() };
        for (vertex, share) in self.vertices.iter().zip(self.shares).take(self.count) {
            witness.local_a += vertex.local_a * share;
            witness.local_b += vertex.local_b * share;
            witness.difference += vertex.w * share;
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
        return Feature { members: [i, j, 0], count: 1, shares: [1.0, 0.0, 0.0], point: a };
    }
    let t = along / edge.norm_squared();
    if t >= 1.0 {
        return Feature { members: [j, i, 0], count: 1, shares: [1.0, 0.0, 0.0], point: b };
    }
    Feature { members: [i, j, 0], count: 2, shares: [1.0 - t, t, 0.0], point: a + edge * t }
}

/// The first of the nearest of some features.
#[inline]
fn nearer_of(features: &[Feature]) -> Feature {
    let nearer = |x: Feature, y: &Feature| {
        if y.point.norm_squared() < x.point.norm_squared() { *y } else { x }
    };
    features[1..].iter().fold(features[0], nearer)
}

/// The nearest feature of a triangle: of all.
#[inline]
fn whole_triangle([i, j, k]: [u8; 3], a: Vec3, b: Vec3, c: Vec3) -> Feature {
    let (to_b, to_c) = (b - a, c - a);
    let normal = to_b.cross(&to_c);
    let square = normal.norm_squared();
    let share_c = normal.dot(&a.cross(&to_b)) / square;
    let share_b = normal.dot(&to_c.cross(&a)) / square;
    let share_a = 1.0 - share_b - share_c;
    if share_a > 0.0 && share_b > 0.0 && share_c > 0.0 {
        let point = a + to_b * share_b + to_c * share_c;
        return Feature { members: [i, j, k], count: 3, shares: [share_a, share_b, share_c], point };
    }
    nearer_of(&[segment([i, j], a, b), segment([i, k], a, c), segment([j, k], b, c)])
}

/// The nearest feature of a triangle with the new point `a`: of those with it.
#[inline]
fn triangle([i, j, k]: [u8; 3], a: Vec3, b: Vec3, c: Vec3) -> Feature {
    let (to_b, to_c) = (b - a, c - a);
    let normal = to_b.cross(&to_c);
    // The areas that the origin, projected, makes with the edges at the new point, times the triangle's own.
    let share_c = normal.dot(&a.cross(&to_b));
    let share_b = normal.dot(&to_c.cross(&a));
    match (share_c <= 0.0, share_b <= 0.0) {
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
    let (share_b, share_c) = (share_b / square, share_c / square);
    let share_a = 1.0 - share_b - share_c;
    if share_a <= 0.0 {
        // The new point does not help: only by rounding.
        return segment([j, k], b, c);
    }
    Feature {
        members: [i, j, k],
        count: 3,
        shares: [share_a, share_b, share_c],
        // A combination of the corners, though the normal gives the same: of a thin triangle it is badly known.
        point: a + to_b * share_b + to_c * share_c,
    }
}
