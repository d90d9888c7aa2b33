//! Several users of one world: each has a current object and responses of its own. One at a time is active.

use super::object::ObjectRef;
use super::response::ResponseTable;
use super::world::World;

/// What a user of a world has for itself, while another user is active.
pub struct User<C> {
    responses: ResponseTable<C>,
    current: Option<ObjectRef>,
}

impl<C> Default for User<C> {
    fn default() -> User<C> {
        User { responses: ResponseTable::default(), current: None }
    }
}

impl<C: Copy> User<C> {
    /// Forgets the responses of an object, which has been deleted.
    pub fn forget(&mut self, object: ObjectRef) {
        self.responses.forget(object);
    }
}

impl<C: Copy> World<C> {
    /// Makes a user active; what belonged to the one before is in `user` then. An object that was current and has been
    /// deleted meanwhile is not any more.
    pub fn swap_user(&mut self, user: &mut User<C>) {
        let current = self.objects.current().map(|slot| self.objects.reference(slot));
        let slot = user.current.and_then(|reference| self.objects.slot(reference));
        self.objects.set_current(slot);
        user.current = current;
        std::mem::swap(&mut self.responses, &mut user.responses);
        self.responses.follow(&user.responses);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::response::ResponseKind;
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
        world.responses.set_default(Some((10, ResponseKind::Simple)));
        world.swap_user(&mut other);
        assert_eq!((test(&mut world), world.load_identity()), (vec![], false));
        world.responses.set_pair(1, 2, Some((20, ResponseKind::Simple)));
        assert_eq!(test(&mut world), [20]);
        world.select_object(1);
        world.swap_user(&mut other);
        assert_eq!(test(&mut world), [10]);
        // The second object is current, and moves away.
        world.translate(&[5.0, 0.0, 0.0].into());
        assert_eq!(test(&mut world), []);
        world.delete_object(1);
        other.forget(1);
        world.swap_user(&mut other);
        world.responses.for_each_callback(|_| panic!("the response is left"));
        assert!(!world.load_identity(), "what was current has been deleted");
    }
}
