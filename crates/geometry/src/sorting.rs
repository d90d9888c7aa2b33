//! Sorting that is compiled once for all lists of a kind: the standard library's is compiled anew, to some 10 kB, for every kind
//! of comparison.

use std::cmp::Ordering;

/// Sorts the numbers of things by an order of the things that tells all of them apart.
///
/// A comparison costs a call: for lists that are sorted once in a while, not in each test.
pub fn sort_numbers(numbers: &mut [u32], order: &mut dyn FnMut(u32, u32) -> Ordering) {
    numbers.sort_unstable_by(|i, j| order(*i, *j));
}

/// The numbers below `count`, in an order of the things that they are of; those of equal ones ascend.
pub(crate) fn sorted_numbers(
    count: usize,
    order: &mut dyn FnMut(u32, u32) -> Ordering,
) -> Vec<u32> {
    let mut numbers = Vec::from_iter(0..count as u32);
    sort_numbers(&mut numbers, &mut |i, j| order(i, j).then(i.cmp(&j)));
    numbers
}

/// Puts the numbers of the `nth` first things before those of the others, by an order of the things that tells all of them apart.
pub(crate) fn select_numbers(
    numbers: &mut [u32],
    nth: usize,
    order: &mut dyn FnMut(u32, u32) -> Ordering,
) {
    numbers.select_nth_unstable_by(nth, |i, j| order(*i, *j));
}

/// Sorts pairs of numbers, by the first and then the second.
pub fn sort_pairs(pairs: &mut [[u32; 2]]) {
    pairs.sort_unstable_by_key(|[first, second]| u64::from(*first) << 32 | u64::from(*second));
}

/// Sorts numbered things by bounds, least first; those of the same bound by their numbers.
pub(crate) fn sort_by_bound(things: &mut [(f64, u32)]) {
    things.sort_unstable_by_key(|(bound, number)| whole(*bound, u64::from(*number)));
}

/// A whole number that is in the order of `f64::total_cmp`, and for equal values in that of another number: one comparison
/// without branches, whose sorting takes a third of the code.
pub fn whole(value: f64, number: u64) -> u128 {
    let bits = value.to_bits();
    let sign = 1 << 63;
    let ordered = if bits & sign == 0 { bits | sign } else { !bits };
    u128::from(ordered) << 64 | u128::from(number)
}

/// The axes, that of the largest value first; those of the same value in their order.
pub(crate) fn axes_by_value(values: &[f64; 3]) -> [usize; 3] {
    let mut axes = [0, 1, 2];
    axes.sort_unstable_by(|&i: &usize, &j| values[j].total_cmp(&values[i]).then(i.cmp(&j)));
    axes
}
