use super::{PairKey, PairMut, PairTable};
use solid_geometry::math::Vec3;
use solid_testing::Random;
use std::collections::BTreeMap;

/// What a table says, from the first pair to the last.
fn listed(table: &mut PairTable) -> Vec<(PairKey, [u32; 2])> {
    let mut all = Vec::new();
    while let Some(PairMut { pair, .. }) = table.at_mut(all.len()) {
        all.push((pair.key, pair.slots));
    }
    all
}

/// Some pairs take to colliding, and some cease to; now and then nobody tells which.
fn list_hits_as_due(table: &mut PairTable, random: &mut Random, round: usize) {
    let (mut changed, mut place) = (Vec::new(), 0);
    let share = [2, 20, 80][round / 8 % 3];
    while place < table.order.all().len() {
        if random.below(share) == 0 {
            changed.push(table.order.all()[place]);
            let verdict = table.at_mut(place).expect("a pair").verdict;
            verdict.collides = !verdict.collides;
        }
        place += 1;
    }
    if round.is_multiple_of(9) {
        table.forget_hits();
        changed.clear();
    }
    changed.reverse();
    table.list_hits(&mut changed);
    let mut due = Vec::new();
    for place in 0..table.order.all().len() {
        let pair = table.at_mut(place).expect("a pair");
        due.extend(pair.verdict.collides.then_some(pair.pair.key));
    }
    let mut hits = Vec::new();
    while let Some(hit) = table.hit_mut(hits.len()) {
        hits.push(hit.pair.key);
    }
    assert_eq!(hits, due);
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
        let version = table.version();
        let mut changed = false;
        for _ in 0..changes {
            let (a, b) = (random.below(slots) as u32, random.below(slots) as u32);
            if a == b {
                continue;
            }
            let name = [a.min(b), a.max(b)];
            if naive.remove(&name).is_some() {
                table.end(a, b);
                changed = true;
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
            changed = true;
        }
        // At once, or while others look at the pairs.
        if round.is_multiple_of(2) {
            table.sort();
        } else {
            let (sort, parts) = table.parts_mut(7);
            let mut sort = Some(sort);
            let (mut living, distance) = (0, [None, Some(3)][round / 2 % 2]);
            for mut part in parts {
                let (size, mut ahead) = (part.pairs.len(), 0);
                part.for_each(distance, |_| ahead += 1, |_, _| living += 1);
                // Those that nothing comes before are not told of.
                assert_eq!(ahead, distance.map_or(0, |distance| size.saturating_sub(distance)));
                sort.take().into_iter().for_each(|sort| sort());
            }
            assert_eq!(living, naive.len());
            sort.into_iter().for_each(|sort| sort());
        }
        assert_eq!(table.version() != version, changed);
        let mut due: Vec<_> = naive.values().copied().collect();
        due.sort_unstable();
        assert_eq!(listed(&mut table), due);
        list_hits_as_due(&mut table, random, round);
        for (place, (key, _)) in due.iter().enumerate() {
            assert_eq!(table.place_after(*key), place + 1);
        }
        assert_eq!(table.place_after(PairKey::default()), 0);
        let between =
            (random.below(created as usize) as u64, random.below(created as usize) as u64);
        assert_eq!(table.place_after(between), due.partition_point(|(key, _)| *key <= between));
    }
}

#[test]
fn a_pair_remembers_until_it_ends_or_is_told_to_forget() {
    let mut table = PairTable::default();
    let axis = Vec3::new(0.25, 0.5, 0.75);
    table.begin([4, 2], (7, 9));
    table.begin([4, 3], (7, 10));
    table.sort();
    table.at_mut(0).expect("the first pair").memory.coherence.separate(&axis);
    table.end(3, 4);
    table.sort();
    assert_eq!(table.at_mut(0).expect("the pair that stays").memory.coherence.axis(), Some(axis));
    assert!(table.at_mut(1).is_none());
    table.forget_coherence();
    assert_eq!(table.at_mut(0).expect("the pair that stays").memory.coherence.axis(), None);
    table.at_mut(0).expect("the pair that stays").memory.coherence.separate(&axis);
    table.end(4, 2);
    table.begin([4, 2], (7, 9));
    table.sort();
    assert_eq!(table.at_mut(0).expect("a new pair of that name").memory.coherence.axis(), None);
    // What there is none of does not end.
    table.end(1, 2);
    table.end(4, 3);
    table.sort();
    assert_eq!(listed(&mut table), [((7, 9), [4, 2])]);
}

#[test]
fn epochs_follow_the_responses_and_never_meet_again() {
    let mut table = PairTable::default();
    table.begin([4, 2], (7, 9));
    table.sort();
    let first = table.epoch(1);
    assert!(first > 0 && table.epoch(1) == first);
    table.at_mut(0).expect("the pair").memory.response_epoch = first;
    let second = table.epoch(2);
    assert!(second > 0 && second != first);
    // The numbers begin anew: what the pair has from the first time is stale all the same.
    table.epoch = u32::MAX;
    assert_eq!(table.epoch(3), first);
    assert_eq!(table.at_mut(0).expect("the pair").memory.response_epoch, 0);
}
