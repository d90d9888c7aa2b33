//! The pairs of objects whose boxes overlap, in the order of their callbacks, with what is cached of each.

#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use super::narrow_phase::ResponseData;
use super::response::ResponseKind;
use solid_geometry::convex::Coherence;
use solid_geometry::memory;

/// Orders pairs: the sequence numbers of the first and of the second object, which count from 1.
pub type PairKey = (u64, u64);

/// Two objects whose boxes overlap, and the last decision whether they collide.
pub struct Pair {
    /// Its place in the order of callbacks.
    pub key: PairKey,
    /// The slots of the objects, in the order of a callback's arguments.
    pub slots: [u32; 2],
    /// The world's time when the pair was last decided; 0 if it never was.
    pub decided_at: u64,
    /// Whether it collided then.
    pub collides: bool,
    has_ended: bool,
}

/// The data for a response of some kind.
pub type KindAndData = (ResponseKind, ResponseData);

/// A pair, what speeds up its decision, and the place of its data.
pub type Undecided<'a> = (&'a mut Pair, &'a mut Coherence, &'a mut Option<KindAndData>);

/// The table has room for this many pairs at least.
const LEAST_ROOM: usize = 128;

/// Pairs that have ended are taken from the order when they are more than one in so many.
const ENDED_PART: usize = 4;

/// All pairs whose boxes overlap. A pair keeps its index, and its memory, until it ends.
#[derive(Default)]
pub struct PairTable {
    pairs: Vec<Pair>,
    /// By index: the separating axis and the warm start of the next decision. Apart from the pairs, most of which a test
    /// looks at and leaves as they are.
    coherence: Vec<Coherence>,
    /// Indices to be used again.
    free: Vec<u32>,
    /// By the objects' slots, the lower one first.
    by_slots: FxHashMap<[u32; 2], u32>,
    /// The indices of the pairs in the order of their keys, as of the last [`PairTable::sort`].
    order: Vec<u32>,
    /// Pairs that have begun since then.
    begun: Vec<u32>,
    /// How many of the listed pairs have ended. They stay in order until they are many, so that ending one takes no longer than
    /// O(log n).
    ended: usize,
    /// By index: the data that several threads have found for responses to come. Else empty.
    data: Vec<Option<KindAndData>>,
}

fn sorted_slots(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

impl PairTable {
    /// Adds a pair; `slots` and `key` in the order of a callback's arguments.
    pub fn begin(&mut self, slots: [u32; 2], key: PairKey) {
        let pair = Pair { key, slots, decided_at: 0, collides: false, has_ended: false };
        let index = match self.free.pop() {
            Some(index) => {
                self.pairs[index as usize] = pair;
                self.coherence[index as usize] = Coherence::default();
                index
            }
            None => {
                if self.pairs.len() == self.pairs.capacity() {
                    self.grow();
                }
                self.pairs.push(pair);
                self.coherence.push(Coherence::default());
                (self.pairs.len() - 1) as u32
            }
        };
        self.by_slots.insert(sorted_slots(slots[0], slots[1]), index);
        self.begun.push(index);
    }

    /// Makes room for twice as many pairs, in all lists at once: their greatest numbers come in different frames.
    #[cold]
    fn grow(&mut self) {
        let room = LEAST_ROOM.max(2 * self.pairs.len());
        let PairTable { pairs, coherence, free, by_slots, order, begun, .. } = self;
        memory::reserve_exact(pairs, room - pairs.len());
        memory::reserve_exact(coherence, room - coherence.len());
        memory::reserve_exact(free, room - free.len());
        memory::reserve_exact(order, room - order.len());
        memory::reserve_exact(begun, room - begun.len());
        // Entries that are removed take up room until the table is rehashed in place, as it is while half full.
        if by_slots.try_reserve(2 * room - by_slots.len()).is_err() {
            memory::run_out();
        }
    }

    /// Removes a pair, given by its slots in any order.
    pub fn end(&mut self, a: u32, b: u32) {
        if let Some(index) = self.by_slots.remove(&sorted_slots(a, b)) {
            self.pairs[index as usize].has_ended = true;
            self.ended += 1;
        }
    }

    /// Sorts the pairs after changes: where some have begun, linear in all pairs, plus O(log n) for each of the n new ones. Where
    /// they have only ended, amortised O(1) for each.
    pub fn sort(&mut self) {
        let PairTable { pairs, free, order, begun, .. } = self;
        if self.ended * ENDED_PART > order.len() || self.ended > 0 && !begun.is_empty() {
            let mut keep = |index: &u32| {
                let has_ended = pairs[*index as usize].has_ended;
                if has_ended {
                    free.push(*index);
                }
                !has_ended
            };
            order.retain(&mut keep);
            // A pair may end before it was ever in order.
            begun.retain(&mut keep);
            self.ended = 0;
        }
        if !begun.is_empty() {
            begun.sort_unstable_by_key(|index| {
                let (first, second) = pairs[*index as usize].key;
                u128::from(first) << 64 | u128::from(second)
            });
            merge(order, begun, pairs);
        }
    }

    /// Whether two slots, in any order, are a pair.
    pub fn contains(&self, a: u32, b: u32) -> bool {
        self.by_slots.contains_key(&sorted_slots(a, b))
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.by_slots.len()
    }

    /// The first place in the order after that of a key. `guess` is where it was last.
    pub fn place_after(&self, after: PairKey, guess: usize) -> usize {
        // Mostly nothing has changed between two callbacks.
        let before = guess.checked_sub(1).and_then(|place| self.order.get(place));
        let key = |index: &u32| self.pairs[*index as usize].key;
        if before.is_some_and(|index| key(index) == after) {
            return guess;
        }
        self.order.partition_point(|index| key(index) <= after)
    }

    /// The first pair from a place in the order on, to be decided, with what speeds that up and its place for data, if there are
    /// any. `place` becomes that after it.
    #[inline]
    pub fn next_mut(
        &mut self,
        place: &mut usize,
    ) -> Option<(&mut Pair, &mut Coherence, Option<&mut Option<KindAndData>>)> {
        loop {
            let index = *self.order.get(*place)? as usize;
            *place += 1;
            if !self.pairs[index].has_ended {
                let data = self.data.get_mut(index);
                return Some((&mut self.pairs[index], &mut self.coherence[index], data));
            }
        }
    }

    /// Forgets all data that were found.
    pub fn forget_data(&mut self) {
        self.data.clear();
    }

    /// All pairs, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Pair> {
        let listed = self.order.iter().map(|index| &self.pairs[*index as usize]);
        listed.filter(|pair| !pair.has_ended)
    }

    /// All pairs, in no order, in parts of at most this many, for several threads to work on; each with what speeds up its
    /// decision and the place of the data that they find.
    pub fn parts_mut(
        &mut self,
        size: usize,
    ) -> impl Iterator<Item = impl Iterator<Item = Undecided<'_>> + Send> + Send {
        let more = self.pairs.len().saturating_sub(self.data.len());
        memory::reserve(&mut self.data, more);
        self.data.resize(self.pairs.len(), None);
        let kept = self.coherence.chunks_mut(size).zip(self.data.chunks_mut(size));
        self.pairs.chunks_mut(size).zip(kept).map(|(pairs, (coherence, data))| {
            let kept = coherence.iter_mut().zip(data);
            let all = pairs.iter_mut().zip(kept).filter(|(pair, _)| !pair.has_ended);
            all.map(|(pair, (coherence, data))| (pair, coherence, data))
        })
    }

    /// Clears all decisions and caches.
    pub fn forget_decisions(&mut self) {
        self.pairs.iter_mut().for_each(|pair| pair.decided_at = 0);
        self.coherence.fill(Coherence::default());
    }

    /// Panics unless the table is consistent and in order.
    pub fn validate(&self) {
        assert!(self.begun.is_empty(), "pairs that are not in order");
        let pair = |index: &u32| &self.pairs[*index as usize];
        let goes_on = |index: &&u32| !pair(index).has_ended;
        assert!(self.order.is_sorted_by_key(|index| pair(index).key), "pairs out of order");
        let ongoing: Vec<&u32> = self.order.iter().filter(goes_on).collect();
        assert!(ongoing.is_sorted_by(|a, b| pair(a).key < pair(b).key), "pairs of one key");
        assert_eq!(ongoing.len(), self.by_slots.len());
        assert_eq!(ongoing.len() + self.ended, self.order.len());
        assert_eq!(self.coherence.len(), self.pairs.len());
        assert_eq!(self.order.len() + self.free.len(), self.pairs.len());
        for index in ongoing {
            let [a, b] = pair(index).slots;
            assert_eq!(self.by_slots.get(&sorted_slots(a, b)), Some(index));
        }
        assert!(self.free.iter().all(|index| pair(index).has_ended));
    }
}

/// Empties one sorted list into another, from the back: entries move once, and no other memory is needed.
fn merge(order: &mut Vec<u32>, begun: &mut Vec<u32>, pairs: &[Pair]) {
    let key = |index: u32| pairs[index as usize].key;
    let (mut from, mut to) = (order.len(), order.len() + begun.len());
    order.resize(to, 0);
    while let Some(new) = begun.pop() {
        while from > 0 && key(order[from - 1]) > key(new) {
            from -= 1;
            to -= 1;
            order[to] = order[from];
        }
        to -= 1;
        order[to] = new;
    }
}
