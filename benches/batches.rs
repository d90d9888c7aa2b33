//! Batches: one shape at many placements, given as 4x4 matrices, against another at rest, some nine tenths of them hits.
//!
//! `cargo bench --bench batches`. Each line: the pair, the share of hits, and the nanoseconds a row by one thread and by two;
//! the least of some rounds.

use std::f64::consts::TAU;
use std::hint::black_box;
use std::time::Instant;

use solid_geometry::query::batch::{Batch, Bodies, Numbers, Pairs, Poses, Rows};
use solid_geometry::threads::Threads;
use solid_geometry::{Placement, Shape, Vec3, query};

#[path = "common/random.rs"]
mod random;
use random::{Random, place};

/// Rows by row-major matrices.
fn matrices(poses: &[Placement]) -> Vec<f64> {
    let of = |pose: &Placement| {
        let mut matrix = pose.basis.to_homogeneous();
        matrix.fixed_view_mut::<3, 1>(0, 3).copy_from(&pose.origin);
        matrix.transpose().iter().copied().collect::<Vec<_>>()
    };
    poses.iter().flat_map(of).collect()
}

fn least(rounds: usize, mut round: impl FnMut()) -> f64 {
    let seconds = (0..rounds).map(|_| {
        let start = Instant::now();
        round();
        start.elapsed().as_secs_f64()
    });
    seconds.fold(f64::INFINITY, f64::min)
}

fn bench(name: &str, a: &Shape, b: &Shape, edge: f64, count: usize) {
    let random = &mut Random::new(7);
    let placements: Vec<_> = (0..count).map(|_| place(random, edge)).collect();
    let numbers = matrices(&placements);
    let rows = Rows { numbers: Numbers::F64(&numbers), start: 0, count, stride: 16 };
    let poses = Poses::matrices(rows, 4, 1).expect("in bounds");
    let pairs = Pairs { a: Bodies::of(a, poses), b: Bodies::of(b, &Placement::IDENTITY) };
    let mut hits = vec![false; count];
    let times = [1, 2].map(|threads| {
        let batch = Batch::new(&Threads::new(threads).expect("threads"));
        hits.fill(false);
        let seconds = least(20, || {
            black_box(batch.intersects(&pairs, &mut hits));
        });
        for (placement, hit) in placements.iter().zip(&hits) {
            let alone = query::intersects(a, placement, b, &Placement::IDENTITY);
            assert_eq!(*hit, alone, "{name}, {threads} threads");
        }
        seconds * 1e9 / count as f64
    });
    let share = hits.iter().filter(|hit| **hit).count() as f64 * 100.0 / count as f64;
    println!("{name:8} {share:5.1} % hits {:9.1} ns, by two threads {:9.1} ns", times[0], times[1]);
}

fn torus(around: u32, across: u32) -> Shape {
    let vertices: Vec<Vec3> = (0..around * across)
        .map(|i| {
            let (u, v) = (f64::from(i / across), f64::from(i % across));
            let (u, v) = (u * TAU / f64::from(around), v * TAU / f64::from(across));
            let radius = 1.0 + 0.4 * v.cos();
            Vec3::new(radius * u.cos(), radius * u.sin(), 0.4 * v.sin())
        })
        .collect();
    let at = |u: u32, v: u32| (u % around) * across + v % across;
    let faces: Vec<[u32; 3]> = (0..around * across)
        .flat_map(|i| {
            let (u, v) = (i / across, i % across);
            let [p, q, r, s] = [at(u, v), at(u + 1, v), at(u + 1, v + 1), at(u, v + 1)];
            [[p, q, r], [p, r, s]]
        })
        .collect();
    Shape::mesh(&vertices, &faces).expect("a mesh")
}

fn main() {
    let random = &mut Random::new(3);
    let hull = |random: &mut Random| {
        let points: Vec<Vec3> = (0..50).map(|_| random.direction()).collect();
        Shape::polytope(&points).expect("a hull")
    };
    let cube = Shape::cuboid([2.0; 3]).expect("a box");
    let ball = Shape::sphere(1.0).expect("a ball");
    let (hull, other) = (hull(random), hull(random));
    let torus = torus(50, 50);
    bench("spheres", &ball, &ball, 3.2, 100_000);
    bench("boxes", &cube, &cube, 4.15, 100_000);
    bench("hulls", &hull, &other, 2.85, 100_000);
    bench("tori", &torus, &torus, 3.0, 2_000);
}
