//! The callbacks of dtDebugDraw, in the library and in its remote stand-in.
//!
//! A callback may be left by longjmp, which drops nothing on the stack below it, and may switch to another stack, to go on later,
//! on another thread, or never. So the lines are kept here by a number that the drawing's call holds, until it returns or too many
//! have been left; and the line of a callback is in the stack frame of its call.

use std::mem::MaybeUninit;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::arguments::Memory;

#[cfg(test)]
mod tests;

/// The space for lines at first. If it is not enough, they are got again with what is needed.
const FIRST_CAPACITY: u32 = 1 << 10;

/// So many drawings that have not returned are always kept, the last to begin.
const ALWAYS_KEPT: usize = 64;

/// Older ones are kept as long as all take less memory than this, in bytes.
const MOST_KEPT: usize = 32 << 20;

/// The drawings that have not returned, in the order of their numbers.
static DRAWINGS: Mutex<Drawings> = Mutex::new(Drawings { last: 0, size: 0, lines: Vec::new() });

struct Drawings {
    /// The number of the last one.
    last: u64,
    /// The memory of all lines, in bytes.
    size: usize,
    /// Their numbers and lines.
    lines: Vec<(u64, Memory)>,
}

fn drawings() -> MutexGuard<'static, Drawings> {
    DRAWINGS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drawings {
    /// Keeps the lines of a drawing, and returns its number. `None` if there is no memory for it.
    fn keep(&mut self, lines: Memory) -> Option<u64> {
        self.lines.try_reserve(1).ok()?;
        self.last += 1;
        self.size += size_of_val(&lines[..]);
        self.lines.push((self.last, lines));
        while self.size > MOST_KEPT && self.lines.len() > ALWAYS_KEPT {
            self.remove(0);
        }
        Some(self.last)
    }

    fn position(&self, number: u64) -> Option<usize> {
        self.lines.binary_search_by_key(&number, |(number, _)| *number).ok()
    }

    fn remove(&mut self, place: usize) {
        let (_, lines) = self.lines.remove(place);
        self.size -= size_of_val(&lines[..]);
    }
}

/// Runs `draw` for each line that `get` finds and returns how many there are; `None` if there is no memory for them, or too many
/// drawings that began later have not returned. `get` is dtGetLines: it writes as many as there is space for, and returns how many
/// there are. `L` is made of plain numbers.
pub fn for_each_line<L>(get: impl Fn(*mut L, u32) -> u32, draw: impl Fn(*const L)) -> Option<u32> {
    const { assert!(align_of::<L>() <= align_of::<u64>()) };
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
        (drawings().keep(lines)?, count)
    };
    // Nothing that would have to be dropped lives from here on.
    let mut line = MaybeUninit::<L>::uninit();
    for i in 0..count as usize {
        copy_line(number, i, &mut line)?;
        draw(line.as_ptr());
    }
    let mut drawings = drawings();
    let place = drawings.position(number);
    place.into_iter().for_each(|place| drawings.remove(place));
    Some(count)
}

/// Copies a line of a drawing; `None` if they have been removed.
fn copy_line<L>(number: u64, i: usize, line: &mut MaybeUninit<L>) -> Option<()> {
    let drawings = drawings();
    let lines: *const L = drawings.lines[drawings.position(number)?].1.as_ptr().cast();
    // SAFETY: there are as many lines as the drawing has, made of plain numbers.
    line.write(unsafe { lines.wrapping_add(i).read() });
    Some(())
}
