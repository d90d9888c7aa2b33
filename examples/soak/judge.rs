//! What a test told against all pairs one by one, and against the oracle.

use crate::Counts;
use crate::hearing::{Heard, during};
use crate::oracle::mesh::Parts;
use crate::oracle::verdict::{Demand, touching_band};
use crate::yard::{Thing, Yard, pointer};
use solid::capi::*;
use solid_testing::Random;
use std::collections::BTreeSet;

/// All pairs are tested one by one in one of so many frames; the oracle is asked about one pair, and about all.
const BRUTE_FORCE: usize = 200;
const ONE_PAIR: usize = 100;
const ALL_PAIRS: usize = 40_000;

pub fn judge(yard: &Yard, heard: Option<&Heard>, random: &mut Random, counts: &mut Counts) {
    let (brute, one, all) =
        (random.below(BRUTE_FORCE) == 0, random.below(ONE_PAIR) == 0, random.below(ALL_PAIRS) == 0);
    let Some(heard) = heard else { return };
    let told: BTreeSet<[usize; 2]> = heard.pairs.iter().copied().collect();
    assert_eq!(told.len(), heard.pairs.len(), "a pair that is told twice: {:?}", heard.pairs);
    let known: BTreeSet<usize> = yard.things.iter().map(|thing| thing.reference).collect();
    assert!(
        told.iter().flatten().all(|reference| known.contains(reference)),
        "an object that is not there"
    );
    let n = yard.things.len();
    if brute {
        pairs(n).for_each(|(i, j)| by_itself(&yard.things[i], &yard.things[j], &told));
        counts.add("pairs tested one by one", pairs(n).count() as u64);
    }
    if all {
        pairs(n).for_each(|(i, j)| by_oracle(&yard.things[i], &yard.things[j], &told, counts));
    } else if one && n > 1 {
        let i = random.below(n);
        let j = (i + 1 + random.below(n - 1)) % n;
        by_oracle(&yard.things[i], &yard.things[j], &told, counts);
    }
}

fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(|j| (0..j).map(move |i| (i, j)))
}

fn key(a: &Thing, b: &Thing) -> [usize; 2] {
    [a.reference.min(b.reference), a.reference.max(b.reference)]
}

/// What the whole test told is what the pair's own test tells.
fn by_itself(a: &Thing, b: &Thing, told: &BTreeSet<[usize; 2]>) {
    // Unplaced objects are no error here: they hit nothing.
    let hit = !during(None, || dtTestObjects(pointer(a.reference), pointer(b.reference)))
        .pairs
        .is_empty();
    assert_eq!(hit, told.contains(&key(a, b)), "dtTestObjects and dtTest of {:?}", key(a, b));
}

fn by_oracle(a: &Thing, b: &Thing, told: &BTreeSet<[usize; 2]>, counts: &mut Counts) {
    let hit = told.contains(&key(a, b));
    let (Some(at_a), Some(at_b)) = (a.at, b.at) else {
        assert!(!hit, "an object that is nowhere is hit");
        return;
    };
    let (first, second) =
        (Parts::new(a.what.borrow().parts(), at_a), Parts::new(b.what.borrow().parts(), at_b));
    let band = touching_band(first.widest(), second.widest());
    match first.demand(&second, band) {
        Demand::Either => counts.add("pairs of which the oracle was not sure", 1),
        demand => {
            counts.add("pairs that the oracle decided", 1);
            assert_eq!(hit, demand == Demand::Hit, "by the oracle: {demand:?}\n{}", a.and(b));
        }
    }
}
