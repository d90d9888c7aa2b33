use super::*;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// As dtGetLines with so many records, of which each is its number.
fn get(count: u32) -> impl Fn(*mut u64, u32) -> u32 {
    move |place, most| {
        for i in 0..count.min(most) {
            // SAFETY: there is space for so many.
            unsafe { place.add(i as usize).write(i.into()) };
        }
        count
    }
}

/// The sum of what is drawn.
fn sum(count: u32) -> u64 {
    let sum = Cell::new(0);
    let draw = |line: *const u64| {
        // SAFETY: the records are readable while they are visited.
        sum.set(sum.get() + unsafe { *line });
        true
    };
    assert_eq!(for_each_record(1 << 10, get(count), draw), Some(count));
    sum.get()
}

fn kept() -> usize {
    visits().calls.len()
}

/// All that is drawn, nested, left, resumed and given up: one test, since the drawings are those of the process.
#[test]
fn drawings_are_nested_and_left() {
    assert_eq!([0, 1, 2, 1024, 1025, 5000].map(sum), [0, 0, 1, 523_776, 524_800, 12_497_500]);
    assert_eq!(kept(), 0);
    let drawn = Cell::new(0);
    let nested = |_: *const u64| {
        drawn.set(drawn.get() + sum(3));
        assert_eq!(kept(), 1);
        true
    };
    assert_eq!(for_each_record(1, get(2), nested), Some(2));
    assert_eq!((drawn.get(), kept()), (6, 0));
    // What is left takes little memory, however often.
    let leave = |count| {
        let left = |_: *const u64| std::panic::resume_unwind(Box::new(()));
        let work = || for_each_record(16, get(count), left);
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
    };
    let leaves = |line: *const u64| {
        (0..1000).for_each(|_| leave(10_000));
        // SAFETY: the line is readable while it is drawn.
        drawn.set(drawn.get() + unsafe { *line });
        true
    };
    assert_eq!(for_each_record(16, get(3), leaves), Some(3));
    assert!(drawn.get() == 9 && kept() < 1000);
    assert_eq!(sum(3), 3);
    // SAFETY: the record is readable while it is visited.
    let until_two = |record: *const u64| unsafe { *record != 2 };
    assert_eq!(for_each_record(16, get(9), until_two), Some(3));
    assert!(kept() < 1000);
}
