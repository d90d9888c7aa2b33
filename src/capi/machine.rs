//! A lock that costs next to nothing for a thread that has it to itself.
//!
//! A dt call does some ten nanoseconds of work; taking and releasing an uncontended lock costs as much again. Where the
//! process has one thread, as the C library tells, there is no lock at all. Where it has more, the machine belongs to the
//! thread that has used it so far: that thread says when it is inside, by a plain store, and any other that wants to come in
//! ends this first. The store and the look whether it still is the owner need no fence between them, as long as who ends it
//! has the kernel put one on all threads ("biased locking", with an asymmetric fence).

use Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering, compiler_fence};
use std::thread::yield_now;

use parking_lot::{Mutex, MutexGuard};

use super::process::{can_fence_all, fence_all, is_single_threaded, this_thread};

#[cfg(test)]
mod tests;

/// A thread becomes the owner again after so many entries without another's, where it has to be ended; twice as many each
/// time.
const PATIENCE: u32 = 1000;

/// A value that one thread at a time works on. It comes first: one address serves for both, and each call has a register more.
#[derive(Default)]
#[repr(C)]
pub struct Machine<T> {
    value: UnsafeCell<T>,
    lock: Mutex<Turns>,
    /// The thread that comes in without the lock; 0 is none. Changed with the lock.
    owner: AtomicUsize,
    /// Whether the owner is inside, without the lock.
    inside: AtomicBool,
    entries: AtomicU64,
}

/// Who has come in by the lock.
#[derive(Default)]
pub struct Turns {
    last: usize,
    /// Times in a row that it was the last.
    run: u32,
    /// After so many a thread becomes the owner.
    patience: u32,
}

// SAFETY: the value is only reached through `enter`, by one thread at a time.
unsafe impl<T: Send> Sync for Machine<T> {}

impl<T> Machine<T> {
    /// A machine with a value.
    pub fn new(value: T) -> Machine<T> {
        Machine {
            lock: Mutex::default(),
            owner: AtomicUsize::new(0),
            inside: AtomicBool::new(false),
            entries: AtomicU64::new(0),
            value: UnsafeCell::new(value),
        }
    }

    /// The value, for as long as what is returned lives. Its holder must not start threads, nor come back here: it runs
    /// no foreign code.
    #[inline]
    pub fn enter(&self) -> Held<'_, T> {
        let lock = if is_single_threaded() { None } else { self.enter_among_threads() };
        self.count_entry();
        Held { machine: self, lock, alone: false }
    }

    /// The same where it is known already that there is no other thread.
    ///
    /// # Safety
    ///
    /// There is none.
    #[inline(always)]
    pub unsafe fn enter_alone(&self) -> Held<'_, T> {
        self.count_entry();
        Held { machine: self, lock: None, alone: true }
    }

    #[inline]
    fn count_entry(&self) {
        // One at a time: no exchange is needed.
        self.entries.store(self.entries.load(Relaxed).wrapping_add(1), Relaxed);
    }

    #[inline(never)]
    fn enter_among_threads(&self) -> Option<MutexGuard<'_, Turns>> {
        let me = this_thread();
        if self.owner.load(Relaxed) == me {
            self.inside.store(true, Relaxed);
            // Here the fence of who ends it counts; it is enough that the compiler keeps the order.
            compiler_fence(SeqCst);
            if self.owner.load(Relaxed) == me {
                return None;
            }
            self.inside.store(false, Release);
        }
        Some(self.lock(me))
    }

    #[cold]
    #[inline(never)]
    fn lock(&self, me: usize) -> MutexGuard<'_, Turns> {
        let mut turns = self.lock.lock();
        if self.owner.load(Relaxed) != 0 {
            self.end_ownership();
            turns.patience = turns.patience.saturating_mul(2).max(PATIENCE);
        }
        turns.run = if turns.last == me { turns.run.saturating_add(1) } else { 0 };
        turns.last = me;
        if turns.run >= turns.patience && can_fence_all() {
            self.owner.store(me, Relaxed);
            turns.run = 0;
        }
        turns
    }

    /// Waits until the owner, if it is inside, has left, and sees that it is the owner no more.
    fn end_ownership(&self) {
        self.owner.store(0, Relaxed);
        // From here on a thread that has just said that it is inside is seen to be; any other sees that it does not own.
        fence_all();
        while self.inside.load(Acquire) {
            yield_now();
        }
    }

    /// Changes whenever anyone enters.
    #[inline]
    pub fn entries(&self) -> u64 {
        self.entries.load(Relaxed)
    }
}

/// The value of a [`Machine`].
pub struct Held<'a, T> {
    machine: &'a Machine<T>,
    /// `None`: the thread is the only one, or the owner.
    lock: Option<MutexGuard<'a, Turns>>,
    /// It has not said that it is inside: there was nobody to be told.
    alone: bool,
}

impl<T> Drop for Held<'_, T> {
    #[inline]
    fn drop(&mut self) {
        match self.lock.take() {
            Some(lock) => release(lock),
            None if self.alone => {}
            None => self.machine.inside.store(false, Release),
        }
    }
}

/// Lets others in. Once in the library, not in each function of it.
#[inline(never)]
fn release(lock: MutexGuard<'_, Turns>) {
    drop(lock);
}

impl<T> Held<'_, T> {
    /// The value.
    #[inline]
    pub fn get(&mut self) -> &mut T {
        // SAFETY: either the lock is held, and a thread that entered without it has left, since this thread was
        // started by one outside, or has ended its ownership; or this thread is the owner, and who ends that waits
        // until it has left; or there is no other thread, and the holder starts none. It does not come back.
        unsafe { &mut *self.machine.value.get() }
    }
}
