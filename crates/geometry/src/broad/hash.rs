//! Spatial hashing in a hierarchical grid (Ericson 2005, 7.2; the second strategy of the slides): a box is in the cell of its
//! centre and is compared with the cells around. There is a level of cells for each size of boxes, and no bound on the world.

use super::broad_phase::{Proxy, is_present};
use super::finder::{FinderPhase, PairFinder};
use super::grid::compare_with_all;
use crate::math::exclusive_prefix_sum;
use crate::math::{Aabb, power};
use crate::memory;
use crate::threads::Threads;

/// Levels differ by this power of two in the width of their cells.
const STEP: i32 = 2;

/// Boxes are at most this part of a cell wide: the rest is for the rounding of their centres.
const FILL: f64 = 1.0 - 1e-6;

/// Cells are numbered from the world's origin up to this; a box farther away is compared with all others.
const MOST: f64 = (1 << 30) as f64;

/// At most this many levels; smaller boxes are put into the last.
const MOST_LEVELS: usize = 12;

/// Spatial hashing finds all pairs from scratch in every update: O(n + k) for boxes of like size and even spread.
/// Each further size of boxes costs another look at the cells around. A box that is too large or too far away for its
/// size costs O(n).
///
/// ```
/// use solid_geometry::broad::{BroadPhase, PairSink, SpatialHash};
/// use solid_geometry::math::{Aabb, Vec3};
///
/// # struct Count(u32);
/// # impl PairSink for Count {
/// #     fn begin(&mut self, _: u32, _: u32) { self.0 += 1; }
/// #     fn end(&mut self, _: u32, _: u32) { self.0 -= 1; }
/// # }
/// let (mut hash, mut count) = (SpatialHash::default(), Count(0)); // a sink that counts pairs
/// for i in 0..100 {
///     // Boxes that double in width: each touches the next, far out in the world.
///     let low = 2.0_f64.powi(i % 10);
///     let min = Vec3::new(low, 1e4 * f64::from(i / 10), 0.0);
///     hash.place(i as u32, &Aabb { min, max: min + Vec3::repeat(low) });
/// }
/// hash.update(&mut count);
/// assert_eq!(count.0, 90); // 9 in each of 10 rows
/// ```
pub type SpatialHash = FinderPhase<Buckets>;

/// A cell: the number of its level and its place there.
type Cell = (i16, [i32; 3]);

/// The working memory of the hash.
#[derive(Default)]
pub struct Buckets {
    /// By proxy: its cell, or none.
    cells: Vec<Option<Cell>>,
    /// The levels in use, from the coarsest down.
    levels: Vec<i16>,
    /// By bucket: where its proxies end.
    ends: Vec<u32>,
    proxies: Vec<Proxy>,
    large: Vec<Proxy>,
    box_tests: u64,
}

/// How wide the cells of a level are.
fn width(level: i16) -> f64 {
    power::of_two(i32::from(level) * STEP)
}

/// The finest level whose cells hold a box, if it has finite extents.
fn level_of(aabb: &Aabb) -> Option<i16> {
    let extent = (aabb.max - aabb.min).max() / FILL;
    // False for NaN as well.
    let measurable = extent < 1e300;
    if !measurable {
        return None;
    }
    let exponent = power::exponent(extent.max(1e-300)) + 1;
    Some(exponent.div_euclid(STEP) as i16 + i16::from(exponent.rem_euclid(STEP) != 0))
}

/// The cell of a box's centre in a level, if it has a number.
fn cell_in(level: i16, aabb: &Aabb) -> Option<Cell> {
    let place = (aabb.center() / width(level)).map(f64::floor);
    place.iter().all(|x| x.abs() < MOST).then(|| (level, [0, 1, 2].map(|k| place[k] as i32)))
}

impl Buckets {
    fn bucket(&self, (level, [x, y, z]): Cell) -> usize {
        let mix = |h: u64, x: i32| {
            (h ^ u64::from(x as u32)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        };
        let h = mix(mix(mix(level as u64, x), y), z);
        h as usize & (self.ends.len() - 1)
    }

    /// Chooses levels and finds the cells of all boxes.
    fn find_cells(&mut self, boxes: &[Aabb]) {
        self.levels.clear();
        for level in boxes.iter().filter(|aabb| is_present(aabb)).filter_map(level_of) {
            if let Err(place) = self.levels.binary_search_by(|l| level.cmp(l)) {
                self.levels.insert(place, level);
                self.levels.truncate(MOST_LEVELS);
            }
        }
        let finest = self.levels.last().copied().unwrap_or(0);
        self.cells.clear();
        self.large.clear();
        for (slot, aabb) in boxes.iter().enumerate() {
            let present = is_present(aabb);
            let cell =
                level_of(aabb).filter(|_| present).and_then(|l| cell_in(l.max(finest), aabb));
            self.cells.push(cell);
            if present && cell.is_none() {
                self.large.push(slot as Proxy);
            }
        }
    }

    fn bin(&mut self, present: usize) {
        self.ends.clear();
        self.ends.resize((2 * present).next_power_of_two(), 0);
        for cell in self.cells.iter().flatten() {
            let bucket = self.bucket(*cell);
            self.ends[bucket] += 1;
        }
        let total = exclusive_prefix_sum(&mut self.ends);
        self.proxies.clear();
        self.proxies.resize(total as usize, 0);
        for (slot, cell) in self.cells.iter().enumerate() {
            if let Some(cell) = cell {
                let bucket = self.bucket(*cell);
                self.proxies[self.ends[bucket] as usize] = slot as Proxy;
                self.ends[bucket] += 1;
            }
        }
    }

    /// Visits the proxies of a cell.
    #[inline]
    fn visit_cell(&self, cell: Cell, mut visit: impl FnMut(Proxy)) -> u64 {
        let bucket = self.bucket(cell);
        let begin = if bucket == 0 { 0 } else { self.ends[bucket - 1] as usize };
        let proxies = &self.proxies[begin..self.ends[bucket] as usize];
        // Several cells may share a bucket.
        proxies.iter().filter(|b| self.cells[**b as usize] == Some(cell)).for_each(|b| visit(*b));
        1 + proxies.len() as u64
    }
}

impl PairFinder for Buckets {
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
        self.find_cells(boxes);
        self.bin(present);
        let mut tests = 0;
        for (slot, own) in self.cells.iter().enumerate() {
            let (a, Some((own, _))) = (slot as Proxy, own) else {
                continue;
            };
            // Larger boxes are in coarser levels; the finer ones are compared from there.
            for level in self.levels.iter().take_while(|level| *level >= own) {
                let Some((_, [x, y, z])) = cell_in(*level, &boxes[slot]) else {
                    continue;
                };
                for i in 0..27 {
                    let cell = (*level, [x + i / 9 - 1, y + i / 3 % 3 - 1, z + i % 3 - 1]);
                    tests += self.visit_cell(cell, |b| {
                        if a < b || level != own {
                            visit(a.min(b), a.max(b));
                        }
                    });
                }
            }
        }
        self.box_tests += tests + compare_with_all(&self.large, boxes, visit);
    }

    fn box_tests(&self) -> u64 {
        self.box_tests
    }

    fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<Option<Cell>>()
            + self.levels.capacity() * size_of::<i16>()
            + (self.ends.capacity() + self.proxies.capacity() + self.large.capacity())
                * size_of::<u32>()
    }
}
