//! Several threads run the same callbacks with the same data as one, whatever the callbacks do.

use crate::scene::World;
use crate::scene::response::ContactQuery;
use crate::scene::settings::BroadPhaseKind;
use crate::scene::shapes::{Shape, ShapeHandle};
use crate::scene::test::Event;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::shape::Primitive;
use solid_geometry::threads::Threads;
use solid_testing::Random;

/// This many objects have pairs for several threads; and so few have not.
const MANY: usize = 700;
const FEW: usize = 9;

fn world(count: usize, threads: usize) -> World<u8> {
    let mut world = World::<u8>::default();
    let shapes = [
        Primitive::Box(Vec3::new(0.5, 0.7, 0.4)),
        Primitive::sphere(0.6),
        Primitive::polytope(&[Vec3::x(), Vec3::y(), Vec3::z(), Vec3::repeat(-0.5)])
            .expect("a tetrahedron"),
    ]
    .map(|primitive| world.shapes.insert(Shape::Primitive(primitive)));
    world.responses.set_default(Some((7, ContactQuery::CommonPoint)));
    world.responses.set_object(3, Some((8, ContactQuery::ClosestBefore)));
    (0..count).for_each(|i| assert!(world.create_object(i, shapes[i % 3])));
    if threads > 1 {
        world.set_threads(Threads::new(threads).expect("threads"));
    }
    world
}

fn scatter(
    world: &mut World<u8>,
    random: &mut Random,
    count: usize,
    stride: usize,
    shape: ShapeHandle,
) {
    let reach = if count == MANY { 4.0 } else { 1.0 };
    for i in (0..count).step_by(stride) {
        let (at, q) = (random.vector() * reach, random.quaternion());
        // What callbacks have deleted comes back.
        if world.select_object(i) || world.create_object(i, shape) {
            world.transform(|p| {
                *p = Placement::IDENTITY;
                p.translate(&at);
                p.rotate(&q);
            });
        }
    }
}

/// What a callback does: all that may change what comes later.
fn interfere(
    world: &mut World<u8>,
    random: &mut Random,
    event: &Event<u8>,
    count: usize,
    shape: ShapeHandle,
) {
    let other = random.below(count);
    match random.below(40) {
        0 => drop(world.delete_object(event.second)),
        1 => drop(world.delete_object(other)),
        2 => world.responses.set_pair(event.first, other, None),
        3 => world.proceed(),
        4 => drop(world.create_object(other, shape)),
        5 => world.set_broad_phase(BroadPhaseKind::BoxTree),
        6 => world.set_tolerance(1e-3 * random.signed().abs()),
        7 => world.set_caching(random.below(2) == 0),
        8..15 if world.select_object(if random.below(2) == 0 { event.first } else { other }) => {
            let step = random.vector();
            world.transform(|p| p.translate(&step));
        }
        // A test within the test.
        15 => {
            let mut cursor = world.begin_test();
            let _ = (0..3).map(|_| world.next_event(&mut cursor)).last();
        }
        _ => {}
    }
}

type Trace = Vec<(usize, usize, u8, [u64; 9])>;

fn run(threads: usize, count: usize, interfering: bool, simple: bool) -> Trace {
    let mut world = world(count, threads);
    if simple {
        world.responses.set_default(Some((7, ContactQuery::Hit)));
        world.responses.set_object(3, Some((8, ContactQuery::Hit)));
        world.responses.set_object(4, None);
    } else {
        // One without data comes between others.
        world.responses.set_object(5, Some((9, ContactQuery::Hit)));
    }
    let shape = world.shapes.insert(Shape::Primitive(Primitive::sphere(0.7)));
    let mut random = Random::new(5);
    let mut trace = Vec::new();
    for round in 0..12 * MANY / count {
        scatter(&mut world, &mut random, count, 1 + round % 3, shape);
        let mut cursor = world.begin_test();
        while let Some(event) = world.next_event(&mut cursor) {
            if count == FEW {
                world.validate();
            }
            let data = world.found_data(&event);
            assert_eq!(data.is_none(), event.kind == ContactQuery::Hit);
            let data = data.unwrap_or_default();
            let numbers = [data.point1, data.point2, data.normal];
            let bits = std::array::from_fn(|k| numbers[k / 3][k % 3].to_bits());
            trace.push((event.first, event.second, event.callback, bits));
            // Some tests are left in peace, and in others some callbacks.
            if interfering && round % 4 > 0 && random.below(4) > 0 {
                interfere(&mut world, &mut random, &event, count, shape);
            }
        }
        world.validate();
        world.proceed();
    }
    trace
}

#[test]
fn the_same_callbacks_with_any_number_of_threads() {
    for (count, interfering, simple) in [MANY, FEW].into_iter().flat_map(|count| {
        [(false, false), (true, false), (false, true), (true, true)].map(|(i, s)| (count, i, s))
    }) {
        let expected = run(1, count, interfering, simple);
        assert!(expected.len() > 2000, "{} callbacks", expected.len());
        let threads = if interfering { 2 } else { 5 };
        let trace = run(threads, count, interfering, simple);
        let differing = expected.iter().zip(&trace).position(|(a, b)| a != b);
        assert!(
            trace == expected,
            "{threads} threads, {count}: callback {differing:?} of {}",
            expected.len()
        );
    }
}

/// What is at rest is not looked at, whatever happens to the rest.
#[test]
fn few_that_move_are_enough_to_look_at() {
    // Few move in most rounds, some in their boxes; at times all do, or one that is queried apart from tests.
    let events = |caching: bool, kind: BroadPhaseKind| {
        let mut world = world(MANY, 1);
        world.responses.set_default(Some((7, ContactQuery::Hit)));
        world.responses.set_object(3, None);
        world.set_caching(caching);
        world.set_broad_phase(kind);
        let shape = world.shapes.insert(Shape::Primitive(Primitive::sphere(0.7)));
        let mut random = Random::new(11);
        scatter(&mut world, &mut random, MANY, 1, shape);
        let mut trace = Vec::new();
        for round in 0..200 {
            for _ in 0..5 {
                let (i, step, q) = (random.below(MANY), random.vector() * 0.1, random.quaternion());
                match random.below(40) {
                    0 => drop(world.delete_object(i)),
                    1 => drop(world.create_object(i, shape)),
                    2 => world.responses.set_object(i, Some((round as u8, ContactQuery::Hit))),
                    3 => drop(world.statistics()),
                    // Many are spheres, whose boxes stay as they are.
                    4 => drop(world.select_object(i) && world.transform(|p| p.rotate(&q))),
                    _ => drop(world.select_object(i) && world.transform(|p| p.translate(&step))),
                }
            }
            if round % 50 == 49 {
                scatter(&mut world, &mut random, MANY, 2, shape);
            }
            let mut cursor = world.begin_test();
            while let Some(event) = world.next_event(&mut cursor) {
                trace.push((round, event.first, event.second, event.callback));
                if random.below(5000) == 0 && world.select_object(event.first) {
                    world.transform(|p| p.translate(&Vec3::x()));
                }
            }
        }
        (trace, world.statistics().pair_tests)
    };
    let (expected, all) = events(false, BroadPhaseKind::BruteForce);
    assert!(expected.len() > 50_000, "{}", expected.len());
    for kind in [BroadPhaseKind::BoxTree, BroadPhaseKind::Automatic] {
        let (trace, tests) = events(true, kind);
        assert!(trace == expected, "{kind:?}: {}", trace.len());
        assert!(10 * tests < all, "{kind:?}: {tests} of {all} pairs were tested");
    }
}

/// The broad phase does not hear of a body that turns in its box.
#[test]
fn what_turns_in_its_box_is_looked_at() {
    let mut world = World::<u8>::default();
    world.set_broad_phase(BroadPhaseKind::BoxTree);
    world.responses.set_default(Some((7, ContactQuery::Hit)));
    let corners = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    let tetrahedron = Primitive::polytope(&corners.map(Vec3::from)).expect("a tetrahedron");
    let ball = world.shapes.insert(Shape::Primitive(Primitive::sphere(0.01)));
    let tetrahedron = world.shapes.insert(Shape::Primitive(tetrahedron));
    world.create_object(0, tetrahedron);
    // One in its corner, and enough pairs elsewhere.
    for i in 1..60_usize {
        world.create_object(i, ball);
        let at = if i == 1 { Vec3::repeat(0.9) } else { Vec3::new(5.0 + (i / 2) as f64, 0.0, 0.0) };
        world.transform(|p| p.translate(&at));
    }
    for round in 0..8 {
        let mut cursor = world.begin_test();
        let events = std::iter::from_fn(|| world.next_event(&mut cursor));
        let hit = events.filter(|event| event.first == 0).count();
        assert_eq!(hit, usize::from(round % 2 == 0), "{round}");
        world.select_object(0);
        world.transform(|p| p.scale(&Vec3::new(-1.0, 1.0, 1.0)));
    }
}
