use std::collections::BTreeMap;

use super::*;
use solid_testing::Random;

/// Any insertions and removals find what a map of the standard library finds.
#[test]
fn agrees_with_an_ordered_map() {
    let mut random = Random::new(11);
    let (mut index, mut expected) = (Index::default(), BTreeMap::new());
    let mut keys: Vec<u64> = vec![0; 600];
    let mut free: Vec<u32> = (0..600).collect();
    for step in 0..40_000 {
        // A few hundred keys at most, in tides: the table grows and is nearly emptied.
        let key = random.below(400) as u64 * 4096;
        let present = expected.get(&key).copied();
        assert_eq!(index.find(key, |slot| keys[slot as usize]), present);
        let wanted = random.below(1000) < if step / 4000 % 2 == 0 { 700 } else { 200 };
        match present {
            None if wanted => {
                let slot = free.pop().expect("more slots than keys");
                index.insert(key, slot, |slot| keys[slot as usize]);
                keys[slot as usize] = key;
                expected.insert(key, slot);
            }
            Some(slot) if !wanted => {
                assert_eq!(index.remove(key, |slot| keys[slot as usize]), Some(slot));
                expected.remove(&key);
                free.push(slot);
            }
            _ => {}
        }
        assert_eq!(index.len(), expected.len());
    }
    for (key, slot) in &expected {
        assert_eq!(index.remove(*key, |slot| keys[slot as usize]), Some(*slot));
    }
    assert_eq!((index.len(), index.find(0, |slot| keys[slot as usize])), (0, None));
    assert_eq!(Index::default().remove(3_u64, |_| 3), None);
}
