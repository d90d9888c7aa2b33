//! A list of slots, each once.

/// A list of slots without duplicates: a slot that is added again is listed once, so the list is never longer than the table
/// of slots.
#[derive(Default)]
pub struct SlotList {
    slots: Vec<u32>,
    /// By slot: whether it is listed.
    listed: Vec<bool>,
}

impl SlotList {
    /// Adds a slot.
    #[inline]
    pub fn add(&mut self, slot: u32) {
        let place = slot as usize;
        if place >= self.listed.len() {
            self.grow(place);
        }
        // Mostly it is listed already: a program places an object by several calls.
        if !self.listed[place] {
            self.listed[place] = true;
            self.slots.push(slot);
        }
    }

    #[cold]
    fn grow(&mut self, place: usize) {
        self.listed.resize(place + 1, false);
    }

    /// The slots, in the order they were added.
    pub fn as_slice(&self) -> &[u32] {
        &self.slots
    }

    /// Whether a slot is listed.
    pub fn contains(&self, slot: u32) -> bool {
        self.listed.get(slot as usize).is_some_and(|listed| *listed)
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Takes all slots off the list, in the order they were added.
    pub fn drain(&mut self) -> impl Iterator<Item = u32> {
        let SlotList { slots, listed } = self;
        slots.drain(..).inspect(|slot| listed[*slot as usize] = false)
    }
}
