//! Pairs decided before it is their turn.
//!
//! At the beginning of a test all pairs that have changed are decided at once, by several threads if there are, and those
//! that collide are listed. The callbacks then come one by one, in their order, from the list. Once a callback has changed
//! anything, the test goes on pair by pair: what has not moved since is known, and nothing else depends on what is
//! remembered of a pair or on who decided it.

#[cfg(test)]
mod tests;

use super::narrow_phase::ResponseData;
use super::pair_order::room_for_changes;
use super::pairs::{PairKey, PairMut, PairsMut};
use super::response::ResponseKind;
use super::test::{Counts, View};
use super::world::World;
use crate::scene::room::reserve_total;
use solid_geometry::math::sort::sort_copied;
use solid_geometry::threads::Threads;

/// Below so many pairs, more threads than one cost more than they gain (`benches/scenes`).
const LEAST_PAIRS: usize = 256;

/// So few are decided when it is their turn, or a few turns earlier.
const FEW_PAIRS: usize = 16;

/// Pairs that a thread decides at a time.
const PART: usize = 64;

/// Where there are so many objects that they do not fit into the memory next to a processor, they are asked for this many
/// pairs before it is their turn: each pair's lie somewhere else.
const MANY_OBJECTS: usize = 4096;
const TOUCHED: usize = 3;

/// What is known of the pairs of one test.
#[derive(Default)]
pub(super) struct Ahead {
    /// The test; 0 is none.
    test: u64,
    /// The version of the responses.
    responses: u64,
    /// The commit before that test, or another.
    pub(super) commit: u32,
    /// Anything has been moved, made or deleted since.
    pub(super) changed: bool,
    /// What the responses want to know of the pairs that collide, where they do, in order.
    data: Vec<(PairKey, ResponseData)>,
    /// Memory for the places of pairs that collide and did not, or did and do not.
    changes: Vec<u32>,
    /// Whether [`ask_for_no_data`](super::response::ResponseTable::ask_for_no_data), and the version of the responses it is of.
    no_data: (u64, bool),
    /// In the last test a callback moved something.
    pub(super) disturbed: bool,
    /// Neither there nor in this one.
    pub(super) calm: bool,
}

impl Ahead {
    /// Whether it is about a test, with the responses of now.
    #[inline]
    pub(super) fn is_of(&self, test: u64, responses: u64) -> bool {
        self.test == test && self.responses == responses
    }

    /// What a response wants to know of a pair, if that was found out.
    pub(super) fn data(&self, key: PairKey) -> Option<ResponseData> {
        let place = self.data.binary_search_by(|(other, _)| other.cmp(&key)).ok()?;
        Some(self.data[place].1)
    }

    /// A test goes on, after some last commit.
    #[inline]
    pub(super) fn note_commit(&mut self, last: u32) {
        if self.commit != last {
            (self.disturbed, self.calm) = (true, false);
        }
    }

    /// Nothing is known any more.
    pub(super) fn forget(&mut self) {
        self.test = 0;
        self.changed = false;
        self.data.clear();
    }
}

/// What deciding some pairs finds out.
#[derive(Default)]
struct Found {
    /// As in [`Ahead`].
    data: Vec<(PairKey, ResponseData)>,
    changes: Vec<u32>,
    counts: Counts,
}

impl Found {
    fn append(&mut self, other: Found) {
        self.data.extend_from_slice(&other.data);
        self.changes.extend_from_slice(&other.changes);
        self.counts.add(other.counts);
    }
}

impl<C: Copy> View<'_, C> {
    /// Decides the pair at a place, unless that is known.
    #[inline]
    fn decide(
        &self,
        no_data: bool,
        place: u32,
        PairMut { pair, verdict, memory }: PairMut<'_>,
        found: &mut Found,
    ) {
        let (at_rest, collided) = (self.is_at_rest(pair, *verdict), verdict.collides);
        if at_rest && (no_data || !collided) {
            return;
        }
        let response = self.response(pair, memory);
        let entry = PairMut { pair, verdict, memory };
        let data =
            response.and_then(|(_, kind)| self.ask(entry, kind.at_first(), &mut found.counts));
        // A pair without response may be known to collide: it gets one perhaps.
        verdict.collides = data.is_some() || (at_rest && response.is_none());
        if verdict.collides != collided {
            found.changes.push(place);
        }
        if let (Some((_, kind)), Some(data)) = (response, data)
            && kind.at_first() != ResponseKind::Simple
        {
            found.data.push((pair.key, data.unwrap_or_default()));
        }
    }
}

impl<C: Copy + Send + Sync> World<C> {
    /// Looks ahead for a test that begins, unless there are few pairs.
    #[inline]
    pub(super) fn look_ahead(&mut self, test: u64) {
        self.ahead.forget();
        self.ahead.calm = !std::mem::take(&mut self.ahead.disturbed);
        self.ahead.commit = self.commits.last;
        if self.pairs.len() > FEW_PAIRS {
            self.decide_all(test);
        }
        self.pairs.sort();
    }

    /// Decides all pairs for a test that begins: where several threads are worth it, or no response wants data, which
    /// are found in the same search as whether a pair collides. Where callbacks move things, much of that would be in vain: the next
    /// test of one thread decides pair by pair. Of pairs known to be at rest none is looked at, where no data is wanted.
    #[inline(never)]
    fn decide_all(&mut self, test: u64) {
        let mut threads = self.threads.clone();
        if self.pairs.len() < LEAST_PAIRS {
            threads = Threads::default();
        }
        let threads = &threads;
        let responses = self.responses.version();
        if self.ahead.no_data.0 != responses {
            self.ahead.no_data = (responses, self.responses.ask_for_no_data());
        }
        let no_data = self.ahead.no_data.1;
        if threads.count() == 1 && !(self.ahead.calm && no_data) {
            return;
        }
        let same_responses = self.ahead.responses == responses;
        let touched = (self.objects.slots_end() >= MANY_OBJECTS).then_some(TOUCHED);
        let (view, pairs, ahead, tested) = self.split();
        reserve_total(&mut ahead.changes, 2 * room_for_changes(pairs.room()));
        let mut found = Found {
            data: std::mem::take(&mut ahead.data),
            changes: std::mem::take(&mut ahead.changes),
            counts: Counts::default(),
        };
        let decide_part = |part: &mut PairsMut<'_>, found: &mut Found| {
            part.for_each(
                touched,
                |pair| view.touch(pair),
                |place, pair| view.decide(no_data, place, pair, found),
            );
        };
        let stale = pairs.stale_count().filter(|_| no_data && same_responses && view.is_caching());
        if let Some(count) = stale {
            for number in 0..count {
                if let Some((place, pair)) = pairs.stale_mut(number) {
                    view.decide(no_data, place, pair, &mut found);
                }
            }
        } else if threads.count() == 1 {
            let (sort, parts) = pairs.parts_mut(usize::MAX);
            sort();
            parts.for_each(|mut part| decide_part(&mut part, &mut found));
        } else {
            let (sort, parts) = pairs.parts_mut(PART);
            let decide = |mut part| {
                let mut found = Found::default();
                decide_part(&mut part, &mut found);
                found
            };
            let ((), parts) = threads.join(sort, || threads.map(parts, decide));
            parts.into_iter().for_each(|part| found.append(part));
        }
        let Found { mut data, mut changes, counts } = found;
        pairs.note_all_decided();
        pairs.sort();
        pairs.list_hits(&mut changes);
        sort_copied(&mut data, |(p, _), (q, _)| p < q);
        (ahead.data, ahead.changes) = (data, changes);
        ahead.test = test;
        ahead.responses = responses;
        tested.add(counts);
    }
}
