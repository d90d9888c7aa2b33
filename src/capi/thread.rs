//! Which thread a call is made on.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Weak};

/// The number of the last thread that has one.
static LAST: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The thread's number; zero as long as it has none.
    static NUMBER: Cell<u64> = const { Cell::new(0) };
    /// Dropped when the thread ends.
    static LIFE: Arc<()> = Arc::new(());
}

/// The calling thread's number. No other thread has, had or will have it.
#[inline]
pub(super) fn thread_number() -> u64 {
    NUMBER.with(|number| {
        if number.get() == 0 {
            number.set(LAST.fetch_add(1, Relaxed) + 1);
        }
        number.get()
    })
}

/// A thread, which may end meanwhile.
pub(super) struct Thread {
    pub number: u64,
    life: Weak<()>,
}

impl Thread {
    /// The calling one.
    pub fn current() -> Thread {
        // A thread that is ending counts as ended.
        Thread { number: thread_number(), life: LIFE.try_with(Arc::downgrade).unwrap_or_default() }
    }

    /// Whether it has ended.
    pub fn has_ended(&self) -> bool {
        self.life.strong_count() == 0
    }
}

/// Whether an address is in the stack that the system has given to the calling thread, rather than in one of the program's own.
/// `true` where the system does not tell.
pub(super) fn is_on_thread_stack(address: usize) -> bool {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        let mut attributes = std::mem::MaybeUninit::<libc::pthread_attr_t>::uninit();
        let (mut start, mut size) = (std::ptr::null_mut(), 0);
        // SAFETY: the attributes are written before they are read, and destroyed once.
        let is_known = unsafe {
            libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) == 0 && {
                let got = libc::pthread_attr_getstack(attributes.as_ptr(), &mut start, &mut size);
                libc::pthread_attr_destroy(attributes.as_mut_ptr());
                got == 0
            }
        };
        if is_known {
            return (start.addr()..start.addr() + size).contains(&address);
        }
    }
    let _ = address;
    true
}
