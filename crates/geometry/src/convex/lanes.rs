//! Vectors of both bodies in SIMD lanes: the same operations apply to both, with a number of each in one register.

use wide::f64x2;

use crate::math::{Mat3, Vec3};

/// A vector of A, and one of B.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Vec3x2 {
    /// Along the x-axis.
    pub x: f64x2,
    /// Along the y-axis.
    pub y: f64x2,
    /// Along the z-axis.
    pub z: f64x2,
}

/// A number of A and one of B, in reverse order: within registers, where `to_array` would go through memory, for which the
/// processor waits (boxes 7 ns).
#[inline]
pub(super) fn swapped(x: f64x2) -> f64x2 {
    let [_, both_of_b] = f64x2::transpose([x, x]);
    f64x2::transpose([both_of_b, x])[0]
}

impl Vec3x2 {
    /// A vector of each.
    #[inline]
    pub(super) fn new(a: &Vec3, b: &Vec3) -> Vec3x2 {
        Vec3x2 { x: f64x2::new([a.x, b.x]), y: f64x2::new([a.y, b.y]), z: f64x2::new([a.z, b.z]) }
    }

    /// The columns of a matrix of each.
    #[inline]
    pub(super) fn columns(a: &Mat3, b: &Mat3) -> [Vec3x2; 3] {
        let column = |k: usize| {
            let row = |i: usize| f64x2::new([a[(i, k)], b[(i, k)]]);
            Vec3x2 { x: row(0), y: row(1), z: row(2) }
        };
        [column(0), column(1), column(2)]
    }

    /// The same vector twice.
    #[inline]
    pub(super) fn twice(v: &Vec3) -> Vec3x2 {
        Vec3x2 { x: f64x2::splat(v.x), y: f64x2::splat(v.y), z: f64x2::splat(v.z) }
    }

    /// That of A and that of B.
    #[inline]
    pub(super) fn vectors(&self) -> [Vec3; 2] {
        let (x, y, z) = (self.x.to_array(), self.y.to_array(), self.z.to_array());
        [0, 1].map(|i: usize| Vec3::new(x[i], y[i], z[i]))
    }

    /// The dot products.
    #[inline]
    pub(super) fn dot(&self, other: &Vec3x2) -> f64x2 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The products of their coordinates.
    #[inline]
    pub(super) fn by_axis(&self, other: &Vec3x2) -> Vec3x2 {
        Vec3x2 { x: self.x * other.x, y: self.y * other.y, z: self.z * other.z }
    }

    /// Each times a number of its own.
    #[inline]
    pub(super) fn times(&self, factor: f64x2) -> Vec3x2 {
        Vec3x2 { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }

    /// Sums.
    #[inline]
    pub(super) fn plus(&self, other: &Vec3x2) -> Vec3x2 {
        Vec3x2 { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }

    /// Differences.
    #[inline]
    pub(super) fn minus(&self, other: &Vec3x2) -> Vec3x2 {
        Vec3x2 { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }

    /// The coordinates without their signs.
    #[inline]
    pub(super) fn abs(&self) -> Vec3x2 {
        Vec3x2 { x: self.x.abs(), y: self.y.abs(), z: self.z.abs() }
    }

    /// The sums of the coordinates.
    #[inline]
    pub(super) fn sum(&self) -> f64x2 {
        self.x + self.y + self.z
    }

    /// That of A for that of B.
    #[inline]
    pub(super) fn swapped(&self) -> Vec3x2 {
        Vec3x2 { x: swapped(self.x), y: swapped(self.y), z: swapped(self.z) }
    }

    /// Whether all coordinates are equal.
    #[inline]
    pub(super) fn is(&self, other: &Vec3x2) -> bool {
        let unequal = self.x.simd_ne(other.x) | self.y.simd_ne(other.y) | self.z.simd_ne(other.z);
        unequal.to_bitmask() == 0
    }

    /// All bits where a vector is not zero; its coordinates are not negative.
    #[inline]
    pub(super) fn is_any(&self) -> f64x2 {
        (self.x + self.y + self.z).simd_ne(f64x2::ZERO)
    }
}
