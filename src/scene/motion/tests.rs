//! Contacts on the way are found in order of time, none is missed, and callbacks may do anything.

mod parked;

use crate::scene::World;
use crate::scene::motion::{MotionCursor, MotionEvent};
use crate::scene::response::ContactQuery;
use crate::scene::settings::BroadPhaseKind;
use crate::scene::shapes::{Shape, ShapeHandle};
use crate::scene::turning::MotionKind;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::{Builder, PolytopeKind};
use solid_geometry::query::{Body, BodyPair};
use solid_geometry::shape::Primitive;
use solid_testing::Random;
use std::sync::Arc;

type Scene = World<u32>;

fn scene() -> Scene {
    let mut world = Scene::default();
    world.responses.set_default(Some((7, ContactQuery::CommonPoint)));
    world
}

fn primitive(world: &mut Scene, primitive: Primitive) -> ShapeHandle {
    world.shapes.insert(Shape::Primitive(primitive))
}

/// A square of side 2 across the z axis, of two triangles.
fn sheet(world: &mut Scene) -> ShapeHandle {
    let corner = |x: f64, y: f64| Vec3::new(x, y, 0.0);
    let mut builder = Builder::new();
    for third in [corner(-1.0, 1.0), corner(1.0, -1.0)] {
        builder.begin(PolytopeKind::Simplex);
        [corner(-1.0, -1.0), third, corner(1.0, 1.0)].into_iter().for_each(|v| builder.vertex(v));
        builder.end();
    }
    world.shapes.insert(Shape::Complex(Some(Arc::new(builder.finish(None).0))))
}

fn put(world: &mut Scene, object: usize, at: Vec3) {
    assert!(world.select_object(object));
    world.transform(|p| p.origin = at);
}

fn rest(world: &mut Scene, cursor: &mut MotionCursor) -> Vec<MotionEvent<u32>> {
    std::iter::from_fn(|| world.next_contact(cursor)).collect()
}

fn all(world: &mut Scene) -> Vec<MotionEvent<u32>> {
    let mut cursor = world.begin_motion_test(|_| false);
    rest(world, &mut cursor)
}

fn names(events: &[MotionEvent<u32>]) -> Vec<(usize, usize)> {
    events.iter().map(|found| (found.event.first, found.event.second)).collect()
}

#[test]
fn a_bullet_hits_a_sheet_at_any_speed() {
    let mut world = scene();
    let (bullet, sheet) = (primitive(&mut world, Primitive::sphere(0.01)), sheet(&mut world));
    world.create_object(1, sheet);
    world.create_object(2, bullet);
    for speed in [0.5, 1.0, 1e2, 1e4, 1e6, 1e9] {
        put(&mut world, 2, Vec3::new(0.3, 0.2, -0.5 * speed));
        world.proceed();
        put(&mut world, 2, Vec3::new(0.3, 0.2, 0.5 * speed));
        let found = all(&mut world);
        assert_eq!(names(&found), [(1, 2)], "speed {speed}");
        let data = found[0].data.expect("data was asked for");
        assert!(
            (found[0].time - (0.5 - 0.01 / speed)).abs() <= 1e-12,
            "{} at speed {speed}",
            found[0].time
        );
        assert!((data.normal - Vec3::z()).norm() <= 1e-6, "{}", data.normal);
        assert!(
            (data.point1 - Vec3::new(0.3, 0.2, 0.0)).norm() <= 1e-6 * speed.max(1.0),
            "{}",
            data.point1
        );
        assert!((data.point2 - Vec3::new(0.0, 0.0, 0.01)).norm() <= 1e-8, "{}", data.point2);
        // The present placements do not touch.
        let mut still = world.begin_test();
        assert!(world.next_event(&mut still).is_none());
        // Past it, or in its plane beside it: nothing.
        put(&mut world, 2, Vec3::new(4.0, 0.2, 0.5 * speed));
        world.proceed();
        put(&mut world, 2, Vec3::new(4.0, 0.2, -0.5 * speed));
        assert!(all(&mut world).is_empty());
    }
}

#[test]
fn what_has_no_past_rests_and_what_rests_is_hit() {
    let mut world = scene();
    let ball = primitive(&mut world, Primitive::sphere(1.0));
    (1..4).for_each(|i| assert!(world.create_object(i, ball)));
    // From the origin, had they a past there.
    put(&mut world, 2, Vec3::new(5.0, 0.0, 0.0));
    put(&mut world, 3, Vec3::new(10.0, 0.0, 0.0));
    assert!(all(&mut world).is_empty());
    world.proceed();
    put(&mut world, 3, Vec3::new(-8.0, 0.0, 0.0));
    let found = all(&mut world);
    assert_eq!(names(&found), [(2, 3), (1, 3)]);
    assert!(
        (found[0].time - 3.0 / 18.0).abs() < 1e-12 && (found[1].time - 8.0 / 18.0).abs() < 1e-12
    );
    let normal = found[0].data.expect("data was asked for").normal;
    assert!((normal + Vec3::x()).norm() < 1e-9, "{normal}: from the second towards the first");
    // Together all the way: no contact; from the start: at once.
    world.proceed();
    (1..4).for_each(|i| {
        world.select_object(i);
        world.transform(|p| p.origin.y += 100.0);
    });
    assert!(all(&mut world).is_empty());
    world.proceed();
    put(&mut world, 1, Vec3::new(5.0, 101.0, 0.0));
    world.proceed();
    put(&mut world, 1, Vec3::new(50.0, 101.0, 0.0));
    let found = all(&mut world);
    assert_eq!((names(&found), found[0].time), (vec![(1, 2)], 0.0));
    assert_eq!(found[0].data.expect("data").normal, Vec3::zeros());
}

/// When two spheres first touch, each moving straight.
fn touch(from: Vec3, motion: Vec3, radii: f64) -> Option<f64> {
    let (a, b, c) = (motion.norm_squared(), from.dot(&motion), from.norm_squared() - radii * radii);
    if c <= 0.0 {
        return Some(0.0);
    }
    let root = b * b - a * c;
    (b < 0.0 && root >= 0.0).then(|| c / (root.sqrt() - b)).filter(|t| *t <= 1.0)
}

#[test]
fn balls_meet_when_they_should() {
    let mut random = Random::new(9);
    let mut world = scene();
    let ball = primitive(&mut world, Primitive::sphere(0.4));
    let count = 120;
    (0..count).for_each(|i| assert!(world.create_object(i, ball)));
    let mut met = 0;
    for round in 0..20 {
        let ends: Vec<[Vec3; 2]> = (0..count)
            .map(|i| {
                let from = random.vector() * 4.0;
                [from, if i % 3 == 0 { from } else { from + random.vector() * 3.0 }]
            })
            .collect();
        (0..count).for_each(|i| put(&mut world, i, ends[i][0]));
        world.proceed();
        (0..count).for_each(|i| put(&mut world, i, ends[i][1]));
        let mut expected = Vec::new();
        for b in 0..count {
            for a in 0..b {
                let motion = (ends[a][1] - ends[a][0]) - (ends[b][1] - ends[b][0]);
                if let Some(time) = touch(ends[a][0] - ends[b][0], motion, 0.8) {
                    expected.push((time, a, b));
                }
            }
        }
        expected.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        let found = all(&mut world);
        assert_eq!(found.len(), expected.len(), "round {round}");
        for (found, (time, a, b)) in found.iter().zip(&expected) {
            assert!((found.time - time).abs() <= 1e-9, "{} for {time}", found.time);
            assert_eq!((found.event.first, found.event.second), (*a, *b), "round {round}");
        }
        assert!(found.is_sorted_by(|x, y| x.time <= y.time));
        met += found.len();
    }
    assert!(met > 1000, "{met}");
}

/// How far apart two objects are at a time of their ways.
fn distance_at(world: &Scene, ways: &[[Placement; 2]], a: usize, b: usize, time: f64) -> f64 {
    let at = |i: usize| {
        let [from, to] = &ways[i];
        Placement { origin: from.origin + (to.origin - from.origin) * time, ..*to }
    };
    let (at_a, at_b) = (at(a), at(b));
    let body = |slot, placement| Body { placement, ..world.body(slot).expect("something to hit") };
    let bodies = BodyPair::new(body(a as u32, &at_a), body(b as u32, &at_b)).expect("in range");
    bodies.closest_points(1e-9).expect("a distance").distance
}

#[test]
fn bodies_of_all_kinds_are_apart_before_their_contact_and_none_is_missed() {
    let mut random = Random::new(21);
    let mut world = scene();
    world.set_motion_kind(MotionKind::Straight);
    let points: Vec<Vec3> = (0..12).map(|_| random.vector().normalize() * 0.4).collect();
    let shapes = [
        Primitive::Box(Vec3::new(0.3, 0.5, 0.2)),
        Primitive::sphere(0.35),
        Primitive::polytope(&points).expect("a hull"),
    ]
    .map(|shape| primitive(&mut world, shape));
    let sheet = sheet(&mut world);
    let count = 24;
    for i in 0..count {
        assert!(world.create_object(i, if i % 4 == 3 { sheet } else { shapes[i % 4] }));
    }
    let (mut met, mut starts, mut looks) = (0, 0, 0);
    for _ in 0..12 {
        let ways: Vec<[Placement; 2]> = (0..count)
            .map(|_| {
                let mut to = Placement::IDENTITY;
                to.translate(&(random.vector() * 2.0));
                to.rotate(&random.quaternion());
                // Turned otherwise before: it turns at once.
                let mut from = Placement::IDENTITY;
                from.rotate(&random.quaternion());
                from.origin = to.origin + random.vector() * 4.0;
                [from, to]
            })
            .collect();
        for frame in 0..2 {
            for (i, way) in ways.iter().enumerate() {
                world.select_object(i);
                world.transform(|p| *p = way[frame]);
            }
            if frame == 0 {
                world.proceed();
            }
        }
        let found = all(&mut world);
        assert!(found.is_sorted_by(|x, y| x.time <= y.time));
        let mut times = std::collections::BTreeMap::new();
        for found in &found {
            let (a, b) = (found.event.first, found.event.second);
            assert!(times.insert((a.min(b), a.max(b)), found.time).is_none(), "once");
            met += 1;
            if found.time == 0.0 {
                starts += 1;
                assert_eq!(distance_at(&world, &ways, a, b, 0.0), 0.0);
                continue;
            }
            let data = found.data.expect("data was asked for");
            assert!(distance_at(&world, &ways, a, b, found.time) <= 1e-9);
            assert!(distance_at(&world, &ways, a, b, found.time * (1.0 - 1e-6)) > 0.0);
            let on = |i: usize, local: &Vec3| {
                let [from, to] = &ways[i];
                to.apply(local) + (from.origin - to.origin) * (1.0 - found.time)
            };
            assert!((on(a, &data.point1) - on(b, &data.point2)).norm() <= 1e-8, "the points meet");
            assert!((data.normal.norm() - 1.0).abs() < 1e-9);
            // The first nears the second against the normal.
            let motion = |i: usize| ways[i][1].origin - ways[i][0].origin;
            assert!((motion(a) - motion(b)).dot(&data.normal) < 0.0);
        }
        for b in 0..count {
            for a in 0..b {
                let until = times.get(&(a, b)).copied().unwrap_or(1.0);
                for _ in 0..4 {
                    let time = 0.5 * (1.0 + random.signed()) * until * (1.0 - 1e-6);
                    looks += 1;
                    assert!(
                        until == 0.0 || distance_at(&world, &ways, a, b, time) > 0.0,
                        "{a} {b} at {time}"
                    );
                }
            }
        }
    }
    assert!(met > 300 && met - starts > 150 && looks > 10_000, "{met} {starts} {looks}");
}

/// Balls in a row on the x axis, and one that flies along it.
fn row() -> Scene {
    let mut world = scene();
    let ball = primitive(&mut world, Primitive::sphere(0.5));
    (0..6).for_each(|i| assert!(world.create_object(i, ball)));
    (1..6).for_each(|i| put(&mut world, i, Vec3::new(3.0 * i as f64, 0.0, 0.0)));
    put(&mut world, 0, Vec3::zeros());
    world.proceed();
    put(&mut world, 0, Vec3::new(20.0, 0.0, 0.0));
    world
}

#[test]
fn callbacks_change_what_comes_later() {
    let mut world = row();
    assert_eq!(names(&all(&mut world)), [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5)]);
    // Stopped at the second: what was reported is not reported again.
    let mut cursor = world.begin_motion_test(|_| false);
    world.next_contact(&mut cursor);
    let second = world.next_contact(&mut cursor).expect("a contact");
    put(&mut world, 0, Vec3::new(20.0 * second.time, 0.0, 0.0));
    assert!(rest(&mut world, &mut cursor).is_empty());
    // One gone, one in the way that was not, one without a response until later.
    let mut world = row();
    world.responses.set_pair(0, 5, None);
    let mut cursor = world.begin_motion_test(|_| false);
    world.next_contact(&mut cursor);
    world.delete_object(2);
    put(&mut world, 3, Vec3::new(9.0, 7.0, 0.0));
    world.proceed();
    put(&mut world, 0, Vec3::new(20.0, 0.0, 0.0));
    // Proceeding has made it rest where it is.
    assert!(rest(&mut world, &mut cursor).is_empty());
    let mut world = row();
    world.responses.set_pair(0, 5, None);
    let mut cursor = world.begin_motion_test(|_| false);
    world.next_contact(&mut cursor);
    world.delete_object(2);
    put(&mut world, 3, Vec3::new(9.0, 70.0, 0.0));
    assert_eq!(world.next_contact(&mut cursor).map(|found| found.event.second), Some(4));
    world.responses.reset_pair(0, 5);
    assert_eq!(names(&rest(&mut world, &mut cursor)), [(0, 5)]);
    // Created in a callback: for the next test.
    let mut world = row();
    let ball = primitive(&mut world, Primitive::sphere(0.5));
    let mut cursor = world.begin_motion_test(|_| false);
    world.next_contact(&mut cursor);
    world.create_object(9, ball);
    put(&mut world, 9, Vec3::new(4.5, 0.0, 0.0));
    assert_eq!(names(&rest(&mut world, &mut cursor)), [(0, 2), (0, 3), (0, 4), (0, 5)]);
    assert_eq!(names(&all(&mut world))[..3], [(0, 1), (0, 9), (0, 2)]);
}

#[test]
fn a_response_with_contacts_gets_the_one_there_is() {
    let mut world = row();
    world.responses.set_default(Some((7, ContactQuery::Contacts)));
    let mut cursor = world.begin_motion_test(|_| false);
    let found = world.next_contact(&mut cursor).expect("a contact");
    let [contact] = world.found_contacts() else { panic!("one contact") };
    assert!((contact.points[0] - Vec3::new(2.5, 0.0, 0.0)).norm() < 1e-9, "{}", contact.points[0]);
    assert!((contact.points[1] - Vec3::new(2.5, 0.0, 0.0)).norm() < 1e-9, "{}", contact.points[1]);
    assert_eq!((contact.depth, Some(contact.normal)), (0.0, found.data.map(|data| data.normal)));
}

#[test]
fn tests_may_be_nested_and_abandoned() {
    let mut world = row();
    let mut outer = world.begin_motion_test(|_| false);
    world.next_contact(&mut outer);
    let mut inner = world.begin_motion_test(|_| true);
    assert_eq!(names(&rest(&mut world, &mut inner)).len(), 5);
    let mut other = world.begin_motion_test(|_| true);
    world.next_contact(&mut other);
    assert_eq!(names(&rest(&mut world, &mut outer)), [(0, 2), (0, 3), (0, 4), (0, 5)]);
    // Those that have not ended go on: they may be another thread's.
    assert_eq!(names(&rest(&mut world, &mut other)).len(), 4);
    let mut abandoned = world.begin_motion_test(|_| true);
    world.next_contact(&mut abandoned);
    assert_eq!(all(&mut world).len(), 5);
    assert!(world.next_contact(&mut abandoned).is_none(), "it was dropped");
    assert!(world.next_contact(&mut outer).is_none());
    assert_eq!(all(&mut world).len(), 5);
}

/// Callbacks that move, delete and create among them.
#[test]
fn broad_phases_report_the_same_in_the_same_order() {
    let kinds = [BroadPhaseKind::Automatic, BroadPhaseKind::SweepAndPrune];
    let runs = kinds.map(|kind| {
        let mut random = Random::new(31);
        let mut world = scene();
        let (ball, sheet) = (primitive(&mut world, Primitive::sphere(0.3)), sheet(&mut world));
        world.set_broad_phase(kind);
        (0..60)
            .for_each(|i| assert!(world.create_object(i, if i % 6 == 0 { sheet } else { ball })));
        let mut result = Vec::new();
        for frame in 0..30 {
            for i in 0..60 {
                let at = random.vector() * 5.0;
                if i % 3 > 0 && world.select_object(i) {
                    world.transform(|p| {
                        p.origin = if frame % 4 == 0 { at } else { p.origin + at * 0.3 }
                    });
                }
            }
            let mut cursor = world.begin_motion_test(|_| false);
            while let Some(found) = world.next_contact(&mut cursor) {
                let MotionEvent { event, time, .. } = found;
                result.push((frame, event.first, event.second, time.to_bits()));
                let at = random.vector();
                match result.len() % 9 {
                    0 if world.select_object(event.second) => {
                        world.transform(|p| p.origin += at);
                    }
                    1 => assert!(world.create_object(event.first, ball)),
                    2 => assert!(world.delete_object(event.second)),
                    _ => {}
                }
            }
            world.proceed();
            (0..60).filter(|i| !world.has_object(*i)).collect::<Vec<_>>().into_iter().for_each(
                |i| {
                    world.create_object(i, ball);
                },
            );
        }
        result
    });
    assert!(runs[0].len() > 500, "{}", runs[0].len());
    assert_eq!(runs[0], runs[1]);
}
