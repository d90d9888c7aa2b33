//! Sorting where the time of a comparison does not matter.

use std::cmp::Ordering;

/// Sorts the numbers of things by an order of the things that tells all of them apart.
///
/// The standard library's sorting is compiled anew, to some 10 kB, for every kind of comparison. This is compiled once, and a
/// comparison costs a call: for lists that are sorted once in a while, not in each test.
pub(crate) fn sort_numbers(numbers: &mut [u32], order: &mut dyn FnMut(u32, u32) -> Ordering) {
    numbers.sort_unstable_by(|i, j| order(*i, *j));
}
