//! Objects: instances of shapes, found by the client's references.

use super::growth::push;
use solid_geometry::math::Placement;
use solid_geometry::math::index::Index;
use solid_geometry::shape::ball::PackedBalls;

/// The client's name of an object: any number, zero included.
pub type ObjectRef = usize;

/// An instance of a shape.
#[derive(Clone)]
pub struct Object {
    /// The slot of its shape.
    pub shape: u32,
    /// Its place among the shape's instances.
    pub instance: u32,
    /// Its number in the order of creation.
    pub sequence: Sequence,
    /// What is known of its placement.
    pub known: Known,
    /// Where it is.
    pub placement: Placement,
    /// The balls of its shape as placed at the last commit.
    pub balls: PackedBalls,
}

/// What is known of an object's placement. To look at it would be to wait for what has just been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing.
    Nothing,
    /// Its linear part is a rotation, to a few roundings.
    IsRigid,
    /// Its linear part is the identity.
    IsUnturned,
    /// It is the identity.
    IsIdentity,
}

/// A number in the order of creation, from 1, in six bytes: there are many objects. No program lives to see the end of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sequence([u16; 3]);

impl Sequence {
    /// That of an object before which so many have been created.
    pub fn after(created: u64) -> Sequence {
        let number = created + 1;
        Sequence([32, 16, 0].map(|shift| (number >> shift) as u16))
    }

    /// The number.
    #[inline]
    pub fn get(self) -> u64 {
        self.0.iter().fold(0, |number, part| number << 16 | u64::from(*part))
    }
}

/// All objects by slot and by reference, and which one is current.
#[derive(Default)]
pub struct ObjectTable {
    slots: Vec<Option<Object>>,
    /// By slot: the client's name. Apart, since most callbacks need nothing else of their objects.
    references: Vec<ObjectRef>,
    free: Vec<u32>,
    /// By reference.
    index: Index,
    /// The slot behind that of the object that transforms apply to; 0 if there is none, and none is before the first slot.
    behind_current: u32,
}

impl ObjectTable {
    /// The slot of an object.
    #[inline(never)]
    pub fn slot(&self, reference: ObjectRef) -> Option<u32> {
        self.index.find(reference, |slot| self.references[slot as usize])
    }

    /// The same of an object that is to be selected. Programs go through their objects in some order, mostly in that in which
    /// they made them: it is looked for behind the current one first.
    #[inline(always)]
    pub fn slot_to_select(&self, reference: ObjectRef) -> Option<u32> {
        let next = self.behind_current as usize;
        let next = if next < self.references.len() { next } else { 0 };
        let is_next =
            self.references.get(next) == Some(&reference) && self.get(next as u32).is_some();
        if is_next { Some(next as u32) } else { self.slot(reference) }
    }

    /// The object that transforms apply to, and its slot.
    #[inline(always)]
    pub fn current_mut(&mut self) -> Option<(u32, &mut Object)> {
        let slot = self.behind_current.wrapping_sub(1);
        Some((slot, self.get_mut(slot)?))
    }

    /// Makes the object in a slot the one that transforms apply to.
    #[inline]
    pub fn select(&mut self, slot: u32) {
        self.behind_current = slot + 1;
    }

    /// The client's name of the object in a slot that is in use.
    #[inline]
    pub fn reference(&self, slot: u32) -> ObjectRef {
        self.references[slot as usize]
    }

    /// The clients' names by slot.
    #[inline]
    pub fn references(&self) -> &[ObjectRef] {
        &self.references
    }

    /// The slot that the next object will have.
    pub fn next_slot(&self) -> u32 {
        self.free.last().copied().unwrap_or(self.slots.len() as u32)
    }

    /// Adds an object at [`ObjectTable::next_slot`]; its reference is not in use.
    pub fn insert(&mut self, reference: ObjectRef, object: Object) -> u32 {
        let slot = self.next_slot();
        if self.free.pop().is_some() {
            self.slots[slot as usize] = Some(object);
            self.references[slot as usize] = reference;
        } else {
            push(&mut self.slots, Some(object));
            push(&mut self.references, reference);
        }
        self.index.insert(reference, slot, |slot| self.references[slot as usize]);
        slot
    }

    /// Takes an object out.
    pub fn remove(&mut self, reference: ObjectRef) -> Option<(u32, Object)> {
        let slot = self.index.remove(reference, |slot| self.references[slot as usize])?;
        let object = self.slots[slot as usize].take()?;
        push(&mut self.free, slot);
        if self.behind_current == slot + 1 {
            self.behind_current = 0;
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

    /// All slots are below this.
    pub fn slots_end(&self) -> usize {
        self.slots.len()
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
        self.slots
            .iter()
            .enumerate()
            .filter_map(|(slot, object)| Some((slot as u32, object.as_ref()?)))
    }

    /// Those of some slots in a row each, for several threads to work on.
    pub fn parts_mut(
        &mut self,
        size: usize,
    ) -> impl DoubleEndedIterator<Item = &mut [Option<Object>]> + ExactSizeIterator + Send {
        self.slots.chunks_mut(size)
    }

    /// The same, to be changed.
    #[inline]
    pub fn get_mut(&mut self, slot: u32) -> Option<&mut Object> {
        self.slots.get_mut(slot as usize)?.as_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solid_geometry::shape::Balls;

    fn object() -> Object {
        Object {
            shape: 0,
            instance: 0,
            sequence: Sequence::after(0),
            known: Known::Nothing,
            placement: Placement::IDENTITY,
            balls: Balls::UNKNOWN.packed(),
        }
    }

    /// Whichever is current, and whether any is: those that were taken out are not found, nor their slots by their old names.
    #[test]
    fn what_is_selected_is_found_from_everywhere() {
        let mut table = ObjectTable::default();
        assert_eq!(table.slot_to_select(0), None);
        for name in 0..6 {
            table.insert(10 * name, object());
        }
        for name in [0, 30, 50] {
            table.remove(name);
        }
        table.insert(7, object());
        let currents: Vec<u32> = table.slots_in_use().collect();
        for name in [0, 7, 10, 20, 30, 40, 50, 60] {
            assert_eq!(table.slot_to_select(name), table.slot(name));
            for current in &currents {
                table.select(*current);
                assert_eq!(table.slot_to_select(name), table.slot(name), "{name} from {current}");
                assert_eq!(table.slot(name).is_some(), [7, 10, 20, 40].contains(&name));
            }
        }
    }
}
