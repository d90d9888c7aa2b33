//! The callbacks of dtDebugDraw, dtVisitQuery, dtVisitEvents and dtVisitNearPairs, in the library and in its remote stand-in.
//!
//! The records are kept as `kept.rs` says; the record of a callback is in the stack frame of its call.

use std::mem::MaybeUninit;

use parking_lot::{Mutex, MutexGuard};

use crate::arguments::Memory;
use crate::kept::Kept;

#[cfg(test)]
mod tests;

/// The records of the visits that have not returned.
static VISITS: Mutex<Kept<Memory>> = Mutex::new(Kept::new());

fn visits() -> MutexGuard<'static, Kept<Memory>> {
    VISITS.lock()
}

/// Runs `visit` for each record that `get` finds until it returns `false`, and returns how often; `None` if there is no memory for
/// the records, or too many visits that began later have not returned. `get` writes as many records as there is space for, and
/// returns how many there are: if the first space, for `capacity`, is not enough, it is called again. `R` is made of plain numbers.
pub fn for_each_record<R>(
    mut capacity: u32,
    get: impl Fn(*mut R, u32) -> u32,
    visit: impl Fn(*const R) -> bool,
) -> Option<u32> {
    const { assert!(align_of::<R>() <= align_of::<u64>()) };
    let mut record = MaybeUninit::<R>::uninit();
    let frame = record.as_ptr().addr();
    let (number, count) = {
        let words = |count: u32| (size_of::<R>() * count as usize).div_ceil(size_of::<u64>());
        let mut records = Memory::new();
        let count = loop {
            records.try_reserve_exact(words(capacity)).ok()?;
            records.resize(words(capacity), 0);
            let count = get(records.as_mut_ptr().cast(), capacity);
            if count <= capacity {
                break count;
            }
            capacity = count;
        };
        records.truncate(words(count));
        records.shrink_to_fit();
        (visits().keep(frame, records, |records| size_of_val(&records[..]))?, count)
    };
    // Nothing that would have to be dropped lives from here on.
    let mut visited = 0;
    while visited < count {
        copy_record(number, visited as usize, &mut record)?;
        visited += 1;
        if !visit(record.as_ptr()) {
            break;
        }
    }
    drop(visits().take(number));
    Some(visited)
}

/// Copies a record of a visit; `None` if they have been removed.
fn copy_record<R>(number: u64, i: usize, record: &mut MaybeUninit<R>) -> Option<()> {
    let visits = visits();
    let records: *const R = visits.calls[visits.position(number)?].value.as_ptr().cast();
    // SAFETY: there are as many records as the visit has, made of plain numbers.
    record.write(unsafe { records.wrapping_add(i).read() });
    Some(())
}
