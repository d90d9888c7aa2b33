//! Points scaled into the range where determinants are exact, and the determinants.

use crate::math::Vec3;
use crate::math::exact::orient3d;
use crate::math::power;
use crate::math::tolerance::ROUNDING;
use crate::shape::hull::planar::lexicographic;
use robust::{Coord, orient2d};

/// The exponent of the largest scaled coordinate: products of three differences stay below 2^945.
const LARGEST: i32 = 310;

/// The least exponent of a scaled coordinate but zero. All coordinates and their differences are multiples of 2^-332, and
/// products of three of them of 2^-996, so that nothing underflows.
const SMALLEST: i32 = -280;

/// A bound on the relative error of the determinant in [`Plane::height`]: each of the six products carries at most eight
/// roundings, and the bound itself is rounded. Nearer to zero, exact arithmetic decides.
const FILTER: f64 = 12.0 * ROUNDING;

/// The input times a power of two.
pub(super) struct Scaled {
    pub(super) points: Vec<Vec3>,
}

impl Scaled {
    /// `None` if the coordinates' magnitudes are too far apart.
    pub(super) fn new(points: &[Vec3]) -> Option<Scaled> {
        let largest = points.iter().fold(0.0, |m: f64, p| m.max(p.amax()));
        let shift = LARGEST - power::exponent(largest);
        let smallest = power::of_two(SMALLEST);
        let scale = |p: &Vec3| {
            let q = p.map(|c| power::scale(c, shift));
            let exact = (0..3).all(|i| p[i] == 0.0 || q[i].abs() >= smallest);
            exact.then_some(q)
        };
        Some(Scaled { points: points.iter().map(scale).collect::<Option<_>>()? })
    }

    #[inline]
    pub(super) fn point(&self, i: u32) -> &Vec3 {
        &self.points[i as usize]
    }

    fn indices(&self) -> std::ops::Range<u32> {
        0..self.points.len() as u32
    }

    /// The lexicographically first and last point; of equal points the lowest index.
    pub(super) fn extremes(&self) -> (u32, u32) {
        let (mut first, mut last) = (0, 0);
        for i in self.indices() {
            if lexicographic(self.point(i), self.point(first)).is_lt() {
                first = i;
            }
            if lexicographic(self.point(i), self.point(last)).is_gt() {
                last = i;
            }
        }
        (first, last)
    }

    /// A point off the line through `a` and `b`, the farthest up to rounding.
    pub(super) fn off_line(&self, a: u32, b: u32) -> Option<u32> {
        let (origin, along) = (*self.point(a), (self.point(b) - self.point(a)).normalize());
        let farthest = self.farthest(|p| along.cross(&(p - origin)).norm());
        let off = |&i: &u32| (0..3).any(|dropped| self.orientation(dropped, a, b, i) != 0.0);
        Some(farthest).filter(off).or_else(|| self.indices().find(off))
    }

    /// A point off the plane through `a`, `b` and `c`, the farthest up to rounding, and its height above the plane.
    pub(super) fn off_plane(&self, a: u32, b: u32, c: u32) -> Option<(u32, f64)> {
        let plane = Plane::new(self, [a, b, c]);
        let farthest = self.farthest(|p| plane.rounded_height(p).abs());
        let off = |i: u32| Some((i, plane.height(self, i))).filter(|(_, height)| *height != 0.0);
        off(farthest).or_else(|| self.indices().find_map(off))
    }

    fn farthest(&self, measure: impl Fn(&Vec3) -> f64) -> u32 {
        let (mut best, mut top) = (0, f64::NEG_INFINITY);
        for i in self.indices() {
            let value = measure(self.point(i));
            if value > top {
                (best, top) = (i, value);
            }
        }
        best
    }

    /// The orientation of `a`, `b`, `c` after projection along the axis `dropped`: positive if counterclockwise. The sign
    /// is exact.
    pub(super) fn orientation(&self, dropped: usize, a: u32, b: u32, c: u32) -> f64 {
        let flat = |i: u32| {
            let p = self.point(i);
            Coord { x: p[(dropped + 1) % 3], y: p[(dropped + 2) % 3] }
        };
        orient2d(flat(a), flat(b), flat(c))
    }
}

/// The plane through three points; counterclockwise when seen from above.
#[derive(Clone, Debug)]
pub(super) struct Plane {
    corners: [u32; 3],
    origin: Vec3,
    normal: Vec3,
    /// The sum of the magnitudes of the normal's terms, times the filter's relative error.
    error: Vec3,
}

impl Plane {
    pub(super) fn new(scaled: &Scaled, corners: [u32; 3]) -> Plane {
        let origin = *scaled.point(corners[0]);
        let (u, v) = (scaled.point(corners[1]) - origin, scaled.point(corners[2]) - origin);
        let (a, b) = (u.abs(), v.abs());
        let error =
            Vec3::new(a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x) * FILTER;
        Plane { corners, origin, normal: u.cross(&v), error }
    }

    /// The rounded height of a point above the plane, times the normal's length.
    #[inline]
    fn rounded_height(&self, p: &Vec3) -> f64 {
        self.normal.dot(&(p - self.origin))
    }

    /// The height of a point above the plane, times the length of the normal, rounded; the sign is exact.
    #[inline]
    pub(super) fn height(&self, scaled: &Scaled, point: u32) -> f64 {
        let p = scaled.point(point);
        let height = self.rounded_height(p);
        if height.abs() > self.error.dot(&(p - self.origin).abs()) {
            return height;
        }
        let [a, b, c] = self.corners.map(|i| scaled.point(i));
        -orient3d(a, b, c, p)
    }
}
