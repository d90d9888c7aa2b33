//! Casts that begin in contact.

use super::*;
use crate::math::{Mat3, Placement};
use crate::motion::Motion;
use crate::query::{self, CastHit, Shape, WarmStart};
use solid_testing::Random;

fn go_on() -> WarmStart {
    WarmStart::default().with_stop_at_penetration(false)
}

fn shapes() -> Vec<Shape> {
    let mesh = {
        let vertices: Vec<Vec3> = (0..8)
            .map(|i| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1)))
            .map(|corner| corner.map(|x| x - 0.5))
            .collect();
        let quads =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let faces: Vec<[u32; 3]> =
            quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
        Shape::mesh(&vertices, &faces)
    };
    let shapes = [
        Shape::cuboid([1.0; 3]),
        Shape::sphere(0.5),
        Shape::capsule(0.3, 0.4),
        Shape::cylinder(0.5, 1.0),
        Shape::cone(0.5, 1.0),
        Shape::polytope(&[Vec3::x(), Vec3::y(), Vec3::z(), -Vec3::repeat(0.5)]),
        mesh,
    ];
    shapes.map(|shape| shape.expect("valid")).into()
}

/// How a cast ends, straight and as a turn of nothing that matters.
fn both(a: (&Shape, &Placement, Vec3), b: (&Shape, &Placement)) -> Option<CastHit> {
    let straight = go_on().cast(a.0, a.1, a.2, b.0, b.1, Vec3::zeros());
    let motions = [Motion::translation(a.1, &a.2), Motion::rest(b.1)];
    let turning = go_on().cast_motion(a.0, &motions[0], b.0, &motions[1], 1e-6);
    assert_eq!(turning, Ok(straight));
    straight
}

#[test]
fn bodies_that_collide_count_if_they_approach() {
    let shapes = shapes();
    let random = &mut Random::new(81);
    let mut counts = [0; 3];
    for round in 0..1500 {
        let (a, b) = (&shapes[round % 7], &shapes[round / 7 % 7]);
        let mut pose = Placement::translation(random.direction() * random.between(0.2, 1.0));
        pose.rotate(&random.quaternion());
        let here = Placement::IDENTITY;
        let Some(contact) = query::penetration(a, &pose, b, &here) else { continue };
        let by = random.vector() * 3.0;
        let stops = query::cast(a, &pose, by, b, &here, Vec3::zeros());
        assert_eq!(stops.map(|hit| hit.time), Some(0.0), "round {round}");
        let convex = round % 7 != 6 && round / 7 % 7 != 6;
        let found = both((a, &pose, by), (b, &here));
        let rate = contact.normal.dot(&by) / by.norm();
        if rate.abs() < 1e-3 {
            continue;
        }
        if convex {
            let time = found.map(|hit| hit.time);
            assert_eq!(time, (rate < 0.0).then_some(0.0), "round {round}: {rate}");
            counts[usize::from(rate < 0.0)] += 1;
        } else if rate < 0.0 && found.is_some_and(|hit| hit.time == 0.0) {
            counts[2] += 1;
        }
        // Straight out they never stop, however deep they are.
        let out = contact.normal * (contact.depth + 1.0);
        if convex {
            assert_eq!(both((a, &pose, out), (b, &here)), None, "round {round}");
        }
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

/// A floor of triangles, with a wall at x = 5.
fn room(tilt: &Placement) -> Shape {
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    let mut quad = |corners: [[f64; 3]; 4]| {
        let first = vertices.len() as u32;
        vertices.extend(corners.map(|corner| tilt.apply(&Vec3::from(corner))));
        faces.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    };
    for x in -8..8 {
        for z in -8..8 {
            let (x, z) = (f64::from(x), f64::from(z));
            quad([[x, 0.0, z], [x + 1.0, 0.0, z], [x + 1.0, 0.0, z + 1.0], [x, 0.0, z + 1.0]]);
        }
    }
    quad([[5.0, 0.0, -8.0], [5.0, 4.0, -8.0], [5.0, 4.0, 8.0], [5.0, 0.0, 8.0]]);
    Shape::mesh(&vertices, &faces).expect("a mesh")
}

#[test]
fn what_lies_on_a_mesh_slides_to_the_wall() {
    let random = &mut Random::new(82);
    for round in 0..60 {
        let mut tilt = Placement::IDENTITY;
        if round % 3 > 0 {
            tilt.rotate(&random.quaternion());
        }
        let (room, here) = (room(&tilt), Placement::IDENTITY);
        let depth = if round % 2 == 0 { 0.0 } else { random.decade(-6.0, -2.0) };
        let (shape, half) = match round % 4 {
            0 => (Shape::cuboid([1.0; 3]), 0.5),
            1 => (Shape::sphere(0.5), 0.5),
            2 => (Shape::capsule(0.5, 1.0), 1.0),
            _ => (Shape::cylinder(0.5, 1.0), 0.5),
        };
        let shape = shape.expect("valid");
        let from = Vec3::new(random.between(-3.0, 3.0), half - depth, random.between(-3.0, 3.0));
        let pose = Placement { basis: tilt.basis, origin: tilt.apply(&from) };
        let what = format!("round {round}, {depth:e}");
        let go = |by: Vec3| both((&shape, &pose, tilt.basis * by), (&room, &here));
        if depth == 0.0 && !query::intersects(&shape, &pose, &room, &here) {
            continue;
        }
        // Along the wall, away, up, into the wall, and down.
        assert_eq!(go(Vec3::z() * 3.0), None, "{what}: along");
        assert_eq!(go(Vec3::new(-3.0, 0.0, 2.0)), None, "{what}: away");
        assert_eq!(go(Vec3::new(0.5, 2.0, 0.0)), None, "{what}: up");
        let hit = go(Vec3::x() * 9.0).unwrap_or_else(|| panic!("{what}: the wall"));
        let expected = (4.5 - from.x) / 9.0;
        assert!((hit.time - expected).abs() < 2e-3, "{what}: {} for {expected}", hit.time);
        assert!((hit.normal + tilt.basis * Vec3::x()).norm() < 1e-3, "{what}: {hit:?}");
        assert_eq!(go(-Vec3::y()).map(|hit| hit.time), Some(0.0), "{what}: down");
    }
}

#[test]
fn what_stands_in_a_corner_is_held_by_the_wall_alone() {
    let (room, here) = (room(&Placement::IDENTITY), Placement::IDENTITY);
    let cube = Shape::cuboid([1.0; 3]).expect("valid");
    let pose = Placement::translation([4.5, 0.5, 0.25]);
    let time = |by: [f64; 3]| both((&cube, &pose, by.into()), (&room, &here)).map(|hit| hit.time);
    assert_eq!(time([1.0, 0.0, 0.0]), Some(0.0));
    assert_eq!(time([0.0, -1.0, 0.0]), Some(0.0));
    assert_eq!(time([0.0, 0.0, 3.0]), None);
    assert_eq!(time([-3.0, 0.0, 0.0]), None);
    assert_eq!(time([0.0, 2.0, 0.0]), None);
}

#[test]
fn a_body_that_turns_out_of_another_may_come_back() {
    // A clock hand lies on a peg, and leaves it.
    let (hand, peg) =
        (Shape::cuboid([4.0, 0.2, 0.2]).expect("valid"), Shape::sphere(0.1).expect("valid"));
    let (here, at) = (Placement::IDENTITY, Placement::translation([1.0, 0.15, 0.0]));
    let time = |angle: f64| {
        let turns = Motion::turning(&here, &Vec3::zeros(), &(Vec3::z() * angle)).expect("finite");
        let rests = Motion::rest(&at);
        let stops = query::cast_motion(&hand, &turns, &peg, &rests, 1e-6).expect("decided");
        assert_eq!(stops.map(|hit| hit.time), Some(0.0));
        let found = go_on().cast_motion(&hand, &turns, &peg, &rests, 1e-6).expect("decided");
        found.map(|hit| hit.time * angle.abs())
    };
    assert_eq!(time(1.0), Some(0.0), "towards the peg");
    assert_eq!(time(-1.0), None, "away from it");
    // The other half comes round.
    let angle = time(-6.0).expect("a hit");
    let distance = |angle: f64| {
        let mut pose = here;
        pose.rotate(&[0.0, 0.0, (-0.5 * angle).sin(), (0.5 * angle).cos()]);
        query::distance(&hand, &pose, &peg, &at).expect("finite")
    };
    assert!(angle > 2.0 && angle < 3.2, "{angle}");
    assert!(distance(angle) < 1e-6 && distance(angle - 0.1) > 1e-3);
}

#[test]
fn a_body_inside_of_a_solid_leaves_it() {
    let shapes = shapes();
    let solid = shapes[6].clone();
    let (ball, here) = (Shape::sphere(0.1).expect("valid"), Placement::IDENTITY);
    let pose = Placement { basis: Mat3::identity(), origin: Vec3::new(0.05, 0.3, 0.0) };
    let up = go_on().cast(&ball, &pose, Vec3::y() * 2.0, &solid, &here, Vec3::zeros());
    let inside = query::intersects(&ball, &pose, &solid, &here);
    if inside {
        assert_eq!(up, None);
        let down = go_on().cast(&ball, &pose, -Vec3::y() * 2.0, &solid, &here, Vec3::zeros());
        assert_eq!(down.map(|hit| hit.time), Some(0.0));
    } else {
        // A surface alone is hit from inside.
        assert!(up.is_some_and(|hit| hit.time > 0.0));
    }
}
