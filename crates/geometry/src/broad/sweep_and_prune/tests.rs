use super::*;
use crate::broad::tests::storm::{AllPhases, Events};
use crate::broad::{BroadPhase, BruteForce, PairSink};
use crate::math::Vec3;
use solid_testing::Random;

fn cube(center: Vec3) -> Aabb {
    Aabb::from_center(center, Vec3::new(0.5, 0.5, 0.5))
}

/// A scene of `n` boxes, by a rule.
fn scene(n: usize, random: &mut Random, rule: impl Fn(&mut Random, usize) -> Aabb) -> Vec<Aabb> {
    (0..n).map(|i| rule(random, i)).collect()
}

/// Inserts a scene at once, jolts a few boxes for a while, then all, then a few again, and takes all out at
/// once, beside brute force all the time.
fn run(seed: u64, rule: impl Fn(&mut Random, usize) -> Aabb) {
    let mut random = Random::new(seed);
    let mut boxes = scene(500, &mut random, rule);
    let mut phases = AllPhases::default();
    boxes.iter().enumerate().for_each(|(slot, aabb)| phases.place(slot, aabb));
    phases.update();
    for commit in 0..120 {
        let movers = if (50..60).contains(&commit) { 500 } else { 5 };
        for _ in 0..movers {
            let slot = random.below(500);
            let extent = boxes[slot].max - boxes[slot].min;
            let shift = random.vector_between(-0.2, 0.2).component_mul(&extent);
            boxes[slot] = Aabb { min: boxes[slot].min + shift, max: boxes[slot].max + shift };
            phases.place(slot, &boxes[slot]);
        }
        phases.update();
    }
    assert!(!phases.sweep_events.pairs.is_empty());
    (0..500).for_each(|slot| phases.remove(slot));
    phases.update();
    assert!(phases.sweep_events.pairs.is_empty());
}

#[test]
fn evenly_spread_scene() {
    run(1, |random, _| cube(random.vector_between(0.0, 10.0)));
}

#[test]
fn two_clusters_far_apart() {
    run(2, |random, i| {
        let far = if i % 2 == 0 { 0.0 } else { 1e7 };
        cube(random.vector_between(0.0, 5.0) + Vec3::new(far, far, far))
    });
}

#[test]
fn all_in_one_place() {
    run(3, |random, _| cube(random.vector_between(0.0, 0.1)));
}

#[test]
fn huge_among_tiny() {
    run(4, |random, i| {
        let half = if i % 50 == 0 { 10.0 } else { 0.1 };
        Aabb::from_center(random.vector_between(0.0, 20.0), Vec3::new(half, half, half))
    });
}

#[test]
fn pillars_and_plates() {
    for long in 0..3 {
        run(5, |random, _| {
            let mut half = Vec3::new(0.3, 0.3, 0.3);
            half[long] = 50.0;
            Aabb::from_center(random.vector_between(0.0, 12.0), half)
        });
        run(6, |random, _| {
            let mut half = Vec3::new(30.0, 30.0, 30.0);
            half[long] = 0.01;
            Aabb::from_center(random.vector_between(0.0, 100.0), half)
        });
    }
}

#[test]
fn things_on_a_floor() {
    run(7, |random, i| {
        if i == 0 {
            return Aabb { min: Vec3::new(-1e8, -1.0, -1e8), max: Vec3::new(1e8, 0.0, 1e8) };
        }
        let mut center = random.vector_between(0.0, 20.0);
        center.y = 0.5;
        cube(center)
    });
}

/// A crowd too large for brute force, with a known answer: cubes of a lattice touch 26 neighbours.
#[test]
fn a_hundred_thousand_at_once() {
    const SIDE: usize = 46;
    let mut sweep = SweepAndPrune::default();
    let mut random = Random::new(9);
    let mut slots: Vec<usize> = (0..SIDE * SIDE * SIDE).collect();
    for i in (1..slots.len()).rev() {
        slots.swap(i, random.below(i + 1));
    }
    for (i, slot) in slots.iter().enumerate() {
        let cell = [i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE];
        sweep.place(*slot as Proxy, &cube(Vec3::from_fn(|k, _| cell[k] as f64)));
    }
    let mut events = Events::default();
    sweep.update(&mut events);
    let n = SIDE;
    assert_eq!(events.pairs.len(), ((3 * n - 2).pow(3) - n.pow(3)) / 2);
    slots.iter().for_each(|slot| sweep.remove(*slot as Proxy));
    events.begun.clear();
    sweep.update(&mut events);
    assert!(events.pairs.is_empty());
}

#[test]
fn touching_boxes_overlap() {
    let mut phases = AllPhases::default();
    phases.place(0, &cube(Vec3::zeros()));
    phases.place(1, &cube(Vec3::new(1.0, 1.0, -1.0)));
    phases.place(2, &cube(Vec3::new(1.0 + 1e-15, 0.0, 0.0)));
    phases.update();
    assert_eq!(phases.sweep_events.begun, [(0, 1), (1, 2)]);
}

#[test]
fn a_slot_reused_at_once_gets_new_pairs() {
    for n in [3, 300] {
        let mut phases = AllPhases::default();
        for slot in 0..n {
            phases.place(slot, &cube(Vec3::new(0.6 * slot as f64, 0.0, 0.0)));
        }
        for round in 0..40 {
            phases.update();
            let expected = if round == 0 { n - 1 } else { 2 };
            assert_eq!(phases.sweep_events.begun.len(), expected);
            phases.remove(1);
            phases.place(1, &cube(Vec3::new(0.6, 0.0, 0.0)));
        }
        phases.update();
        assert_eq!(phases.sweep_events.ended, [(0, 1), (1, 2)]);
        assert_eq!(phases.sweep_events.begun, [(0, 1), (1, 2)]);
    }
}

#[test]
fn what_cancels_out_is_not_reported() {
    let mut phases = AllPhases::default();
    for slot in 0..100 {
        phases.place(slot, &cube(Vec3::new(slot as f64, 0.0, 0.0)));
    }
    phases.update();
    for _ in 0..30 {
        phases.place(5, &cube(Vec3::new(70.0, 0.0, 0.0)));
        phases.place(5, &cube(Vec3::new(5.0, 0.0, 0.0)));
        phases.place(200, &cube(Vec3::zeros()));
        phases.remove(200);
        phases.update();
        assert!(phases.sweep_events.begun.is_empty() && phases.sweep_events.ended.is_empty());
    }
}

#[test]
fn unknown_proxies_are_ignored() {
    let mut sweep = SweepAndPrune::default();
    let mut events = Events::default();
    sweep.remove(7);
    sweep.update(&mut events);
    sweep.place(7, &cube(Vec3::zeros()));
    sweep.remove(3);
    sweep.remove(7);
    sweep.remove(7);
    sweep.update(&mut events);
    assert!(events.pairs.is_empty());
}

/// Moves a share of the boxes of a scene back and forth.
fn sway(
    sweep: &mut SweepAndPrune,
    boxes: &[Aabb],
    commits: usize,
    stride: usize,
    sink: &mut Events,
) {
    for commit in 0..commits {
        for slot in (commit % stride..boxes.len()).step_by(stride) {
            let shift = Vec3::new(0.1, -0.1, 0.1) * (commit / stride % 4) as f64;
            let aabb = Aabb { min: boxes[slot].min + shift, max: boxes[slot].max + shift };
            sweep.place(slot as Proxy, &aabb);
        }
        sink.begun.clear();
        sweep.update(sink);
    }
}

/// Where few move a little, insertion takes few steps; where one leaps, about one for each end in the lists.
#[test]
fn work_follows_the_motion() {
    let mut random = Random::unshifted(11);
    let boxes = scene(1000, &mut random, |random, _| cube(random.vector_between(0.0, 20.0)));
    let (mut sweep, mut events) = (SweepAndPrune::default(), Events::default());
    sway(&mut sweep, &boxes, 4, 1, &mut events);
    let mut work = |change: &mut dyn FnMut(&mut SweepAndPrune, &mut Events)| {
        let before = sweep.box_tests();
        change(&mut sweep, &mut events);
        sweep.box_tests() - before
    };
    let few = work(&mut |sweep, events| sway(sweep, &boxes, 1, 100, events));
    let leap = work(&mut |sweep, events| {
        sweep.place(0, &cube(Vec3::repeat(100.0)));
        events.update(sweep);
    });
    let ends = 6 * 1000;
    assert!(few < 2 * ends && (2 * ends..4 * ends).contains(&leap), "{few} {leap}");
}

#[test]
fn the_same_calls_give_the_same_reports_in_the_same_order() {
    /// Hears everything in order.
    #[derive(Default)]
    struct Log(Vec<(bool, Proxy, Proxy)>);
    impl PairSink for Log {
        fn begin(&mut self, a: Proxy, b: Proxy) {
            self.0.push((true, a, b));
        }
        fn end(&mut self, a: Proxy, b: Proxy) {
            self.0.push((false, a, b));
        }
    }
    let log = || {
        let mut random = Random::new(13);
        let (mut sweep, mut log) = (SweepAndPrune::default(), Log::default());
        for commit in 0..100 {
            for _ in 0..if commit < 10 { 500 } else { 5 } {
                let slot = random.below(500) as Proxy;
                sweep.place(slot, &cube(random.vector_between(0.0, 10.0)));
            }
            sweep.update(&mut log);
        }
        log.0
    };
    assert_eq!(log(), log());
}

/// The trait serves a sink that is only known at run time, and brute force answers to it as well.
#[test]
fn a_sink_may_be_a_trait_object() {
    let mut events = Events::default();
    let mut brute = BruteForce::default();
    brute.place(4, &cube(Vec3::zeros()));
    brute.place(2, &cube(Vec3::zeros()));
    let sink: &mut dyn PairSink = &mut events;
    brute.update(sink);
    assert_eq!(events.begun, [(2, 4)]);
}
