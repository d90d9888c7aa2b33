use super::*;
use crate::scene::response::{ContactQuery, Filter};
use crate::scene::shapes::Shape;
use solid_geometry::math::Vec3;
use solid_geometry::shape::Primitive;
use solid_testing::Random;
use std::collections::BTreeMap;

/// The pairs that a test finds, by the objects.
fn colliding(world: &mut World<u8>) -> BTreeMap<[u64; 2], [ObjectRef; 2]> {
    let mut cursor = world.begin_test();
    let mut found = BTreeMap::new();
    while let Some(event) = world.next_event(&mut cursor) {
        let pair = [event.first, event.second];
        let slots = pair.map(|object| world.objects.slot(object).expect("it is there"));
        found.insert(slots.map(|slot| world.objects.sequence(slot).expect("it is there")), pair);
    }
    found
}

#[test]
fn events_are_the_differences_of_tests() {
    let mut random = Random::new(4);
    let mut world = World::<u8>::default();
    world.responses.set_default(Some((0, ContactQuery::Contacts)));
    let ball = world.shapes.insert(Shape::Primitive(Primitive::sphere(0.3)));
    let mut before = BTreeMap::new();
    let mut counts = [0; 3];
    assert_eq!(world.events(), []);
    for round in 0..300 {
        for _ in 0..6 {
            let object = random.below(25);
            match random.below(8) {
                0 => assert!(world.create_object(object, ball)),
                1 => {
                    world.delete_object(object);
                }
                2 => world
                    .responses
                    .set_filter(object, Filter { mask: random.below(2) as u32, ..Filter::ALL }),
                _ => {
                    if !world.select_object(object) {
                        world.create_object(object, ball);
                    }
                    let to = random.vector();
                    world.transform(|placement| placement.origin = to);
                }
            }
        }
        let now = colliding(&mut world);
        let mut wanted = BTreeMap::new();
        wanted.extend(before.iter().map(|(key, pair)| (*key, (*pair, PairChange::Ended))));
        for (key, pair) in &now {
            let stays = before.contains_key(key);
            wanted.insert(*key, (*pair, if stays { PairChange::Stays } else { PairChange::Began }));
        }
        let wanted = Vec::from_iter(wanted.into_values());
        // A question: it may be asked again.
        assert_eq!(world.events(), wanted, "round {round}");
        assert_eq!(world.events(), wanted, "round {round}");
        wanted.iter().for_each(|(_, change)| counts[*change as usize] += 1);
        if random.once_in(3) {
            world.proceed();
            before = now;
        }
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn what_is_attached_goes_with_the_object() {
    let mut world = World::<u8>::default();
    let ball = world.shapes.insert(Shape::Primitive(Primitive::Box(Vec3::repeat(1.0))));
    assert!(!world.set_object_data(7, (1, 2)));
    assert_eq!(world.object_data(7), None);
    world.create_object(7, ball);
    assert_eq!(world.object_data(7), Some((0, 0)));
    assert!(world.set_object_data(7, (1, 2)));
    assert_eq!(world.object_data(7), Some((1, 2)));
    // Another object of the same name.
    world.create_object(7, ball);
    assert_eq!(world.object_data(7), Some((0, 0)));
}
