//! The intersection of two triangles, from the signs of a few determinants (Guigue and Devillers 2003).
//!
//! A triangle on one side of the other's plane does not intersect it. Otherwise both triangles cut the line in which the planes
//! intersect, and two more determinants decide whether the two intervals overlap. A sign is used only if the determinant exceeds
//! its rounding error, which includes that of placing the vertices. If too few signs are certain the pair is undecided, as
//! coplanar triangles always are, and the general convex test decides.

pub(crate) mod crossing;
pub(crate) mod ray;

#[cfg(test)]
mod tests;

use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::math::tolerance::{PLACING_ROUNDING, TRIANGLE_ROUNDING};
use crate::math::vector::{greater, largest};

/// The result of [`intersect_triangles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriangleTest {
    /// They share no point.
    Apart,
    /// They share a point.
    Intersecting,
    /// Rounding hides which.
    Undecided,
}

/// A triangle prepared for [`intersect_triangles`], with both triangles in the same coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    /// Its vertices.
    pub vertices: [Vec3; 3],
    /// The cross product of two edges.
    pub normal: Vec3,
    /// The largest coordinate of an edge.
    size: f64,
}

impl Triangle {
    /// A triangle of three points.
    #[inline]
    pub fn new(vertices: [Vec3; 3]) -> Triangle {
        let [p, q, r] = vertices;
        let (u, v, w) = (q - p, r - p, r - q);
        let size = greater(greater(largest(&u), largest(&v)), largest(&w));
        Triangle { vertices, normal: u.cross(&v), size }
    }

    /// On which sides of the plane three points are.
    #[inline]
    fn sides(&self, [p, q, r]: &[Vec3; 3], uncertainty: f64) -> Orientations {
        let above = |p: &Vec3| self.normal.dot(&(p - self.vertices[0]));
        let (d, e, f) = (above(p), above(q), above(r));
        let bits = |d: bool, e: bool, f: bool| u32::from(d) | u32::from(e) << 1 | u32::from(f) << 2;
        Orientations {
            above: bits(d > uncertainty, e > uncertainty, f > uncertainty),
            below: bits(d < -uncertainty, e < -uncertainty, f < -uncertainty),
        }
    }
}

/// On which sides of a plane the vertices of a triangle are: one bit each, none if that is uncertain.
#[derive(Clone, Copy)]
struct Orientations {
    above: u32,
    below: u32,
}

impl Orientations {
    /// Whether all are on the same side.
    #[inline]
    fn same(self) -> bool {
        self.above == 7 || self.below == 7
    }

    /// The vertex that is alone on its side of the plane, and whether that side is above.
    #[inline]
    fn single(self) -> (usize, bool) {
        match self.above {
            1 => (0, true),
            2 => (1, true),
            4 => (2, true),
            6 => (0, false),
            5 => (1, false),
            _ => (2, false),
        }
    }
}

/// A bound on the rounding error of coordinates after a relative placement.
#[inline]
pub(crate) fn placing_error(relative: &RelativePlacement) -> f64 {
    PLACING_ROUNDING * relative.largest_coordinate()
}

/// Whether two triangles share a point, given that the error of each coordinate is at most `error`.
#[inline]
pub fn intersect_triangles(s: &Triangle, t: &Triangle, error: f64) -> TriangleTest {
    let wide = s.size + t.size + largest(&(s.vertices[0] - t.vertices[0]));
    let uncertainty = TRIANGLE_ROUNDING * error * (wide * wide) + f64::MIN_POSITIVE;
    let of_s = t.sides(&s.vertices, uncertainty);
    if of_s.same() {
        return TriangleTest::Apart;
    }
    let of_t = s.sides(&t.vertices, uncertainty);
    if of_t.same() {
        return TriangleTest::Apart;
    }
    if of_s.above | of_s.below != 7 || of_t.above | of_t.below != 7 {
        return TriangleTest::Undecided;
    }
    let ((i, s_above), (j, t_above)) = (of_s.single(), of_t.single());
    let turn = |v: &[Vec3; 3], first: usize, flip: bool| {
        let (second, third) = ((first + 1) % 3, (first + 2) % 3);
        if flip { [v[first], v[third], v[second]] } else { [v[first], v[second], v[third]] }
    };
    // Each triangle is oriented such that the single vertex of the other is above it.
    let [p, q, r] = turn(&s.vertices, i, !t_above);
    let [k, l, m] = turn(&t.vertices, j, !s_above);
    let one = volume(&p, &q, &k, &l);
    let other = volume(&p, &r, &m, &k);
    if one < -uncertainty || other < -uncertainty {
        TriangleTest::Apart
    } else if one > uncertainty && other > uncertainty {
        TriangleTest::Intersecting
    } else {
        TriangleTest::Undecided
    }
}

/// Six times the signed volume of a tetrahedron.
#[inline]
fn volume(a: &Vec3, b: &Vec3, c: &Vec3, d: &Vec3) -> f64 {
    (a - d).cross(&(b - d)).dot(&(c - d))
}
