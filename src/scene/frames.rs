//! Frames: what smart response remembers of the past (thesis 6.3.3).

use super::growth::reserve;
use super::world::{NOBODY, World};
use solid_geometry::math::Placement;

/// Where objects were in the previous frame, by slot: as the last proceed stored it, else the identity. Takes memory
/// only in worlds that proceed.
#[derive(Default)]
pub struct Past {
    placements: Vec<Placement>,
    /// Whether it was stored.
    known: Vec<bool>,
}

impl Past {
    /// Where the object in a slot was.
    #[inline]
    pub fn placement(&self, slot: u32) -> &Placement {
        self.placements.get(slot as usize).unwrap_or(&Placement::IDENTITY)
    }

    /// Where the object in a slot was, if that has been stored.
    pub fn known(&self, slot: u32) -> Option<&Placement> {
        let known = self.known.get(slot as usize).is_some_and(|known| *known);
        known.then(|| self.placement(slot))
    }

    /// The slot has another object, or none: what was there has no past.
    pub fn forget(&mut self, slot: u32) {
        if let Some(placement) = self.placements.get_mut(slot as usize) {
            *placement = Placement::IDENTITY;
            self.known[slot as usize] = false;
        }
    }

    /// Makes room for slots below an end.
    fn reserve(&mut self, slots_end: usize) {
        if slots_end > self.placements.len() {
            reserve(&mut self.placements, slots_end);
            reserve(&mut self.known, slots_end);
            self.placements.resize(slots_end, Placement::IDENTITY);
            self.known.resize(slots_end, false);
        }
    }

    fn store(&mut self, slot: u32, placement: Placement) {
        self.placements[slot as usize] = placement;
        self.known[slot as usize] = true;
    }
}

impl<C> World<C> {
    /// Stores the present placements and vertices as those of the previous frame. Costs as much as has changed.
    pub fn proceed(&mut self) {
        self.ahead.forget();
        self.motion.note(self.advanced.as_slice());
        if !self.advanced.is_empty() {
            self.past.reserve(self.objects.slots_end());
        }
        self.noted = NOBODY;
        for slot in self.advanced.drain() {
            if let Some(object) = self.objects.get(slot) {
                self.past.store(slot, object.placement);
            }
        }
        for slot in self.deformed.drain() {
            self.motion.note(self.shapes.instances(slot));
            self.shapes.change_soup(slot, |soup| soup.proceed());
        }
    }
}
