//! Point sets for tests: generic ones and all the ways to be degenerate.

use crate::math::{Mat3, Vec3};
pub(super) use solid_testing::Random;
use std::f64::consts::TAU;

pub(super) fn sphere(random: &mut Random, n: usize) -> Vec<Vec3> {
    (0..n).map(|_| random.direction()).collect()
}

pub(super) fn circle(n: usize, height: f64) -> Vec<Vec3> {
    let angle = |i: usize| i as f64 * TAU / n as f64;
    (0..n).map(|i| Vec3::new(angle(i).cos(), height, angle(i).sin())).collect()
}

pub(super) fn grid(x: usize, y: usize, z: usize) -> Vec<Vec3> {
    let point = |i: usize| Vec3::new((i % x) as f64, (i / x % y) as f64, (i / x / y) as f64);
    (0..x * y * z).map(point).collect()
}

/// Many sets, with names.
pub(super) fn all() -> Vec<(String, Vec<Vec3>)> {
    let random = &mut Random::new(0x5eed);
    let mut sets: Vec<(String, Vec<Vec3>)> = Vec::new();
    let mut add = |name: &str, points: Vec<Vec3>| sets.push((name.to_string(), points));
    let turned = |points: &[Vec3], m: &Mat3| points.iter().map(|p| m * p).collect::<Vec<_>>();
    let odd = Mat3::new(0.3, -0.7, 0.2, 0.9, 0.1, 0.5, -0.4, 0.6, 0.8);
    let whole = Mat3::new(3.0, -7.0, 2.0, 9.0, 1.0, 5.0, -4.0, 6.0, 8.0);

    for n in [1, 2, 3, 4, 5, 8, 20, 200, 2000, 20000] {
        add(&format!("sphere {n}"), sphere(random, n));
    }
    for n in [5, 20, 200, 5000] {
        add(&format!("cube {n}"), (0..n).map(|_| random.vector()).collect());
    }
    for (x, y, z) in [(2, 2, 2), (5, 5, 5), (9, 1, 1), (9, 9, 1), (1, 7, 8), (20, 20, 3)] {
        let points = grid(x, y, z);
        add(&format!("grid {x} {y} {z}, turned exactly"), turned(&points, &whole));
        add(&format!("grid {x} {y} {z}, turned with rounding"), turned(&points, &odd));
        add(&format!("grid {x} {y} {z}"), points);
    }
    for n in [3, 7, 100, 1000] {
        let (ring, lid) = (circle(n, -1.0), circle(n, 1.0));
        add(&format!("circle {n}"), ring.clone());
        add(&format!("circle {n}, nearly flat"), turned(&ring, &odd));
        let cylinder: Vec<Vec3> = ring.iter().chain(&lid).copied().collect();
        add(&format!("cylinder {n}, turned"), turned(&cylinder, &odd));
        add(&format!("cylinder {n}"), cylinder);
        let cone: Vec<Vec3> =
            ring.iter().copied().chain([Vec3::new(0.0, 1.0, 0.0), Vec3::zeros()]).collect();
        add(&format!("cone {n}, turned"), turned(&cone, &odd));
        add(&format!("cone {n}"), cone);
    }
    let doubled = sphere(random, 150).iter().flat_map(|p| [*p, *p, *p * 0.5, *p]).collect();
    add("doubled", doubled);
    let moment = |i: usize| Vec3::new(1.0, 1.0, 1.0).map(|_| i as f64 / 300.0);
    add(
        "collinear up to rounding",
        (0..300).map(|i| moment(i) * 0.7 + Vec3::new(0.1, 0.2, 0.3)).collect(),
    );
    add(
        "moment curve",
        (0..300).map(moment).map(|t| Vec3::new(t.x, t.x * t.x, t.x.powi(3))).collect(),
    );
    for (a, b) in [(1e8, 1.0), (1.0, 1e-8), (1e8, 1e-8)] {
        let sliver: Vec<Vec3> =
            sphere(random, 500).iter().map(|p| Vec3::new(p.x * a, p.y, p.z * b)).collect();
        add(&format!("sliver {a} {b}, turned"), turned(&sliver, &odd));
        add(&format!("sliver {a} {b}"), sliver);
    }
    let far = Vec3::new(1e6, -1e6, 1e6);
    add("far off", sphere(random, 1000).iter().map(|p| p + far).collect());
    add("far off, tiny", sphere(random, 1000).iter().map(|p| p * 1e-8 + far).collect());
    add("far off ring", circle(300, 0.0).iter().map(|p| odd * p + far).collect());
    for size in [1e300, 1e-300, 1e-310, 1e150, 1e-150] {
        add(&format!("size {size}"), sphere(random, 300).iter().map(|p| p * size).collect());
        add(
            &format!("grid of size {size}"),
            grid(4, 4, 4).iter().map(|p| p * (size * 0.1)).collect(),
        );
    }
    let mixed =
        sphere(random, 200).iter().map(|p| Vec3::new(p.x, p.y * 1e-200, p.z * 1e100)).collect();
    add("mixed magnitudes", mixed);
    add("all equal", vec![Vec3::new(0.1, -0.2, 0.3); 77]);
    add("all zero", vec![Vec3::new(0.0, -0.0, 0.0); 5]);
    let ends = [Vec3::new(1.0, 2.0, 3.0), Vec3::new(-1.0, 2.0, 3.0)];
    add("two, repeated", (0..90).map(|i| ends[i % 2]).collect());
    let stick =
        circle(40, 0.0).iter().map(|p| p * 1e-12).chain([Vec3::new(0.0, 1.0, 0.0)]).collect();
    add("needle", stick);
    add("cap", sphere(random, 2000).iter().map(|p| Vec3::new(p.x, 1e-3 * p.y, p.z)).collect());
    sets
}
