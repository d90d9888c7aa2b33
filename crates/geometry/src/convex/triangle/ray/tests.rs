use super::*;
use crate::math::exact::orient3d;
use solid_testing::Random;

/// The signs of the volumes that a line makes with the edges of a triangle; exact.
fn sides(base: &Vec3, ahead: &Vec3, [a, b, c]: &[Vec3; 3]) -> [f64; 3] {
    [(b, c), (c, a), (a, b)].map(|(p, q)| orient3d(base, ahead, p, q))
}

#[test]
fn certain_answers_are_those_of_exact_predicates() {
    let mut random = Random::new(61);
    let mut counts = [0; 3];
    for round in 0..60_000 {
        // A direction of few digits, so that the point ahead is exact.
        let coarse = |x: f64| (x * 1024.0).round() / 1024.0;
        let mut direction = random.vector().map(coarse);
        direction[round % 3] = if round % 2 == 0 { 1.0 } else { -1.0 };
        let base = random.vector().map(coarse);
        let thin = 10f64.powi(-(random.below(12) as i32));
        let center = base + direction * random.signed() + random.vector() * thin;
        let (u, v) = (random.vector(), random.vector());
        let mut corners = match round % 4 {
            0 => [center + u, center + v, center - u - v],
            1 => [center, center + u, center + u * 0.5 + v * thin],
            2 => [center, center + direction, center + direction * 0.5 + v * thin],
            _ => [base + direction * 0.5, center + u, center + v],
        };
        corners.rotate_left(random.below(3));
        let ray = Ray::new(base, &direction, 1e-14);
        let exact = sides(&base, &(base + direction), &corners);
        let (least, most) =
            exact.iter().fold((0.0_f64, 0.0_f64), |all, x| (all.0.min(*x), all.1.max(*x)));
        match ray.meets(&corners) {
            RayTest::Missed => {
                assert!(least < 0.0 && most > 0.0, "{round}: {corners:?}");
                counts[0] += 1;
            }
            RayTest::Met { at, error, weights } => {
                // The predicate sees corners that were rounded once more.
                let is_touched = weights.iter().any(|weight| *weight < 1e-9);
                assert!(is_touched || least == 0.0 || most == 0.0, "{round}: {corners:?}");
                let [p, q, r] = corners;
                let on_triangle = p * weights[0] + q * weights[1] + r * weights[2];
                let off = on_triangle - (base + direction * at);
                // Along the ray they differ by the error at most.
                assert!(off.norm() <= 8.0 * error + 1e-13, "{round}: {off} for {error}");
                counts[1] += 1;
            }
            RayTest::Undecided { from } => {
                let axis = direction.iamax();
                let low = corners.map(|p| (p - base)[axis] * direction[axis]);
                assert!(from >= low[0].min(low[1]).min(low[2]) - 1e-12, "{round}: {from}");
                counts[2] += 1;
            }
        }
    }
    assert!(counts[0] > 10_000 && counts[1] > 3_000, "{counts:?}");
    assert!(counts[2] < 25_000, "{counts:?}");
}

#[test]
fn what_is_less_than_rounding_outside_is_left_open() {
    let corners = [Vec3::zeros(), Vec3::x(), Vec3::y()];
    let (down, least) = (-Vec3::z(), 1e-16);
    for (at, is_met) in [
        ([0.5, 0.0], true),
        ([0.0, 0.0], true),
        ([0.5, 0.5], true),
        ([0.2, 0.2], true),
        ([0.5, least], true),
        ([0.5, -least], false),
    ] {
        let found = Ray::new(Vec3::new(at[0], at[1], 2.0), &down, 1e-15).meets(&corners);
        match found {
            RayTest::Met { at: time, error, .. } => assert!(is_met && (time - 2.0).abs() <= error),
            RayTest::Undecided { from } => assert!(!is_met && from > 1.9, "{at:?}"),
            RayTest::Missed => panic!("{at:?}"),
        }
    }
    // Of a triangle along the ray only whether it is beside it is certain.
    let upright = [Vec3::zeros(), Vec3::x(), Vec3::z()];
    let beside = |y: f64| Ray::new(Vec3::new(0.5, y, 2.0), &down, 1e-15).meets(&upright);
    assert!(matches!(beside(0.0), RayTest::Undecided { from } if from <= 1.0));
    assert_eq!(beside(1e-9), RayTest::Missed);
}
