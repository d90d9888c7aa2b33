use super::*;
use crate::convex::epa::Workspace;
use crate::math::tolerance::SUPPORT_ROUNDING;
use crate::math::{Mat3, Placement};
use crate::query::tests::{convex, soup};
use crate::query::{Body, Shape};
use crate::shape::Primitive;
use solid_testing::{Random, limit};

fn shape(random: &mut Random) -> Shape {
    let half = Vec3::new(0.2, 0.3, 0.4);
    match random.below(6) {
        0 => convex(Primitive::Box(half)),
        1 => convex(Primitive::Ellipsoid(half)),
        2 => convex(Primitive::sphere(0.3)),
        3 => convex(Primitive::Cone { radius: 0.3, half_height: 0.4 }),
        4 => convex(Primitive::Round { half, radius: 0.1 }),
        _ => soup(random, 20, 0.2),
    }
}

fn placement(random: &mut Random) -> Placement {
    let mut placement = Placement::IDENTITY;
    placement.translate(&random.vector());
    placement.rotate(&random.quaternion());
    if random.below(3) == 0 {
        placement.scale(&Vec3::new(1.3, -0.8, 1.0));
    }
    placement
}

fn ask<R>(
    shapes: [&Shape; 2],
    placements: [&Placement; 2],
    ask: impl FnOnce(&BodyPair<'_>) -> R,
) -> R {
    let [a, b] =
        [0, 1].map(|i| Body::new(shapes[i].view(), placements[i]).expect("something to hit"));
    ask(&BodyPair::new(a, b).expect("in range"))
}

#[test]
fn queries_agree_with_each_other() {
    let mut random = Random::new(21);
    let mut hits = 0;
    for round in 0..600 {
        let (first, second) = (shape(&mut random), shape(&mut random));
        let (p, q) = (placement(&mut random), placement(&mut random));
        ask([&first, &second], [&p, &q], |bodies| {
            let found = bodies.closest_points(1e-9).unwrap();
            let common = bodies.common_point();
            assert_eq!(found.distance == 0.0, common.is_some(), "round {round}");
            assert_eq!(bodies.is_within(0.0), common.is_some(), "round {round}");
            assert!(bodies.is_within(found.distance * 1.001), "round {round}");
            let too_short = found.distance * 0.999;
            assert!(found.distance == 0.0 || !bodies.is_within(too_short), "round {round}");
            let between = (found.points[0] - found.points[1]).norm();
            assert!(
                (between - found.distance).abs() <= 1e-9 * found.distance,
                "round {round}: {between} {found:?}"
            );
            hits += usize::from(common.is_some());
        });
    }
    assert!((limit(100, 80)..500).contains(&hits), "{hits} hits");
}

/// A body stretched along its axes, by very unlike factors in some rounds; points, segments and flat ones are among them.
fn stretched(random: &mut Random) -> (Shape, Placement) {
    const FACTORS: [[f64; 8]; 2] =
        [[1.0, 1.0, 1e-3, 1e4, 1e8, 1e-8, 1e12, 1e16], [1.0, 1.0, 1e-3, 1e4, 1e5, 1e6, 3e7, 1e-5]];
    let body = match random.below(12) {
        0 => convex(Primitive::sphere(0.0)),
        1 => convex(Primitive::Cylinder { radius: 0.3, half_height: 0.4 }),
        2..5 => {
            let corners: Vec<Vec3> =
                (0..1 + random.below(4)).map(|_| random.vector() * 0.4).collect();
            convex(Primitive::polytope(&corners).expect("a hull"))
        }
        _ => shape(random),
    };
    let (mut placement, factors) = (Placement::IDENTITY, FACTORS[random.below(2)]);
    if random.below(2) == 0 {
        placement.rotate(&random.quaternion());
    }
    placement.scale(&Vec3::from_fn(|_, _| factors[random.below(8)]));
    if random.below(2) == 0 {
        placement.rotate(&random.quaternion());
    }
    (body, placement)
}

/// What is beside a body 1e16 long, or so thin, is within its rounding: whether it is touched is one answer. Found by wild
/// calls.
#[test]
fn queries_agree_about_bodies_far_longer_than_wide() {
    let mut random = Random::new(24);
    let (mut touched, mut work) = (0, Workspace::default());
    for round in 0..4000 {
        let ((a, p), (b, mut q)) = (stretched(&mut random), stretched(&mut random));
        // Near the first body, or beside it by what it is wide.
        let beside = random.vector() * [0.0, 1e-16, 1.0, 1e4][random.below(4)];
        q.origin = p.apply(&(random.vector() * 0.5)) + beside;
        ask([&a, &b], [&p, &q], |bodies| {
            let common = bodies.common_point().is_some();
            let away = Vec3::new(0.0, 3.0, 0.0);
            let all = [
                bodies.closest_points(1e-9).unwrap().distance == 0.0,
                bodies.is_within(0.0),
                bodies.penetration(1e-9, &mut work).is_some(),
                bodies.first_contact(&away, 1e-9).is_some_and(|found| found.time == 0.0),
            ];
            assert_eq!(all, [common; 4], "round {round}");
            touched += usize::from(common);
        });
    }
    assert!((400..3600).contains(&touched), "{touched} touched");
}

#[test]
fn a_pair_that_is_swapped_gets_the_mirrored_answer() {
    let mut random = Random::new(22);
    for round in 0..300 {
        let (first, second) = (shape(&mut random), shape(&mut random));
        let (p, q) = (placement(&mut random), placement(&mut random));
        let there =
            ask([&first, &second], [&p, &q], |bodies| bodies.closest_points(1e-12).unwrap());
        let back = ask([&second, &first], [&q, &p], |bodies| bodies.closest_points(1e-12).unwrap());
        let off = (there.distance - back.distance).abs();
        // Of other cases some are so near that the rounding of coordinates is more than the tolerance.
        let least = limit(0.0, f64::EPSILON);
        assert!(off <= 1e-12 * there.distance + least, "round {round}: {off}, {there:?}");
        assert_eq!(there.distance == 0.0, back.distance == 0.0, "round {round}");
    }
}

#[test]
fn a_common_point_lies_in_both() {
    let mut random = Random::new(23);
    let mut hits = 0;
    for round in 0..300 {
        let (first, second) = (shape(&mut random), shape(&mut random));
        let (p, q) = (placement(&mut random), placement(&mut random));
        let Some(common) = ask([&first, &second], [&p, &q], |pair| pair.common_point()) else {
            continue;
        };
        hits += 1;
        let (dot, here) =
            (convex(Primitive::sphere(0.0)), Placement { origin: common, ..Placement::IDENTITY });
        for (shape, placement) in [(&first, &p), (&second, &q)] {
            let off = ask([shape, &dot], [placement, &here], |bodies| {
                bodies.closest_points(1e-6).unwrap()
            });
            assert!(off.distance <= 1e-12, "round {round}: {}", off.distance);
        }
    }
    assert!(hits > limit(50, 30), "{hits} hits");
}

/// A polygon 16 000 wide and a wheel, 1.7e-8 beside its tip: simplices of the two are too narrow for their signs to be certain.
/// Found by fuzzing pairs.
#[test]
fn a_wheel_beside_the_tip_of_a_narrow_polygon_is_apart() {
    let corners = [
        [0.5175308489777735, 0.8767044023379006, -0.24165573819296432],
        [-0.24025193051561916, -0.8045051037969528, 0.345868629969824],
        [-0.24025193051561916, -0.8045051037969528, 0.345868629969824],
        [-0.2510189507374658, -0.8076001608101846, 0.3476255322960304],
        [-0.4443089126175678, -0.7218522522758043, 0.33437179186264204],
        [0.42270786414398803, 0.9209259105971198, -0.2488410488144432],
    ];
    let polygon = Shape::mesh(&corners.map(Vec3::from), &[[0, 1, 2, 3, 4, 5]]).expect("a mesh");
    let p = Placement {
        basis: Mat3::from_columns(&[
            Vec3::new(-281.1307114064354, 9995.662970708478, -62.07194057439305),
            Vec3::new(9073.772218419632, 281.24217764640565, 4193.295385784782),
            Vec3::new(4193.302860280349, 61.56492682744227, -9077.917520469358),
        ]),
        origin: Vec3::new(-9.999905033138026, -9.999841548190842, 1.058677804841647),
    };
    let q = Placement {
        basis: Mat3::from_columns(&[
            Vec3::new(1.3846221939877872e-05, 0.00010969153093292435, -1.666065188843036e-05),
            Vec3::new(2.1178169072355813e-05, 1.386816533396809e-05, 0.00010890677796527153),
            Vec3::new(0.00010890956998583214, -1.664239086265971e-05, -1.9059473592943367e-05),
        ]),
        origin: Vec3::new(-1083.8426576102781, -1694.4727963918244, -2112.990435272972),
    };

    let wheel =
        convex(Primitive::Wheel { radius: 0.011899883713457663, rounding: 0.42197025550812106 });
    ask([&polygon, &wheel], [&p, &q], |bodies| {
        assert!(bodies.common_point().is_none() && !bodies.is_within(0.0));
        let distance = bodies.closest_points(1e-9).unwrap().distance;
        assert!((1.70033e-8..1.8e-8).contains(&distance), "{distance}");
        assert!(bodies.penetration(1e-9, &mut Workspace::default()).is_none());
    });
}

/// The distance is exact to the tolerance, or to 1.4e-16 of the way from one end of the two bodies to the other: what dtGetClosestPair
/// documents. Along an axis, whole numbers tell how large the gap is.
#[test]
fn small_gaps_are_exact_to_rounding() {
    const UNIT: f64 = 1.0 / (1_u64 << 52) as f64;
    let random = &mut Random::new(41);
    for round in 0..3000 {
        let tolerance = 1e-12;
        let half = [0; 2].map(|_: i32| (random.word() >> (12 + random.below(8))) as i64);
        let gap = (random.word() >> (14 + random.below(48))) as i64;
        let [from, to] = [0, half[0] + half[1] + gap].map(|x| x as f64 * UNIT);
        // What is rounded in the input is part of neither.
        let gap = (to / UNIT) as i64 - half[0] - half[1];
        let [a, b] = half.map(|h| h as f64 * UNIT);
        let bodies = [a, b].map(|h| match round % 3 {
            0 => convex(Primitive::sphere(h)),
            1 => convex(Primitive::Box(Vec3::repeat(h))),
            _ => convex(Primitive::Cylinder { radius: h, half_height: h }),
        });
        let places = [from, to].map(|x| Placement::translation([0.0, x, 0.0]));
        let found = ask([&bodies[0], &bodies[1]], [&places[0], &places[1]], |pair| {
            pair.closest_points(tolerance)
        });
        let found = found.expect("both hit something").distance;
        let (due, extent) = (gap.max(0) as f64 * UNIT, a + b + to);
        if found == 0.0 {
            // So near that they touch.
            assert!(due <= SUPPORT_ROUNDING * extent, "{round}: zero for {due:e}, {extent}");
            continue;
        }
        let error = (found - due).abs();
        assert!(
            error <= tolerance * due + 1.4e-16 * extent,
            "{round}: {found:e} for {due:e}, {extent}"
        );
    }
}
