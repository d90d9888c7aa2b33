//! The walk of a query through the tiles of a height field.

use std::any::Any;

use super::pyramid::TILE;
use super::{Cells, HeightField};
use crate::math::{Aabb, Placement};
use crate::mesh::PolytopeSoup;
use crate::query::bodies::BodyShape;
use crate::query::parts::{Part, Parts, PartsVisitor};

impl HeightField {
    /// The cells of a node of the pyramid.
    fn cells_of(&self, level: usize, node: [u32; 2]) -> Cells {
        let side = u64::from(TILE) << level;
        let of = |i: u32, all: u32| (u64::from(i) * side).min(u64::from(all)) as u32;
        let all = [self.columns - 1, self.rows - 1];
        Cells {
            first: [0, 1].map(|axis| of(node[axis], all[axis])),
            end: [0, 1].map(|axis| of(node[axis] + 1, all[axis])),
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
        let mut waiting = [(0.0, 0_usize, [0_u32; 2]); MOST_WAITING];
        let bound_of = |visitor: &mut dyn PartsVisitor, level: usize, node: [u32; 2]| {
            self.pyramid.heights(level, node).map_or(f64::INFINITY, |heights| {
                visitor.bound(&self.box_of(self.cells_of(level, node), heights))
            })
        };
        let top = self.pyramid.top();
        waiting[0] = (bound_of(visitor, top, [0, 0]), top, [0, 0]);
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let (bound, level, node) = waiting[count];
            if bound == f64::INFINITY || bound > visitor.limit() {
                continue;
            }
            if level == 0 {
                let Some(heights) = self.pyramid.heights(0, node) else { continue };
                if let Some(cells) = self.wanted(self.cells_of(0, node), heights, visitor) {
                    self.visit_cells(cells, &mut |part| visitor.visit(part));
                }
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
            waiting[first..count].sort_by(|a, b| b.0.total_cmp(&a.0).then(b.2.cmp(&a.2)));
        }
    }

    fn part_of(&self, number: u32, visit: &mut dyn FnMut(&Part<'_>)) {
        if number >= self.count() {
            return;
        }
        let (cell, k) = (number / 2, (number % 2) as usize);
        let (column, row) = (cell % (self.columns - 1), cell / (self.columns - 1));
        let corners = self.triangles_of(column, row)[k];
        if corners.iter().any(|[x, z]| self.sample(*x, *z).is_nan()) {
            return;
        }
        let corners = corners.map(|[x, z]| self.point(x, z, self.sample(x, z)));
        let soup = PolytopeSoup::of_triangles(corners.to_vec(), &[[0, 1, 2]], 0);
        let placement = &Placement::IDENTITY;
        visit(&Part { first: number, numbers: None, shape: BodyShape::Soup(&soup), placement });
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
