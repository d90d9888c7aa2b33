//! The callbacks of dtDebugDraw, in the library and in its remote stand-in.
//!
//! A callback may be left by longjmp, which drops nothing on the stack below it: so the thread keeps the lines, until it draws
//! again.

use std::cell::RefCell;

use crate::arguments::Memory;

#[cfg(test)]
mod tests;

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
