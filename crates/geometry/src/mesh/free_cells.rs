//! Cells of a grid over a solid that no polygon enters: all points of such a cell are on one side of the surface, so that no ray has to
//! be followed. `docs/src/theory/solids.md`, section 1.

use super::intersection_curve::flush_to_zero;
use super::soup::PolytopeSoup;
use crate::interrupt::Pace;
use crate::math::{Aabb, Vec3};

#[cfg(test)]
mod tests;

/// What is known of the points of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    /// Nothing: polygons may enter it.
    Unknown,
    Outside,
    Inside,
}

/// The cells of the box of a solid.
#[derive(Debug)]
pub(super) struct FreeCells {
    bounds: Aabb,
    /// How many cells there are along each axis.
    side: usize,
    /// Their number in a unit of length.
    density: Vec3,
    cells: Vec<Cell>,
}

/// Along each axis there are no more cells than this.
const MOST_SIDE: usize = 32;

/// With fewer than this, nearly all would be unknown.
const LEAST_SIDE: usize = 5;

/// Long thin polygons, whose boxes are in many cells, are worth no grid: if boxes are in more cells than this in the mean, there is none.
const MOST_CELLS_A_POLYGON: usize = 16;

impl FreeCells {
    /// The cells of a solid's box; `side_of` decides where a point is that is in no polygon. `None` where most of them would be unknown.
    /// Takes linear time.
    pub(super) fn of(
        soup: &PolytopeSoup,
        mut side_of: impl FnMut(&Vec3) -> bool,
    ) -> Option<FreeCells> {
        let Aabb { min, max } = soup.bounds();
        let bounds = Aabb { min: flush_to_zero(&min), max: flush_to_zero(&max) };
        let side = (libm::cbrt(soup.len() as f64 / 3.0) as usize).min(MOST_SIDE);
        if side < LEAST_SIDE {
            return None;
        }
        let density = (bounds.max - bounds.min).map(|size| side as f64 / size);
        let cells = vec![Cell::Outside; side.pow(3)];
        let mut grid = FreeCells { bounds, side, density, cells };
        let mut entered = vec![false; grid.cells.len()];
        let (mut budget, mut pace) = (MOST_CELLS_A_POLYGON * soup.len(), Pace::default());
        for i in 0..soup.len() as u32 {
            pace.step();
            // What has a volume is no part of the surface.
            let Some(outline) = soup.outline(i) else { continue };
            let around = Aabb::around(outline.iter().map(|&v| soup.vertex(v)));
            let first = grid.place(&flush_to_zero(&around.min));
            let last = grid.place(&flush_to_zero(&around.max));
            let count = |axis: usize| last[axis] + 1 - first[axis];
            budget = budget.checked_sub(count(0) * count(1) * count(2))?;
            for x in first[0]..=last[0] {
                for y in first[1]..=last[1] {
                    let row = grid.number([x, y, 0]);
                    entered[row + first[2]..=row + last[2]].fill(true);
                }
            }
        }
        grid.decide(&mut entered, &mut side_of);
        Some(grid)
    }

    /// Decides about the cells that no polygon enters. `known` is whether a cell is decided, or entered.
    fn decide(&mut self, known: &mut [bool], side_of: &mut dyn FnMut(&Vec3) -> bool) {
        for (number, entered) in known.iter().enumerate() {
            if *entered {
                self.cells[number] = Cell::Unknown;
            }
        }
        let mut waiting = Vec::new();
        for first in 0..self.cells.len() {
            if known[first] {
                continue;
            }
            let middle = self.middle(first);
            let is_there = self.number(self.place(&middle)) == first;
            let cell = match is_there.then(|| side_of(&middle)) {
                None => Cell::Unknown,
                Some(false) => Cell::Outside,
                Some(true) => Cell::Inside,
            };
            // So are all that hang together with it.
            known[first] = true;
            waiting.push(first);
            while let Some(number) = waiting.pop() {
                self.cells[number] = cell;
                for next in self.neighbours(number) {
                    if !std::mem::replace(&mut known[next], true) {
                        waiting.push(next);
                    }
                }
            }
        }
    }

    /// Whether a point is inside; `None` where polygons may be near it. The point has no coordinate that is next to zero.
    #[inline]
    pub(super) fn side_of(&self, point: &Vec3) -> Option<bool> {
        if !self.bounds.overlaps(&Aabb { min: *point, max: *point }) {
            return Some(false);
        }
        match self.cells[self.number(self.place(point))] {
            Cell::Unknown => None,
            cell => Some(cell == Cell::Inside),
        }
    }

    /// The cell of a point of the box. Each step is monotone, so that what has points on both sides of a cell counts as in it.
    #[inline]
    fn place(&self, point: &Vec3) -> [usize; 3] {
        let from_corner = (point - self.bounds.min).component_mul(&self.density);
        // What is no number or less than nothing becomes the first.
        let along = |axis: usize| (from_corner[axis] as usize).min(self.side - 1);
        [along(0), along(1), along(2)]
    }

    #[inline]
    fn number(&self, [x, y, z]: [usize; 3]) -> usize {
        (x * self.side + y) * self.side + z
    }

    fn place_of(&self, number: usize) -> [usize; 3] {
        let side = self.side;
        [number / side / side, number / side % side, number % side]
    }

    fn middle(&self, number: usize) -> Vec3 {
        let place = Vec3::from(self.place_of(number).map(|i| i as f64 + 0.5));
        self.bounds.min + place.component_div(&self.density)
    }

    /// The cells that have a side in common with one.
    fn neighbours(&self, number: usize) -> impl Iterator<Item = usize> + use<> {
        let (place, side) = (self.place_of(number), self.side);
        [side * side, side, 1].into_iter().zip(place).flat_map(move |(step, i)| {
            let (before, after) =
                ((i > 0).then(|| number - step), (i + 1 < side).then(|| number + step));
            before.into_iter().chain(after)
        })
    }
}
