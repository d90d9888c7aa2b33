//! Axis-aligned boxes.

#[cfg(test)]
mod tests;

use std::borrow::Borrow;

use super::vector::{Mat3, Vec3, max, min, xy};

/// A closed axis-aligned box; empty where `min > max`.
///
/// ```
/// use solid_geometry::math::{Aabb, Vec3};
///
/// let a = Aabb::from_center(Vec3::zeros(), Vec3::repeat(1.0));
/// let b = Aabb::around(&[Vec3::x(), Vec3::new(3.0, 2.0, 1.0)]);
/// assert!(a.overlaps(&b), "touching boxes overlap");
/// assert_eq!(a.join(&b).center(), Vec3::new(1.0, 0.5, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb {
    /// The least corner.
    pub min: Vec3,
    /// The greatest corner.
    pub max: Vec3,
}

impl Aabb {
    /// The box of no points: the neutral element of [`Aabb::join`].
    pub const EMPTY: Aabb = Aabb {
        min: Vec3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
        max: Vec3::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    /// The box of this centre and these half extents.
    #[inline]
    pub fn from_center(center: Vec3, half: Vec3) -> Aabb {
        Aabb { min: center - half, max: center + half }
    }

    /// The bounding box of some points.
    #[inline]
    pub fn around(points: impl IntoIterator<Item: Borrow<Vec3>>) -> Aabb {
        let mut aabb = Aabb::EMPTY;
        for p in points {
            aabb.include(p.borrow());
        }
        aabb
    }

    /// The bounding box of some boxes.
    #[inline]
    pub fn around_boxes(boxes: impl IntoIterator<Item: Borrow<Aabb>>) -> Aabb {
        boxes.into_iter().fold(Aabb::EMPTY, |all, one| all.join(one.borrow()))
    }

    /// Enlarges the box so that it contains `p`.
    #[inline]
    pub fn include(&mut self, p: &Vec3) {
        self.min = min(p, &self.min);
        self.max = max(p, &self.max);
    }

    /// The bounding box of both.
    #[inline]
    pub fn join(&self, other: &Aabb) -> Aabb {
        Aabb { min: min(&self.min, &other.min), max: max(&self.max, &other.max) }
    }

    /// The intersection; empty where the boxes are apart.
    #[inline]
    pub fn intersection(&self, other: &Aabb) -> Aabb {
        Aabb { min: self.min.sup(&other.min), max: self.max.inf(&other.max) }
    }

    /// Whether the box contains no point.
    #[inline]
    pub fn is_empty(&self) -> bool {
        !(self.min.x <= self.max.x && self.min.y <= self.max.y && self.min.z <= self.max.z)
    }

    /// The centre; the ends are halved first, so that the sum does not overflow.
    #[inline]
    pub fn center(&self) -> Vec3 {
        self.min * 0.5 + self.max * 0.5
    }

    /// Half the extents.
    #[inline]
    pub fn half_extents(&self) -> Vec3 {
        self.max * 0.5 - self.min * 0.5
    }

    /// The largest absolute value of each coordinate, of a box that is not empty.
    #[inline]
    pub fn absolute_extents(&self) -> Vec3 {
        max(&self.min.abs(), &self.max.abs())
    }

    /// Whether the closed boxes share a point.
    #[inline]
    pub fn overlaps(&self, other: &Aabb) -> bool {
        // One branch instead of six, which would be mispredicted.
        let begins = |a: &Aabb, b: &Aabb| xy(&a.min).simd_le(xy(&b.max));
        let across = begins(self, other) & begins(other, self);
        let along = (self.min.z <= other.max.z) & (other.min.z <= self.max.z);
        (across.to_bitmask() == 0b11) & along
    }

    /// A lower bound on the distance of the points of two boxes; zero where they overlap.
    ///
    /// ```
    /// # use solid_geometry::math::{Aabb, Vec3};
    /// let cube = Aabb { min: Vec3::repeat(-1.0), max: Vec3::repeat(1.0) };
    /// let gap = cube.gap(&cube.translated(&Vec3::new(5.0, -6.0, 0.5)));
    /// assert!(gap <= 5.0 && gap > 4.999999);
    /// ```
    #[inline]
    pub fn gap(&self, other: &Aabb) -> f64 {
        // A comparison with NaN, as of the ends of infinite boxes, fails.
        let positive = |x: f64| if x > 0.0 { x } else { 0.0 };
        let along = |axis: usize| {
            positive(other.min[axis] - self.max[axis]) + positive(self.min[axis] - other.max[axis])
        };
        let gaps = Vec3::new(along(0), along(1), along(2));
        let square = gaps.norm_squared();
        // Beyond this range squares lose digits.
        let length = if square < 1e280 { square.sqrt() } else { gaps.amax() };
        length * (1.0 - 8.0 * f64::EPSILON)
    }

    /// The bounding box of the image under the linear map `basis` followed by a translation by `origin` (Bergen 1999,
    /// 5.2.4: the centre is mapped, and the half extents by the absolute matrix).
    ///
    /// ```
    /// # use solid_geometry::math::{Aabb, Vec3, rotation};
    /// let cube = Aabb { min: Vec3::repeat(-1.0), max: Vec3::repeat(1.0) };
    /// let turned = cube.transformed(&rotation(&[0.0, 0.0, 0.5, 1.0]), &Vec3::zeros()); // cosine 0.6, sine 0.8
    /// assert!((turned.max - Vec3::new(1.4, 1.4, 1.0)).norm() < 1e-12);
    /// ```
    #[inline]
    pub fn transformed(&self, basis: &Mat3, origin: &Vec3) -> Aabb {
        Aabb::from_center(basis * self.center() + origin, basis.abs() * self.half_extents())
    }

    /// The box moved by a vector.
    #[inline]
    pub fn translated(&self, by: &Vec3) -> Aabb {
        Aabb { min: self.min + by, max: self.max + by }
    }

    /// The box enlarged by `margin` on each side.
    #[inline]
    pub fn inflated(&self, margin: &Vec3) -> Aabb {
        Aabb { min: self.min - margin, max: self.max + margin }
    }
}

#[cfg(feature = "mint")]
impl From<Aabb> for [mint::Point3<f64>; 2] {
    fn from(Aabb { min, max }: Aabb) -> Self {
        [nalgebra::Point3::from(min).into(), nalgebra::Point3::from(max).into()]
    }
}

#[cfg(feature = "mint")]
impl From<[mint::Point3<f64>; 2]> for Aabb {
    fn from(ends: [mint::Point3<f64>; 2]) -> Aabb {
        let [min, max] = ends.map(|end| nalgebra::Point3::from(end).coords);
        Aabb { min, max }
    }
}
