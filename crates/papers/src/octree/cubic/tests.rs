//! Roots that are known lie within the intervals, and the intervals are narrow.

use crate::octree::cubic::Cubic;
use solid_geometry::math::Vec3;
use solid_testing::Random;

/// Three vectors whose volume is `(a + bt)(c + dt)(e + ft)`, turned and sheared.
fn vectors(random: &mut Random, factors: [[f64; 2]; 3]) -> [[Vec3; 2]; 3] {
    let m = random.matrix();
    let axis = |i: usize, x: f64| {
        let mut v = Vec3::zeros();
        v[i] = x;
        m * v
    };
    [0, 1, 2].map(|i| [axis(i, factors[i][0]), axis(i, factors[i][0] + factors[i][1])])
}

#[test]
fn all_roots_are_within_the_intervals() {
    let mut random = Random::new(51);
    let (mut simple, mut narrow) = (0, 0);
    for round in 0..20_000 {
        let mut roots: [f64; 3] = [0; 3].map(|_| random.signed() * 1.5 + 0.5);
        if round % 3 == 0 {
            roots[1] = roots[0] + 10f64.powf(-4.0 * (random.signed() + 1.0));
        }
        if round % 7 == 0 {
            roots[2] = [0.0, 1.0, roots[0]][random.below(3)];
        }
        let factors =
            roots.map(|root| [-root, 1.0].map(|x| x * 10f64.powf(random.signed() * 3.0).max(1e-3)));
        let factors = [0, 1, 2].map(|i| {
            let s = factors[i][1];
            [-roots[i] * s, s]
        });
        let cubic = Cubic::volume(&vectors(&mut random, factors), 0.0);
        let found = cubic.roots(1.0);
        for root in roots.iter().filter(|x| (0.0..=1.0).contains(*x)) {
            assert!(
                found.iter().any(|[a, b]| a - 1e-12 <= *root && *root <= b + 1e-12),
                "{roots:?} {found:?}"
            );
            simple += 1;
            narrow +=
                usize::from(found.iter().any(|[a, b]| a <= *root && *root <= b && b - a < 1e-6));
        }
        assert!(found.iter().all(|[a, b]| 0.0 <= a && a < b && b <= 1.0));
        let total: f64 = found.iter().map(|[a, b]| b - a).sum();
        assert!(total < 0.1 || roots[0].min(roots[1]) < 1.2, "{roots:?} {found:?}");
    }
    assert!(narrow * 10 > simple * 8 && simple > 10_000, "{narrow} of {simple}");
}

#[test]
fn nothing_but_zero_is_one_interval() {
    let flat =
        [[Vec3::x(), Vec3::y()], [Vec3::y(), Vec3::x()], [Vec3::x() + Vec3::y(), Vec3::zeros()]];
    let found: Vec<_> = Cubic::volume(&flat, 0.0).roots(1.0).iter().collect();
    assert_eq!(found, [[0.0, 1.0]]);
}
