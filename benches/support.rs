//! What a support point of a polytope costs: of directions that have nothing to do with each other (cold), and of slowly
//! turning ones that start where the last ended (coherent).
//!
//! `cargo bench --bench support` prints nanoseconds, the least of many rounds, and bytes a vertex.

use std::hint::black_box;
use std::time::Instant;

use solid_geometry::math::Vec3;
use solid_geometry::shape::{Polytope, Support};
use solid_testing::Random;

/// Directions in a round: few enough to stay in the cache beside the polytope.
const DIRECTIONS: usize = 1024;
const ROUNDS: usize = 400;

/// Support points must be the farthest of all vertices.
fn check(polytope: &Polytope, points: &[Vec3], directions: &[Vec3]) {
    let mut hint = 0;
    for d in directions {
        let found = polytope.support(d, &mut hint).dot(d);
        let farthest = points.iter().map(|p| p.dot(d)).fold(f64::NEG_INFINITY, f64::max);
        assert!((found - farthest).abs() < 1e-12, "{found} along {d:?}, not {farthest}");
    }
}

/// Nanoseconds a support point, the least of the rounds.
fn time(polytope: &Polytope, directions: &[Vec3], cold: bool) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let mut hint = 0;
        let start = Instant::now();
        for d in directions {
            if cold {
                hint = 0;
            }
            black_box(polytope.support(black_box(d), &mut hint));
        }
        least = least.min(start.elapsed().as_nanos() as f64 / directions.len() as f64);
    }
    least
}

fn main() {
    let random = &mut Random::new(7);
    let cold: Vec<Vec3> = (0..DIRECTIONS).map(|_| random.direction()).collect();
    // Steps of about a degree.
    let mut d = random.direction();
    let coherent: Vec<Vec3> = (0..DIRECTIONS)
        .map(|_| {
            d = (d + random.direction() * 0.02).normalize();
            d
        })
        .collect();
    println!("{:>8} {:>8} {:>10}", "vertices", "cold ns", "coherent ns");
    for count in [4, 8, 12, 20, 32, 50, 63, 64, 100, 200, 500, 2000, 20000] {
        let points: Vec<Vec3> = (0..count).map(|_| random.direction()).collect();
        let polytope = Polytope::new(&points);
        check(&polytope, &points, &cold);
        check(&polytope, &points, &coherent);
        println!(
            "{:>8} {:>8.1} {:>10.1}",
            polytope.len(),
            time(&polytope, &cold, true),
            time(&polytope, &coherent, false)
        );
    }
}
