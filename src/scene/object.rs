//! Objects: instances of shapes, found by the client's references.

use rustc_hash::FxHashMap;
use slab::Slab;

use solid_geometry::math::Placement;
use solid_geometry::memory;
use solid_geometry::shape::BoundingSpheres;

/// The client's name of an object: any number, zero included.
pub type ObjectRef = usize;

/// What is known of a placement from the calls that made it. dtLoadIdentity, dtTranslate and dtRotate in a row then load
/// nothing that was just stored with another width, which would be store-forwarding stalls, and the bounds of rigid placements
/// need no test for stretching: together 13 % of a dtTest of two spheres (W0, caching off).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    /// The identity.
    Identity,
    /// A translation.
    Translation,
    /// A translation after one rotation, whose matrix is within rounding of orthonormal.
    Rigid,
    /// Any affine map.
    Affine,
}

impl Category {
    /// Whether such a placement is known to keep lengths up to rounding.
    #[inline]
    pub fn is_rigid(self) -> bool {
        self != Category::Affine
    }
}

/// An instance of a shape.
pub struct Object {
    /// The slot of its shape.
    pub shape: u32,
    /// Its place among the shape's instances.
    pub instance: u32,
    /// Its number in the order of creation, from 1.
    pub sequence: u64,
    /// Where it is.
    pub placement: Placement,
    /// What is known of its placement.
    pub category: Category,
}

impl Object {
    /// Places the object anywhere.
    pub fn set_placement(&mut self, placement: &Placement) {
        self.placement = *placement;
        self.category = Category::Affine;
    }
}

/// By how many objects a full table grows. Objects are large: doubling would waste up to half of the memory of a world.
fn growth(count: usize) -> usize {
    count / 16 + 8
}

/// No less than an object takes in all tables, with what doubling some of them takes.
const BYTES_EACH: usize = 1024;

/// All objects by slot and by reference, and which one is current.
#[derive(Default)]
pub struct ObjectTable {
    objects: Slab<Object>,
    by_reference: FxHashMap<ObjectRef, u32>,
    /// By slot: the client's name of its object. Stored apart from the objects, as is what follows: a test reads these for each
    /// pair, and objects are too large to stay in the cache.
    references: Vec<ObjectRef>,
    /// By slot: the world's time at the last update before which its object had moved.
    moved_at: Vec<u64>,
    /// By slot: the bounding spheres of its object's shape as placed at the last update. They decide most pairs.
    spheres: Vec<BoundingSpheres>,
    /// The slot of the object that transforms apply to.
    current: Option<u32>,
}

impl ObjectTable {
    /// The slot of an object.
    #[inline]
    pub fn slot(&self, reference: ObjectRef) -> Option<u32> {
        self.by_reference.get(&reference).copied()
    }

    /// As [`ObjectTable::slot`], fast for the object after the current one: most programs place objects in the order of creation.
    #[inline]
    pub fn slot_to_select(&self, reference: ObjectRef) -> Option<u32> {
        let next = self.current.map_or(0, |slot| slot + 1);
        let is_next = self.get(next).is_some() && self.reference(next) == reference;
        if is_next { Some(next) } else { self.slot(reference) }
    }

    /// The slot of the object that transforms apply to.
    pub fn current(&self) -> Option<u32> {
        self.current
    }

    /// The object that transforms apply to, and its slot.
    #[inline]
    pub fn current_mut(&mut self) -> Option<(u32, &mut Object)> {
        let slot = self.current?;
        Some((slot, self.get_mut(slot)?))
    }

    /// Makes the object in a slot the one that transforms apply to.
    #[inline]
    pub fn select(&mut self, slot: u32) {
        self.current = Some(slot);
    }

    /// Makes the object in a slot current, or none.
    pub fn set_current(&mut self, slot: Option<u32>) {
        self.current = slot;
    }

    /// The slot that the next object will have.
    pub fn next_slot(&self) -> u32 {
        self.objects.vacant_key() as u32
    }

    /// Ends the work, with nothing changed, if there is no memory for another object.
    pub fn ensure_room(&self) {
        let count = self.objects.len();
        if count == self.objects.capacity() {
            // The tables that double are a quarter of the bytes.
            memory::ensure((count / 4 + growth(count)) * BYTES_EACH);
        }
    }

    /// Adds an object at [`ObjectTable::next_slot`]; its reference is not in use.
    pub fn insert(&mut self, reference: ObjectRef, object: Object) -> u32 {
        let count = self.objects.len();
        if count == self.objects.capacity() {
            self.objects.reserve_exact(growth(count));
        }
        let slot = self.objects.insert(object) as u32;
        self.by_reference.insert(reference, slot);
        if slot as usize >= self.moved_at.len() {
            let room = self.objects.capacity() - self.moved_at.len();
            self.references.reserve_exact(room);
            self.moved_at.reserve_exact(room);
            self.spheres.reserve_exact(room);
            self.references.resize(slot as usize + 1, reference);
            self.moved_at.resize(slot as usize + 1, 0);
            self.spheres.resize(slot as usize + 1, BoundingSpheres::UNKNOWN);
        }
        self.references[slot as usize] = reference;
        self.moved_at[slot as usize] = 0;
        self.spheres[slot as usize] = BoundingSpheres::UNKNOWN;
        slot
    }

    /// Takes an object out.
    pub fn remove(&mut self, reference: ObjectRef) -> Option<(u32, Object)> {
        let slot = self.by_reference.remove(&reference)?;
        if self.current == Some(slot) {
            self.current = None;
        }
        Some((slot, self.objects.try_remove(slot as usize)?))
    }

    /// How many objects there are.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// The object in a slot, if it is in use.
    #[inline]
    pub fn get(&self, slot: u32) -> Option<&Object> {
        self.objects.get(slot as usize)
    }

    /// When the object in a slot was created: the number of objects until then, itself included.
    #[inline]
    pub fn sequence(&self, slot: u32) -> Option<u64> {
        Some(self.get(slot)?.sequence)
    }

    /// The same, to be changed.
    #[inline]
    pub fn get_mut(&mut self, slot: u32) -> Option<&mut Object> {
        self.objects.get_mut(slot as usize)
    }

    /// The world's time at the last update before which the object in a slot had moved.
    #[inline]
    pub fn moved_at(&self, slot: u32) -> u64 {
        self.moved_at[slot as usize]
    }

    /// The bounding spheres of the object in a slot as placed at the last update.
    #[inline]
    pub fn spheres(&self, slot: u32) -> &BoundingSpheres {
        &self.spheres[slot as usize]
    }

    /// The object in a slot, if it is in use, which an update finds to have moved, and its bounding spheres to be renewed.
    #[inline]
    pub fn update(&mut self, slot: u32, time: u64) -> Option<(&Object, &mut BoundingSpheres)> {
        let object = self.objects.get(slot as usize)?;
        self.moved_at[slot as usize] = time;
        Some((object, &mut self.spheres[slot as usize]))
    }

    /// The client's name of the object in a slot that is in use.
    #[inline]
    pub fn reference(&self, slot: u32) -> ObjectRef {
        self.references[slot as usize]
    }

    /// All objects and their slots, in the order of these.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Object)> {
        self.objects.iter().map(|(slot, object)| (slot as u32, object))
    }

    /// Panics unless each object is found by its reference.
    pub fn validate(&self) {
        assert_eq!(self.objects.len(), self.by_reference.len());
        for (slot, _) in self.iter() {
            assert_eq!(self.slot(self.reference(slot)), Some(slot));
        }
        assert!(self.current.is_none_or(|slot| self.get(slot).is_some()));
    }
}
