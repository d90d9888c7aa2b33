//! The pairs of objects whose boxes overlap, in the order of their callbacks, with what is remembered of each.

use super::pair_order::PairOrder;
use super::response::ResponseNumber;
use crate::scene::room::{Tides, reserve_total, with_tides};
use solid_geometry::convex::query::Coherence;
use solid_geometry::math::index::Index;

#[cfg(test)]
mod tests;

/// Where more than one in so many pairs needs a look, all are looked at.
const STALE_PART: usize = 4;

/// The slots of a pair that is none any more.
const ENDED: [u32; 2] = [u32::MAX; 2];

/// Orders pairs: when the first and the second object were created, from 1 on.
pub type PairKey = (u64, u64);

/// Two objects whose boxes overlap: what stays the same until they do no longer.
pub struct Pair {
    /// When the two objects were created.
    pub key: PairKey,
    /// The slots of the objects, in the order of a callback's arguments.
    pub slots: [u32; 2],
}

/// What tells whether there is anything to be asked about a pair. Apart, since all are looked through for those that collide.
#[derive(Clone, Copy, Default)]
pub struct Verdict {
    /// The number of the commit after which the pair was last decided.
    pub decided_at: u32,
    /// Whether the pair collided then.
    pub collides: bool,
}

/// What else is remembered of a pair.
#[derive(Default)]
pub struct PairMemory {
    /// What the convex room remembers.
    pub coherence: Coherence,
    /// The response.
    pub response: ResponseNumber,
    /// Of which [`PairTable::epoch`] the response is; 0 is none.
    pub response_epoch: u32,
}

/// A pair and all that is known of it.
pub struct PairMut<'a> {
    /// The pair.
    pub pair: &'a Pair,
    /// Whether it collides.
    pub verdict: &'a mut Verdict,
    /// What else is remembered of it.
    pub memory: &'a mut PairMemory,
}

impl Pair {
    /// Whether it is none any more.
    #[inline]
    pub fn has_ended(&self) -> bool {
        self.slots == ENDED
    }

    /// The slots of the objects, in one number that does not depend on the order of the arguments.
    fn name(&self) -> u64 {
        name(self.slots[0], self.slots[1])
    }
}

fn name(a: u32, b: u32) -> u64 {
    u64::from(a.max(b)) << 32 | u64::from(a.min(b))
}

/// All pairs whose boxes overlap; of a handful of objects, all.
#[derive(Default)]
pub struct PairTable {
    pairs: Vec<Pair>,
    /// By the place of the pair.
    verdicts: Vec<Verdict>,
    /// By the place of the pair. Apart, since most pairs at rest are passed over without a look at it.
    memories: Vec<PairMemory>,
    /// By the objects' slots.
    index: Index,
    order: PairOrder,
    tides: Tides,
    /// The places of pairs to be looked at by the next that decides all; others are at rest since the last did. Only
    /// while `stale_known`.
    stale: Vec<u32>,
    stale_known: bool,
    epoch: u32,
    /// The version of the responses in this epoch.
    responses: u64,
}

impl PairTable {
    /// Adds a pair; `slots` and `key` in the order of a callback's arguments.
    pub fn begin(&mut self, slots: [u32; 2], key: PairKey) {
        let pair = Pair { key, slots };
        let name = pair.name();
        let place = match self.order.free_place() {
            Some(place) => {
                self.pairs[place as usize] = pair;
                self.verdicts[place as usize] = Verdict::default();
                self.memories[place as usize] = PairMemory::default();
                place
            }
            None => {
                if self.pairs.len() == self.pairs.capacity() {
                    self.make_room(with_tides(self.pairs.len() + 1));
                }
                self.pairs.push(pair);
                self.verdicts.push(Verdict::default());
                self.memories.push(PairMemory::default());
                (self.pairs.len() - 1) as u32
            }
        };
        self.index.insert(name, place, |place| self.pairs[place as usize].name());
        self.order.add(place);
        self.note_stale(place);
    }

    /// Makes room for so many places in all lists, so that none needs memory before the pairs themselves do.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, total: usize) {
        reserve_total(&mut self.pairs, total);
        reserve_total(&mut self.verdicts, total);
        reserve_total(&mut self.memories, total);
        self.index.make_room(total, |place| self.pairs[place as usize].name());
        self.order.reserve(total);
        // All that it is ever to hold.
        reserve_total(&mut self.stale, total / STALE_PART + 1);
    }

    /// A commit has ended.
    #[inline]
    pub fn end_commit(&mut self) {
        if let Some(room) = self.tides.turn(self.pairs.len(), self.pairs.capacity()) {
            self.make_room(room);
        }
    }

    /// For how many pairs there is room.
    pub fn room(&self) -> usize {
        self.pairs.capacity()
    }

    /// One of the objects of a pair has moved; in any order of the slots.
    pub fn stay(&mut self, a: u32, b: u32) {
        if self.stale_known
            && let Some(place) = self.place_of(name(a, b))
        {
            self.note_stale(place);
        }
    }

    #[inline(never)]
    fn place_of(&self, name: u64) -> Option<u32> {
        self.index.find(name, |place| self.pairs[place as usize].name())
    }

    #[inline]
    fn note_stale(&mut self, place: u32) {
        if self.stale_known {
            // Of many, each would be found in less time by a look at all.
            self.stale_known = self.stale.len() < self.order.all().len() / STALE_PART;
            self.stale.push(place);
        }
    }

    /// Which pairs are at rest is not known.
    pub fn forget_stale(&mut self) {
        self.stale_known = false;
    }

    /// All pairs are decided, and at rest until told otherwise.
    pub fn note_all_decided(&mut self) {
        self.stale.clear();
        self.stale_known = true;
    }

    /// How many pairs need a look, if that is known. A place may be there twice, and of a pair that has ended.
    pub fn stale_count(&self) -> Option<usize> {
        self.stale_known.then_some(self.stale.len())
    }

    /// Those that collide, from a place in their order on, up to so many, each with its place among all.
    #[inline]
    pub fn hits_from(&self, place: usize, most: usize) -> impl Iterator<Item = (u32, &Pair)> {
        let hits = self.order.hits().get(place..).unwrap_or_default();
        let hits = &hits[..most.min(hits.len())];
        let pairs = &self.pairs[..];
        hits.iter().map(move |place| (*place, &pairs[*place as usize]))
    }

    /// What is remembered of the pair at a place among all.
    #[inline]
    pub fn memory(&self, place: u32) -> &PairMemory {
        &self.memories[place as usize]
    }

    /// The pair at a place among those that need a look, and its place among all.
    pub fn stale_mut(&mut self, number: usize) -> Option<(u32, PairMut<'_>)> {
        let place = *self.stale.get(number)?;
        let pair = self.pair_mut(place);
        (!pair.pair.has_ended()).then_some((place, pair))
    }

    #[inline]
    fn pair_mut(&mut self, place: u32) -> PairMut<'_> {
        let place = place as usize;
        let (verdict, memory) = (&mut self.verdicts[place], &mut self.memories[place]);
        PairMut { pair: &self.pairs[place], verdict, memory }
    }

    /// Takes a pair out; in any order of the slots.
    pub fn end(&mut self, a: u32, b: u32) {
        if let Some(place) =
            self.index.remove(name(a, b), |place| self.pairs[place as usize].name())
        {
            self.pairs[place as usize].slots = ENDED;
            self.order.end(place);
        }
    }

    /// Takes all pairs out, and gives up the room for them: all lists get it together.
    pub fn clear(&mut self) {
        let PairTable { epoch, responses, .. } = *self;
        let order = self.order.emptied();
        *self = PairTable { order, epoch, responses, ..PairTable::default() };
    }

    /// Puts the pairs in order after changes: O(log n) for each, and a copy of 4 bytes a pair.
    #[inline]
    pub fn sort(&mut self) {
        self.order.sort(&self.pairs);
    }

    /// Brings the list of those that collide up to date. `changed` are the places of all pairs for which that has changed
    /// since the list was, if it was.
    pub fn list_hits(&mut self, changed: &mut Vec<u32>) {
        self.order.list_hits(changed, &self.pairs, &self.verdicts);
    }

    /// The list of those that collide is out of date.
    pub fn forget_hits(&mut self) {
        self.order.forget_hits();
    }

    /// The pair at a place in the list of those that collide.
    #[inline]
    pub fn hit_mut(&mut self, place: usize) -> Option<PairMut<'_>> {
        let place = *self.order.hits().get(place)?;
        Some(self.pair_mut(place))
    }

    /// Begins another epoch if the responses have another version than in the last: the pairs' responses are stale then.
    /// Returns its number.
    #[inline]
    pub fn epoch(&mut self, responses: u64) -> u32 {
        if self.responses != responses {
            self.begin_epoch(responses);
        }
        self.epoch
    }

    #[cold]
    fn begin_epoch(&mut self, responses: u64) {
        self.responses = responses;
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.memories.iter_mut().for_each(|memory| memory.response_epoch = 0);
            self.epoch = 1;
        }
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Changes whenever the order does.
    pub fn version(&self) -> u64 {
        self.order.version()
    }

    /// The place in the order after that of a key.
    pub fn place_after(&self, after: PairKey) -> usize {
        self.order.all().partition_point(|place| self.pairs[*place as usize].key <= after)
    }

    /// All pairs, in no order, in parts, for several threads to work on; and what puts them in order, of which they need
    /// not wait for.
    pub fn parts_mut(
        &mut self,
        size: usize,
    ) -> (impl FnOnce() + Send, impl DoubleEndedIterator<Item = PairsMut<'_>> + Send) {
        let PairTable { pairs, verdicts, memories, order, .. } = self;
        let pairs = &pairs[..];
        let parts =
            pairs.chunks(size).zip(verdicts.chunks_mut(size).zip(memories.chunks_mut(size)));
        let parts = parts.enumerate().map(move |(part, (pairs, (verdicts, memories)))| PairsMut {
            first: (part * size) as u32,
            pairs,
            verdicts,
            memories,
        });
        (|| order.sort(pairs), parts)
    }

    /// The pair at a place in the order.
    #[inline]
    pub fn at_mut(&mut self, place: usize) -> Option<PairMut<'_>> {
        let place = *self.order.all().get(place)?;
        Some(self.pair_mut(place))
    }

    /// All pairs, in order as of the last [`PairTable::sort`].
    pub fn iter(&self) -> impl Iterator<Item = &Pair> {
        self.order.all().iter().map(|place| &self.pairs[*place as usize])
    }

    /// Forgets what speeds up later questions.
    pub fn forget_coherence(&mut self) {
        self.stale_known = false;
        self.order.forget_hits();
        self.verdicts.fill(Verdict::default());
        self.memories.iter_mut().for_each(|memory| memory.coherence = Coherence::default());
    }
}

/// Some of the pairs.
pub struct PairsMut<'a> {
    /// The place of the first.
    first: u32,
    pairs: &'a [Pair],
    verdicts: &'a mut [Verdict],
    memories: &'a mut [PairMemory],
}

impl PairsMut<'_> {
    /// Decides each of them, with its place; `ahead`, if at all, is told of each so many before it is its turn.
    #[inline]
    pub fn for_each(
        &mut self,
        distance: Option<usize>,
        mut ahead: impl FnMut(&Pair),
        mut decide: impl FnMut(u32, PairMut<'_>),
    ) {
        let known = self.verdicts.iter_mut().zip(&mut *self.memories);
        for (number, (pair, (verdict, memory))) in self.pairs.iter().zip(known).enumerate() {
            if let Some(pair) = distance.and_then(|distance| self.pairs.get(number + distance)) {
                ahead(pair);
            }
            if !pair.has_ended() {
                decide(self.first + number as u32, PairMut { pair, verdict, memory });
            }
        }
    }
}
