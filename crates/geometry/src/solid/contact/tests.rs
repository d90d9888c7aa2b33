use crate::math::{Placement, Vec3};
use crate::query::{self, Body, BodyPair, ContactMemory, Shape};
use solid_testing::Random;
use solid_testing::meshes::{Mesh, bowl, closed_ball, l_shape, ring};

fn solid(mesh: &Mesh) -> Shape {
    Shape::mesh(&mesh.vertices, &mesh.triangles).and_then(Shape::into_solid).expect("closed")
}

fn others(random: &mut Random) -> Vec<Shape> {
    let points: Vec<Vec3> = (0..10).map(|_| random.vector() * 0.3).collect();
    let all = [
        Shape::sphere(0.2),
        Shape::cuboid([0.3, 0.4, 0.5]),
        Shape::capsule(0.1, 0.4),
        Shape::polytope(&points),
        Ok(solid(&ring(0.4, 0.1, 6, 12))),
        Ok(solid(&l_shape())),
    ];
    all.into_iter().map(|shape| shape.expect("a shape")).collect()
}

/// The depth separates, whatever the bodies; it is the same with the bodies in reverse order, mirrored; and contacts agree with it.
#[test]
fn depths_separate_and_contacts_agree() {
    let mut random = Random::new(460);
    let solids = [
        solid(&l_shape()),
        solid(&bowl(0.3, 6, 10)),
        solid(&ring(1.0, 0.3, 8, 16)),
        solid(&closed_ball(&mut random, 8, 12, 0.4)),
        solid(&closed_ball(&mut random, 8, 12, 0.0)),
    ];
    let others = others(&mut random);
    let mut hits = 0;
    for round in 0..400 {
        let (a, b) = (&others[random.below(6)], &solids[random.below(5)]);
        let mut place = || {
            let mut pose = Placement::translation(random.vector() * 0.8);
            pose.rotate(&random.quaternion());
            pose
        };
        let (p, q) = (place(), place());
        let hit = query::intersects(a, &p, b, &q);
        let found = query::penetration(a, &p, b, &q);
        assert_eq!(found.is_some(), hit, "{round}");
        let contacts = query::contacts(a, &p, b, &q);
        assert_eq!(contacts.is_empty(), !hit, "{round}");
        let Some(found) = found else { continue };
        hits += 1;
        let moved = Placement { origin: p.origin + found.normal * found.depth, ..p };
        assert!(!query::intersects(a, &moved, b, &q), "{round}: {found:?}");
        let apart = found.points[1] - found.points[0] - found.normal * found.depth;
        assert!(apart.norm() < 1e-9, "{round}: {found:?}");
        let deepest = contacts.iter().fold(0.0_f64, |most, contact| most.max(contact.depth));
        assert!(deepest <= found.depth * (1.0 + 2e-6) + 1e-9, "{round}: {contacts:?}");
        for contact in &contacts {
            assert!((contact.normal.norm() - 1.0).abs() < 1e-9, "{round}");
            assert!(contact.normal.dot(&found.normal) > 0.0, "{round}: {contact:?} {found:?}");
            let [on_a, on_b] = contact.points;
            let apart = on_b - on_a - contact.normal * contact.depth;
            assert!(apart.norm() < 1e-6, "{round}: {contact:?}");
        }
    }
    assert!(hits > 150, "{hits}");
}

/// A plate of many triangles, as a solid.
fn plate(random: &mut Random, cells: u32) -> Shape {
    let side = cells + 1;
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for y in [-1.0, 0.0] {
        for i in 0..side {
            for k in 0..side {
                let inner = |x: u32| x > 0 && x < cells;
                let mut off = || if inner(i) && inner(k) { 0.3 * random.signed() } else { 0.0 };
                vertices.push(Vec3::new(f64::from(i) + off(), y, f64::from(k) + off()));
            }
        }
    }
    let at = |level: u32, i: u32, k: u32| level * side * side + i * side + k;
    for level in [0, 1] {
        for i in 0..cells {
            for k in 0..cells {
                let q = [
                    at(level, i, k),
                    at(level, i + 1, k),
                    at(level, i + 1, k + 1),
                    at(level, i, k + 1),
                ];
                for [a, b, c] in [[q[0], q[1], q[2]], [q[0], q[2], q[3]]] {
                    faces.push(if level == 0 { [a, b, c] } else { [a, c, b] });
                }
            }
        }
    }
    for i in 0..cells {
        let sides = [
            [(i, 0), (i + 1, 0)],
            [(i + 1, cells), (i, cells)],
            [(0, i + 1), (0, i)],
            [(cells, i), (cells, i + 1)],
        ];
        for [(a, b), (c, d)] in sides {
            let q = [at(0, a, b), at(1, a, b), at(1, c, d), at(0, c, d)];
            faces.extend([[q[0], q[1], q[2]], [q[0], q[2], q[3]]]);
        }
    }
    solid(&Mesh { vertices, triangles: faces })
}

/// Whatever rests on a flat side has the normal of that side, and a box has four contacts.
#[test]
fn flat_sides_have_one_normal() {
    let mut random = Random::new(461);
    let floor = plate(&mut random, 12);
    let boxes = [[1.5, 1.0, 2.5], [0.4, 1.0, 0.4], [3.0, 1.0, 3.0]];
    for round in 0..120 {
        let depth = [0.0, 1e-3, 0.05, 0.2][round % 4];
        let kind = random.below(4);
        let body = match kind {
            0 => Shape::sphere(0.5),
            1 => Shape::cylinder(0.5, 1.0),
            2 => Shape::capsule(0.25, 0.5),
            _ => Shape::cuboid(boxes[random.below(3)]),
        };
        let body = body.expect("finite");
        let mut world = Placement::translation(random.vector() * 5.0);
        if round % 3 > 0 {
            world.rotate(&random.quaternion());
        }
        let at = Vec3::new(5.0 + 2.0 * random.signed(), 0.5 - depth, 5.0 + 2.0 * random.signed());
        let mut pose = world.compose(&Placement::translation(at));
        let turn = random.signed();
        pose.rotate(&[0.0, turn, 0.0, 1.0]);
        let up = world.basis * Vec3::y();
        let contacts = query::contacts(&body, &pose, &floor, &world);
        if depth == 0.0 && contacts.is_empty() {
            continue; // rounding has it apart
        }
        let found = query::penetration(&body, &pose, &floor, &world).expect("they collide");
        assert!(
            (found.depth - depth).abs() < 1e-9 && (found.normal - up).norm() < 1e-6,
            "{round}: {found:?}"
        );
        assert!(contacts.iter().all(|c| (c.normal - up).norm() < 1e-9), "{round}: {contacts:?}");
        assert!(contacts.iter().all(|c| c.depth < depth + 1e-9), "{round}: {contacts:?}");
        // Where they only touch, rounding decides how many corners of the region are in it.
        match kind {
            3 if depth > 0.0 => assert_eq!(contacts.len(), 4, "{round}: {depth} {contacts:?}"),
            0 | 2 => assert_eq!(contacts.len(), 1, "{round}: {depth} {contacts:?}"),
            _ => {}
        }
    }
}

/// Patches of a solid have the same contacts.
#[test]
fn patches_of_solids() {
    let mut random = Random::new(462);
    let floor = plate(&mut random, 12);
    let body = Shape::cuboid([1.5, 1.0, 2.5]).expect("a box");
    let (here, pose) = (Placement::IDENTITY, Placement::translation([5.3, 0.45, 5.1]));
    let (a, b) = Body::new(body.view(), &pose).zip(Body::new(floor.view(), &here)).expect("finite");
    let mut memory = ContactMemory::default();
    BodyPair::new(a, b).expect("in range").contact_patches(1e-6, 4, &mut memory);
    assert_eq!(memory.patches.len(), 4);
    assert!(memory.patches.iter().all(|one| (one.contact.normal - Vec3::y()).norm() < 1e-9));
}

/// Which of two meshes comes first changes no depth.
#[test]
fn depths_of_meshes_are_those_of_the_reverse_order() {
    let random = &mut Random::new(462);
    let bracket = solid(&l_shape());
    let Mesh { vertices, triangles } = ring(1.0, 0.25, 8, 12);
    let open = Shape::mesh(&vertices, &triangles).expect("a mesh");
    let mut hits = 0;
    for round in 0..300 {
        let mut place = || {
            let mut pose = Placement::translation(random.integers(-6, 6).map(|i| i as f64 * 0.25));
            if random.once_in(2) {
                pose.rotate(&random.quaternion());
            }
            pose
        };
        let (p, q) = (place(), place());
        let one = query::penetration(&bracket, &p, &open, &q);
        let other = query::penetration(&open, &q, &bracket, &p);
        hits += u32::from(one.is_some());
        assert_eq!(one.map(|found| found.depth), other.map(|found| found.depth), "{round}");
        assert_eq!(one.map(|found| found.normal), other.map(|found| -found.normal), "{round}");
    }
    assert!(hits > 50, "{hits}");
}
