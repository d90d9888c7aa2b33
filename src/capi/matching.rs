//! Contacts that persist: which of this frame is which of the last.

use super::batch::{Answers, DT_NO_ROW};
use super::errors::DtError;
use super::recording::{Function, recorded};
use super::state::with_state;
use super::types::{DtCount, DtObjectRef};
use solid_geometry::memory;
use solid_geometry::query::match_contacts;

/// What tells a contact from all others, in this frame and in the next: the objects, and the features
/// that a DtContact has.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtContactId {
    /// An object; NULL in both if all contacts are of one pair of objects.
    pub object1: DtObjectRef,
    /// The other object.
    pub object2: DtObjectRef,
    /// The number of the feature of object1.
    pub feature1: DtCount,
    /// The number of the feature of object2.
    pub feature2: DtCount,
}

impl DtContactId {
    /// The same, whichever object comes first.
    fn key(&self) -> [(usize, DtCount); 2] {
        let [a, b] = [(self.object1.addr(), self.feature1), (self.object2.addr(), self.feature2)];
        if b.0 < a.0 { [b, a] } else { [a, b] }
    }
}

/// Finds the contacts of this frame among those of the last one, so that a solver can begin with
/// what it had found at each: its impulses (a warm start).
///
/// Two contacts are the same if their objects and features are, whichever object comes first. None is
/// found twice; where several are equal, the first is the first.
///
/// - `before`: what tells the contacts of the last frame apart
/// - `before_count`: how many there are
/// - `now`: the same of this frame
/// - `now_count`: how many there are
/// - `places`: receives for each of the first contacts of this frame the number of the same one in
///   `before`, from 0, or DT_NO_ROW if it is new; may be NULL
/// - `most`: how many there is space for
/// - returns: `now_count`; 0 on an error
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_POINTER if `before` or `now` is NULL, and its number is not 0
/// - cost: O(n log n)
///
/// # Safety
///
/// `before` and `now` are NULL or have so many records, `places` is NULL or has space for `most`,
/// apart from them.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtMatchContacts(
    before: *const DtContactId,
    before_count: DtCount,
    now: *const DtContactId,
    now_count: DtCount,
    places: *mut DtCount,
    most: DtCount,
) -> DtCount {
    recorded!(dtMatchContacts(before, before_count, now, now_count, places, most));
    // SAFETY: the caller promises the same.
    let places = unsafe { Answers::new(places, most) };
    with_state(Function::dtMatchContacts, 0, |state| {
        let is_given = |ids: *const DtContactId, count| count == 0 || !ids.is_null();
        let are_given = is_given(before, before_count) && is_given(now, now_count);
        if !state.check(are_given, DtError::DT_INVALID_POINTER, "NULL instead of contacts") {
            return 0;
        }
        // SAFETY: not NULL where there are some, and the caller promises so many.
        let keys = |ids: *const DtContactId, count| unsafe {
            let id = |i: DtCount| ids.wrapping_add(i as usize).read_unaligned().key();
            let mut keys = Vec::new();
            memory::reserve(&mut keys, count as usize);
            keys.extend((0..count).map(id));
            keys
        };
        let found = match_contacts(&keys(before, before_count), &keys(now, now_count));
        for (row, place) in found.into_iter().enumerate() {
            places.put(row, place.unwrap_or(DT_NO_ROW));
        }
        now_count
    })
}
