//! The order of the pairs' callbacks, and the list of those that collide.

use super::pairs::{Pair, Verdict};
use crate::scene::room::reserve_total;
use solid_geometry::math::sort::sort_numbers;

/// So few are put in order anew.
const FEW: usize = 8;

/// Where more than one in so many pairs has ended, it takes less time to look at all than to search for these.
const MANY_ENDED: usize = 128;

/// Many are put into a list where they are more than one in so many.
const NEAR: usize = 64;

/// Where more than one in so many pairs has taken to colliding, or ceased to, those that do are listed anew.
const MANY_CHANGED: usize = 32;

/// The places of pairs in order of their keys. What is asked about pairs is answered from all of them, by place.
#[derive(Default)]
pub struct PairOrder {
    /// In order, but for the changes since.
    all: Vec<u32>,
    /// How many of them, from the front, are in order.
    sorted: usize,
    /// Pairs that have ended since; they keep their places until the others are in order.
    ended: Vec<u32>,
    /// Places to be used again.
    free: Vec<u32>,
    /// Those that collide; up to date while `hits_known`.
    hits: Vec<u32>,
    hits_known: bool,
    /// Memory for what is put in and taken out.
    spare: Vec<u32>,
    version: u64,
}

impl PairOrder {
    /// All of them, as of the last [`PairOrder::sort`].
    #[inline]
    pub fn all(&self) -> &[u32] {
        &self.all
    }

    /// Those that collide, as of the last [`PairOrder::list_hits`].
    #[inline]
    pub fn hits(&self) -> &[u32] {
        &self.hits
    }

    /// Makes room for so many places. No list ever holds more, and those of what has changed mostly a few of them.
    pub fn reserve(&mut self, total: usize) {
        let PairOrder { all, ended, free, hits, spare, .. } = self;
        [all, hits, free].into_iter().for_each(|list| reserve_total(list, total));
        [ended, spare].into_iter().for_each(|list| reserve_total(list, room_for_changes(total)));
    }

    /// Changes whenever the order does.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// A place that no pair has any more.
    pub fn free_place(&mut self) -> Option<u32> {
        self.free.pop()
    }

    /// Adds a pair.
    pub fn add(&mut self, place: u32) {
        self.all.push(place);
    }

    /// A pair has ended.
    pub fn end(&mut self, place: u32) {
        self.ended.push(place);
    }

    /// The order of none, which is the next version.
    pub fn emptied(&self) -> PairOrder {
        PairOrder { version: self.version + 1, ..PairOrder::default() }
    }

    /// Puts the pairs in order after changes: O(log n) for each, and a copy of 4 bytes a pair.
    #[inline]
    pub fn sort(&mut self, pairs: &[Pair]) {
        if self.sorted < self.all.len() || !self.ended.is_empty() {
            self.sort_changes(pairs);
        }
    }

    #[inline(never)]
    fn sort_changes(&mut self, pairs: &[Pair]) {
        self.version += 1;
        let PairOrder { all, sorted, ended, free, hits, hits_known, spare, .. } = self;
        let key = |place: &u32| pairs[*place as usize].key;
        let mut by_key = |i: u32, j: u32| key(&i).cmp(&key(&j));
        if *sorted == 0 || all.len() <= FEW {
            *hits_known = false;
            keep_living(all, pairs);
            sort_numbers(all, &mut by_key);
        } else {
            spare.extend_from_slice(&all[*sorted..]);
            all.truncate(*sorted);
            keep_living(spare, pairs);
            sort_numbers(spare, &mut by_key);
            if ended.len() > all.len() / MANY_ENDED {
                *hits_known = false;
                keep_living(all, pairs);
            } else {
                sort_numbers(ended, &mut by_key);
                take_out(all, ended, pairs);
                // Those that are not listed are no harm.
                take_out(hits, ended, pairs);
            }
            put_in(all, spare, pairs);
            spare.clear();
        }
        *sorted = all.len();
        free.append(ended);
    }

    /// Brings the list of those that collide up to date. `changed` are all for which that has changed since the list was, if
    /// it was. O(log n) for each, and a copy of 4 bytes a pair that collides; where they are many, a look at all.
    pub fn list_hits(&mut self, changed: &mut Vec<u32>, pairs: &[Pair], verdicts: &[Verdict]) {
        let PairOrder { all, hits, hits_known, .. } = self;
        let collides = |place: &u32| verdicts[*place as usize].collides;
        if !*hits_known || changed.len() > all.len() / MANY_CHANGED {
            // Which do is unforeseeable: no branch.
            hits.resize(all.len(), 0);
            let mut count = 0;
            for place in all.iter() {
                hits[count] = *place;
                count += collides(place) as usize;
            }
            hits.truncate(count);
        } else if !changed.is_empty() {
            let key = |place: u32| pairs[place as usize].key;
            sort_numbers(changed, &mut |i, j| key(i).cmp(&key(j)));
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
}

/// The room for the pairs that change in a commit, of so many places: for all of a few, for a third of many. Where all pairs
/// are replaced, which takes places for those of two commits, the lists are doubled, and that is enough then.
pub(super) fn room_for_changes(places: usize) -> usize {
    places.min((places / 3).max(160))
}

/// Takes out the pairs that have ended.
#[inline(never)]
fn keep_living(list: &mut Vec<u32>, pairs: &[Pair]) {
    let mut kept = 0;
    for i in 0..list.len() {
        list[kept] = list[i];
        kept += !pairs[list[i] as usize].has_ended() as usize;
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
