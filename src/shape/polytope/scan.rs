//! The search by a scan over all vertices, for few of them.

use wide::f64x4;

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
        let d = &query.direction;
        let (dx, dy, dz) = (f64x4::splat(d.x), f64x4::splat(d.y), f64x4::splat(d.z));
        // The first largest in each lane, and its block, counted in numbers that go through the same registers.
        let mut most = f64x4::splat(f64::NEG_INFINITY);
        let (mut at, mut number) = (f64x4::ZERO, f64x4::ZERO);
        for block in &self.blocks {
            // As `Query::value` computes it, in all lanes.
            let value = (dx * f64x4::from(block.x) + dy * f64x4::from(block.y)) + dz * f64x4::from(block.z);
            at = value.simd_gt(most).bitselect(number, at);
            most = value.fast_max(most);
            number += f64x4::ONE;
        }
        let (most, at) = (most.to_array(), at.to_array());
        let entry = |lane: usize| (at[lane] as u32 * LANES as u32 + lane as u32, most[lane]);
        larger(larger(entry(0), entry(1)), larger(entry(2), entry(3)))
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

/// The one of the larger value; of equals the one of the lower number. Selected without a branch.
#[inline(always)]
fn larger(a: (u32, f64), b: (u32, f64)) -> (u32, f64) {
    let second = b.1 > a.1 || (b.1 == a.1 && b.0 < a.0);
    (if second { b.0 } else { a.0 }, if second { b.1 } else { a.1 })
}
