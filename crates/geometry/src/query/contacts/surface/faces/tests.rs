//! The deepest contacts of faces.

use super::super::tests::{bodies, bumpy, floor, pose, torus, within};
use super::Sought;
use crate::math::{Placement, Vec3};
use crate::query::contacts::ContactMemory;
use crate::query::{self, Body, BodyPair, Shape};
use solid_testing::Random;

/// What looks for the deepest contact alone finds the same one as what looks for all.
#[test]
fn depths_are_those_of_the_deepest_contacts() {
    let random = &mut Random::new(631);
    let (mut deep, mut fewer) = (0, 0);
    for round in 0..2000 {
        let mesh = match round % 3 {
            0 => bumpy(random, 5, 0.3),
            1 => floor(random, 5, 0.7),
            _ => torus(20, 12),
        };
        let all = bodies(random);
        let body = &all[random.below(all.len())];
        let (here, mut there) = (pose(random, 1), pose(random, 1));
        there.origin = random.vector();
        let there = within(&here, &there);
        let both = Body::new(mesh.view(), &here).zip(Body::new(body.view(), &there));
        let (a, b) = both.expect("finite");
        let pair = BodyPair::new(a, b).expect("in range");
        let mut memory = ContactMemory::default();
        let [all, some] = [Sought::All, Sought::Deepest]
            .map(|sought| pair.surface_contacts_in_unit(sought, 1e-6, memory.workspace()));
        let [p, q] = [&all, &some].map(|found| found.penetration(&pair));
        assert_eq!(format!("{p:?}"), format!("{q:?}"), "round {round}");
        assert_eq!(all.depth(), some.depth(), "round {round}");
        deep += usize::from(p.is_some());
        fewer += usize::from(some.contacts.len() < all.contacts.len());
    }
    assert!(deep > 800 && fewer > 200, "{deep} {fewer}");
}

/// A body that leans touches one of two triangles of a face alone, and is below the other one: its corner there has a contact.
#[test]
fn corners_below_polygons_that_are_not_touched_have_contacts() {
    let here = Placement::IDENTITY;
    let corners = [[-5.0, 0.0, -5.0], [5.0, 0.0, -5.0], [5.0, 0.0, 5.0], [-5.0, 0.0, 5.0]];
    let floor = Shape::mesh(&corners.map(Vec3::from), &[[0, 1, 2], [0, 2, 3]]).expect("a floor");
    let beyond = Vec3::new(0.98, -0.06, 1.0);
    let over = [[2.2, -0.1, 0.2], [2.0, 0.3, -1.0], [2.0, 1.0, 0.0], [3.0, 1.0, 0.0]];
    let points = Vec::from_iter(over.map(Vec3::from).into_iter().chain([beyond]));
    let leaning = Shape::polytope(&points).expect("a body");
    let other = Shape::polytope(&[corners[0], corners[2], corners[3]].map(Vec3::from));
    assert!(!query::intersects(&leaning, &here, &other.expect("a triangle"), &here));
    let found = query::contacts(&leaning, &here, &floor, &here);
    assert!(found.iter().any(|one| (one.points[0] - beyond).norm() < 1e-9), "{found:?}");
    assert!(found.iter().all(|one| (one.normal - Vec3::y()).norm() < 1e-9), "{found:?}");
}

/// The lower end of a thin plank that pierces a floor is below it, thousands of triangles away from those that it touches.
#[test]
fn corners_far_from_what_is_touched_have_contacts() {
    let here = Placement::IDENTITY;
    let floor = floor(&mut Random::new(51), 250, 0.02);
    let plank = Shape::cuboid([4.0, 0.1, 2.0]).expect("a plank");
    let mut leaning = Placement::translation([1.0, 0.0, 0.0]);
    leaning.rotate(&[0.0, 0.0, 0.05, 1.0]);
    let ends = |leaning: &Placement| [-1.0, 1.0].map(|z| leaning.apply(&Vec3::new(-2.0, -0.05, z)));
    leaning.origin.y = -0.2 - ends(&leaning)[0].y;
    let found = query::contacts(&plank, &leaning, &floor, &here);
    for end in ends(&leaning) {
        assert!(found.iter().any(|one| (one.points[0] - end).norm() < 1e-9), "{found:?}");
    }
    assert!(found.iter().all(|one| (one.normal - Vec3::y()).norm() < 1e-9), "{found:?}");
}

/// A cone's rim comes down on triangles near their edges, whose normals its own are but for their error: that of the floor is told.
#[test]
fn casts_of_cones_onto_a_flat_floor_have_its_normal() {
    let random = &mut Random::new(52);
    let (floor, cone) = (floor(random, 40, 0.3), Shape::cone(0.4, 0.9).expect("a cone"));
    for round in 0..20_000 {
        let frame = pose(random, 1);
        let mut at = pose(random, round % 3);
        at.origin = Vec3::new(random.within(3.0), 2.0, random.within(3.0));
        let fall = frame.basis * Vec3::new(random.within(2.0), -3.0, random.within(2.0));
        let placed = within(&frame, &at);
        let hit = query::cast(&cone, &placed, fall, &floor, &frame, Vec3::zeros());
        let off = hit.expect("a hit").normal - frame.basis * Vec3::y();
        assert!(off.norm() <= 1e-9, "round {round}: {off:?}");
    }
}
