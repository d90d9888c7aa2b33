//! What there is not is told by unwinding, and changes nothing.

use super::{OutOfMemory, are_available, ensure, push, reserve, reserve_exact};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// More than any system has addresses for, and less than the largest block that may be asked for.
const TOO_MUCH: usize = isize::MAX as usize / 2;

fn runs_out(work: impl FnOnce()) -> bool {
    let result = catch_unwind(AssertUnwindSafe(work));
    result.is_err_and(|panic| panic.is::<OutOfMemory>())
}

#[test]
fn what_is_there_is_given() {
    let mut list = Vec::new();
    (0..1000_u32).for_each(|i| push(&mut list, i));
    assert!(list.iter().copied().eq(0..1000));
    reserve(&mut list, 5000);
    assert!(list.capacity() >= 6000);
    ensure(1 << 20);
}

#[test]
fn what_is_not_there_unwinds() {
    let mut list = vec![1_u8, 2];
    assert!(runs_out(|| reserve(&mut list, TOO_MUCH)));
    assert!(runs_out(|| reserve_exact(&mut list, TOO_MUCH)));
    assert!(runs_out(|| reserve(&mut list, usize::MAX)));
    assert!(runs_out(|| ensure(TOO_MUCH)));
    assert_eq!(list, [1, 2]);
}

#[test]
fn what_is_not_there_is_not_available() {
    assert!(are_available(1 << 20));
    assert!(!are_available(usize::MAX / 16));
}
