//! Several users of one world: each has a current object and responses of its own. One at a time is active.

use super::object::ObjectRef;
use super::response::ResponseTable;
use super::world::World;

#[cfg(test)]
mod tests;

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
