//! Objects that were never placed, and those without a response, which cost tests along the paths nothing.

use super::{Scene, all, names, primitive, put, scene};
use crate::scene::response::ContactQuery;
use solid_geometry::math::Vec3;
use solid_geometry::shape::Primitive;

#[test]
fn parked_objects_without_a_response_are_no_pairs_until_they_have_one() {
    let mut world = Scene::default();
    let ball = primitive(&mut world, Primitive::sphere(1.0));
    (0..100).for_each(|i| assert!(world.create_object(i, ball)));
    world.proceed();
    assert!(all(&mut world).is_empty());
    let pairs = |world: &Scene| {
        let mut count = 0;
        world.motion.boxes.pairs(|_, _, _| count += 1);
        count
    };
    assert_eq!(pairs(&world), 0);
    world.responses.set_object(3, Some((7, ContactQuery::Hit)));
    assert_eq!(all(&mut world).len(), 99);
    assert_eq!(pairs(&world), 99);
    world.responses.set_default(Some((7, ContactQuery::Hit)));
    assert_eq!(all(&mut world).len(), 99 * 100 / 2);
}

#[test]
fn what_was_never_placed_comes_from_the_origin() {
    let mut world = scene();
    let ball = primitive(&mut world, Primitive::sphere(1.0));
    (1..3).for_each(|i| assert!(world.create_object(i, ball)));
    put(&mut world, 1, Vec3::new(5.0, 0.0, 0.0));
    world.proceed();
    put(&mut world, 2, Vec3::new(10.0, 0.0, 0.0));
    assert_eq!(names(&all(&mut world)), [(1, 2)]);
}
