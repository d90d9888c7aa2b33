//! The layout of the slabs of a sweep from scratch. It affects only the speed.

use std::ops::RangeInclusive;

use super::Entry;
use crate::broad::broad_phase::is_present;
use crate::math::Aabb;

/// Sweeps between two updates of the layout.
const PERIOD: u32 = 64;

/// Boxes sampled to estimate their distribution.
const SAMPLES: usize = 64;

/// The maximum number of slabs: more gain nothing.
const MAX_SLABS: usize = 1 << 12;

/// The minimum number of boxes per slab: with fewer, the overhead of slabs matters.
const LEAST_EACH: usize = 32;

/// Where slabs lie, and from where images are taken.
pub(super) struct Layout {
    /// Subtracted before rounding, so that a scene far from the world's origin keeps its detail.
    origin: [f64; 3],
    /// The axis swept, the axis cut into slabs, and the remaining one.
    axes: [usize; 3],
    pub(super) slabs: usize,
    /// Where the first slab begins, and how many there are to a unit of length.
    low: f64,
    per_unit: f64,
    sweeps_to_next_look: u32,
    present: usize,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            origin: [0.0; 3],
            axes: [0, 1, 2],
            slabs: 1,
            low: 0.0,
            per_unit: f64::MIN_POSITIVE,
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
        self.axes.sort_by(|a, b| counts[*b].total_cmp(&counts[*a]).then(a.cmp(b)));
        let cut = &spreads[self.axes[1]];
        let most = (present / LEAST_EACH).clamp(1, MAX_SLABS);
        // Slabs twice as wide as a typical box.
        self.slabs = ((counts[self.axes[1]] / 2.0) as usize).clamp(1, most);
        (self.low, self.per_unit) = (cut.low, self.slabs as f64 / cut.width);
        if !(self.low.is_finite() && self.per_unit.is_normal()) {
            // Never zero: zero times infinity is not a number.
            (self.low, self.per_unit) = (0.0, f64::MIN_POSITIVE);
        }
    }

    pub(super) fn halve_slabs(&mut self) {
        self.slabs = self.slabs.div_ceil(2);
        self.per_unit = (0.5 * self.per_unit).max(f64::MIN_POSITIVE);
    }

    /// The slabs that a box touches.
    #[inline]
    pub(super) fn slabs_of(&self, aabb: &Aabb) -> RangeInclusive<usize> {
        let axis = self.axes[1];
        let last = (self.slabs - 1) as u32;
        // What is beyond the range of whole numbers becomes the nearest of them.
        let slab = |x: f64| (((x - self.low) * self.per_unit) as u32).min(last) as usize;
        slab(aabb.min[axis])..=slab(aabb.max[axis])
    }

    /// The image of a box.
    #[inline]
    pub(super) fn entry(&self, tag: u32, aabb: &Aabb) -> Entry {
        let [sweep, cut, rest] = self.axes;
        let image = |axis: usize, x: f64| (x - self.origin[axis]) as f32;
        let min = |axis: usize| image(axis, aabb.min[axis]);
        let max = |axis: usize| image(axis, aabb.max[axis]);
        Entry {
            sides: [min(cut), min(rest), -max(cut), -max(rest)],
            sweep_min: min(sweep),
            sweep_max: max(sweep),
            tag,
        }
    }
}

/// How the boxes lie along one axis.
#[derive(Clone, Copy, Default)]
pub(in crate::broad) struct Spread {
    pub(in crate::broad) middle: f64,
    pub(in crate::broad) low: f64,
    pub(in crate::broad) width: f64,
    extent: f64,
}

impl Spread {
    /// By a sample, of which the outermost are left out.
    pub(in crate::broad) fn along(axis: usize, boxes: &[Aabb]) -> Spread {
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
    pub(in crate::broad) fn boxes_side_by_side(&self) -> f64 {
        let count = self.width / self.extent.max(self.width * 1e-6);
        if count.is_finite() { count } else { 0.0 }
    }
}
