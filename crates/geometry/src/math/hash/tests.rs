use std::collections::BTreeMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hash};

use super::*;
use solid_testing::Random;

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
    let pairs =
        (0..64_u32).flat_map(|i| (0..64_u32).map(move |j| hash((i, j)))).collect::<Vec<_>>();
    for hashes in [strided(1), strided(8), strided(64), strided(4096), strided(1 << 20), pairs] {
        for bits in [0, 58] {
            let mut buckets = [0_u32; 64];
            hashes.iter().for_each(|hash| buckets[(hash >> bits) as usize % 64] += 1);
            let (least, most) = (buckets.iter().min().unwrap(), buckets.iter().max().unwrap());
            assert!(
                *least >= 24 && *most <= 112,
                "64 to a bucket on average, here {least} to {most}"
            );
        }
    }
}

#[test]
fn a_map_agrees_with_an_ordered_one() {
    let mut random = Random::new(5);
    let (mut map, mut expected) = (Map::default(), BTreeMap::new());
    for step in 0..20_000 {
        let key = random.below(300) as u64 * 64;
        match random.below(if step / 4000 % 2 == 0 { 4 } else { 9 }) {
            0 | 1 => assert_eq!(map.insert(key, step), expected.insert(key, step)),
            2 => assert_eq!(
                map.get_or_insert_with(key, || step),
                expected.entry(key).or_insert(step)
            ),
            3 => assert_eq!(map.get_mut(&key), expected.get_mut(&key)),
            _ => assert_eq!(map.remove(&key), expected.remove(&key)),
        }
        assert_eq!(
            (map.get(&key), map.contains_key(&key)),
            (expected.get(&key), expected.contains_key(&key))
        );
        assert_eq!(map.is_empty(), expected.is_empty());
        if step % 500 == 0 {
            map.retain(|key, _| key % 192 != 0);
            expected.retain(|key, _| key % 192 != 0);
            let mut keys: Vec<u64> = map.keys().copied().collect();
            keys.sort_unstable();
            assert!(keys.iter().eq(expected.keys()));
        }
    }
    let mut all: Vec<_> = map.drain().collect();
    all.sort_unstable();
    assert!(all.into_iter().eq(expected));
    assert!(map.is_empty() && map.get(&0).is_none() && map.insert(0, 1).is_none());
}

#[test]
fn a_set_has_each_key_once() {
    let mut set = Set::default();
    set.extend([3_u32, 1, 3, 2]);
    assert!(!set.insert(1) && set.insert(7) && set.contains(&7));
    assert!(set.remove(&3) && !set.remove(&3));
    let mut keys: Vec<u32> = set.iter().copied().collect();
    keys.sort_unstable();
    assert_eq!(keys, [1, 2, 7]);
    set.clear();
    assert!(set.iter().next().is_none() && !set.contains(&1) && set.insert(1));
}
