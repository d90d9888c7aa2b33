//! Handles of shapes and contexts: the library may number them otherwise than it did when they were recorded.

use rustc_hash::FxHashMap;
/// Which handle now is which recorded one.
#[derive(Default)]
pub struct Handles {
    now: FxHashMap<u64, u64>,
    recorded: FxHashMap<u64, u64>,
}

impl Handles {
    /// The handle to be passed for a recorded one. One that the library has never given out is no handle now either:
    /// those are even.
    pub fn now(&self, recorded: u64) -> u64 {
        if recorded == 0 { 0 } else { self.now.get(&recorded).copied().unwrap_or(recorded | 1) }
    }

    /// The recorded handle that stands for one the library has answered. `None` if it is another object than was
    /// answered when it was recorded.
    pub fn meets(&mut self, recorded: u64, now: u64) -> Option<u64> {
        if recorded == 0 || now == 0 {
            return (recorded == now).then_some(recorded);
        }
        match (self.now.get(&recorded), self.recorded.get(&now)) {
            (None, None) => {
                self.now.insert(recorded, now);
                self.recorded.insert(now, recorded);
                Some(recorded)
            }
            (Some(known), Some(_)) if *known == now => Some(recorded),
            _ => None,
        }
    }
}
