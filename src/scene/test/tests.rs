//! A few objects answer as they do in a world that once had more, whatever is queried and done in between.

use crate::scene::casts::Hits;
use crate::scene::object::ObjectRef;
use crate::scene::response::ContactQuery;
use crate::scene::settings::BroadPhaseKind;
use crate::scene::shapes::{Shape, ShapeHandle};
use crate::scene::tests::soup;
use crate::scene::world::World;
use solid_geometry::math::{Aabb, Placement, Vec3};
use solid_geometry::shape::Primitive;
use solid_testing::Random;

/// More than the broad phase compares each with each.
const CROWD: ObjectRef = 40;

/// A world, and its shapes, of which the last is not finished. Where there were more objects once, the broad phase has another
/// way.
fn world(was_larger: bool) -> (World<u8>, Vec<ShapeHandle>) {
    let (mut world, mut random) = (World::<u8>::default(), Random::new(5));
    let shapes = [
        Shape::Primitive(Primitive::Box(Vec3::new(0.5, 0.7, 0.4))),
        Shape::Primitive(Primitive::sphere(0.6)),
        Shape::Primitive(Primitive::Cone { radius: 0.5, half_height: 0.6 }),
        Shape::Primitive(Primitive::Box(Vec3::new(30.0, 0.2, 30.0))),
        soup(&mut random, 20, 0.4),
        Shape::Complex(None),
    ];
    let shapes: Vec<ShapeHandle> = shapes.map(|shape| world.shapes.insert(shape)).into();
    world.responses.set_default(Some((7, ContactQuery::ClosestBefore)));
    if was_larger {
        (0..CROWD).for_each(|i| assert!(world.create_object(i, shapes[0])));
        (0..CROWD).for_each(|i| assert!(world.delete_object(i)));
    }
    (world, shapes)
}

/// Somewhere, and now and then nowhere, or at rest on another.
fn placement(random: &mut Random) -> Placement {
    let mut placement = Placement::IDENTITY;
    match random.below(16) {
        0 => placement.translate(&Vec3::new(f64::NAN, 0.0, 0.0)),
        1 => placement.translate(&(random.vector() * 1e200)),
        2 => placement.scale(&Vec3::new(0.0, 1.0, 1.0)),
        3 => placement.scale(&(random.vector() * 3.0)),
        4..8 => {
            let lattice = random.vector().map(|x| (x * 3.0).round());
            placement.translate(&lattice.component_mul(&Vec3::new(1.0, 1.4, 0.8)));
        }
        _ => {
            placement.translate(&(random.vector() * 1.2));
            placement.rotate(&random.quaternion());
        }
    }
    placement
}

/// The callbacks of a test, with the bits of their data; in the first of them something is done.
fn test(
    world: &mut World<u8>,
    mut disturb: impl FnMut(&mut World<u8>),
) -> Vec<(usize, usize, [u64; 9])> {
    let (mut cursor, mut events) = (world.begin_test(), Vec::new());
    while let Some(event) = world.next_event(&mut cursor) {
        let data = world.found_data(&event).expect("a smart response");
        let all = [data.point1, data.point2, data.normal];
        events.push((
            event.first,
            event.second,
            std::array::from_fn(|i| (all[i / 3][i % 3] + 0.0).to_bits()),
        ));
        if events.len() == 1 {
            disturb(world);
        }
        world.validate();
    }
    events
}

/// Does one of the things that are done to a world, and returns the result.
fn work(
    world: &mut World<u8>,
    shapes: &[ShapeHandle],
    random: &mut Random,
    objects: usize,
) -> Vec<usize> {
    let object = random.below(objects);
    match random.below(24) {
        0..10 => {
            let placement = placement(random);
            return vec![usize::from(
                world.select_object(object) && world.transform(|p| *p = placement),
            )];
        }
        10..12 => {
            let (at, q) = (random.vector(), random.quaternion());
            let _ = world.select_object(object)
                && world.transform(|p| *p = Placement::IDENTITY)
                && world.transform(|p| p.translate(&at))
                && world.transform(|p| p.rotate(&q));
        }
        12..16 => {
            return vec![usize::from(
                world.create_object(object, shapes[random.below(shapes.len())]),
            )];
        }
        16 => return vec![usize::from(world.delete_object(object))],
        17 => {
            let corner = random.vector() * 2.0;
            let aabb = Aabb { min: corner, max: corner + Vec3::repeat(0.5) };
            return world.query_box(&aabb).collect();
        }
        18 => {
            let (from, to) = (random.vector() * 3.0, random.vector() * 3.0);
            return world.cast_ray(&from, &to, Hits::All).iter().map(|hit| hit.object).collect();
        }
        19 => return vec![world.statistics().pairs as usize],
        20 => world.set_broad_phase(BroadPhaseKind::ALL[random.below(BroadPhaseKind::ALL.len())]),
        21 => world.set_fixed_boxes(random.below(2) == 0),
        22 => world.set_caching(random.below(2) == 0),
        _ => world.proceed(),
    }
    Vec::new()
}

/// In step with the same objects in a world that once had more.
fn keep_in_step(objects: usize, seed: u64) -> usize {
    let [(mut few, shapes), (mut many, _)] = [false, true].map(world);
    let mut random = Random::new(seed);
    let mut hits = 0;
    for round in 0..400 {
        for _ in 0..1 + random.below(6) {
            let mut again = random.clone();
            let answer = work(&mut few, &shapes, &mut random, objects);
            assert_eq!(
                answer,
                work(&mut many, &shapes, &mut again, objects),
                "round {round} of {seed}"
            );
        }
        let mut again = random.clone();
        let (answer, others) = (
            test(&mut few, |world| drop(work(world, &shapes, &mut random, objects))),
            test(&mut many, |world| drop(work(world, &shapes, &mut again, objects))),
        );
        assert_eq!(answer, others, "round {round} of {seed}");
        hits += answer.len();
        random.word();
    }
    hits
}

#[test]
fn a_few_answer_as_in_a_world_that_had_more() {
    let hits: usize = (1..40).map(|seed| keep_in_step(4, seed)).sum();
    assert!(hits > 5000, "{hits}");
}

#[test]
fn more_answer_as_in_a_world_that_had_more() {
    let hits: usize = (1..40).map(|seed| keep_in_step(2 + seed as usize % 7, seed)).sum();
    assert!(hits > 5000, "{hits}");
}

/// Boxes that do not overlap are no pair that is counted, and pairs that bounding spheres separate are not tested.
#[test]
fn what_is_counted_is_as_among_many() {
    for was_larger in [false, true] {
        let (mut world, shapes) = world(was_larger);
        (0..3).for_each(|object| assert!(world.create_object(object, shapes[0])));
        assert!(world.transform(|p| p.translate(&Vec3::new(9.0, 0.0, 0.0))));
        assert_eq!(test(&mut world, |_| {}).len(), 1);
        let statistics = world.statistics();
        assert_eq!((statistics.pairs, statistics.pair_tests), (1, 1));
    }
}

/// Each callback deletes one of its objects. The time must not grow with the square of their number: ended pairs stay in
/// order until they are many.
#[test]
fn each_callback_deletes_an_object() {
    const PAIRS: ObjectRef = 30_000;
    let mut world = World::<u8>::default();
    let shape = world.shapes.insert(Shape::Primitive(Primitive::sphere(1.0)));
    world.responses.set_default(Some((7, ContactQuery::Hit)));
    for i in 0..2 * PAIRS {
        assert!(world.create_object(i, shape));
        let at = Vec3::new((i / 2 % 200) as f64, (i / 400) as f64, (i % 2) as f64 / 8.0);
        world.translate(&(at * 4.0));
    }
    let mut cursor = world.begin_test();
    for i in 0..PAIRS {
        let event = world.next_event(&mut cursor).expect("the next pair");
        assert_eq!((event.first, event.second), (2 * i, 2 * i + 1));
        assert!(world.delete_object(if i % 2 == 0 { event.first } else { event.second }));
        if i % 1000 == 0 {
            world.pairs.validate();
        }
    }
    assert!(world.next_event(&mut cursor).is_none());
    assert!(world.pairs.len() == 0);
}
