//! Which thread a call is made on.

use std::sync::{Arc, Weak};

thread_local! {
    static MARK: Arc<()> = Arc::new(());
}

/// The address of the calling thread's mark; zero while the thread is ending.
#[inline]
pub(super) fn thread() -> usize {
    MARK.try_with(|mark| Arc::as_ptr(mark).addr()).unwrap_or(0)
}

/// The calling thread's mark; a dead one while the thread is ending. As long as a reference to a mark exists, no other has its
/// address.
pub(super) fn mark() -> Weak<()> {
    MARK.try_with(Arc::downgrade).unwrap_or_default()
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
