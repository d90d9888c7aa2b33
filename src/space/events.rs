//! What has changed of the pairs that collide.

use super::world::{Object, Space};
pub use crate::scene::events::PairChange;

impl Space {
    /// The pairs that have begun to collide since [`Space::proceed`] was called last, still do, or have ceased to, in the order of tests:
    /// those that a test finds, now and then. Until the first call nothing has collided; a pair of an object that was deleted has ended.
    pub fn events(&mut self) -> impl ExactSizeIterator<Item = ([Object; 2], PairChange)> {
        self.world.events().iter().map(|(objects, change)| (objects.map(Object), *change))
    }
}
