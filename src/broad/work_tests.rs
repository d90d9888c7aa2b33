//! How much work the broad phases do, counted and not timed.

use super::storm_tests::{Events, Random};
use super::{Adaptive, BoxTree, BroadPhase, Proxy, SpatialHash, UniformGrid};
use crate::math::{Aabb, Vec3};

/// How a scene makes the box of its i-th body.
type Rule = fn(&mut Random, usize) -> Aabb;

const UNEVEN: [(&str, Rule); 5] = [
    ("even", |random, _| Aabb::from_center(random.vector(0.0, 55.0), random.vector(0.8, 1.0))),
    ("clusters", |random, i| {
        let far = Vec3::repeat(1e5 * (i % 7) as f64);
        Aabb::from_center(random.vector(0.0, 20.0) + far, random.vector(0.8, 1.0))
    }),
    ("long and thin", |random, i| {
        let mut half = Vec3::repeat(0.5);
        half[i % 3] = 60.0;
        Aabb::from_center(random.vector(0.0, 55.0), half)
    }),
    ("huge among tiny", |random, i| {
        let size = if i % 20 == 0 { 20.0 } else { 0.5 };
        Aabb::from_center(random.vector(0.0, 55.0), random.vector(0.8, 1.0) * size)
    }),
    ("all in one place", |random, _| Aabb::from_center(random.vector(0.0, 1.0), random.vector(0.8, 1.0))),
];

/// Boxes compared in a frame, on the average, when every `stride`-th of `n` boxes trembles, all of them at first.
fn work(mut phase: Box<dyn BroadPhase>, rule: Rule, n: usize, stride: usize) -> u64 {
    let mut random = Random(7);
    let boxes: Vec<Aabb> = (0..n).map(|i| rule(&mut random, i)).collect();
    let mut sink = Events::default();
    let mut frame = |frame: usize, stride: usize| {
        for i in (frame % stride..n).step_by(stride) {
            let shift = Vec3::repeat(0.03 * ((frame + i) / stride % 3) as f64);
            phase.place(i as Proxy, &Aabb { min: boxes[i].min + shift, max: boxes[i].max + shift });
        }
        sink.commit(&mut *phase);
        phase.box_tests()
    };
    frame(0, 1);
    let before = (1..20).map(|i| frame(i, stride)).last().unwrap_or(0);
    let after = (20..30).map(|i| frame(i, stride)).last().unwrap_or(0);
    (after - before) / 10
}

/// Of the lists of ends no such thing can be said: where boxes tremble, these have next to nothing to do.
#[test]
fn the_default_is_never_far_from_the_best_of_tree_and_cells() {
    for (name, rule) in UNEVEN {
        let others: [Box<dyn BroadPhase>; 3] = [
            Box::new(BoxTree::default()),
            Box::new(UniformGrid::default()),
            Box::new(SpatialHash::default()),
        ];
        let works = others.map(|phase| work(phase, rule, 600, 1));
        let least = works.into_iter().min().unwrap_or(0);
        let own = work(Box::new(Adaptive::default()), rule, 600, 1);
        println!("{name}: {own} boxes compared, others {works:?}");
        assert!(own <= 2 * least, "{name}: {own} boxes compared, others {works:?}");
    }
}

#[test]
fn few_that_move_cost_little() {
    let rule: Rule = |random, _| Aabb::from_center(random.vector(0.0, 94.0), random.vector(0.8, 1.0));
    let all = work(Box::new(Adaptive::default()), rule, 10_000, 1);
    let few = work(Box::new(Adaptive::default()), rule, 10_000, 100);
    println!("all move: {all} boxes compared; 1 %: {few}");
    assert!(few * 100 <= 3 * all, "all move: {all}, few: {few}");
}

#[test]
fn the_default_changes_over_and_back() {
    let mut random = Random(5);
    let (mut phase, mut sink) = (Adaptive::default(), Events::default());
    let mut seen = [0; 2];
    for frame in 0..100 {
        let moved = if frame / 25 % 2 == 0 { 300 } else { 2 };
        for i in 0..moved {
            phase.place(i, &Aabb::from_center(random.vector(0.0, 20.0), Vec3::repeat(0.5)));
        }
        sink.commit(&mut phase);
        seen[usize::from(phase.is_by_tree())] += 1;
    }
    assert!(seen[0] > 30 && seen[1] > 20, "{seen:?}");
}
