//! Frames: the previous placements, which smart response and motion refer to (thesis 6.3.3).

use super::shapes::Shape;
use super::world::World;
use solid_geometry::math::Placement;
use solid_geometry::memory;

/// Where objects were in the previous frame, by slot: as the last proceed stored it, else the identity. Takes memory
/// only in worlds that proceed.
#[derive(Default)]
pub struct PreviousPlacements {
    placements: Vec<Option<Placement>>,
}

impl PreviousPlacements {
    /// Where the object in a slot was.
    #[inline]
    pub fn placement(&self, slot: u32) -> &Placement {
        self.known(slot).unwrap_or(&Placement::IDENTITY)
    }

    /// Where the object in a slot was, if that has been stored.
    #[inline]
    pub fn known(&self, slot: u32) -> Option<&Placement> {
        self.placements.get(slot as usize)?.as_ref()
    }

    /// Where the object in a slot was, if that has been stored and is finite.
    pub fn finite(&self, slot: u32) -> Option<&Placement> {
        self.known(slot).filter(|before| before.is_finite())
    }

    /// The slot has another object, or none: forgets the previous placement.
    pub fn forget(&mut self, slot: u32) {
        if let Some(placement) = self.placements.get_mut(slot as usize) {
            *placement = None;
        }
    }

    /// Stores where the object in a slot was.
    pub(super) fn store(&mut self, slot: u32, placement: Placement) {
        self.make_room(slot);
        self.placements[slot as usize] = Some(placement);
    }

    /// Reserves memory for slots up to the last that will be stored.
    fn make_room(&mut self, last: u32) {
        let end = last as usize + 1;
        if end > self.placements.len() {
            let more = end + end / 16 - self.placements.len();
            memory::reserve_exact(&mut self.placements, more);
            self.placements.resize(end, None);
        }
    }
}

impl<C: Copy + Send + Sync> World<C> {
    /// Stores the present placements and vertices as those of the previous frame. The cost depends on what has changed.
    pub fn proceed(&mut self) {
        self.keep_colliding();
        self.pairs.forget_data();
        self.moved.as_slice().iter().for_each(|slot| self.advanced.add(*slot));
        self.motion.mark_changed(self.advanced.as_slice());
        if let Some(last) = self.advanced.as_slice().iter().max() {
            self.past.make_room(*last);
        }
        for slot in self.advanced.drain() {
            if let Some(object) = self.objects.get(slot) {
                self.past.placements[slot as usize] = Some(object.placement);
            }
        }
        for slot in self.deformed.drain() {
            self.motion.mark_changed(self.shapes.instances(slot));
            self.shapes.change(slot, Shape::soup_mut, |soup| soup.proceed());
        }
    }
}
