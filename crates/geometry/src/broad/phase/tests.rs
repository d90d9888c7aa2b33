//! What is asked of every broad phase, whichever way it finds its pairs.

use crate::broad::tests::storm::Events;
use crate::broad::tree::{DEEPEST, LEAF, deepest};
use crate::broad::{
    Adaptive, BoxTree, BroadPhase, BruteForce, Proxy, SpatialHash, SweepAndPrune, UniformGrid,
};
use crate::math::{Aabb, Vec3};
use solid_testing::Random;

fn all() -> [(&'static str, Box<dyn BroadPhase>); 6] {
    [
        ("adaptive", Box::new(Adaptive::default())),
        ("tree", Box::new(BoxTree::default())),
        ("sweep", Box::new(SweepAndPrune::default())),
        ("grid", Box::new(UniformGrid::default())),
        ("hash", Box::new(SpatialHash::default())),
        ("brute force", Box::new(BruteForce::default())),
    ]
}

#[test]
fn boxes_are_those_that_were_placed() {
    for (name, mut phase) in all() {
        let (mut random, mut events) = (Random::new(6), Events::default());
        for count in [5, 200] {
            let placed: Vec<Aabb> = (0..count)
                .map(|_| {
                    Aabb::from_center(
                        random.vector_between(0.0, 20.0),
                        random.vector_between(0.3, 0.5),
                    )
                })
                .collect();
            placed.iter().enumerate().for_each(|(i, aabb)| phase.place(i as Proxy, aabb));
            phase.remove(3);
            for when in ["before", "after"] {
                let boxes = phase.boxes();
                assert!(boxes.len() >= count, "{name}, {when} a commit");
                for (i, (found, expected)) in boxes.iter().zip(&placed).enumerate() {
                    let is_as_placed =
                        if i == 3 { !found.overlaps(found) } else { found == expected };
                    assert!(is_as_placed, "{name}, {when} a commit: {i} is {found:?}");
                }
                events.commit(&mut *phase);
            }
        }
    }
}

/// One of many at rest leaps: it is held against all, where it was and where it is, and that is told as work.
#[test]
fn a_leap_in_sorted_lists_counts_as_two_looks_at_all() {
    const COUNT: usize = 2000;
    let (mut random, mut events) = (Random::new(2), Events::default());
    let mut phase = SweepAndPrune::default();
    let mut leap = |phase: &mut SweepAndPrune, i: usize| {
        phase.place(
            i as Proxy,
            &Aabb::from_center(random.vector_between(0.0, 60.0), Vec3::repeat(0.5)),
        );
    };
    (0..COUNT).for_each(|i| leap(&mut phase, i));
    events.commit(&mut phase);
    for _ in 0..40 {
        leap(&mut phase, 7);
        let before = phase.box_tests();
        events.commit(&mut phase);
        let tests = phase.box_tests() - before;
        assert!(!phase.is_incremental() || tests >= 2 * COUNT as u64, "{tests} boxes compared");
    }
    assert!(phase.is_incremental());
}

/// Walks keep their way down in a place of so many; and what was just built is never too deep, by its splits.
#[test]
fn a_tree_may_be_as_deep_as_it_is_built_and_as_walks_can_go() {
    assert_eq!(DEEPEST, deepest(LEAF as usize) + 1);
    for levels in 1..31_u32 {
        let built = (5.2 * f64::from(levels)).ceil() as usize + 1;
        assert!((built..DEEPEST).contains(&deepest(1 << levels)), "{levels}");
    }
}

/// Boxes that are placed in parts, as by several threads, are placed as well as one by one: all of them, or those that had not
/// been placed one by one before, and each is listed once.
#[test]
fn a_ledger_is_that_of_its_phase() {
    let cases = [(0, false), (0, true), (60, false), (60, true)];
    for ((before, most), (name, mut phase)) in
        cases.into_iter().flat_map(|case| all().map(move |phase| (case, phase)))
    {
        let mut events = Events::default();
        let Some(ledger) = phase.ledger(100) else {
            continue;
        };
        (0..before).for_each(|i| {
            assert!(ledger.put(i, &Aabb::from_center(Vec3::zeros(), Vec3::repeat(0.5))))
        });
        let (mut placed, mut come) = (0, 0);
        for (i, mut part) in ledger.parts(40, most).enumerate() {
            for place in 0..40.min(100 - 40 * i) {
                let x = 0.9 * (40 * i + place) as f64;
                part.place(place, &Aabb::from_center(Vec3::new(x, 0.0, 0.0), Vec3::repeat(0.5)));
            }
            (placed, come) = (placed + part.placed, come + part.come);
        }
        ledger.list_placed(&(0..100).rev().collect::<Vec<Proxy>>(), placed, come);
        assert_eq!(ledger.present, 100);
        let listed = (0..before).chain((before..100).rev());
        assert!(ledger.changed.iter().copied().eq(listed), "{name}: {:?}", ledger.changed);
        assert!(ledger.news.iter().all(|news| news.changed()));
        events.commit(&mut *phase);
        assert!(
            events.begun.iter().copied().eq((0..99).map(|i| (i, i + 1))),
            "{name}: {:?}",
            events.begun
        );
    }
}

/// Frame after frame: whether the boxes are written over those before, or beside them where most change, the pairs are those
/// that one by one give.
#[test]
fn boxes_placed_in_parts_are_as_one_by_one() {
    let mut random = Random::new(6);
    let mut phases = [Adaptive::default(), Adaptive::default(), Adaptive::default()];
    assert!(phases.iter_mut().all(|phase| phase.ledger(300).is_some()));
    let mut events = [(); 3].map(|_| Events::default());
    let mut begun = 0;
    for frame in 0..60 {
        let changes: Vec<Option<Aabb>> = (0..300)
            .map(|_| match random.below(if frame % 4 == 3 { 20 } else { 3 }) {
                0 => Some(Aabb::from_center(
                    random.vector_between(0.0, 8.0),
                    random.vector_between(0.2, 0.5),
                )),
                1 if random.below(9) == 0 => Some(Aabb::EMPTY),
                _ => None,
            })
            .collect();
        for (phase, most) in phases.iter_mut().zip([None, Some(false), Some(true)]) {
            let changes = changes.iter().enumerate();
            // Some have changed before in some frames.
            let early = if frame % 5 == 4 { 10 } else { 0 };
            let Some(most) = most else {
                changes.for_each(|(i, aabb)| {
                    aabb.iter().for_each(|aabb| phase.place(i as Proxy, aabb))
                });
                continue;
            };
            changes.clone().take(early).for_each(|(i, aabb)| {
                aabb.iter().for_each(|aabb| phase.place(i as Proxy, aabb));
            });
            let ledger = phase.ledger(300).expect("it has one");
            let (mut placed, mut come) = (0, 0);
            for (mut part, first) in ledger.parts(40, most).zip((0..).step_by(40)) {
                for (i, aabb) in changes.clone().skip(first).take(40) {
                    match aabb {
                        Some(aabb) => part.place(i - first, aabb),
                        None => part.keep(i - first),
                    }
                }
                (placed, come) = (placed + part.placed, come + part.come);
            }
            let moved: Vec<Proxy> =
                changes.filter(|(_, aabb)| aabb.is_some()).map(|(i, _)| i as Proxy).collect();
            ledger.list_placed(&moved, placed, come);
        }
        phases.iter_mut().zip(&mut events).for_each(|(phase, events)| events.commit(phase));
        let [first, others @ ..] = &events;
        others.iter().for_each(|events| events.is_as(first, "in parts"));
        begun += first.begun.len();
        let boxes = |phase: &Adaptive| format!("{:?}", phase.boxes());
        assert!(phases.iter().all(|phase| boxes(phase) == boxes(&phases[0])), "frame {frame}");
    }
    assert!(begun > 1000, "{begun}");
}

/// The tree is taken to where it is known to pay: before it was tried, by a way down and up for each box that moves. Of a
/// thousand that is where a seventh moves, and not where a quarter does.
#[test]
fn the_default_tries_the_tree_where_few_move() {
    for (moving, expected) in [(100, true), (240, false)] {
        let (mut random, mut events) = (Random::new(3), Events::default());
        let mut phase = Adaptive::default();
        let mut place = |phase: &mut Adaptive, i: usize| {
            phase.place(
                i as Proxy,
                &Aabb::from_center(random.vector_between(0.0, 50.0), Vec3::repeat(0.5)),
            );
        };
        (0..1000).for_each(|i| place(&mut phase, i));
        events.commit(&mut phase);
        let mut by_tree = 0;
        for _ in 0..30 {
            (0..moving).for_each(|i| place(&mut phase, i));
            events.commit(&mut phase);
            by_tree += u32::from(phase.is_by_tree());
        }
        assert_eq!(by_tree > 0, expected, "{moving} of 1000 move: {by_tree} commits by tree");
    }
}

/// Lists are tried where boxes overlap many others, if they promise to cost half of what the sweep does: in one heap, and not
/// in small ones side by side, which a sweep parts at once.
#[test]
fn the_default_tries_lists_where_they_promise_much() {
    for (heaps, expected) in [(1, true), (30, false)] {
        let (mut random, mut events) = (Random::new(4), Events::default());
        let mut phase = Adaptive::default();
        let mut by_lists = 0;
        for _ in 0..30 {
            for i in 0..270 {
                let center = Vec3::new(10.0 * (i % heaps) as f64, 0.0, 0.0)
                    + random.vector_between(0.0, 0.001);
                phase.place(i as Proxy, &Aabb::from_center(center, Vec3::repeat(0.5)));
            }
            events.commit(&mut phase);
            by_lists += u32::from(phase.is_by_lists());
        }
        assert!(phase.pair_count() >= 4 * 270, "all in a heap overlap");
        assert_eq!(by_lists > 0, expected, "{heaps} heaps: {by_lists} commits by lists");
    }
}

/// Room is made for all boxes when they come: they may move, go and come again, and nothing grows.
#[test]
fn a_tree_has_room_for_all_that_its_boxes_may_do() {
    let (mut random, mut events) = (Random::new(9), Events::default());
    let mut phase = BoxTree::default();
    let mut place = |phase: &mut BoxTree, i: Proxy| {
        phase.place(i, &Aabb::from_center(random.vector_between(0.0, 90.0), Vec3::repeat(0.1)));
    };
    (0..100).for_each(|i| place(&mut phase, i));
    let room = phase.bytes();
    for round in 0..20 {
        events.commit(&mut phase);
        (0..100).step_by(2).for_each(|i| phase.remove(i));
        (0..100).step_by(1 + round % 7).for_each(|i| place(&mut phase, i));
    }
    (0..100).for_each(|i| phase.remove(i));
    events.commit(&mut phase);
    // What begins is listed, at the most that has ever begun at once.
    let begun = phase.bytes() - room;
    assert!(begun <= 16 * size_of::<(Proxy, Proxy)>(), "{begun} bytes more");
}

#[test]
fn many_queries_of_boxes_at_rest_are_worth_a_tree() {
    let mut random = Random::new(77);
    let (mut phase, mut brute) = (Adaptive::new(), BruteForce::new());
    let (mut events, mut expected) = (Events::default(), Events::default());
    for round in 0..40 {
        // All move, which is a sweep's work, unless few have for some time.
        for proxy in 0..500 {
            let aabb = Aabb::from_center(
                random.vector_between(0.0, 10.0),
                random.vector_between(0.2, 0.6),
            );
            phase.place(proxy, &aabb);
            brute.place(proxy, &aabb);
        }
        events.commit(&mut phase);
        expected.commit(&mut brute);
        events.is_as(&expected, "adaptive");
        assert!(!phase.is_by_tree());
        for query in 0..60 {
            phase.prepare_query(round % 2 == 0);
            let aabb = Aabb::from_center(
                random.vector_between(0.0, 10.0),
                random.vector_between(0.1, 3.0),
            );
            let [found, all] = [&phase as &dyn BroadPhase, &brute].map(|phase| {
                let mut found = Vec::new();
                phase.query_box(&aabb, &mut |proxy| found.push(proxy));
                found.sort_unstable();
                found
            });
            assert_eq!(found, all);
            assert_eq!(phase.is_by_tree(), round % 2 == 0 && query >= 15);
        }
    }
}
