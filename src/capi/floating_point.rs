//! The floating-point environment: the library computes in the default one, whatever the program has set.
//!
//! Programs flush subnormal numbers to zero, often unknowingly (code that is linked with `-ffast-math` sets that as it starts),
//! round in other directions, or have exceptions trap. Then exact decisions would not be exact. So each dt function computes
//! with the processor's control register as it is in a new process, and gives the program's own back: callbacks run with that.

use register::{control, set_control};

/// The bits of the register that change results or trap, and what they are by default. The others are flags of exceptions.
#[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))]
const CONTROL: (u64, u64) = (0xffc0, 0x1f80);
#[cfg(target_arch = "aarch64")]
const CONTROL: (u64, u64) = (0x07ff_9f07, 0);
#[cfg(not(any(
    target_arch = "aarch64",
    target_arch = "x86_64",
    all(target_arch = "x86", target_feature = "sse2")
)))]
const CONTROL: (u64, u64) = (0, 0);

/// Gives the program's environment back, however work ends.
struct Restored(u64);

impl Drop for Restored {
    fn drop(&mut self) {
        set_control(self.0);
    }
}

/// Runs `work` in the default environment. `work` calls no function of the program.
#[inline]
pub fn with_default_environment<R>(work: impl FnOnce() -> R) -> R {
    let ((mask, default), own) = (CONTROL, control());
    let _restored = (own & mask != default).then(|| {
        set_control(default);
        Restored(own)
    });
    work()
}

#[cfg(all(
    any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")),
    not(miri)
))]
mod register {
    use std::arch::asm;

    #[inline]
    pub fn control() -> u64 {
        let mut value = 0_u32;
        // SAFETY: stores the register in a local variable.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut value, options(nostack, preserves_flags)) };
        value.into()
    }

    #[cold]
    pub fn set_control(value: u64) {
        let value = value as u32;
        // SAFETY: a value that the register has had, or its default. What is computed while it is not the default is the program's.
        unsafe {
            asm!("ldmxcsr [{}]", in(reg) &raw const value, options(nostack, preserves_flags))
        };
    }
}

#[cfg(all(target_arch = "aarch64", not(miri)))]
mod register {
    use std::arch::asm;

    #[inline]
    pub fn control() -> u64 {
        let value;
        // SAFETY: reads a register.
        unsafe { asm!("mrs {}, fpcr", out(reg) value, options(nostack, preserves_flags)) };
        value
    }

    #[cold]
    pub fn set_control(value: u64) {
        // SAFETY: a value that the register has had, or its default. What is computed while it is not the default is the program's.
        unsafe { asm!("msr fpcr, {}", in(reg) value, options(nostack, preserves_flags)) };
    }
}

/// Systems whose register is not known here; and Miri, which has none.
#[cfg(not(all(
    any(
        target_arch = "aarch64",
        target_arch = "x86_64",
        all(target_arch = "x86", target_feature = "sse2")
    ),
    not(miri)
)))]
mod register {
    pub fn control() -> u64 {
        super::CONTROL.1
    }

    pub fn set_control(_: u64) {}
}

#[cfg(all(test, any(target_arch = "aarch64", target_arch = "x86_64"), not(miri)))]
mod tests;
