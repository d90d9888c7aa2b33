//! Where two bodies are placed relative to each other.

use wide::f64x2;

use super::lanes::Vec3x2;
use crate::math::power;
use crate::math::tolerance::{SUPPORT_ROUNDING, USUAL_UNITS, WORKING_RANGE};
use crate::math::vector::is_finite;
use crate::math::{Mat3, Placement, Vec3};

#[cfg(test)]
mod tests;

/// Two placements, as seen along the world's axes from the origin of the first. Made once for all pairs of bodies, or of
/// their parts, that are so placed.
///
/// ```
/// use solid_geometry::convex::RelativePlacement;
/// use solid_geometry::math::{Placement, Vec3};
///
/// let [here, there] = [1e9, 1e9 + 3.0].map(|x| Placement::translation([x, 0.0, 0.0]));
/// let extents = Vec3::repeat(1.0); // of bodies with coordinates from -1 to 1
/// let relative = RelativePlacement::new(&extents, &here, &extents, &there).expect("in range");
/// assert_eq!(relative.place_a(&Vec3::x()), Vec3::x()); // from the origin of A
/// assert_eq!(relative.place_b(&Vec3::x()), Vec3::new(4.0, 0.0, 0.0));
/// let nowhere = Placement::translation([f64::INFINITY, 0.0, 0.0]);
/// assert!(RelativePlacement::new(&extents, &here, &extents, &nowhere).is_none());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RelativePlacement {
    basis_a: Mat3,
    basis_b: Mat3,
    /// From the origin of A to that of B.
    offset: Vec3,
    /// The relative placement is measured in units of two to this power.
    unit_exponent: i32,
    /// A bound on the absolute coordinates from which differences are computed, axis by axis: the scale of rounding errors.
    extents: Vec3,
    /// Whether products of a basis and a vector may over- or underflow.
    has_extreme_bases: bool,
}

/// A bound on the absolute coordinates of two placed bodies and of their differences, axis by axis.
#[inline]
fn placed_extents(
    extents_a: &Vec3,
    basis_a: &Mat3,
    extents_b: &Vec3,
    basis_b: &Mat3,
    offset: &Vec3,
) -> Vec3 {
    basis_a.abs() * extents_a + basis_b.abs() * extents_b + offset.abs()
}

/// Whether computations with such coordinates neither overflow nor underflow.
#[inline]
fn is_in_range(extents: &Vec3) -> bool {
    WORKING_RANGE.contains(&(extents.x + extents.y + extents.z))
}

/// Whether the local coordinates of a body, which are no points at the origin, are of a usual size: given that its placed coordinates
/// are in range, its basis may then be multiplied with any vectors.
#[inline]
fn are_usual(extents: &Vec3) -> bool {
    USUAL_UNITS.contains(&(extents.x + extents.y + extents.z))
}

/// A copy by coordinates: one of the whole matrix reads what was just written in other widths, a store-forwarding stall. With
/// `Pair::difference_against`, a sixth of W1 for polytopes.
#[inline(always)]
fn copy(m: &Mat3) -> Mat3 {
    Mat3::new(m.m11, m.m12, m.m13, m.m21, m.m22, m.m23, m.m31, m.m32, m.m33)
}

impl RelativePlacement {
    /// The relative placement of two bodies, whose local coordinates are at most these extents in magnitude. Its unit of
    /// length is that of the placements, unless squares would leave the range of numbers. `None` if a placement is not
    /// finite, or coordinates are beyond the range of numbers.
    // Never inlined: with the attributes in `gjk/boolean.rs`, 10 % of W1.
    #[inline(never)]
    pub fn new(
        extents_a: &Vec3,
        placement_a: &Placement,
        extents_b: &Vec3,
        placement_b: &Placement,
    ) -> Option<RelativePlacement> {
        let offset = placement_b.origin - placement_a.origin;
        let extents =
            placed_extents(extents_a, &placement_a.basis, extents_b, &placement_b.basis, &offset);
        if !(is_in_range(&extents) && are_usual(extents_a) && are_usual(extents_b)) {
            return RelativePlacement::of_unusual_units(
                extents_a,
                placement_a,
                extents_b,
                placement_b,
            );
        }
        let (basis_a, basis_b) = (copy(&placement_a.basis), copy(&placement_b.basis));
        Some(RelativePlacement {
            basis_a,
            basis_b,
            offset,
            unit_exponent: 0,
            extents,
            has_extreme_bases: false,
        })
    }

    /// As [`RelativePlacement::new`], where coordinates are out of range or the bases extreme. In a unit of length with which
    /// squares of coordinates are in range: overlap does not depend on it, and powers of two change no digit.
    #[cold]
    fn of_unusual_units(
        extents_a: &Vec3,
        placement_a: &Placement,
        extents_b: &Vec3,
        placement_b: &Placement,
    ) -> Option<RelativePlacement> {
        let offset = placement_b.origin - placement_a.origin;
        let (basis_a, basis_b) = (placement_a.basis, placement_b.basis);
        let mut this = RelativePlacement {
            basis_a,
            basis_b,
            offset,
            unit_exponent: 0,
            extents: Vec3::zeros(),
            has_extreme_bases: [extents_a, extents_b]
                .iter()
                .any(|extents| **extents != Vec3::zeros() && !are_usual(extents)),
        };
        this.measure(extents_a, extents_b);
        if this.extents == Vec3::zeros() || is_in_range(&this.extents) {
            return Some(this);
        }
        if !this.extents.max().is_finite() {
            // The extents alone may overflow where the coordinates do not.
            this.multiply(-8);
            this.measure(extents_a, extents_b);
        }
        // The greatest coordinate alone does not suffice: comparisons with NaN are false.
        if !(is_finite(&this.extents) && is_finite(&this.offset)) {
            return None;
        }
        this.multiply(-power::exponent(this.extents.max()));
        this.measure(extents_a, extents_b);
        Some(this)
    }

    /// Multiplies all lengths by a power of two.
    fn multiply(&mut self, exponent: i32) {
        // In two steps: the power itself may be out of range.
        for part in [exponent / 2, exponent - exponent / 2] {
            let factor = power::of_two(part);
            self.basis_a *= factor;
            self.basis_b *= factor;
            self.offset *= factor;
        }
        self.unit_exponent -= exponent;
    }

    fn measure(&mut self, extents_a: &Vec3, extents_b: &Vec3) {
        self.extents =
            placed_extents(extents_a, &self.basis_a, extents_b, &self.basis_b, &self.offset);
    }

    /// A point of A: along world axes, from the origin of A, in the units of the relative placement.
    #[inline]
    pub fn place_a(&self, local: &Vec3) -> Vec3 {
        self.basis_a * local
    }

    /// The same of B.
    #[inline]
    pub fn place_b(&self, local: &Vec3) -> Vec3 {
        self.basis_b * local + self.offset
    }

    /// The largest of the absolute extents.
    #[inline]
    pub(crate) fn largest_coordinate(&self) -> f64 {
        self.extents.max()
    }

    /// The linear part of A's placement, in the units of the relative placement.
    #[inline]
    pub(crate) fn basis_a(&self) -> &Mat3 {
        &self.basis_a
    }

    /// The linear part of B's placement, in the units of the relative placement.
    #[inline]
    pub(crate) fn basis_b(&self) -> &Mat3 {
        &self.basis_b
    }

    /// Whether only [`RelativePlacement::towards`] may take vectors into local coordinates.
    #[inline]
    pub(crate) fn has_extreme_bases(&self) -> bool {
        self.has_extreme_bases
    }

    /// The direction of `v` in the local coordinates of a body with this basis; its length means nothing.
    #[inline]
    pub(super) fn towards(&self, basis: &Mat3, v: &Vec3) -> Vec3 {
        if self.has_extreme_bases { direction_of_product(basis, v) } else { basis.tr_mul(v) }
    }

    /// The columns of both linear parts, and the offset; those of B negated, so that the placed points of both add up to the
    /// difference.
    #[inline]
    pub(super) fn frames(&self) -> [Vec3x2; 4] {
        let [x, y, z] = Vec3x2::columns(&self.basis_a, &self.basis_b);
        let all = [x, y, z, Vec3x2::new(&Vec3::zeros(), &self.offset)];
        all.map(|column| column.times(f64x2::new([1.0, -1.0])))
    }

    /// From the origin of A to that of B, along world axes, in the units of the relative placement.
    #[inline]
    pub fn offset(&self) -> Vec3 {
        self.offset
    }

    /// A bound on the absolute coordinates from which differences are computed, axis by axis, in the units of the relative
    /// placement.
    #[inline]
    pub(crate) fn absolute_extents(&self) -> Vec3 {
        self.extents
    }

    /// The same two placements in reverse order, exactly.
    pub(crate) fn swapped(&self) -> RelativePlacement {
        RelativePlacement {
            basis_a: self.basis_b,
            basis_b: self.basis_a,
            offset: -self.offset,
            ..*self
        }
    }

    /// The same with B translated, in the units of the relative placement.
    pub(crate) fn moved(&self, by: &Vec3) -> RelativePlacement {
        RelativePlacement { offset: self.offset + by, extents: self.extents + by.abs(), ..*self }
    }

    /// Whether this and not [`RelativePlacement::swapped`] is the order in which a pair is looked at, so that both get the same
    /// answer. The bodies' extents decide where the placements do not.
    #[inline]
    pub(crate) fn comes_first(&self, extents_a: &Vec3, extents_b: &Vec3) -> bool {
        // Mostly the first coordinate decides.
        let x = self.offset.x;
        if x != 0.0 { x < 0.0 } else { self.comes_first_by_all(extents_a, extents_b) }
    }

    fn comes_first_by_all(&self, extents_a: &Vec3, extents_b: &Vec3) -> bool {
        let offset = self.offset.iter().map(|x| (*x, -x));
        let bases = self.basis_a.iter().copied().zip(self.basis_b.iter().copied());
        let extents = extents_a.iter().copied().zip(extents_b.iter().copied());
        let unequal = offset.chain(bases).chain(extents).find(|(x, y)| x != y);
        unequal.is_none_or(|(x, y)| x < y)
    }

    /// A bound on the rounding error of support points along any unit vector.
    #[inline]
    pub(crate) fn rounding(&self) -> f64 {
        SUPPORT_ROUNDING * self.extents.sum()
    }

    /// Whether its unit of length is that of the placements.
    pub(crate) fn is_in_world_units(&self) -> bool {
        self.unit_exponent == 0
    }

    /// A length given in the units of the placements; infinite or zero where it leaves the numbers' range.
    #[inline]
    pub(crate) fn in_internal_units(&self, length: f64) -> f64 {
        let half = -self.unit_exponent / 2;
        length * power::of_two(half) * power::of_two(-self.unit_exponent - half)
    }

    /// A vector in the units of the placements.
    #[inline]
    pub fn in_world_units(&self, v: &Vec3) -> Vec3 {
        if self.unit_exponent == 0 {
            return *v;
        }
        let half = self.unit_exponent / 2;
        v * power::of_two(half) * power::of_two(self.unit_exponent - half)
    }

    /// A length in the units of the placements.
    #[inline]
    pub(crate) fn length_in_world_units(&self, length: f64) -> f64 {
        self.in_world_units(&Vec3::new(length, 0.0, 0.0)).x
    }
}

/// The product of a transposed matrix and a vector, each times a power of two. Never inlined, for the size of the library.
#[cold]
#[inline(never)]
fn direction_of_product(m: &Mat3, v: &Vec3) -> Vec3 {
    let [of_m, of_v] = [m.amax(), v.amax()].map(|largest| -power::exponent(largest));
    m.map(|x| power::scale(x, of_m)).tr_mul(&v.map(|x| power::scale(x, of_v)))
}
