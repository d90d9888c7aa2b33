use super::*;
use crate::shape::tests::Random;
use crate::shape::{Primitive, Support};

/// The spheres as the scene places them.
fn placed(balls: &BoundingSpheres, at: &Placement) -> BoundingSpheres {
    balls.placed(at, stretches(&at.basis), SPHERE_ROUNDING * at.origin.abs().sum())
}

fn placement(basis: Mat3, origin: Vec3) -> Placement {
    Placement { basis, origin }
}

#[test]
fn a_point_stays_a_point_under_every_placement() {
    let point = Primitive::sphere(0.0).bounding_spheres();
    for scale in [0.0, -0.0, 1e-320, 1e-200, 1.0, -2.0, 1e150, 1e300] {
        let origin = Vec3::new(1.0, -2.0, 3.0);
        let balls = placed(&point, &placement(Mat3::identity() * scale, origin));
        assert_eq!(balls.center, origin);
        assert!(balls.outer >= 0.0 && balls.outer < 1e-12, "{scale}: {balls:?}");
        assert!(balls.inner <= 0.0);
    }
}

#[test]
fn what_is_not_known_stays_so() {
    let unknown = BoundingSpheres { center: Vec3::zeros(), inner: 0.0, outer: f64::INFINITY };
    for scale in [0.0, 1.0, 1e300] {
        let balls = placed(&unknown, &placement(Mat3::identity() * scale, Vec3::zeros()));
        assert_eq!(balls.outer, f64::INFINITY);
        assert!(balls.inner <= 0.0);
    }
}

/// The outer sphere holds every support point; no support plane cuts the inner one.
#[test]
fn placed_balls_bound_the_placed_body() {
    let random = &mut Random::new(21);
    let bodies = [
        Primitive::Box(Vec3::new(1.0, 0.3, 2.0)),
        Primitive::Ellipsoid(Vec3::new(0.2, 1.5, 0.7)),
        Primitive::Cone { radius: 0.8, half_height: 1.1 },
        Primitive::Cylinder { radius: 0.5, half_height: 1.4 },
    ];
    let mut known = 0;
    for round in 0..4000 {
        let body = &bodies[round % bodies.len()];
        let scale = 10_f64.powi(round as i32 % 7 - 3);
        let at = placement(random.matrix() * scale, random.vector() * 5.0 * scale);
        let balls = placed(&body.bounding_spheres(), &at);
        known += usize::from(balls.inner > 0.0);
        for _ in 0..10 {
            let d = random.direction();
            let far = at.apply(&body.support(&at.basis.tr_mul(&d), &mut 0));
            assert!((far - balls.center).norm() <= balls.outer);
            assert!(d.dot(&(far - balls.center)) >= balls.inner);
        }
    }
    assert!(known > 100, "an inner ball is known for some: {known}");
}

#[test]
fn spheres_are_classified() {
    let random = &mut Random::new(22);
    let mut decided = [0; 3];
    for _ in 0..20_000 {
        let (a, b) = (random.signed().abs() + 0.1, random.signed().abs() + 0.1);
        let (p, q) = (random.vector() * 2.0, random.vector() * 2.0);
        let balls = |radius: f64, origin: Vec3| {
            placed(
                &Primitive::sphere(radius).bounding_spheres(),
                &placement(Mat3::identity(), origin),
            )
        };
        let distance = (p - q).norm();
        match balls(a, p).classify(&balls(b, q)) {
            SphereTest::Separated => {
                assert!(distance > a + b);
                decided[0] += 1;
            }
            SphereTest::Overlapping => {
                assert!(distance <= a + b);
                decided[1] += 1;
            }
            SphereTest::Undecided => {
                assert!((distance - (a + b)).abs() < 1e-12 || distance < 1e-9);
                decided[2] += 1;
            }
        }
    }
    assert!(decided[0] > 1000 && decided[1] > 1000, "{decided:?}");
}

/// Nearly singular maps, whose least stretch is a difference of nearly equal squares.
#[test]
fn stretches_bound_what_cancels() {
    let map = |a: f64, s: f64| {
        Mat3::from_columns(&[Vec3::new(a, s, 0.0), Vec3::new(a, -s, 0.0), Vec3::z()])
    };
    // The eigenvalues of the map's Gram matrix are 2 a^2, 2 s^2 and 1.
    let random = &mut Random::new(23);
    for _ in 0..2000 {
        let (a, s) = (random.between(0.5, 2.0), random.decade(-10.0, -2.0));
        let [least, largest] = stretches(&map(a, s));
        let slack = 1.0 + SPHERE_ROUNDING;
        assert!(least <= s * 2.0_f64.sqrt() * slack, "{a} {s}: {least}");
        assert!(largest * slack >= a * 2.0_f64.sqrt(), "{a} {s}: {largest}");
    }
    // Two unit balls, flattened: each reaches up to 1.503e-8, and they are 3.6e-8 apart.
    let flat = map(1.25, 1.13e-16_f64.sqrt());
    let ball = Primitive::sphere(1.0).bounding_spheres();
    let [low, high] = [0.0, 3.6e-8].map(|y| placed(&ball, &placement(flat, Vec3::y() * y)));
    assert_eq!(low.classify(&high), SphereTest::Undecided);
}

/// The square of a stretch may be subnormal, and have lost digits, where the others' are not.
#[test]
fn stretches_bound_what_underflows() {
    for exponent in -165..-130 {
        let least = 1.7 * 10.0_f64.powi(exponent);
        let bounds = stretches(&Mat3::from_diagonal(&Vec3::new(1.0, least, 1.0)));
        assert!(bounds[0] <= least * (1.0 + SPHERE_ROUNDING), "{least}: {bounds:?}");
    }
}
