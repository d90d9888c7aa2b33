//! What calls that run callbacks need until they return.
//!
//! A callback may be left by longjmp, which drops nothing on the stack below it, and may switch to another stack, to go on later,
//! on another thread, or never. None of this can be seen from here, nor told from stack addresses. So a call holds a number, by
//! which what it needs is kept until it returns, or until too much has been left by others.

use std::collections::HashSet;

#[cfg(test)]
mod tests;

/// What so many calls need is always kept: of the last to begin.
const ALWAYS_KEPT: usize = 64;

/// What older ones need is kept as long as it takes less memory than this, in bytes.
const MOST_KEPT: usize = 32 << 20;

/// What calls need that have not returned, in the order of their numbers.
pub struct Kept<T> {
    last: u64,
    /// What they need.
    pub calls: Vec<Call<T>>,
    /// How many there were when their memory was last limited, or fewer.
    limited: usize,
}

/// A call that has not returned.
pub struct Call<T> {
    /// Its number: later ones have greater numbers.
    pub number: u64,
    /// The address of its stack frame: a hint at which were left.
    pub frame: usize,
    /// What it needs.
    pub value: T,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Kept::new()
    }
}

impl<T> Kept<T> {
    /// Nothing.
    pub const fn new() -> Kept<T> {
        Kept { last: 0, calls: Vec::new(), limited: 0 }
    }

    /// Keeps what a call with its stack frame at `frame` needs, and returns its number; `None` if there is no memory. `size` is how
    /// much memory something takes.
    #[inline]
    pub fn keep(&mut self, frame: usize, value: T, size: impl Fn(&T) -> usize) -> Option<u64> {
        if self.calls.len() >= self.limited + ALWAYS_KEPT {
            self.limit(size);
        }
        self.calls.try_reserve(1).ok()?;
        self.last += 1;
        self.calls.push(Call { number: self.last, frame, value });
        Some(self.last)
    }

    /// Removes what old calls need where all takes too much memory.
    #[cold]
    fn limit(&mut self, size: impl Fn(&T) -> usize) {
        let size = |call: &Call<T>| size(&call.value);
        // Of which there may be none yet.
        let (old, new) = self.calls.split_at(self.calls.len().saturating_sub(ALWAYS_KEPT));
        let mut excess = old.iter().map(size).sum::<usize>().saturating_sub(MOST_KEPT);
        if excess > 0 {
            // Of calls at one place in a stack all but the last have been left, unless stacks are copied: these go first.
            let mut frames: HashSet<usize> = new.iter().map(|c| c.frame).collect();
            let is_replaced: Vec<bool> =
                old.iter().rev().map(|call| !frames.insert(call.frame)).collect();
            let mut is_replaced = is_replaced.into_iter().rev();
            self.calls.retain(|call| {
                let is_removed = is_replaced.next() == Some(true);
                excess = excess.saturating_sub(if is_removed { size(call) } else { 0 });
                !is_removed
            });
            // Then the oldest.
            let mut count = 0;
            while excess > 0 && count + ALWAYS_KEPT < self.calls.len() {
                excess = excess.saturating_sub(size(&self.calls[count]));
                count += 1;
            }
            self.calls.drain(..count);
        }
        self.limited = self.calls.len();
    }

    /// The place of a call in the list; `None` if what it needs was removed.
    #[inline]
    pub fn position(&self, number: u64) -> Option<usize> {
        match self.calls.last() {
            Some(last) if last.number == number => Some(self.calls.len() - 1),
            _ => self.calls.binary_search_by_key(&number, |call| call.number).ok(),
        }
    }

    /// A call returns: takes what it has needed.
    pub fn take(&mut self, number: u64) -> Option<T> {
        let place = self.position(number)?;
        self.limited = self.limited.min(self.calls.len() - 1);
        Some(self.calls.remove(place).value)
    }
}
