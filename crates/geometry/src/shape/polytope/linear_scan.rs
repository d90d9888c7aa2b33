//! A scan over all vertices, for few of them.
//!
//! A first pass in single precision, four vertices at a time, leaves the vertices that are farthest up to its rounding, as
//! a rule only one. Double precision decides between these, so that the result is that of a scan in double precision.

use wide::f32x4;

use super::{Query, SLACK};
use crate::math::{Aabb, Vec3};

/// Vertices in a block: a SIMD register of the x86-64 baseline for each coordinate in single precision.
const LANES: usize = 4;

/// The most blocks that are searched in single precision: a bit for each vertex must fit a word.
const MOST_BLOCKS: usize = 16;

/// Twice the error of a value in single precision, relative to the sum of its terms' magnitudes: five roundings of 2^-24
/// each, and slack for the comparison itself.
const COARSE_SLACK: f64 = 12.0 / 16_777_216.0;

/// The low bits of a value in single precision that hold the vertex's index.
const INDEX_BITS: u32 = (LANES * MOST_BLOCKS) as u32 - 1;

/// As [`COARSE_SLACK`], for values whose low bits hold an index.
const INDEXED_SLACK: f64 = COARSE_SLACK + 4.0 * INDEX_BITS as f64 / 16_777_216.0;

/// For each block, the bits that turn [`INDEX_BITS`] into the vertices' indices by exclusive or. They are never computed
/// with as numbers.
const INDICES: [Indices; MOST_BLOCKS] = {
    let mut indices = [const { Indices([0.0; LANES]) }; MOST_BLOCKS];
    let mut i = 0;
    while i < LANES * MOST_BLOCKS {
        indices[i / LANES].0[i % LANES] = f32::from_bits(INDEX_BITS ^ i as u32);
        i += 1;
    }
    indices
};

/// The bits for one block.
#[repr(align(16))]
struct Indices([f32; LANES]);

/// Single precision is used where the largest coordinate and the sum of the terms' magnitudes are in this range and the
/// largest coordinate along each axis is zero or at least [`COARSE_LEAST`]: then underflow loses less than rounding, and
/// nothing overflows but products with zero coordinates, whose NaN values leave the result undecided.
const COARSE_RANGE: std::ops::Range<f64> = 1e-15..1e15;

/// See [`COARSE_RANGE`].
const COARSE_LEAST: f64 = 1e-22;

/// Vertices as a structure of arrays, aligned for SIMD loads.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Block {
    x: [f64; LANES],
    y: [f64; LANES],
    z: [f64; LANES],
}

impl Block {
    #[inline]
    fn vertex(&self, lane: usize) -> Vec3 {
        Vec3::new(self.x[lane], self.y[lane], self.z[lane])
    }
}

/// A block in single precision.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct CoarseBlock {
    x: [f32; LANES],
    y: [f32; LANES],
    z: [f32; LANES],
}

/// A direction in single precision, each coordinate in all lanes.
#[inline]
fn coarse(direction: &Vec3) -> [f32x4; 3] {
    let direction = direction.map(|x| x as f32);
    [direction.x, direction.y, direction.z].map(f32x4::splat)
}

#[inline]
fn largest(of: f32x4) -> f32 {
    let larger = |a: f32, b: f32| if b > a { b } else { a };
    let [a, b, c, d] = of.to_array();
    larger(larger(a, c), larger(b, d))
}

impl CoarseBlock {
    /// The dot products.
    #[inline]
    fn along(&self, [x, y, z]: &[f32x4; 3]) -> f32x4 {
        (*x * f32x4::from(self.x) + *y * f32x4::from(self.y)) + *z * f32x4::from(self.z)
    }
}

/// All vertices in blocks; the last block is padded with the last vertex.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    blocks: Box<[Block]>,
    coarse: Box<[CoarseBlock]>,
    len: u32,
}

impl Columns {
    /// From vertices of these absolute extents.
    pub(super) fn new(points: &[Vec3], extents: &Vec3) -> Columns {
        let block = |chunk: &[Vec3]| {
            let column =
                |axis: usize| std::array::from_fn(|lane| chunk[lane.min(chunk.len() - 1)][axis]);
            Block { x: column(0), y: column(1), z: column(2) }
        };
        let blocks: Box<[Block]> = points.chunks(LANES).map(block).collect();
        let of_block = |block: &Block| CoarseBlock {
            x: block.x.map(|x| x as f32),
            y: block.y.map(|y| y as f32),
            z: block.z.map(|z| z as f32),
        };
        let counts = extents.iter().all(|x| *x == 0.0 || *x >= COARSE_LEAST);
        let fit = blocks.len() <= MOST_BLOCKS && COARSE_RANGE.contains(&extents.max()) && counts;
        let coarse = if fit { blocks.iter().map(of_block).collect() } else { Box::default() };
        Columns { blocks, coarse, len: points.len() as u32 }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    pub(super) fn vertex(&self, i: u32) -> Vec3 {
        self.blocks[i as usize / LANES].vertex(i as usize % LANES)
    }

    /// The vertex, if there is one; the last one in the padding.
    #[inline]
    pub(super) fn get(&self, i: u32) -> Option<Vec3> {
        Some(self.blocks.get(i as usize / LANES)?.vertex(i as usize % LANES))
    }

    #[inline]
    pub(super) fn value(&self, query: &Query, i: u32) -> f64 {
        let p = self.vertex(i);
        query.value(p.x, p.y, p.z)
    }

    /// The first vertex of the largest value, and that value; vertex 0 if there are none.
    pub(super) fn search(&self, query: &Query) -> (u32, f64) {
        let mut near = self.candidates(query);
        let mut best = (0, f64::NEG_INFINITY);
        let mut consider = |i: u32| {
            let value = self.value(query, i);
            best = if value > best.1 { (i, value) } else { best };
        };
        if near == 0 {
            (0..self.len).for_each(&mut consider);
        }
        while near != 0 {
            consider(near.trailing_zeros());
            near &= near - 1;
        }
        best
    }

    /// Whether there are so few vertices, but some, that a pass in single precision saves nothing.
    #[inline]
    pub(super) fn is_one_block(&self) -> bool {
        self.blocks.len() == 1
    }

    /// As [`Columns::search`], of one block.
    #[inline]
    pub(super) fn farthest_of_block(&self, direction: &Vec3) -> (u32, f64) {
        let query = Query { direction: *direction, slack: 0.0 };
        let [block] = &*self.blocks else { return (0, f64::NEG_INFINITY) };
        let value = |lane: usize| query.value(block.x[lane], block.y[lane], block.z[lane]);
        let mut best = (0, value(0));
        for lane in 1..LANES {
            // The padding equals the last vertex, and is not larger.
            let value = value(lane);
            best = if value > best.1 { (lane as u32, value) } else { best };
        }
        best
    }

    /// The vertex of the largest value along a direction, if single precision suffices to decide; `weight` bounds the sum
    /// of the terms' magnitudes. The low bits of each value hold the vertex's index, so that the maximum carries it along.
    #[inline]
    pub(super) fn certain_farthest(&self, direction: &Vec3, weight: f64) -> Option<u32> {
        let direction = coarse(direction);
        // In each lane: the largest value and the second largest.
        let (mut most, mut second) =
            (f32x4::splat(f32::NEG_INFINITY), f32x4::splat(f32::NEG_INFINITY));
        for (block, indices) in self.coarse.iter().zip(&INDICES) {
            let value = (block.along(&direction) | f32x4::splat(f32::from_bits(INDEX_BITS)))
                ^ f32x4::from(indices.0);
            second = value.fast_min(most).fast_max(second);
            most = value.fast_max(most);
        }
        let top = largest(most);
        let least = f32x4::splat(top - (INDEXED_SLACK * weight) as f32);
        let near = most.simd_ge(least).to_bitmask();
        let others = near & near.wrapping_sub(1) | second.simd_ge(least).to_bitmask();
        let is_certain =
            others == 0 && COARSE_RANGE.contains(&weight) && top.abs() >= f32::MIN_POSITIVE;
        is_certain.then(|| top.to_bits() & INDEX_BITS)
    }

    /// The vertices, a bit each, whose values are the largest up to the rounding of single precision; none if that cannot
    /// be used.
    fn candidates(&self, query: &Query) -> u64 {
        let direction = coarse(&query.direction);
        let blocks = &*self.coarse;
        let mut values = [f32x4::ZERO; MOST_BLOCKS];
        let mut most = f32x4::splat(f32::NEG_INFINITY);
        for (value, block) in values.iter_mut().zip(blocks) {
            *value = block.along(&direction);
            most = value.fast_max(most);
        }
        let slack = COARSE_SLACK / SLACK * query.slack;
        let least = f32x4::splat(largest(most) - slack as f32);
        let mut near = 0_u64;
        for (i, value) in values.iter().take(blocks.len()).enumerate() {
            near |= u64::from(value.simd_ge(least).to_bitmask()) << (LANES * i);
        }
        let in_range = COARSE_RANGE.contains(&(query.slack * (1.0 / SLACK)));
        if in_range { near } else { 0 }
    }

    /// The least and greatest values along three directions, of at least one vertex.
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
