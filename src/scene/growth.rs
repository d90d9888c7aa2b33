//! Lists that hold memory for a sixteenth more than they need, not for twice as much; and a list of slots, each once.

pub(crate) use crate::scene::room::push;
use crate::scene::room::reserve_total;

/// Makes room for `total` entries: all that are asked for at once, and a sixteenth more than there was at least.
pub fn reserve<T>(list: &mut Vec<T>, total: usize) {
    let was = list.capacity();
    if total > was {
        reserve_total(list, total.max(was + was / 16));
    }
}

/// Of fewer slots each is looked at alone: to begin on several at a time costs more, and so does a look at all where there are
/// many times as many.
const MANY: usize = 32;

/// Slots that wait for something, each listed once however often it is added, so that the list cannot outgrow the
/// slots, though what is in them come and go.
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
        if self.listed.get(slot as usize) != Some(&true) {
            self.list(slot);
        }
    }

    // Apart, since most slots that are added are listed already.
    #[inline(never)]
    fn list(&mut self, slot: u32) {
        match self.listed.get_mut(slot as usize) {
            Some(listed) if self.slots.len() < self.slots.capacity() => {
                *listed = true;
                self.slots.push(slot);
            }
            _ => self.list_where_there_is_no_room(slot),
        }
    }

    #[cold]
    #[inline(never)]
    fn list_where_there_is_no_room(&mut self, slot: u32) {
        while self.listed.len() <= slot as usize {
            push(&mut self.listed, false);
        }
        self.listed[slot as usize] = true;
        push(&mut self.slots, slot);
    }

    /// By slot, up to the last that was ever listed: whether it is.
    pub fn by_slot(&self) -> &[bool] {
        &self.listed
    }

    /// The slots, in the order they were added.
    pub fn as_slice(&self) -> &[u32] {
        &self.slots
    }

    /// Whether none waits.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Takes all slots off the list, and notes a number with each; by slot there are at least as many numbers as slots.
    #[inline]
    pub fn clear(&mut self, number: u32, numbers: &mut [u32]) {
        let SlotList { slots, listed } = self;
        if slots.len() > MANY.max(listed.len() / 8) {
            for (noted, listed) in numbers.iter_mut().zip(&*listed) {
                // No branch: several at a time.
                *noted = if *listed { number } else { *noted };
            }
            listed.fill(false);
        } else {
            for slot in &*slots {
                listed[*slot as usize] = false;
                numbers[*slot as usize] = number;
            }
        }
        slots.clear();
    }

    /// Takes all slots off the list, in the order they were added.
    pub fn drain(&mut self) -> impl Iterator<Item = u32> {
        let SlotList { slots, listed } = self;
        slots.drain(..).inspect(|slot| listed[*slot as usize] = false)
    }
}

#[cfg(test)]
mod tests {
    use super::SlotList;

    #[test]
    fn a_list_that_was_cleared_takes_each_slot_once_again() {
        // Of a hundred slots a few, and nearly all.
        for step in [50, 11, 2, 1] {
            let mut list = SlotList::default();
            (0..100).for_each(|slot| list.add(slot));
            let mut numbers = [1; 101];
            list.clear(7, &mut numbers);
            assert!(list.is_empty() && list.by_slot() == [false; 100]);
            assert!(numbers[..100] == [7; 100] && numbers[100] == 1);
            (0..100).step_by(step).chain([0, 0]).for_each(|slot| list.add(slot));
            assert_eq!(list.as_slice(), (0..100).step_by(step).collect::<Vec<_>>());
            list.clear(8, &mut numbers);
            assert!(list.is_empty() && list.by_slot() == [false; 100]);
            assert!((0..100).all(|slot| numbers[slot] == if slot % step == 0 { 8 } else { 7 }));
        }
    }
}
