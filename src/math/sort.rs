//! Sorting where the size of the compiled code counts more than the last bit of speed: the general sorts are some eight
//! kilobytes for each kind of element and each order.

use std::cmp::Ordering;

#[cfg(test)]
#[path = "sort_tests.rs"]
mod tests;

/// Sorts a few elements, those that are equal staying in their order; of many it would take long.
#[inline]
pub fn sort_few<T: Copy>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for end in 1..list.len() {
        let next = list[end];
        let mut at = end;
        while at > 0 && compare(&next, &list[at - 1]).is_lt() {
            list[at] = list[at - 1];
            at -= 1;
        }
        list[at] = next;
    }
}

/// An order of elements that are known by their numbers; no two may be equal.
type Compare<'a> = &'a mut dyn FnMut(u32, u32) -> Ordering;

/// Sorts numbers by what they stand for.
pub fn sort_numbers(numbers: &mut [u32], compare: Compare<'_>) {
    // A quicksort that halves badly this often is given up.
    let depth = 2 * (numbers.len() + 1).ilog2();
    quicksort(numbers, compare, depth);
}

/// So many are sorted by insertion.
const FEW: usize = 16;

/// Quicksort by the median of three, for many; heapsort where that fails ("introsort").
fn quicksort(mut numbers: &mut [u32], compare: Compare<'_>, mut depth: u32) {
    while numbers.len() > FEW {
        if depth == 0 {
            return heap_sort(numbers.len(), &mut Numbers { numbers, compare });
        }
        depth -= 1;
        let middle = partition(numbers, compare);
        let (before, after) = numbers.split_at_mut(middle);
        let (fewer, more) = if before.len() < after.len() { (before, after) } else { (after, before) };
        quicksort(fewer, compare, depth);
        numbers = more;
    }
    for end in 1..numbers.len() {
        let next = numbers[end];
        let mut at = end;
        while at > 0 && compare(next, numbers[at - 1]).is_lt() {
            numbers[at] = numbers[at - 1];
            at -= 1;
        }
        numbers[at] = next;
    }
}

/// Brings what comes before the median of three places to the front (Hoare); returns how many these are, neither none nor
/// all.
fn partition(numbers: &mut [u32], compare: Compare<'_>) -> usize {
    let last = numbers.len() - 1;
    let [mut a, mut b, c] = [numbers[0], numbers[last / 2], numbers[last]];
    if compare(b, a).is_lt() {
        (a, b) = (b, a);
    }
    let pivot = match () {
        () if !compare(c, b).is_lt() => b,
        () if compare(c, a).is_lt() => a,
        () => c,
    };
    let (mut i, mut j) = (0, last);
    loop {
        while compare(numbers[i], pivot).is_lt() {
            i += 1;
        }
        while compare(pivot, numbers[j]).is_lt() {
            j -= 1;
        }
        if i >= j {
            return i.max(1);
        }
        numbers.swap(i, j);
        i += 1;
        j -= 1;
    }
}

/// The numbers below `count`, sorted by what they stand for.
pub fn sorted_numbers(count: usize, compare: Compare<'_>) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..count as u32).collect();
    sort_numbers(&mut numbers, compare);
    numbers
}

/// Puts the number of place `nth` there, and before it those that come before, in no order.
#[inline(never)]
pub fn select_number(numbers: &mut [u32], nth: usize, compare: Compare<'_>) {
    numbers.select_nth_unstable_by(nth, |i, j| compare(*i, *j));
}

/// Sorts pairs by their first numbers, then by their second.
#[inline(never)]
pub fn sort_pairs(pairs: &mut [(u32, u32)]) {
    pairs.sort_unstable_by_key(|&(i, j)| u64::from(i) << 32 | u64::from(j));
}

/// Sorts by an order in which no two elements are equal, without memory of its own: O(n log n) comparisons through
/// pointers, which takes a few times as long as the general sorts do, and a hundred bytes for each use.
pub fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    heap_sort(list.len(), &mut InPlace { list, compare });
}

/// Elements that can be compared and swapped, by their places.
trait Swaps {
    fn less(&mut self, i: usize, j: usize) -> bool;
    fn swap(&mut self, i: usize, j: usize);
}

struct Numbers<'l, 'c> {
    numbers: &'l mut [u32],
    compare: Compare<'c>,
}

struct InPlace<'l, T, F> {
    list: &'l mut [T],
    compare: F,
}

impl<T, F: Fn(&T, &T) -> Ordering> Swaps for InPlace<'_, T, F> {
    fn less(&mut self, i: usize, j: usize) -> bool {
        (self.compare)(&self.list[i], &self.list[j]).is_lt()
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.list.swap(i, j);
    }
}

impl Swaps for Numbers<'_, '_> {
    fn less(&mut self, i: usize, j: usize) -> bool {
        (self.compare)(self.numbers[i], self.numbers[j]).is_lt()
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.numbers.swap(i, j);
    }
}

/// Heapsort: the greatest of a heap goes to its end, again and again.
#[inline(never)]
fn heap_sort(len: usize, list: &mut dyn Swaps) {
    // First the heap is made from its last inner place on; then it shrinks.
    for step in (0..len + len / 2).rev() {
        let (mut root, end) = if step >= len { (step - len, len) } else { (0, step) };
        if step < len {
            list.swap(0, step);
        }
        loop {
            let mut child = 2 * root + 1;
            if child >= end {
                break;
            }
            if child + 1 < end && list.less(child, child + 1) {
                child += 1;
            }
            if !list.less(root, child) {
                break;
            }
            list.swap(root, child);
            root = child;
        }
    }
}
