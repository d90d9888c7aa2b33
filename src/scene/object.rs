//! Objects: instances of shapes, found by the client's references.

use rustc_hash::FxHashMap;

use super::growth::push;
use crate::math::Placement;
use crate::shape::Balls;

/// The client's name of an object: any number, zero included.
pub type ObjectRef = usize;

/// An instance of a shape.
pub struct Object {
    /// The client's name.
    pub reference: ObjectRef,
    /// The slot of its shape.
    pub shape: u32,
    /// Its place among the shape's instances.
    pub instance: u32,
    /// How many objects were created before it.
    pub sequence: u64,
    /// Where it is.
    pub placement: Placement,
    /// The balls of its shape as placed at the last commit.
    pub balls: Balls,
}

/// All objects by slot and by reference, and which one is current.
#[derive(Default)]
pub struct ObjectTable {
    slots: Vec<Option<Object>>,
    free: Vec<u32>,
    by_reference: FxHashMap<ObjectRef, u32>,
    /// The slot of the object that transforms apply to.
    pub current: Option<u32>,
}

impl ObjectTable {
    /// The slot of an object.
    #[inline]
    pub fn slot(&self, reference: ObjectRef) -> Option<u32> {
        self.by_reference.get(&reference).copied()
    }

    /// The slot that the next object will have.
    pub fn next_slot(&self) -> u32 {
        self.free.last().copied().unwrap_or(self.slots.len() as u32)
    }

    /// Adds an object at [`ObjectTable::next_slot`]; its reference is not in use.
    pub fn insert(&mut self, object: Object) -> u32 {
        let slot = self.next_slot();
        self.by_reference.insert(object.reference, slot);
        if self.free.pop().is_some() {
            self.slots[slot as usize] = Some(object);
        } else {
            push(&mut self.slots, Some(object));
        }
        slot
    }

    /// Takes an object out.
    pub fn remove(&mut self, reference: ObjectRef) -> Option<(u32, Object)> {
        let slot = self.by_reference.remove(&reference)?;
        let object = self.slots[slot as usize].take()?;
        self.free.push(slot);
        if self.current == Some(slot) {
            self.current = None;
        }
        Some((slot, object))
    }

    /// How many objects there are.
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Whether there is no object.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The slots that are in use.
    pub fn slots_in_use(&self) -> impl Iterator<Item = u32> {
        (0..self.slots.len() as u32).filter(|slot| self.slots[*slot as usize].is_some())
    }

    /// The object in a slot, if it is in use.
    #[inline]
    pub fn get(&self, slot: u32) -> Option<&Object> {
        self.slots.get(slot as usize)?.as_ref()
    }

    /// All objects and their slots, in the order of these.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Object)> {
        self.slots.iter().enumerate().filter_map(|(slot, object)| Some((slot as u32, object.as_ref()?)))
    }

    /// The same, to be changed.
    #[inline]
    pub fn get_mut(&mut self, slot: u32) -> Option<&mut Object> {
        self.slots.get_mut(slot as usize)?.as_mut()
    }
}
