use super::{Decision, PairKey, PairTable};
use solid_geometry::math::Vec3;
use solid_testing::Random;
use std::collections::BTreeMap;

/// All pairs in order.
fn listed(table: &mut PairTable) -> Vec<(PairKey, [u32; 2])> {
    let mut all = Vec::new();
    while let Some(pair) = table.iter().nth(all.len()) {
        all.push((pair.key, pair.slots));
    }
    all
}

/// Few pairs, of which most begin and end, and many, of which few do.
#[test]
fn pairs_are_listed_in_the_order_of_their_keys() {
    storm(4, 5000);
    storm(12, 20_000);
    storm(60, 1500);
}

/// Storms of pairs that begin and end; slots are used again with other keys, as objects' slots are.
fn storm(slots: usize, rounds: usize) {
    let random = &mut Random::new(71);
    let mut table = PairTable::default();
    // By their slots, lower one first: the key and the slots as the callback has them.
    let mut naive: BTreeMap<[u32; 2], (PairKey, [u32; 2])> = BTreeMap::new();
    let mut sequence: Vec<u64> = (0..slots as u64).collect();
    let mut created = slots as u64;
    for round in 0..rounds {
        let changes = [0, 1, 3, 20][round % 4];
        for _ in 0..changes {
            let (a, b) = (random.below(slots) as u32, random.below(slots) as u32);
            if a == b {
                continue;
            }
            let name = [a.min(b), a.max(b)];
            if naive.remove(&name).is_some() {
                table.end(a, b);
                continue;
            }
            if random.below(6) == 0 && !naive.keys().any(|pair| pair.contains(&a)) {
                // Another object in this slot.
                sequence[a as usize] = created;
                created += 1;
            }
            let key = (sequence[a as usize], sequence[b as usize]);
            table.begin([a, b], key);
            naive.insert(name, (key, [a, b]));
        }
        table.sort();
        table.validate();
        let mut due: Vec<_> = naive.values().copied().collect();
        due.sort_unstable();
        assert_eq!(listed(&mut table), due);
        let mut in_parts: Vec<PairKey> =
            table.parts_mut(7).flat_map(|part| part.map(|kept| kept.pair.key)).collect();
        in_parts.sort_unstable();
        assert!(in_parts.iter().eq(due.iter().map(|(key, _)| key)));
        // The guess is right, was right before the changes, or is anything.
        let mut guess: usize = 0;
        let between =
            (random.below(created as usize) as u64, random.below(created as usize) as u64);
        for after in
            [PairKey::default()].into_iter().chain(due.iter().map(|(key, _)| *key)).chain([between])
        {
            let next = due.iter().map(|(key, _)| *key).find(|key| *key > after);
            for guess in [guess, guess.saturating_sub(1), random.below(slots * slots)] {
                let mut place = table.place_after(after, guess);
                assert_eq!(table.next_mut(&mut place, 1).map(|kept| kept.pair.key), next);
            }
            guess = table.place_after(after, 0) + 1;
        }
    }
}

#[test]
fn a_pair_remembers_until_it_ends_or_is_told_to_forget() {
    let mut table = PairTable::default();
    // The largest component of a cached axis is 1.
    let axis = Vec3::new(0.25, 0.5, 1.0);
    table.begin([4, 2], (7, 9));
    table.begin([4, 3], (7, 10));
    table.sort();
    let first = |table: &mut PairTable| table.next_mut(&mut 0, 1).map(|kept| *kept.coherence);
    table.next_mut(&mut 0, 1).expect("the first pair").coherence.set_axis(&axis);
    table.end(3, 4);
    table.sort();
    assert_eq!(first(&mut table).expect("the pair that stays").axis(), Some(axis));
    assert!(table.iter().count() == 1);
    table.forget_decisions();
    assert_eq!(first(&mut table).expect("the pair that stays").axis(), None);
    table.next_mut(&mut 0, 1).expect("the pair that stays").coherence.set_axis(&axis);
    table.end(4, 2);
    table.begin([4, 2], (7, 9));
    table.sort();
    assert_eq!(first(&mut table).expect("a new pair of that name").axis(), None);
    // What there is none of does not end.
    table.end(1, 2);
    table.end(4, 3);
    table.sort();
    assert_eq!(listed(&mut table), [((7, 9), [4, 2])]);
}

#[test]
fn what_was_decided_now_to_be_apart_is_passed_over() {
    let mut table = PairTable::default();
    (0..3).for_each(|i| table.begin([i, i + 1], (1 + u64::from(i), 2 + u64::from(i))));
    table.sort();
    let decisions = [Decision::new(7, false), Decision::new(6, false), Decision::new(7, true)];
    let mut place = 0;
    for decision in decisions {
        *table.next_mut(&mut place, 1).expect("a pair").decision = decision;
    }
    let visited = |table: &mut PairTable, now| {
        let mut place = 0;
        std::iter::from_fn(|| table.next_mut(&mut place, now).map(|kept| kept.pair.key.0)).collect()
    };
    let listed: [Vec<u64>; 3] = [6, 7, 8].map(|now| visited(&mut table, now));
    assert_eq!(listed, [vec![1, 3], vec![2, 3], vec![1, 2, 3]]);
    table.forget_decisions();
    assert_eq!(visited(&mut table, 7), [1, 2, 3]);
}
