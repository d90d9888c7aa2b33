//! The pairs of objects whose boxes overlap, in the order of their callbacks, with what is remembered of each.

use super::growth::{push, reserve};
use super::index::Index;
use super::response::ResponseNumber;
use crate::broad::room::reserve_total;
use crate::convex::query::Coherence;
use crate::math::sort::sort_numbers;

#[cfg(test)]
#[path = "pairs_tests.rs"]
mod tests;

/// Where more than one in so many pairs needs a look, all are looked at.
const STALE_PART: usize = 4;

/// Where more than one in so many pairs has ended, it takes less time to look at all than to search for these.
const MANY_ENDED: usize = 128;

/// Many are put into a list where they are more than one in so many.
const NEAR: usize = 64;

/// Orders pairs: when the first and the second object were created.
pub type PairKey = (u64, u64);

/// Two objects whose boxes overlap, and what tells whether there is anything to be asked about them.
pub struct Pair {
    /// When the two objects were created.
    pub key: PairKey,
    /// The slots of the objects, in the order of a callback's arguments.
    pub slots: [u32; 2],
    /// The number of the commit after which the pair was last decided.
    pub decided_at: u32,
    /// Whether the pair collided then.
    pub collides: bool,
    /// It is none any more.
    ended: bool,
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

impl Pair {
    /// The slots of the objects in an order that does not depend on that of the arguments.
    fn name(&self) -> [u32; 2] {
        name(self.slots[0], self.slots[1])
    }
}

fn name(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// All pairs whose boxes overlap.
#[derive(Default)]
pub struct PairTable {
    pairs: Vec<Pair>,
    /// By the place of the pair. Apart, since most pairs at rest are passed over without a look at it.
    memories: Vec<PairMemory>,
    free: Vec<u32>,
    /// By the objects' slots.
    index: Index,
    /// The places of the pairs above, in order of their keys, but for the changes since.
    order: Vec<u32>,
    /// How many of them, from the front, are in order.
    sorted: usize,
    /// Pairs that have ended since; they keep their places until the others are in order.
    ended: Vec<u32>,
    /// The places of the pairs that collide, in order of their keys; up to date while `hits_known`.
    hits: Vec<u32>,
    hits_known: bool,
    /// The places of pairs to be looked at by the next that decides all; others are at rest since the last did. Only
    /// while `stale_known`.
    stale: Vec<u32>,
    stale_known: bool,
    /// Memory for what is put in and taken out.
    spare: Vec<u32>,
    version: u64,
    epoch: u32,
    /// The version of the responses in this epoch.
    responses: u64,
}

impl PairTable {
    /// Adds a pair; `slots` and `key` in the order of a callback's arguments.
    pub fn begin(&mut self, slots: [u32; 2], key: PairKey) {
        let pair = Pair { key, slots, decided_at: 0, collides: false, ended: false };
        let name = pair.name();
        let place = match self.free.pop() {
            Some(place) => {
                self.pairs[place as usize] = pair;
                self.memories[place as usize] = PairMemory::default();
                place
            }
            None => {
                push(&mut self.pairs, pair);
                push(&mut self.memories, PairMemory::default());
                (self.pairs.len() - 1) as u32
            }
        };
        self.index.insert(name, place, |place| self.pairs[place as usize].name());
        push(&mut self.order, place);
        // All that it is ever to hold.
        reserve_total(&mut self.stale, self.order.capacity() / STALE_PART + 1);
        self.note_stale(place);
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
    fn place_of(&self, name: [u32; 2]) -> Option<u32> {
        self.index.find(name, |place| self.pairs[place as usize].name())
    }

    #[inline]
    fn note_stale(&mut self, place: u32) {
        if self.stale_known {
            // Of many, each would be found in less time by a look at all.
            self.stale_known = self.stale.len() < self.order.len() / STALE_PART;
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

    /// The pair at a place among those that need a look, and its place among all.
    pub fn stale_mut(&mut self, number: usize) -> Option<(u32, &mut Pair, &mut PairMemory)> {
        let place = *self.stale.get(number)?;
        let pair = &mut self.pairs[place as usize];
        (!pair.ended).then_some((place, pair, &mut self.memories[place as usize]))
    }

    /// Takes a pair out; in any order of the slots.
    pub fn end(&mut self, a: u32, b: u32) {
        if let Some(place) = self.index.remove(name(a, b), |place| self.pairs[place as usize].name()) {
            self.pairs[place as usize].ended = true;
            push(&mut self.ended, place);
        }
    }

    /// Puts the pairs in order after changes: O(log n) for each, and a copy of 4 bytes a pair.
    #[inline]
    pub fn sort(&mut self) {
        if self.sorted != self.order.len() || !self.ended.is_empty() {
            self.sort_anew();
        }
    }

    #[inline(never)]
    fn sort_anew(&mut self) {
        self.version += 1;
        let PairTable { pairs, free, order, sorted, ended, hits, hits_known, spare, .. } = self;
        let key = |place: &u32| pairs[*place as usize].key;
        let mut by_key = |i: u32, j: u32| key(&i).cmp(&key(&j));
        if *sorted == 0 {
            *hits_known = false;
            keep_living(order, pairs);
            sort_numbers(order, &mut by_key);
        } else {
            reserve(spare, (order.len() - *sorted).max(ended.len()));
            spare.extend_from_slice(&order[*sorted..]);
            order.truncate(*sorted);
            keep_living(spare, pairs);
            sort_numbers(spare, &mut by_key);
            if ended.len() > order.len() / MANY_ENDED {
                [&mut *order, hits].into_iter().for_each(|list| keep_living(list, pairs));
            } else {
                sort_numbers(ended, &mut by_key);
                take_out(order, ended, pairs);
                // Those that are not listed are no harm.
                take_out(hits, ended, pairs);
            }
            put_in(order, spare, pairs);
            spare.clear();
        }
        *sorted = order.len();
        ended.drain(..).for_each(|place| push(free, place));
    }

    /// Brings the list of those that collide up to date. `changed` are the places of all pairs for which that has changed
    /// since the list was, if it was. O(log n) for each, and a copy of 4 bytes a pair that collides.
    pub fn list_hits(&mut self, changed: &mut Vec<u32>) {
        let PairTable { pairs, order, hits, hits_known, .. } = self;
        let collides = |place: &u32| pairs[*place as usize].collides;
        let key = |place: &u32| pairs[*place as usize].key;
        if !*hits_known || changed.len() > order.len() / 4 {
            hits.clear();
            let listed = order.iter().filter(|place| collides(place));
            listed.for_each(|place| push(hits, *place));
        } else if !changed.is_empty() {
            sort_numbers(changed, &mut |i, j| key(&i).cmp(&key(&j)));
            // Those that are not listed yet are no harm.
            take_out(hits, changed, pairs);
            changed.retain(collides);
            put_in(hits, changed, pairs);
        }
        *hits_known = true;
        changed.clear();
    }

    /// The list of those that collide is out of date.
    pub fn forget_hits(&mut self) {
        self.hits_known = false;
    }

    /// The pair at a place in the list of those that collide.
    #[inline]
    pub fn hit_mut(&mut self, place: usize) -> Option<(&mut Pair, &mut PairMemory)> {
        let place = *self.hits.get(place)? as usize;
        Some((&mut self.pairs[place], &mut self.memories[place]))
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
        self.version
    }

    /// The place in the order after that of a key.
    pub fn place_after(&self, after: Option<PairKey>) -> usize {
        after.map_or(0, |after| self.order.partition_point(|place| self.key(*place) <= after))
    }

    fn key(&self, place: u32) -> PairKey {
        self.pairs[place as usize].key
    }

    /// All pairs, in no order, in parts, for several threads to work on.
    pub fn parts_mut(&mut self, size: usize) -> impl DoubleEndedIterator<Item = PairsMut<'_>> + Send {
        let parts = self.pairs.chunks_mut(size).zip(self.memories.chunks_mut(size)).enumerate();
        parts.map(move |(part, (pairs, memories))| PairsMut { first: (part * size) as u32, pairs, memories })
    }

    /// The pair at a place in the order.
    #[inline]
    pub fn at_mut(&mut self, place: usize) -> Option<(&mut Pair, &mut PairMemory)> {
        let place = *self.order.get(place)? as usize;
        Some((&mut self.pairs[place], &mut self.memories[place]))
    }

    /// All pairs, in order as of the last [`PairTable::sort`].
    pub fn iter(&self) -> impl Iterator<Item = &Pair> {
        self.order.iter().map(|place| &self.pairs[*place as usize])
    }

    /// Forgets what speeds up later questions.
    pub fn forget_coherence(&mut self) {
        (self.hits_known, self.stale_known) = (false, false);
        for pair in &mut self.pairs {
            (pair.decided_at, pair.collides) = (0, false);
        }
        self.memories.iter_mut().for_each(|memory| memory.coherence = Coherence::default());
    }
}

/// Some of the pairs.
pub struct PairsMut<'a> {
    /// The place of the first.
    first: u32,
    pairs: &'a mut [Pair],
    memories: &'a mut [PairMemory],
}

impl PairsMut<'_> {
    /// Each of them, and its place.
    #[inline]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (u32, &mut Pair, &mut PairMemory)> {
        let all = (self.first..).zip(self.pairs.iter_mut().zip(&mut *self.memories));
        all.filter(|(_, (pair, _))| !pair.ended).map(|(place, (pair, memory))| (place, pair, memory))
    }
}

/// Takes out the pairs that have ended.
#[inline(never)]
fn keep_living(list: &mut Vec<u32>, pairs: &[Pair]) {
    let mut kept = 0;
    for i in 0..list.len() {
        list[kept] = list[i];
        kept += !pairs[list[i] as usize].ended as usize;
    }
    list.truncate(kept);
}

/// Takes entries, sorted, out of a list that is sorted by the keys of its pairs. Those that are not in it make no difference.
#[inline(never)]
fn take_out(list: &mut Vec<u32>, entries: &[u32], pairs: &[Pair]) {
    let key = |place: &u32| pairs[*place as usize].key;
    let (mut from, mut kept) = (0, 0);
    for entry in entries {
        let at = from + list[from..].partition_point(|other| key(other) < key(entry));
        if list.get(at) == Some(entry) {
            list.copy_within(from..at, kept);
            kept += at - from;
            from = at + 1;
        }
    }
    list.copy_within(from.., kept);
    list.truncate(kept + list.len() - from);
}

/// Puts entries, sorted, into a list that is sorted by the keys of its pairs.
#[inline(never)]
fn put_in(list: &mut Vec<u32>, entries: &[u32], pairs: &[Pair]) {
    let key = |place: &u32| pairs[*place as usize].key;
    // Where many are put in, the next place is mostly so near that it is found one by one in less time than by halves.
    let near = if entries.len() > list.len() / NEAR { NEAR } else { 0 };
    let (mut from, mut free) = (list.len(), list.len() + entries.len());
    reserve(list, free);
    list.resize(free, 0);
    for entry in entries.iter().rev() {
        let is_before = |other: &u32| key(other) < key(entry);
        let far = from.saturating_sub(near);
        let at = match list[far..from].iter().rposition(is_before) {
            Some(place) => far + place + 1,
            None => list[..far].partition_point(is_before),
        };
        free -= from - at;
        list.copy_within(at..from, free);
        from = at;
        free -= 1;
        list[free] = *entry;
    }
}
