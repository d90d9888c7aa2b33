//! A lock that costs nothing while the process has one thread.
//!
//! A dt call does some ten nanoseconds of work; taking and releasing an uncontended lock costs as much again. The C
//! library knows whether there is more than one thread, and says so in a byte.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use parking_lot::{Mutex, MutexGuard};

/// A value that one thread at a time works on.
#[derive(Default)]
pub struct Machine<T> {
    lock: Mutex<()>,
    entries: AtomicU64,
    value: UnsafeCell<T>,
}

// SAFETY: the value is only reached through `enter`, by one thread at a time.
unsafe impl<T: Send> Sync for Machine<T> {}

impl<T> Machine<T> {
    /// A machine with a value.
    pub fn new(value: T) -> Machine<T> {
        Machine { lock: Mutex::default(), entries: AtomicU64::new(0), value: UnsafeCell::new(value) }
    }

    /// The value, for as long as what is returned lives. Its holder must not start threads, nor come back here: it runs
    /// no foreign code.
    #[inline]
    pub fn enter(&self) -> Held<'_, T> {
        let lock = if is_single_threaded() { None } else { self.lock() };
        // One at a time: no exchange is needed.
        self.entries.store(self.entries.load(Relaxed).wrapping_add(1), Relaxed);
        Held { value: &self.value, lock }
    }

    #[inline(never)]
    fn lock(&self) -> Option<MutexGuard<'_, ()>> {
        Some(self.lock.lock())
    }

    /// Changes whenever anyone enters.
    #[inline]
    pub fn entries(&self) -> u64 {
        self.entries.load(Relaxed)
    }
}

/// The value of a [`Machine`].
pub struct Held<'a, T> {
    value: &'a UnsafeCell<T>,
    lock: Option<MutexGuard<'a, ()>>,
}

impl<T> Drop for Held<'_, T> {
    #[inline]
    fn drop(&mut self) {
        if let Some(lock) = self.lock.take() {
            release(lock);
        }
    }
}

/// Lets others in. Once in the library, not in each function of it.
#[inline(never)]
fn release(lock: MutexGuard<'_, ()>) {
    drop(lock);
}

impl<T> Held<'_, T> {
    /// The value.
    #[inline]
    pub fn get(&mut self) -> &mut T {
        // SAFETY: either the lock is held, and a thread that entered without it has left, since this thread was
        // started by one outside; or there is no other thread, and the holder starts none. It does not come back.
        unsafe { &mut *self.value.get() }
    }
}

/// Whether the C library says that the calling thread is the only one.
#[inline]
fn is_single_threaded() -> bool {
    #[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
    {
        use once_cell::race::OnceRef;
        static FLAG: OnceRef<u8> = OnceRef::new();
        static NEVER: u8 = 0;
        #[cold]
        #[inline(never)]
        fn look_up() -> &'static u8 {
            FLAG.get_or_init(|| {
                // SAFETY: the name is a C string; a lookup has no other requirement.
                let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"__libc_single_threaded".as_ptr()) };
                // SAFETY: where the C library (glibc 2.32 and later) has this object, it is a char that lives as
                // long as the process.
                unsafe { address.cast::<u8>().as_ref() }.unwrap_or(&NEVER)
            })
        }
        let flag = FLAG.get().unwrap_or_else(look_up);
        // SAFETY: a reference is valid for reads; volatile, since the C library changes the byte.
        unsafe { std::ptr::read_volatile(flag) != 0 }
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu", not(miri))))]
    {
        false
    }
}
