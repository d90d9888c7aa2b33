//! Long random storms of changes, held against brute force.

use crate::broad::{
    Adaptive, BoxTree, BroadPhase, BruteForce, PairSink, Proxy, SweepAndPrune, Swept,
};
use crate::math::{Aabb, Vec3};
use solid_testing::Random;
use std::collections::BTreeSet;

/// What an update reported. Insists on `a < b`, on ends before begins, and on every report being a true
/// change.
#[derive(Default)]
pub(in crate::broad) struct Events {
    pub(in crate::broad) pairs: BTreeSet<(Proxy, Proxy)>,
    pub(in crate::broad) begun: Vec<(Proxy, Proxy)>,
    pub(in crate::broad) ended: Vec<(Proxy, Proxy)>,
}

impl PairSink for Events {
    fn begin(&mut self, a: Proxy, b: Proxy) {
        assert!(a < b);
        assert!(self.pairs.insert((a, b)), "({a}, {b}) began twice");
        self.begun.push((a, b));
    }

    fn end(&mut self, a: Proxy, b: Proxy) {
        assert!(a < b);
        assert!(self.begun.is_empty(), "an end after a begin");
        assert!(self.pairs.remove(&(a, b)), "({a}, {b}) ended and had not begun");
        self.ended.push((a, b));
    }
}

/// The sweep and all other broad phases beside brute force.
pub(in crate::broad) struct AllPhases {
    pub(in crate::broad) sweep: SweepAndPrune,
    pub(in crate::broad) sweep_events: Events,
    brute: BruteForce,
    expected: Events,
    others: Vec<(Box<dyn BroadPhase>, &'static str, Events)>,
    random: Random,
}

impl Default for AllPhases {
    fn default() -> AllPhases {
        let others: [(Box<dyn BroadPhase>, _); 2] =
            [(Box::new(Adaptive::default()), "adaptive"), (Box::new(BoxTree::default()), "tree")];
        AllPhases {
            sweep: SweepAndPrune::default(),
            sweep_events: Events::default(),
            brute: BruteForce::default(),
            expected: Events::default(),
            others: others
                .into_iter()
                .map(|(phase, name)| (phase, name, Events::default()))
                .collect(),
            random: Random::new(4711),
        }
    }
}

impl AllPhases {
    pub(in crate::broad) fn place(&mut self, proxy: usize, aabb: &Aabb) {
        self.sweep.place(proxy as Proxy, aabb);
        self.brute.place(proxy as Proxy, aabb);
        self.others.iter_mut().for_each(|(phase, _, _)| phase.place(proxy as Proxy, aabb));
    }

    pub(in crate::broad) fn remove(&mut self, proxy: usize) {
        self.sweep.remove(proxy as Proxy);
        self.brute.remove(proxy as Proxy);
        self.others.iter_mut().for_each(|(phase, _, _)| phase.remove(proxy as Proxy));
    }

    pub(in crate::broad) fn update(&mut self) {
        self.expected.update(&mut self.brute);
        self.sweep_events.update(&mut self.sweep);
        self.sweep_events.is_as(&self.expected, "sweep");
        self.sweep.validate();
        for (phase, name, events) in &mut self.others {
            events.update(&mut **phase);
            events.is_as(&self.expected, name);
            phase.validate();
        }
        if self.random.below(8) == 0 {
            self.ask();
        }
    }

    /// The same queries to all.
    fn ask(&mut self) {
        let from = Aabb::from_center(
            self.random.vector_between(-3.0, 12.0),
            self.random.vector_between(0.0, 1.0),
        );
        let swept = Swept { from, motion: self.random.vector_between(-9.0, 9.0) };
        let ray = Swept::ray(from.min, swept.motion);
        let ask = |phase: &dyn BroadPhase| {
            let (mut found, mut met) = (Vec::new(), [Vec::new(), Vec::new()]);
            phase.query_box(&from, &mut |proxy| found.push(proxy));
            for (query, met) in [swept, ray].iter().zip(&mut met) {
                phase.query_swept(query, 1.0, &mut |proxy, time| {
                    met.push((proxy, time.to_bits()));
                    1.0
                });
            }
            let mut nearest = f64::INFINITY;
            phase.query_swept(&swept, 1.0, &mut |_, time| {
                nearest = nearest.min(time);
                nearest
            });
            found.sort_unstable();
            met.iter_mut().for_each(|met| met.sort_unstable());
            (found, met, nearest)
        };
        // Where there are to be many queries, some prepare for them.
        let queries = self.random.below(24);
        for (phase, _, _) in &mut self.others {
            (0..queries).for_each(|i| phase.prepare_queries(i > 3, 1));
        }
        let expected = ask(&self.brute);
        assert_eq!(ask(&self.sweep), expected);
        for (phase, _, _) in &self.others {
            assert_eq!(ask(&**phase), expected);
        }
    }
}

impl Events {
    /// Receives an update.
    pub(in crate::broad) fn update(&mut self, phase: &mut dyn BroadPhase) {
        self.begun.clear();
        self.ended.clear();
        phase.update(self);
        self.begun.sort_unstable();
        self.ended.sort_unstable();
    }

    pub(in crate::broad) fn is_as(&self, expected: &Events, name: &str) {
        let lacks = |these: &[(Proxy, Proxy)], those: &[(Proxy, Proxy)]| -> Vec<_> {
            those
                .iter()
                .filter(|pair| these.binary_search(pair).is_err())
                .take(5)
                .copied()
                .collect()
        };
        let missing = [lacks(&self.ended, &expected.ended), lacks(&self.begun, &expected.begun)];
        let wrong = [lacks(&expected.ended, &self.ended), lacks(&expected.begun, &self.begun)];
        let none = [vec![], vec![]];
        assert!(missing == none && wrong == none, "{name}: missing {missing:?}, wrong {wrong:?}");
        assert!(self.pairs == expected.pairs);
    }
}

/// How a storm makes a box for a proxy, given the one it had.
type Maker = fn(&mut Random, &Aabb) -> Aabb;

fn small(random: &mut Random, _: &Aabb) -> Aabb {
    Aabb::from_center(random.vector_between(0.0, 12.0), random.vector_between(0.3, 1.0))
}

/// A little further than before: coherent motion.
fn drift(random: &mut Random, old: &Aabb) -> Aabb {
    let shift = random.vector_between(-0.1, 0.1);
    Aabb { min: old.min + shift, max: old.max + shift }
}

/// Corners on a coarse lattice: many equal coordinates, many boxes that touch, and many of no extent.
fn lattice(random: &mut Random, _: &Aabb) -> Aabb {
    let min = random.vector_between(-3.0, 3.0).map(f64::round);
    Aabb { min, max: min + random.vector_between(0.0, 2.4).map(f64::floor) }
}

/// Nothing has been here: zeros of both signs, infinities, the largest and smallest numbers.
pub(in crate::broad) fn extreme(random: &mut Random, _: &Aabb) -> Aabb {
    const VALUES: [f64; 14] = [
        f64::NEG_INFINITY,
        -f64::MAX,
        -1e308,
        -1e30,
        -1.0,
        -f64::MIN_POSITIVE,
        -0.0,
        0.0,
        5e-324,
        1.0,
        1.0 + f64::EPSILON,
        1e300,
        f64::MAX,
        f64::INFINITY,
    ];
    let a = Vec3::from_fn(|_, _| VALUES[random.below(VALUES.len())]);
    let b = Vec3::from_fn(|_, _| VALUES[random.below(VALUES.len())]);
    Aabb { min: a.inf(&b), max: a.sup(&b) }
}

/// Far from the origin, where single precision sees no difference.
fn far_off(random: &mut Random, _: &Aabb) -> Aabb {
    Aabb::from_center(random.vector_between(1e9, 1e9 + 10.0), random.vector_between(0.1, 1.0))
}

/// Sizes over many magnitudes.
fn all_sizes(random: &mut Random, _: &Aabb) -> Aabb {
    let half = (random.unit() * 12.0 - 6.0).exp();
    Aabb::from_center(random.vector_between(-50.0, 50.0), random.vector_between(0.5, 1.0) * half)
}

/// Not boxes at all, mostly.
fn broken(random: &mut Random, old: &Aabb) -> Aabb {
    match random.below(4) {
        0 => Aabb::EMPTY,
        1 => Aabb { min: Vec3::new(f64::NAN, 0.0, 0.0), max: Vec3::new(1.0, 1.0, 1.0) },
        2 => Aabb { min: Vec3::zeros(), max: Vec3::new(1.0, f64::NAN, 1.0) },
        _ => small(random, old),
    }
}

/// Runs a storm in phases with few and with many changes, from nothing to `slots` boxes and back.
fn storm(seed: u64, slots: usize, commits: usize, makers: &[Maker]) {
    let mut random = Random::new(seed);
    let mut phases = AllPhases::default();
    let mut boxes = vec![Aabb { min: Vec3::zeros(), max: Vec3::zeros() }; slots];
    let mut fraction = 1.0;
    let mut seen = 0;
    for commit in 0..commits {
        if commit % 24 == 0 {
            fraction = [0.0, 0.01, 0.03, 0.1, 0.5, 1.0, 3.0][random.below(7)];
        }
        let maker = makers[random.below(makers.len())];
        let mut changes = (fraction * slots as f64) as usize;
        if fraction < 0.5 {
            changes = random.below(changes + 2);
        }
        for _ in 0..changes {
            let slot = random.below(slots);
            match random.below(if commit % 5 == 0 { 6 } else { 60 }) {
                0 => phases.remove(slot),
                1 => {
                    phases.remove(slot);
                    phases.place(slot, &boxes[slot]);
                }
                2 => {
                    let old = boxes[slot];
                    phases.place(slot, &maker(&mut random, &old));
                    phases.place(slot, &old);
                }
                3 => {
                    phases.place(slot, &maker(&mut random, &Aabb::EMPTY));
                    phases.remove(slot);
                }
                _ => {
                    let aabb = maker(&mut random, &boxes[slot]);
                    phases.place(slot, &aabb);
                    if !aabb.is_empty() {
                        boxes[slot] = aabb;
                    }
                }
            }
        }
        phases.update();
        seen += phases.sweep_events.begun.len();
    }
    assert!(seen > 0, "a storm in which nothing met");
    (0..slots).for_each(|slot| phases.remove(slot));
    phases.update();
    assert!(phases.sweep_events.pairs.is_empty());
}

#[test]
fn coherent_storms() {
    for seed in 1..5 {
        storm(seed, 150, 1500, &[drift, drift, drift, drift, drift, drift, small]);
    }
}

#[test]
fn storms_of_jumps() {
    storm(1, 150, 1000, &[small]);
    storm(2, 400, 200, &[small, all_sizes]);
}

#[test]
fn storms_of_ties() {
    for seed in 1..4 {
        storm(seed, 100, 1500, &[lattice]);
    }
}

#[test]
fn storms_of_extremes() {
    for seed in 1..3 {
        storm(seed, 80, 1000, &[extreme]);
        storm(seed, 80, 1000, &[extreme, small, lattice, far_off]);
    }
}

#[test]
fn storms_far_from_the_origin() {
    storm(1, 150, 1000, &[far_off, drift]);
}

#[test]
fn storms_of_few() {
    for slots in 2..12 {
        storm(slots as u64, slots, 1000, &[lattice, small, extreme, drift]);
    }
}

/// Grows from two boxes to more than are compared each with each; the switch may follow any removals and moves.
#[test]
fn storms_of_more_and_more() {
    for seed in 1..60 {
        let (mut random, mut phases) = (Random::new(seed), AllPhases::default());
        for slots in [2, 4, 3, 7, 30, 40, 90] {
            for _ in 0..1 + random.below(12) {
                for _ in 0..1 + random.below(slots) {
                    let slot = random.below(slots);
                    if random.below(5) == 0 {
                        phases.remove(slot);
                    }
                    if random.below(4) > 0 {
                        phases.place(slot, &lattice(&mut random, &Aabb::EMPTY));
                    }
                }
                phases.update();
            }
        }
    }
}

#[test]
fn storms_with_broken_boxes() {
    storm(5, 100, 1000, &[broken, small, drift]);
}

#[test]
fn storms_of_all_kinds() {
    for seed in 10..12 {
        storm(seed, 120, 1500, &[small, drift, lattice, extreme, far_off, all_sizes, broken]);
    }
}
