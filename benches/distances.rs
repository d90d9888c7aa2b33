//! W2 and W3b: distances and casts of six kinds of pairs at random poses.
//!
//! `cargo bench --bench distances [-- kind ...]`. Each line: kind, then nanoseconds a question for the pairs of which
//! half collide, and for those of them that are apart: the distance to a relative error of 1e-6, and to 1e-12 with the
//! largest gap between the bounds; the same distances of those moved until they nearly touch, or overlap a little; before
//! them casts of one body past another, nearly all of which hit, to an accuracy of 1e-9. The figure is the least of many short
//! rounds; the relation of the placements is part of the time.

use std::hint::black_box;
use std::time::Instant;

use solid_geometry::convex::cast::cast;
use solid_geometry::convex::{Distance, RelativePlacement, distance};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::shape::{Polytope, Primitive, Support};

#[path = "common/random.rs"]
mod random;
use random::{Random, place};

/// Pairs a round, and rounds.
const PAIRS: usize = 1000;
const ROUNDS: usize = 60;

/// The least time a call takes, in nanoseconds.
fn measure<T>(inputs: &[T], mut ask: impl FnMut(&T)) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        inputs.iter().for_each(&mut ask);
        least = least.min(start.elapsed().as_secs_f64());
    }
    least * 1e9 / inputs.len() as f64
}

type Poses = [Placement; 2];

fn related<A: Support, B: Support>(a: &A, b: &B, poses: &Poses) -> RelativePlacement {
    RelativePlacement::new(&a.absolute_extents(), &poses[0], &b.absolute_extents(), &poses[1])
        .expect("small numbers")
}

fn ask<A: Support, B: Support>(a: &A, b: &B, poses: &Poses, tolerance: f64) -> Distance {
    distance(a, b, &related(a, b, poses), tolerance, &mut [0; 2])
}

/// `edge`: of the cube of the origins, tuned so that half of the pairs hit.
fn bench<A: Support, B: Support>(name: &str, a: &A, b: &B, edge: f64) {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|x| !x.starts_with('-')).collect();
    if !wanted.is_empty() && !wanted.iter().any(|kind| kind == name) {
        return;
    }
    let random = &mut Random::new(11);
    let poses: Vec<Poses> =
        (0..PAIRS).map(|_| [place(random, edge), place(random, edge)]).collect();
    let (a, b) = (black_box(a), black_box(b));
    let apart: Vec<Poses> =
        poses.iter().filter(|poses| ask(a, b, poses, 1e-6).upper > 0.0).copied().collect();
    let time = |inputs: &[Poses], tolerance: f64| {
        measure(inputs, |poses| {
            black_box(ask(a, b, poses, tolerance));
        })
    };
    let gap = |tolerance: f64| {
        let gap = |poses| {
            let found = ask(a, b, poses, tolerance);
            (found.upper - found.lower) / found.upper
        };
        apart.iter().map(gap).fold(0.0, f64::max)
    };
    let casts: Vec<(Poses, Vec3)> = (0..PAIRS)
        .map(|_| {
            let (near, far) = (place(random, edge), place(random, edge));
            let start = random.direction() * (3.0 * edge);
            (
                [near, Placement { origin: near.origin + start, ..far }],
                far.origin - near.origin - start * 2.0,
            )
        })
        .collect();
    let throw = |tolerance: f64| {
        measure(&casts, |(poses, motion)| {
            black_box(cast(a, b, &related(a, b, poses), motion, 1.0, tolerance, &mut [0; 2]));
        })
    };
    let found: Vec<u32> = casts
        .iter()
        .filter_map(|(poses, motion)| {
            cast(a, b, &related(a, b, poses), motion, 1.0, 1e-9, &mut [0; 2])
        })
        .map(|found| found.iterations)
        .collect();
    let most = found.iter().max().copied().unwrap_or(0);
    assert!(found.len() > PAIRS * 9 / 10, "{name}: {} of {PAIRS} casts hit", found.len());
    for (poses, tolerance) in apart.iter().flat_map(|poses| [(poses, 1e-6), (poses, 1e-12)]) {
        let found = ask(a, b, poses, tolerance);
        let gap = found.upper - found.lower;
        // Rounding may keep them apart where the distance itself is small.
        assert!(gap <= 2.0 * tolerance * found.upper + 1e-13, "{name}: {gap:e} at {tolerance:e}");
    }
    println!(
        "{name} casts, {:4.1} % hits | 1e-1: {:5.0} ns | 1e-3: {:5.0} ns | 1e-6: {:5.0} ns | 1e-9: {:5.0} ns, at most {most} steps",
        100.0 * found.len() as f64 / PAIRS as f64,
        throw(1e-1),
        throw(1e-3),
        throw(1e-6),
        throw(1e-9),
    );
    println!(
        "{name} {:4.1} % hits | 1e-6: {:6.0} ns, apart {:6.0} ns, gap {:.0e} | 1e-12: apart {:6.0} ns, gap {:.0e}",
        100.0 * (PAIRS - apart.len()) as f64 / PAIRS as f64,
        time(&poses, 1e-6),
        time(&apart, 1e-6),
        gap(1e-6),
        time(&apart, 1e-12),
        gap(1e-12),
    );
    let near = GAPS.map(|gap| {
        let moved = |poses: &Poses| {
            let found = ask(a, b, poses, 1e-12);
            let by = found.witness.difference * (1.0 - gap / found.upper);
            [poses[0], Placement { origin: poses[1].origin + by, ..poses[1] }]
        };
        let poses: Vec<Poses> = apart.iter().map(moved).collect();
        let as_meant =
            |poses: &&Poses| (ask(a, b, poses, 1e-6).upper - gap.max(0.0)).abs() < 1e-3 * gap.abs();
        let part = poses.iter().filter(as_meant).count() as f64 / poses.len() as f64;
        // Past a tip the shortest way in leads out again.
        assert!(part > 0.9, "{name}: {part} of the pairs are {gap:e} apart");
        format!("{gap:.0e}: {:.0} ns", time(&poses, 1e-6))
    });
    println!("{name} moved to gaps of {}", near.join(" | "));
}

/// Below zero, bodies overlap.
const GAPS: [f64; 6] = [1e-2, 1e-4, 1e-6, -1e-6, -1e-4, -1e-2];

fn main() {
    let random = &mut Random::new(3);
    let cube = Primitive::Box(Vec3::repeat(1.0));
    let round = Primitive::Round { half: Vec3::repeat(1.0), radius: 0.5 };
    let egg = Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75));
    let cone = Primitive::Cone { radius: 1.0, half_height: 1.0 };
    let hull = |random: &mut Random, n| {
        Polytope::new(&(0..n).map(|_| random.direction()).collect::<Vec<_>>())
    };
    let (hull_50, other_50) = (hull(random, 50), hull(random, 50));
    bench("bb", &cube, &cube, 4.15);
    bench("ee", &egg, &egg, 2.3);
    bench("be", &cube, &egg, 3.2);
    bench("rr", &round, &round, 5.6);
    bench("pp", &hull_50, &other_50, 2.85);
    bench("cc", &cone, &cone, 2.6);
}
