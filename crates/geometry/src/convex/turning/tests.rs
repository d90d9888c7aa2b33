//! Orbits at constant distances, and searches that are given up.

use std::f64::consts::{PI, TAU};

use crate::math::{Placement, Vec3};
use crate::motion::Motion;
use crate::query::{self, CastHit, Shape, Undecided};
use solid_testing::Random;

fn about_y(angle: f64) -> Vec3 {
    Vec3::y() * angle
}

fn turning(placement: &Placement, by: Vec3, spin: Vec3) -> Motion {
    Motion::turning(placement, &by, &spin).expect("finite")
}

fn on_arm(shape: Shape, arm: Vec3) -> Shape {
    Shape::sum(&Shape::point(arm).expect("finite"), &shape).expect("a sum")
}

fn round(radius: f64) -> Shape {
    Shape::sphere(radius).expect("finite")
}

fn can(radius: f64, height: f64) -> Shape {
    Shape::cylinder(radius, height).expect("finite")
}

/// Bodies that stay as far apart as they are: by `gap`, or more.
fn orbit(kind: u64, gap: f64, angle: f64, random: &mut Random) -> [(Shape, Motion); 2] {
    let (origin, cube) = (Placement::IDENTITY, Shape::cuboid([1.0; 3]).expect("finite"));
    let still = |shape| (shape, Motion::rest(&origin));
    let far = Vec3::x() * (1.5 + gap);
    let spins = |shape| (shape, turning(&origin, Vec3::zeros(), about_y(angle)));
    match kind {
        0 => [spins(on_arm(round(0.5), far)), still(round(1.0))],
        1 => [spins(on_arm(cube, far)), still(can(1.0, 2.0))],
        2 => [spins(on_arm(can(0.5, 1.0), far)), still(round(1.0))],
        // A body of revolution that turns about its own axis.
        3 => [spins(can(1.0, 2.0)), (cube, Motion::rest(&Placement::translation(far)))],
        4 => {
            let cone = Shape::cone(1.0, 2.0).expect("finite");
            [spins(cone), (cube, Motion::rest(&Placement::translation(far)))]
        }
        // On parallel cranks.
        5 => {
            let pin = || on_arm(round(0.5), Vec3::x());
            let beside = Placement::translation([0.0, 0.0, 1.0 + gap]);
            let other = turning(&beside, Vec3::zeros(), about_y(angle));
            [spins(pin()), (pin(), other)]
        }
        // A wheel rolls.
        6 => {
            let mut lying = Placement::IDENTITY;
            lying.rotate(&[0.5_f64.sqrt(), 0.0, 0.0, 0.5_f64.sqrt()]);
            let floor = Shape::cuboid([1000.0, 1.0, 1000.0]).expect("finite");
            let below = Placement::translation([0.0, -1.0 - gap, 0.0]);
            let rolls = turning(&lying, Vec3::x() * 20.0, Vec3::z() * angle);
            [(can(0.5, 2.0), rolls), (floor, Motion::rest(&below))]
        }
        // Along a screw's axis.
        7 => {
            let up = turning(&origin, Vec3::y() * 0.5, about_y(angle));
            [(on_arm(round(0.5), far), up), still(can(1.0, 8.0))]
        }
        // A ball about itself, wherever it is.
        _ => {
            let spin = random.direction() * angle;
            let at = Placement::translation(far);
            [(round(0.5), turning(&at, Vec3::zeros(), spin)), still(round(1.0))]
        }
    }
}

fn cast(bodies: &[(Shape, Motion); 2], tolerance: f64) -> Result<Option<CastHit>, Undecided> {
    let [(a, of_a), (b, of_b)] = bodies;
    query::cast_motion(a, of_a, b, of_b, tolerance)
}

#[test]
fn bodies_on_orbits_at_a_constant_distance_do_not_touch() {
    for round in 0..540 {
        let random = &mut Random::case(71, round);
        let (gap, angle) = (random.decade(-6.0, -1.0), random.decade(0.0, 4.0).min(9_999.0));
        let (kind, tolerance) = (round % 9, gap * random.decade(-3.0, -0.4));
        let bodies = orbit(kind, gap, angle, random);
        let found = cast(&bodies, tolerance);
        assert_eq!(found, Ok(None), "round {round}, kind {kind}: {gap:e}, {angle} radians");
        let [a, b] = bodies;
        assert_eq!(cast(&[b, a], tolerance), Ok(None), "round {round}, kind {kind}, swapped");
    }
}

#[test]
fn what_comes_nearer_on_an_orbit_is_hit_in_time() {
    for round in 0..180 {
        let random = &mut Random::case(72, round);
        let (gap, angle) = (random.decade(-4.0, -1.0), random.decade(0.0, 2.0));
        let [(a, of_a), (b, of_b)] = orbit(round % 5, gap, angle, random);
        // The second one comes nearer along the line between them, wherever the first one is then.
        let by = random.between(1.5, 4.0) * gap;
        let rises = turning(of_a.start(), Vec3::zeros(), of_a.spin());
        let towards = Motion::translation(of_b.start(), &(Vec3::x() * by));
        let swings = [(a.clone(), rises), (b.clone(), towards)];
        let Ok(found) = cast(&swings, 1e-3 * gap) else { panic!("round {round} is left open") };
        let distance = |time: f64| {
            query::distance(&a, &swings[0].1.at(time), &b, &swings[1].1.at(time)).expect("finite")
        };
        let end = found.map_or(1.0, |hit| hit.time);
        for sample in 0..400 {
            let time = end * f64::from(sample) / 400.0;
            assert!(distance(time) > 0.0, "round {round}: {found:?}, but contact at {time}");
        }
        if let Some(hit) = found {
            assert!(distance(hit.time) <= 1.001e-3 * gap, "round {round}: {hit:?}");
        }
    }
}

#[test]
fn circles_that_stay_apart_are_proved_at_once() {
    // A propeller makes thousands of turns beside a wall, and above a ball that the ends of its blades go round.
    let blade = Shape::cuboid([4.0, 0.2, 0.3]).expect("finite");
    let spins = turning(&Placement::IDENTITY, Vec3::zeros(), Vec3::z() * 9_999.0);
    let wall = Motion::rest(&Placement::translation([3.1, 0.0, 0.0]));
    let cube = Shape::cuboid([2.0; 3]).expect("finite");
    assert_eq!(cast(&[(blade.clone(), spins), (cube, wall)], 1e-6), Ok(None));
    let below = Motion::rest(&Placement::translation([0.1, 0.2, -1.2]));
    assert_eq!(cast(&[(blade, spins), (round(1.0), below)], 1e-6), Ok(None));
    // A ball goes round another one that is off its axis.
    let eccentric = Motion::rest(&Placement::translation([0.1, 0.0, 0.0]));
    let ball = on_arm(round(0.5), Vec3::x() * 1.7);
    let goes = turning(&Placement::IDENTITY, Vec3::zeros(), about_y(9_999.0));
    assert_eq!(cast(&[(ball, goes), (round(1.0), eccentric)], 1e-6), Ok(None));
}

/// A gear of as many teeth turns past a pawl that it misses by a part of its radius.
fn gear(teeth: u32, gap: f64, angle: f64) -> [(Shape, Motion); 2] {
    let corner = |i: u32| {
        let angle = TAU * f64::from(i) / f64::from(teeth);
        Vec3::new(angle.cos(), 0.0, angle.sin())
    };
    let corners: Vec<Vec3> = (0..teeth).map(corner).collect();
    let gear = Shape::polytope(&corners).expect("finite");
    let pawl = Motion::rest(&Placement::translation([1.0 + gap, 0.0, 0.0]));
    [(gear, turning(&Placement::IDENTITY, Vec3::zeros(), about_y(angle))), (round(0.0), pawl)]
}

#[test]
fn what_is_open_is_no_contact_and_apart_until_then() {
    let mut open = 0;
    for teeth in [3, 7, 12] {
        for angle in [10.0 * PI, 1000.0 * PI, 3000.0 * PI] {
            let bodies = gear(teeth, 1e-6, angle);
            match cast(&bodies, 1e-9) {
                Ok(found) => assert_eq!(found, None, "{teeth} teeth, {angle} radians"),
                Err(Undecided { until }) => {
                    open += 1;
                    assert!(until > 0.0 && until < 1.0, "{teeth} teeth, {angle} radians");
                    // The same again, to the last bit.
                    assert_eq!(cast(&bodies, 1e-9), Err(Undecided { until }));
                }
            }
        }
    }
    assert!(open > 0, "these were to be too long");
}

#[test]
fn a_part_that_is_left_open_later_than_a_contact_does_not_matter() {
    // The gear runs until the search is given up, and a block meets the pawl before.
    let [(gear, _), (pawl, stays)] = gear(12, 1e-6, 1.0);
    let spins = |by: f64| turning(&Placement::IDENTITY, Vec3::z() * by, about_y(3000.0 * PI));
    let open = cast(&[(gear.clone(), spins(0.0)), (pawl.clone(), stays)], 1e-9);
    let Err(Undecided { until }) = open else { panic!("{open:?}") };
    let obstacles = [
        (pawl, *stays.start()),
        (Shape::cuboid([0.5; 3]).expect("finite"), Placement::translation([-1.2, 0.0, 0.0])),
    ];
    let obstacles = query::batch::Obstacles::new(obstacles).expect("finite");
    let (poses, mut hits) = ([Placement::IDENTITY], [None]);
    let bodies = query::batch::Bodies::of(&gear, &poses[..]);
    let screw = |_| spins(0.0);
    let batch = query::batch::Batch::default().with_tolerance(1e-9);
    let report = batch.casts_turning_at_obstacles(
        &bodies,
        (&poses[0]).into(),
        &screw,
        &obstacles,
        &mut hits,
    );
    assert!(hits[0].is_some_and(|hit| hit.obstacle == 1 && hit.found.time < until), "{report:?}");
    let alone = query::batch::Obstacles::new([(round(0.0), *stays.start())]).expect("finite");
    let report =
        batch.casts_turning_at_obstacles(&bodies, (&poses[0]).into(), &screw, &alone, &mut hits);
    let Some((0, query::batch::RowError::Undecided(Undecided { until }))) = report.first_refused
    else {
        panic!("{report:?}")
    };
    assert!(until > 0.0 && until < 1.0);
}

#[test]
fn a_shaft_turns_in_its_sleeve() {
    let tube = |sides: u32, radius: f64| {
        let at = |i: u32, y: f64| {
            let angle = TAU * f64::from(i % sides) / f64::from(sides);
            Vec3::new(radius * angle.cos(), y, radius * angle.sin())
        };
        let vertices: Vec<Vec3> = (0..sides).flat_map(|i| [at(i, -1.0), at(i, 1.0)]).collect();
        let faces: Vec<[u32; 3]> = (0..sides)
            .flat_map(|i| {
                let (p, q) = (2 * i, 2 * ((i + 1) % sides));
                [[p, q, q + 1], [p, q + 1, p + 1]]
            })
            .collect();
        Shape::mesh(&vertices, &faces).expect("a mesh")
    };
    for (sides, angle) in [(16, 0.1), (16, 1000.0), (64, 10.0)] {
        let outer = 1.002 / (PI / f64::from(sides)).cos();
        let spins = turning(&Placement::IDENTITY, Vec3::zeros(), about_y(angle));
        let bodies =
            [(tube(sides, 1.0), spins), (tube(sides, outer), Motion::rest(&Placement::IDENTITY))];
        let found = cast(&bodies, 1e-6);
        assert!(!matches!(found, Ok(Some(_))), "{sides} sides, {angle} radians: {found:?}");
    }
}
