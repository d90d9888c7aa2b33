//! Bounds on when what is in two boxes meets: gaps along directions, and how fast these close
//! (`docs/src/theory/slabs.md`, equation (5)).

use wide::f64x4;

use super::super::node::by_axis;
use super::super::pieces::{Vec3x4, product};
use super::{Both, Gaps};
use crate::math::Vec3;
use crate::math::tolerance::SKEW;

/// The way of the second body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Path {
    /// Along the axes of the differences; its largest coordinate is about one.
    pub direction: Vec3,
    /// How long it is, as a multiple of the direction.
    pub length: f64,
    /// The multiple of the direction that a unit of time takes.
    pub speed: f64,
}

impl Gaps<'_> {
    /// Lower bounds on the times of four pairs; infinite of those that never meet.
    pub(super) fn times(&self, both: &Both, path: &Path, limit: f64x4) -> f64x4 {
        let mut bounds = path.through_boxes(both);
        let near = |bounds: &f64x4| bounds.simd_le(limit).to_bitmask();
        if near(&bounds) == 0 {
            return bounds;
        }
        if let Some(likely) = &self.likely {
            bounds = bounds.fast_max(path.until(likely.gaps(both), &Vec3x4::splat(&likely.along)));
            if near(&bounds) == 0 {
                return bounds;
            }
        }
        // Across the way, from box to box: along it what passes does not approach.
        let along = Vec3x4::splat(&path.direction);
        let share = along.dot(&both.center) / along.dot(&along);
        let across = both.center - along * share;
        bounds = self.later(bounds, both, path, &across, near(&bounds));
        if near(&bounds) == 0 {
            return bounds;
        }
        let [map, _] = &self.differences.maps;
        if let Some(normals) = both.pieces[0].normals() {
            let normals = product(&map.normals, normals);
            let sign = normals.dot(&both.center) & f64x4::splat(-0.0);
            let outwards = Vec3x4(by_axis(|i| normals.0[i] ^ sign));
            bounds = self.later(bounds, both, path, &outwards, near(&bounds));
        }
        bounds
    }

    /// The bounds with the gaps along directions of any length, in the lanes of a mask.
    #[inline]
    fn later(
        &self,
        bounds: f64x4,
        both: &Both,
        path: &Path,
        towards: &Vec3x4,
        lanes: u32,
    ) -> f64x4 {
        let (along, is_one) = towards.unit();
        let times = path.until(self.along(both, &along, lanes), &along);
        // What is no number is not used.
        (is_one & times.simd_gt(bounds)).bitselect(times, bounds)
    }
}

impl Path {
    /// When the boxes around differences reach the origin.
    #[inline]
    fn through_boxes(&self, both: &Both) -> f64x4 {
        let never = f64x4::splat(f64::INFINITY);
        let (mut first, mut last) = (f64x4::ZERO, f64x4::splat(self.length));
        let mut misses = f64x4::ZERO;
        for i in 0..3 {
            let (center, half, rate) = (both.center.0[i], both.half.0[i], self.direction[i]);
            if rate == 0.0 {
                misses |= center.abs().simd_gt(half);
                continue;
            }
            let (p, q) =
                ((center - half) / f64x4::splat(rate), (center + half) / f64x4::splat(rate));
            let (near, far) = (p.fast_min(q), p.fast_max(q));
            first = first.fast_max(near - near.abs() * f64x4::splat(SKEW));
            last = last.fast_min(far + far.abs() * f64x4::splat(SKEW));
        }
        misses |= first.simd_gt(last);
        misses.bitselect(never, self.time(first))
    }

    /// When gaps along directions of about length one have closed: at once if there are none.
    #[inline]
    fn until(&self, gaps: f64x4, along: &Vec3x4) -> f64x4 {
        let rate = along.dot(&Vec3x4::splat(&self.direction));
        // No slower than it is.
        let rate = rate + f64x4::splat(SKEW * self.direction.abs().sum());
        let gaps = gaps.fast_max(f64x4::ZERO);
        let never = rate.simd_le(f64x4::ZERO) & gaps.simd_gt(f64x4::ZERO);
        let time = self.time(gaps / rate.fast_max(f64x4::splat(f64::MIN_POSITIVE)));
        never.bitselect(f64x4::splat(f64::INFINITY), time)
    }

    #[inline]
    fn time(&self, length: f64x4) -> f64x4 {
        length * f64x4::splat((1.0 - SKEW) / self.speed)
    }
}
