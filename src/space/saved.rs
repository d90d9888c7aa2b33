//! Spaces as bytes.

use super::Selector;
use super::world::{Object, ShapeId, Space};
use crate::scene::object::ObjectRef;
use crate::scene::saved::{RestoreError, SavedWorld};
pub use solid_geometry::query::LoadError;

/// The largest name that a loaded object keeps: as many can follow.
const MOST: ObjectRef = ObjectRef::MAX >> 2;

impl Space {
    /// The space as bytes, the same on every machine, from which [`Space::from_bytes`] makes it again: objects with their user data,
    /// placements, motion and filters; their shapes, each once; which collisions are asked for; and the settings, but for the number of
    /// threads. `None` where [`Shape::to_bytes`](super::Shape::to_bytes) has none of a shape. Shapes without objects are left out, and
    /// so are closures.
    ///
    /// ```
    /// use solid::space::{ContactQuery, ObjectBuilder, Selector, Shape, Space};
    ///
    /// let mut space = Space::new();
    /// let ball = space.define(Shape::sphere(1.0)?);
    /// for number in [7, 8] {
    ///     space.create_object(ObjectBuilder::new(ball).user_data(number))?;
    /// }
    /// space.watch(Selector::All, ContactQuery::CommonPoint);
    /// let bytes = space.to_bytes().expect("all can be saved"); // for a file
    ///
    /// let mut again = Space::from_bytes(&bytes).expect("whole");
    /// let found = again.collisions().next().expect("they are in one place");
    /// assert_eq!(again.user_data(found.second), Some(8));
    /// # Ok::<(), solid::space::Error>(())
    /// ```
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let data = |object| self.user_data(Object(object)).unwrap_or(0);
        let vertices = |shape| self.vertices.lock().get(&ShapeId(shape)).copied().unwrap_or(0);
        self.world.save(data, vertices).ok()
    }

    /// The space that [`Space::to_bytes`] has saved, or a C program by dtSaveWorld. All answers are those of the saved one, to the last
    /// bit and in the same order, also after the same calls from then on.
    ///
    /// Objects have the names that they had; [`Space::user_data`] tells which is which. (Those of a C program whose names are too
    /// large for this machine are numbered from 1, in the order of their creation.) Collisions are asked for as they were, as by
    /// [`Space::watch`]: closures are to be set again. [`Space::copy_shape`] has the shapes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Space, LoadError> {
        let saved = SavedWorld::read(bytes)?;
        let numbered: Vec<ObjectRef> = (1..=saved.objects().len()).collect();
        let fits = |name: u64| ObjectRef::try_from(name).is_ok_and(|name| name <= MOST);
        let all_fit = saved.objects().iter().all(|object| fits(object.name));
        let names = (!all_fit).then_some(&numbered[..]);
        let mut space = Space::new();
        // An empty space takes whatever has been read, but for names that are given twice.
        let shapes = space.world.restore(&saved, names, Selector::from);
        let shapes = shapes.map_err(|_: RestoreError| LoadError::Damaged)?;
        let counts = shapes.into_iter().filter(|(_, count)| *count > 0);
        space.vertices.lock().extend(counts.map(|(shape, count)| (ShapeId(shape), count)));
        for (i, object) in saved.objects().iter().enumerate() {
            let name = Object(names.map_or(object.name as ObjectRef, |names| names[i]));
            space.last = space.last.max(name.0);
            if object.data != 0 {
                space.user_data.insert(name, object.data);
            }
        }
        // No name is used again, also not where this space is saved and loaded once more.
        let created = ObjectRef::try_from(saved.created()).unwrap_or(0);
        if all_fit && fits(saved.created()) {
            space.last = space.last.max(created);
        }
        space.world.come_later_than(space.last as u64);
        Ok(space)
    }
}
