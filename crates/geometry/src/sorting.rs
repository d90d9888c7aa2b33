//! Sorting with little code: the standard library's, compiled for each list and order, takes some 5 to 15 kB each time. So numbers are
//! sorted by an order of what they number, by one function for all lists.

use std::cmp::Ordering;

use crate::memory;

/// Sorts numbers by an order that tells all of them apart.
pub(crate) fn sort_numbers(numbers: &mut [u32], order: &dyn Fn(u32, u32) -> Ordering) {
    numbers.sort_unstable_by(|i, j| order(*i, *j));
}

/// The numbers below `count`, sorted; those of equal things ascend.
pub fn sorted_numbers(count: usize, order: &dyn Fn(u32, u32) -> Ordering) -> Vec<u32> {
    let mut numbers = Vec::new();
    memory::reserve(&mut numbers, count);
    numbers.extend(0..count as u32);
    sort_numbers(&mut numbers, &|i, j| order(i, j).then(i.cmp(&j)));
    numbers
}

/// Sorts things; equal ones stay in their order.
pub fn sort_by<T>(things: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    let mut numbers =
        sorted_numbers(things.len(), &|i, j| order(&things[i as usize], &things[j as usize]));
    // Each place gets what belongs there, along the cycles of the permutation.
    for start in 0..things.len() {
        let mut place = start;
        loop {
            let from = std::mem::replace(&mut numbers[place], place as u32) as usize;
            if from == start {
                break;
            }
            things.swap(place, from);
            place = from;
        }
    }
}

/// Sorts numbers by their bounds, the least first.
pub(crate) fn sort_by_bound(bounds: &mut [(f64, u32)]) {
    bounds.sort_unstable_by(|(a, i), (b, j)| a.total_cmp(b).then(i.cmp(j)));
}

/// Sorts a few things; equal ones stay in their order.
#[inline]
pub(crate) fn sort_few<T: Copy>(things: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    for end in 1..things.len() {
        let mut place = end;
        while place > 0 && order(&things[place - 1], &things[place]).is_gt() {
            things.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// Puts the numbers of the `nth` first things before those of the others, by an order that tells all of them apart.
pub(crate) fn select_numbers(
    numbers: &mut [u32],
    nth: usize,
    order: &dyn Fn(u32, u32) -> Ordering,
) {
    numbers.select_nth_unstable_by(nth, |i, j| order(*i, *j));
}

#[cfg(test)]
mod tests {
    use super::{sort_by, sort_few};
    use solid_testing::Random;

    #[test]
    fn things_are_sorted_as_by_the_standard_library() {
        let mut random = Random::new(1);
        for count in [0, 1, 2, 3, 10, 100, 1000] {
            // Many are equal: those stay in their order, which their second numbers tell.
            let things: Vec<(usize, usize)> = (0..count).map(|i| (random.below(20), i)).collect();
            let mut expected = things.clone();
            expected.sort_by_key(|(key, _)| *key);
            let (mut all, mut few) = (things.clone(), things);
            sort_by(&mut all, |p, q| p.0.cmp(&q.0));
            assert_eq!(all, expected);
            sort_few(&mut few, |p, q| p.0.cmp(&q.0));
            assert_eq!(few, expected);
        }
    }
}
