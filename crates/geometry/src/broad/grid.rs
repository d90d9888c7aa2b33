//! A uniform grid over the part of the world where the boxes are (Ericson 2005, 7.1; the first strategy of the slides): a
//! box is in each cell it overlaps, so that boxes that overlap share a cell.

use super::broad_phase::{Proxy, is_present};
use super::columns::layout::Spread;
use super::finder::{FinderPhase, PairFinder};
use super::image::Image;
use crate::math::{Aabb, Vec3, exclusive_prefix_sum};
use crate::memory;
use crate::threads::Threads;

/// Cells are this many times as wide as a typical box.
const WIDTH: f64 = 2.5;

/// A box that lies in more cells is compared with all others instead.
const MOST_CELLS: usize = 64;

/// A uniform grid. It finds all pairs from scratch in every update: O(n + k) for boxes of like size and even spread,
/// wherever they are; a few large ones cost O(n) each. What lies outside of the grid belongs to its outermost cells.
///
/// ```
/// use solid_geometry::broad::{BroadPhase, PairSink, UniformGrid};
/// use solid_geometry::math::{Aabb, Vec3};
///
/// # struct Count(u32);
/// # impl PairSink for Count {
/// #     fn begin(&mut self, _: u32, _: u32) { self.0 += 1; }
/// #     fn end(&mut self, _: u32, _: u32) { self.0 -= 1; }
/// # }
/// let (mut grid, mut count) = (UniformGrid::default(), Count(0)); // a sink that counts pairs
/// for i in 0..1000 {
///     let min = Vec3::new(f64::from(i % 10), f64::from(i / 10 % 10), f64::from(i / 100)) * 2.0;
///     grid.place(i, &Aabb { min, max: min + Vec3::new(2.5, 1.0, 1.0) }); // longer than wide
/// }
/// grid.update(&mut count);
/// assert_eq!(count.0, 900); // each with the next of its row
/// assert!(grid.box_tests() < 1000 * 999 / 2); // fewer than by brute force
/// ```
pub type UniformGrid = FinderPhase<Cells>;

/// A box in a cell.
#[derive(Clone, Copy)]
struct Entry {
    image: Image,
    first: [u16; 3],
    proxy: Proxy,
}

/// The working memory of the grid.
#[derive(Default)]
pub struct Cells {
    origin: Vec3,
    low: Vec3,
    cells_per_unit: Vec3,
    counts: [usize; 3],
    /// By cell: where its entries end.
    ends: Vec<u32>,
    entries: Vec<Entry>,
    large: Vec<Proxy>,
    box_tests: u64,
}

impl Cells {
    fn adapt(&mut self, boxes: &[Aabb], present: usize) {
        let spreads = [0, 1, 2].map(|axis| Spread::along(axis, boxes));
        let most = ((2 * present).max(1) as f64).cbrt();
        for (axis, spread) in spreads.iter().enumerate() {
            let Spread { middle, low, width, .. } = *spread;
            let cells = (spread.boxes_side_by_side() / WIDTH).min(2.0 * most).max(1.0);
            (self.origin[axis], self.low[axis]) = (middle, low);
            self.counts[axis] = cells as usize;
            let scale = cells / width;
            self.cells_per_unit[axis] = if scale.is_normal() { scale } else { 0.0 };
        }
        // Flat scenes may have more along the other axes; the memory stays in proportion.
        while self.counts.iter().product::<usize>() > 2 * present.max(1) {
            let axis = (0..3).max_by_key(|axis| self.counts[*axis]).unwrap_or(0);
            self.counts[axis] = self.counts[axis].div_ceil(2);
            self.cells_per_unit[axis] *= 0.5;
        }
    }

    /// The cell of a coordinate, a monotone map.
    #[inline]
    fn cell(&self, axis: usize, x: f64) -> u16 {
        // A cast saturates, and NaN (infinity times zero) becomes cell 0, as everything then does.
        ((x - self.low[axis]) * self.cells_per_unit[axis])
            .clamp(0.0, (self.counts[axis] - 1) as f64) as u16
    }

    /// The first and the last cell of a box on each axis, and how many they are.
    #[inline]
    fn span(&self, aabb: &Aabb) -> ([u16; 3], [u16; 3], usize) {
        let first = [0, 1, 2].map(|axis| self.cell(axis, aabb.min[axis]));
        let last = [0, 1, 2].map(|axis| self.cell(axis, aabb.max[axis]));
        let count = (0..3).map(|k| usize::from(last[k] - first[k]) + 1).product();
        (first, last, count)
    }

    #[inline]
    fn index(&self, cell: [u16; 3]) -> usize {
        let [x, y, z] = cell.map(usize::from);
        (x * self.counts[1] + y) * self.counts[2] + z
    }

    /// Bins the boxes into their cells, and lists the large ones.
    fn bin(&mut self, boxes: &[Aabb]) {
        self.ends.clear();
        self.ends.resize(self.counts.iter().product(), 0);
        self.large.clear();
        for (slot, aabb) in boxes.iter().enumerate().filter(|(_, aabb)| is_present(aabb)) {
            let (first, last, count) = self.span(aabb);
            if count > MOST_CELLS {
                self.large.push(slot as Proxy);
            } else {
                each_cell(first, last, |cell| {
                    let index = self.index(cell);
                    self.ends[index] += 1;
                });
            }
        }
        let total = exclusive_prefix_sum(&mut self.ends);
        let nothing = Entry { image: Image::NONE, first: [0; 3], proxy: 0 };
        self.entries.resize(total as usize, nothing);
        for (slot, aabb) in boxes.iter().enumerate().filter(|(_, aabb)| is_present(aabb)) {
            let (first, last, count) = self.span(aabb);
            if count <= MOST_CELLS {
                let entry =
                    Entry { image: Image::new(aabb, &self.origin), first, proxy: slot as Proxy };
                each_cell(first, last, |cell| {
                    let index = self.index(cell);
                    self.entries[self.ends[index] as usize] = entry;
                    self.ends[index] += 1;
                });
            }
        }
    }

    /// Compares the boxes of each cell. Two boxes may share several: the first of these reports them.
    fn compare(&mut self, mut visit: impl FnMut(Proxy, Proxy)) {
        let mut begin = 0;
        for (index, end) in self.ends.iter().enumerate() {
            let entries = &self.entries[begin..*end as usize];
            for (i, b) in entries.iter().enumerate() {
                let reach = b.image.reach();
                for a in entries[..i].iter().filter(|a| a.image.within(&reach)) {
                    let shared = [0, 1, 2].map(|k| a.first[k].max(b.first[k]));
                    if self.index(shared) == index {
                        visit(a.proxy.min(b.proxy), a.proxy.max(b.proxy));
                    }
                }
                self.box_tests += i as u64;
            }
            begin = *end as usize;
        }
    }
}

/// Visits the cells of a box.
#[inline]
fn each_cell(first: [u16; 3], last: [u16; 3], mut visit: impl FnMut([u16; 3])) {
    for x in first[0]..=last[0] {
        for y in first[1]..=last[1] {
            for z in first[2]..=last[2] {
                visit([x, y, z]);
            }
        }
    }
}

/// Compares some boxes with all; `large` is in order. Returns how many were compared.
pub(super) fn compare_with_all(
    large: &[Proxy],
    boxes: &[Aabb],
    mut visit: impl FnMut(Proxy, Proxy),
) -> u64 {
    for &a in large {
        for (slot, other) in boxes.iter().enumerate() {
            let b = slot as Proxy;
            // Of two large ones the lower sees the pair.
            if boxes[a as usize].overlaps(other)
                && a != b
                && (a < b || large.binary_search(&b).is_err())
            {
                visit(a.min(b), a.max(b));
            }
        }
    }
    (large.len() * boxes.len()) as u64
}

impl PairFinder for Cells {
    fn find(
        &mut self,
        boxes: &[Aabb],
        present: usize,
        _threads: &Threads,
        accept: impl Fn(Proxy, Proxy) -> bool + Sync + Send,
        pairs: &mut Vec<(Proxy, Proxy)>,
    ) {
        let mut visit = |a, b| {
            if accept(a, b) {
                memory::push(pairs, (a, b));
            }
        };
        self.adapt(boxes, present);
        self.bin(boxes);
        self.box_tests += (self.ends.len() + self.entries.len()) as u64;
        self.compare(&mut visit);
        self.box_tests += compare_with_all(&self.large, boxes, visit);
    }

    fn box_tests(&self) -> u64 {
        self.box_tests
    }

    fn bytes(&self) -> usize {
        (self.ends.capacity() + self.large.capacity()) * size_of::<u32>()
            + self.entries.capacity() * size_of::<Entry>()
    }
}
