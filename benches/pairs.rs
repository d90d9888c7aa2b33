//! W1: the boolean question about two convex bodies, six kinds of pairs at random poses, half of them intersecting.
//!
//! `cargo bench --bench pairs [-- kind ...]`. Each line: kind, share of hits, and the nanoseconds a question: from the
//! start, with a coherence that is fresh each time; for pairs that were apart and are asked again; by portal refinement;
//! of polytopes also by the algorithm of Chung and Wang. All that is made of the two placements is part of the time. The
//! figure is the least of many short rounds.

use std::hint::black_box;
use std::time::Instant;

use solid_geometry::convex::gjk::Status;
use solid_geometry::convex::{Coherence, Pair, RelativePlacement, overlap};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::shape::{Polytope, Primitive, Support};
use solid_papers::olvang::mpr;
use solid_papers::separation::chung_wang::{Outcome, separating_axis};

#[path = "common/random.rs"]
mod random;
use random::{Random, place};

/// Pairs a round, and rounds.
const PAIRS: usize = 1000;
const ROUNDS: usize = 200;

/// The least time a call takes, in nanoseconds.
fn measure(mut round: impl FnMut(), calls: usize) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        round();
        least = least.min(start.elapsed().as_secs_f64());
    }
    least * 1e9 / calls as f64
}

fn ask<A: Support, B: Support>(
    a: &A,
    b: &B,
    poses: &[Placement; 2],
    coherence: &mut Coherence,
) -> bool {
    overlap(a, &poses[0], b, &poses[1], coherence)
}

/// `edge`: of the cube of the origins, tuned so that half of the pairs hit.
fn bench<A: Support, B: Support>(name: &str, a: &A, b: &B, edge: f64) {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|x| !x.starts_with('-')).collect();
    if !wanted.is_empty() && !wanted.iter().any(|kind| kind == name) {
        return;
    }
    let random = &mut Random::new(11);
    let poses: Vec<_> = (0..PAIRS).map(|_| [place(random, edge), place(random, edge)]).collect();
    let (a, b) = (black_box(a), black_box(b));
    let hit = |poses: &[Placement; 2]| ask(a, b, poses, &mut Coherence::default());
    let hits = poses.iter().filter(|poses| hit(poses)).count();
    let cold = measure(
        || {
            for poses in &poses {
                black_box(hit(poses));
            }
        },
        PAIRS,
    );
    let apart: Vec<_> = poses.iter().filter(|poses| !hit(poses)).collect();
    let mut memory = vec![Coherence::default(); apart.len()];
    let again = |memory: &mut Vec<Coherence>| {
        for (poses, coherence) in apart.iter().zip(memory) {
            black_box(ask(a, b, poses, coherence));
        }
    };
    again(&mut memory);
    let warm = measure(|| again(&mut memory), apart.len());
    let asked_again =
        apart.iter().zip(&mut memory).map(|(poses, coherence)| ask(a, b, poses, coherence));
    assert!(!asked_again.fold(false, |any, hit| any | hit), "{name}: what is remembered errs");
    let related = |[p, q]: &[Placement; 2]| {
        RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q)
            .expect("in range")
    };
    for poses in &poses {
        let found = mpr::search(&Pair::new(a, b, &related(poses)), &mut [0; 2]).status;
        let is_hit = matches!(found, Status::Enclosed | Status::Touching);
        // Others are left without an answer.
        assert!(
            is_hit == hit(poses) || matches!(found, Status::Capped | Status::Stalled),
            "{name}: portals err"
        );
    }
    let portal = measure(
        || {
            for poses in &poses {
                let relation = related(poses);
                black_box(mpr::search(&Pair::new(a, b, &relation), &mut [0; 2]).status);
            }
        },
        PAIRS,
    );
    print!(
        "{name} {:5.1} % hits {cold:8.1} ns cold {warm:8.1} ns coherent {portal:8.1} ns by portals",
        100.0 * hits as f64 / PAIRS as f64
    );
    // Of rounded bodies it is the cores that are polytopes.
    if a.is_polytope() && b.is_polytope() && a.margin() + b.margin() == 0.0 {
        let by_reflection = |poses: &[Placement; 2]| {
            let relation = related(poses);
            let pair = Pair::new(a, b, &relation);
            let difference = |v: &Vec3| pair.support_against(v, &mut [0; 2]).difference();
            separating_axis(pair.initial_direction(), difference).0
        };
        for poses in &poses {
            let is_hit = by_reflection(poses) == Outcome::Intersecting;
            assert_eq!(is_hit, hit(poses), "{name}: reflection errs");
        }
        let reflected = measure(
            || {
                for poses in &poses {
                    black_box(by_reflection(poses));
                }
            },
            PAIRS,
        );
        print!(" {reflected:8.1} ns by reflection");
    }
    println!();
}

fn main() {
    let random = &mut Random::new(3);
    let cube = Primitive::Box(Vec3::repeat(1.0));
    let egg = Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75));
    let cone = Primitive::Cone { radius: 1.0, half_height: 1.0 };
    let hull = |random: &mut Random, n| {
        Polytope::new(&(0..n).map(|_| random.direction()).collect::<Vec<_>>())
    };
    let (hull_50, other_50) = (hull(random, 50), hull(random, 50));
    let (hull_20, other_20) = (hull(random, 20), hull(random, 20));
    bench("bb", &cube, &cube, 4.15);
    bench("ee", &egg, &egg, 2.3);
    bench("be", &cube, &egg, 3.2);
    let round = Primitive::Round { half: Vec3::repeat(1.0), radius: 0.5 };
    bench("rr", &round, &round, 6.0);
    bench("pp", &hull_50, &other_50, 2.85);
    bench("cc", &cone, &cone, 2.6);
    bench("p20", &hull_20, &other_20, 2.6);
}
