//! The search by a scan over all vertices, for few of them.

use wide::f64x4;

use super::Query;
use crate::math::{Aabb, Vec3};

/// Vertices that are searched side by side: two registers of the x86-64 baseline for each coordinate.
const LANES: usize = 4;

/// So many blocks are searched at a time; a bit for each vertex must fit a word.
const ROUND: usize = 8;

/// Some vertices, by coordinate; where registers can be read from at once.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
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
    #[inline(always)]
    pub(super) fn search(&self, query: &Query) -> (u32, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        let mut first = 0;
        for blocks in self.blocks.chunks(ROUND) {
            let (at, most) = search_round(blocks, query);
            best = if most > best.1 { (first + at, most) } else { best };
            first += (ROUND * LANES) as u32;
        }
        best
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

/// The first vertex of the largest value in up to [`ROUND`] blocks, and that. No branch depends on where it is: the
/// largest value is found first, and then which have it.
#[inline(always)]
fn search_round(blocks: &[Block], query: &Query) -> (u32, f64) {
    let d = &query.direction;
    let (dx, dy, dz) = (f64x4::splat(d.x), f64x4::splat(d.y), f64x4::splat(d.z));
    let mut values = [f64x4::ZERO; ROUND];
    let mut most = f64x4::splat(f64::NEG_INFINITY);
    for (value, block) in values.iter_mut().zip(blocks) {
        // As `Query::value` computes it, in all lanes.
        *value = (dx * f64x4::from(block.x) + dy * f64x4::from(block.y)) + dz * f64x4::from(block.z);
        most = value.fast_max(most);
    }
    let larger = |a: f64, b: f64| if b > a { b } else { a };
    let [a, b, c, d] = most.to_array();
    let most = larger(larger(a, c), larger(b, d));
    let mut having = 0_u32;
    for (i, value) in values.iter().take(blocks.len()).enumerate() {
        having |= value.simd_eq(f64x4::splat(most)).to_bitmask() << (LANES * i);
    }
    // None has it where no value is a number.
    (if having == 0 { 0 } else { having.trailing_zeros() }, most)
}
