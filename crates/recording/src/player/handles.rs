//! Maps recorded handles of shapes or contexts to current ones: the library may number them differently now.

use std::collections::HashMap;

/// A one-to-one map between recorded and current handles.
#[derive(Default)]
pub struct Handles {
    current: HashMap<u64, u64>,
    recorded: HashMap<u64, u64>,
}

impl Handles {
    /// The current handle for a recorded one. A recorded handle that the library never returned becomes an odd number,
    /// which is never a handle.
    pub fn current(&self, recorded: u64) -> u64 {
        if recorded == 0 { 0 } else { self.current.get(&recorded).copied().unwrap_or(recorded | 1) }
    }

    /// Enters a pair of handles that were returned by the same call. Returns whether it is consistent with the pairs
    /// entered before.
    pub fn insert(&mut self, recorded: u64, current: u64) -> bool {
        if recorded == 0 || current == 0 {
            return recorded == current;
        }
        match (self.current.get(&recorded), self.recorded.get(&current)) {
            (None, None) => {
                self.current.insert(recorded, current);
                self.recorded.insert(current, recorded);
                true
            }
            (Some(known), Some(_)) => *known == current,
            _ => false,
        }
    }
}
