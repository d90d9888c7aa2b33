//! Fallible allocation for lists whose length the input decides: failure unwinds with [`OutOfMemory`], where an allocation of the
//! standard library would abort the process.
//!
//! - A list that grows step by step, as that of pairs, grows by [`push`] and [`reserve`].
//! - Work that needs many lists, as the building of a mesh, begins by [`ensure`] for all of them together: what it would change
//!   is unchanged then.

#[cfg(test)]
mod tests;

use std::collections::{BinaryHeap, HashSet};
use std::hash::{BuildHasher, Hash};
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// What a panic carries where memory was not to be had. It prints no message.
///
/// ```
/// use solid_geometry::memory::{OutOfMemory, reserve};
///
/// let mut list: Vec<u64> = vec![1];
/// let result = std::panic::catch_unwind(move || reserve(&mut list, usize::MAX / 16));
/// assert!(result.expect_err("so much there is not").is::<OutOfMemory>());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// Ends the work by unwinding with [`OutOfMemory`].
#[cold]
pub fn run_out() -> ! {
    resume_unwind(Box::new(OutOfMemory))
}

/// Makes room for so many more elements, and for a growing list for some of those that will follow. Where that much memory is not
/// to be had, the list is as it was, and the work ends.
pub fn reserve<T>(list: &mut Vec<T>, more: usize) {
    if list.try_reserve(more).is_err() {
        run_out();
    }
}

/// As [`reserve`], for a list that does not grow beyond that.
pub fn reserve_exact<T>(list: &mut Vec<T>, more: usize) {
    if list.try_reserve_exact(more).is_err() {
        run_out();
    }
}

/// Adds an element to a list that the input makes as long as it likes.
#[inline]
pub fn push<T>(list: &mut Vec<T>, element: T) {
    if list.len() == list.capacity() {
        grow(list);
    }
    list.push(element);
}

/// Adds an element to a set that the input makes as large as it likes.
pub fn insert<T: Eq + Hash, S: BuildHasher>(set: &mut HashSet<T, S>, element: T) {
    if set.len() == set.capacity() && set.try_reserve(1).is_err() {
        run_out();
    }
    set.insert(element);
}

/// Adds elements to a heap that the input makes as large as it likes.
pub fn extend_heap<T: Ord>(heap: &mut BinaryHeap<T>, elements: impl IntoIterator<Item = T>) {
    for element in elements {
        if heap.len() == heap.capacity() && heap.try_reserve(1).is_err() {
            run_out();
        }
        heap.push(element);
    }
}

/// Runs `work`, and then `restore` on what is left, also if the work unwinds.
pub fn restoring<S, R>(mut state: S, work: impl FnOnce(&mut S) -> R, restore: impl FnOnce(S)) -> R {
    let result = catch_unwind(AssertUnwindSafe(|| work(&mut state)));
    restore(state);
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

/// Outlined: few pushes grow the list.
#[cold]
fn grow<T>(list: &mut Vec<T>) {
    reserve(list, 1);
}

/// Goes on only if so many bytes are to be had now, by allocating and freeing them. Costs a microsecond at most: large blocks come
/// from the system, which hands out their pages when they are first used.
///
/// Another thread may take them in between. What the work then lacks aborts the process, as it always did.
pub fn ensure(bytes: usize) {
    if !are_available(bytes) {
        run_out();
    }
}

/// Whether so many bytes are to be had now: see [`ensure`]. For work that can do without.
pub(crate) fn are_available(bytes: usize) -> bool {
    let mut probe: Vec<u8> = Vec::new();
    let is_there = probe.try_reserve_exact(bytes).is_ok();
    black_box(&probe); // else the compiler leaves the allocation out
    is_there
}
