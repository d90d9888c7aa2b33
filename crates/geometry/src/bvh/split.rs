//! Splitting a set of primitives in two.
//!
//! A split chooses among planes across the longest axis of the centres by the surface area heuristic; a small set
//! is split across the middle (thesis 5.2.4), and by count where no plane divides the centres.

use super::corners::Corners;
use super::frame::LocalBox;
use super::node::Child;

/// A primitive while it is sorted: its box, and the bits of its child in the last lane of the least corner.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Item {
    min: [f32; 3],
    child: Child,
    max: [f32; 3],
    unused: f32,
}

impl Item {
    /// In place of one that is yet to be made.
    pub(super) const NONE: Item =
        Item { min: [0.0; 3], child: Child::NONE, max: [0.0; 3], unused: 0.0 };

    pub(super) fn new(local: &LocalBox, child: Child) -> Item {
        Item { min: local.min, child, max: local.max, unused: 0.0 }
    }

    pub(super) fn child(&self) -> Child {
        self.child
    }

    fn local(&self) -> LocalBox {
        LocalBox { min: self.min, max: self.max }
    }

    #[inline]
    pub(super) fn bounds(&self) -> Corners {
        Corners::filled(&self.local(), f32::from_bits(self.child.bits()), self.unused)
    }

    /// Twice the centre along an axis; empty boxes have theirs at the tree's centre.
    #[inline]
    fn key_along(&self, axis: usize) -> f32 {
        self.min[axis] + self.max[axis]
    }
}

/// The bounds of some primitives, and those of their (doubled) centres.
#[derive(Clone, Copy)]
pub(super) struct Extents {
    pub bounds: Corners,
    centers: Corners,
}

impl Extents {
    /// Of no primitives.
    pub(super) const EMPTY: Extents = Extents { bounds: Corners::EMPTY, centers: Corners::EMPTY };

    #[inline]
    fn join(&self, other: &Extents) -> Extents {
        Extents {
            bounds: self.bounds.join(&other.bounds),
            centers: self.centers.join(&other.centers),
        }
    }

    #[inline]
    fn include(&mut self, item: &Item) {
        let bounds = item.bounds();
        let key = bounds.min + bounds.max;
        *self = self.join(&Extents { bounds, centers: Corners { min: key, max: key } });
    }

    pub(super) fn of(items: &[Item]) -> Extents {
        let mut all = Extents::EMPTY;
        for item in items {
            all.include(item);
        }
        all
    }
}

/// A contiguous part of the primitives.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub first: usize,
    pub end: usize,
    pub extents: Extents,
}

impl Part {
    pub(super) const NONE: Part = Part { first: 0, end: 0, extents: Extents::EMPTY };

    pub(super) fn len(&self) -> usize {
        self.end - self.first
    }
}

/// Up to this many primitives are split across the middle; so close to the leaves a cleverer choice is not worth
/// its time.
const PLAIN: usize = 32;

/// The number of planes tried is one less.
const BINS: usize = 16;

#[derive(Clone, Copy)]
struct Bin {
    extents: Extents,
    count: u32,
}

impl Bin {
    const EMPTY: Bin = Bin { extents: Extents::EMPTY, count: 0 };

    #[inline]
    fn join(&self, other: &Bin) -> Bin {
        Bin { extents: self.extents.join(&other.extents), count: self.count + other.count }
    }

    /// What it costs to descend into it, up to a factor.
    #[inline]
    fn cost(&self) -> f32 {
        self.extents.bounds.half_area() * self.count as f32
    }
}

/// Splits a part of two or more primitives in two parts, neither empty.
pub(super) fn split(items: &mut [Item], part: &Part) -> (Part, Part) {
    let set = &mut items[part.first..part.end];
    let centers = &part.extents.centers;
    let axis = centers.longest();
    let (low, high) = (centers.min.to_array()[axis], centers.max.to_array()[axis]);
    let scale = (BINS - 1) as f32 / (high - low);
    if !scale.is_finite() {
        // All centres agree: no plane divides them.
        return cut(items, part, filling(part.len(), part.len() / 2));
    }
    if set.len() <= PLAIN {
        let plane = low * 0.5 + high * 0.5;
        let middle = partition(set, |item| item.key_along(axis) < plane);
        let wanted = filling(set.len(), middle);
        if wanted != middle {
            sort_at(set, axis, wanted);
        }
        return cut(items, part, wanted);
    }
    let bin_of = |item: &Item| {
        // Added to 2^23, a small number leaves its nearest integer in the last bits.
        let place = (item.key_along(axis) - low) * scale + 8_388_608.0;
        place.to_bits() as usize % BINS
    };
    let mut bins = [Bin::EMPTY; BINS];
    let mut add = |item: &Item| {
        let bin = &mut bins[bin_of(item)];
        bin.count += 1;
        bin.extents.include(item);
    };
    // Neighbours in the list often fall into the same bin, where each update waits for the one before. So items come from both
    // halves of the list in turn.
    let (first, second) = set.split_at(set.len() / 2);
    for (i, item) in second.iter().enumerate() {
        add(item);
        if let Some(item) = first.get(i) {
            add(item);
        }
    }
    // From the right, so that the sweep from the left can compare.
    let mut rights = [Bin::EMPTY; BINS];
    let mut right = Bin::EMPTY;
    for at in (1..BINS).rev() {
        right = right.join(&bins[at]);
        rights[at] = right;
    }
    let mut left = Bin::EMPTY;
    let mut best = (f32::INFINITY, 0, left, left);
    for at in 1..BINS {
        left = left.join(&bins[at - 1]);
        let right = &rights[at];
        let cost = left.cost() + right.cost();
        if cost < best.0 && left.count > 0 && right.count > 0 {
            best = (cost, at, left, *right);
        }
    }
    let (_, plane, left, right) = best;
    let middle = part.first + partition(set, |item| bin_of(item) < plane);
    debug_assert!(
        middle == part.first + left.count as usize && part.first < middle && middle < part.end
    );
    (
        Part { first: part.first, end: middle, extents: left.extents },
        Part { first: middle, end: part.end, extents: right.extents },
    )
}

/// Where to split this many primitives rather than after the first `middle`: so that full nodes come of it, if they can.
fn filling(len: usize, middle: usize) -> usize {
    match len {
        0..=4 if middle == 0 || middle == len => len / 2,
        0..=4 => middle,
        _ => ((middle + 2) / 4 * 4).clamp(4, (len - 1) / 4 * 4),
    }
}

/// Moves what satisfies `left` to the front; returns how many do.
fn partition(items: &mut [Item], left: impl Fn(&Item) -> bool) -> usize {
    let (mut first, mut end) = (0, items.len());
    loop {
        while first < end && left(&items[first]) {
            first += 1;
        }
        while first < end && !left(&items[end - 1]) {
            end -= 1;
        }
        if first >= end {
            return first;
        }
        items.swap(first, end - 1);
    }
}

/// Splits a part of two or more primitives by count, along the longest axis of its box.
pub(super) fn halve(items: &mut [Item], part: &Part) -> (Part, Part) {
    let middle = part.len().div_ceil(2);
    sort_at(&mut items[part.first..part.end], part.extents.bounds.longest(), middle);
    cut(items, part, middle)
}

/// Puts those with the least centres along an axis before the others, this many of them.
fn sort_at(items: &mut [Item], axis: usize, middle: usize) {
    // The primitive's number decides between equals, so that the tree depends on the boxes alone.
    items.select_nth_unstable_by(middle, |a, b| {
        a.key_along(axis).total_cmp(&b.key_along(axis)).then(a.child.bits().cmp(&b.child.bits()))
    });
}

/// Cuts a part in two after its first `count` primitives.
fn cut(items: &[Item], part: &Part, count: usize) -> (Part, Part) {
    let middle = part.first + count;
    let piece =
        |first: usize, end: usize| Part { first, end, extents: Extents::of(&items[first..end]) };
    (piece(part.first, middle), piece(middle, part.end))
}
