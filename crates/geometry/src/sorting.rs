//! Sorting the numbers of things, by an order of the things. One function for all lists and orders: the standard library's, compiled
//! for each order, takes some 15 kB each time.

use std::cmp::Ordering;

/// Sorts numbers by an order that tells all of them apart.
pub(crate) fn sort_numbers(numbers: &mut [u32], order: &dyn Fn(u32, u32) -> Ordering) {
    numbers.sort_unstable_by(|i, j| order(*i, *j));
}

/// The numbers below `count`, sorted; those of equal things ascend.
pub(crate) fn sorted_numbers(count: usize, order: &dyn Fn(u32, u32) -> Ordering) -> Vec<u32> {
    let mut numbers = Vec::from_iter(0..count as u32);
    sort_numbers(&mut numbers, &|i, j| order(i, j).then(i.cmp(&j)));
    numbers
}

/// Puts the numbers of the `nth` first things before those of the others, by an order that tells all of them apart.
pub(crate) fn select_numbers(
    numbers: &mut [u32],
    nth: usize,
    order: &dyn Fn(u32, u32) -> Ordering,
) {
    numbers.select_nth_unstable_by(nth, |i, j| order(*i, *j));
}
