//! The sweep of one strip.

use wide::bytemuck::cast;
use wide::{f32x4, i32x4};

use super::deal::{Entry, Share, make_room};
use crate::broad::afresh::Found;
use crate::broad::image::side_by_side;
use crate::broad::phase::Proxy;
use crate::broad::room::reserve_total;
use crate::math::exclusive_prefix_sum;

/// A strip whose boxes share their bucket with more than this many on the average is sorted instead.
const CROWD: u32 = 8;

/// A box is compared with rounds of so many others.
pub(super) const ROUND: usize = 4;

/// What overlaps is told so many pairs at a time.
const MOST: usize = 256;

/// By the bits of a round: the places of those that are set, in order.
const PLACES: [[i32; ROUND]; 1 << ROUND] = places();

/// And how many there are.
const COUNTS: [u8; 1 << ROUND] = counts();

const fn places() -> [[i32; ROUND]; 1 << ROUND] {
    let mut all = [[0; ROUND]; 1 << ROUND];
    let mut bits = 0;
    while bits < 1 << ROUND {
        let (mut count, mut place) = (0, 0);
        while place < ROUND {
            if bits >> place & 1 != 0 {
                all[bits][count] = place as i32;
                count += 1;
            }
            place += 1;
        }
        bits += 1;
    }
    all
}

const fn counts() -> [u8; 1 << ROUND] {
    let mut all = [0; 1 << ROUND];
    let mut bits = 0;
    while bits < 1 << ROUND {
        all[bits] = (bits as u32).count_ones() as u8;
        bits += 1;
    }
    all
}

/// Pairs of a strip whose images overlap, before they are told. Whether two do is unforeseeable: they are written down without
/// a branch, and looked at later, one after the other, which waits for nothing.
pub(super) struct Met {
    /// Their places in the strip.
    firsts: [i32; MOST],
    seconds: [i32; MOST],
    pairs: [(Proxy, Proxy); MOST],
}

impl Default for Met {
    fn default() -> Met {
        Met { firsts: [0; MOST], seconds: [0; MOST], pairs: [(0, 0); MOST] }
    }
}

impl Met {
    /// Writes down the pairs of a box with those of a round whose bits are set, behind `count` others; returns how many there
    /// are now.
    #[inline(always)]
    fn add(&mut self, count: usize, first: i32x4, round: i32x4, bits: usize) -> usize {
        let bits = bits % (1 << ROUND);
        self.firsts[count..][..ROUND].copy_from_slice(&first.to_array());
        self.seconds[count..][..ROUND]
            .copy_from_slice(&(i32x4::from(PLACES[bits]) + round).to_array());
        count + usize::from(COUNTS[bits])
    }

    /// Tells so many pairs.
    #[inline(never)]
    fn tell(&mut self, count: usize, entries: &[Entry], found: &mut Found<'_>) {
        let Met { firsts, seconds, pairs } = self;
        let mut told = 0;
        for (first, second) in firsts[..count].iter().zip(&seconds[..count]) {
            let (a, b) = (&entries[*first as usize], &entries[*second as usize]);
            let (p, q) = (a.proxy(), b.proxy());
            pairs[told] = (p.min(q), p.max(q));
            // Two boxes may meet in several strips: the first of these reports them.
            told += usize::from(a.one_begins(b));
        }
        found(&pairs[..told]);
    }
}

/// Memory to bring the boxes of a strip together in.
#[derive(Default)]
pub(super) struct Sorter {
    /// In the order of the buckets. Behind them come some that overlap nothing, for the last rounds to run into.
    entries: Vec<Entry>,
    /// By bucket: how many there are; then where its next goes; at last where it ends.
    ends: Vec<u32>,
}

impl Sorter {
    /// Makes room for strips of so many boxes and so many buckets.
    #[inline(never)]
    pub(super) fn reserve(&mut self, boxes: usize, buckets: usize) {
        make_room(&mut self.entries, boxes + ROUND - 1);
        reserve_total(&mut self.ends, buckets);
    }

    /// How many boxes of a strip there is room for.
    pub(super) fn room(&self) -> usize {
        (self.entries.len() + 1).saturating_sub(ROUND)
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.ends.capacity() * size_of::<u32>()
    }

    /// Tells the pairs of a strip whose images overlap, the lesser proxy first. There must be room for it. Returns how many were
    /// compared.
    #[inline(never)]
    pub(super) fn sweep(
        &mut self,
        shares: &[Share],
        number: usize,
        buckets: usize,
        met: &mut Met,
        found: &mut Found<'_>,
    ) -> u64 {
        let shares = shares.iter().map(|share| share.strip(number));
        let count = self.count(shares.clone(), buckets);
        if self.is_crowded(count) {
            let mut rest = &mut self.entries[..];
            for entries in shares {
                let (place, others) = rest.split_at_mut(entries.len());
                place.copy_from_slice(entries);
                rest = others;
            }
            sort_by_start(&mut self.entries[..count]);
            sweep_sorted(&self.entries[..count], met, found)
        } else {
            self.deal_out(shares);
            self.entries[count..][..ROUND - 1]
                .fill(Entry { sides: [f32::NAN; 4], ..Entry::default() });
            self.sweep_buckets(count, met, found)
        }
    }

    /// Counts the boxes of each bucket. Returns how many there are.
    #[inline]
    fn count<'a>(&mut self, shares: impl Iterator<Item = &'a [Entry]>, buckets: usize) -> usize {
        self.ends.clear();
        self.ends.resize(buckets, 0);
        let mut count = 0;
        for entries in shares {
            count += entries.len();
            entries.iter().for_each(|entry| self.ends[entry.bucket as usize] += 1);
        }
        count
    }

    /// Whether the boxes, which have been counted, are too crowded for buckets.
    #[inline]
    fn is_crowded(&self, count: usize) -> bool {
        let squares: u64 =
            self.ends.iter().map(|count| u64::from(*count) * u64::from(*count)).sum();
        squares > u64::from(CROWD) * count as u64
    }

    /// Copies the boxes, which have been counted, in the order of the buckets.
    #[inline]
    fn deal_out<'a>(&mut self, shares: impl Iterator<Item = &'a [Entry]>) {
        exclusive_prefix_sum(&mut self.ends);
        for entries in shares {
            for entry in entries {
                let end = &mut self.ends[entry.bucket as usize];
                self.entries[*end as usize] = *entry;
                *end += 1;
            }
        }
    }

    /// Within a bucket the order is open: a box is compared with all that follow up to the end of the bucket where it ends
    /// itself. Looking further does no harm.
    #[inline]
    fn sweep_buckets(&self, count: usize, met: &mut Met, found: &mut Found<'_>) -> u64 {
        let (entries, ends) = (&self.entries[..count + ROUND - 1], &self.ends[..]);
        let (mut tests, mut count, mut first, mut behind) = (0, 0, i32x4::ZERO, 0);
        let mut rest = entries;
        while let Some((a, others)) = rest.split_first()
            && others.len() >= ROUND - 1
        {
            (rest, behind) = (others, behind + 1);
            let (bounds, followers) = (a.bounds(), ends[a.reach as usize] as usize - behind);
            tests += followers;
            let mut place = first + i32x4::ONE;
            for round in others.as_chunks().0.iter().take(followers.div_ceil(ROUND)) {
                if count > MOST - ROUND {
                    met.tell(std::mem::take(&mut count), entries, found);
                }
                count = met.add(count, first, place, within(round, bounds));
                place += i32x4::splat(ROUND as i32);
            }
            first += i32x4::ONE;
        }
        met.tell(count, entries, found);
        tests as u64
    }
}

/// Which of a round are within the bounds.
#[inline(always)]
fn within(round: &[Entry; ROUND], bounds: f32x4) -> usize {
    // All four bytes of a box are set where a word is.
    let words: i32x4 = cast(side_by_side(round.each_ref().map(|entry| entry.compare(bounds))));
    words.simd_eq(i32x4::splat(-1)).to_bitmask() as usize
}

/// Once in the library, not for each way to report.
#[inline(never)]
fn sort_by_start(entries: &mut [Entry]) {
    entries.sort_unstable_by(|a, b| {
        a.sweep_min.total_cmp(&b.sweep_min).then(a.proxy().cmp(&b.proxy()))
    });
}

/// Sweeps a strip that is sorted.
#[inline(never)]
fn sweep_sorted(entries: &[Entry], met: &mut Met, found: &mut Found<'_>) -> u64 {
    let (mut tests, mut count) = (0, 0);
    for (i, a) in entries.iter().enumerate() {
        let bounds = a.bounds();
        for (j, b) in entries.iter().enumerate().skip(i + 1) {
            if b.sweep_min > a.sweep_max {
                break;
            }
            tests += 1;
            if count > MOST - ROUND {
                met.tell(std::mem::take(&mut count), entries, found);
            }
            let places = [i, j].map(|place| i32x4::splat(place as i32));
            count = met.add(count, places[0], places[1], usize::from(b.is_within(bounds)));
        }
    }
    met.tell(count, entries, found);
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every bit of a round, set or not, by one side that is past its bound or by none.
    #[test]
    fn rounds_are_listed_as_box_by_box() {
        let bounds = [1.0, 2.0, 3.0, 4.0];
        for wrong in 0..5_usize.pow(4) {
            let sides = |place: usize| match wrong / 5_usize.pow(place as u32) % 5 {
                4 => bounds,
                side => std::array::from_fn(|k| bounds[k] + if k == side { 1e-3 } else { -1e30 }),
            };
            let round: [Entry; ROUND] =
                std::array::from_fn(|k| Entry { sides: sides(k), ..Entry::default() });
            let bits = within(&round, f32x4::from(bounds));
            let places: Vec<usize> =
                (0..ROUND).filter(|k| round[*k].is_within(f32x4::from(bounds))).collect();
            assert_eq!(bits, places.iter().fold(0, |bits, place| bits | 1 << place));
            let mut met = Met::default();
            let count = met.add(7, i32x4::splat(3), i32x4::splat(20), bits);
            assert_eq!(count, 7 + places.len());
            assert!(met.firsts[7..count].iter().all(|first| *first == 3));
            assert!(
                met.seconds[7..count]
                    .iter()
                    .zip(places)
                    .all(|(second, place)| *second as usize == 20 + place)
            );
        }
    }
}
