//! Reproducible random words (SplitMix64), independent of any crate's version. Each suite draws its own kinds of numbers
//! from them, in an `impl Random` of its own.

/// The whole state is one word: a case is reproduced from the printed seed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
