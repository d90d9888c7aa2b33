//! Hash tables by numbers and addresses: the standard library's, with a hash that is short and the same in every run.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

#[cfg(test)]
#[path = "hash_tests.rs"]
mod tests;

/// Values by keys that are numbers or addresses.
pub type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// Keys that are numbers or addresses.
pub type Set<K> = HashSet<K, BuildHasherDefault<Mixer>>;

/// The golden ratio's first 64 bits, made odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes words into 64 bits, all of which depend on all: by the two halves of a product. It withstands no one who chooses
/// keys that collide, as no one does here.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|word| self.write_u64(u64::from_le_bytes(*word)));
        rest.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0.rotate_left(32) ^ word ^ GOLDEN) * u128::from(GOLDEN);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
