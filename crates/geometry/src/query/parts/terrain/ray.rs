//! The walk of a ray over a height field: boxes of the quadtree, nearest first, and the cells under the ray in its tiles.

use super::{Cells, HeightField};
use crate::interrupt::Pace;
use crate::math::Vec3;

/// A point that moves from time 0 to 1, in local coordinates of the field.
pub(in crate::query) struct FieldRay {
    pub start: Vec3,
    pub motion: Vec3,
    /// Boxes are larger by this, which is more than rounding. Costs time only.
    pub slack: f64,
}

/// From when to when.
type Interval = [f64; 2];

impl FieldRay {
    /// When the ray is between two coordinates, within another interval; empty, the first greater, if it is not.
    #[inline]
    fn between(&self, axis: usize, [low, high]: [f64; 2], [first, last]: Interval) -> Interval {
        let (start, rate) = (self.start[axis], self.motion[axis]);
        let (low, high) = (low - self.slack - start, high + self.slack - start);
        if rate == 0.0 {
            return if low <= 0.0 && high >= 0.0 { [first, last] } else { [1.0, 0.0] };
        }
        let (p, q) = (low / rate, high / rate);
        [first.max(p.min(q)), last.min(p.max(q))]
    }

    /// Between which coordinates the ray is meanwhile.
    #[inline]
    fn span(&self, axis: usize, times: Interval) -> [f64; 2] {
        let [p, q] = times.map(|time| self.start[axis] + self.motion[axis] * time);
        [p.min(q) - self.slack, p.max(q) + self.slack]
    }

    #[inline]
    fn meets_heights(&self, times: Interval, [least, greatest]: [f64; 2]) -> bool {
        let [low, high] = self.span(1, times);
        times[0] <= times[1] && low <= greatest && high >= least
    }
}

/// A walk waits with three nodes of each level at most, and one more.
const MOST_WAITING: usize = 3 * 32 + 4;

/// The axes of the grid.
const AXES: [usize; 2] = [0, 2];

impl HeightField {
    /// Visits the triangles near a ray, roughly the nearest first. The visitor returns the time up to which triangles are of interest.
    pub(in crate::query) fn walk_ray(
        &self,
        ray: &FieldRay,
        visit: &mut dyn FnMut(&[Vec3; 3]) -> f64,
    ) {
        let backwards = AXES.map(|axis| u32::from(ray.motion[axis] < 0.0));
        let mut waiting = [(0_usize, [0_u32; 2]); MOST_WAITING];
        waiting[0].0 = self.pyramid.top();
        let (mut count, mut limit, mut pace) = (1, 1.0, Pace::default());
        while count > 0 {
            pace.step();
            count -= 1;
            let (level, node) = waiting[count];
            let Some(heights) = self.pyramid.heights(level, node) else { continue };
            let cells = self.cells_of(level, node);
            let mut times = [0.0, limit];
            for (side, axis) in AXES.into_iter().enumerate() {
                let ends = [cells.first[side], cells.end[side]];
                times = ray.between(axis, ends.map(|i| self.along(side, i)), times);
            }
            if !ray.meets_heights(times, heights) {
                continue;
            }
            if level == 0 {
                limit = self.walk_tile(ray, cells, times, limit, visit);
                continue;
            }
            // The nearest last, which is next.
            for [x, z] in [[1, 1], [0, 1], [1, 0], [0, 0]] {
                let [x, z] = [x ^ backwards[0], z ^ backwards[1]];
                waiting[count] = (level - 1, [2 * node[0] + x, 2 * node[1] + z]);
                count += 1;
            }
        }
    }

    /// The cells of a tile under the ray, in which it is from one time to another: of each column, or row, whichever it crosses more of.
    fn walk_tile(
        &self,
        ray: &FieldRay,
        cells: Cells,
        times: Interval,
        mut limit: f64,
        visit: &mut dyn FnMut(&[Vec3; 3]) -> f64,
    ) -> f64 {
        let rates = [0, 1].map(|side| (ray.motion[AXES[side]] / self.spacing[side]).abs());
        let major = usize::from(rates[1] > rates[0]);
        let minor = 1 - major;
        let range = |side: usize, times: Interval| {
            // Conversions saturate.
            let [low, high] = ray.span(AXES[side], times).map(|x| (x / self.spacing[side]).floor());
            let first = (low as u32).max(cells.first[side]);
            (first, (high as u32).saturating_add(1).min(cells.end[side]))
        };
        let along = |side: usize, (first, end): (u32, u32), k: u32| {
            if ray.motion[AXES[side]] < 0.0 { end - 1 - k } else { first + k }
        };
        let strips = range(major, times);
        for k in 0..strips.1.saturating_sub(strips.0) {
            let i = along(major, strips, k);
            let ends = [self.along(major, i), self.along(major, i + 1)];
            let within = ray.between(AXES[major], ends, [times[0], times[1].min(limit)]);
            if within[0] > within[1] {
                continue;
            }
            let few = range(minor, within);
            for k in 0..few.1.saturating_sub(few.0) {
                let mut cell = [i; 2];
                cell[minor] = along(minor, few, k);
                limit = self.visit_cell(ray, cell, within, limit, visit);
            }
        }
        limit
    }

    #[inline]
    fn visit_cell(
        &self,
        ray: &FieldRay,
        [column, row]: [u32; 2],
        times: Interval,
        mut limit: f64,
        visit: &mut dyn FnMut(&[Vec3; 3]) -> f64,
    ) -> f64 {
        let meets = |heights| ray.meets_heights(times, heights);
        self.triangles_within([column, row], meets, |_, corners| {
            limit = visit(corners).min(limit);
        });
        limit
    }

    /// The coordinate of a column or row.
    #[inline]
    fn along(&self, side: usize, i: u32) -> f64 {
        f64::from(i) * self.spacing[side]
    }
}
