//! The environment is the default one within, and the program's own afterwards, however the work ends.

use super::{CONTROL, control, set_control, with_default_environment};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Flushes subnormal results to zero, as code does that is compiled with `-ffast-math`.
#[cfg(target_arch = "x86_64")]
const FLUSHING: u64 = 0x8000;
#[cfg(target_arch = "aarch64")]
const FLUSHING: u64 = 1 << 24;

#[test]
fn the_program_gets_its_own_environment_back() {
    let (mask, default) = CONTROL;
    let mut within = Vec::new();
    let mut look = || within.push(control() & mask);
    with_default_environment(&mut look);
    set_control(default | FLUSHING);
    with_default_environment(&mut look);
    let after_work = control() & mask;
    let unwound = catch_unwind(AssertUnwindSafe(|| {
        with_default_environment(|| {
            look();
            std::panic::resume_unwind(Box::new(()));
        });
    }));
    let after_unwinding = control() & mask;
    set_control(default);
    assert_eq!(within, [default; 3]);
    assert_eq!([after_work, after_unwinding], [default | FLUSHING; 2]);
    assert!(unwound.is_err());
}
