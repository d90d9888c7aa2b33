//! Times the broad phase: microseconds a frame for the boxes of unit spheres at five percent density, moving
//! a twentieth of their radius and breathing as a hull that turns by ten degrees does. Run it with `cargo
//! bench --bench broad`, or for one number of boxes with `cargo bench --bench broad -- 2000`.
//! The broad phases are named by `adaptive` (the default), `sweep` and `tree`.

use solid_geometry::broad::{Adaptive, BoxTree, BroadPhase, PairSink, Proxy, SweepAndPrune};
use solid_geometry::math::{Aabb, Vec3};
use solid_testing::Random;
use std::time::Instant;

#[derive(Default)]
struct Count {
    begun: usize,
    ended: usize,
}

impl PairSink for Count {
    fn begin(&mut self, _: Proxy, _: Proxy) {
        self.begun += 1;
    }
    fn end(&mut self, _: Proxy, _: Proxy) {
        self.ended += 1;
    }
}

/// The pairs that are left must be those of all boxes, found by comparing all, where they are not too many for that.
fn check(boxes: &[Aabb], sink: &Count) {
    if boxes.len() <= 10_000 {
        let later =
            |(i, a): (usize, &Aabb)| boxes[i + 1..].iter().filter(|b| a.overlaps(b)).count();
        let pairs: usize = boxes.iter().enumerate().map(later).sum();
        assert_eq!(sink.begun - sink.ended, pairs, "of {} boxes", boxes.len());
    }
}

struct Body {
    center: Vec3,
    velocity: Vec3,
    half: Vec3,
    breath: Vec3,
}

struct Scene {
    bodies: Vec<Body>,
    side: f64,
}

impl Scene {
    fn new(n: usize, random: &mut Random) -> Scene {
        let side = (n as f64 * 4.18879 / 0.05).cbrt();
        let bodies = (0..n).map(|_| Body {
            center: random.vector_between(0.0, side),
            velocity: random.vector_between(-1.0, 1.0).normalize() * 0.05,
            half: random.vector_between(0.8, 1.0),
            breath: random.vector_between(-0.05, 0.05),
        });
        Scene { bodies: bodies.collect(), side }
    }

    fn step(&mut self, i: usize) -> Aabb {
        let body = &mut self.bodies[i];
        body.center += body.velocity;
        body.half += body.breath;
        for k in 0..3 {
            if body.center[k] < 0.0 || body.center[k] > self.side {
                body.velocity[k] = -body.velocity[k];
            }
            if body.half[k] < 0.8 || body.half[k] > 1.0 {
                body.breath[k] = -body.breath[k];
            }
        }
        Aabb::from_center(body.center, body.half)
    }
}

/// Makes an empty broad phase.
type Make = fn() -> Box<dyn BroadPhase>;

/// The broad phases by name.
const PHASES: [(&str, Make); 3] = [
    ("adaptive", || Box::new(Adaptive::default())),
    ("sweep", || Box::new(SweepAndPrune::default())),
    ("tree", || Box::new(BoxTree::default())),
];

/// Microseconds a frame when every `stride`-th body moves: the median of several runs.
fn measure(make: Make, n: usize, stride: usize, frames: usize) -> (f64, usize, usize) {
    let mut random = Random::new(88172645463325252);
    let mut scene = Scene::new(n, &mut random);
    let mut broad = make();
    let mut sink = Count::default();
    for i in 0..n {
        broad.place(i as Proxy, &scene.step(i));
    }
    broad.update(&mut sink);
    let warm = 50;
    let mut times = Vec::new();
    let mut boxes = Vec::new();
    let mut begun = 0;
    for frame in 0..warm + frames {
        boxes.clear();
        boxes.extend((frame % stride..n).step_by(stride).map(|i| (i as Proxy, scene.step(i))));
        let before = sink.begun;
        let start = Instant::now();
        for (proxy, aabb) in &boxes {
            broad.place(*proxy, aabb);
        }
        broad.update(&mut sink);
        if frame >= warm {
            times.push(start.elapsed().as_secs_f64() * 1e6);
            begun += sink.begun - before;
        }
    }
    let aabb = |body: &Body| Aabb::from_center(body.center, body.half);
    check(&scene.bodies.iter().map(aabb).collect::<Vec<_>>(), &sink);
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], sink.begun - sink.ended, begun / frames)
}

/// Milliseconds to insert `n` boxes in one commit, and to take them out in one.
fn measure_at_once(make: Make, n: usize) -> (f64, f64) {
    let mut scene = Scene::new(n, &mut Random::new(88172645463325252));
    let mut broad = make();
    let mut sink = Count::default();
    let start = Instant::now();
    for i in 0..n {
        broad.place(i as Proxy, &scene.step(i));
    }
    broad.update(&mut sink);
    let inserted = start.elapsed();
    let start = Instant::now();
    (0..n).for_each(|i| broad.remove(i as Proxy));
    broad.update(&mut sink);
    assert_eq!(sink.begun, sink.ended);
    (inserted.as_secs_f64() * 1e3, start.elapsed().as_secs_f64() * 1e3)
}

/// Microseconds a frame when in a resting scene of `n` boxes one comes and one goes.
fn measure_turnover(make: Make, n: usize) -> f64 {
    let mut scene = Scene::new(n, &mut Random::new(88172645463325252));
    let mut broad = make();
    let mut sink = Count::default();
    for i in 0..n {
        broad.place(i as Proxy, &scene.step(i));
    }
    broad.update(&mut sink);
    let frame = |k: usize| {
        broad.remove(((k + 1) % n) as Proxy);
        broad.place((k % n) as Proxy, &scene.step(k % n));
        let start = Instant::now();
        broad.update(&mut sink);
        start.elapsed().as_secs_f64() * 1e6
    };
    let mut times: Vec<f64> = (0..500).map(frame).collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// How a scene that is not evenly spread makes the box of its i-th body.
type Rule = fn(&mut Random, usize) -> Aabb;

/// Uneven scenes, each of 2000 boxes.
const UNEVEN: [(&str, Rule); 5] = [
    ("all in one place", |random, _| {
        Aabb::from_center(random.vector_between(0.0, 1.0), random.vector_between(0.8, 1.0))
    }),
    ("two clusters far apart", |random, i| {
        let far = Vec3::repeat(if i % 2 == 0 { 0.0 } else { 1e6 });
        Aabb::from_center(random.vector_between(0.0, 40.0) + far, random.vector_between(0.8, 1.0))
    }),
    ("huge among tiny", |random, i| {
        let size = if i % 20 == 0 { 20.0 } else { 0.5 };
        Aabb::from_center(random.vector_between(0.0, 55.0), random.vector_between(0.8, 1.0) * size)
    }),
    ("things on a floor", |random, i| {
        if i == 0 {
            return Aabb::from_center(Vec3::zeros(), Vec3::new(1e8, 0.1, 1e8));
        }
        let place = random.vector_between(0.0, 130.0);
        Aabb::from_center(Vec3::new(place.x, 1.0, place.z), Vec3::repeat(1.0))
    }),
    ("pillars", |random, _| {
        Aabb::from_center(random.vector_between(0.0, 55.0), Vec3::new(0.5, 100.0, 0.5))
    }),
];

/// Microseconds a frame when all or every hundredth of the boxes of an uneven scene tremble; and the pairs.
fn measure_uneven(make: Make, rule: Rule, stride: usize) -> (f64, usize) {
    let mut random = Random::new(88172645463325252);
    let boxes: Vec<Aabb> = (0..2000).map(|i| rule(&mut random, i)).collect();
    let mut broad = make();
    let mut sink = Count::default();
    let mut times = Vec::new();
    let mut present = boxes.clone();
    for frame in 0..200 {
        let start = Instant::now();
        let moving = if frame == 0 { 1 } else { stride };
        for i in (frame % moving..boxes.len()).step_by(moving) {
            let shift = Vec3::repeat(0.05 * ((frame / moving + i) % 3) as f64);
            present[i] = Aabb { min: boxes[i].min + shift, max: boxes[i].max + shift };
            broad.place(i as Proxy, &present[i]);
        }
        broad.update(&mut sink);
        times.push(start.elapsed().as_secs_f64() * 1e6);
    }
    check(&present, &sink);
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], sink.begun - sink.ended)
}

fn main() {
    let named = |name: &str| std::env::args().any(|arg| arg == name);
    let (_, make) = *PHASES.iter().find(|(name, _)| named(name)).unwrap_or(&PHASES[0]);
    println!(
        "{:>7} {:>12} {:>12} {:>8} {:>12}",
        "boxes", "all move us", "1% move us", "pairs", "begun/frame"
    );
    let only: Option<usize> = std::env::args().skip(1).find_map(|arg| arg.parse().ok());
    for (n, frames) in [(20, 20000), (200, 4000), (2000, 1000), (10_000, 200), (100_000, 20)] {
        if only.is_some_and(|only| only != n) {
            continue;
        }
        let (all, pairs, begun) = measure(make, n, 1, frames);
        let (few, _, _) = measure(make, n, 100, frames);
        println!("{n:>7} {all:>12.2} {few:>12.2} {pairs:>8} {begun:>12}");
    }
    if only.is_some() {
        return;
    }
    println!(
        "\n{:>7} {:>16} {:>16} {:>24}",
        "boxes", "all come ms", "all go ms", "one comes, one goes us"
    );
    for n in [1000, 10_000, 100_000] {
        let ((come, go), turnover) = (measure_at_once(make, n), measure_turnover(make, n));
        println!("{n:>7} {come:>16.2} {go:>16.2} {turnover:>24.2}");
    }
    println!("\n{:>24} {:>12} {:>12} {:>8}", "2000 boxes", "all move us", "1% move us", "pairs");
    for (name, rule) in UNEVEN {
        let ((all, pairs), (few, _)) =
            (measure_uneven(make, rule, 1), measure_uneven(make, rule, 100));
        println!("{name:>24} {all:>12.1} {few:>12.1} {pairs:>8}");
    }
}
