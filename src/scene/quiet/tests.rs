use crate::scene::object::ObjectRef;
use crate::scene::response::{ContactQuery, Filter, Response};
use crate::scene::settings::BroadPhaseKind;
use crate::scene::shapes::Shape;
use crate::scene::world::World;
use solid_geometry::math::Vec3;
use solid_geometry::shape::Primitive;
use solid_testing::Random;

/// Objects without responses in one place: no pair is listed, by any broad phase, until one of them gets a response.
#[test]
fn parked_objects_have_no_pairs() {
    for kind in BroadPhaseKind::ALL {
        for (count, is_default) in [(20, false), (20, true), (400, false), (400, true)] {
            let mut world = World::<u8>::default();
            world.set_broad_phase(kind);
            let shape = world.shapes.insert(Shape::Primitive(Primitive::sphere(1.0)));
            if is_default {
                world.responses.set_default(Some((1, ContactQuery::Hit)));
            }
            for object in 0..count {
                world.create_object(object, shape);
                if is_default {
                    world.responses.set_object(object, None);
                }
            }
            for _ in 0..12 {
                assert!(calls(&mut world).is_empty());
                assert!(world.pairs.len() == 0, "{kind:?}, {count}");
                world.select_object(3);
                world.translate(&Vec3::new(0.001, 0.0, 0.0));
            }
            world.responses.set_object(3, Some((2, ContactQuery::Hit)));
            // If both objects have a response of their own, that of the first counts.
            let due = (0..count).filter(|other| *other > 3 || *other < 3 && !is_default);
            let due = due.map(|other| (3.min(other), 3.max(other)));
            assert!(calls(&mut world).into_iter().eq(due), "{kind:?}, {count}");
            assert_eq!(world.pairs.len(), count - 1);
        }
    }
}

/// Objects that a filter keeps apart, in one place: no pair is listed, by any broad phase, until a filter allows it.
#[test]
fn pairs_that_filters_leave_out_are_not_listed() {
    let (walls, bullets) = (1, 2);
    let bullet = Filter { categories: bullets, mask: walls };
    for kind in BroadPhaseKind::ALL {
        for count in [20, 400] {
            let mut world = World::<u8>::default();
            world.set_broad_phase(kind);
            let shape = world.shapes.insert(Shape::Primitive(Primitive::sphere(1.0)));
            world.responses.set_default(Some((1, ContactQuery::Hit)));
            for object in 0..count {
                world.create_object(object, shape);
                world.responses.set_filter(object, bullet);
            }
            for _ in 0..12 {
                assert!(calls(&mut world).is_empty());
                assert!(world.pairs.len() == 0, "{kind:?}, {count}");
                world.select_object(3);
                world.translate(&Vec3::new(0.001, 0.0, 0.0));
            }
            // One of them becomes a wall, then a bullet again; its name gets another object, of all categories.
            world.responses.set_filter(3, Filter { categories: walls, mask: bullets });
            assert_eq!(calls(&mut world).len(), count - 1);
            assert_eq!(world.pairs.len(), count - 1);
            world.responses.set_filter(3, bullet);
            assert!(calls(&mut world).is_empty() && world.pairs.len() == 0);
            world.delete_object(3);
            world.create_object(3, shape);
            // Its categories have walls among them.
            assert_eq!(calls(&mut world).len(), count - 1);
            world.responses.set_filter(5, Filter::ALL);
            assert_eq!(calls(&mut world).len(), count - 1 + count - 2);
        }
    }
}

/// The pairs of all callbacks of a test.
fn calls(world: &mut World<u8>) -> Vec<(ObjectRef, ObjectRef)> {
    let mut cursor = world.begin_test();
    let mut all = Vec::new();
    while let Some(event) = world.next_event(&mut cursor) {
        all.push((event.first, event.second));
    }
    world.validate();
    all
}

/// Responses come and go, objects move, are deleted and created: the callbacks are those of all pairs with a response.
#[test]
fn responses_that_come_and_go() {
    let random = &mut Random::new(17);
    for round in 0..120 {
        let count = [8, 60][round % 2];
        let mut world = World::<u8>::default();
        world.set_broad_phase(BroadPhaseKind::ALL[round / 2 % BroadPhaseKind::ALL.len()]);
        let shape = world.shapes.insert(Shape::Primitive(Primitive::sphere(1.0)));
        let mut x: Vec<Option<f64>> = vec![None; count];
        for _ in 0..60 {
            for _ in 0..random.below(6) {
                let (a, b) = (random.below(count), random.below(count));
                let response: Response<u8> = random.once_in(2).then_some((1, ContactQuery::Hit));
                let filter = [0; 2].map(|_: i32| random.below(4) as u32);
                match random.below(10) {
                    9 => world
                        .responses
                        .set_filter(a, Filter { categories: 1 | filter[0], mask: 3 ^ filter[1] }),
                    0 => world.responses.set_default(response),
                    1 => world.responses.set_object(a, response),
                    2 => world.responses.reset_object(a),
                    3 if a != b => world.responses.set_pair(a, b, response),
                    4 if a != b => world.responses.reset_pair(a, b),
                    5 if x[a].take().is_some() => assert!(world.delete_object(a)),
                    _ => {
                        if x[a].is_none() {
                            world.create_object(a, shape);
                        }
                        let to = random.signed() * 4.0;
                        world.select_object(a);
                        world.load_identity();
                        world.translate(&Vec3::new(to, 0.0, 0.0));
                        x[a] = Some(to);
                    }
                }
            }
            let mut due = Vec::new();
            for (a, b) in (0..count).flat_map(|b| (0..b).map(move |a| (a, b))) {
                let meet = x[a].zip(x[b]).is_some_and(|(p, q)| (p - q).abs() <= 2.0);
                let sequence = |o| world.objects.get(world.objects.slot(o)?).map(|o| o.sequence);
                let (first, second) = if sequence(a) < sequence(b) { (a, b) } else { (b, a) };
                if meet && world.responses.lookup(first, second).is_some() {
                    due.push((sequence(first), sequence(second), (first, second)));
                }
            }
            due.sort_unstable();
            assert!(calls(&mut world).into_iter().eq(due.into_iter().map(|due| due.2)));
        }
    }
}

/// Two objects become quiet while their boxes overlap, and part when the broad phase changes its method.
#[test]
fn pairs_of_objects_that_become_quiet_end() {
    for kind in BroadPhaseKind::ALL {
        let mut world = World::<u8>::default();
        world.set_broad_phase(kind);
        world.responses.set_default(Some((1, ContactQuery::Hit)));
        let shape = world.shapes.insert(Shape::Primitive(Primitive::sphere(1.0)));
        let put = |world: &mut World<u8>, object: ObjectRef, x: f64| {
            world.select_object(object);
            world.load_identity();
            world.translate(&Vec3::new(x, 0.0, 0.0));
        };
        for object in 0..200 {
            world.create_object(object, shape);
            put(&mut world, object, if object < 2 { 0.5 } else { 4.0 * object as f64 });
        }
        for frame in 0..20 {
            // Few move: a tree becomes the better choice.
            put(&mut world, 7, 28.0 + 0.01 * f64::from(frame));
            assert_eq!(calls(&mut world), [(0, 1)]);
        }
        world.responses.set_default(None);
        put(&mut world, 0, 0.25);
        put(&mut world, 1, 0.75);
        assert!(calls(&mut world).is_empty());
        // Most move: a sweep does.
        (2..200).for_each(|object| put(&mut world, object, 4.0 * object as f64 + 0.1));
        put(&mut world, 1, -40.0);
        assert!(calls(&mut world).is_empty());
        assert!(world.pairs.len() == 0, "{kind:?}");
        put(&mut world, 1, 0.5);
        world.set_broad_phase(BroadPhaseKind::Automatic);
        world.responses.set_default(Some((1, ContactQuery::Hit)));
        assert_eq!(calls(&mut world), [(0, 1)], "{kind:?}");
    }
}
