//! What the C library and the kernel know of the process's threads. Where they are others, nothing of it is relied on.

pub use told::{can_fence_all, fence_all, is_single_threaded, single_thread_flag, this_thread};

/// A flag that is never set.
pub static NEVER: u8 = 0;

/// Whether a flag is set.
#[inline(always)]
pub fn is_set(flag: &u8) -> bool {
    // SAFETY: a reference is valid for reads; volatile, since the C library changes the byte.
    unsafe { std::ptr::read_volatile(flag) != 0 }
}

#[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
mod told {
    use once_cell::race::{OnceBool, OnceRef};

    use super::{NEVER, is_set};

    /// The C library's flag.
    static FLAG: OnceRef<u8> = OnceRef::new();

    /// The C library's flag, set while the calling thread is the only one; one that is never set where there is none, or that
    /// has not been looked for yet.
    pub fn single_thread_flag() -> &'static u8 {
        FLAG.get().unwrap_or(&NEVER)
    }

    /// Whether the C library says that the calling thread is the only one.
    pub fn is_single_threaded() -> bool {
        #[cold]
        #[inline(never)]
        fn look_up() -> &'static u8 {
            // While there is one thread it costs nothing.
            can_fence_all();
            FLAG.get_or_init(|| {
                // SAFETY: the name is a C string; a lookup has no other requirement.
                let address =
                    unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"__libc_single_threaded".as_ptr()) };
                // SAFETY: where the C library (glibc 2.32 and later) has this object, it is a char that lives as
                // long as the process.
                unsafe { address.cast::<u8>().as_ref() }.unwrap_or(&NEVER)
            })
        }
        is_set(FLAG.get().unwrap_or_else(look_up))
    }

    /// A number that no other living thread has, nor 0.
    #[inline]
    pub fn this_thread() -> usize {
        // SAFETY: it has no requirement.
        unsafe { libc::pthread_self() as usize }
    }

    /// Whether [`fence_all`] will work. Asks the kernel when it is called first.
    pub fn can_fence_all() -> bool {
        static CAN: OnceBool = OnceBool::new();
        CAN.get_or_init(|| membarrier(libc::MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED))
    }

    /// A full memory barrier on every thread of the process that runs now.
    pub fn fence_all() {
        if !membarrier(libc::MEMBARRIER_CMD_PRIVATE_EXPEDITED) {
            // A sandbox may have forbidden it since. No processor keeps a store to itself for so long.
            // SAFETY: it has no requirement.
            unsafe { libc::usleep(2000) };
        }
    }

    fn membarrier(command: libc::c_int) -> bool {
        // SAFETY: the commands in use take no memory, and end.
        unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu", not(miri))))]
mod told {
    pub fn single_thread_flag() -> &'static u8 {
        &super::NEVER
    }

    pub fn is_single_threaded() -> bool {
        false
    }

    pub fn this_thread() -> usize {
        1
    }

    pub fn can_fence_all() -> bool {
        false
    }

    pub fn fence_all() {}
}
