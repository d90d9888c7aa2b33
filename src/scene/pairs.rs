//! The pairs of objects whose boxes overlap, in the order of their callbacks, with what is cached of each.

#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use super::narrow_phase::ResponseData;
use super::response::ContactQuery;
use solid_geometry::convex::Coherence;
use solid_geometry::memory;

/// Orders pairs: the sequence numbers of the first and of the second object, which count from 1.
pub type PairKey = (u64, u64);

/// Two objects whose boxes overlap.
#[derive(Clone, Copy)]
pub struct Pair {
    /// Its place in the order of callbacks.
    pub key: PairKey,
    /// The slots of the objects, in the order of a callback's arguments.
    pub slots: [u32; 2],
}

/// The world's time when a pair was last decided, times two, and one more if it collided then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision(u64);

impl Decision {
    /// Of a pair that was never decided. Times count from 1.
    const NONE: Decision = Decision(0);
    /// In place of that of a pair that has ended.
    const ENDED: Decision = Decision(u64::MAX);

    /// What was decided at a time.
    pub fn new(time: u64, collides: bool) -> Decision {
        Decision(time << 1 | u64::from(collides))
    }

    /// When it was decided.
    pub fn time(self) -> u64 {
        self.0 >> 1
    }

    /// Whether the pair collided.
    pub fn collides(self) -> bool {
        self.0 & 1 != 0
    }
}

/// The data for a response of some kind.
pub type KindAndData = (ContactQuery, ResponseData);

/// A pair, and what is kept of it from one test to the next.
pub struct KeptPair<'a> {
    /// The pair.
    pub pair: Pair,
    /// Its last decision.
    pub decision: &'a mut Decision,
    /// What speeds up the next one.
    pub coherence: &'a mut Coherence,
    /// The place of its data, if several threads decide.
    pub data: Option<&'a mut Option<KindAndData>>,
}

/// The table has room for this many pairs at least.
const LEAST_ROOM: usize = 128;

/// Pairs that have ended are taken from the order when they are more than one in so many.
const ENDED_PART: usize = 4;

/// All pairs whose boxes overlap. A pair keeps its index, and its memory, until it ends.
#[derive(Default)]
pub struct PairTable {
    pairs: Vec<Pair>,
    /// By index: the last decision. Apart from the pairs: in a large world these are at random places of memory, and a test looks
    /// at nothing else of those that are known to be apart.
    decisions: Vec<Decision>,
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
        let pair = Pair { key, slots };
        let index = match self.free.pop() {
            Some(index) => {
                self.pairs[index as usize] = pair;
                self.decisions[index as usize] = Decision::NONE;
                self.coherence[index as usize] = Coherence::default();
                index
            }
            None => {
                if self.pairs.len() == self.pairs.capacity() {
                    self.grow();
                }
                self.pairs.push(pair);
                self.decisions.push(Decision::NONE);
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
        let PairTable { pairs, decisions, coherence, free, by_slots, order, begun, .. } = self;
        memory::reserve_exact(pairs, room - pairs.len());
        memory::reserve_exact(decisions, room - decisions.len());
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
            self.decisions[index as usize] = Decision::ENDED;
            self.ended += 1;
        }
    }

    /// Sorts the pairs after changes: where some have begun, linear in all pairs, plus O(log n) for each of the n new ones. Where
    /// they have only ended, amortised O(1) for each.
    pub fn sort(&mut self) {
        let PairTable { pairs, decisions, free, order, begun, .. } = self;
        if self.ended * ENDED_PART > order.len() || self.ended > 0 && !begun.is_empty() {
            let mut keep = |index: &u32| {
                let has_ended = decisions[*index as usize] == Decision::ENDED;
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

    /// The first pair from a place in the order on that is not known to be apart, as one decided `now` is. `place` becomes that after
    /// it.
    #[inline]
    pub fn next_mut(&mut self, place: &mut usize, now: u64) -> Option<KeptPair<'_>> {
        let apart = Decision::new(now, false);
        loop {
            let index = *self.order.get(*place)? as usize;
            *place += 1;
            let decision = self.decisions[index];
            if decision != apart && decision != Decision::ENDED {
                return Some(KeptPair {
                    pair: self.pairs[index],
                    decision: &mut self.decisions[index],
                    coherence: &mut self.coherence[index],
                    data: self.data.get_mut(index),
                });
            }
        }
    }

    /// Forgets all data that were found.
    pub fn forget_data(&mut self) {
        self.data.clear();
    }

    /// All pairs, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Pair> {
        let ongoing = self.order.iter().filter(|index| !self.has_ended(**index));
        ongoing.map(|index| &self.pairs[*index as usize])
    }

    /// Whether the pair of an index has ended.
    fn has_ended(&self, index: u32) -> bool {
        self.decisions[index as usize] == Decision::ENDED
    }

    /// All pairs, in no order, in parts of at most this many, for several threads to work on. There is a place for the data that
    /// they find.
    pub fn parts_mut(
        &mut self,
        size: usize,
    ) -> impl Iterator<Item = impl Iterator<Item = KeptPair<'_>> + Send> + Send {
        let more = self.pairs.len().saturating_sub(self.data.len());
        memory::reserve(&mut self.data, more);
        self.data.resize(self.pairs.len(), None);
        let kept = self.coherence.chunks_mut(size).zip(self.data.chunks_mut(size));
        let decisions = self.decisions.chunks_mut(size).zip(kept);
        self.pairs.chunks(size).zip(decisions).map(|(pairs, (decisions, (coherence, data)))| {
            let kept = decisions.iter_mut().zip(coherence.iter_mut().zip(data));
            pairs.iter().zip(kept).filter(|(_, (decision, _))| **decision != Decision::ENDED).map(
                |(pair, (decision, (coherence, data)))| KeptPair {
                    pair: *pair,
                    decision,
                    coherence,
                    data: Some(data),
                },
            )
        })
    }

    /// Clears all decisions and caches.
    pub fn forget_decisions(&mut self) {
        let ongoing = self.decisions.iter_mut().filter(|decision| **decision != Decision::ENDED);
        ongoing.for_each(|decision| *decision = Decision::NONE);
        self.coherence.fill(Coherence::default());
    }

    /// Panics unless the table is consistent and in order.
    pub fn validate(&self) {
        assert!(self.begun.is_empty(), "pairs that are not in order");
        let pair = |index: &u32| &self.pairs[*index as usize];
        let goes_on = |index: &&u32| !self.has_ended(**index);
        assert!(self.order.is_sorted_by_key(|index| pair(index).key), "pairs out of order");
        let ongoing: Vec<&u32> = self.order.iter().filter(goes_on).collect();
        assert!(ongoing.is_sorted_by(|a, b| pair(a).key < pair(b).key), "pairs of one key");
        assert_eq!(ongoing.len(), self.by_slots.len());
        assert_eq!(ongoing.len() + self.ended, self.order.len());
        assert_eq!(self.decisions.len(), self.pairs.len());
        assert_eq!(self.coherence.len(), self.pairs.len());
        assert_eq!(self.order.len() + self.free.len(), self.pairs.len());
        for index in ongoing {
            let [a, b] = pair(index).slots;
            assert_eq!(self.by_slots.get(&sorted_slots(a, b)), Some(index));
        }
        assert!(self.free.iter().all(|index| self.has_ended(*index)));
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
