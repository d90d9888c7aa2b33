//! Boxes in single precision.

use super::swept::Swept;
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
}

/// Coordinates beyond this are not queried in single precision.
const LARGEST: f64 = 1e36;

/// A motion in a unit of time, an error or a square, below which single precision has too few digits.
const LEAST: f32 = 1e-30;

/// More than the rounding errors of an image, of another, and of what is computed from both, as a part of their coordinates.
const IMAGE_SLACK: f32 = 4.0 * f32::EPSILON;

/// A limit in single precision, not less than it is.
pub(super) fn single(limit: f64) -> f32 {
    let rounded = limit as f32;
    rounded + rounded.abs() * f32::EPSILON + f32::MIN_POSITIVE
}

/// A box that is compared with images.
pub(super) struct Probe {
    /// The image, its halves exchanged.
    other_sides: [f32; 6],
    slack: [f32; 6],
}

impl Probe {
    /// `None` if the box leaves the range of single precision.
    pub(super) fn new(aabb: &Aabb, origin: &Vec3) -> Option<Probe> {
        let [a, b, c, d, e, f] = Image::new(aabb, origin).0;
        let other_sides = [d, e, f, a, b, c];
        let in_range = other_sides.iter().all(|x| f64::from(x.abs()) < LARGEST);
        let slack = other_sides.map(|x| x.abs() * IMAGE_SLACK + LEAST);
        in_range.then_some(Probe { other_sides, slack })
    }

    /// Lower bounds on how far the boxes of an image are from this one: along the axes, and against them. Negative where they
    /// overlap. NaN where nothing is known.
    #[inline]
    fn gaps(&self, image: &Image) -> [f32; 6] {
        let gap = |k: usize| {
            let x = image.0[k];
            x + self.other_sides[k] - (x.abs() * IMAGE_SLACK + self.slack[k])
        };
        [gap(0), gap(1), gap(2), gap(3), gap(4), gap(5)]
    }

    /// A lower bound on the distance of the boxes of an image; [`BEYOND`] a limit.
    #[inline]
    pub(super) fn gap(&self, image: &Image, limit: f32) -> f32 {
        let gaps = self.gaps(image);
        // A comparison with NaN fails.
        let positive = |x: f32| if x > 0.0 { x } else { 0.0 };
        let x = positive(gaps[0]) + positive(gaps[3]);
        let y = positive(gaps[1]) + positive(gaps[4]);
        let z = positive(gaps[2]) + positive(gaps[5]);
        let square = x * x + y * y + z * z;
        // Larger squares are infinite, and smaller ones have lost digits.
        let is_usual = square > LEAST && square < LARGEST as f32;
        let length = if is_usual { square.sqrt() } else { x.max(y).max(z) };
        let gap = length * (1.0 - IMAGE_SLACK);
        if gap <= limit { gap } else { BEYOND }
    }
}

/// Instead of a bound, which is never negative, where that is beyond the limit.
pub(super) const BEYOND: f32 = -1.0;

/// A moving box that is compared with images: the slab test of [`Swept`].
///
/// All rounding is allowed for by one number an axis, which is enough for images no farther from the origin than twice what the box
/// reaches on its way. Rounding cannot bring others into reach.
pub(super) struct SweptProbe {
    /// The side of the box that is ahead and the one that is behind, by axis, moved outwards by more than all rounding errors.
    ahead: [f32; 3],
    behind: [f32; 3],
    /// The inverse of the motion's absolute values; infinite where there is none.
    inverse: [f32; 3],
    /// 1 where it moves against the axis.
    is_backward: [usize; 3],
}

impl SweptProbe {
    /// For times up to `limit`. `None` if numbers leave the range of single precision.
    pub(super) fn new(swept: &Swept, limit: f64, origin: &Vec3) -> Option<SweptProbe> {
        let Swept { from, motion } = swept;
        let Probe { other_sides, .. } = Probe::new(from, origin)?;
        if motion.amax() * limit >= LARGEST {
            return None;
        }
        let is_backward = [0, 1, 2].map(|axis| usize::from(motion[axis] <= 0.0));
        let (mut ahead, mut behind, mut inverse) = ([0.0; 3], [0.0; 3], [f32::INFINITY; 3]);
        for axis in 0..3 {
            let sides = [other_sides[axis], other_sides[axis + 3]];
            let [near, far] = [sides[is_backward[axis]], sides[1 - is_backward[axis]]];
            let speed = motion[axis].abs() as f32;
            // What moves less counts as standing still, and what it moves by as an error.
            let (path, moved) = if speed > LEAST {
                inverse[axis] = 1.0 / speed;
                (speed * limit as f32, 0.0)
            } else {
                (0.0, 2.0 * LEAST * limit as f32)
            };
            let reach = near.abs().max(far.abs()) + path;
            // Images that count are up to twice as large.
            let slack = 2.0 * IMAGE_SLACK * reach + LEAST + moved;
            (ahead[axis], behind[axis]) = (near - slack, slack - far);
        }
        Some(SweptProbe { ahead, behind, inverse, is_backward })
    }

    /// A lower bound on when it meets the boxes of an image; [`BEYOND`] a limit.
    #[inline]
    pub(super) fn meets(&self, image: &Image, limit: f32) -> f32 {
        let (mut first, mut last) = (0.0_f32, limit);
        for axis in 0..3 {
            // The mask spares the checks of indices.
            let side = self.is_backward[axis] & 1;
            let [near, far] = [image.0[axis + 3 * side], image.0[axis + 3 * (1 - side)]];
            let begin = (near + self.ahead[axis]) * self.inverse[axis];
            let end = (self.behind[axis] - far) * self.inverse[axis];
            // Comparisons with NaN fail: nothing is known then.
            first = if begin > first { begin } else { first };
            last = if end < last { end } else { last };
        }
        if first <= last { first } else { BEYOND }
    }
}
