//! Sorting that is compiled once for all lists of a kind: the standard library's is compiled anew, to some 10 kB, for every kind
//! of comparison.

use std::cmp::Ordering;

/// Sorts the numbers of things by an order of the things that tells all of them apart.
///
/// A comparison costs a call: for lists that are sorted once in a while, not in each test.
pub fn sort_numbers(numbers: &mut [u32], order: &mut dyn FnMut(u32, u32) -> Ordering) {
    numbers.sort_unstable_by(|i, j| order(*i, *j));
}

/// Sorts pairs of numbers, by the first and then the second.
pub fn sort_pairs(pairs: &mut [[u32; 2]]) {
    pairs.sort_unstable_by_key(|[first, second]| u64::from(*first) << 32 | u64::from(*second));
}
