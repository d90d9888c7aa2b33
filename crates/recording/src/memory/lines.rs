//! The callbacks of dtDebugDraw, in the library and in its remote stand-in.
//!
//! A callback may be left by longjmp, which drops nothing on the stack below it: so the thread keeps the lines, until it draws
//! again.

use std::cell::RefCell;

use crate::arguments::Memory;

/// The space for lines at first. If it is not enough, they are got again with what is needed.
const FIRST_CAPACITY: u32 = 1 << 10;

thread_local! {
    /// The lines of the thread's drawings, each with its stack frame; the innermost drawing is last.
    static DRAWINGS: RefCell<Vec<(usize, Memory)>> = const { RefCell::new(Vec::new()) };
}

/// Runs `draw` for each line that `get` finds and returns how many there are; `None` if there is no memory for them. `get` is
/// dtGetLines: it writes as many as there is space for, and returns how many there are.
pub fn for_each_line<L>(get: impl Fn(*mut L, u32) -> u32, draw: impl Fn(*const L)) -> Option<u32> {
    const { assert!(align_of::<L>() <= align_of::<u64>()) };
    let mut count = 0;
    let frame = (&raw const count).addr();
    let start: *const L = {
        let mut lines = Memory::new();
        let mut capacity = FIRST_CAPACITY;
        loop {
            let words = (size_of::<L>() * capacity as usize).div_ceil(size_of::<u64>());
            lines.try_reserve_exact(words).ok()?;
            count = get(lines.as_mut_ptr().cast(), capacity);
            if count <= capacity {
                break;
            }
            capacity = count;
        }
        keep(frame, lines)?.cast()
    };
    // Nothing that would have to be dropped lives from here on.
    for i in 0..count as usize {
        draw(start.wrapping_add(i));
    }
    remove_ended(frame);
    Some(count)
}

/// Keeps the lines of the drawing with its stack frame at `frame`, and returns their address. `None` while the thread ends.
fn keep(frame: usize, lines: Memory) -> Option<*const u64> {
    remove_ended(frame);
    let start = lines.as_ptr();
    DRAWINGS.try_with(|drawings| drawings.borrow_mut().push((frame, lines))).ok()?;
    Some(start)
}

/// Removes the drawings of this thread with stack frames at or below `frame`: they have ended.
fn remove_ended(frame: usize) {
    let _ = DRAWINGS.try_with(|drawings| drawings.borrow_mut().retain(|(at, _)| *at > frame));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// As dtGetLines with so many lines, of which each is its number.
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
        // SAFETY: the lines are readable while they are drawn.
        let draw = |line: *const u64| sum.set(sum.get() + unsafe { *line });
        assert_eq!(for_each_line(get(count), draw), Some(count));
        sum.get()
    }

    fn kept() -> usize {
        DRAWINGS.with_borrow(Vec::len)
    }

    #[test]
    fn all_lines_are_drawn() {
        assert_eq!([0, 1, 2, 1024, 1025, 5000].map(sum), [0, 0, 1, 523_776, 524_800, 12_497_500]);
        assert_eq!(kept(), 0);
    }

    #[test]
    fn drawings_are_nested_and_left() {
        let drawn = Cell::new(0);
        let nested = |_: *const u64| {
            drawn.set(drawn.get() + sum(3));
            assert_eq!(kept(), 1);
        };
        assert_eq!(for_each_line(get(2), nested), Some(2));
        assert_eq!((drawn.get(), kept()), (6, 0));
        let left = |_: *const u64| std::panic::resume_unwind(Box::new(()));
        for _ in 0..3 {
            let work = || for_each_line(get(2000), left);
            assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
            // The one before has been removed.
            assert_eq!(kept(), 1);
        }
        assert_eq!(sum(3), 3);
    }
}
