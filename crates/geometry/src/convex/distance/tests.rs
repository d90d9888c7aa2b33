use super::*;
use crate::convex::pair::Pair;
use crate::math::placement::rotation;
use crate::math::{Mat3, Placement, Vec3};
use crate::shape::{Primitive, Support};
use solid_testing::Random;

/// Bodies along an axis, a whole unit apart: near enough for more than that, and not for less.
#[test]
fn within_is_what_the_distance_says() {
    let bodies = [
        Primitive::sphere(0.5),
        Primitive::Box(Vec3::repeat(0.5)),
        Primitive::Ellipsoid(Vec3::new(0.5, 0.2, 0.9)),
        Primitive::Cylinder { radius: 0.5, half_height: 0.7 },
    ];
    for a in &bodies {
        for b in &bodies {
            let at = |x: f64| {
                let placement = Placement { origin: Vec3::new(x, 0.0, 0.0), ..Placement::IDENTITY };
                RelativePlacement::new(
                    &a.absolute_extents(),
                    &Placement::IDENTITY,
                    &b.absolute_extents(),
                    &placement,
                )
                .expect("in range")
            };
            let apart = at(2.0);
            for (limit, expected) in [(0.0, false), (0.999, false), (1.001, true), (1e9, true)] {
                let found = is_within(a, b, &apart, limit, &mut [0; 2]);
                assert_eq!(found, expected, "{a:?}, {b:?}: within {limit}");
            }
            let found = distance(a, b, &apart, 1e-9, &mut [0; 2]);
            assert!((found.upper - 1.0).abs() < 1e-8 && found.lower <= found.upper);
            assert!(is_within(a, b, &at(0.9), 0.0, &mut [0; 2]), "{a:?}, {b:?} collide");
            // Touching is colliding.
            let touching = distance(a, b, &at(1.0), 1e-9, &mut [0; 2]);
            assert_eq!((touching.lower, touching.upper), (0.0, 0.0), "{a:?}, {b:?} touch");
        }
    }
}

/// Near contact, where the difference of the closest points has few digits: the bounds meet, they are those of the search with
/// twice the digits, and planes across the axis keep the bodies apart by the lower one.
#[test]
fn bounds_meet_near_contact() {
    let mut random = Random::new(41);
    let bodies = [
        Primitive::Box(Vec3::new(1.0, 0.7, 0.4)),
        Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75)),
        Primitive::Cone { radius: 1.0, half_height: 1.0 },
        Primitive::Cylinder { radius: 0.5, half_height: 0.9 },
        Primitive::Round { half: Vec3::repeat(0.6), radius: 0.3 },
    ];
    let place = |random: &mut Random, far: f64| {
        let basis = rotation(&random.quaternion());
        Placement { basis, origin: random.vector() * far }
    };
    let mut tried = 0;
    for (a, b) in bodies.iter().flat_map(|a| bodies.iter().map(move |b| (a, b))) {
        for gap in [1e-3, 1e-5, 1e-6, 1e-7].into_iter().cycle().take(40) {
            let (here, there) = (place(&mut random, 0.0), place(&mut random, 3.0));
            let relative = |there: &Placement| {
                RelativePlacement::new(&a.absolute_extents(), &here, &b.absolute_extents(), there)
                    .expect("in range")
            };
            let far = distance(a, b, &relative(&there), 1e-13, &mut [0; 2]);
            if far.upper == 0.0 {
                continue;
            }
            let origin = there.origin + far.witness.difference * (1.0 - gap / far.upper);
            let relative = relative(&Placement { origin, ..there });
            let exact = distance(a, b, &relative, 1e-13, &mut [0; 2]);
            let found = distance(a, b, &relative, 1e-6, &mut [0; 2]);
            let rounding = bound_rounding(relative.largest_coordinate(), ROUNDING);
            let text = || format!("{a:?}, {b:?}, {gap}: {found:?}, {exact:?}");
            assert!((exact.upper - gap).abs() < 1e-3 * gap + 4.0 * rounding, "{}", text());
            assert!(
                (found.upper - exact.upper).abs() < 1.1e-6 * gap + 4.0 * rounding,
                "{}",
                text()
            );
            assert!(found.upper - found.lower < 1.1e-6 * gap + 4.0 * rounding, "{}", text());
            let Witness { local_a, local_b, difference } = found.witness;
            let apart = relative.place_a(&local_a) - relative.place_b(&local_b);
            assert!((apart - difference).norm() < 4.0 * rounding, "{}", text());
            let least = Pair::new(a, b, &relative).gap_along(&found.axis, &mut [0; 2]);
            assert!(least > found.lower - 4.0 * rounding, "{}: {least}", text());
            tried += 1;
        }
    }
    assert!(tried > 500, "{tried}");
}

/// Balls whose radius, or its square, leaves the range of numbers in local coordinates, but not in the world's.
#[test]
fn balls_of_any_unit_are_as_far_apart_as_they_are() {
    let other = Primitive::sphere(1e-3);
    for (radius, unit) in [
        (1e161, 1.05e-161),
        (1e155, 1.05e-155),
        (1e140, 1.05e-140),
        (1e-155, 1.05e155),
        (1e-161, 1.05e161),
    ] {
        let ball = Primitive::sphere(radius);
        let scaled = Placement { basis: Mat3::identity() * unit, origin: Vec3::zeros() };
        let there = Placement::translation([0.0, 3.0, 0.0]);
        let extents = [&ball, &other].map(Support::absolute_extents);
        let relative = RelativePlacement::new(&extents[0], &scaled, &extents[1], &there);
        let relative = relative.expect("in range");
        let found = distance(&ball, &other, &relative, 1e-9, &mut [0; 2]);
        let gap = 3.0 - 1e-3 - 1.05;
        let is_right = found.lower <= gap * (1.0 + 1e-12) && found.upper >= gap * (1.0 - 1e-12);
        assert!(is_right && found.upper - found.lower < 1e-6, "{radius}: {found:?}");
        let (on_a, on_b) =
            (relative.place_a(&found.witness.local_a), relative.place_b(&found.witness.local_b));
        assert!((on_a - Vec3::y() * 1.05).norm() < 1e-6, "{radius}: {on_a}");
        assert!((on_b - Vec3::y() * 2.999).norm() < 1e-6, "{radius}: {on_b}");
    }
}

/// A map that stretches one axis so much that the square overflows is no similarity.
#[test]
fn a_needle_is_no_ball() {
    let (needle, point) = (Primitive::sphere(1e-155), Primitive::sphere(0.0));
    let basis = Mat3::from_diagonal(&Vec3::new(1e155, 1.0, 1.0));
    let stretched = Placement { basis, origin: Vec3::zeros() };
    let extents = [&needle, &point].map(Support::absolute_extents);
    let there = Placement::translation([0.0, 2.0, 0.0]);
    let relative = RelativePlacement::new(&extents[0], &stretched, &extents[1], &there);
    let found = distance(&needle, &point, &relative.expect("in range"), 1e-9, &mut [0; 2]);
    assert!((found.lower - 2.0).abs() < 1e-6 && (found.upper - 2.0).abs() < 1e-6, "{found:?}");
}
