//! A few boxes: each is compared with each, and a word knows whom it overlaps.

use wide::f32x4;

use super::ledger::Changes;
use super::phase::{PairSink, Proxy};
use crate::math::Aabb;

/// So many there may be: the bits of a word.
pub(super) const MOST: usize = 32;

/// Boxes that are compared with another at a time.
const LANES: usize = 4;

/// One coordinate of all images, where registers can be read from at once.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Column([f32; MOST]);

/// Which of a few boxes overlap. A commit costs O(m n) for m moved boxes, at a nanosecond a pair.
pub(super) struct Few {
    /// Single-precision images of the least coordinates, then of the greatest ones. Taking the image is monotone: boxes that
    /// overlap have images that overlap.
    columns: [Column; 6],
    /// By proxy: those before it that it overlapped at the last commit.
    rows: [u32; MOST],
    /// By proxy: those whose images overlap its own.
    near: [u32; MOST],
    /// Of a commit, by proxy: the pairs that begin, told after those that end.
    begun: [u32; MOST],
    pub(super) box_tests: u64,
}

impl Default for Few {
    fn default() -> Few {
        let (columns, none) = ([Column([f32::NAN; MOST]); 6], [0; MOST]);
        Few { columns, rows: none, near: none, begun: none, box_tests: 0 }
    }
}

/// The places of the bits of a word, from the lowest.
fn bits(mut word: u32) -> impl Iterator<Item = Proxy> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros());
        word &= word.wrapping_sub(1);
        bit
    })
}

/// Those that the b-th is compared with, if these have moved: all before it, or those of them that have moved.
#[inline]
fn looked_at(b: usize, moved: u32) -> u32 {
    let before = (1 << b) - 1;
    if moved >> b & 1 != 0 { before } else { moved & before }
}

/// Those of some boxes that overlap the b-th.
#[inline]
fn overlapping_among(boxes: &[Aabb], b: usize, among: u32) -> u32 {
    let overlapping = bits(among).filter(|a| boxes[*a as usize].overlaps(&boxes[b]));
    overlapping.fold(0, |all, a| all | 1 << a)
}

impl Few {
    /// Brings the pairs up to date with at most [`MOST`] boxes.
    #[inline(never)]
    pub(super) fn commit(
        &mut self,
        boxes: &[Aabb],
        Changes { moved, cut }: Changes,
        sink: &mut dyn PairSink,
    ) {
        bits(moved).for_each(|proxy| self.put(proxy as usize, &boxes[proxy as usize]));
        self.compare_images(boxes.len());
        let Few { rows, near, begun, .. } = self;
        let (mut beginning, mut moved_before) = (0, 0);
        for (b, (was, (near, begun))) in
            rows.iter_mut().zip(near.iter().zip(begun.iter_mut())).enumerate().take(boxes.len())
        {
            let (looked_at, has_moved) = (looked_at(b, moved), u64::from(moved >> b & 1));
            self.box_tests += if has_moved != 0 { b as u64 } else { moved_before };
            moved_before += has_moved;
            let now = *was & !looked_at | overlapping_among(boxes, b, looked_at & near);
            let severed = if cut >> b & 1 != 0 { u32::MAX } else { cut };
            if now != *was || now & severed != 0 {
                bits(*was & (!now | severed)).for_each(|a| sink.end(a, b as Proxy));
                *begun = now & (!*was | severed);
                *was = now;
                beginning |= 1 << b;
            }
        }
        for b in bits(beginning) {
            bits(begun[b as usize]).for_each(|a| sink.begin(a, b));
        }
    }

    fn put(&mut self, proxy: usize, Aabb { min, max }: &Aabb) {
        let image = [min.x, min.y, min.z, max.x, max.y, max.z].map(|x| x as f32);
        self.columns.iter_mut().zip(image).for_each(|(column, x)| column.0[proxy] = x);
    }

    /// Finds, for each of so many, those whose images overlap its own: all before it, and some after.
    #[inline(never)]
    fn compare_images(&mut self, count: usize) {
        let Few { columns, near, .. } = self;
        let [c0, c1, c2, c3, c4, c5] =
            columns.each_ref().map(|column| column.0.as_chunks::<LANES>().0);
        for (b, near) in near.iter_mut().enumerate().take(count) {
            let [x0, y0, z0, x1, y1, z1] =
                columns.each_ref().map(|column| f32x4::splat(column.0[b]));
            *near = 0;
            for part in 0..b.div_ceil(LANES) {
                let lanes = |column: &[[f32; LANES]]| f32x4::from(column[part]);
                let x = lanes(c0).simd_le(x1) & x0.simd_le(lanes(c3));
                let y = lanes(c1).simd_le(y1) & y0.simd_le(lanes(c4));
                let z = lanes(c2).simd_le(z1) & z0.simd_le(lanes(c5));
                *near |= (x & y & z).to_bitmask() << (LANES * part);
            }
        }
    }

    /// Lists the pairs of the last commit.
    pub(super) fn list_pairs(&self, pairs: &mut Vec<(Proxy, Proxy)>) {
        pairs.clear();
        for (b, row) in self.rows.iter().enumerate() {
            pairs.extend(bits(*row).map(|a| (a, b as Proxy)));
        }
    }
}
