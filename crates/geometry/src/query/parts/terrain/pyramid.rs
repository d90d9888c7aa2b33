//! Least and greatest heights of the tiles of a grid, and of two by two tiles at each level above.

use super::{Cells, Heights};
use crate::memory;

/// A tile has so many cells along each side.
pub(super) const TILE: u32 = 8;

/// Without heights, as of tiles that are one hole, the first is greater.
type Interval = [f32; 2];

const NOTHING: Interval = [f32::INFINITY, f32::NEG_INFINITY];

#[derive(Clone)]
pub(super) struct Pyramid {
    /// From the tiles to a single node.
    levels: Vec<Level>,
}

#[derive(Clone)]
struct Level {
    columns: u32,
    rows: u32,
    /// Row by row, rounded outwards.
    nodes: Vec<Interval>,
}

impl Pyramid {
    /// Of a grid of so many columns and rows of cells, which has to be fitted.
    pub(super) fn new(cells: [u32; 2]) -> Pyramid {
        let [mut columns, mut rows] = cells.map(|count| count.div_ceil(TILE));
        let mut levels = Vec::new();
        loop {
            let mut nodes = Vec::new();
            let count = columns as usize * rows as usize;
            memory::reserve(&mut nodes, count);
            nodes.resize(count, NOTHING);
            levels.push(Level { columns, rows, nodes });
            if count == 1 {
                return Pyramid { levels };
            }
            (columns, rows) = (columns.div_ceil(2), rows.div_ceil(2));
        }
    }

    /// Computes the nodes over a range of cells afresh. Samples come in rows of so many.
    pub(super) fn fit(&mut self, heights: &Heights, samples: usize, cells: Cells) {
        let tiles = Cells {
            first: cells.first.map(|i| i / TILE),
            end: cells.end.map(|i| i.div_ceil(TILE)),
        };
        match heights {
            Heights::Single(all) => self.fit_tiles(all, samples, tiles, |height| [height; 2]),
            Heights::Double(all) => self.fit_tiles(all, samples, tiles, rounded),
        }
        let mut nodes = tiles;
        for above in 1..self.levels.len() {
            let (below, levels) = self.levels.split_at_mut(above);
            let (below, level) = (&below[above - 1], &mut levels[0]);
            nodes =
                Cells { first: nodes.first.map(|i| i / 2), end: nodes.end.map(|i| i.div_ceil(2)) };
            for row in nodes.first[1]..nodes.end[1] {
                for column in nodes.first[0]..nodes.end[0] {
                    let children = [[0, 0], [1, 0], [0, 1], [1, 1]]
                        .map(|[x, z]| below.get([2 * column + x, 2 * row + z]));
                    let joined = children.iter().fold(NOTHING, join);
                    level.nodes[row as usize * level.columns as usize + column as usize] = joined;
                }
            }
        }
    }

    fn fit_tiles<T: Copy + PartialOrd>(
        &mut self,
        heights: &[T],
        samples: usize,
        tiles: Cells,
        interval: impl Fn(T) -> Interval,
    ) {
        let level = &mut self.levels[0];
        let (side, rows) = (TILE as usize, heights.len() / samples);
        for row in tiles.first[1]..tiles.end[1] {
            for column in tiles.first[0]..tiles.end[0] {
                let (x, z) = (column as usize * side, row as usize * side);
                let (end_x, end_z) = ((x + side + 1).min(samples), (z + side + 1).min(rows));
                let mut found = None::<[T; 2]>;
                for z in z..end_z {
                    for height in &heights[z * samples + x..z * samples + end_x] {
                        // Of a hole.
                        if height.partial_cmp(height).is_none() {
                            continue;
                        }
                        let [least, greatest] = found.get_or_insert([*height; 2]);
                        *least = if *height < *least { *height } else { *least };
                        *greatest = if *height > *greatest { *height } else { *greatest };
                    }
                }
                let of_tile = found.map_or(NOTHING, |[least, greatest]| {
                    [interval(least)[0], interval(greatest)[1]]
                });
                level.nodes[row as usize * level.columns as usize + column as usize] = of_tile;
            }
        }
    }

    /// The level of the single node.
    pub(super) fn top(&self) -> usize {
        self.levels.len() - 1
    }

    /// The least and the greatest height of a node; `None` if it has none or is not there.
    pub(super) fn heights(&self, level: usize, node: [u32; 2]) -> Option<[f64; 2]> {
        let [least, greatest] = self.levels[level].get(node);
        // Beyond single precision bounds are as far as coordinates reach.
        let wide = |bound: f32| f64::from(bound).clamp(-super::LARGEST, super::LARGEST);
        (least <= greatest).then(|| [wide(least), wide(greatest)])
    }

    pub(super) fn memory(&self) -> usize {
        self.levels.iter().map(|level| size_of_val(&level.nodes[..])).sum()
    }
}

impl Level {
    fn get(&self, [column, row]: [u32; 2]) -> Interval {
        let is_inside = column < self.columns && row < self.rows;
        let at = row as usize * self.columns as usize + column as usize;
        if is_inside { self.nodes[at] } else { NOTHING }
    }
}

fn join(a: Interval, b: &Interval) -> Interval {
    [a[0].min(b[0]), a[1].max(b[1])]
}

/// The numbers of single precision around one.
fn rounded(height: f64) -> Interval {
    let near = height as f32;
    [
        if f64::from(near) > height { near.next_down() } else { near },
        if f64::from(near) < height { near.next_up() } else { near },
    ]
}
