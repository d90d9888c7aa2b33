//! Half-spaces among other objects: every question about the world against those about each pair.

use crate::space::{ContactQuery, Object, Placement, QueryFilter, Selector, Shape, Space, Vec3};
use solid_testing::Random;

const BODIES: usize = 60;

/// Two half-spaces and bodies of several kinds around them.
fn world(random: &mut Random, space: &mut Space) -> ([Object; 2], Vec<Object>) {
    let normals = [Vec3::y(), Vec3::new(1.0, 2.0, -0.5)];
    let planes = normals.map(|normal| {
        let shape = Shape::half_space(normal, -4.0).expect("a normal");
        space.create_object(shape).expect("room")
    });
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
    let mesh = Shape::mesh(&corners, &[[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
    let kinds = [Shape::sphere(0.5), Shape::cuboid([1.0; 3]), Shape::cone(0.4, 1.0), mesh];
    let kinds = kinds.map(|shape| space.define(shape.expect("valid")));
    let bodies = (0..BODIES).map(|i| {
        let object = space.create_object(kinds[i % 4]).expect("room");
        let mut at = Placement::translation(random.vector() * 6.0);
        at.rotate(&random.quaternion());
        space.place(object, at).expect("finite");
        object
    });
    let bodies = bodies.collect();
    (planes, bodies)
}

#[test]
fn questions_about_the_world_are_those_about_each_pair() {
    let random = &mut Random::new(51);
    for _ in 0..10 {
        let mut space = Space::new();
        let (planes, bodies) = world(random, &mut space);
        let all = || planes.iter().chain(&bodies).copied();
        for asking in planes.iter().chain(&bodies[..8]).copied() {
            let others = || all().filter(move |other| *other != asking);
            let distance =
                |space: &Space, other| space.closest_pair(asking, other).expect("finite").distance;
            let mut touched: Vec<Object> =
                others().filter(|other| distance(&space, *other) == 0.0).collect();
            let mut gaps: Vec<f64> = others().map(|other| distance(&space, other)).collect();
            gaps.sort_unstable_by(f64::total_cmp);
            let mut queries = space.queries();
            let mut found =
                queries.overlaps(asking, None, &QueryFilter::default()).expect("finite").to_vec();
            let order = |object: &Object| all().position(|other| other == *object);
            touched.sort_by_key(order);
            found.sort_by_key(order);
            assert_eq!(found, touched);
            let nearest = queries.closest(asking, None, &QueryFilter::default()).expect("finite");
            let nearest: Vec<f64> = nearest.iter().map(|hit| hit.found.distance).collect();
            assert_eq!(nearest.len(), gaps.len());
            assert!(nearest.iter().zip(&gaps).all(|(x, y)| (x - y).abs() <= 1e-6 * y));
            let by = random.vector() * 5.0;
            let casts = queries.cast(asking, None, by, Vec3::zeros(), &QueryFilter::default());
            let casts: Vec<(Object, f64)> =
                casts.expect("finite").iter().map(|hit| (hit.object, hit.contact.time)).collect();
            let here = Vec3::zeros();
            for other in others() {
                let alone = space.cast_objects(asking, by, other, here).expect("finite");
                let listed = casts.iter().find(|(object, _)| *object == other);
                assert_eq!(listed.map(|(_, time)| *time), alone.map(|hit| hit.time));
            }
        }
        let (from, to) = (random.vector() * 9.0, random.vector() * 9.0);
        let rays: Vec<Object> = {
            let mut queries = space.queries();
            let hits = queries.ray(from, to, &QueryFilter::default()).expect("finite");
            hits.iter().map(|hit| hit.object).collect()
        };
        for object in all() {
            let alone = space.ray_cast_object(object, from, to).expect("finite");
            assert_eq!(rays.contains(&object), alone.is_some());
        }
    }
}

#[test]
fn bodies_that_fall_meet_the_ground_and_a_turning_wall() {
    let random = &mut Random::new(52);
    let mut space = Space::new();
    let (planes, bodies) = world(random, &mut space);
    space.watch(Selector::All, ContactQuery::CommonPoint);
    for frame in 0..6 {
        space.proceed();
        for body in &bodies {
            let mut at = space.placement(*body).expect("an object");
            at.origin += Vec3::new(0.0, -0.7, 0.0);
            if frame > 2 {
                at.rotate(&[random.within(0.2), random.within(0.2), 0.0, 1.0]);
            }
            space.place(*body, at).expect("finite");
        }
        if frame > 3 {
            let mut at = space.placement(planes[1]).expect("an object");
            at.rotate(&[0.0, 0.0, 0.05, 1.0]);
            space.place(planes[1], at).expect("finite");
        }
        let mut test = space.begin_motion_test();
        let mut met = Vec::new();
        while let Some(contact) = space.next_contact(&mut test) {
            met.push([contact.collision.first, contact.collision.second]);
        }
        // Who is in a plane at the end has met it.
        for plane in planes {
            for body in &bodies {
                if space.within_distance(plane, *body, 0.0).expect("finite") {
                    let is_pair = |pair: &[Object; 2]| pair.contains(&plane) && pair.contains(body);
                    assert!(met.iter().any(is_pair), "frame {frame}");
                }
            }
        }
    }
}

#[test]
fn bodies_stop_on_the_ground() {
    let random = &mut Random::new(53);
    let mut space = Space::new();
    let ground =
        space.create_object(Shape::half_space(Vec3::y(), 0.0).expect("a normal")).expect("room");
    let kinds = [Shape::sphere(0.5), Shape::cuboid([1.0; 3]), Shape::capsule(0.2, 0.8)];
    let kinds = kinds.map(|shape| space.define(shape.expect("valid")));
    space.watch(Selector::All, ContactQuery::Hit);
    let bodies: Vec<Object> = (0..9)
        .map(|i| {
            let object = space.create_object(kinds[i % 3]).expect("room");
            let mut at = Placement::translation([3.0 * i as f64, 2.0, 1e5]);
            at.rotate(&random.quaternion());
            space.place(object, at).expect("finite");
            object
        })
        .collect();
    for _ in 0..5 {
        space.proceed();
        for body in &bodies {
            let mut at = space.placement(*body).expect("an object");
            at.origin.y -= 1.0;
            space.place(*body, at).expect("finite");
        }
        space.advance();
        assert_eq!(space.collisions().count(), 0);
    }
    for body in bodies {
        let gap = space.closest_pair(body, ground).expect("finite").distance;
        assert!(gap > 0.0 && gap < 1e-5, "{gap}");
    }
}

#[test]
fn a_mesh_that_deforms_meets_a_plane_with_its_lowest_vertex() {
    let random = &mut Random::new(54);
    let mut hits = 0;
    for round in 0..100 {
        let mut space = Space::new();
        let normal = random.direction();
        let plane = Shape::half_space(normal, -1.0).expect("a normal");
        let plane = space.create_object(plane).expect("room");
        let before: Vec<Vec3> = (0..9).map(|_| random.vector() * 0.9 + normal * 0.5).collect();
        let after: Vec<Vec3> = before.iter().map(|p| p + random.vector() * 3.0).collect();
        let mesh = Shape::mesh(&before, &[[0, 1, 2], [3, 4, 5], [6, 7, 8]]).expect("a mesh");
        let shape = space.define(mesh);
        let object = space.create_object(shape).expect("room");
        space.watch(Selector::All, ContactQuery::CommonPoint);
        space.proceed();
        space.change_vertex_base(shape, &after).expect("as many");
        // The plane rises meanwhile.
        let rise = random.unit();
        space.place(plane, Placement::translation(normal * rise)).expect("finite");
        let first = before
            .iter()
            .zip(&after)
            .filter_map(|(p, q)| {
                let (from, to) = (normal.dot(p) + 1.0, normal.dot(q) + 1.0 - rise);
                (to <= 0.0).then_some(if from <= 0.0 { 0.0 } else { from / (from - to) })
            })
            .fold(f64::INFINITY, f64::min);
        let start = before.iter().map(|p| normal.dot(p) + 1.0).fold(f64::INFINITY, f64::min);
        let first = if start <= 0.0 { 0.0 } else { first };
        let mut test = space.begin_motion_test();
        let found = space.next_contact(&mut test);
        assert_eq!(found.is_some(), first <= 1.0, "round {round}: {first}");
        if let Some(found) = found {
            assert!((found.time - first).abs() < 1e-5, "round {round}: {} {first}", found.time);
            assert!([found.collision.first, found.collision.second].contains(&object));
            hits += 1;
        }
    }
    assert!((20..100).contains(&hits), "{hits}");
}
