//! Boxes in single precision.

use wide::bytemuck::cast;
use wide::{f32x4, i8x16, i16x8};

use crate::math::{Aabb, Vec3};

/// The single-precision image of a box: its least coordinates, then its greatest ones with their signs changed, so
/// that one comparison of six numbers tests three axes.
///
/// Taking the image, from one origin, is monotone: boxes that overlap have images that overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Image([f32; 6]);

/// A reach, as two images side by side are compared with it.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach([f32x4; 3]);

/// Four comparisons in one register, a byte for each number.
#[inline(always)]
pub(super) fn side_by_side([a, b, c, d]: [f32x4; 4]) -> i8x16 {
    let halves = [cast([a, b]), cast([c, d])].map(i16x8::from_i32x8_saturate);
    i8x16::from_i16x16_saturate(cast(halves))
}

/// All bits of the comparison of an image.
const ALL_SIX: u32 = (1 << 6) - 1;

impl Reach {
    pub(super) fn of([a, b, c, d, e, f]: [f32; 6]) -> Reach {
        Reach([[a, b, c, d], [e, f, a, b], [c, d, e, f]].map(f32x4::from))
    }

    /// The six numbers.
    pub(super) fn numbers(&self) -> [f32; 6] {
        let ([a, b, c, d], [e, f, ..]) = (self.0[0].to_array(), self.0[1].to_array());
        [a, b, c, d, e, f]
    }
}

impl Image {
    /// Of no box: every comparison with it fails.
    pub(super) const NONE: Image = Image([f32::NAN; 6]);

    #[inline]
    pub(super) fn new(aabb: &Aabb, origin: &Vec3) -> Image {
        let (min, max) = (aabb.min - origin, origin - aabb.max);
        Image([min.x as f32, min.y as f32, min.z as f32, max.x as f32, max.y as f32, max.z as f32])
    }

    /// What the images that overlap this one are [`within`](Image::within) of.
    #[inline]
    pub(super) fn reach(&self) -> [f32; 6] {
        let [a, b, c, d, e, f] = self.0;
        [-d, -e, -f, -a, -b, -c]
    }

    #[inline]
    pub(super) fn within(&self, reach: &[f32; 6]) -> bool {
        (0..6).fold(true, |all, k| all & (self.0[k] <= reach[k]))
    }

    /// Which of two images lie side by side [`within`](Image::within) the same reach, 1 or 0: both are tested by three
    /// comparisons.
    #[inline(always)]
    pub(super) fn are_within([a, b]: &[Image; 2], Reach(reach): &Reach) -> [u32; 2] {
        let ([a0, a1, a2, a3, a4, a5], [b0, b1, b2, b3, b4, b5]) = (a.0, b.0);
        let both = [[a0, a1, a2, a3], [a4, a5, b0, b1], [b2, b3, b4, b5]].map(f32x4::from);
        let [x, y, z] = std::array::from_fn(|k| both[k].simd_le(reach[k]));
        // A bit each of six numbers, six others, and the last four again.
        let bits = side_by_side([x, y, z, z]).to_bitmask();
        [bits, bits >> 6].map(|bits| ((bits & ALL_SIX) + 1) >> 6)
    }

    /// Whether another has the same numbers, without a branch between them.
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

    /// Half the surface; infinite where the box is.
    #[inline]
    pub(super) fn surface(&self) -> f32 {
        let [x, y, z] = [0, 1, 2].map(|k| -self.0[k + 3] - self.0[k]);
        x * y + y * z + z * x
    }

    /// A box that certainly holds every box of this image.
    pub(super) fn bounds(&self, origin: &Vec3) -> Aabb {
        let lower = |k: usize, origin: f64| {
            // What is beyond single precision has the image of infinity.
            let x = f64::from(self.0[k].min(f32::MAX));
            x + origin
                - (x.abs() * f64::from(f32::EPSILON) + origin.abs() * 2.0 * f64::EPSILON + 1e-44)
        };
        let min = Vec3::from_fn(|k, _| lower(k, origin[k]));
        let max = Vec3::from_fn(|k, _| -lower(k + 3, -origin[k]));
        Aabb { min, max }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad::tests::storm::extreme;
    use solid_testing::Random;

    #[test]
    fn two_at_a_time_are_within_what_each_is() {
        let mut random = Random::new(8);
        let mut image = || match random.below(9) {
            0 => Image::NONE,
            _ => Image::new(&extreme(&mut random, &Aabb::EMPTY), &Vec3::zeros()),
        };
        let mut within = 0;
        for _ in 0..50_000 {
            let (sides, reach) = ([image(), image()], image().reach());
            let both = Image::are_within(&sides, &Reach::of(reach));
            assert_eq!(both, sides.map(|side| u32::from(side.within(&reach))));
            assert!(Reach::of(reach).numbers().map(f32::to_bits) == reach.map(f32::to_bits));
            within += both.iter().sum::<u32>() as usize;
        }
        assert!(within > 1000, "{within}");
    }

    #[test]
    fn bounds_hold_the_box() {
        let mut random = Random::new(3);
        for _ in 0..20_000 {
            let aabb = extreme(&mut random, &Aabb::EMPTY);
            let origin =
                extreme(&mut random, &Aabb::EMPTY).min.map(|x| if x.is_finite() { x } else { 0.0 });
            let bounds = Image::new(&aabb, &origin).bounds(&origin);
            let holds =
                (0..3).all(|k| bounds.min[k] <= aabb.min[k] && aabb.max[k] <= bounds.max[k]);
            assert!(holds, "{aabb:?} from {origin:?}: {bounds:?}");
        }
    }
}
