//! Stacks of 32-bit programs.
//!
//! The ABI of Linux on i386 aligned stacks to 4 bytes for its first years, and programs of then still do. Compilers of today count on
//! 16 bytes: they keep SSE registers on the stack with aligned stores, which end a program whose stack is not aligned.

/// Aligns the stack of a function, and so that of all that it calls, whatever its caller's was. For every function that programs
/// or the C library call.
///
/// A local variable with an alignment above the ABI's has the compiler align the function's frame. The variable lives because its
/// address goes into an assembly block, which has no instructions. The caller's frame is not touched: a callback finds its own stack
/// when the library returns.
#[cfg(target_arch = "x86")]
#[macro_export]
macro_rules! align_stack {
    () => {
        #[repr(align(32))]
        struct Aligned;
        let aligned = std::mem::MaybeUninit::<(Aligned, u8)>::uninit();
        // SAFETY: no instructions.
        unsafe {
            std::arch::asm!("/* {0} */", in(reg) aligned.as_ptr(), options(nomem, nostack, preserves_flags));
        }
    };
}

/// On other architectures all stacks are aligned as compilers expect.
#[cfg(not(target_arch = "x86"))]
#[macro_export]
macro_rules! align_stack {
    () => {};
}
