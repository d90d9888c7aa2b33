use crate::scene::response::ContactQuery;
use crate::scene::settings::BroadPhaseKind;
use crate::scene::shapes::Shape;
use crate::scene::world::World;
use solid_geometry::math::{Aabb, Vec3};
use solid_geometry::shape::Primitive;
use solid_testing::Random;

fn world(count: usize) -> World<u8> {
    let mut world = World::<u8>::default();
    let shape = world.shapes.insert(Shape::Primitive(Primitive::Box(Vec3::new(0.5, 0.7, 0.4))));
    world.responses.set_default(Some((7, ContactQuery::CommonPoint)));
    (0..count).for_each(|i| assert!(world.create_object(i, shape)));
    world
}

/// The callbacks of a frame, with their data's bits.
fn frame(world: &mut World<u8>) -> Vec<(usize, usize, [u64; 3])> {
    let mut cursor = world.begin_test();
    let mut events = Vec::new();
    while let Some(event) = world.next_event(&mut cursor) {
        let data = world.found_data(&event).expect("witnessed");
        events.push((event.first, event.second, [0, 1, 2].map(|k| data.point1[k].to_bits())));
    }
    events
}

#[test]
fn every_broad_phase_and_box_gives_the_same_callbacks() {
    let mut random = Random::new(11);
    let mut worlds: Vec<_> =
        BroadPhaseKind::ALL.iter().flat_map(|kind| [(*kind, false), (*kind, true)]).collect();
    let mut worlds: Vec<_> = worlds
        .drain(..)
        .map(|(kind, fixed)| {
            let mut world = world(120);
            world.set_broad_phase(kind);
            world.set_fixed_boxes(fixed);
            world
        })
        .collect();
    let mut hits = 0;
    for round in 0..40 {
        for i in (0..120).step_by(1 + round % 7) {
            let place = random.vector() * 3.0;
            let q = random.quaternion();
            for world in &mut worlds {
                world.select_object(i);
                world.transform(|p| {
                    *p = solid_geometry::math::Placement::IDENTITY;
                    p.translate(&place);
                    p.rotate(&q);
                });
            }
        }
        let expected = frame(&mut worlds[0]);
        hits += expected.len();
        for (i, world) in worlds.iter_mut().enumerate().skip(1) {
            assert!(
                frame(world) == expected,
                "round {round}: {:?} differs",
                BroadPhaseKind::ALL[i / 2]
            );
            if round % 8 == i % 8 {
                // In the middle of everything.
                world.set_broad_phase(BroadPhaseKind::ALL[(round + i) % BroadPhaseKind::ALL.len()]);
                world.set_fixed_boxes(round % 16 < 8);
            }
        }
    }
    assert!(hits > 1000, "{hits}");
}

#[test]
fn box_queries_and_statistics() {
    let mut world = world(3);
    for (i, x) in [(2, 0.0), (0, 5.0), (1, 1.0)] {
        world.select_object(i);
        world.transform(|p| p.translate(&Vec3::new(x, 0.0, 0.0)));
    }
    for (half, due) in [(1.0, vec![1, 2]), (9.0, vec![0, 1, 2]), (0.1, vec![2])] {
        let found = world.query_box(&Aabb { min: Vec3::repeat(-half), max: Vec3::repeat(half) });
        assert_eq!(found.collect::<Vec<_>>(), due);
    }
    assert_eq!(frame(&mut world).len(), 1);
    let statistics = world.statistics();
    assert_eq!((statistics.objects, statistics.pairs, statistics.pair_tests), (3, 1, 1));
    assert_eq!(statistics.part_tests, 1);
    assert!(statistics.box_tests > 0);
}

#[test]
fn worlds_share_shapes_until_one_deforms_them() {
    let mut builder = solid_geometry::mesh::Builder::new();
    let mut here = World::<u8>::default();
    let mut there = World::sharing_shapes(&here);
    let shape = here.shapes.insert(Shape::Primitive(Primitive::sphere(1.0)));
    assert!(there.create_object(1, shape) && !there.create_object(1, shape + 1));
    let open = there.shapes.insert(Shape::Complex(None));
    assert!(!here.create_object(2, open), "not finished yet");
    builder.begin(solid_geometry::mesh::PolytopeKind::Simplex);
    [&Vec3::zeros(), &Vec3::x(), &Vec3::y()].iter().for_each(|v| builder.vertex(**v));
    builder.end();
    there.finish_shape(open, Shape::Complex(Some(std::sync::Arc::new(builder.finish(None).0))));
    assert!(here.create_object(2, open));
    // What another world makes of it stays there, and goes with that world.
    let mut elsewhere = World::sharing_shapes(&here);
    assert!(elsewhere.deform(open, |soup| soup.len()) == Some(1));
    drop(elsewhere);
    assert!(World::<u8>::sharing_shapes(&here).create_object(1, open));
    assert!(there.shapes.delete(open) && !there.shapes.delete(open));
    drop(there);
    assert!(
        here.deform(open, |soup| soup.len()) == Some(1),
        "it lives as long as somebody uses it"
    );
}
