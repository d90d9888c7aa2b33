//! Affine placements of objects: a linear part and an origin.

#[cfg(test)]
mod tests;

use wide::f64x2;

use super::tolerance::SINGULAR_VOLUME;
use super::vector::{Mat3, Vec3};

/// The map from an object's local coordinates to the world: `x -> basis * x + origin`.
///
/// The linear part may scale, mirror and shear, and may be singular.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The linear part; its columns are the images of the local axes.
    pub basis: Mat3,
    /// The image of the local origin.
    pub origin: Vec3,
}

impl Placement {
    /// The local coordinates are the world's.
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
    pub fn from_column_major(m: &[f64; 16]) -> Placement {
        Placement {
            basis: Mat3::new(m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]),
            origin: Vec3::new(m[12], m[13], m[14]),
        }
    }

    /// The world coordinates of a local point.
    #[inline]
    pub fn apply(&self, p: &Vec3) -> Vec3 {
        mapped(&self.basis, p) + self.origin
    }

    /// Whether all twelve numbers are finite.
    pub fn is_finite(&self) -> bool {
        // Zero times what is not finite is no number, and no sum with that is zero: one look instead of twelve.
        let basis = self.basis.iter().fold(0.0, |sum, x| sum + x * 0.0);
        basis + (self.origin * 0.0).sum() == 0.0
    }

    /// Whether the linear part has no inverse, as far as rounding can tell: its columns lie in a plane.
    #[inline(never)]
    pub fn is_singular(&self) -> bool {
        // Each column by its longest coordinate, so that no product leaves the range.
        let column = |i: usize| Vec3::from(self.basis.column(i) / self.basis.column(i).amax());
        let (x, y, z) = (column(0), column(1), column(2));
        let volume = x.dot(&y.cross(&z)).abs();
        volume <= SINGULAR_VOLUME || volume.is_nan()
    }

    /// `self` after `inner`: the placement of something placed by `inner` in these local coordinates.
    pub fn compose(&self, inner: &Placement) -> Placement {
        Placement { basis: self.basis * inner.basis, origin: self.apply(&inner.origin) }
    }

    /// Moves the local coordinates by `t`, given in local coordinates, as glTranslate does.
    #[inline]
    pub fn translate(&mut self, t: &Vec3) {
        self.origin += if self.is_unturned() { *t } else { mapped(&self.basis, t) };
    }

    /// Whether the linear part is the identity. Most moves and turns are the first after one was loaded, and cost a
    /// product less then.
    #[inline]
    fn is_unturned(&self) -> bool {
        let entries = self.basis.as_slice().iter().zip(Self::IDENTITY.basis.as_slice());
        entries.fold(0, |different, (x, y)| different | (x.to_bits() ^ y.to_bits())) == 0
    }

    /// Scales the local axes, as glScale does.
    #[inline]
    pub fn scale(&mut self, s: &Vec3) {
        for axis in 0..3 {
            self.basis.column_mut(axis).scale_mut(s[axis]);
        }
    }

    /// Makes the linear part the rotation of a quaternion, as [`rotation`]. Returns whether it is one beyond doubt. Written at
    /// once: a copy would wait for what was written in other pieces.
    #[inline(always)]
    pub fn set_rotation(&mut self, q: &[f64; 4]) -> bool {
        let length2 = length2(q);
        let common = is_common(length2);
        if common {
            self.basis = scaled_rotation(*q, length2);
        } else {
            self.set_extreme_rotation(q[0], q[1], q[2], q[3]);
        }
        common
    }

    /// By numbers in registers: where they are in memory, they are put there on the usual way, too.
    #[cold]
    #[inline(never)]
    fn set_extreme_rotation(&mut self, x: f64, y: f64, z: f64, w: f64) {
        self.basis = extreme_rotation([x, y, z, w]);
    }

    /// The same as [`Placement::rotate`], by numbers in registers.
    #[inline(never)]
    pub fn rotate_by(&mut self, x: f64, y: f64, z: f64, w: f64) {
        self.rotate(&[x, y, z, w]);
    }

    /// Turns the local coordinates by the quaternion `(x, y, z, w)` of any length but zero.
    ///
    /// A zero or non-finite quaternion is no rotation: the basis turns to NaN, so that [`Placement::is_finite`]
    /// tells.
    #[inline]
    pub fn rotate(&mut self, q: &[f64; 4]) {
        if self.is_unturned() {
            self.set_rotation(q);
            return;
        }
        let r = rotation(q);
        let column = |i: usize| mapped(&self.basis, &Vec3::new(r[(0, i)], r[(1, i)], r[(2, i)]));
        self.basis = Mat3::from_columns(&[column(0), column(1), column(2)]);
    }
}

/// A matrix times a vector. Written out: as a product of a matrix it is a call, and several times as slow.
#[inline]
fn mapped(m: &Mat3, v: &Vec3) -> Vec3 {
    Vec3::new(
        m.m11 * v.x + m.m12 * v.y + m.m13 * v.z,
        m.m21 * v.x + m.m22 * v.y + m.m23 * v.z,
        m.m31 * v.x + m.m32 * v.y + m.m33 * v.z,
    )
}

/// Whether a quaternion is one of a rotation: finite, and not zero.
#[inline]
pub fn turns(q: &[f64; 4]) -> bool {
    turns_beyond_doubt(q) || q.iter().all(|x| x.is_finite()) && *q != [0.0; 4]
}

/// The same, by its length alone: nearly all quaternions.
#[inline]
pub fn turns_beyond_doubt(q: &[f64; 4]) -> bool {
    is_common(length2(q))
}

/// The rotation matrix of a quaternion `(x, y, z, w)`, which need not have length one.
#[inline]
pub fn rotation(q: &[f64; 4]) -> Mat3 {
    let length2 = length2(q);
    if is_common(length2) { scaled_rotation(*q, length2) } else { extreme_rotation(*q) }
}

#[inline]
fn length2(q: &[f64; 4]) -> f64 {
    q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]
}

/// Whether a squared length has neither over- nor underflown.
#[inline]
fn is_common(length2: f64) -> bool {
    (1e-200..=1e200).contains(&length2)
}

/// Where the square over- or underflows, the longest coordinate is divided out first.
#[cold]
fn extreme_rotation(q: [f64; 4]) -> Mat3 {
    let largest = q.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let q = q.map(|x| x / largest);
    scaled_rotation(q, length2(&q))
}

/// The rotation matrix of a quaternion of this squared length.
#[inline(always)]
fn scaled_rotation([x, y, z, w]: [f64; 4], length2: f64) -> Mat3 {
    let s = 2.0 / length2;
    let (xs, ys, zs) = (x * s, y * s, z * s);
    let (wx, wy, wz) = (w * xs, w * ys, w * zs);
    let (xx, xy, xz) = (x * xs, x * ys, x * zs);
    let (yy, yz, zz) = (y * ys, y * zs, z * zs);
    // Each column's first two together, as they are read next: what was written in other pieces is waited for.
    let less = |a: [f64; 2], b: [f64; 2]| (f64x2::from(a) - f64x2::from(b)).to_array();
    let [x0, y0] = less([1.0, xy], [yy + zz, -wz]);
    let [x1, y1] = less([xy, 1.0], [wz, xx + zz]);
    let [x2, y2] = less([xz, yz], [-wy, wx]);
    Mat3::new(x0, x1, x2, y0, y1, y2, xz - wy, yz + wx, 1.0 - (xx + yy))
}
