//! Several threads run the same callbacks with the same data as one, whatever the callbacks do.

use std::sync::Arc;

use super::World;
use super::response::ResponseKind;
use super::settings::BroadPhaseKind;
use super::shapes::Shape;
use super::test::Event;
use crate::broad::team::Passing;
use crate::math::test_random::Random;
use crate::math::{Placement, Vec3};
use crate::shape::Primitive;

const COUNT: usize = 700;

fn world(threads: usize) -> World<u8> {
    let mut world = World::<u8>::default();
    let shapes = [
        Primitive::Box(Vec3::new(0.5, 0.7, 0.4)),
        Primitive::sphere(0.6),
        Primitive::polytope(&[Vec3::x(), Vec3::y(), Vec3::z(), Vec3::repeat(-0.5)]).expect("a tetrahedron"),
    ]
    .map(|primitive| world.shapes.insert(Shape::Primitive(primitive)));
    world.responses.set_default(Some((7, ResponseKind::Witnessed)));
    world.responses.set_object(3, Some((8, ResponseKind::Smart)));
    (0..COUNT).for_each(|i| assert!(world.create_object(i, shapes[i % 3])));
    if threads > 1 {
        world.set_team(Some(Arc::new(Passing(threads))));
    }
    world
}

fn scatter(world: &mut World<u8>, random: &mut Random, stride: usize) {
    for i in (0..COUNT).step_by(stride) {
        let (at, q) = (random.vector() * 4.0, random.quaternion());
        if world.select_object(i) {
            world.transform(|p| {
                *p = Placement::IDENTITY;
                p.translate(&at);
                p.rotate(&q);
            });
        }
    }
}

/// What a callback does: all that may change what comes later.
fn interfere(world: &mut World<u8>, random: &mut Random, event: &Event<u8>, shape: usize) {
    let other = random.below(COUNT);
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

/// Who runs a test, and how.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Threads(usize),
    /// One thread, that decides each pair when it is its turn.
    Turns,
}

fn run(by: By, interfering: bool, simple: bool) -> Trace {
    let mut world = world(if let By::Threads(threads) = by { threads } else { 1 });
    if simple {
        world.responses.set_default(Some((7, ResponseKind::Simple)));
        world.responses.set_object(3, Some((8, ResponseKind::Simple)));
        world.responses.set_object(4, None);
    }
    let shape = world.shapes.insert(Shape::Primitive(Primitive::sphere(0.7)));
    let mut random = Random(5);
    let mut trace = Vec::new();
    for round in 0..12 {
        scatter(&mut world, &mut random, 1 + round % 3);
        world.ahead.disturbed |= by == By::Turns;
        let mut cursor = world.begin_test();
        while let Some(event) = world.next_event(&mut cursor) {
            assert_eq!(event.data.is_none(), simple);
            let data = event.data.unwrap_or_default();
            let numbers = [data.point1, data.point2, data.normal];
            let bits = std::array::from_fn(|k| numbers[k / 3][k % 3].to_bits());
            trace.push((event.first, event.second, event.callback, bits));
            // Some tests are left in peace.
            if interfering && round % 4 > 0 {
                interfere(&mut world, &mut random, &event, shape);
            }
        }
        world.proceed();
    }
    trace
}

#[test]
fn the_same_callbacks_with_any_number_of_threads() {
    for (interfering, simple) in [(false, false), (true, false), (false, true), (true, true)] {
        let expected = run(By::Turns, interfering, simple);
        assert!(expected.len() > 2000, "{} callbacks", expected.len());
        for threads in [1, 2, 3, 8] {
            let trace = run(By::Threads(threads), interfering, simple);
            let differing = expected.iter().zip(&trace).position(|(a, b)| a != b);
            assert!(trace == expected, "{threads} threads: callback {differing:?} of {}", expected.len());
        }
    }
}
