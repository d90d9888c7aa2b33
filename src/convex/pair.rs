//! Two placed convex bodies, seen as one: their Minkowski difference A - B.
//!
//! Coordinates are along the world's axes with the origin at that of A, so that two bodies far from the world's
//! origin keep their precision, and no placement is ever inverted: mirrors, shears and singular ones are fine.

use crate::math::tolerance::{SUPPORT_ROUNDING, WORKING_RANGE};
use crate::math::vector::{abs, abs_matrix};
use crate::math::{Aabb, Mat3, Placement, Vec3};
use crate::shape::Support;

/// Where the support searches of the two bodies start: one hint a body.
pub type Hints = [u32; 2];

/// Two placed bodies.
pub struct Pair<'a, A, B> {
    a: &'a A,
    b: &'a B,
    basis_a: Mat3,
    basis_b: Mat3,
    /// From the origin of A to that of B.
    offset: Vec3,
    /// The pair is measured in units of two to this power.
    unit_exponent: i32,
    /// How far the coordinates reach from which the difference is computed, axis by axis.
    reach: Vec3,
}

/// A point of A - B and the two points it is the difference of.
#[derive(Clone, Copy)]
pub struct SupportPoint {
    /// The point of A in its local coordinates.
    pub local_a: Vec3,
    /// The point of B in its local coordinates.
    pub local_b: Vec3,
    /// The point of A, along world axes.
    pub a: Vec3,
    /// The point of B, along world axes, from the origin of A.
    pub b: Vec3,
}

impl SupportPoint {
    /// The point of A - B.
    #[inline]
    pub fn difference(&self) -> Vec3 {
        self.a - self.b
    }
}

impl<'a, A: Support, B: Support> Pair<'a, A, B> {
    /// `None` where the placements lead out of the numbers' range.
    pub fn new(a: &'a A, placement_a: &Placement, b: &'a B, placement_b: &Placement) -> Option<Self> {
        let mut pair = Pair {
            a,
            b,
            basis_a: placement_a.basis,
            basis_b: placement_b.basis,
            offset: placement_b.origin - placement_a.origin,
            unit_exponent: 0,
            reach: Vec3::zeros(),
        };
        pair.measure();
        let mut largest = pair.reach.max();
        if WORKING_RANGE.contains(&largest) || pair.reach == Vec3::zeros() {
            return Some(pair);
        }
        // Overlap does not depend on the unit of length. Powers of two change no digit.
        if !largest.is_finite() {
            // The reach alone may overflow where the coordinates do not.
            pair.rescale(-8);
            largest = pair.reach.max();
        }
        if !(largest.is_finite() && pair.offset.iter().all(|x| x.is_finite())) {
            return None;
        }
        let exponent = largest.log2().floor() as i32;
        pair.rescale(-exponent);
        Some(pair)
    }

    /// Multiplies all lengths by a power of two.
    #[cold]
    fn rescale(&mut self, exponent: i32) {
        // In two steps: the power itself may be out of range.
        for part in [exponent / 2, exponent - exponent / 2] {
            let factor = f64::powi(2.0, part);
            self.basis_a *= factor;
            self.basis_b *= factor;
            self.offset *= factor;
        }
        self.unit_exponent -= exponent;
        self.measure();
    }

    /// A vector of A - B in the units of the placements.
    #[inline]
    pub fn in_world_units(&self, v: &Vec3) -> Vec3 {
        if self.unit_exponent == 0 {
            return *v;
        }
        let half = self.unit_exponent / 2;
        v * f64::powi(2.0, half) * f64::powi(2.0, self.unit_exponent - half)
    }

    #[inline]
    fn measure(&mut self) {
        self.reach = abs_matrix(&self.basis_a) * self.a.reach()
            + abs_matrix(&self.basis_b) * self.b.reach()
            + abs(&self.offset);
    }

    /// The support point of A - B against `v`: the one least far along it.
    #[inline]
    pub fn support_against(&self, v: &Vec3, hints: &mut Hints) -> SupportPoint {
        let local_a = self.a.support(&-self.basis_a.tr_mul(v), &mut hints[0]);
        let local_b = self.b.support(&self.basis_b.tr_mul(v), &mut hints[1]);
        SupportPoint { local_a, local_b, a: self.basis_a * local_a, b: self.basis_b * local_b + self.offset }
    }

    /// A bound on the rounding error of `v . w`, where `w` is the support point of A - B against `v`.
    ///
    /// If `v . w` exceeds it then `v` separates the bodies, whatever was rounded on the way.
    #[inline]
    pub fn rounding(&self, v: &Vec3) -> f64 {
        SUPPORT_ROUNDING * abs(v).dot(&self.reach)
    }

    /// From the centre of B to that of A: where a search begins that knows nothing better.
    pub fn center_difference(&self) -> Vec3 {
        let d =
            self.basis_a * self.a.bounds().center() - self.basis_b * self.b.bounds().center() - self.offset;
        if d == Vec3::zeros() { Vec3::x() } else { d }
    }

    /// The largest coordinate difference that occurs.
    #[inline]
    pub fn largest_reach(&self) -> f64 {
        self.reach.max()
    }

    /// A linear map under which A - B is about as wide in all directions.
    ///
    /// Overlap is invariant under linear maps but the number of GJK's iterations is not. The map is the inverse
    /// of the Cholesky factor of the bodies' second moments, taken from their boxes.
    pub fn rounding_off(&self) -> Mat3 {
        let moments = |basis: &Mat3, bounds: Aabb| {
            let half = basis * Mat3::from_diagonal(&bounds.half_extents());
            half * half.transpose()
        };
        let mut sum = moments(&self.basis_a, self.a.bounds()) + moments(&self.basis_b, self.b.bounds());
        let floor = sum.trace() * f64::EPSILON;
        for i in 0..3 {
            sum[(i, i)] += floor;
        }
        let inverse = inverse_cholesky_factor(&sum);
        if inverse.iter().all(|x| x.is_finite()) { inverse } else { Mat3::identity() / self.largest_reach() }
    }
}

/// The inverse of the lower Cholesky factor; not finite where the matrix is not positive definite.
fn inverse_cholesky_factor(m: &Mat3) -> Mat3 {
    let l11 = m[(0, 0)].sqrt();
    let l21 = m[(1, 0)] / l11;
    let l31 = m[(2, 0)] / l11;
    let l22 = (m[(1, 1)] - l21 * l21).sqrt();
    let l32 = (m[(2, 1)] - l31 * l21) / l22;
    let l33 = (m[(2, 2)] - l31 * l31 - l32 * l32).sqrt();
    let (i11, i22, i33) = (1.0 / l11, 1.0 / l22, 1.0 / l33);
    let i21 = -l21 * i11 * i22;
    let i32 = -l32 * i22 * i33;
    let i31 = -(l31 * i11 + l32 * i21) * i33;
    Mat3::new(i11, 0.0, 0.0, i21, i22, 0.0, i31, i32, i33)
}
