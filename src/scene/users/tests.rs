use super::*;
use crate::scene::response::ContactQuery;
use crate::scene::shapes::Shape;
use solid_geometry::shape::Primitive;

/// The callbacks of a test, by their numbers.
fn test(world: &mut World<u32>) -> Vec<u32> {
    let mut cursor = world.begin_test();
    std::iter::from_fn(|| world.next_event(&mut cursor).map(|event| event.callback)).collect()
}

#[test]
fn each_user_has_its_responses_and_its_current_object() {
    let (mut world, mut other) = (World::<u32>::default(), User::default());
    let ball = world.shapes.insert(Shape::Primitive(Primitive::sphere(1.0)));
    world.create_object(1, ball);
    world.create_object(2, ball);
    world.responses.set_default(Some((10, ContactQuery::Hit)));
    world.swap_user(&mut other);
    assert_eq!((test(&mut world), world.load_identity()), (vec![], false));
    world.responses.set_pair(1, 2, Some((20, ContactQuery::Hit)));
    assert_eq!(test(&mut world), [20]);
    world.select_object(1);
    world.swap_user(&mut other);
    assert_eq!(test(&mut world), [10]);
    // The second object is current, and moves away.
    world.translate(&[5.0, 0.0, 0.0].into());
    assert!(test(&mut world).is_empty());
    world.delete_object(1);
    other.forget(1);
    world.swap_user(&mut other);
    world.responses.for_each_callback(|_| panic!("the response is left"));
    assert!(!world.load_identity(), "what was current has been deleted");
}
