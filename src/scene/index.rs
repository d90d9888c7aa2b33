//! Finds slots by keys that lie in the slots themselves: a hash table of four bytes an entry.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Slots by their keys. `key_of` tells the key of a slot that is in the table.
#[derive(Default)]
pub struct Index(HashTable<u32>);

fn hash<K: Hash>(key: K) -> u64 {
    FxBuildHasher.hash_one(key)
}

impl Index {
    /// How many slots there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The slot of a key.
    #[inline]
    pub fn find<K: Hash + Eq>(&self, key: K, key_of: impl Fn(u32) -> K) -> Option<u32> {
        self.0.find(hash(&key), |slot| key_of(*slot) == key).copied()
    }

    /// Adds the slot of a key that has none.
    pub fn insert<K: Hash>(&mut self, key: K, slot: u32, key_of: impl Fn(u32) -> K) {
        self.0.insert_unique(hash(key), slot, |slot| hash(key_of(*slot)));
    }

    /// Takes the slot of a key out and returns it.
    pub fn remove<K: Hash + Eq>(&mut self, key: K, key_of: impl Fn(u32) -> K) -> Option<u32> {
        let entry = self.0.find_entry(hash(&key), |slot| key_of(*slot) == key).ok()?;
        Some(entry.remove().0)
    }
}
