//! Random numbers for tests, the same in every run (SplitMix64).

use super::{Mat3, Vec3};

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.word() % n as u64) as usize
    }

    /// A whole number of at most so many bits, and its sign.
    pub(crate) fn whole(&mut self, bits: u32) -> i64 {
        (self.word() as i64) >> (63 - bits)
    }

    /// From -1 to 1.
    pub(crate) fn signed(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    pub(crate) fn vector(&mut self) -> Vec3 {
        Vec3::new(self.signed(), self.signed(), self.signed())
    }

    pub(crate) fn quaternion(&mut self) -> [f64; 4] {
        [self.signed(), self.signed(), self.signed(), self.signed() + 2.0]
    }

    pub(crate) fn matrix(&mut self) -> Mat3 {
        Mat3::from_columns(&[self.vector(), self.vector(), self.vector()])
    }
}
