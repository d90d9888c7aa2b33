//! Contacts on flat floors of many triangles are those of one face; at true edges and in notches they are those of the surface.

use super::super::ContactMemory;
use crate::math::{Placement, Vec3};
use crate::query::{Body, BodyPair, Contact, Shape};
use crate::shape::Support;
use solid_testing::Random;

mod flush;

/// The contacts of two shapes, from the second to the first.
pub(super) fn contacts(a: &Shape, at: &Placement, b: &Shape, there: &Placement) -> Vec<Contact> {
    let (a, b) = Body::new(a.view(), at).zip(Body::new(b.view(), there)).expect("finite");
    let mut memory = ContactMemory::default();
    let pair = BodyPair::new(a, b).expect("in range");
    let found = pair.contacts(1e-6, &mut memory);
    assert_eq!(pair.penetration(1e-6, memory.workspace()), found);
    assert_eq!(found.is_some(), !memory.contacts.is_empty());
    memory.contacts
}

/// A flat floor of triangles in the plane y = 0, of `2 * n * n` triangles with random corners about `size` apart.
pub(super) fn floor(random: &mut Random, n: u32, size: f64) -> Shape {
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    let middle = f64::from(n) / 2.0;
    for i in 0..=n {
        for j in 0..=n {
            let aside = |random: &mut Random, k: u32| {
                if k == 0 || k == n { 0.0 } else { random.within(0.35) }
            };
            let (x, z) = (f64::from(i) + aside(random, i), f64::from(j) + aside(random, j));
            vertices.push(Vec3::new((x - middle) * size, 0.0, (z - middle) * size));
        }
    }
    for i in 0..n {
        for j in 0..n {
            let [p, q, r, s] =
                [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(|[i, j]| i * (n + 1) + j);
            let mut two =
                if random.chance(0.5) { [[p, q, r], [p, r, s]] } else { [[p, q, s], [q, r, s]] };
            // Turned over now and then.
            two.iter_mut().for_each(|face| {
                if random.once_in(3) {
                    face.swap(0, 1)
                }
            });
            faces.extend(two);
        }
    }
    Shape::mesh(&vertices, &faces).expect("a floor")
}

/// A box whose sides are divided into triangles.
pub(super) fn crate_of_triangles(extents: [f64; 3]) -> Shape {
    let corner = |i: u32| {
        Vec3::new(f64::from(i & 1) - 0.5, f64::from(i >> 1 & 1) - 0.5, f64::from(i >> 2) - 0.5)
    };
    let corners = Vec::from_iter((0..8).map(|i| corner(i).component_mul(&Vec3::from(extents))));
    let sides =
        [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    let faces = Vec::from_iter(sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]));
    Shape::mesh(&corners, &faces).expect("a crate")
}

pub(super) fn bodies(random: &mut Random) -> [Shape; 7] {
    let points = [(); 12].map(|()| random.vector() * 0.4);
    [
        Shape::sphere(0.5),
        Shape::capsule(0.3, 0.8),
        Shape::cuboid([0.9, 0.6, 0.7]),
        Shape::cylinder(0.4, 0.9),
        Shape::cone(0.4, 0.9),
        Shape::polytope(&points),
        Ok(crate_of_triangles([0.8, 0.6, 1.0])),
    ]
    .map(|shape| shape.expect("a shape"))
}

/// How far a shape reaches down.
fn lowest(shape: &Shape, placement: &Placement) -> f64 {
    use crate::query::BodyShape;
    let down = -placement.basis.tr_mul(&Vec3::y());
    let value = match shape.view() {
        BodyShape::Convex(body) => body.support_value(&down, &mut 0),
        BodyShape::Parts(_) => unreachable!("no compound"),
        BodyShape::Soup(soup) => {
            soup.finite_points().iter().map(|p| p.dot(&down)).fold(f64::NEG_INFINITY, f64::max)
        }
    };
    placement.origin.y - value
}

/// A placement in a frame.
pub(super) fn within(frame: &Placement, placement: &Placement) -> Placement {
    let mut placed = *frame;
    placed.basis = frame.basis * placement.basis;
    placed.origin = frame.apply(&placement.origin);
    placed
}

/// A pose of a test: upright, turned, or hardly tilted.
pub(super) fn pose(random: &mut Random, kind: usize) -> Placement {
    let mut at = Placement::IDENTITY;
    match kind {
        0 => {}
        1 => at.rotate(&random.quaternion()),
        _ => {
            let [x, y, z, _] = random.quaternion().map(|q| q * 0.01);
            at.rotate(&[x, y, z, 1.0]);
        }
    }
    at
}

#[test]
fn contacts_on_a_flat_floor_of_triangles_are_those_on_a_box() {
    let mut random = Random::new(43);
    let mut touching = 0;
    for round in 0..60 {
        let size = random.decade(-1.5, 0.5);
        let n = (6.0 / size).clamp(4.0, 70.0) as u32;
        let floor = floor(&mut random, n, size);
        let inner = f64::from(n) * size / 2.0 - 1.0;
        let mut frame = Placement::translation(random.vector() * 20.0);
        if round % 2 == 1 {
            frame.rotate(&random.quaternion());
        }
        let up = frame.basis * Vec3::y();
        let block = Shape::cuboid([100.0, 2.0, 100.0]).expect("a box");
        let below = within(&frame, &Placement::translation([0.0, -1.0, 0.0]));
        for (kind, body) in bodies(&mut random).iter().enumerate() {
            for case in 0..if inner > 0.0 { 6 } else { 0 } {
                let mut at = pose(&mut random, case % 3);
                let depth = if random.once_in(4) { 0.0 } else { random.decade(-6.0, -0.7) };
                let height = -depth - lowest(body, &at);
                at.origin = Vec3::new(random.within(inner), height, random.within(inner));
                let placed = within(&frame, &at);
                let found = contacts(body, &placed, &floor, &frame);
                // At depth 0 it may be above by rounding.
                if found.is_empty() && depth == 0.0 {
                    continue;
                }
                touching += 1;
                let what = format!("round {round}, body {kind}, case {case}, depth {depth}");
                assert!(found.iter().all(|one| (one.normal - up).norm() <= 1e-9), "{what}");
                let deepest = found.first().map_or(-1.0, |one| one.depth);
                assert!((deepest - depth).abs() <= 2e-6, "{what}: {deepest}");
                let most = if kind == 2 { 8 } else { 17 };
                assert!(found.len() <= most, "{what}: {}", found.len());
                // Of discs there are other points of the same circle, and the crate is no convex body.
                if kind == 2 || kind == 5 {
                    for one in contacts(body, &placed, &block, &below) {
                        let away = |other: &Contact| (other.points[0] - one.points[0]).norm();
                        let nearest = found.iter().map(away).fold(f64::INFINITY, f64::min);
                        assert!(nearest <= 1e-6, "{what}: {nearest}");
                    }
                }
            }
        }
    }
    assert!(touching > 1500, "{touching}");
}

#[test]
fn a_ball_crosses_a_floor_of_triangles_without_loss() {
    let mut random = Random::new(44);
    let (floor, ball) = (floor(&mut random, 70, 1.5), Shape::sphere(0.5).expect("a ball"));
    let mut frame = Placement::translation(random.vector());
    frame.rotate(&random.quaternion());
    let [along, up] = [Vec3::x(), Vec3::y()].map(|axis| frame.basis * axis);
    let mut at = Placement::translation(frame.apply(&Vec3::new(-50.0, 0.5, 0.3)));
    let (mut velocity, step) = (along * 5.0 + frame.basis * Vec3::z() * 0.1, 1.0 / 60.0);
    let (start, mut supported) = (velocity, 0);
    while (at.origin - frame.apply(&Vec3::zeros())).dot(&along) < 50.0 {
        velocity -= up * (9.81 * step);
        at.origin += velocity * step;
        for contact in contacts(&ball, &at, &floor, &frame) {
            velocity -= contact.normal * velocity.dot(&contact.normal).min(0.0);
            at.origin += contact.normal * (0.2 * contact.depth);
            supported += 1;
        }
    }
    assert!(supported > 1000, "{supported}");
    let lost = (velocity - start).dot(&start) / start.norm_squared();
    assert!(lost.abs() < 1e-6, "{lost}");
}

#[test]
fn a_box_on_ten_thousand_triangles_has_four_contacts() {
    let floor = floor(&mut Random::new(45), 120, 0.01);
    let block = Shape::cuboid([1.0, 0.5, 1.0]).expect("a box");
    for depth in [0.0, 1e-3, 0.1] {
        let at = Placement::translation([0.01, 0.25 - depth, -0.02]);
        let found = contacts(&block, &at, &floor, &Placement::IDENTITY);
        assert_eq!(found.len(), 4, "{depth}");
        assert!(
            found.iter().all(|one| (one.depth - depth).abs() < 1e-9 && one.normal == Vec3::y())
        );
    }
}

#[test]
fn at_the_edge_of_a_table_the_normal_is_that_of_the_shorter_way_out() {
    let table = floor(&mut Random::new(46), 20, 0.1);
    let block = Shape::cuboid([1.0; 3]).expect("a box");
    // It hangs over the edge at x = 1 by most of its width: up from the top, however small the triangles are.
    let over =
        contacts(&block, &Placement::translation([1.1, 0.4, 0.0]), &table, &Placement::IDENTITY);
    assert!(over.iter().all(|one| (one.normal - Vec3::y()).norm() < 1e-9), "{over:?}");
    assert!((over[0].depth - 0.1).abs() < 1e-9);
    // It runs against the edge.
    let against =
        contacts(&block, &Placement::translation([1.49, 0.1, 0.0]), &table, &Placement::IDENTITY);
    assert!(against.iter().all(|one| (one.normal - Vec3::x()).norm() < 1e-9), "{against:?}");
    assert!((against[0].depth - 0.01).abs() < 1e-9);
}

#[test]
fn casts_onto_a_flat_floor_have_its_normal() {
    use crate::query;
    let mut random = Random::new(47);
    let floor = floor(&mut random, 40, 0.3);
    let mut frame = Placement::translation(random.vector() * 5.0);
    frame.rotate(&random.quaternion());
    let up = frame.basis * Vec3::y();
    let mut hits = 0;
    for round in 0..40 {
        for (kind, body) in bodies(&mut random).iter().enumerate() {
            let mut at = pose(&mut random, round % 3);
            at.origin = Vec3::new(random.within(3.0), 2.0, random.within(3.0));
            let fall = frame.basis * Vec3::new(random.within(2.0), -3.0, random.within(2.0));
            let placed = within(&frame, &at);
            let hit = query::cast(body, &placed, fall, &floor, &frame, Vec3::zeros());
            let hit = hit.expect("a hit");
            hits += 1;
            assert!((hit.normal - up).norm() <= 1e-9, "{round}, {kind}: {:?}", hit.normal - up);
        }
    }
    assert_eq!(hits, 280);
}

/// A torus about the axis z, around which it has `around` quadrangles of two triangles, and `across` about its core.
pub(super) fn torus(around: u32, across: u32) -> Shape {
    let angle = |i: u32, of: u32| f64::from(i) * std::f64::consts::TAU / f64::from(of);
    let at = |i: u32, j: u32| (i % around) * across + j % across;
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for (i, j) in (0..around).flat_map(|i| (0..across).map(move |j| (i, j))) {
        let (along, about) = (angle(i, around), angle(j, across));
        let radius = 0.8 + 0.3 * about.cos();
        vertices.push(Vec3::new(radius * along.cos(), radius * along.sin(), 0.3 * about.sin()));
        faces.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
        faces.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
    }
    Shape::mesh(&vertices, &faces).expect("a torus")
}

#[test]
fn what_collides_with_a_round_surface_has_contacts() {
    let mut random = Random::new(48);
    let mut colliding = [0; 9];
    for round in 0..40 {
        let surface = torus(30, 8 + round % 9);
        let others = bodies(&mut random).into_iter().chain([torus(30, 10), torus(40, 25)]);
        for (kind, body) in others.enumerate() {
            let mut at = Placement::translation(random.vector());
            at.rotate(&random.quaternion());
            let collides = crate::query::intersects(&body, &at, &surface, &Placement::IDENTITY);
            let found = contacts(&body, &at, &surface, &Placement::IDENTITY);
            assert_eq!(collides, !found.is_empty(), "round {round}, body {kind}");
            assert!(found.iter().all(|one| one.depth >= 0.0 && one.depth < 2.5));
            colliding[kind] += u32::from(collides);
        }
    }
    assert!(colliding.iter().all(|count| *count > 5), "{colliding:?}");
}

/// A bumpy floor, of which some faces are flat over several triangles.
pub(super) fn bumpy(random: &mut Random, n: u32, step: f64) -> Shape {
    let corner = |i: u32, random: &mut Random| {
        let [x, z] = [i % (n + 1), i / (n + 1)].map(f64::from);
        let middle = f64::from(n) / 2.0;
        Vec3::new(x - middle, step * random.below(3) as f64, z - middle)
    };
    let vertices = Vec::from_iter((0..(n + 1) * (n + 1)).map(|i| corner(i, random)));
    let cells = (0..n * n).map(|i| i / n * (n + 1) + i % n);
    let faces = cells.flat_map(|p| [[p, p + n + 1, p + 1], [p + 1, p + n + 1, p + n + 2]]);
    Shape::mesh(&vertices, &Vec::from_iter(faces)).expect("a floor")
}
