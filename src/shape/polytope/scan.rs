//! The search by a scan over all vertices, for few of them.

use super::Query;
use crate::math::{Aabb, Vec3};

/// Vertices that are searched side by side: two registers of the x86-64 baseline for each coordinate.
const LANES: usize = 4;

/// Some vertices, by coordinate.
#[derive(Clone, Copy, Debug)]
struct Block {
    x: [f64; LANES],
    y: [f64; LANES],
    z: [f64; LANES],
}

/// All vertices, in blocks of which the last is filled up by the last vertex.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    blocks: Box<[Block]>,
    len: u32,
}

impl Columns {
    pub(super) fn new(points: &[Vec3]) -> Columns {
        let block = |chunk: &[Vec3]| {
            let column = |axis: usize| std::array::from_fn(|lane| chunk[lane.min(chunk.len() - 1)][axis]);
            Block { x: column(0), y: column(1), z: column(2) }
        };
        Columns { blocks: points.chunks(LANES).map(block).collect(), len: points.len() as u32 }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    pub(super) fn vertex(&self, i: u32) -> Vec3 {
        let (block, lane) = (&self.blocks[i as usize / LANES], i as usize % LANES);
        Vec3::new(block.x[lane], block.y[lane], block.z[lane])
    }

    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.blocks)
    }

    /// The first vertex of the largest value, and that; vertex 0 if there are none.
    #[inline]
    pub(super) fn search(&self, query: &Query) -> (u32, f64) {
        let mut top = [f64::NEG_INFINITY; LANES];
        // Counted in floating point, to be selected by the same masks as the values.
        let mut at = [0.0; LANES];
        let mut number = 0.0;
        for block in &self.blocks {
            for lane in 0..LANES {
                let value = query.value(block.x[lane], block.y[lane], block.z[lane]);
                let better = value > top[lane];
                top[lane] = if better { value } else { top[lane] };
                at[lane] = if better { number } else { at[lane] };
            }
            number += 1.0;
        }
        let mut best = 0;
        for lane in 1..LANES {
            if top[lane] > top[best] || (top[lane] == top[best] && at[lane] < at[best]) {
                best = lane;
            }
        }
        (at[best] as u32 * LANES as u32 + best as u32, top[best])
    }

    /// The least and greatest values along three directions; there is at least one vertex.
    pub(super) fn bounds_under(&self, rows: &[Query; 3]) -> Aabb {
        let mut min = [[f64::INFINITY; LANES]; 3];
        let mut max = [[f64::NEG_INFINITY; LANES]; 3];
        for block in &self.blocks {
            for axis in 0..3 {
                for lane in 0..LANES {
                    let value = rows[axis].value(block.x[lane], block.y[lane], block.z[lane]);
                    let (low, high) = (&mut min[axis][lane], &mut max[axis][lane]);
                    *low = if value < *low { value } else { *low };
                    *high = if value > *high { value } else { *high };
                }
            }
        }
        let [x, y, z] = min.map(|lanes| lanes.into_iter().fold(f64::INFINITY, f64::min));
        let [u, v, w] = max.map(|lanes| lanes.into_iter().fold(f64::NEG_INFINITY, f64::max));
        Aabb { min: Vec3::new(x, y, z), max: Vec3::new(u, v, w) }
    }
}
