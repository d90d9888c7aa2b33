//! A few boxes: each is compared with each, and a word knows whom it overlaps.

use super::ledger::Ledger;
use super::phase::{PairSink, Proxy};
use crate::math::Aabb;

/// So many there may be: the bits of a word.
pub(super) const MOST: usize = 32;

/// So many are compared without images, which would cost more than they spare.
const TINY: usize = 4;

/// Boxes that are compared with another at a time.
const LANES: usize = 8;

/// Which of a few boxes overlap. A commit costs O(m n) for m moved boxes, at a nanosecond a pair.
pub(super) struct Few {
    /// Single-precision images of the least coordinates, then of the greatest ones with their signs changed. Taking the
    /// image is monotone: boxes that overlap have images that overlap.
    columns: [[f32; MOST]; 6],
    /// There have been more than [`TINY`]: all have their images.
    has_images: bool,
    /// By proxy: those before it that it overlapped at the last commit.
    rows: [u32; MOST],
    pub(super) box_tests: u64,
}

impl Default for Few {
    fn default() -> Few {
        Few { columns: [[f32::NAN; MOST]; 6], has_images: false, rows: [0; MOST], box_tests: 0 }
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

/// Those of some boxes that overlap the b-th.
#[inline(never)]
fn overlapping_among(ledger: &Ledger, b: usize, among: u32) -> u32 {
    let overlapping = bits(among).filter(|a| ledger.now[*a as usize].overlaps(&ledger.now[b]));
    overlapping.fold(0, |all, a| all | 1 << a)
}

impl Few {
    /// Brings the pairs up to date with a ledger of at most [`MOST`] proxies.
    pub(super) fn commit(&mut self, ledger: &Ledger, sink: &mut dyn PairSink) {
        let (mut moved, mut cut) = (0, 0);
        if !self.has_images && ledger.now.len() > TINY {
            self.has_images = true;
            ledger.now.iter().enumerate().for_each(|(proxy, aabb)| self.put(proxy, aabb));
        }
        for &proxy in &ledger.changed {
            moved |= 1 << proxy;
            cut |= u32::from(ledger.news[proxy as usize].cut()) << proxy;
            if self.has_images {
                self.put(proxy as usize, &ledger.now[proxy as usize]);
            }
        }
        // The pairs that begin: told after those that end.
        let mut begun = [0; MOST];
        let (mut beginning, mut moved_before) = (0, 0);
        for (b, begun) in begun.iter_mut().enumerate().take(ledger.now.len()) {
            let bit = 1 << b;
            let looked_at = if moved & bit != 0 { bit - 1 } else { moved & (bit - 1) };
            self.box_tests += if moved & bit != 0 { b as u64 } else { moved_before };
            moved_before += u64::from(moved & bit != 0);
            let was = self.rows[b];
            let now = was & !looked_at | self.overlapping(ledger, b, looked_at);
            let severed = if cut & bit != 0 { u32::MAX } else { cut };
            if now != was || was & severed != 0 {
                self.rows[b] = now;
                bits(was & (!now | severed)).for_each(|a| sink.end(a, b as Proxy));
                *begun = now & (!was | severed);
                beginning |= bit;
            }
        }
        for b in bits(beginning) {
            bits(begun[b as usize]).for_each(|a| sink.begin(a, b));
        }
    }

    fn put(&mut self, proxy: usize, Aabb { min, max }: &Aabb) {
        let image = [min.x as f32, min.y as f32, min.z as f32, -max.x as f32, -max.y as f32, -max.z as f32];
        self.columns.iter_mut().zip(image).for_each(|(column, x)| column[proxy] = x);
    }

    /// Those of the boxes `among`, which come before the b-th, that overlap it.
    #[inline]
    fn overlapping(&self, ledger: &Ledger, b: usize, among: u32) -> u32 {
        if !self.has_images {
            return overlapping_among(ledger, b, among);
        }
        let [x0, y0, z0, x1, y1, z1] = self.columns.each_ref().map(|column| -column[b]);
        let [c0, c1, c2, c3, c4, c5] = self.columns.each_ref().map(|column| column.as_chunks::<LANES>().0);
        let mut found = 0;
        for part in 0..b.div_ceil(LANES) {
            let [c0, c1, c2, c3, c4, c5] = [c0, c1, c2, c3, c4, c5].map(|column| &column[part]);
            let within: [u32; LANES] = std::array::from_fn(|k| {
                let near = (c0[k] <= x1) & (c1[k] <= y1) & (c2[k] <= z1);
                u32::from(near & (c3[k] <= x0) & (c4[k] <= y0) & (c5[k] <= z0))
            });
            // Mostly there is none, which costs less to see than which there are.
            if within != [0; LANES] {
                let bits = within.iter().rev().fold(0, |bits, bit| bits << 1 | bit);
                found |= bits << (LANES * part);
            }
        }
        // Few have images that overlap.
        overlapping_among(ledger, b, found & among)
    }

    /// Lists the pairs of the last commit.
    pub(super) fn list_pairs(&self, pairs: &mut Vec<(Proxy, Proxy)>) {
        pairs.clear();
        for (b, row) in self.rows.iter().enumerate() {
            pairs.extend(bits(*row).map(|a| (a, b as Proxy)));
        }
    }
}
