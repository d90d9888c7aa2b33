//! The fresh sweep: all overlapping pairs from scratch, for when most boxes move.
//!
//! The boxes are sorted by their least coordinate on one axis (an insertion sort that starts from the order of
//! last time), dealt out to strips along a second axis, and each strip is swept: a box is compared with those
//! that follow it until they begin past its end, several at a time. The comparisons work on single-precision
//! images of the coordinates. Taking the image is monotone, so boxes that overlap have images that overlap, and
//! only the few whose images do are looked at exactly. This holds for coordinates of any size; how the images
//! are taken and where the strips lie decides the speed alone.

use super::phase::{Proxy, is_present};
use crate::math::Aabb;

/// Boxes compared at a time.
const LANES: usize = 8;

/// Commits between two looks at how the boxes are spread.
const TUNING_PERIOD: u32 = 16;

/// Boxes looked at to see how they are spread.
const SAMPLES: usize = 64;

/// The single-precision image of a box.
#[derive(Clone, Copy)]
struct Image {
    min: [f32; 3],
    max: [f32; 3],
    first_strip: u16,
    last_strip: u16,
}

/// How images are taken, and where the strips lie.
struct Tuning {
    /// Subtracted before rounding, so that a scene far from the origin keeps its detail.
    origin: [f64; 3],
    /// The axis swept, the axis cut into strips, and the remaining one.
    axes: [usize; 3],
    /// Where the strips begin, and how many there are to a unit of length.
    low: f32,
    per_unit: f32,
    strips: usize,
}

/// The boxes of all strips, strip after strip, column by column. Each strip ends in `LANES` entries whose
/// `sweep_min` is no number and so compares false with everything.
#[derive(Default)]
struct Columns {
    sweep_min: Vec<f32>,
    sweep_max: Vec<f32>,
    strip_min: Vec<f32>,
    strip_max: Vec<f32>,
    rest_min: Vec<f32>,
    rest_max: Vec<f32>,
    proxy: Vec<Proxy>,
}

/// The working memory of the fresh sweep.
pub(super) struct Strips {
    tuning: Tuning,
    commits_to_tuning: u32,
    tuned_for: usize,
    images: Vec<Image>,
    /// The present proxies in the order of last time: sort key above, proxy below.
    order: Vec<u64>,
    /// By proxy: whether it is in `order`.
    ordered: Vec<bool>,
    columns: Columns,
    /// Where each strip begins in the columns; while dealing out, where its next box goes.
    starts: Vec<u32>,
}

impl Strips {
    pub(super) fn new() -> Strips {
        Strips {
            tuning: Tuning { origin: [0.0; 3], axes: [0, 1, 2], low: 0.0, per_unit: 0.0, strips: 1 },
            commits_to_tuning: 0,
            tuned_for: 0,
            images: Vec::new(),
            order: Vec::new(),
            ordered: Vec::new(),
            columns: Columns::default(),
            starts: Vec::new(),
        }
    }

    /// Calls `found(a, b)`, `a < b`, once for each pair of boxes whose images overlap: all pairs that overlap,
    /// and a few that nearly do.
    pub(super) fn sweep(&mut self, boxes: &[Aabb], present: usize, mut found: impl FnMut(Proxy, Proxy)) {
        self.tune_if_due(boxes, present);
        self.take_images(boxes);
        self.sort();
        self.deal_out();
        for strip in 0..self.tuning.strips {
            self.sweep_strip(strip, &mut found);
        }
    }

    fn tune_if_due(&mut self, boxes: &[Aabb], present: usize) {
        let grown = present > self.tuned_for + self.tuned_for / 4;
        let shrunk = present < self.tuned_for - self.tuned_for / 4;
        if self.commits_to_tuning > 0 && !grown && !shrunk {
            self.commits_to_tuning -= 1;
            return;
        }
        self.commits_to_tuning = TUNING_PERIOD;
        self.tuned_for = present;
        self.tuning = Tuning::from_sample(boxes, present);
    }

    /// Takes the images of all boxes and counts the boxes of each strip.
    fn take_images(&mut self, boxes: &[Aabb]) {
        if self.ordered.len() < boxes.len() {
            self.ordered.resize(boxes.len(), false);
        }
        loop {
            self.starts.clear();
            self.starts.resize(self.tuning.strips + 1, 0);
            self.images.clear();
            let tuning = &self.tuning;
            let starts = &mut self.starts;
            let mut entries = 0;
            self.images.extend(boxes.iter().map(|aabb| {
                let image = tuning.image(aabb);
                if image.first_strip <= image.last_strip {
                    for strip in image.first_strip..=image.last_strip {
                        starts[strip as usize] += 1;
                    }
                    entries += (image.last_strip - image.first_strip) as usize + 1;
                }
                image
            }));
            // Long boxes lie in many strips: where they abound, fewer strips are better.
            if entries <= 3 * boxes.len() || tuning.strips == 1 {
                break;
            }
            self.tuning.strips = self.tuning.strips.div_ceil(2);
            self.tuning.per_unit *= 0.5;
        }
        for (proxy, image) in self.images.iter().enumerate() {
            if !self.ordered[proxy] && image.first_strip <= image.last_strip {
                self.ordered[proxy] = true;
                self.order.push(proxy as u64);
            }
        }
    }

    /// Brings `order` up to date: an insertion sort while that is cheap, a sort from scratch where it is not.
    fn sort(&mut self) {
        let mut budget = 8 * self.order.len();
        let mut kept = 0;
        for read in 0..self.order.len() {
            let proxy = self.order[read] as u32;
            let image = &self.images[proxy as usize];
            if image.first_strip > image.last_strip {
                self.ordered[proxy as usize] = false;
                continue;
            }
            let entry = (sortable(image.min[0]) as u64) << 32 | proxy as u64;
            let mut place = kept;
            if budget > 0 {
                while place > 0 && self.order[place - 1] > entry {
                    self.order[place] = self.order[place - 1];
                    place -= 1;
                }
                budget = budget.saturating_sub(kept - place);
            }
            self.order[place] = entry;
            kept += 1;
        }
        self.order.truncate(kept);
        if budget == 0 {
            self.order.sort_unstable();
        }
    }

    /// Copies the images into their strips, in sorted order.
    fn deal_out(&mut self) {
        let mut next = 0;
        for start in &mut self.starts {
            let count = *start;
            *start = next;
            next += count + LANES as u32;
        }
        let columns = &mut self.columns;
        columns.resize(next as usize);
        for entry in &self.order {
            let proxy = *entry as u32;
            let image = &self.images[proxy as usize];
            for strip in image.first_strip..=image.last_strip {
                let start = &mut self.starts[strip as usize];
                columns.set(*start as usize, proxy, image);
                *start += 1;
            }
        }
        for strip in 0..self.tuning.strips {
            let end = self.starts[strip] as usize;
            columns.sweep_min[end..end + LANES].fill(f32::NAN);
        }
    }

    fn sweep_strip(&self, strip: usize, found: &mut impl FnMut(Proxy, Proxy)) {
        // After dealing out, `starts` holds the ends.
        let begin = if strip == 0 { 0 } else { self.starts[strip - 1] as usize + LANES };
        let end = self.starts[strip] as usize;
        let c = &self.columns;
        let padded = begin..end + LANES;
        let sweep_min = &c.sweep_min[padded.clone()];
        let strip_min = &c.strip_min[padded.clone()];
        let strip_max = &c.strip_max[padded.clone()];
        let rest_min = &c.rest_min[padded.clone()];
        let rest_max = &c.rest_max[padded.clone()];
        let proxy = &c.proxy[padded.clone()];
        let sweep_max = &c.sweep_max[padded];
        for i in 0..end - begin {
            let (reach, s0, s1, r0, r1) =
                (sweep_max[i], strip_min[i], strip_max[i], rest_min[i], rest_max[i]);
            let mut j = i + 1;
            while j + LANES <= sweep_min.len() {
                let lane = j..j + LANES;
                let mut hits = [0u32; LANES];
                let (x, ya, yb) =
                    (&sweep_min[lane.clone()], &strip_min[lane.clone()], &strip_max[lane.clone()]);
                let (za, zb) = (&rest_min[lane.clone()], &rest_max[lane]);
                for l in 0..LANES {
                    let hit = (x[l] <= reach) & (ya[l] <= s1) & (yb[l] >= s0) & (za[l] <= r1) & (zb[l] >= r0);
                    hits[l] = hit as u32;
                }
                if hits.iter().fold(0, |any, h| any | h) != 0 {
                    for l in 0..LANES {
                        if hits[l] != 0 {
                            self.report(strip, proxy[i], proxy[j + l], found);
                        }
                    }
                }
                let more = x[LANES - 1] <= reach;
                if !more {
                    break;
                }
                j += LANES;
            }
        }
    }

    /// Two boxes may meet in several strips: the first of these reports them.
    #[inline]
    fn report(&self, strip: usize, a: Proxy, b: Proxy, found: &mut impl FnMut(Proxy, Proxy)) {
        let first = self.images[a as usize].first_strip.max(self.images[b as usize].first_strip);
        if first as usize == strip {
            found(a.min(b), a.max(b));
        }
    }
}

impl Tuning {
    fn from_sample(boxes: &[Aabb], present: usize) -> Tuning {
        let mut origin = [0.0; 3];
        // By axis: how many typical boxes fit side by side over the spread; the spread; a typical extent.
        let mut room = [(0.0, 0.0, 0.0, 0.0); 3];
        let stride = boxes.len() / SAMPLES + 1;
        for axis in 0..3 {
            let (mut centers, mut extents) = ([0.0; SAMPLES], [0.0; SAMPLES]);
            let mut n = 0;
            for aabb in boxes.iter().step_by(stride) {
                let (min, max) = (aabb.min[axis], aabb.max[axis]);
                // Infinite and absent boxes say nothing about the spread.
                if (max - min).is_finite() && n < SAMPLES {
                    centers[n] = 0.5 * min + 0.5 * max;
                    extents[n] = max - min;
                    n += 1;
                }
            }
            if n == 0 {
                continue;
            }
            centers[..n].sort_unstable_by(f64::total_cmp);
            extents[..n].sort_unstable_by(f64::total_cmp);
            origin[axis] = centers[n / 2];
            let (low, high) = (centers[n / 16], centers[n - 1 - n / 16]);
            let extent = extents[n / 2].max((high - low) * 1e-6);
            let fit = if extent > 0.0 { (high - low) / extent } else { 0.0 };
            room[axis] = (fit, low - origin[axis], high - low, extent);
        }
        let mut axes = [0, 1, 2];
        axes.sort_by(|a, b| room[*b].0.total_cmp(&room[*a].0));
        let (_, low, spread, extent) = room[axes[1]];
        // A strip half as wide again as a typical box, and a hundred boxes or so to a strip before it pays.
        let most = (present / 32).clamp(1, 1 << 12);
        let wanted = (spread / (1.5 * extent)).ceil();
        let strips = if wanted >= 2.0 { (wanted as usize).min(most) } else { 1 };
        let per_unit = if strips > 1 { strips as f64 / spread } else { 0.0 };
        let tuning = Tuning { origin, axes, low: low as f32, per_unit: per_unit as f32, strips };
        // Spreads beyond single precision: no strips rather than odd ones.
        if tuning.low.is_finite() && tuning.per_unit.is_finite() {
            tuning
        } else {
            Tuning { low: 0.0, per_unit: 0.0, strips: 1, ..tuning }
        }
    }

    /// Every step of this is monotone in each coordinate.
    #[inline]
    fn image(&self, aabb: &Aabb) -> Image {
        if !is_present(aabb) {
            return Image { min: [f32::NAN; 3], max: [f32::NAN; 3], first_strip: 1, last_strip: 0 };
        }
        let min = self.axes.map(|axis| (aabb.min[axis] - self.origin[axis]) as f32);
        let max = self.axes.map(|axis| (aabb.max[axis] - self.origin[axis]) as f32);
        Image { min, max, first_strip: self.strip(min[1]), last_strip: self.strip(max[1]) }
    }

    #[inline]
    fn strip(&self, y: f32) -> u16 {
        // The cast saturates, and makes zero of a zero times infinity.
        (((y - self.low) * self.per_unit) as i32).clamp(0, self.strips as i32 - 1) as u16
    }
}

impl Columns {
    fn resize(&mut self, n: usize) {
        for column in [
            &mut self.sweep_min,
            &mut self.sweep_max,
            &mut self.strip_min,
            &mut self.strip_max,
            &mut self.rest_min,
            &mut self.rest_max,
        ] {
            column.resize(n, 0.0);
        }
        self.proxy.resize(n, 0);
    }

    #[inline]
    fn set(&mut self, at: usize, proxy: Proxy, image: &Image) {
        self.sweep_min[at] = image.min[0];
        self.sweep_max[at] = image.max[0];
        self.strip_min[at] = image.min[1];
        self.strip_max[at] = image.max[1];
        self.rest_min[at] = image.min[2];
        self.rest_max[at] = image.max[2];
        self.proxy[at] = proxy;
    }
}

/// Maps floats to integers in the same order.
#[inline]
fn sortable(x: f32) -> u32 {
    // Adding zero makes the negative zero a positive one: equal floats must not differ as integers.
    let bits = (x + 0.0).to_bits();
    bits ^ (((bits as i32 >> 31) as u32) | 0x8000_0000)
}
