//! Where the fresh sweep puts its strips. Any choice is right; a good one is fast.

use wide::f32x4;

use super::phase::is_present;
use crate::math::Aabb;

/// Sweeps between two looks at how the boxes are spread.
const PERIOD: u32 = 64;

/// Boxes looked at to see how they are spread.
const SAMPLES: usize = 64;

/// More strips than this gain nothing.
const MAX_STRIPS: usize = 1 << 12;

/// How images are taken, and where strips and buckets lie.
pub(super) struct Tuning {
    /// Subtracted before rounding, so that a scene far from the world's origin keeps its detail.
    pub(super) origin: [f64; 3],
    /// The axis swept, the axis cut into strips, and the remaining one.
    pub(super) axes: [usize; 3],
    pub(super) strips: usize,
    /// Buckets to a strip.
    pub(super) buckets: usize,
    strip_scale: Scale,
    bucket_scale: Scale,
    sweeps_to_next_look: u32,
    present: usize,
}

/// A monotone map of images to cells.
#[derive(Clone, Copy)]
struct Scale {
    low: f32,
    per_unit: f32,
}

/// Both maps, for two coordinates on each axis: those to strips, then those to buckets.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    low: f32x4,
    per_unit: f32x4,
    /// The last cells.
    last: f32x4,
}

impl Grid {
    /// The strips of two images on the axis that is cut, and the buckets of two on the axis that is swept.
    #[inline]
    pub(super) fn cells(&self, images: [f32; 4]) -> [u16; 4] {
        let Grid { low, per_unit, last } = *self;
        let cells = ((f32x4::from(images) - low) * per_unit).fast_max(f32x4::ZERO).fast_min(last);
        // In this binade the spacing of floats is one, so the low bits are the nearest integer: quicker than
        // a cast that must saturate.
        (cells + 8_388_608.0).to_array().map(|cell| cell.to_bits() as u16)
    }
}

/// How the boxes lie along one axis.
#[derive(Clone, Copy, Default)]
pub(super) struct Spread {
    pub(super) middle: f64,
    pub(super) low: f64,
    pub(super) width: f64,
    extent: f64,
}

impl Tuning {
    pub(super) fn new() -> Tuning {
        let all_in_one = Scale { low: 0.0, per_unit: f32::MIN_POSITIVE };
        Tuning {
            origin: [0.0; 3],
            axes: [0, 1, 2],
            strips: 1,
            buckets: 1,
            strip_scale: all_in_one,
            bucket_scale: all_in_one,
            sweeps_to_next_look: 0,
            present: 0,
        }
    }

    /// Looks at the boxes now and then, and whenever their number has changed much.
    pub(super) fn look(&mut self, boxes: &[Aabb], present: usize) {
        let much = self.present / 4;
        if self.sweeps_to_next_look > 0 && present.abs_diff(self.present) <= much {
            self.sweeps_to_next_look -= 1;
            return;
        }
        self.sweeps_to_next_look = PERIOD;
        self.present = present;
        let spreads = [0, 1, 2].map(|axis| Spread::along(axis, boxes));
        self.origin = spreads.map(|s| s.middle);
        // The less the boxes hide behind each other on an axis, the better it parts them.
        self.axes.sort_by(|a, b| spreads[*b].room().total_cmp(&spreads[*a].room()).then(a.cmp(b)));
        let (swept, cut) = (&spreads[self.axes[0]], &spreads[self.axes[1]]);
        // Strips twice as wide as a typical box; with few boxes to a strip its overhead shows.
        let most = Tuning::most_strips(present);
        self.strips = ((cut.room() / 2.0) as usize).clamp(1, most);
        self.strip_scale = Scale::new(cut, self.strips);
        self.buckets = Tuning::most_buckets(present / self.strips);
        self.bucket_scale = Scale::new(swept, self.buckets);
    }

    /// So many strips at most for so many boxes.
    pub(super) fn most_strips(boxes: usize) -> usize {
        (boxes / 32).clamp(1, MAX_STRIPS)
    }

    /// And so many buckets in a strip of so many.
    pub(super) fn most_buckets(boxes: usize) -> usize {
        boxes.clamp(1, u16::MAX as usize)
    }

    /// Where the cells lie.
    pub(super) fn grid(&self) -> Grid {
        let twice = |a: f32, b: f32| f32x4::from([a, a, b, b]);
        let (strip, bucket) = (self.strip_scale, self.bucket_scale);
        Grid {
            low: twice(strip.low, bucket.low),
            per_unit: twice(strip.per_unit, bucket.per_unit),
            last: twice((self.strips - 1) as f32, (self.buckets - 1) as f32),
        }
    }

    pub(super) fn halve_strips(&mut self) {
        self.strips = self.strips.div_ceil(2);
        self.strip_scale.per_unit = (0.5 * self.strip_scale.per_unit).max(f32::MIN_POSITIVE);
    }

    /// The single-precision image of a coordinate, which is monotone in it.
    #[inline]
    pub(super) fn image(&self, axis: usize, x: f64) -> f32 {
        (x - self.origin[axis]) as f32
    }
}

impl Scale {
    fn new(spread: &Spread, cells: usize) -> Scale {
        let (low, per_unit) =
            ((spread.low - spread.middle) as f32, (cells as f64 / spread.width) as f32);
        // Never zero: zero times infinity is no number.
        if low.is_finite() && per_unit.is_normal() {
            Scale { low, per_unit }
        } else {
            Scale { low: 0.0, per_unit: f32::MIN_POSITIVE }
        }
    }
}

impl Spread {
    /// Looks at a sample, and there past the outermost.
    pub(super) fn along(axis: usize, boxes: &[Aabb]) -> Spread {
        let (mut centers, mut extents) = ([0.0; SAMPLES], [0.0; SAMPLES]);
        let mut n = 0;
        for aabb in boxes.iter().step_by(boxes.len() / SAMPLES + 1) {
            let (min, max) = (aabb.min[axis], aabb.max[axis]);
            // Infinite boxes say nothing.
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
        // Where the ends would be if the outermost were as dense as the others.
        let more = (high - low) * outer as f64 / (n - 2 * outer) as f64;
        Spread {
            middle: centers[n / 2],
            low: low - more,
            width: high - low + 2.0 * more,
            extent: extents[n / 2],
        }
    }

    /// How many typical boxes fit side by side.
    pub(super) fn room(&self) -> f64 {
        let room = self.width / self.extent.max(self.width * 1e-6);
        if room.is_finite() { room } else { 0.0 }
    }
}
