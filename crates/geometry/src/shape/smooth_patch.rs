//! Smooth patches of a body's surface, as osculating ellipsoids.

use crate::math::Vec3;

/// An ellipsoid with axes along the local ones, within a body, whose support function agrees with the body's about a
/// direction. Radii may be zero: a disc, or a corner.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::shape::{Primitive, Support};
///
/// let can = Primitive::Cylinder { radius: 2.0, half_height: 3.0 };
/// let rim = can.smooth_patch(&Vec3::new(1.0, 1.0, 0.0), false).expect("round");
/// assert_eq!((rim.center, rim.radii), (Vec3::new(0.0, 3.0, 0.0), Vec3::new(2.0, 0.0, 2.0)));
/// assert_eq!(rim.disc(), Some([2, 0])); // across the y-axis
/// ```
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
    pub fn corner(at: Vec3) -> SmoothPatch {
        SmoothPatch { center: at, radii: Vec3::zeros() }
    }

    /// The two axes that it lies along, if it is a disc.
    #[inline]
    pub fn disc(&self) -> Option<[usize; 2]> {
        match [self.radii.x > 0.0, self.radii.y > 0.0, self.radii.z > 0.0] {
            [true, false, true] => Some([2, 0]),
            [true, true, false] => Some([0, 1]),
            [false, true, true] => Some([1, 2]),
            _ => None,
        }
    }
}
