use std::hash::{BuildHasher, BuildHasherDefault, Hash};

use super::*;

fn hash(key: impl Hash) -> u64 {
    BuildHasherDefault::<Mixer>::default().hash_one(key)
}

#[test]
fn the_same_in_every_run() {
    assert_eq!(hash(1_u32), hash(1_u64));
    assert_eq!(hash(1_u32), hash(1_usize));
    assert_ne!(hash((1_u32, 2_u32)), hash((2_u32, 1_u32)));
    assert_eq!(hash(7_u64), 0x6555_39b0_d0dd_669d);
}

/// Buckets are taken by the lowest bits, and told apart by the highest: addresses a power of two apart, and small pairs of
/// numbers, must fill both evenly.
#[test]
fn keys_in_a_row_are_spread() {
    let strided = |step: u64| (0..4096).map(|i| hash(0x5555_0000 + i * step)).collect::<Vec<_>>();
    let pairs = (0..64_u32).flat_map(|i| (0..64_u32).map(move |j| hash((i, j)))).collect::<Vec<_>>();
    for hashes in [strided(1), strided(8), strided(64), strided(4096), strided(1 << 20), pairs] {
        for bits in [0, 58] {
            let mut buckets = [0_u32; 64];
            hashes.iter().for_each(|hash| buckets[(hash >> bits) as usize % 64] += 1);
            let (least, most) = (buckets.iter().min().unwrap(), buckets.iter().max().unwrap());
            assert!(*least >= 24 && *most <= 112, "64 to a bucket on average, here {least} to {most}");
        }
    }
}
