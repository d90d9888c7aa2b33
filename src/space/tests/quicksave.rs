use crate::scene::saved::SavedWorld;
use crate::space::{ContactQuery, Selector, Shape, Space};

/// A quicksave and a quickload in one world, time and again.
#[test]
fn a_world_is_saved_and_loaded_without_end() {
    let mut space = Space::new();
    let ball = space.define(Shape::sphere(1.0).expect("finite"));
    for _ in 0..2 {
        space.create_object(ball).expect("known");
    }
    space.watch(Selector::All, ContactQuery::Hit);
    let bytes = space.to_bytes().expect("all can be saved");
    for _ in 0..100 {
        for object in Vec::from_iter(space.objects()) {
            space.delete_object(object).expect("it exists");
        }
        let saved = SavedWorld::read(&bytes).expect("whole");
        space.world.restore(&saved, None, Selector::from).expect("there are no objects");
        assert_eq!(space.test(), 1);
        assert!(space.to_bytes().as_ref() == Some(&bytes));
    }
}
