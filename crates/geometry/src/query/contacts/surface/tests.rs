//! Contacts on flat floors of many triangles are those of one face; at true edges and in notches they are those of the surface.

use super::super::ContactMemory;
use crate::math::{Placement, Vec3};
use crate::query::{Body, BodyPair, Contact, Shape};
use solid_testing::Random;

/// The contacts of two shapes, from the second to the first.
fn contacts(a: &Shape, at: &Placement, b: &Shape, there: &Placement) -> Vec<Contact> {
    let (a, b) = Body::new(a.view(), at).zip(Body::new(b.view(), there)).expect("finite");
    let mut memory = ContactMemory::default();
    let pair = BodyPair::new(a, b).expect("in range");
    let found = pair.contacts(1e-6, &mut memory);
    assert_eq!(pair.penetration(1e-6, memory.workspace()), found);
    assert_eq!(found.is_some(), !memory.contacts.is_empty());
    memory.contacts
}

/// A flat floor of triangles in the plane y = 0, of `2 * n * n` triangles with random corners about `size` apart.
fn floor(random: &mut Random, n: u32, size: f64) -> Shape {
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
            let [p, q, r, s] = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(|[i, j]| i * (n + 1) + j);
            let mut two = if random.chance(0.5) { [[p, q, r], [p, r, s]] } else { [[p, q, s], [q, r, s]] };
            // Turned over now and then.
            two.iter_mut().for_each(|face| if random.once_in(3) { face.swap(0, 1) });
            faces.extend(two);
        }
    }
    Shape::mesh(&vertices, &faces).expect("a floor")
}

/// A box whose sides are divided into triangles.
fn crate_of_triangles(extents: [f64; 3]) -> Shape {
    let corner = |i: u32| Vec3::new(f64::from(i & 1) - 0.5, f64::from(i >> 1 & 1) - 0.5, f64::from(i >> 2) - 0.5);
    let corners = Vec::from_iter((0..8).map(|i| corner(i).component_mul(&Vec3::from(extents))));
    let sides = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    let faces = Vec::from_iter(sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]));
    Shape::mesh(&corners, &faces).expect("a crate")
}

fn bodies(random: &mut Random) -> [Shape; 7] {
    let points = [(); 12].map(|()| random.vector() * 0.4);
    [
        Shape::sphere(0.5), Shape::capsule(0.3, 0.8), Shape::cuboid([0.9, 0.6, 0.7]), Shape::cylinder(0.4, 0.9),
        Shape::cone(0.4, 0.9), Shape::polytope(&points), Ok(crate_of_triangles([0.8, 0.6, 1.0])),
    ].map(|shape| shape.expect("a shape"))
}

/// How far a shape reaches down.
fn lowest(shape: &Shape, placement: &Placement) -> f64 {
    use crate::query::BodyShape;
    use crate::shape::Support;
    let down = -placement.basis.tr_mul(&Vec3::y());
    let value = match shape.view() {
        BodyShape::Convex(body) => body.support_value(&down, &mut 0),
        BodyShape::Soup(soup) => soup.finite_points().iter().map(|p| p.dot(&down)).fold(f64::NEG_INFINITY, f64::max),
    };
    placement.origin.y - value
}

/// A placement in a frame.
fn within(frame: &Placement, placement: &Placement) -> Placement {
    let mut placed = *frame;
    placed.basis = frame.basis * placement.basis;
    placed.origin = frame.apply(&placement.origin);
    placed
}

#[test]
fn normals_on_a_flat_floor_are_the_floor_s() {
    let mut random = Random::new(43);
    let mut fails = [0; 7];
    let mut most = [0; 7];
    for round in 0..60 {
        let size = random.decade(-1.5, 0.5);
        let n = (6.0 / size).clamp(4.0, 70.0) as u32 * 2 / 2;
        let floor = floor(&mut random, n, size);
        let reach = f64::from(n) * size / 2.0;
        let mut frame = Placement::translation(random.vector() * 20.0);
        if round % 2 == 1 { frame.rotate(&random.quaternion()); }
        let up = frame.basis * Vec3::y();
        let flat = Shape::cuboid([100.0, 2.0, 100.0]).expect("a box");
        let below = within(&frame, &Placement::translation([0.0, -1.0, 0.0]));
        for (kind, body) in bodies(&mut random).iter().enumerate() {
            for try_ in 0..6 {
                let mut at = Placement::IDENTITY;
                if try_ % 3 != 0 { at.rotate(&random.quaternion()); }
                if try_ % 3 == 2 {
                    // Hardly tilted.
                    at = Placement::IDENTITY;
                    let [x, y, z, _] = random.quaternion().map(|q| q * 0.01);
                    at.rotate(&[x, y, z, 1.0]);
                }
                let depth = if random.once_in(4) { 0.0 } else { random.decade(-6.0, -0.95) };
                at.origin.y = -depth - lowest(body, &at);
                let inner = (reach - 1.0).max(0.0);
                if inner == 0.0 { continue; }
                let aside = [random.within(inner), random.within(inner)];
                at.origin.x = aside[0];
                at.origin.z = aside[1];
                let placed = within(&frame, &at);
                let found = contacts(body, &placed, &floor, &frame);
                if found.is_empty() && depth == 0.0 { continue; } // above by rounding
                let mut bad = found.is_empty();
                for contact in &found {
                    bad |= (contact.normal - up).norm() > 1e-9;
                }
                let deepest = found.first().map_or(-1.0, |c| c.depth);
                bad |= (deepest - depth).abs() > 2e-6;
                most[kind] = most[kind].max(found.len());
                // As on a floor that is a box.
                let mut missing = 0.0_f64;
                if kind == 2 || kind == 5 {
                    let of_box = contacts(body, &placed, &flat, &below);
                    for c in &of_box {
                        let near = found.iter().map(|d| (d.points[0] - c.points[0]).norm()).fold(9.0, f64::min);
                        missing = missing.max(near);
                    }
                }
                if bad || found.len() > if kind == 2 { 8 } else { 17 } || missing > 1e-6 {
                    fails[kind] += 1;
                    if fails[kind] < 4 {
                        println!("round {round} kind {kind} try {try_} size {size:.3} depth {depth:.2e}: {} contacts deepest {deepest:.3e} missing {missing:.3} {:?}", found.len(), found.iter().map(|c| ((c.normal - up).norm(), c.depth)).collect::<Vec<_>>());
                    }
                }
            }
        }
    }
    println!("fails {fails:?} most {most:?}");
    assert_eq!(fails, [0; 7]);
}
