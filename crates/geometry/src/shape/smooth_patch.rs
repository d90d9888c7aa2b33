//! Smooth patches of a body's surface, as osculating ellipsoids.

use crate::math::Vec3;

/// An ellipsoid with axes along the local ones, within a body, whose support function agrees with the body's about a
/// direction. Radii may be zero: a disc, or a corner.
#[derive(Clone, Copy, Debug)]
pub struct SmoothPatch {
    /// The ellipsoid's centre.
    pub center: Vec3,
    /// Its radii along the local axes.
    pub radii: Vec3,
}

impl SmoothPatch {
    /// A corner is an ellipsoid without radii.
    #[inline]
    pub(crate) fn corner(at: Vec3) -> SmoothPatch {
        SmoothPatch { center: at, radii: Vec3::zeros() }
    }

    /// The two axes that it lies along, if it is a disc.
    #[inline]
    pub(crate) fn disc(&self) -> Option<[usize; 2]> {
        match [self.radii.x > 0.0, self.radii.y > 0.0, self.radii.z > 0.0] {
            [true, false, true] => Some([2, 0]),
            [true, true, false] => Some([0, 1]),
            [false, true, true] => Some([1, 2]),
            _ => None,
        }
    }
}
