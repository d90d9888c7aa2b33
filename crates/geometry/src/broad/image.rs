//! Boxes in single precision.

use wide::f32x4;

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

/// A motion in a unit of time, or an error, below which single precision has no digits.
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
        // Larger squares are infinite.
        let length = if square < LARGEST as f32 { square.sqrt() } else { x.max(y).max(z) };
        let gap = length * (1.0 - IMAGE_SLACK);
        if gap <= limit { gap } else { BEYOND }
    }
}

/// Instead of a bound, which is never negative, where that is beyond the limit.
pub(super) const BEYOND: f32 = -1.0;

/// The numbers of two images, one after the other: a few vector instructions test both.
type OfTwo = [f32x4; 3];

/// A moving box that is compared with images: the slab test of [`Swept`].
pub(super) struct SweptProbe {
    /// As those of a [`Probe`].
    other_sides: OfTwo,
    slack: OfTwo,
    /// What makes of a gap the time at which the boxes begin to overlap along an axis: the inverse of the motion, infinite where there
    /// is none, and 0 of gaps that say when they end to.
    to_begin: OfTwo,
    /// The same of the time at which they end to, to which `no_end` is added: infinity where a gap says when they begin to.
    to_end: OfTwo,
    no_end: OfTwo,
}

impl SweptProbe {
    /// For times up to `limit`. `None` if numbers leave the range of single precision.
    pub(super) fn new(swept: &Swept, limit: f64, origin: &Vec3) -> Option<SweptProbe> {
        let Swept { from, motion } = swept;
        let Probe { other_sides, mut slack } = Probe::new(from, origin)?;
        if motion.amax() * limit >= LARGEST {
            return None;
        }
        let (mut to_begin, mut to_end, mut no_end) = ([0.0; 6], [0.0; 6], [f32::INFINITY; 6]);
        for axis in 0..3 {
            let (ahead, behind) = (axis, axis + 3);
            let speed = motion[axis].abs() as f32;
            let mut inverse = f32::INFINITY;
            if speed > LEAST {
                inverse = 1.0 / speed;
            } else {
                // As if it stood still: what it moves by is allowed for.
                let moved = 2.0 * LEAST * limit as f32;
                slack[ahead] += moved;
                slack[behind] += moved;
            }
            let (near, far) = if motion[axis] > 0.0 { (ahead, behind) } else { (behind, ahead) };
            to_begin[near] = inverse;
            (to_end[far], no_end[far]) = (-inverse, 0.0);
        }
        let [other_sides, slack] = [other_sides, slack].map(|of_one| of_two(&of_one, &of_one));
        let [to_begin, to_end, no_end] =
            [to_begin, to_end, no_end].map(|of_one| of_two(&of_one, &of_one));
        Some(SweptProbe { other_sides, slack, to_begin, to_end, no_end })
    }

    /// Lower bounds on when it meets the boxes of two images; [`BEYOND`] a limit.
    #[inline]
    pub(super) fn meets(&self, [a, b]: &[Image; 2], limit: f32) -> [f32; 2] {
        let (images, limits) = (of_two(&a.0, &b.0), f32x4::splat(limit));
        let times: [_; 3] = std::array::from_fn(|k| {
            let x = images[k];
            let gap =
                x + self.other_sides[k] - (x.abs() * f32x4::splat(IMAGE_SLACK) + self.slack[k]);
            let (begin, end) = (gap * self.to_begin[k], gap * self.to_end[k] + self.no_end[k]);
            // Comparisons with NaN fail: nothing is known then.
            (begin & begin.simd_gt(f32x4::ZERO), end.simd_lt(limits).bitselect(end, limits))
        });
        let begin = of_each(times.map(|(begin, _)| begin), f32x4::fast_max);
        let end = of_each(times.map(|(_, end)| end), f32x4::fast_min);
        [0, 1].map(|k| if begin[k] <= end[k] { begin[k] } else { BEYOND })
    }
}

#[inline]
fn of_two([a, b, c, d, e, f]: &[f32; 6], [g, h, i, j, k, l]: &[f32; 6]) -> OfTwo {
    [[*a, *b, *c, *d], [*e, *f, *g, *h], [*i, *j, *k, *l]].map(f32x4::new)
}

/// What the six numbers of each image come to.
#[inline]
fn of_each([first, both, second]: OfTwo, join: impl Fn(f32x4, f32x4) -> f32x4) -> [f32; 2] {
    let ([a, b, c, d], [i, j, k, l]) = (first.to_array(), second.to_array());
    let joined = join(both, join(f32x4::new([a, b, i, j]), f32x4::new([c, d, k, l])));
    let [p, q, r, s] = joined.to_array();
    let [p, q, ..] = join(f32x4::new([p, r, p, r]), f32x4::new([q, s, q, s])).to_array();
    [p, q]
}
