//! Balls and capsules by closed forms: what the search and all faces say.

use super::super::Sought;
use super::super::group::Along;
use super::super::tests::{bumpy, contacts, crate_of_triangles, pose, within};
use super::RoundBody;
use crate::math::{Placement, Vec3};
use crate::query::contacts::ContactMemory;
use crate::query::{self, Body, BodyPair, Contact, PartIndices, Shape};
use solid_testing::Random;

#[test]
fn contacts_of_balls_and_capsules_are_those_of_all_faces() {
    let random = &mut Random::new(953);
    let (mut left_out, mut by_places, mut with_contacts) = (0, 0, 0);
    for round in 0..3000 {
        let mesh = bumpy(random, 5, 0.3);
        let most = if round % 7 < 4 { 0.3 } else { 2.0 };
        let size = 0.2 + most * random.signed().abs();
        let body = match round % 2 {
            0 => Shape::sphere(size),
            _ => Shape::capsule(size, 0.1 + most * random.signed().abs()),
        };
        let body = body.expect("round");
        let (mut here, mut there) = (pose(random, 1), pose(random, round % 3));
        there.origin = random.vector() * 1.5;
        if round % 5 == 0 {
            here.scale(&Vec3::new(1.5, -0.7, 1.1));
        }
        let there = within(&here, &there);
        let there = Placement { basis: pose(random, 1).basis, ..there };
        let both = Body::new(mesh.view(), &here).zip(Body::new(body.view(), &there));
        let (a, b) = both.expect("finite");
        let pair = BodyPair::new(a, b).expect("in range");
        let mut memory = ContactMemory::default();
        let mut found = pair.surface_contacts_in_unit(Sought::All, 1e-6, memory.workspace());
        let of_faces = pair.contacts_of_faces(&found.touching, &[], Sought::All);
        let mut all = of_faces.contacts;
        if let (true, Some(alone)) = (all.is_empty(), of_faces.without) {
            let placed =
                pair.placed_contact(&alone.contact, alone.normal, alone.parts, &pair.relative);
            all.push((placed, alone.parts));
        }
        found.contacts.sort_by_key(|(_, parts)| *parts);
        all.sort_by_key(|(_, parts)| *parts);
        let parts = |all: &[(Contact, PartIndices)]| Vec::from_iter(all.iter().map(|one| one.1));
        assert_eq!(parts(&found.contacts), parts(&all), "round {round}");
        for ((p, _), (q, _)) in found.contacts.iter().zip(&all) {
            let [a, b] = [0, 1].map(|i| (p.points[i] - q.points[i]).norm());
            let off = a.max(b).max((p.normal - q.normal).norm()).max((p.depth - q.depth).abs());
            assert!(off < 1e-9, "round {round}: {p:?} {q:?}");
            assert_eq!(p.features, q.features, "round {round}");
        }
        if let Some(body) = RoundBody::new(&pair) {
            by_places += usize::from(body.contacts(&found.touching).is_some());
            let few = body.with_contacts(&found.touching);
            left_out += few.map_or(0, |few| found.touching.len() - few.len());
        }
        with_contacts += all.len();
    }
    let counts = [left_out, by_places, with_contacts];
    assert!(counts.iter().all(|count| *count > 200), "{counts:?}");
}

/// Closed forms of triangles and a ball or a capsule, of any scale, are what the search for two convex bodies finds.
#[test]
fn depths_of_balls_and_capsules_are_those_of_the_search() {
    let random = &mut Random::new(954);
    let mut counts = [0; 3];
    for round in 0..4000 {
        let corners = [(); 3].map(|()| random.vector());
        let mesh = Shape::mesh(&corners, &[[0, 1, 2]]).expect("a triangle");
        let size = 0.05 + 0.5 * random.signed().abs();
        let long = 0.1 + random.signed().abs();
        let is_ball = round % 2 == 0;
        let body = if is_ball { Shape::sphere(size) } else { Shape::capsule(size, long) };
        let body = body.expect("round");
        let (mut here, mut there) = (pose(random, 1), pose(random, 1));
        there.origin = random.vector() * 0.5;
        there.scale(&Vec3::repeat(0.3 + random.signed().abs()));
        here.scale(&Vec3::new(1.5, -0.7, 1.1));
        let both = Body::new(mesh.view(), &here).zip(Body::new(body.view(), &there));
        let (a, b) = both.expect("finite");
        let pair = BodyPair::new(a, b).expect("in range");
        let round_body = RoundBody::new(&pair).expect("round");
        let Some(found) = round_body.overlap([0; 2], 1e-9) else { continue };
        let search = pair.depth_of_parts([0, 0]);
        counts[usize::from(found.is_some())] += 1;
        assert_eq!(found.is_some(), search.is_some(), "round {round}");
        let Some((p, q)) = found.zip(search) else { continue };
        assert!((p.length - q.depth).abs() < 1e-8, "round {round}: {p:?} {q:?}");
        let on_a = here.origin + p.on_a.expect("known");
        let point = Shape::point([0.0; 3]).expect("a point");
        let beside = |shape: &Shape, at: &Placement, place: Vec3| {
            query::distance(shape, at, &point, &Placement::translation(place))
        };
        assert!(beside(&mesh, &here, on_a) < Some(1e-9), "round {round}: {p:?}");
        let on_b = on_a + p.normal * p.length;
        assert!(beside(&body, &there, on_b) < Some(1e-9), "round {round}: {p:?}");
        let mut along = Along(p.normal, 0.0);
        let _ = pair.visit_part(&mut along, [0, 0]);
        assert!((along.1 - p.length).abs() < 1e-9, "round {round}: {} {p:?}", along.1);
        counts[2] += usize::from((p.normal - q.normal).norm() < 1e-6);
    }
    assert!(counts[0] > 500 && counts[1] > 500 && counts[2] * 20 > counts[1] * 19, "{counts:?}");
}

#[test]
fn contacts_of_capsules_at_edges_are_on_their_surfaces() {
    let random = &mut Random::new(957);
    let (block, mut count) = (crate_of_triangles([1.0; 3]), 0);
    for round in 0..12_000 {
        let (radius, half) = ([0.3, 0.1, 0.02, 0.004][round % 4], 0.4);
        let capsule = Shape::capsule(radius, 2.0 * half).expect("a capsule");
        let mut at = pose(random, 1);
        at.origin = random.vector() * 0.8;
        for one in contacts(&block, &Placement::IDENTITY, &capsule, &at) {
            let local = at.basis.tr_mul(&(one.points[1] - at.origin));
            let from_axis = (local - Vec3::y() * local.y.clamp(-half, half)).norm();
            assert!((from_axis - radius).abs() < 1e-4 * half, "round {round}: {one:?}");
            count += 1;
        }
    }
    assert!(count > 10_000, "{count}");
}
