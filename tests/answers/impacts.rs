//! First impacts of moving vertices, edges and faces against an exact oracle, and against queries with known answers.

mod frames;
mod oracle;
mod queries;
mod simplices;

use oracle::Oracle;
use solid_geometry::Vec3;
use solid_geometry::query::{ImpactTime, edge_edge_impact, vertex_face_impact};
use solid_testing::Random;

/// How many random queries are asked, and from which on: `SOLID_IMPACTS=10000000 SOLID_IMPACTS_FROM=0`.
fn cases() -> std::ops::Range<u64> {
    let number = |name: &str, default| {
        std::env::var(name).map_or(default, |n| n.parse().expect("a number of queries"))
    };
    let from = number("SOLID_IMPACTS_FROM", 0);
    from..from + number("SOLID_IMPACTS", 600)
}

fn ask(is_face: bool, start: &[Vec3; 4], end: &[Vec3; 4]) -> Option<ImpactTime> {
    let ask = if is_face { vertex_face_impact } else { edge_edge_impact };
    ask(start, end).expect("all is finite")
}

/// Compares one answer; returns whether it is a hit.
fn judge(is_face: bool, start: &[Vec3; 4], end: &[Vec3; 4]) -> bool {
    let found = ask(is_face, start, end);
    let oracle = Oracle::new(is_face, start, end);
    let truth = oracle.first_impact();
    let case = || format!("face: {is_face}, start: {start:?}, end: {end:?}");
    assert_eq!(found.is_some(), truth.is_some(), "{}", case());
    let (Some(found), Some(truth)) = (found, truth) else { return false };
    assert!(oracle.is_between(&truth, [found.earliest, found.latest]), "{found:?}, {}", case());
    assert!(0.0 <= found.earliest && found.latest <= 1.0, "{found:?}, {}", case());
    assert!(found.latest - found.earliest <= 1e-12, "{found:?}, {}", case());
    true
}

/// Eight points of one of the families.
fn points(random: &mut Random) -> [[Vec3; 4]; 2] {
    let family = random.below(10);
    let grid = [1, 1, 2, 3, 8][random.below(5)];
    let mut corner = || {
        Vec3::from([0; 3].map(|_: i32| match family {
            0 => random.signed(),
            // Far fewer bits than a double has: sums and products are exact, roots are simple numbers.
            1 => (random.signed() * 64.0).round() / 16.0,
            _ => random.integer(-grid, grid) as f64,
        }))
    };
    let mut ends = [0; 2].map(|_: i32| [0; 4].map(|_: i32| corner()));
    let scale = |ends: &mut [[Vec3; 4]; 2], by: &Vec3| {
        ends.iter_mut().flatten().for_each(|p| p.component_mul_assign(by));
    };
    match family {
        // All in a plane, or on a line.
        3 => ends.iter_mut().flatten().for_each(|p| p.z = p.x + p.y),
        4 => ends.iter_mut().flatten().for_each(|p| *p = Vec3::new(p.x, 2.0 * p.x, -p.x)),
        // In a plane at the start and at the end, or in one that moves.
        5 => ends.iter_mut().for_each(|points| points.iter_mut().for_each(|p| p.y = p.x)),
        // Shared points, points at rest.
        6 => {
            let [i, j] = [random.below(4), random.below(4)];
            ends[0][i] = ends[0][j];
            if random.once_in(2) {
                ends[1][i] = ends[1][j];
            }
        }
        7 => (0..random.below(5)).for_each(|i| ends[1][i] = ends[0][i]),
        // Coordinates off the grid by a last place.
        8 => {
            let p = &mut ends[random.below(2)][random.below(4)];
            p[random.below(3)] += random.signed() * 1e-15;
        }
        9 => {
            let power = |random: &mut Random| 2f64.powi(random.integer(-40, 40) as i32);
            scale(&mut ends, &Vec3::from([0; 3].map(|_: i32| power(random))));
        }
        _ => {}
    }
    ends
}

#[test]
fn random_queries_have_the_exact_answer() {
    let mut hits = [0; 2];
    for index in cases() {
        let random = &mut Random::case(0x1a9ac7, index);
        let [start, end] = points(random);
        let is_face = random.once_in(2);
        hits[usize::from(is_face)] += i32::from(judge(is_face, &start, &end));
    }
    assert!(hits.iter().all(|&n| n > 50), "too few hits for a test: {hits:?}");
}

/// Scaling by a power of two, translation on a grid and the order of the points change nothing; coordinates may be as large
/// and as small as doubles are.
#[test]
fn equivalent_queries_have_the_same_answer() {
    for index in cases() {
        let random = &mut Random::case(0x5ca1e, index);
        let [start, end] = [0; 2].map(|_: i32| {
            [0; 4].map(|_: i32| Vec3::from([0; 3].map(|_: i32| random.integer(-4, 4) as f64)))
        });
        let is_face = random.once_in(2);
        let expected = ask(is_face, &start, &end);
        let same = |what: &str, change: &dyn Fn([Vec3; 4]) -> [Vec3; 4]| {
            let found = ask(is_face, &change(start), &change(end));
            let overlap = match (expected, found) {
                (Some(a), Some(b)) => a.earliest <= b.latest && b.earliest <= a.latest,
                (a, b) => a.is_none() && b.is_none(),
            };
            assert!(overlap, "{what}: {expected:?}, {found:?}, {start:?}, {end:?}");
        };
        for power in [-1074, -500, 300, 1020] {
            // In two steps, since 2^-1074 is not normal.
            let (half, rest) = (2f64.powi(power / 2), 2f64.powi(power - power / 2));
            same("scaled", &|points| points.map(|p| p * half * rest));
        }
        let axes = Vec3::new(2f64.powi(-1000), 1.0, 2f64.powi(1000));
        same("scaled by axis", &|points| points.map(|p| p.component_mul(&axes)));
        same("moved", &|points| points.map(|p| p + Vec3::new(1024.0, -77.0, 5.0)));
        same("in another order", &|[a, b, c, d]| if is_face { [a, c, d, b] } else { [c, d, b, a] });
        same("along other axes", &|points| points.map(|p| Vec3::new(p.y, p.z, -p.x)));
    }
}
