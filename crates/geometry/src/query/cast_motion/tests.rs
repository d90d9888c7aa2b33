//! First contacts of turning bodies against dense sampling with certified distances.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use crate::math::{Mat3, Placement, Vec3};
use crate::motion::Motion;
use crate::query::tests::soup;
use crate::query::{self, CastHit, Shape};
use solid_testing::Random;

/// How many random pairs are judged, of all families together.
pub(in crate::query) fn rounds() -> u64 {
    let asked = std::env::var("SOLID_TURNING_PAIRS").ok();
    asked.map_or(400, |count| count.parse().expect("a number"))
}

const SAMPLES: u32 = 48;

pub(in crate::query) fn convex(random: &mut Random) -> Shape {
    let mut size = || random.between(0.1, 1.0);
    let (x, y, z) = (size(), size(), size());
    let shape = match random.below(8) {
        0 => Shape::cuboid([x, y, z]),
        1 => Shape::capsule(0.5 * x, y),
        2 => Shape::cone(x, y),
        3 => Shape::cylinder(x, y),
        4 => Shape::sphere(x),
        5 => Shape::cuboid([2.0, 0.04, 0.04]),
        6 => Shape::cuboid([0.02, 1.0, 1.0]),
        _ => Shape::polytope(&[(); 16].map(|()| random.direction() * x)),
    };
    shape.expect("valid dimensions")
}

fn placement(random: &mut Random, distance: f64) -> Placement {
    let mut placement = Placement::translation(random.direction() * distance);
    placement.rotate(&random.quaternion());
    placement
}

/// A motion through the neighbourhood of the origin.
pub(in crate::query) fn motion(random: &mut Random, distance: f64) -> Motion {
    let mut from = placement(random, distance);
    let mut to = placement(random, 0.0);
    to.origin = random.vector() * 1.5 - from.origin * 0.5;
    match random.below(10) {
        // It scales, evenly or not.
        0 => {
            from.scale(&Vec3::repeat(random.between(0.5, 2.0)));
            to.scale(&Vec3::repeat(random.between(0.5, 2.0)));
        }
        1 => {
            let mut factors = || random.vector_between(0.5, 2.0);
            let (f, g) = (factors(), factors());
            from.scale(&f);
            to.scale(&g);
        }
        // Sheared, and mirrored at both ends or at one.
        2 => from.basis *= Mat3::new(1.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, -0.3, 1.0),
        3 => {
            from.scale(&Vec3::new(1.0, -1.0, 1.0));
            to.scale(&Vec3::new(-1.0, 1.0, 1.0));
        }
        4 => to.scale(&Vec3::new(1.0, -1.0, 1.0)),
        _ => {}
    }
    let motion = Motion::between(&from, &to).expect("finite");
    match random.below(6) {
        0 => motion.with_spin(&(random.direction() * random.between(0.0, 3.0 * TAU))),
        1 => motion.about(&random.vector()),
        2 => motion.screw(),
        // Nearly, or not at all.
        3 => {
            let spin = random.direction() * 10.0_f64.powf(random.between(-12.0, 0.0));
            Motion::turning(&from, &(to.origin - from.origin), &spin).expect("finite")
        }
        4 if random.once_in(3) => Motion::rest(&to),
        _ => motion,
    }
}

/// The first contact, if it is right.
fn judged(
    (a, motion_a): (&Shape, &Motion),
    (b, motion_b): (&Shape, &Motion),
    tolerance: f64,
    unit: f64,
    what: &str,
) -> Option<CastHit> {
    let hit = query::cast_motion(a, motion_a, b, motion_b, tolerance).expect("decided");
    let end = hit.map_or(1.0, |hit| hit.time);
    let distance = |time: f64| query::distance(a, &motion_a.at(time), b, &motion_b.at(time));
    for sample in 0..=SAMPLES {
        let time = end * f64::from(sample) / f64::from(SAMPLES);
        if time == end && hit.is_some() {
            break;
        }
        assert!(distance(time) > Some(0.0), "{what}: {hit:?}, but contact at {time}");
    }
    let hit = hit?;
    let left = distance(hit.time).expect("finite");
    // The pivot of a screw motion may be far away, and with it the coordinates.
    let far = [motion_a, motion_b].map(|motion| motion.velocity().norm() + motion.center().norm());
    let unit = unit + far[0] + far[1];
    assert!(left <= tolerance + 1e-10 * unit, "{what}: {left} apart at {hit:?}");
    assert_eq!(hit.time == 0.0, distance(0.0) == Some(0.0), "{what}: {hit:?}");
    if hit.time > 0.0 {
        assert!((hit.normal.norm() - 1.0).abs() < 1e-9, "{what}: {hit:?}");
        // The point is within the tolerance of both.
        let point = Shape::point([0.0; 3]).expect("a point");
        let there = Placement::translation(hit.point);
        for (shape, motion) in [(a, motion_a), (b, motion_b)] {
            let beside = query::distance(shape, &motion.at(hit.time), &point, &there);
            let beside = beside.expect("finite");
            assert!(beside <= tolerance + 1e-8 * unit, "{what}: {beside} beside, {hit:?}");
        }
    }
    Some(hit)
}

#[test]
fn no_contact_is_earlier_and_none_is_missed() {
    let (mut hits, rounds) = (0, rounds());
    for round in 0..rounds {
        let random = &mut Random::case(61, round);
        let (a, b) = (convex(random), convex(random));
        let (from_a, from_b) = (random.between(0.0, 2.0), random.between(1.0, 4.0));
        let (motion_a, motion_b) = (motion(random, from_a), motion(random, from_b));
        let tolerance = 10.0_f64.powf(random.between(-9.0, -3.0));
        let what = format!("round {round}");
        let found = judged((&a, &motion_a), (&b, &motion_b), tolerance, 4.0, &what);
        hits += u64::from(found.is_some());
    }
    assert!(hits > rounds / 4 && hits < rounds, "{hits} hits of {rounds}");
}

#[test]
fn meshes_meet_when_the_first_of_their_parts_do() {
    let mut hits = 0;
    let rounds = rounds().div_ceil(8);
    for round in 0..rounds {
        let random = &mut Random::case(62, round);
        let a = soup(random, 30, 0.3);
        let b = if random.once_in(2) { soup(random, 20, 0.3) } else { convex(random) };
        let from_b = random.between(2.0, 5.0);
        let (motion_a, motion_b) = (motion(random, 1.0), motion(random, from_b));
        let what = format!("round {round}");
        let found = judged((&a, &motion_a), (&b, &motion_b), 1e-6, 4.0, &what);
        let again = query::cast_motion(&b, &motion_b, &a, &motion_a, 1e-6).expect("decided");
        assert_eq!(found.is_some(), again.is_some(), "{what}");
        hits += u64::from(found.is_some());
    }
    assert!(hits > rounds / 4, "{hits} hits of {rounds}");
}

#[test]
fn scales_do_not_matter() {
    for round in 0..rounds().div_ceil(8) {
        let random = &mut Random::case(63, round);
        let (a, b) = (convex(random), convex(random));
        let (motion_a, motion_b) = (motion(random, 1.0), motion(random, 3.0));
        let unit = 2.0_f64.powi(random.integer(-600, 600) as i32);
        let scaled = |motion: &Motion| {
            let ends = [motion.start(), motion.end()]
                .map(|end| Placement { basis: end.basis * unit, origin: end.origin * unit });
            Motion::between(&ends[0], &ends[1]).expect("finite")
        };
        let plain =
            |motion: &Motion| Motion::between(motion.start(), motion.end()).expect("finite");
        let [here, there] = [
            query::cast_motion(&a, &plain(&motion_a), &b, &plain(&motion_b), 1e-6),
            query::cast_motion(&a, &scaled(&motion_a), &b, &scaled(&motion_b), 1e-6 * unit),
        ]
        .map(|found| found.expect("decided"));
        assert_eq!(here.is_some(), there.is_some(), "round {round}, unit {unit:e}");
        if let (Some(here), Some(there)) = (here, there) {
            assert!((here.time - there.time).abs() < 1e-5, "round {round}: {here:?}, {there:?}");
        }
    }
}

#[test]
fn a_propeller_hits_what_is_in_its_disc_at_the_first_turn_of_many() {
    let blade = Shape::cuboid([4.0, 0.1, 0.02]).expect("a box");
    let ball = Shape::sphere(0.05).expect("a sphere");
    for turns in [0.25, 1.0, 3.0, 40.0] {
        // From rest along x, the blade comes by the ball at three quarters of a right angle.
        let angle = 0.75 * FRAC_PI_2;
        let spin = Vec3::z() * (TAU * turns);
        let spins = Motion::turning(&Placement::IDENTITY, &Vec3::zeros(), &spin).expect("finite");
        let at = Vec3::new(angle.cos(), angle.sin(), 0.0) * 1.5;
        let rests = Motion::rest(&Placement::translation(at));
        let hit = judged((&blade, &spins), (&ball, &rests), 1e-9, 4.0, "propeller").expect("a hit");
        let contact = (angle - (0.1_f64 / 1.5).asin()) / (TAU * turns);
        assert!(hit.time <= contact && contact - hit.time < 1e-8, "{turns}: {hit:?}, {contact}");
        // Just outside of the disc: never.
        let rests = Motion::rest(&Placement::translation(at * (2.06 / 1.5)));
        assert!(judged((&blade, &spins), (&ball, &rests), 1e-9, 4.0, "beside").is_none());
    }
}

#[test]
fn a_door_sweeps_up_who_stands_behind_it() {
    let door = Shape::cuboid([1.0, 0.05, 2.0]).expect("a box");
    let guard = Shape::capsule(0.2, 1.0).expect("a capsule");
    let mut open = Placement::translation([0.0, 0.5, 0.0]);
    open.rotate(&[0.0, 0.0, 1.0, 1.0]);
    let hinge = Vec3::new(-0.5, 0.0, 0.0);
    let closed = Placement::translation([0.5, 0.0, 0.0]);
    let door_opens = Motion::between(&closed, &open).expect("finite").about(&hinge);
    assert!((door_opens.at(0.5).apply(&hinge)).norm() < 1e-12);
    let stands = |x: f64, y: f64| {
        let mut upright = Placement::translation([x, y, 0.0]);
        upright.rotate(&[1.0, 0.0, 0.0, 1.0]);
        Motion::rest(&upright)
    };
    let behind = stands(0.5, 0.6);
    let hit = judged((&door, &door_opens), (&guard, &behind), 1e-9, 2.0, "behind").expect("a hit");
    // Along the straight way with the end's rotation, as with that of the start, it would miss.
    let distance = (0.5_f64 * 0.5 + 0.6 * 0.6).sqrt();
    let angle = (0.6_f64 / 0.5).atan() - (0.225 / distance).asin();
    assert!((hit.time - angle / FRAC_PI_2).abs() < 1e-6, "{hit:?}");
    let beyond = stands(1.0, 1.0);
    assert!(judged((&door, &door_opens), (&guard, &beyond), 1e-9, 2.0, "beyond").is_none());
}

#[test]
fn a_thin_rod_that_turns_through_a_wall_is_seen() {
    let rod = Shape::cuboid([2.0, 0.001, 0.001]).expect("a box");
    let wall = Shape::mesh(
        &[[-3.0, 0.2, -3.0], [3.0, 0.2, -3.0], [0.0, 0.2, 5.0]].map(Vec3::from),
        &[[0, 1, 2]],
    )
    .expect("a mesh");
    // Half a turn: before and after, the rod lies along the wall.
    let mut turned = Placement::IDENTITY;
    turned.rotate(&[0.0, 0.0, 1.0, 0.0]);
    let turns = Motion::between(&Placement::IDENTITY, &turned).expect("finite");
    let rests = Motion::rest(&Placement::IDENTITY);
    assert!(
        query::cast(&rod, &turned, Vec3::zeros(), &wall, turns.start(), Vec3::zeros()).is_none()
    );
    let hit = judged((&rod, &turns), (&wall, &rests), 1e-9, 2.0, "rod").expect("a hit");
    assert!((hit.time - 0.2_f64.asin() / PI).abs() < 1e-3, "{hit:?}");
    assert!((hit.normal + Vec3::y()).norm() < 1e-9, "{hit:?}");
}

#[test]
fn bodies_that_stay_near_have_contact_unless_they_move_apart() {
    let block = Shape::cuboid([1.0; 3]).expect("a box");
    let floor = Shape::cuboid([9.0, 1.0, 9.0]).expect("a box");
    let below = Motion::rest(&Placement::translation([0.0, -1.0 - 1e-7, 0.0]));
    let spins = |by: f64| {
        let spin = Vec3::new(0.0, 1.0, 0.0);
        Motion::turning(&Placement::IDENTITY, &Vec3::new(0.0, by, 0.0), &spin).expect("finite")
    };
    let contact =
        |by: f64| query::cast_motion(&block, &spins(by), &floor, &below, 1e-6).expect("decided");
    let time = |by: f64| contact(by).map(|hit| hit.time);
    assert_eq!(time(1.0), None);
    assert_eq!(time(1e-3), None);
    assert_eq!(time(0.0), Some(f64::MIN_POSITIVE));
    assert_eq!(time(-1.0), Some(f64::MIN_POSITIVE));
    let nearer = Motion::rest(&Placement::translation([0.0, -1.0, 0.0]));
    assert_eq!(
        query::cast_motion(&block, &spins(1.0), &floor, &nearer, 1e-6).map(|h| h.map(|h| h.time)),
        Ok(Some(0.0))
    );
}

#[test]
fn what_does_not_turn_is_cast_as_ever() {
    for round in 0..100 {
        let random = &mut Random::case(64, round);
        let (a, b) = (convex(random), convex(random));
        let (p, q) = (placement(random, 1.0), placement(random, 3.0));
        let (u, v) = (random.vector(), -q.origin * 1.5);
        let turning = query::cast_motion(
            &a,
            &Motion::translation(&p, &u),
            &b,
            &Motion::translation(&q, &v),
            1e-3,
        );
        let straight = query::cast(&a, &p, u, &b, &q, v);
        assert_eq!(turning, Ok(straight), "round {round}");
    }
}
