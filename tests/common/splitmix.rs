//! Reproducible random words (SplitMix64), independent of any crate's version. Each suite draws its own kinds of numbers
//! from them, in an `impl Random` of its own.

/// The whole state is one word: a case is reproduced from the printed seed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

/// While the program is fuzzed, what words begin with comes from the fuzzer, as long as there is any: two bytes a word, so
/// that a changed byte is another decision.
#[cfg(fuzzing)]
pub mod feed {
    use std::cell::RefCell;

    thread_local! {
        static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }

    /// Sets what comes first.
    pub fn set(bytes: &[u8]) {
        BYTES.set(bytes.iter().rev().copied().collect());
    }

    pub fn mix(word: u64) -> u64 {
        BYTES.with_borrow_mut(|bytes| match (bytes.pop(), bytes.pop()) {
            (Some(a), b) => u64::from_be_bytes([a, b.unwrap_or(0), 0, 0, 0, 0, 0, 0]) | word >> 16,
            _ => word,
        })
    }
}

impl Random {
    pub fn word(&mut self) -> u64 {
        let word = self.mixed();
        #[cfg(fuzzing)]
        let word = feed::mix(word);
        word
    }

    fn mixed(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
