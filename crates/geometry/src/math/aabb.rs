//! Axis-aligned boxes.

#[cfg(test)]
mod tests;

use wide::f64x2;

use super::vector::{Mat3, Vec3, abs_matrix, max, min, xy};

/// A closed axis-aligned box; empty where `min > max`.
#[derive(Clone, Copy, Debug, PartialEq)]
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

    /// The box from its centre and its half extents.
    #[inline]
    pub fn from_center(center: Vec3, half: Vec3) -> Aabb {
        Aabb { min: center - half, max: center + half }
    }

    /// The least box around some points.
    pub fn around<'a>(points: impl IntoIterator<Item = &'a Vec3>) -> Aabb {
        let mut aabb = Aabb::EMPTY;
        for p in points {
            aabb.include(p);
        }
        aabb
    }

    /// Grows the box until it holds `p`.
    #[inline]
    pub fn include(&mut self, p: &Vec3) {
        self.min = min(p, &self.min);
        self.max = max(p, &self.max);
    }

    /// The least box around both.
    #[inline]
    pub fn join(&self, other: &Aabb) -> Aabb {
        Aabb { min: min(&self.min, &other.min), max: max(&self.max, &other.max) }
    }

    /// What two boxes have in common: no point where they are apart.
    #[inline]
    pub fn intersection(&self, other: &Aabb) -> Aabb {
        Aabb { min: self.min.sup(&other.min), max: self.max.inf(&other.max) }
    }

    /// Whether the box holds no point.
    #[inline]
    pub fn is_empty(&self) -> bool {
        !(self.min.x <= self.max.x && self.min.y <= self.max.y && self.min.z <= self.max.z)
    }

    /// The centre. Halved before the sum, so that it does not overflow.
    #[inline]
    pub fn center(&self) -> Vec3 {
        self.min * 0.5 + self.max * 0.5
    }

    /// Half the extents.
    #[inline]
    pub fn half_extents(&self) -> Vec3 {
        self.max * 0.5 - self.min * 0.5
    }

    /// Whether both are the same, looked at two coordinates at a time.
    #[inline]
    pub fn is_same(&self, other: &Aabb) -> bool {
        let pairs = |of: &Aabb| {
            let Aabb { min, max } = of;
            [[min.x, min.y], [min.z, max.x], [max.y, max.z]].map(f64x2::from)
        };
        let ([a, b, c], [d, e, f]) = (pairs(self), pairs(other));
        (a.simd_ne(d) | b.simd_ne(e) | c.simd_ne(f)).to_bitmask() == 0
    }

    /// Whether the closed boxes share a point.
    #[inline]
    pub fn overlaps(&self, other: &Aabb) -> bool {
        // Two comparisons at a time, and one branch: which of them fails is unforeseeable.
        let begins = |a: &Aabb, b: &Aabb| xy(&a.min).simd_le(xy(&b.max));
        let across = begins(self, other) & begins(other, self);
        let along = (self.min.z <= other.max.z) & (other.min.z <= self.max.z);
        (across.to_bitmask() == 0b11) & along
    }

    /// The box around the image of this one under the linear map `basis` followed by a move by `origin`
    /// (thesis 5.2.4: the centre is mapped, the half extents are mapped by the absolute matrix).
    #[inline]
    pub fn transformed(&self, basis: &Mat3, origin: &Vec3) -> Aabb {
        Aabb::from_center(basis * self.center() + origin, abs_matrix(basis) * self.half_extents())
    }

    /// The box, larger by `margin` on each side.
    #[inline]
    pub fn inflated(&self, margin: &Vec3) -> Aabb {
        Aabb { min: self.min - margin, max: self.max + margin }
    }
}
