//! Uniform grids and spatial hashing as broad phases (slides; thesis 5.1.1): both ways to put objects into cells.

#[cfg(test)]
mod tests;

use solid_geometry::math::{Aabb, Vec3};

/// Into which cells an object is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Into all cells that its box touches: boxes that overlap share one.
    Touched,
    /// Into the cell of its box's centre: cells around are searched as well.
    Centre,
}

/// How the list of a cell is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cells {
    /// In an array over a box, the world. What is outside counts to the cells at its border.
    Array(Aabb),
    /// In a table of so many lists, by a hash of the cell's number.
    Hashed(usize),
}

/// The number of a cell on each axis.
type Cell = [i32; 3];

/// From the first cell to the last.
type Range = [Cell; 2];

fn cells_of([low, high]: Range) -> impl Iterator<Item = Cell> {
    (low[0]..=high[0]).flat_map(move |i| {
        (low[1]..=high[1]).flat_map(move |j| (low[2]..=high[2]).map(move |k| [i, j, k]))
    })
}

/// An object in a cell. Lists of a table may hold those of several cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    object: u32,
    cell: Cell,
}

/// The work of finding pairs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// Lists looked at.
    pub lists: u64,
    /// Pairs of boxes compared.
    pub tests: u64,
    /// Those of them that share several cells, compared before or again.
    pub repeated: u64,
    /// Entries of other cells that had the same hash.
    pub strangers: u64,
}

/// A grid of cubic cells with boxes in it.
pub struct Grid {
    edge: f64,
    strategy: Strategy,
    cells: Cells,
    /// Of an array: the first cell, and how many there are on each axis.
    first: Cell,
    counts: [usize; 3],
    lists: Vec<Vec<Entry>>,
    boxes: Vec<Aabb>,
    /// The cells that an object is in.
    ranges: Vec<Range>,
    /// The largest half extents so far.
    reach: Vec3,
}

const NOWHERE: Range = [[0; 3], [-1; 3]];

impl Grid {
    /// An empty grid with cells of an edge.
    pub fn new(edge: f64, strategy: Strategy, cells: Cells) -> Grid {
        let cell = |p: &Vec3| -> Cell { [0, 1, 2].map(|k| (p[k] / edge).floor() as i32) };
        let (first, counts) = match cells {
            Cells::Array(world) => {
                let (first, last) = (cell(&world.min), cell(&world.max));
                (first, [0, 1, 2].map(|k| (last[k] - first[k] + 1) as usize))
            }
            Cells::Hashed(count) => ([0; 3], [count.next_power_of_two(), 1, 1]),
        };
        Grid {
            edge,
            strategy,
            cells,
            first,
            counts,
            lists: vec![Vec::new(); counts.iter().product()],
            boxes: Vec::new(),
            ranges: Vec::new(),
            reach: Vec3::zeros(),
        }
    }

    fn cell(&self, p: &Vec3) -> Cell {
        [0, 1, 2].map(|k| {
            let at = (p[k] / self.edge).floor() as i32;
            match self.cells {
                Cells::Array(_) => {
                    at.clamp(self.first[k], self.first[k] + self.counts[k] as i32 - 1)
                }
                Cells::Hashed(_) => at,
            }
        })
    }

    /// The place of a cell's list.
    fn list(&self, cell: Cell) -> usize {
        match self.cells {
            Cells::Array(_) => {
                let [i, j, k] = [0, 1, 2].map(|k| (cell[k] - self.first[k]) as usize);
                (i * self.counts[1] + j) * self.counts[2] + k
            }
            Cells::Hashed(_) => {
                // Multiplication carries upwards alone: the upper bits are mixed best.
                const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
                let mix = |hash: u64, x: i32| (hash ^ u64::from(x as u32)).wrapping_mul(ODD);
                let hash = cell.iter().fold(0, |hash, x| mix(hash, *x).rotate_left(29));
                (hash.wrapping_mul(ODD) >> 32) as usize & (self.lists.len() - 1)
            }
        }
    }

    fn range(&self, aabb: &Aabb) -> Range {
        match self.strategy {
            Strategy::Touched => [self.cell(&aabb.min), self.cell(&aabb.max)],
            Strategy::Centre => [self.cell(&aabb.center()); 2],
        }
    }

    /// Gives an object its box; objects are numbered from 0 on.
    pub fn place(&mut self, object: u32, aabb: &Aabb) {
        let slot = object as usize;
        if slot >= self.boxes.len() {
            self.boxes.resize(slot + 1, Aabb::EMPTY);
            self.ranges.resize(slot + 1, NOWHERE);
        }
        self.boxes[slot] = *aabb;
        self.reach = self.reach.sup(&aabb.half_extents());
        let (range, before) = (self.range(aabb), self.ranges[slot]);
        if range == before {
            return;
        }
        for cell in cells_of(before) {
            let list = self.list(cell);
            let entries = &mut self.lists[list];
            let here = entries.iter().position(|e| *e == Entry { object, cell }).expect("an entry");
            entries.swap_remove(here);
        }
        for cell in cells_of(range) {
            let list = self.list(cell);
            self.lists[list].push(Entry { object, cell });
        }
        self.ranges[slot] = range;
    }

    /// The first cell that two objects share.
    fn first_shared(&self, a: u32, b: u32) -> Cell {
        let [p, q] = [a, b].map(|object| self.ranges[object as usize][0]);
        [0, 1, 2].map(|k| p[k].max(q[k]))
    }

    /// Reports the objects whose boxes overlap that of one object, each once.
    pub fn overlaps_of(&self, object: u32, work: &mut Work, report: &mut impl FnMut(u32)) {
        let aabb = &self.boxes[object as usize];
        let range = match self.strategy {
            Strategy::Touched => self.ranges[object as usize],
            Strategy::Centre => {
                [self.cell(&(aabb.min - self.reach)), self.cell(&(aabb.max + self.reach))]
            }
        };
        for cell in cells_of(range) {
            work.lists += 1;
            for entry in &self.lists[self.list(cell)] {
                if entry.cell != cell {
                    work.strangers += 1;
                } else if entry.object != object {
                    work.tests += 1;
                    let is_first = self.strategy == Strategy::Centre
                        || self.first_shared(object, entry.object) == cell;
                    work.repeated += u64::from(!is_first);
                    if self.boxes[entry.object as usize].overlaps(aabb) && is_first {
                        report(entry.object);
                    }
                }
            }
        }
    }

    /// Reports all pairs of boxes that overlap, each once, the smaller number first.
    pub fn pairs(&self, work: &mut Work, report: &mut impl FnMut(u32, u32)) {
        if self.strategy == Strategy::Centre {
            for a in 0..self.boxes.len() as u32 {
                self.overlaps_of(a, work, &mut |b| {
                    if a < b {
                        report(a, b);
                    }
                });
            }
            return;
        }
        for list in &self.lists {
            work.lists += 1;
            for (i, p) in list.iter().enumerate() {
                for q in &list[..i] {
                    if p.cell != q.cell {
                        work.strangers += 1;
                        continue;
                    }
                    work.tests += 1;
                    let (a, b) = (p.object.min(q.object), p.object.max(q.object));
                    let is_first = self.first_shared(a, b) == p.cell;
                    work.repeated += u64::from(!is_first);
                    if self.boxes[a as usize].overlaps(&self.boxes[b as usize]) && is_first {
                        report(a, b);
                    }
                }
            }
        }
    }

    /// The memory of the cells, in bytes.
    pub fn memory(&self) -> usize {
        let entries: usize = self.lists.iter().map(Vec::capacity).sum();
        self.lists.len() * size_of::<Vec<Entry>>() + entries * size_of::<Entry>()
    }

    /// Checks that every object is in its cells and nothing else is; for tests. Panics otherwise.
    pub fn validate(&self) {
        let mut expected = 0;
        for (object, (aabb, range)) in (0..).zip(self.boxes.iter().zip(&self.ranges)) {
            if aabb.is_empty() {
                assert_eq!(*range, NOWHERE);
                continue;
            }
            assert_eq!(*range, self.range(aabb));
            for cell in cells_of(*range) {
                expected += 1;
                let entry = Entry { object, cell };
                assert_eq!(self.lists[self.list(cell)].iter().filter(|e| **e == entry).count(), 1);
            }
        }
        assert_eq!(self.lists.iter().map(Vec::len).sum::<usize>(), expected);
    }
}
