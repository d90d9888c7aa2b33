//! The layout of the columns of a sweep from scratch. It affects only the speed.

use wide::f32x4;

use super::{Entry, FIRST};
use crate::broad::broad_phase::is_present;
use crate::math::Aabb;
use crate::math::vector::axes_by_value;

/// Sweeps between two updates of the layout.
const PERIOD: u32 = 64;

/// Boxes sampled to estimate their distribution.
const SAMPLES: usize = 64;

/// Columns are this many times as wide as a typical box. Wider ones need more comparisons, narrower ones more entries.
const WIDTH: f64 = 5.0;

/// The maximum number of columns side by side.
const MOST_ALONG: usize = 1 << 10;

/// The minimum number of boxes per column: with fewer, the overhead of columns matters.
const LEAST_EACH: usize = 16;

/// Where columns lie, and from where images are taken.
pub(super) struct Layout {
    /// Subtracted before rounding, so that a scene far from the world's origin keeps its detail.
    origin: [f64; 3],
    /// The axis swept, and the two that are cut into columns.
    axes: [usize; 3],
    /// How many columns there are side by side along each of the latter.
    counts: [usize; 2],
    /// Along each: columns per unit of length, and where the first one begins, in columns.
    per_unit: [f32; 2],
    low: [f32; 2],
    sweeps_to_next_look: u32,
    present: usize,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            origin: [0.0; 3],
            axes: [0, 1, 2],
            counts: [1; 2],
            per_unit: [f32::MIN_POSITIVE; 2],
            low: [0.0; 2],
            sweeps_to_next_look: 0,
            present: 0,
        }
    }
}

impl Layout {
    /// Updates the layout periodically, and whenever the number of boxes has changed much.
    pub(super) fn adapt(&mut self, boxes: &[Aabb], present: usize) {
        let much = self.present / 4;
        if self.sweeps_to_next_look > 0 && present.abs_diff(self.present) <= much {
            self.sweeps_to_next_look -= 1;
            return;
        }
        self.sweeps_to_next_look = PERIOD;
        self.present = present;
        let spreads = [0, 1, 2].map(|axis| Spread::along(axis, boxes));
        let counts = spreads.map(|spread| spread.boxes_side_by_side());
        self.origin = spreads.map(|spread| spread.middle);
        // The less the boxes hide behind each other on an axis, the better it separates them.
        self.axes = axes_by_value(&counts);
        for (side, axis) in [(0, self.axes[1]), (1, self.axes[2])] {
            let Spread { middle, low, width, .. } = spreads[axis];
            let count = (counts[axis] / WIDTH).clamp(1.0, MOST_ALONG as f64).trunc();
            let (per_unit, first) =
                ((count / width) as f32, ((low - middle) * count / width) as f32);
            // Never zero: zero times infinity is not a number.
            let is_proper = per_unit.is_normal() && first.is_finite();
            (self.per_unit[side], self.low[side]) =
                if is_proper { (per_unit, first) } else { (f32::MIN_POSITIVE, 0.0) };
            self.counts[side] = count as usize;
        }
        while self.columns() > (present / LEAST_EACH).max(1) {
            self.halve_columns();
        }
    }

    /// How many columns there are.
    pub(super) fn columns(&self) -> usize {
        self.counts[0] * self.counts[1]
    }

    /// Makes the columns twice as wide on the axis along which there are more.
    pub(super) fn halve_columns(&mut self) {
        let side = usize::from(self.counts[1] > self.counts[0]);
        self.counts[side] = self.counts[side].div_ceil(2);
        self.low[side] *= 0.5;
        self.per_unit[side] = (0.5 * self.per_unit[side]).max(f32::MIN_POSITIVE);
    }

    /// Visits the columns that the image of a box touches, with which of [`FIRST`] hold there, and with 1; or with 0, in which
    /// case the box counts for nothing there, and the column is visited again for it.
    #[inline]
    pub(super) fn each_column(&self, image: &Entry, mut visit: impl FnMut(usize, u32, u32)) {
        let ([x, y], [low_x, low_y]) = (self.per_unit, self.low);
        let [end_x, end_y] = self.counts.map(|count| (count - 1) as f32);
        // The greatest coordinates are stored with their signs changed, which the scale undoes.
        let columns = f32x4::from(image.sides) * f32x4::from([x, y, -x, -y])
            - f32x4::from([low_x, low_y, low_x, low_y]);
        let columns =
            columns.fast_max(f32x4::ZERO).fast_min(f32x4::from([end_x, end_y, end_x, end_y]));
        let [first_x, first_y, last_x, last_y] =
            columns.fast_trunc_int().to_array().map(|column| column as usize);
        let column = |x: usize, y: usize| x * self.counts[1] + y;
        let (more_x, more_y) = (last_x - first_x, last_y - first_y);
        if more_x <= 1 && more_y <= 1 {
            // Most boxes. All four corners are visited: to branch on which of them coincide would be mispredicted.
            let (more_x, more_y) = (more_x as u32, more_y as u32);
            visit(column(last_x, last_y), 0, more_x & more_y);
            visit(column(last_x, first_y), FIRST[1], more_x);
            visit(column(first_x, last_y), FIRST[0], more_y);
            visit(column(first_x, first_y), FIRST[0] | FIRST[1], 1);
            return;
        }
        for x in first_x..=last_x {
            for y in first_y..=last_y {
                let flag_x = if x == first_x { FIRST[0] } else { 0 };
                let flag_y = if y == first_y { FIRST[1] } else { 0 };
                visit(column(x, y), flag_x | flag_y, 1);
            }
        }
    }

    /// The image of a box.
    #[inline]
    pub(super) fn image(&self, aabb: &Aabb) -> Entry {
        let [sweep, x, y] = self.axes;
        let image = |axis: usize, at: f64| (at - self.origin[axis]) as f32;
        let min = |axis: usize| image(axis, aabb.min[axis]);
        let max = |axis: usize| image(axis, aabb.max[axis]);
        Entry {
            sides: [min(x), min(y), -max(x), -max(y)],
            sweep_min: min(sweep),
            sweep_max: max(sweep),
            tag: 0,
        }
    }
}

/// How the boxes lie along one axis.
#[derive(Clone, Copy, Default)]
struct Spread {
    middle: f64,
    low: f64,
    width: f64,
    extent: f64,
}

impl Spread {
    /// By a sample, of which the outermost are left out.
    fn along(axis: usize, boxes: &[Aabb]) -> Spread {
        let (mut centers, mut extents) = ([0.0; SAMPLES], [0.0; SAMPLES]);
        let mut n = 0;
        for aabb in boxes.iter().step_by(boxes.len() / SAMPLES + 1) {
            let (min, max) = (aabb.min[axis], aabb.max[axis]);
            if is_present(aabb) && (max - min).is_finite() {
                centers[n] = 0.5 * min + 0.5 * max;
                extents[n] = max - min;
                n += 1;
            }
        }
        if n == 0 {
            return Spread::default();
        }
        centers[..n].sort_unstable_by(f64::total_cmp);
        extents[..n].sort_unstable_by(f64::total_cmp);
        let outer = n / 16;
        let (low, high) = (centers[outer], centers[n - 1 - outer]);
        // Extrapolated to the outermost, as if these were as dense as the others.
        let more = (high - low) * outer as f64 / (n - 2 * outer) as f64;
        Spread {
            middle: centers[n / 2],
            low: low - more,
            width: high - low + 2.0 * more,
            extent: extents[n / 2],
        }
    }

    /// How many typical boxes fit side by side.
    fn boxes_side_by_side(&self) -> f64 {
        let count = self.width / self.extent.max(self.width * 1e-6);
        if count.is_finite() { count } else { 0.0 }
    }
}
