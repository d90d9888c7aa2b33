//! The pairs of objects whose boxes overlap, in the order of their callbacks, with what is remembered of each.

use rustc_hash::FxHashMap;

use super::growth::push;
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
    /// The number of the commit after which the pair was last decided, and whether it collides.
    pub decided: (u32, bool),
    /// The response and the version of the table it was looked up in.
    pub response: (u64, Response<C>),
}

/// All pairs whose boxes overlap.
pub struct PairTable<C> {
    pairs: Vec<Option<Pair<C>>>,
    free: Vec<u32>,
    by_slots: FxHashMap<(u32, u32), u32>,
    /// Pairs in order of their keys, but for the changes since.
    order: Vec<(PairKey, u32)>,
    /// How many of them, from the front, are in order.
    sorted: usize,
    /// Memory for the new pairs while they are merged.
    spare: Vec<(PairKey, u32)>,
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
            sorted: 0,
            spare: Vec::new(),
            ended: 0,
            version: 0,
        }
    }
}

impl<C> PairTable<C> {
    /// Adds a pair; `slots` and `key` in the order of a callback's arguments.
    pub fn begin(&mut self, slots: [u32; 2], key: PairKey) {
        let name = (slots[0].min(slots[1]), slots[0].max(slots[1]));
        let pair = Some(Pair {
            key,
            slots,
            coherence: Coherence::default(),
            decided: (0, false),
            response: (0, None),
        });
        let index = match self.free.pop() {
            Some(index) => {
                self.pairs[index as usize] = pair;
                index
            }
            None => {
                push(&mut self.pairs, pair);
                (self.pairs.len() - 1) as u32
            }
        };
        self.by_slots.insert(name, index);
        push(&mut self.order, (key, index));
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
        if self.sorted == self.order.len() && self.ended == 0 {
            return;
        }
        self.version += 1;
        let pairs = &self.pairs;
        let (mut place, mut kept) = (0, 0);
        self.order.retain(|(key, index)| {
            // An index may have been given to another pair since: the key tells.
            let stays = pairs[*index as usize].as_ref().is_some_and(|pair| pair.key == *key);
            kept += usize::from(stays && place < self.sorted);
            place += 1;
            stays
        });
        self.order[kept..].sort_unstable();
        if kept > 0 && self.order.len() > kept {
            merge(&mut self.order, kept, &mut self.spare);
        }
        self.order.dedup();
        self.sorted = self.order.len();
        self.ended = 0;
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.by_slots.len()
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.by_slots.is_empty()
    }

    /// Changes whenever the order does.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The place in the order after that of a key.
    pub fn place_after(&self, key: Option<PairKey>) -> usize {
        key.map_or(0, |key| self.order.partition_point(|(k, _)| *k <= key))
    }

    /// The place of the first pair in the order whose key is not less.
    pub fn place_of(&self, key: PairKey) -> usize {
        self.order.partition_point(|(k, _)| *k < key)
    }

    /// All pairs, in no order, and parts that are none, for several threads to work on.
    pub fn parts_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, Option<Pair<C>>> {
        self.pairs.chunks_mut(size)
    }

    /// The pair at a place in the order.
    #[inline]
    pub fn at_mut(&mut self, place: usize) -> Option<&mut Pair<C>> {
        let (_, index) = self.order.get(place)?;
        self.pairs[*index as usize].as_mut()
    }

    /// All pairs, in order as of the last [`PairTable::sort`].
    pub fn iter(&self) -> impl Iterator<Item = &Pair<C>> {
        self.order.iter().filter_map(|(_, index)| self.pairs[*index as usize].as_ref())
    }

    /// Forgets what speeds up later questions.
    pub fn forget_coherence(&mut self) {
        for pair in self.pairs.iter_mut().flatten() {
            pair.coherence = Coherence::default();
            pair.decided = (0, false);
        }
    }
}

/// Merges the two sorted parts of a list, the first of `middle` entries; `spare` is memory for the second.
fn merge<T: Copy + Ord>(list: &mut [T], middle: usize, spare: &mut Vec<T>) {
    spare.clear();
    spare.extend_from_slice(&list[middle..]);
    let (mut kept, mut place) = (middle, list.len());
    while let Some(last) = spare.last() {
        place -= 1;
        if kept > 0 && list[kept - 1] > *last {
            kept -= 1;
            list[place] = list[kept];
        } else {
            list[place] = *last;
            spare.pop();
        }
    }
}
