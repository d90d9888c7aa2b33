use super::*;
use crate::broad::broad_phase::{ABSENT, Proxy, is_present};
use crate::broad::tests::storm::Events;
use crate::broad::{Adaptive, BroadPhase};
use crate::math::Vec3;
use solid_testing::Random;

fn threads(count: usize) -> Threads {
    Threads::new(count).expect("threads")
}

/// The keys of each column.
fn contents(columns: &Columns) -> Vec<Vec<u64>> {
    let column = |i| columns.shares.iter().flat_map(|share| share.column(i)).copied().collect();
    (0..columns.layout.columns()).map(column).collect()
}

#[test]
fn numbers_are_ordered_as_coordinates_are() {
    let numbers =
        [f32::NEG_INFINITY, -f32::MAX, -1.0, -1e-45, -0.0, 0.0, 1e-45, 1.0, f32::INFINITY];
    numbers.windows(2).for_each(|pair| assert!(ordered(pair[0]) < ordered(pair[1]), "{pair:?}"));
}

/// Boxes fewer and more than before, by fewer and more threads; none, some or all of them in most columns; and some absent.
#[test]
fn every_pair_is_found_once_in_the_same_order() {
    let mut random = Random::new(17);
    let teams = [1, 2, 5].map(threads);
    let mut all_columns = teams.each_ref().map(|_| Columns::default());
    for (count, long) in [(300, 0), (4000, 0), (4000, 400), (4000, 4000), (300, 30), (1500, 0)] {
        let boxes: Vec<Aabb> = (0..count)
            .map(|i| {
                let half =
                    if i < long { Vec3::repeat(15.0) } else { random.vector_between(0.2, 0.5) };
                let aabb = Aabb::from_center(random.vector_between(0.0, 30.0), half);
                if i % 37 == 5 { ABSENT } else { aabb }
            })
            .collect();
        let present = boxes.iter().filter(|aabb| is_present(aabb)).count();
        let overlap = |a: Proxy, b: Proxy| boxes[a as usize].overlaps(&boxes[b as usize]);
        let mut expected = None;
        for (columns, team) in all_columns.iter_mut().zip(&teams) {
            let (mut pairs, before) = (Vec::new(), columns.box_tests);
            columns.find(&boxes, present, team, overlap, &mut pairs);
            let found = (pairs, columns.box_tests - before);
            assert!(*expected.get_or_insert_with(|| found.clone()) == found, "{long} of {count}");
        }
        // Each box lies in each column once, and exactly one of its columns is its first on both axes.
        let mut firsts = vec![0; boxes.len()];
        let contents = contents(&all_columns[0]);
        for column in &contents {
            let proxies = column.iter().map(|key| (*key as u32 & !IS_FIRST) as usize);
            assert!(proxies.collect::<Vec<_>>().is_sorted_by(|a, b| a < b));
            let tags =
                column.iter().map(|key| *key as u32).filter(|tag| tag & IS_FIRST == IS_FIRST);
            tags.for_each(|tag| firsts[(tag & !IS_FIRST) as usize] += 1);
        }
        boxes
            .iter()
            .zip(&firsts)
            .for_each(|(aabb, firsts)| assert_eq!(*firsts, i32::from(is_present(aabb))));
        assert!(contents.len() > if long < count { 3 } else { 0 });
        let (mut pairs, _) = expected.expect("three teams");
        pairs.sort_unstable();
        pairs.windows(2).for_each(|pair| assert!(pair[0] < pair[1]));
        let all = (0..count as Proxy).flat_map(|b| (0..b).map(move |a| (a, b)));
        assert_eq!(pairs.len(), all.filter(|(a, b)| overlap(*a, *b)).count());
    }
}

#[test]
fn threads_report_the_same_pairs() {
    let mut random = Random::new(5);
    let mut phases = [1, 2, 5].map(|count| {
        let mut phase = Adaptive::default();
        phase.set_threads(threads(count));
        (phase, Events::default())
    });
    let (mut begun, mut ended) = (0, 0);
    for frame in 0..40 {
        // Evenly spread, in one long heap, with huge ones among tiny ones; and a few absent.
        let size = if frame % 10 == 9 { 6.0 } else { 1.0 };
        let room = Vec3::new(18.0, 18.0, if frame % 8 < 4 { 18.0 } else { 1.0 });
        for i in 0..2000 {
            if frame > 0 && random.vector_between(0.0, 1.0).x < 0.2 {
                continue;
            }
            let center = random.vector_between(0.0, 1.0).component_mul(&room);
            let half = random.vector_between(0.2, 0.5) * if i % 50 == 0 { size } else { 1.0 };
            let leaves = random.vector_between(0.0, 1.0).x < 0.05;
            for (phase, _) in &mut phases {
                match leaves {
                    true => phase.remove(i as Proxy),
                    false => phase.place(i as Proxy, &Aabb::from_center(center, half)),
                }
            }
        }
        phases.iter_mut().for_each(|(phase, events)| events.update(phase));
        let [(first, expected), others @ ..] = &phases;
        assert!(!first.is_by_tree());
        for (_, events) in others {
            events.is_as(expected, "by threads");
        }
        assert!(others.iter().all(|(phase, _)| phase.box_tests() == first.box_tests()));
        begun += expected.begun.len();
        ended += expected.ended.len();
    }
    assert!(begun > 20_000 && ended > 20_000, "{begun} {ended}");
}
