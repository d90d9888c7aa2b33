//! Affine placements of objects: a linear part and an origin.

#[cfg(test)]
mod tests;

use wide::f64x2;

use nalgebra::{Affine3, Isometry3, Rotation3, Similarity3, Translation3, UnitQuaternion};

use super::power;
use super::tolerance::ROTATION_SLACK;
use super::vector::{Mat3, Vec3, is_finite, preimage};

/// The map from an object's local coordinates to the world: `x -> basis * x + origin`.
///
/// The linear part may scale, mirror and shear, and may be singular. Rigid placements convert from and to
/// nalgebra's types.
///
/// ```
/// use solid_geometry::math::{Placement, Vec3};
///
/// let mut placement = Placement::from(nalgebra::Isometry3::translation(1.0, 2.0, 3.0));
/// placement.rotate(&[0.0, 0.0, 1.0, 1.0]); // by a right angle about the z-axis
/// placement.scale(&Vec3::new(2.0, 1.0, 1.0));
/// assert_eq!(placement.apply(&Vec3::x()), Vec3::new(1.0, 4.0, 3.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Placement {
    /// The linear part; its columns are the images of the local axes.
    pub basis: Mat3,
    /// The image of the local origin.
    pub origin: Vec3,
}

impl Placement {
    /// Local and world coordinates coincide.
    pub const IDENTITY: Placement = Placement {
        basis: Mat3::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
        origin: Vec3::new(0.0, 0.0, 0.0),
    };

    /// The local origin at a position, the local axes along the world's.
    ///
    /// It can be turned and scaled further: [`Placement::rotate`], [`Placement::scale`], [`Placement::translate`].
    pub fn translation(position: impl Into<Vec3>) -> Placement {
        Placement { origin: position.into(), ..Placement::IDENTITY }
    }

    /// From a 4x4 column-major matrix as in OpenGL; its elements 3, 7, 11 and 15 are ignored.
    ///
    /// ```
    /// # use solid_geometry::math::{Placement, Vec3};
    /// let mut matrix = [0.0; 16];
    /// [matrix[0], matrix[5], matrix[10], matrix[15]] = [2.0, 2.0, 2.0, 1.0]; // scales by 2
    /// [matrix[12], matrix[13], matrix[14]] = [7.0, 8.0, 9.0];
    /// assert_eq!(Placement::from_column_major(&matrix).apply(&Vec3::x()), Vec3::new(9.0, 8.0, 9.0));
    /// ```
    pub fn from_column_major(m: &[f64; 16]) -> Placement {
        Placement {
            basis: Mat3::new(m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]),
            origin: Vec3::new(m[12], m[13], m[14]),
        }
    }

    /// The world coordinates of a local point; infinite where they are beyond the range of numbers.
    #[inline]
    pub fn apply(&self, p: &Vec3) -> Vec3 {
        let placed = self.basis * p + self.origin;
        if is_finite(&placed) { placed } else { self.apply_in_range(p) }
    }

    /// As [`Placement::apply`], with products and sums in range: of infinite ones the difference would not be a number.
    #[cold]
    fn apply_in_range(&self, p: &Vec3) -> Vec3 {
        let (of_basis, of_point) = (power::exponent(self.basis.amax()), power::exponent(p.amax()));
        let unit = of_basis + of_point;
        let product =
            self.basis.map(|x| power::scale(x, -of_basis)) * p.map(|x| power::scale(x, -of_point));
        let origin = self.origin.map(|x| power::scale(x, -unit));
        (product + origin).map(|x| power::scale(x, unit))
    }

    /// The local coordinates of a point of the world; of a flattened placement, which is finite, a point that is placed as near
    /// to it as any.
    ///
    /// ```
    /// # use solid_geometry::math::{Placement, Vec3};
    /// let mut placement = Placement::translation([5.0, 0.0, 0.0]);
    /// placement.scale(&Vec3::new(2.0, 2.0, 2.0));
    /// let world = placement.apply(&Vec3::y());
    /// assert_eq!(world, Vec3::new(5.0, 2.0, 0.0));
    /// assert!((placement.apply_inverse(&world) - Vec3::y()).norm() < 1e-12);
    /// ```
    pub fn apply_inverse(&self, p: &Vec3) -> Vec3 {
        preimage(&self.basis, &(p - self.origin))
    }

    /// Whether all twelve numbers are finite.
    #[inline]
    pub fn is_finite(&self) -> bool {
        // Zero times infinity or NaN is NaN, and so is the sum: one branch instead of twelve.
        let (m, o) = (&self.basis, &self.origin);
        let pairs = [[m.m11, m.m21], [m.m31, m.m12], [m.m22, m.m32], [m.m13, m.m23], [m.m33, o.x]];
        let rest = f64x2::new([o.y, o.z]) * f64x2::ZERO;
        let sum = pairs.iter().fold(rest, |sum, pair| sum + f64x2::new(*pair) * f64x2::ZERO);
        sum.reduce_add() == 0.0
    }

    /// `self` after `inner`: the placement of something placed by `inner` in these local coordinates.
    ///
    /// ```
    /// # use solid_geometry::math::{Placement, Vec3};
    /// let (mut car, wheel) = (Placement::translation([10.0, 0.0, 0.0]), Placement::translation([2.0, 0.0, 0.0]));
    /// car.rotate(&[0.0, 0.0, 1.0, 1.0]); // by a right angle: its front points along y
    /// assert_eq!(car.compose(&wheel).origin, Vec3::new(10.0, 2.0, 0.0));
    /// ```
    pub fn compose(&self, inner: &Placement) -> Placement {
        Placement { basis: self.basis * inner.basis, origin: self.apply(&inner.origin) }
    }

    /// Translates the local coordinates by `t`, given in local coordinates, as glTranslate does.
    #[inline]
    pub fn translate(&mut self, t: &Vec3) {
        self.origin += self.basis * t;
    }

    /// Scales the local axes, as glScale does.
    #[inline]
    pub fn scale(&mut self, s: &Vec3) {
        for axis in 0..3 {
            self.basis.column_mut(axis).scale_mut(s[axis]);
        }
    }

    /// Rotates the local coordinates by the quaternion `(x, y, z, w)` of any length but zero.
    ///
    /// A quaternion that is zero or not finite makes the basis NaN, so that [`Placement::is_finite`] detects it.
    #[inline]
    pub fn rotate(&mut self, q: &[f64; 4]) {
        let r = rotation(q);
        let column = |i: usize| self.basis * Vec3::new(r[(0, i)], r[(1, i)], r[(2, i)]);
        self.basis = Mat3::from_columns(&[column(0), column(1), column(2)]);
    }

    /// The placement as an isometry; `None` if it scales, mirrors or shears by more than rounding.
    ///
    /// ```
    /// # use solid_geometry::math::{Placement, Vec3};
    /// let mut placement = Placement::translation([1.0, 2.0, 3.0]);
    /// placement.rotate(&[0.0, 0.0, 1.0, 1.0]);
    /// let isometry = placement.to_isometry().expect("it is rigid");
    /// assert!((isometry.rotation.angle() - std::f64::consts::FRAC_PI_2).abs() < 1e-9);
    /// placement.scale(&Vec3::new(1.0, 1.0, -1.0));
    /// assert!(placement.to_isometry().is_none()); // a mirror is not
    /// ```
    pub fn to_isometry(&self) -> Option<Isometry3<f64>> {
        let error = (self.basis.tr_mul(&self.basis) - Mat3::identity()).amax();
        if !(error <= ROTATION_SLACK && self.basis.determinant() > 0.0) {
            return None;
        }
        let rotation = Rotation3::from_matrix_unchecked(self.basis);
        Some(Isometry3::from_parts(
            Translation3::from(self.origin),
            UnitQuaternion::from_rotation_matrix(&rotation),
        ))
    }
}

impl Default for Placement {
    fn default() -> Self {
        Placement::IDENTITY
    }
}

impl From<Isometry3<f64>> for Placement {
    fn from(isometry: Isometry3<f64>) -> Placement {
        Placement { origin: isometry.translation.vector, ..Placement::from(isometry.rotation) }
    }
}

impl From<UnitQuaternion<f64>> for Placement {
    fn from(q: UnitQuaternion<f64>) -> Placement {
        Placement { basis: rotation(&q.coords.into()), ..Placement::IDENTITY }
    }
}

impl From<Rotation3<f64>> for Placement {
    fn from(rotation: Rotation3<f64>) -> Placement {
        Placement { basis: rotation.into_inner(), ..Placement::IDENTITY }
    }
}

impl From<Translation3<f64>> for Placement {
    fn from(translation: Translation3<f64>) -> Placement {
        Placement { origin: translation.vector, ..Placement::IDENTITY }
    }
}

impl From<Similarity3<f64>> for Placement {
    fn from(similarity: Similarity3<f64>) -> Placement {
        let mut placement = Placement::from(similarity.isometry);
        placement.basis *= similarity.scaling();
        placement
    }
}

impl From<Affine3<f64>> for Placement {
    fn from(affine: Affine3<f64>) -> Placement {
        let m = affine.matrix();
        let origin = Vec3::new(m.m14, m.m24, m.m34);
        Placement { basis: m.fixed_view::<3, 3>(0, 0).into(), origin }
    }
}

impl From<Placement> for Affine3<f64> {
    fn from(Placement { basis, origin }: Placement) -> Affine3<f64> {
        let mut m = basis.to_homogeneous();
        m.fixed_view_mut::<3, 1>(0, 3).copy_from(&origin);
        Affine3::from_matrix_unchecked(m)
    }
}

#[cfg(feature = "mint")]
impl From<Placement> for mint::ColumnMatrix4<f64> {
    fn from(placement: Placement) -> Self {
        Affine3::from(placement).into_inner().into()
    }
}

/// The last row of the matrix is ignored.
#[cfg(feature = "mint")]
impl From<mint::ColumnMatrix4<f64>> for Placement {
    fn from(m: mint::ColumnMatrix4<f64>) -> Placement {
        let m = nalgebra::Matrix4::from(m);
        let origin = Vec3::new(m.m14, m.m24, m.m34);
        Placement { basis: m.fixed_view::<3, 3>(0, 0).into(), origin }
    }
}

/// Whether a quaternion `(x, y, z, w)` is one of a rotation: finite, and not zero.
///
/// ```
/// use solid_geometry::math::is_rotation;
///
/// assert!(is_rotation(&[0.0, 0.0, 0.0, 1.0]) && is_rotation(&[1e-300, 0.0, 0.0, 0.0]));
/// assert!(!is_rotation(&[0.0; 4]) && !is_rotation(&[f64::NAN, 0.0, 0.0, 1.0]));
/// ```
#[inline]
pub fn is_rotation(q: &[f64; 4]) -> bool {
    // Mostly the length is in range, which rotation() looks at as well.
    is_in_range(length_squared(q)) || q.iter().all(|x| x.is_finite()) && *q != [0.0; 4]
}

/// The rotation matrix of a quaternion `(x, y, z, w)`, which need not have length one.
///
/// [`UnitQuaternion`] is not used: it divides by the length first, so that right angles would not be exact.
///
/// ```
/// use solid_geometry::math::{Vec3, rotation};
///
/// let quarter_turn = rotation(&[0.0, 0.0, 3.0, 3.0]); // about the z-axis
/// assert_eq!(quarter_turn * Vec3::x(), Vec3::y()); // exactly
/// ```
#[inline]
pub fn rotation(q: &[f64; 4]) -> Mat3 {
    let square = length_squared(q);
    if is_in_range(square) {
        return rotation_by(q, square);
    }
    // The square over- or underflows, or has lost digits.
    let largest = q.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let q = q.map(|x| x / largest);
    rotation_by(&q, length_squared(&q))
}

/// Whether a squared length has neither over- nor underflown, nor lost digits.
#[inline]
fn is_in_range(square: f64) -> bool {
    (1e-200..=1e200).contains(&square)
}

#[inline]
fn length_squared([x, y, z, w]: &[f64; 4]) -> f64 {
    x * x + y * y + z * z + w * w
}

/// The rotation matrix of a quaternion of this squared length.
#[inline]
fn rotation_by([x, y, z, w]: &[f64; 4], square: f64) -> Mat3 {
    let s = 2.0 / square;
    let (xs, ys, zs) = (x * s, y * s, z * s);
    let (wx, wy, wz) = (w * xs, w * ys, w * zs);
    let (xx, xy, xz) = (x * xs, x * ys, x * zs);
    let (yy, yz, zz) = (y * ys, y * zs, z * zs);
    #[rustfmt::skip]
    let matrix = Mat3::new(
        1.0 - (yy + zz), xy - wz, xz + wy,
        xy + wz, 1.0 - (xx + zz), yz - wx,
        xz - wy, yz + wx, 1.0 - (xx + yy),
    );
    matrix
}
