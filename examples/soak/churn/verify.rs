//! Compares the callbacks of a test with tests of single pairs, and with the oracle.

use super::Counts;
use super::callbacks::{Observed, during};
use super::oracle::mesh::Parts;
use super::oracle::verdict::{Demand, touching_band};
use super::scene::{Object, Scene, pointer};
use solid::capi::*;
use solid_testing::Random;
use std::collections::BTreeSet;

/// In one of so many frames each pair is tested alone, or the oracle decides one pair, or all pairs.
const BRUTE_FORCE: usize = 200;
const ONE_PAIR: usize = 100;
const ALL_PAIRS: usize = 40_000;

pub fn verify(
    scene: &Scene,
    observed: Option<&Observed>,
    random: &mut Random,
    counts: &mut Counts,
) {
    let (brute, one, all) =
        (random.below(BRUTE_FORCE) == 0, random.below(ONE_PAIR) == 0, random.below(ALL_PAIRS) == 0);
    let Some(observed) = observed else { return };
    let reported: BTreeSet<[usize; 2]> = observed.pairs.iter().copied().collect();
    assert_eq!(
        reported.len(),
        observed.pairs.len(),
        "a pair that is reported twice: {:?}",
        observed.pairs
    );
    let known: BTreeSet<usize> = scene.objects.iter().map(|object| object.reference).collect();
    assert!(
        reported.iter().flatten().all(|reference| known.contains(reference)),
        "an object that is not there"
    );
    let n = scene.objects.len();
    if brute {
        pairs(n).for_each(|(i, j)| by_itself(&scene.objects[i], &scene.objects[j], &reported));
        counts.add("pairs tested one by one", pairs(n).count() as u64);
    }
    if all {
        pairs(n)
            .for_each(|(i, j)| by_oracle(&scene.objects[i], &scene.objects[j], &reported, counts));
    } else if one && n > 1 {
        let i = random.below(n);
        let j = (i + 1 + random.below(n - 1)) % n;
        by_oracle(&scene.objects[i], &scene.objects[j], &reported, counts);
    }
}

fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(|j| (0..j).map(move |i| (i, j)))
}

fn key(a: &Object, b: &Object) -> [usize; 2] {
    [a.reference.min(b.reference), a.reference.max(b.reference)]
}

/// A test of the pair alone must agree.
fn by_itself(a: &Object, b: &Object, reported: &BTreeSet<[usize; 2]>) {
    // Unplaced objects are no error here: they hit nothing.
    let hit = !during(None, || dtTestObjects(pointer(a.reference), pointer(b.reference)))
        .pairs
        .is_empty();
    assert_eq!(hit, reported.contains(&key(a, b)), "dtTestObjects and dtTest of {:?}", key(a, b));
}

fn by_oracle(a: &Object, b: &Object, reported: &BTreeSet<[usize; 2]>, counts: &mut Counts) {
    let hit = reported.contains(&key(a, b));
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
