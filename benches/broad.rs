//! Times the broad phase: microseconds a frame for the boxes of unit spheres at five percent density, moving a
//! twentieth of their radius and breathing as a hull that turns by ten degrees does. Run it with
//! `cargo bench --bench broad`, or for one number of boxes with `cargo bench --bench broad -- 2000`.

use solid::broad::{BroadPhase, PairSink, Proxy, SweepAndPrune};
use solid::math::{Aabb, Vec3};
use std::time::Instant;

/// A small pseudo-random generator (xorshift), so that every run does the same.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn vector(&mut self, low: f64, high: f64) -> Vec3 {
        Vec3::from_fn(|_, _| low + (high - low) * self.unit())
    }
}

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
            center: random.vector(0.0, side),
            velocity: random.vector(-1.0, 1.0).normalize() * 0.05,
            half: random.vector(0.8, 1.0),
            breath: random.vector(-0.05, 0.05),
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

/// Microseconds a frame when every `stride`-th body moves: the median of several runs.
fn measure(n: usize, stride: usize, frames: usize) -> (f64, usize, usize) {
    let mut random = Random(88172645463325252);
    let mut scene = Scene::new(n, &mut random);
    let mut broad = SweepAndPrune::new();
    let mut sink = Count::default();
    for i in 0..n {
        broad.place(i as Proxy, &scene.step(i));
    }
    broad.commit(&mut sink);
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
        broad.commit(&mut sink);
        if frame >= warm {
            times.push(start.elapsed().as_secs_f64() * 1e6);
            begun += sink.begun - before;
        }
    }
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], sink.begun - sink.ended, begun / frames)
}

fn main() {
    println!(
        "{:>7} {:>12} {:>12} {:>8} {:>12}",
        "boxes", "all move us", "1% move us", "pairs", "begun/frame"
    );
    let only: Option<usize> = std::env::args().skip(1).find_map(|arg| arg.parse().ok());
    for (n, frames) in [(20, 20000), (200, 4000), (2000, 1000), (10_000, 200), (100_000, 20)] {
        if only.is_some_and(|only| only != n) {
            continue;
        }
        let (all, pairs, begun) = measure(n, 1, frames);
        let (few, _, _) = measure(n, 100, frames);
        println!("{n:>7} {all:>12.2} {few:>12.2} {pairs:>8} {begun:>12}");
    }
}
