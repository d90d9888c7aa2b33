//! The lock of a context: for one thread that changes it, or for any number that ask. In a process with one thread it costs next to
//! nothing.

use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};

#[cfg(test)]
mod tests;

/// A value that one thread at a time changes, and several may read. Aligned to cache lines: contexts of different threads share none, and times do not depend
/// on where the linker puts the global context (two boxes took up to 3 % longer).
#[derive(Default)]
#[repr(align(64))]
pub struct Lock<T>(RwLock<T>);

/// The value of a [`Lock`].
pub enum Guard<'a, T> {
    /// There is no other thread.
    Alone(&'a mut T),
    /// The lock is held.
    Locked(RwLockWriteGuard<'a, T>),
}

/// The value of a [`Lock`], to be read.
pub enum ReadGuard<'a, T> {
    /// There is no other thread.
    Alone(&'a T),
    /// The lock is held, perhaps by other readers as well.
    Locked(RwLockReadGuard<'a, T>),
}

impl<T> Lock<T> {
    /// A lock with a value.
    pub fn new(value: T) -> Lock<T> {
        Lock(RwLock::new(value))
    }

    /// The value, for as long as what is returned lives. Its holder must not come back here: it runs no foreign code.
    #[inline]
    pub fn lock(&self) -> Guard<'_, T> {
        if is_single_threaded() {
            // SAFETY: no other thread holds the value, nor does this one, which does not come back while it does. Threads that are
            // started meanwhile are the library's own, and do not come here: no function of the program's runs that could start others.
            return Guard::Alone(unsafe { &mut *self.0.data_ptr() });
        }
        Guard::Locked(self.0.write())
    }

    /// The value, to be read, for as long as what is returned lives. Its holder must not come back here: it runs no foreign code.
    #[inline]
    pub fn read(&self) -> ReadGuard<'_, T> {
        if is_single_threaded() {
            // SAFETY: as in `lock`.
            return ReadGuard::Alone(unsafe { &*self.0.data_ptr() });
        }
        ReadGuard::Locked(self.0.read())
    }
}

impl<T> Lock<T> {
    /// The value, unless another thread holds it.
    pub fn try_lock(&self) -> Option<Guard<'_, T>> {
        self.0.try_write().map(Guard::Locked)
    }
}

impl<T> ReadGuard<'_, T> {
    /// The value.
    #[inline]
    pub fn get(&self) -> &T {
        match self {
            ReadGuard::Alone(value) => value,
            ReadGuard::Locked(guard) => guard,
        }
    }
}

impl<'a, T> Guard<'a, T> {
    /// The value, to be read from now on; nobody changes it in between.
    pub fn downgrade(self) -> ReadGuard<'a, T> {
        match self {
            Guard::Alone(value) => ReadGuard::Alone(value),
            Guard::Locked(guard) => ReadGuard::Locked(RwLockWriteGuard::downgrade(guard)),
        }
    }
}

impl<T> Guard<'_, T> {
    /// The value.
    #[inline]
    pub fn get(&mut self) -> &mut T {
        match self {
            Guard::Alone(value) => value,
            Guard::Locked(guard) => guard,
        }
    }
}

/// Whether the calling thread is known to be the only one of the process, and remains so while the library works.
#[inline]
fn is_single_threaded() -> bool {
    if super::support::exist() {
        return false;
    }
    // SAFETY: the byte lives as long as the process; volatile, since the C library changes it.
    unsafe { std::ptr::read_volatile(FLAG.load(Relaxed)) != 0 }
}

/// Points to the C library's byte that is not zero while the process has one thread, once that has been looked up; else to
/// a zero. A plain pointer, since every dt function reads it.
static FLAG: AtomicPtr<u8> = AtomicPtr::new((&raw const NOT_KNOWN).cast_mut());
static NOT_KNOWN: u8 = 0;

/// Looks up the C library's byte, if it has one: glibc 2.32 and later.
pub fn find_thread_flag() {
    #[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
    {
        // SAFETY: the name is a C string; a lookup has no other requirement.
        let byte = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"__libc_single_threaded".as_ptr()) };
        if !byte.is_null() {
            FLAG.store(byte.cast(), Relaxed);
        }
    }
}
