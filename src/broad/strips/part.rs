//! The sweep of one strip.

use wide::bytemuck::cast;
use wide::{f32x4, i32x4};

use super::deal::Entry;
use crate::broad::afresh::Found;
use crate::broad::image::side_by_side;
use crate::broad::phase::Proxy;
use crate::math::sort::sort_copied;

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
        self.seconds[count..][..ROUND].copy_from_slice(&(i32x4::from(PLACES[bits]) + round).to_array());
        count + usize::from(COUNTS[bits])
    }

    /// Tells so many pairs.
    #[inline(never)]
    fn tell(&mut self, count: usize, entries: &[Entry], strip: u16, found: &mut Found<'_>) {
        let Met { firsts, seconds, pairs } = self;
        let mut told = 0;
        for (first, second) in firsts[..count].iter().zip(&seconds[..count]) {
            let (a, b) = (&entries[*first as usize], &entries[*second as usize]);
            pairs[told] = (a.proxy.min(b.proxy), a.proxy.max(b.proxy));
            // Two boxes may meet in several strips: the first of these reports them.
            told += usize::from(a.first_strip.max(b.first_strip) == strip);
        }
        found(&pairs[..told]);
    }
}

/// A strip.
pub(super) struct Part<'a> {
    pub(super) number: usize,
    /// Its boxes, and what pads it.
    pub(super) entries: &'a mut [Entry],
    /// The ends of its buckets, counted from where the strip counts as `first`.
    pub(super) ends: &'a [u32],
    pub(super) first: usize,
}

impl Part<'_> {
    /// Whether its boxes are too crowded for buckets.
    fn is_crowded(&self) -> bool {
        let (mut begin, mut squares) = (self.first as u32, 0);
        for end in self.ends {
            let count = u64::from(end - std::mem::replace(&mut begin, *end));
            squares += count * count;
        }
        squares > u64::from(CROWD) * (u64::from(begin) - self.first as u64)
    }

    /// Tells the pairs whose images overlap, the lesser proxy first. Returns how many were compared.
    #[inline(never)]
    pub(super) fn sweep(self, met: &mut Met, found: &mut Found<'_>) -> u64 {
        let (end, number) = (self.entries.len() + 1 - ROUND, self.number as u16);
        if self.is_crowded() {
            sort_by_start(&mut self.entries[..end]);
            sweep_sorted(&self.entries[..end], number, met, found)
        } else {
            self.entries[end..].fill(Entry { sides: [f32::NAN; 4], ..Entry::default() });
            self.sweep_buckets(number, met, found)
        }
    }

    /// Within a bucket the order is open: a box is compared with all that follow up to the end of the bucket where it ends
    /// itself. Looking further does no harm.
    #[inline]
    fn sweep_buckets(self, number: u16, met: &mut Met, found: &mut Found<'_>) -> u64 {
        let Part { entries, ends, first: mut behind, .. } = self;
        let (mut tests, mut count, mut first) = (0, 0, i32x4::ZERO);
        let mut rest = &*entries;
        while let Some((a, others)) = rest.split_first()
            && others.len() >= ROUND - 1
        {
            (rest, behind) = (others, behind + 1);
            let (bounds, followers) = (a.bounds(), ends[a.reach as usize] as usize - behind);
            tests += followers;
            let mut place = first + i32x4::ONE;
            for round in others.as_chunks().0.iter().take(followers.div_ceil(ROUND)) {
                if count > MOST - ROUND {
                    met.tell(std::mem::take(&mut count), entries, number, found);
                }
                count = met.add(count, first, place, within(round, bounds));
                place += i32x4::splat(ROUND as i32);
            }
            first += i32x4::ONE;
        }
        met.tell(count, entries, number, found);
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
    sort_copied(entries, |a, b| a.sweep_min.total_cmp(&b.sweep_min).then(a.proxy.cmp(&b.proxy)).is_lt());
}

/// Sweeps a strip that is sorted.
#[inline(never)]
fn sweep_sorted(entries: &[Entry], number: u16, met: &mut Met, found: &mut Found<'_>) -> u64 {
    let (mut tests, mut count) = (0, 0);
    for (i, a) in entries.iter().enumerate() {
        let bounds = a.bounds();
        for (j, b) in entries.iter().enumerate().skip(i + 1) {
            if b.sweep_min > a.sweep_max {
                break;
            }
            tests += 1;
            if count > MOST - ROUND {
                met.tell(std::mem::take(&mut count), entries, number, found);
            }
            let places = [i, j].map(|place| i32x4::splat(place as i32));
            count = met.add(count, places[0], places[1], usize::from(b.is_within(bounds)));
        }
    }
    met.tell(count, entries, number, found);
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
