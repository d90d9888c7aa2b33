//! Maps and sets by numbers and addresses, with a hash that is short and the same in every run.
//!
//! Not the standard library's, which hold their memory by its middle: a leak checker (valgrind) then calls what a program has
//! at its end possibly lost, and the program that was checked has failed.

use std::hash::{Hash, Hasher};

use super::index::Index;

#[cfg(test)]
mod tests;

/// Values by keys that are numbers or addresses: the entries in a row, in the order they were added until one is removed, and
/// an index of these. What is done with a key costs O(1).
pub struct Map<K, V> {
    entries: Vec<(K, V)>,
    index: Index,
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map { entries: Vec::new(), index: Index::default() }
    }
}

impl<K: Copy + Eq + Hash, V> Map<K, V> {
    /// Whether there is nothing.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn place(&self, key: &K) -> Option<usize> {
        self.index.find(*key, |place| self.entries[place as usize].0).map(|place| place as usize)
    }

    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.place(key).map(|place| &self.entries[place].1)
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.place(key).map(|place| &mut self.entries[place].1)
    }

    /// The same, of a key that has none a new one.
    pub fn get_or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        let place = self.place(&key).unwrap_or_else(|| self.add(key, value()));
        &mut self.entries[place].1
    }

    /// Whether a key has a value.
    pub fn contains_key(&self, key: &K) -> bool {
        self.place(key).is_some()
    }

    /// Gives a key a value, and returns the one it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.get_mut(&key) {
            Some(old) => Some(std::mem::replace(old, value)),
            None => {
                self.add(key, value);
                None
            }
        }
    }

    /// Adds a key that is not there; where it is then.
    fn add(&mut self, key: K, value: V) -> usize {
        let place = self.entries.len();
        self.index.insert(key, place as u32, |place| self.entries[place as usize].0);
        self.entries.push((key, value));
        place
    }

    /// Takes a key's value out and returns it.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let Map { entries, index } = self;
        let place = index.remove_slowly(*key, |place| entries[place as usize].0)?;
        let last = entries.len() as u32 - 1;
        if place != last {
            index.renumber(entries[last as usize].0, place, |place| entries[place as usize].0);
        }
        Some(entries.swap_remove(place as usize).1)
    }

    /// All keys.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &K> {
        self.entries.iter().map(|(key, _)| key)
    }

    /// Keeps the entries that `keep` wants, in O(n) for n of them.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        let mut place = 0;
        while let Some((key, value)) = self.entries.get_mut(place) {
            if keep(key, value) {
                place += 1;
            } else {
                let key = *key;
                self.remove(&key);
            }
        }
    }

    /// Takes all entries out.
    pub fn drain(&mut self) -> impl Iterator<Item = (K, V)> {
        self.index.clear();
        self.entries.drain(..)
    }
}

/// Keys that are numbers or addresses.
pub struct Set<K>(Map<K, ()>);

impl<K> Default for Set<K> {
    fn default() -> Self {
        Set(Map::default())
    }
}

impl<K: Copy + Eq + Hash> Set<K> {
    /// Whether a key is there.
    pub fn contains(&self, key: &K) -> bool {
        self.0.contains_key(key)
    }

    /// Adds a key; whether it was not there.
    pub fn insert(&mut self, key: K) -> bool {
        self.0.insert(key, ()).is_none()
    }

    /// Takes a key out; whether it was there.
    pub fn remove(&mut self, key: &K) -> bool {
        self.0.remove(key).is_some()
    }

    /// All keys.
    pub fn iter(&self) -> impl Iterator<Item = &K> {
        self.0.keys()
    }

    /// Takes all keys out.
    pub fn clear(&mut self) {
        let Map { entries, index } = &mut self.0;
        entries.clear();
        index.clear();
    }
}

impl<K: Copy + Eq + Hash> Extend<K> for Set<K> {
    fn extend<I: IntoIterator<Item = K>>(&mut self, keys: I) {
        keys.into_iter().for_each(|key| {
            self.insert(key);
        });
    }
}

/// The golden ratio's first 64 bits, made odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes words into 64 bits, all of which depend on all: by the two halves of a product. It withstands no one who chooses
/// keys that collide, as no one does here.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|word| self.write_u64(u64::from_le_bytes(*word)));
        rest.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0.rotate_left(32) ^ word ^ GOLDEN) * u128::from(GOLDEN);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
