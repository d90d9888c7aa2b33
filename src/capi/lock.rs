//! The lock of a context. In a process with one thread it costs next to nothing.

use parking_lot::{Mutex, MutexGuard};

#[cfg(test)]
mod tests;

/// A value that one thread at a time works on.
#[derive(Default)]
pub struct Lock<T>(Mutex<T>);

/// The value of a [`Lock`].
pub enum Guard<'a, T> {
    /// There is no other thread.
    Alone(&'a mut T),
    /// The lock is held.
    Locked(MutexGuard<'a, T>),
}

impl<T> Lock<T> {
    /// A lock with a value.
    pub fn new(value: T) -> Lock<T> {
        Lock(Mutex::new(value))
    }

    /// The value, for as long as what is returned lives. Its holder must not come back here: it runs no foreign code.
    #[inline]
    pub fn lock(&self) -> Guard<'_, T> {
        if is_single_threaded() {
            // SAFETY: no other thread holds the value, nor does this one, which does not come back while it does. Threads that
            // are started meanwhile are the library's own, and do not come here.
            return Guard::Alone(unsafe { &mut *self.0.data_ptr() });
        }
        Guard::Locked(self.0.lock())
    }
}

impl<T> Lock<T> {
    /// The value, unless another thread holds it.
    pub fn try_lock(&self) -> Option<Guard<'_, T>> {
        self.0.try_lock().map(Guard::Locked)
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

/// Whether the calling thread is known to be the only one of the process. `false` if the C library does not report this.
#[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
#[inline]
fn is_single_threaded() -> bool {
    use std::sync::LazyLock;
    static FLAG: LazyLock<Option<&u8>> = LazyLock::new(|| {
        // SAFETY: the name is a C string; a lookup has no other requirement.
        let address =
            unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"__libc_single_threaded".as_ptr()) };
        // SAFETY: where the C library (glibc 2.32 and later) has this object, it is a char that lives as long as the
        // process.
        unsafe { address.cast::<u8>().as_ref() }
    });
    // SAFETY: a reference is valid for reads; volatile, since the C library changes the byte.
    FLAG.is_some_and(|flag| unsafe { std::ptr::read_volatile(flag) != 0 })
}

#[cfg(not(all(target_os = "linux", target_env = "gnu", not(miri))))]
fn is_single_threaded() -> bool {
    false
}
