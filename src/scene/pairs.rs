//! The pairs of objects whose boxes overlap, in the order of their callbacks, with what is remembered of each.

use rustc_hash::FxHashMap;

use super::response::Response;
use crate::convex::query::Coherence;

/// Orders pairs: when the first and the second object were created.
pub type PairKey = (u64, u64);

/// Two objects whose boxes overlap.
pub struct Pair<C> {
    /// When the two objects were created.
    pub key: PairKey,
    /// The slots of the objects, in the order of a callback's arguments.
    pub slots: [u32; 2],
    /// What the convex room remembers.
    pub coherence: Coherence,
    /// The response and the version of the table it was looked up in.
    pub response: (u64, Response<C>),
}

/// All pairs whose boxes overlap.
pub struct PairTable<C> {
    pairs: Vec<Option<Pair<C>>>,
    free: Vec<u32>,
    by_slots: FxHashMap<(u32, u32), u32>,
    /// Pairs in order of their keys, up to the changes below.
    order: Vec<(PairKey, u32)>,
    begun: Vec<(PairKey, u32)>,
    ended: usize,
    version: u64,
}

impl<C> Default for PairTable<C> {
    fn default() -> Self {
        PairTable {
            pairs: Vec::new(),
            free: Vec::new(),
            by_slots: FxHashMap::default(),
            order: Vec::new(),
            begun: Vec::new(),
            ended: 0,
            version: 0,
        }
    }
}

impl<C> PairTable<C> {
    /// Adds a pair; `slots` and `key` in the order of a callback's arguments.
    pub fn begin(&mut self, slots: [u32; 2], key: PairKey) {
        let name = (slots[0].min(slots[1]), slots[0].max(slots[1]));
        let pair = Some(Pair { key, slots, coherence: Coherence::default(), response: (0, None) });
        let index = match self.free.pop() {
            Some(index) => {
                self.pairs[index as usize] = pair;
                index
            }
            None => {
                self.pairs.push(pair);
                (self.pairs.len() - 1) as u32
            }
        };
        self.by_slots.insert(name, index);
        self.begun.push((key, index));
    }

    /// Takes a pair out; in any order of the slots.
    pub fn end(&mut self, a: u32, b: u32) {
        if let Some(index) = self.by_slots.remove(&(a.min(b), a.max(b))) {
            self.pairs[index as usize] = None;
            self.free.push(index);
            self.ended += 1;
        }
    }

    /// Puts the pairs in order after changes.
    pub fn sort(&mut self) {
        if self.begun.is_empty() && self.ended == 0 {
            return;
        }
        self.version += 1;
        self.ended = 0;
        let pairs = &self.pairs;
        // An index may have been given to another pair since: the key tells.
        self.order
            .retain(|(key, index)| pairs[*index as usize].as_ref().is_some_and(|pair| pair.key == *key));
        self.begun
            .retain(|(key, index)| pairs[*index as usize].as_ref().is_some_and(|pair| pair.key == *key));
        self.begun.sort_unstable();
        merge_into(&mut self.order, &mut self.begun);
        self.order.dedup();
    }

    /// Changes whenever the order does.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The place in the order after that of a key.
    pub fn place_after(&self, key: Option<PairKey>) -> usize {
        key.map_or(0, |key| self.order.partition_point(|(k, _)| *k <= key))
    }

    /// The pair at a place in the order.
    #[inline]
    pub fn at_mut(&mut self, place: usize) -> Option<&mut Pair<C>> {
        let (_, index) = self.order.get(place)?;
        self.pairs[*index as usize].as_mut()
    }

    /// Forgets what speeds up later questions.
    pub fn forget_coherence(&mut self) {
        for pair in self.pairs.iter_mut().flatten() {
            pair.coherence = Coherence::default();
        }
    }
}

/// Moves a sorted list into another sorted one, from the back, without memory of its own.
fn merge_into<T: Copy + Ord>(into: &mut Vec<T>, from: &mut Vec<T>) {
    let mut kept = into.len();
    into.extend_from_slice(from);
    let mut place = into.len();
    while let Some(last) = from.last() {
        place -= 1;
        if kept > 0 && into[kept - 1] > *last {
            kept -= 1;
            into[place] = into[kept];
        } else {
            into[place] = *last;
            from.pop();
        }
    }
}
