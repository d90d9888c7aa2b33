//! Tests that every broad phase must pass.

use crate::broad::tests::storm::{AllPhases, Events};
use crate::broad::tree::nodes::{DEEPEST, LEAF, deepest};
use crate::broad::{Adaptive, BoxTree, BroadPhase, BruteForce, Proxy, SweepAndPrune};
use crate::math::{Aabb, Vec3};
use solid_testing::Random;

fn all() -> [(&'static str, Box<dyn BroadPhase>); 4] {
    [
        ("adaptive", Box::new(Adaptive::default())),
        ("tree", Box::new(BoxTree::default())),
        ("sweep", Box::new(SweepAndPrune::default())),
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
                events.update(&mut *phase);
            }
        }
    }
}

/// Walks keep their way down in a place of this many; and what was just built is never too deep, by its splits.
#[test]
fn a_tree_may_be_as_deep_as_it_is_built_and_as_walks_can_go() {
    assert_eq!(DEEPEST, deepest(LEAF as usize) + 1);
    for levels in 1..31_u32 {
        let built = (5.2 * f64::from(levels)).ceil() as usize + 1;
        assert!((built..DEEPEST).contains(&deepest(1 << levels)), "{levels}");
    }
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
        events.update(&mut phase);
        let mut by_tree = 0;
        for _ in 0..30 {
            (0..moving).for_each(|i| place(&mut phase, i));
            events.update(&mut phase);
            by_tree += u32::from(phase.is_by_tree());
        }
        assert_eq!(by_tree > 0, expected, "{moving} of 1000 move: {by_tree} commits by tree");
    }
}

#[test]
fn many_queries_of_boxes_at_rest_are_worth_a_tree() {
    let mut random = Random::new(77);
    let (mut phase, mut brute) = (Adaptive::default(), BruteForce::default());
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
        events.update(&mut phase);
        expected.update(&mut brute);
        events.is_as(&expected, "adaptive");
        assert!(!phase.is_by_tree());
        for query in 0..60 {
            phase.prepare_queries(round % 2 == 0, 1);
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

/// A belt: in every update the box at one end goes and one comes at the other, in front or behind.
fn belt(step: f64, reuse: bool) {
    let cube =
        |i: usize| Aabb::from_center(Vec3::new(i as f64 * step, 0.0, 0.0), Vec3::repeat(0.6));
    let n = 200;
    let mut phases = AllPhases::default();
    (0..n).for_each(|i| phases.place(i, &cube(i)));
    (0..30).for_each(|_| phases.update());
    for round in n..n + 1000 {
        phases.remove(round % n);
        if !reuse {
            phases.update();
        }
        phases.place(round % n, &cube(round));
        phases.update();
    }
    assert_eq!(phases.sweep_events.pairs.len(), n - 1);
}

#[test]
fn on_a_belt_each_box_touches_its_neighbours() {
    for step in [1.0, -1.0] {
        belt(step, true);
        belt(step, false);
    }
}
