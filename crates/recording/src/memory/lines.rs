//! The callbacks of dtDebugDraw, in the library and in its remote stand-in.
//!
//! The lines are kept as `kept.rs` says; the line of a callback is in the stack frame of its call.

use std::mem::MaybeUninit;

use parking_lot::{Mutex, MutexGuard};

use crate::arguments::Memory;
use crate::kept::Kept;

#[cfg(test)]
mod tests;

/// The space for lines at first. If it is not enough, they are got again with what is needed.
const FIRST_CAPACITY: u32 = 1 << 10;

/// The lines of the drawings that have not returned.
static DRAWINGS: Mutex<Kept<Memory>> = Mutex::new(Kept::new());

fn drawings() -> MutexGuard<'static, Kept<Memory>> {
    DRAWINGS.lock()
}

/// Runs `draw` for each line that `get` finds and returns how many there are; `None` if there is no memory for them, or too many
/// drawings that began later have not returned. `get` is dtGetLines: it writes as many as there is space for, and returns how many
/// there are. `L` is made of plain numbers.
pub fn for_each_line<L>(get: impl Fn(*mut L, u32) -> u32, draw: impl Fn(*const L)) -> Option<u32> {
    const { assert!(align_of::<L>() <= align_of::<u64>()) };
    let mut line = MaybeUninit::<L>::uninit();
    let frame = line.as_ptr().addr();
    let (number, count) = {
        let words = |count: u32| (size_of::<L>() * count as usize).div_ceil(size_of::<u64>());
        let mut lines = Memory::new();
        let mut capacity = FIRST_CAPACITY;
        let count = loop {
            lines.try_reserve_exact(words(capacity)).ok()?;
            lines.resize(words(capacity), 0);
            let count = get(lines.as_mut_ptr().cast(), capacity);
            if count <= capacity {
                break count;
            }
            capacity = count;
        };
        lines.truncate(words(count));
        lines.shrink_to_fit();
        (drawings().keep(frame, lines, |lines| size_of_val(&lines[..]))?, count)
    };
    // Nothing that would have to be dropped lives from here on.
    for i in 0..count as usize {
        copy_line(number, i, &mut line)?;
        draw(line.as_ptr());
    }
    drop(drawings().take(number));
    Some(count)
}

/// Copies a line of a drawing; `None` if they have been removed.
fn copy_line<L>(number: u64, i: usize, line: &mut MaybeUninit<L>) -> Option<()> {
    let drawings = drawings();
    let lines: *const L = drawings.calls[drawings.position(number)?].value.as_ptr().cast();
    // SAFETY: there are as many lines as the drawing has, made of plain numbers.
    line.write(unsafe { lines.wrapping_add(i).read() });
    Some(())
}
