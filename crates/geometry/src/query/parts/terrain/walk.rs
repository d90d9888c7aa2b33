//! The walk of a query through the tiles of a height field.

use std::any::Any;

use super::pyramid::TILE;
use super::{Cells, HeightField, LARGEST};
use crate::interrupt::Pace;
use crate::math::{Aabb, Placement, Vec3};
use crate::mesh::PolytopeSoup;
use crate::query::bodies::BodyShape;
use crate::query::parts::{Part, Parts, PartsVisitor, Reach, Wanted};
use crate::sorting::sort_few;

/// Takes the cells of a tile, and their least and greatest height.
type VisitTile<'v> = dyn FnMut(&mut dyn PartsVisitor, Cells, [f64; 2]) + 'v;

impl HeightField {
    /// The cells of a node of the pyramid.
    pub(super) fn cells_of(&self, level: usize, node: [u32; 2]) -> Cells {
        let side = u64::from(TILE) << level;
        let of = |i: u32, all: u32| (u64::from(i) * side).min(u64::from(all)) as u32;
        let all = [self.columns - 1, self.rows - 1];
        Cells {
            first: [0, 1].map(|axis| of(node[axis], all[axis])),
            end: [0, 1].map(|axis| of(node[axis] + 1, all[axis])),
        }
    }

    /// The cells that have something in a box; `None` if no cell has.
    pub(super) fn cells_in(&self, bounds: &Aabb) -> Option<Cells> {
        let all = [self.columns - 1, self.rows - 1];
        let (mut first, mut end) = ([0; 2], all);
        // Without a look at each tile.
        let whole = HeightField::bounds(self);
        if !whole.is_empty() && bounds.join(&whole) == *bounds {
            return Some(Cells { first, end });
        }
        for (axis, along) in [(0, 0), (1, 2)] {
            let [low, high] =
                [bounds.min[along], bounds.max[along]].map(|x| x / self.spacing[axis]);
            if high < 0.0 || low > f64::from(all[axis]) {
                return None;
            }
            // Conversions saturate.
            first[axis] = (low.floor() as u32).min(all[axis] - 1);
            end[axis] = (high.floor() as u32).saturating_add(1).min(all[axis]);
        }
        let is_between =
            |least: f64, greatest: f64| least <= bounds.max.y && greatest >= bounds.min.y;
        let (mut found, mut pace) = (None::<Cells>, Pace::default());
        for z in first[1] / TILE..end[1].div_ceil(TILE) {
            for x in first[0] / TILE..end[0].div_ceil(TILE) {
                pace.step();
                let Some([least, greatest]) = self.pyramid.heights(0, [x, z]) else { continue };
                if !is_between(least, greatest) {
                    continue;
                }
                found.get_or_insert(self.cells_of(0, [x, z])).join(&self.cells_of(0, [x, z]));
            }
        }
        let mut cells = found?;
        for axis in 0..2 {
            cells.first[axis] = cells.first[axis].max(first[axis]);
            cells.end[axis] = cells.end[axis].min(end[axis]);
        }
        if cells.count() > FEW {
            return Some(cells);
        }
        let [least, greatest] = self.range_of(cells);
        is_between(least, greatest).then_some(cells)
    }

    /// Visits the cells that are likely to be the nearest to a box, and those within the limit that they leave, if there are others.
    /// Returns whether that was all.
    fn walk_nearest(
        &self,
        bounds: &Aabb,
        per_length: &Vec3,
        visitor: &mut dyn PartsVisitor,
    ) -> bool {
        let are_few = |cells: &Cells| cells.count() <= MOST_AT_ONCE;
        let mut visited = None;
        if visitor.limit() > LARGEST {
            let Some(cells) = self.likely_nearest(bounds).filter(are_few) else { return false };
            self.visit_cells(cells, &mut |part| visitor.visit(part));
            visited = Some(cells);
        }
        let limit = visitor.limit();
        if limit < 0.0 {
            // In contact.
            return true;
        }
        if limit > LARGEST {
            return false;
        }
        let Some(within) = self.cells_in(&bounds.inflated(&(per_length * limit))) else {
            return true;
        };
        if visited.is_some_and(|cells: Cells| cells.have(&within)) {
            return true;
        }
        let are_few = are_few(&within);
        if are_few {
            self.visit_cells(within, &mut |part| visitor.visit(part));
        }
        are_few
    }

    /// The cells as far around a box as it is above the lowest height below it, or just those below and above it.
    fn likely_nearest(&self, bounds: &Aabb) -> Option<Cells> {
        let (mut below, all) = (*bounds, HeightField::bounds(self));
        (below.min.y, below.max.y) = (all.min.y, all.max.y);
        let below = self.cells_in(&below)?;
        if below.count() > FEW {
            return Some(below);
        }
        let [least, _] = self.range_of(below);
        let gap = (bounds.min.y - least).max(0.0);
        let around = self.cells_in(&bounds.inflated(&Vec3::repeat(gap)));
        around.filter(|cells| cells.count() <= FEW).or(Some(below))
    }

    /// The least and the greatest height of cells, which are few.
    fn range_of(&self, cells: Cells) -> [f64; 2] {
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for row in cells.first[1]..=cells.end[1] {
            for column in cells.first[0]..=cells.end[0] {
                // Of a hole and a number the number.
                let height = self.sample(column, row);
                (least, greatest) = (least.min(height), greatest.max(height));
            }
        }
        [least, greatest]
    }

    /// Cells and those around them, without which edges between them would be open.
    fn with_neighbours(&self, cells: Cells) -> Cells {
        let all = [self.columns - 1, self.rows - 1];
        Cells {
            first: cells.first.map(|i| i.saturating_sub(1)),
            end: [0, 1].map(|axis| (cells.end[axis] + 1).min(all[axis])),
        }
    }

    /// The corners of a triangle; `None` if there is none of the number.
    pub(in crate::query) fn triangle(&self, number: u32) -> Option<[Vec3; 3]> {
        let (cell, k) = (number / 2, (number % 2) as usize);
        let (column, row) = (cell % (self.columns - 1), cell / (self.columns - 1));
        if row >= self.rows - 1 {
            return None;
        }
        let corners =
            self.triangles_of(column, row)[k].map(|[x, z]| self.point(x, z, self.sample(x, z)));
        corners.iter().all(|corner| !corner.y.is_nan()).then_some(corners)
    }

    /// Visits the triangles of a cell, each by its place, if the least and the greatest height of the cell are of interest.
    #[inline]
    pub(super) fn triangles_within(
        &self,
        [column, row]: [u32; 2],
        is_wanted: impl Fn([f64; 2]) -> bool,
        mut visit: impl FnMut(u32, &[Vec3; 3]),
    ) {
        let heights =
            [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[x, z]| self.sample(column + x, row + z));
        // Of a hole and a number the number.
        let least = heights.iter().fold(f64::INFINITY, |least, height| least.min(*height));
        let greatest = heights.iter().fold(f64::NEG_INFINITY, |most, height| most.max(*height));
        if !is_wanted([least, greatest]) {
            return;
        }
        for (k, corners) in (0..).zip(self.triangles_of(column, row)) {
            let corners = corners.map(|[x, z]| {
                let height = heights[(2 * (z - row) + x - column) as usize];
                self.point(x, z, height)
            });
            if corners.iter().all(|corner| !corner.y.is_nan()) {
                visit(k, &corners);
            }
        }
    }

    /// Visits the cells of the tiles that a visitor wants, and their least and greatest height, the nearest first.
    fn walk_tiles(&self, visitor: &mut dyn PartsVisitor, visit: &mut VisitTile<'_>) {
        let mut waiting = [(0.0, 0_usize, [0_u32; 2]); MOST_WAITING];
        let bound_of = |visitor: &mut dyn PartsVisitor, level: usize, node: [u32; 2]| {
            self.pyramid.heights(level, node).map_or(f64::INFINITY, |heights| {
                visitor.bound(&self.box_of(self.cells_of(level, node), heights))
            })
        };
        let top = self.pyramid.top();
        waiting[0] = (bound_of(visitor, top, [0, 0]), top, [0, 0]);
        let (mut count, mut pace) = (1, Pace::default());
        while count > 0 {
            pace.step();
            count -= 1;
            let (bound, level, node) = waiting[count];
            if bound == f64::INFINITY || bound > visitor.limit() {
                continue;
            }
            if level == 0 {
                let Some(heights) = self.pyramid.heights(0, node) else { continue };
                visit(visitor, self.cells_of(0, node), heights);
                continue;
            }
            let first = count;
            for [x, z] in [[0, 0], [1, 0], [0, 1], [1, 1]] {
                let child = [2 * node[0] + x, 2 * node[1] + z];
                let bound = bound_of(visitor, level - 1, child);
                if bound < f64::INFINITY {
                    waiting[count] = (bound, level - 1, child);
                    count += 1;
                }
            }
            // The nearest last, which is next.
            sort_few(&mut waiting[first..count], |a, b| b.0.total_cmp(&a.0).then(b.2.cmp(&a.2)));
        }
    }

    /// Of the cells of a tile those in the columns and rows that a visitor wants.
    fn wanted(
        &self,
        cells: Cells,
        heights: [f64; 2],
        visitor: &mut dyn PartsVisitor,
    ) -> Option<Cells> {
        let (mut wanted, limit) = (cells, visitor.limit());
        for axis in 0..2 {
            let mut is_wanted = |i: u32| {
                let mut strip = wanted;
                (strip.first[axis], strip.end[axis]) = (i, i + 1);
                let bound = visitor.bound(&self.box_of(strip, heights));
                bound < f64::INFINITY && bound <= limit
            };
            let mut all = cells.first[axis]..cells.end[axis];
            let first = all.find(|i| is_wanted(*i))?;
            let last = all.rev().find(|i| is_wanted(*i)).unwrap_or(first);
            (wanted.first[axis], wanted.end[axis]) = (first, last + 1);
        }
        Some(wanted)
    }
}

/// Of so few cells each height is looked at, and each triangle where a closed form decides.
pub(super) const FEW: u64 = 64;

/// Cells under a body that become one mesh at once; more of them are visited tile by tile.
const MOST_AT_ONCE: u64 = 256;

/// The same of questions about all of them together. It bounds the memory to some tens of megabytes.
const MOST_OF_A_WHOLE: u64 = 1 << 18;

/// A walk waits with three nodes of each level at most, and one more.
const MOST_WAITING: usize = 3 * 32 + 4;

impl Parts for HeightField {
    fn bounds(&self) -> Aabb {
        HeightField::bounds(self)
    }

    fn count(&self) -> u32 {
        2 * (self.columns - 1) * (self.rows - 1)
    }

    fn walk(&self, visitor: &mut dyn PartsVisitor) {
        let with_neighbours = match visitor.reach() {
            None => false,
            Some(Reach { bounds, wanted: Wanted::Nearest(per_length) }) => {
                if self.walk_nearest(&bounds, &per_length, visitor) {
                    return;
                }
                false
            }
            Some(Reach { bounds, wanted }) => {
                let most = if let Wanted::All = wanted { MOST_OF_A_WHOLE } else { MOST_AT_ONCE };
                let Some(mut cells) = self.cells_in(&bounds) else { return };
                if cells.count() > MOST_AT_ONCE && matches!(wanted, Wanted::All) {
                    // A body without bounds may reach but a corner.
                    let mut tiles = None::<Cells>;
                    self.walk_tiles(visitor, &mut |_, tile, _| {
                        tiles.get_or_insert(tile).join(&tile);
                    });
                    let Some(tiles) = tiles else { return };
                    cells = if tiles.count() < cells.count() { tiles } else { cells };
                }
                if cells.count() <= most {
                    let cells = self.with_neighbours(cells);
                    return self.visit_cells(cells, &mut |part| visitor.visit(part));
                }
                true
            }
        };
        self.walk_tiles(visitor, &mut |visitor, tile, heights| {
            if let Some(cells) = self.wanted(tile, heights, visitor) {
                let cells = if with_neighbours { self.with_neighbours(cells) } else { cells };
                self.visit_cells(cells, &mut |part| visitor.visit(part));
            }
        });
    }

    fn part_of(&self, number: u32, visit: &mut dyn FnMut(&Part<'_>)) {
        let Some(corners) = self.triangle(number) else { return };
        let soup =
            PolytopeSoup::piece(corners.to_vec(), &[[0, 1, 2]], vec![0], HeightField::bounds(self));
        visit(&Part {
            first: number,
            shape: BodyShape::Soup(&soup),
            placement: &Placement::IDENTITY,
        });
    }

    fn number(&self, i: u32) -> u32 {
        i
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}
