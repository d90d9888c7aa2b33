//! Finds slots by keys that lie in the slots themselves: a hash table of five bytes an entry.

use std::hash::{BuildHasher, BuildHasherDefault, Hash};

use super::hash::Mixer;

#[cfg(test)]
mod tests;

/// The tag of a free place; no other has its highest bit unset.
const FREE: u8 = 0;

/// Places of the smallest table; a power of two, as all are.
const LEAST: usize = 8;

/// Slots by their keys. `key_of` tells the key of a slot that is in the table. A slot is at the first place from its hash's
/// that was free, and no place between the two is free ("linear probing").
#[derive(Default)]
pub struct Index {
    /// Part of each slot's hash, so that keys are looked at only where they are likely the same.
    tags: Vec<u8>,
    slots: Vec<u32>,
    len: usize,
}

fn hash<K: Hash>(key: K) -> usize {
    BuildHasherDefault::<Mixer>::default().hash_one(key) as usize
}

fn tag(hash: usize) -> u8 {
    (hash >> (usize::BITS - 7)) as u8 | 0x80
}

impl Index {
    /// How many slots there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The slot of a key.
    #[inline]
    pub fn find<K: Hash + Eq>(&self, key: K, key_of: impl Fn(u32) -> K) -> Option<u32> {
        self.place(key, key_of).map(|place| self.slots[place])
    }

    /// Adds the slot of a key that has none.
    pub fn insert<K: Hash>(&mut self, key: K, slot: u32, key_of: impl Fn(u32) -> K) {
        // At most three of four places are taken.
        if 4 * (self.len + 1) > 3 * self.tags.len() {
            self.reserve(self.len + 1, &|slot| hash(key_of(slot)));
        }
        self.put(hash(key), slot);
        self.len += 1;
    }

    /// Makes room for so many slots of the keys that `key_of` tells.
    pub fn make_room<K: Hash>(&mut self, total: usize, key_of: impl Fn(u32) -> K) {
        self.reserve(total, &|slot| hash(key_of(slot)));
    }

    // Once for all keys: it is seldom done.
    #[inline(never)]
    fn reserve(&mut self, total: usize, hash_of: &dyn Fn(u32) -> usize) {
        let room = (4 * total).div_ceil(3).next_power_of_two().max(LEAST);
        if room > self.tags.len() {
            self.grow(room).into_iter().for_each(|slot| self.put(hash_of(slot), slot));
        }
    }

    /// Takes the slot of a key out and returns it.
    pub fn remove<K: Hash + Eq>(&mut self, key: K, key_of: impl Fn(u32) -> K) -> Option<u32> {
        let place = self.place(key, &key_of)?;
        Some(self.take_out(place, &|slot| hash(key_of(slot))))
    }

    /// The same, in less code where there are many kinds of keys, and more time.
    pub fn remove_slowly<K: Hash + Eq>(
        &mut self,
        key: K,
        key_of: impl Fn(u32) -> K,
    ) -> Option<u32> {
        let place = self.place(key, &key_of)?;
        Some(self.take_out_slowly(place, &|slot| hash(key_of(slot))))
    }

    #[inline(never)]
    fn take_out_slowly(&mut self, place: usize, hash_of: &dyn Fn(u32) -> usize) -> u32 {
        self.take_out(place, hash_of)
    }

    fn take_out<F: Fn(u32) -> usize + ?Sized>(&mut self, mut free: usize, hash_of: &F) -> u32 {
        let slot = self.slots[free];
        let mask = self.tags.len() - 1;
        // What follows moves up, but not before the place of its hash.
        let mut next = (free + 1) & mask;
        while self.tags[next] != FREE {
            let home = hash_of(self.slots[next]);
            if next.wrapping_sub(home) & mask >= next.wrapping_sub(free) & mask {
                (self.tags[free], self.slots[free]) = (self.tags[next], self.slots[next]);
                free = next;
            }
            next = (next + 1) & mask;
        }
        self.tags[free] = FREE;
        self.len -= 1;
        slot
    }

    /// Gives the slot of a key that is in the table another number.
    pub fn renumber<K: Hash + Eq>(&mut self, key: K, slot: u32, key_of: impl Fn(u32) -> K) {
        if let Some(place) = self.place(key, key_of) {
            self.slots[place] = slot;
        }
    }

    /// Takes all slots out.
    pub fn clear(&mut self) {
        self.tags.fill(FREE);
        self.len = 0;
    }

    #[inline]
    fn place<K: Hash + Eq>(&self, key: K, key_of: impl Fn(u32) -> K) -> Option<usize> {
        let mask = self.tags.len().checked_sub(1)?;
        let hash = hash(&key);
        let mut place = hash & mask;
        loop {
            match self.tags[place] {
                FREE => return None,
                found if found == tag(hash) && key_of(self.slots[place]) == key => {
                    return Some(place);
                }
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// Makes room, empty, and returns the slots that there were.
    fn grow(&mut self, room: usize) -> Vec<u32> {
        let tags = std::mem::replace(&mut self.tags, vec![FREE; room]);
        let mut slots = std::mem::replace(&mut self.slots, vec![0; room]);
        let mut taken = tags.into_iter().map(|tag| tag != FREE);
        slots.retain(|_| taken.next() == Some(true));
        slots
    }

    fn put(&mut self, hash: usize, slot: u32) {
        let mask = self.tags.len() - 1;
        let mut place = hash & mask;
        while self.tags[place] != FREE {
            place = (place + 1) & mask;
        }
        (self.tags[place], self.slots[place]) = (tag(hash), slot);
    }
}
