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

/// Newton's method begins with a simplex of which one point has no search direction: its witnesses are points of the bodies all the same.
#[test]
fn witnesses_are_points_of_stretched_bodies() {
    let from = Vec3::new(-0.9529474895092651, 0.8199217743548639, 0.5859080498385416);
    let to = Vec3::new(0.9471503195724624, -0.8378780330754099, 0.8405427507413021);
    let (cone, segment) = (
        Primitive::Cone { radius: 0.27132156619468356, half_height: 0.2943681497319589 },
        Primitive::Segment { from, to },
    );
    #[rustfmt::skip]
    let [p, q] = [
        (Mat3::new(
            -0.015319341084427788, 326.49086627965124, -0.7342661100814578,
            -0.02634970960646587, -127.42095411643116, -2.083256854888685,
            -0.0650240421902908, -25.28479847392507, 1.0171881648868977,
        ), Vec3::new(0.8048963793933517, 0.7449684183418608, 6.6074028963810285)),
        (Mat3::new(
            130.80735517255118, -0.0034044699610651864, 42.236831216335105,
            -58.70388317755133, -0.0005493333103846595, 160.8885786094109,
            -83.51165492509436, -0.004946395964293723, -46.93831231732675,
        ), Vec3::new(-81.9177551795095, -62.29361116136705, 113.02917634560265)),
    ].map(|(basis, origin)| Placement { basis, origin });
    let (of_a, of_b) = (cone.absolute_extents(), segment.absolute_extents());
    let relative = RelativePlacement::new(&of_a, &p, &of_b, &q).expect("in range");
    for tolerance in [1e-2, 1e-6, 1e-12] {
        let found = distance(&cone, &segment, &relative, tolerance, &mut [0; 2]);
        assert!(found.lower <= found.upper, "{found:?}");
        let along = (found.witness.local_b - from).component_div(&(to - from));
        assert!((along - Vec3::repeat(along.x)).amax() < 1e-9, "on the segment: {along}");
    }
}
