//! The shapes that objects are instances of, by handle.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use rustc_hash::FxHashMap;
use slab::Slab;
use solid_geometry::memory;
use solid_geometry::mesh::PolytopeSoup;
use solid_geometry::query::{BodyShape, HeightField, LocalBounds, Parts, ShapeKind};
use solid_geometry::shape::{CompositionError, Primitive};

#[cfg(test)]
mod tests;

/// A shape's name: never zero, never used twice.
pub type ShapeHandle = usize;

/// Handles are this far apart, so that they look like what C expects of a pointer.
const HANDLE_STEP: usize = 16;

/// A shape.
pub enum Shape {
    /// A solid given by its dimensions.
    Primitive(Primitive),
    /// A solid whose dimensions are no numbers: it hits nothing.
    Void,
    /// A soup of polytopes, from when it is opened; it hits nothing until it is finished.
    Complex(Option<Arc<PolytopeSoup>>),
    /// A body that consists of others, once it is finished: compounds do not change.
    Parts(Option<Arc<dyn Parts>>),
}

impl From<solid_geometry::Shape> for Shape {
    fn from(shape: solid_geometry::Shape) -> Shape {
        match shape.into_kind() {
            ShapeKind::Convex(primitive) => Shape::Primitive(primitive),
            ShapeKind::Mesh(mesh) => Shape::Complex(Some(mesh)),
            ShapeKind::Parts(parts) => Shape::Parts(Some(parts)),
        }
    }
}

impl Shape {
    /// Whether its objects come first in a callback's arguments.
    pub fn is_complex(&self) -> bool {
        matches!(self, Shape::Complex(_) | Shape::Parts(_))
    }

    /// The shape as `solid_geometry` has it; `None` if there is nothing to hit.
    pub fn to_geometry(&self) -> Option<solid_geometry::Shape> {
        let shape = match self {
            Shape::Primitive(primitive) => primitive.clone().try_into(),
            Shape::Complex(Some(soup)) => Arc::clone(soup).try_into(),
            Shape::Parts(Some(parts)) => Ok(solid_geometry::Shape::of_parts(Arc::clone(parts))),
            Shape::Complex(None) | Shape::Parts(None) | Shape::Void => return None,
        };
        shape.ok()
    }

    /// The shape for queries; `None` if there is nothing to hit.
    pub(super) fn view(&self) -> Option<BodyShape<'_>> {
        match self {
            Shape::Primitive(primitive) => Some(BodyShape::Convex(primitive)),
            Shape::Complex(Some(soup)) => Some(BodyShape::Soup(soup)),
            Shape::Parts(Some(parts)) => Some(BodyShape::Parts(parts)),
            Shape::Complex(None) | Shape::Parts(None) | Shape::Void => None,
        }
    }

    /// Its soup, to be changed: a copy of its own where others use it. `None` if it is another shape, or not finished.
    pub fn soup_mut(&mut self) -> Option<&mut PolytopeSoup> {
        if let Shape::Complex(Some(soup)) = self { Some(Arc::make_mut(soup)) } else { None }
    }

    /// Its heights, likewise.
    pub fn height_field_mut(&mut self) -> Option<&mut HeightField> {
        if let Shape::Parts(Some(parts)) = self { HeightField::of_parts(parts) } else { None }
    }

    /// Its size in local coordinates; `None` if there is nothing to hit.
    pub(super) fn local_bounds(&self) -> Option<LocalBounds> {
        self.view().map(LocalBounds::of).filter(|local| !local.bounds.is_empty())
    }
}

/// Why a shape cannot be composed with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandError {
    /// There is no such shape.
    Unknown,
    /// It is a complex shape that is still open.
    Unfinished,
    /// It hits nothing: it has dimensions that are no numbers, or no vertices.
    Void,
    /// It is a body of parts: a compound, points or a height field.
    Compound,
    /// Its vertices are beyond the numbers' range.
    Refused(CompositionError),
}

/// A shape and who uses it.
pub struct Entry {
    /// The shape itself.
    pub shape: Shape,
    handle: ShapeHandle,
    /// Whether it was made in this world, whose deformations other worlds see.
    own: bool,
    /// Slots of the objects that are instances of it.
    pub instances: Vec<u32>,
    /// How far it extends; `None` if there is nothing to hit.
    pub bounds: Option<LocalBounds>,
}

/// The shapes that worlds share: the handles in use, and the shape of each.
///
/// A world looks up unknown handles here. It shares the shape that it finds until one of the two worlds deforms it. A soup is
/// freed with the last world that uses it.
#[derive(Default)]
struct SharedShapes {
    last_handle: ShapeHandle,
    shapes: FxHashMap<ShapeHandle, Listing>,
}

struct Listing {
    shape: Listed,
    /// How many worlds know the handle; with the last of them it goes.
    worlds: usize,
}

enum Listed {
    Primitive(Primitive),
    Void,
    Soup(Weak<PolytopeSoup>),
    Parts(Weak<dyn Parts>),
}

impl SharedShapes {
    /// A new handle for a shape.
    fn insert(&mut self, shape: &Shape) -> ShapeHandle {
        self.last_handle += HANDLE_STEP;
        self.list(self.last_handle, shape);
        self.last_handle
    }

    fn list(&mut self, handle: ShapeHandle, shape: &Shape) {
        let listed = match shape {
            Shape::Primitive(primitive) => Listed::Primitive(primitive.clone()),
            Shape::Void => Listed::Void,
            Shape::Complex(Some(soup)) => Listed::Soup(Arc::downgrade(soup)),
            Shape::Parts(Some(parts)) => Listed::Parts(Arc::downgrade(parts)),
            Shape::Complex(None) | Shape::Parts(None) => return,
        };
        // What is listed is known to the world that lists it.
        let listing =
            self.shapes.entry(handle).or_insert_with(|| Listing { shape: Listed::Void, worlds: 1 });
        listing.shape = listed;
    }

    /// A shape for one more world.
    fn find(&mut self, handle: ShapeHandle) -> Option<Shape> {
        let listing = self.shapes.get_mut(&handle)?;
        let shape = match &listing.shape {
            Listed::Primitive(primitive) => Shape::Primitive(primitive.clone()),
            Listed::Void => Shape::Void,
            Listed::Soup(soup) => Shape::Complex(Some(soup.upgrade()?)),
            Listed::Parts(parts) => Shape::Parts(Some(parts.upgrade()?)),
        };
        listing.worlds += 1;
        Some(shape)
    }

    /// A world that used these handles has been dropped.
    fn leave(&mut self, handles: impl Iterator<Item = ShapeHandle>) {
        for handle in handles {
            if let Some(listing) = self.shapes.get_mut(&handle) {
                listing.worlds -= 1;
                if listing.worlds == 0 {
                    self.shapes.remove(&handle);
                }
            }
        }
    }
}

/// All shapes. A deleted one is kept, without a handle, until its last object is deleted.
#[derive(Default)]
pub struct ShapeStore {
    shared: Arc<Mutex<SharedShapes>>,
    entries: Slab<Entry>,
    by_handle: FxHashMap<ShapeHandle, u32>,
}

impl ShapeStore {
    /// A store that shares its shapes with another.
    pub fn sharing(other: &ShapeStore) -> ShapeStore {
        let mut store = ShapeStore::default();
        store.shared = Arc::clone(&other.shared);
        store
    }

    /// Ends the work, with nothing changed, if there is no memory for another shape.
    fn ensure_room(&mut self) {
        let count = self.entries.len();
        if count == self.entries.capacity() {
            // The capacity doubles.
            memory::ensure(2 * count * size_of::<Entry>());
        }
        let listed = self.shared.lock().shapes.try_reserve(1);
        if listed.and_then(|()| self.by_handle.try_reserve(1)).is_err() {
            memory::run_out();
        }
    }

    /// Adds a shape.
    pub fn insert(&mut self, shape: Shape) -> ShapeHandle {
        self.ensure_room();
        let handle = self.shared.lock().insert(&shape);
        self.insert_as(handle, shape, true);
        handle
    }

    fn insert_as(&mut self, handle: ShapeHandle, shape: Shape, own: bool) -> u32 {
        let bounds = shape.local_bounds();
        let entry = Entry { shape, handle, own, instances: Vec::new(), bounds };
        let slot = self.entries.insert(entry) as u32;
        self.by_handle.insert(handle, slot);
        slot
    }

    /// The slot of a shape that has not been deleted, if this world has used it.
    pub fn slot(&self, handle: ShapeHandle) -> Option<u32> {
        self.by_handle.get(&handle).copied()
    }

    /// The slot of a shape that has not been deleted, which may come from another world.
    pub fn slot_or_shared(&mut self, handle: ShapeHandle) -> Option<u32> {
        self.slot(handle).or_else(|| {
            self.ensure_room();
            let shape = self.shared.lock().find(handle)?;
            Some(self.insert_as(handle, shape, false))
        })
    }

    /// Finishes an open shape.
    pub fn finish(&mut self, slot: u32, shape: Shape) {
        let entry = self.entry_mut(slot);
        entry.shape = shape;
        entry.bounds = entry.shape.local_bounds();
        let entry = self.entry(slot);
        if self.by_handle.contains_key(&entry.handle) {
            self.shared.lock().list(entry.handle, &entry.shape);
        }
    }

    /// Changes what a shape consists of, as [`Shape::soup_mut`] has it; `None` if the slot has none. Other worlds that use it keep it
    /// as it was.
    pub fn change<T, R>(
        &mut self,
        slot: u32,
        of: impl FnOnce(&mut Shape) -> Option<&mut T>,
        change: impl FnOnce(&mut T) -> R,
    ) -> Option<R> {
        let Entry { handle, own, .. } = *self.entries.get(slot as usize)?;
        let store = Arc::clone(&self.shared);
        // Not listed while it changes: to be listed counts as a use, for which it would be copied. The lock
        // keeps other worlds from looking for it meanwhile.
        let mut locked = own.then(|| store.lock());
        let listed = locked.as_mut().and_then(|shared| shared.shapes.remove(&handle));
        memory::restoring(
            self.entry_mut(slot),
            |entry| of(&mut entry.shape).map(change),
            |entry| {
                entry.bounds = entry.shape.local_bounds();
                if let Some(shared) = &mut locked
                    && let Some(listing) = listed
                {
                    shared.shapes.insert(handle, Listing { shape: Listed::Void, ..listing });
                    shared.list(handle, &entry.shape);
                }
            },
        )
    }

    /// The objects that are instances of the shape in a slot; none if it is not in use.
    pub fn instances(&self, slot: u32) -> &[u32] {
        self.entries.get(slot as usize).map_or(&[], |entry| &entry.instances)
    }

    /// The entry in a slot, which is in use while somebody names it.
    #[inline]
    pub fn entry(&self, slot: u32) -> &Entry {
        &self.entries[slot as usize]
    }

    /// The same, to be changed.
    #[inline]
    fn entry_mut(&mut self, slot: u32) -> &mut Entry {
        &mut self.entries[slot as usize]
    }

    /// A shape as a part of a sum or a hull: a complex one is the convex hull of its polytopes as they are now.
    pub fn operand(&mut self, handle: ShapeHandle) -> Result<Primitive, OperandError> {
        let slot = self.slot_or_shared(handle).ok_or(OperandError::Unknown)?;
        match &self.entry(slot).shape {
            Shape::Primitive(primitive) => Ok(primitive.clone()),
            Shape::Void => Err(OperandError::Void),
            Shape::Complex(None) | Shape::Parts(None) => Err(OperandError::Unfinished),
            Shape::Parts(Some(_)) => Err(OperandError::Compound),
            Shape::Complex(Some(soup)) => {
                let points = soup.finite_points();
                if points.is_empty() {
                    return Err(OperandError::Void);
                }
                Primitive::polytope(&points).map_err(OperandError::Refused)
            }
        }
    }

    /// The handle of the shape in a slot; `None` once it has been deleted.
    pub fn handle(&self, slot: u32) -> Option<ShapeHandle> {
        let handle = self.entry(slot).handle;
        self.by_handle.contains_key(&handle).then_some(handle)
    }

    /// Deletes the handle; the shape is freed with its last instance. Returns whether the handle was known.
    pub fn delete(&mut self, handle: ShapeHandle) -> bool {
        let listed = self.shared.lock().shapes.remove(&handle).is_some();
        match self.by_handle.remove(&handle) {
            Some(slot) => {
                self.release_if_unused(slot);
                true
            }
            None => listed,
        }
    }

    /// Notes a new instance and returns its place among the instances.
    pub fn add_instance(&mut self, slot: u32, object: u32) -> u32 {
        let instances = &mut self.entry_mut(slot).instances;
        instances.push(object);
        (instances.len() - 1) as u32
    }

    /// Forgets the instance at `place`; returns the object that has taken its place, if any.
    pub fn remove_instance(&mut self, slot: u32, place: u32) -> Option<u32> {
        let instances = &mut self.entry_mut(slot).instances;
        instances.swap_remove(place as usize);
        let moved = instances.get(place as usize).copied();
        self.release_if_unused(slot);
        moved
    }

    fn release_if_unused(&mut self, slot: u32) {
        let entry = self.entry(slot);
        if entry.instances.is_empty() && !self.by_handle.contains_key(&entry.handle) {
            self.entries.remove(slot as usize);
        }
    }
}

impl Drop for ShapeStore {
    fn drop(&mut self) {
        self.shared.lock().leave(self.by_handle.keys().copied());
    }
}
