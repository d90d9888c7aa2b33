//! The world driven as the C layer drives it, with what callbacks may do between two events.

use crate::scene::response::ContactQuery;
use crate::scene::shapes::Shape;
use crate::scene::test::Cursor;
use crate::scene::{World, shapes::ShapeHandle};
use solid_geometry::math::Vec3;
use solid_geometry::mesh::{Builder, PolytopeKind};
use solid_geometry::shape::Primitive;

fn sphere(world: &mut World<u32>) -> ShapeHandle {
    world.shapes.insert(Shape::Primitive(Primitive::sphere(1.0)))
}

/// Objects 0 to `n` - 1, all in one place, and callback 5 for all pairs.
fn heap(n: usize) -> (World<u32>, ShapeHandle) {
    let mut world = World::default();
    let shape = sphere(&mut world);
    (0..n).for_each(|i| assert!(world.create_object(i, shape)));
    world.responses.set_default(Some((5, ContactQuery::Hit)));
    (world, shape)
}

fn next(world: &mut World<u32>, cursor: &mut Cursor) -> Option<(usize, usize)> {
    world.next_event(cursor).map(|event| (event.first, event.second))
}

/// All that are left of a test.
fn rest(world: &mut World<u32>, cursor: &mut Cursor) -> Vec<(usize, usize)> {
    std::iter::from_fn(|| next(world, cursor)).collect()
}

fn all(world: &mut World<u32>) -> Vec<(usize, usize)> {
    let mut cursor = world.begin_test();
    rest(world, &mut cursor)
}

fn far_away(world: &mut World<u32>, object: usize) {
    assert!(world.select_object(object));
    assert!(world.transform(|p| p.translate(&Vec3::new(100.0 + 10.0 * object as f64, 0.0, 0.0))));
}

#[test]
fn pairs_come_in_the_order_of_creation() {
    let (mut world, _) = heap(4);
    assert_eq!(all(&mut world), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
    assert!(world.delete_object(1));
    assert!(!world.delete_object(1));
    let shape = sphere(&mut world);
    world.create_object(1, shape);
    assert_eq!(all(&mut world), [(0, 2), (0, 3), (0, 1), (2, 3), (2, 1), (3, 1)]);
}

#[test]
fn a_move_applies_to_the_pairs_still_to_come() {
    let (mut world, _) = heap(4);
    let mut cursor = world.begin_test();
    assert_eq!(next(&mut world, &mut cursor), Some((0, 1)));
    far_away(&mut world, 2);
    assert_eq!(rest(&mut world, &mut cursor), [(0, 3), (1, 3)]);
    // Back again: in a later test, and for pairs to come.
    let mut cursor = world.begin_test();
    assert_eq!(next(&mut world, &mut cursor), Some((0, 1)));
    assert_eq!(next(&mut world, &mut cursor), Some((0, 3)));
    world.select_object(2);
    world.transform(|p| *p = solid_geometry::math::Placement::IDENTITY);
    assert_eq!(rest(&mut world, &mut cursor), [(1, 2), (1, 3), (2, 3)], "(0, 2) has had its turn");
}

#[test]
fn what_is_deleted_is_skipped_and_what_is_created_waits() {
    let (mut world, shape) = heap(4);
    let mut cursor = world.begin_test();
    assert_eq!(next(&mut world, &mut cursor), Some((0, 1)));
    world.delete_object(0);
    world.create_object(9, shape);
    world.create_object(2, shape);
    assert_eq!(rest(&mut world, &mut cursor), [(1, 3)], "2 has been replaced");
    assert_eq!(all(&mut world), [(1, 3), (1, 9), (1, 2), (3, 9), (3, 2), (9, 2)]);
}

#[test]
fn responses_are_looked_up_when_their_pair_comes() {
    let (mut world, _) = heap(3);
    let mut cursor = world.begin_test();
    assert_eq!(next(&mut world, &mut cursor), Some((0, 1)));
    world.responses.set_pair(2, 0, None);
    world.responses.set_object(1, Some((6, ContactQuery::CommonPoint)));
    let event = world.next_event(&mut cursor).expect("the pair (1, 2)");
    assert_eq!((event.first, event.second, event.callback), (1, 2, 6));
    let data = world.found_data(&event).expect("a witness");
    assert_eq!(data.normal, Vec3::zeros());
    assert!((data.point1 - data.point2).norm() < 1e-12, "both objects are at the origin");
    assert!(world.next_event(&mut cursor).is_none());
}

#[test]
fn tests_may_be_nested_and_abandoned() {
    let (mut world, _) = heap(4);
    let mut outer = world.begin_test();
    assert_eq!(next(&mut world, &mut outer), Some((0, 1)));
    let mut abandoned = world.begin_test();
    assert_eq!(next(&mut world, &mut abandoned), Some((0, 1)));
    far_away(&mut world, 3);
    assert_eq!(all(&mut world), [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(rest(&mut world, &mut outer), [(0, 2), (1, 2)]);
}

#[test]
fn a_shape_lives_until_its_last_object_goes() {
    let (mut world, shape) = heap(3);
    let other = sphere(&mut world);
    assert!(world.shapes.delete(shape) && !world.shapes.delete(shape));
    assert!(!world.create_object(7, shape), "a handle that was");
    assert_eq!(all(&mut world).len(), 3);
    (0..3).for_each(|i| assert!(world.delete_object(i)));
    // The place is free for another shape; its handle is new.
    let new = sphere(&mut world);
    assert!(new != shape && new != other && new != 0);
    assert!(world.create_object(1, new) && world.create_object(2, other));
    assert_eq!(all(&mut world), [(1, 2)]);
}

#[test]
fn a_complex_shape_comes_first_and_hits_when_it_is_finished() {
    let (mut world, _) = heap(2);
    let open = world.shapes.insert(Shape::Complex(None));
    world.create_object(8, open);
    assert_eq!(all(&mut world), [(0, 1)]);
    let mut builder = Builder::new();
    builder.vertex_range(PolytopeKind::Simplex, 0, 3);
    let corners = |far: f64| {
        move |i: u32| {
            [Vec3::new(far, 0.0, 0.0), Vec3::new(far, 1.0, 0.0), Vec3::new(far, 0.0, 1.0)]
                [i as usize]
        }
    };
    let (soup, _) = builder.finish(Some(&corners(0.5)));
    world.finish_shape(open, Shape::Complex(Some(std::sync::Arc::new(soup))));
    assert_eq!(all(&mut world), [(0, 1), (8, 0), (8, 1)], "by the creation of object1");
    assert_eq!(world.deform(open, |soup| soup.change_vertices(&corners(50.0))), Some(true));
    assert_eq!(all(&mut world), [(0, 1)]);
    assert_eq!(world.deform(open, |soup| soup.change_vertices(&corners(f64::NAN))), Some(false));
    assert_eq!(all(&mut world), [(0, 1)]);
}

#[test]
fn what_is_not_finite_hits_nothing_until_it_is_again() {
    let (mut world, _) = heap(3);
    for bad in [f64::NAN, f64::INFINITY] {
        world.select_object(1);
        world.transform(|p| p.translate(&Vec3::new(0.0, bad, 0.0)));
        assert_eq!(all(&mut world), [(0, 2)]);
        assert!(world.test_pair(0, 1).is_none() && world.test_pair(2, 0).is_some());
        world.transform(|p| *p = solid_geometry::math::Placement::IDENTITY);
        assert_eq!(all(&mut world).len(), 3);
    }
}

#[test]
fn the_previous_frame_is_what_proceed_stored_last() {
    let (mut world, _) = heap(2);
    world.responses.set_default(Some((5, ContactQuery::ClosestBefore)));
    let smart = |world: &mut World<u32>| {
        let mut cursor = world.begin_test();
        let event = world.next_event(&mut cursor).expect("a collision");
        world.found_data(&event).expect("its data").normal
    };
    assert_eq!(smart(&mut world), Vec3::zeros(), "new objects were at the identity");
    world.select_object(1);
    world.transform(|p| p.translate(&Vec3::new(5.0, 0.0, 0.0)));
    assert_eq!(all(&mut world), []);
    world.proceed();
    world.transform(|p| p.translate(&Vec3::new(-4.0, 0.0, 0.0)));
    let due = Vec3::new(-3.0, 0.0, 0.0);
    assert!((smart(&mut world) - due).norm() < 1e-5);
    assert!((smart(&mut world) - due).norm() < 1e-5, "tests between two frames agree");
    world.proceed();
    assert_eq!(smart(&mut world), Vec3::zeros());
}

#[test]
fn transforms_want_a_current_object() {
    let (mut world, _) = heap(2);
    assert!(world.transform(|_| {}));
    assert!(!world.select_object(77) && world.transform(|_| {}), "the current one stays");
    world.delete_object(1);
    assert!(!world.transform(|_| panic!("there is none to change")));
    assert!(world.select_object(0) && world.transform(|_| {}));
}

/// A client that creates, moves and deletes, and never tests nor proceeds, must not fill the memory with what waits.
#[test]
fn what_waits_is_listed_once() {
    let mut list = crate::scene::slots::SlotList::default();
    [3, 1, 3, 1, 0].into_iter().for_each(|slot| list.add(slot));
    assert_eq!(list.drain().collect::<Vec<_>>(), [3, 1, 0]);
    assert!(list.is_empty());
    [1, 4, 4].into_iter().for_each(|slot| list.add(slot));
    assert_eq!(list.as_slice(), [1, 4]);
    list.drain().for_each(drop);
    assert!(list.is_empty());
    list.add(4);
    assert_eq!(list.drain().collect::<Vec<_>>(), [4]);

    let (mut world, shape) = heap(2);
    assert_eq!(world.moved.as_slice().len(), 2);
    for _ in 0..1000 {
        assert!(world.create_object(7, shape));
        assert!(world.transform(|p| p.translate(&Vec3::x())));
        assert!(world.delete_object(7));
    }
    assert_eq!(world.moved.as_slice().len(), 3, "one slot, used a thousand times");
    world.update();
    // Those of the heap are new to the next proceed, too.
    assert_eq!((world.moved.as_slice().len(), world.advanced.as_slice().len()), (0, 3));
}

#[test]
fn what_rests_is_not_decided_again() {
    let (mut world, _) = heap(6);
    far_away(&mut world, 5);
    let tests = |world: &mut World<u32>| world.statistics().pair_tests;
    assert_eq!(all(&mut world).len(), 10);
    let before = tests(&mut world);
    assert_eq!(all(&mut world).len(), 10);
    assert_eq!(tests(&mut world), before);
    assert!(world.select_object(0));
    assert!(world.transform(|p| p.translate(&Vec3::new(0.1, 0.0, 0.0))));
    assert_eq!(all(&mut world).len(), 10);
    assert_eq!(tests(&mut world), before + 4);
    world.set_caching(false);
    assert_eq!(all(&mut world).len(), 10);
    assert_eq!(tests(&mut world), before + 14);
    // Its place and its slot are another's.
    world.set_caching(true);
    all(&mut world);
    world.delete_object(3);
    let shape = sphere(&mut world);
    world.create_object(9, shape);
    far_away(&mut world, 9);
    assert_eq!(all(&mut world).len(), 6);
}
