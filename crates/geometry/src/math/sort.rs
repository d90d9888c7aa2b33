//! Sorting where the size of the compiled code counts more than the last bit of speed: the general sorts are some eight
//! kilobytes for each kind of element and each order. No order depends on that of the elements before, where none are equal.

use std::cmp::Ordering;

#[cfg(test)]
mod tests;

/// Sorts a few elements, those that are equal staying in their order; of many it would take long.
#[inline]
pub fn sort_few<T: Copy>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    insert_each(list, &mut |a, b| compare(&a, &b).is_lt());
}

/// Insertion: each element goes before those that it is less than.
#[inline(always)]
fn insert_each<T: Copy>(list: &mut [T], less: &mut impl FnMut(T, T) -> bool) {
    for end in 1..list.len() {
        let next = list[end];
        let mut at = end;
        while at > 0 && less(next, list[at - 1]) {
            list[at] = list[at - 1];
            at -= 1;
        }
        list[at] = next;
    }
}

/// Turns the counts of what is to lie in some places, one behind the other, into where each begins: for a counting sort. Returns
/// how many there are in all.
#[inline(never)]
pub fn begins_of(counts: &mut [u32]) -> u32 {
    let mut total = 0;
    for count in counts {
        total += std::mem::replace(count, total);
    }
    total
}

/// An order of elements that are known by their numbers; no two may be equal.
type Compare<'a> = &'a mut dyn FnMut(u32, u32) -> Ordering;

/// Sorts numbers by what they stand for.
#[inline(never)]
pub fn sort_numbers(numbers: &mut [u32], compare: Compare<'_>) {
    sort_copied(numbers, |i, j| compare(i, j).is_lt());
}

/// So many are sorted by insertion.
const FEW: usize = 16;

/// Sorts small elements, of which those that are equal are the same: less than a kilobyte for each use.
pub fn sort_copied<T: Copy>(list: &mut [T], mut less: impl FnMut(T, T) -> bool) {
    // A quicksort that halves badly this often is given up.
    let depth = 2 * (list.len() + 1).ilog2();
    quicksort(list, &mut less, depth);
}

/// Quicksort by the median of three, for many; heapsort where that fails ("introsort").
fn quicksort<T: Copy, F: FnMut(T, T) -> bool>(mut list: &mut [T], less: &mut F, mut depth: u32) {
    while list.len() > FEW {
        if depth == 0 {
            return heap_sort(list.len(), &mut Copied { list, less });
        }
        depth -= 1;
        let middle = partition(list, less);
        let (before, after) = list.split_at_mut(middle);
        let (fewer, more) =
            if before.len() < after.len() { (before, after) } else { (after, before) };
        quicksort(fewer, less, depth);
        list = more;
    }
    insert_each(list, less);
}

/// Brings what comes before the median of three places to the front (Hoare); returns how many these are, neither none nor
/// all.
fn partition<T: Copy>(list: &mut [T], less: &mut impl FnMut(T, T) -> bool) -> usize {
    let last = list.len() - 1;
    let [mut a, mut b, c] = [list[0], list[last / 2], list[last]];
    if less(b, a) {
        (a, b) = (b, a);
    }
    let pivot = match () {
        () if !less(c, b) => b,
        () if less(c, a) => a,
        () => c,
    };
    let (mut i, mut j) = (0, last);
    loop {
        while less(list[i], pivot) {
            i += 1;
        }
        while less(pivot, list[j]) {
            j -= 1;
        }
        if i >= j {
            return i.max(1);
        }
        list.swap(i, j);
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
    select_copied(numbers, nth, |i, j| compare(i, j).is_lt());
}

/// Puts what a sort would put at place `nth` there, and before it what comes before, in no order.
pub fn select_copied<T: Copy>(
    mut list: &mut [T],
    mut nth: usize,
    mut less: impl FnMut(T, T) -> bool,
) {
    for _ in 0..2 * (list.len() + 1).ilog2() {
        if list.len() <= FEW {
            break;
        }
        let middle = partition(list, &mut less);
        let (before, after) = list.split_at_mut(middle);
        (list, nth) = if nth < middle { (before, nth) } else { (after, nth - middle) };
    }
    // The few that are left; or more, where they were halved badly.
    sort_copied(list, less);
}

/// Sorts numbers.
#[inline(never)]
pub fn sort_plainly(numbers: &mut [u32]) {
    sort_copied(numbers, |i, j| i < j);
}

/// Sorts pairs by their first numbers, then by their second.
#[inline(never)]
pub fn sort_pairs<P: Copy + Into<[u32; 2]>>(pairs: &mut [P]) {
    let key = |pair: P| {
        let [i, j] = pair.into();
        u64::from(i) << 32 | u64::from(j)
    };
    sort_copied(pairs, |p, q| key(p) < key(q));
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

struct Copied<'l, T, F> {
    list: &'l mut [T],
    less: F,
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

impl<T: Copy, F: FnMut(T, T) -> bool> Swaps for Copied<'_, T, F> {
    fn less(&mut self, i: usize, j: usize) -> bool {
        (self.less)(self.list[i], self.list[j])
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.list.swap(i, j);
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
