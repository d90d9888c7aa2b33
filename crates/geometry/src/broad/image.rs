//! Boxes in single precision.

use crate::math::{Aabb, Vec3};

#[cfg(test)]
mod tests;

/// The single-precision image of a box: its least coordinates, then its greatest ones with their signs changed, so
/// that one comparison of six numbers tests three axes.
///
/// Taking the image, from one origin, is monotone: boxes that overlap have images that overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Image([f32; 6]);

impl Image {
    /// The image of no box: every comparison with it fails.
    pub(super) const NONE: Image = Image([f32::NAN; 6]);

    #[inline]
    pub(super) fn new(aabb: &Aabb, origin: &Vec3) -> Image {
        let (min, max) = (aabb.min - origin, origin - aabb.max);
        Image([min.x as f32, min.y as f32, min.z as f32, max.x as f32, max.y as f32, max.z as f32])
    }

    /// The bounds that the images which overlap this one are [`within`](Image::within).
    #[inline]
    pub(super) fn query_limits(&self) -> [f32; 6] {
        let [a, b, c, d, e, f] = self.0;
        [-d, -e, -f, -a, -b, -c]
    }

    #[inline]
    pub(super) fn within(&self, limits: &[f32; 6]) -> bool {
        (0..6).fold(true, |all, k| all & (self.0[k] <= limits[k]))
    }

    /// Whether another has the same numbers.
    #[inline]
    pub(super) fn is_same(&self, other: &Image) -> bool {
        (0..6).fold(true, |all, k| all & (self.0[k] == other.0[k]))
    }

    /// The image of the least box around both.
    #[inline]
    pub(super) fn join(&self, other: &Image) -> Image {
        let lesser = |a: f32, b: f32| if a < b { a } else { b };
        Image(std::array::from_fn(|k| lesser(self.0[k], other.0[k])))
    }

    /// Half the surface; infinite where the box is. In double precision, where it neither over- nor underflows.
    #[inline]
    pub(super) fn surface(&self) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|k| -f64::from(self.0[k + 3]) - f64::from(self.0[k]));
        x * y + y * z + z * x
    }

    /// A box that certainly holds every box of this image.
    pub(super) fn bounds(&self, origin: &Vec3) -> Aabb {
        let lower = |k: usize, origin: f64| {
            // A coordinate beyond single precision has the image infinity.
            let x = f64::from(self.0[k].min(f32::MAX));
            x + origin
                - (x.abs() * f64::from(f32::EPSILON) + origin.abs() * 2.0 * f64::EPSILON + 1e-44)
        };
        let min = Vec3::from_fn(|k, _| lower(k, origin[k]));
        let max = Vec3::from_fn(|k, _| -lower(k + 3, -origin[k]));
        Aabb { min, max }
    }
}
