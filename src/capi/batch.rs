//! Many queries in one call.

use std::ffi::c_uint;

use super::batch_arrays::{DtArray, SideArguments, Sides};
use super::contacts::{DtContact, record};
use super::errors::DtError;
use super::recording::recorded;
use super::scalar::{DtScalar, scalar};
use super::state::{State, with_state};
use super::types::{DtCount, vector};
use crate::scene::batch::{Answer, Outcome, Question, Refusal};
use solid_geometry::query::ClosestPair;

/// The result of dtGetBadRow if all rows have answers.
#[allow(clippy::unnecessary_cast, reason = "the generated C++ needs the cast")]
pub const DT_NO_ROW: DtCount = 0xffff_ffff as DtCount;

/// What a batch is to find out about each row.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtQuestion {
    /// Whether objects collide: the value is 1 if they do, else 0. The contact is zero.
    DT_COLLIDES = 1,
    /// The same, up to the first row whose objects collide; those after it are left out.
    DT_FIRST_COLLISION = 2,
    /// The value is the distance, as of dtGetClosestPair. The contact has the closest points, a
    /// normal from object2 towards object1, zero if they collide, and minus the distance as its
    /// depth.
    DT_DISTANCE = 3,
    /// The value is the penetration depth, as of dtGetPenDepth, or -1 if objects are apart; then
    /// the contact is zero. Otherwise it has the deepest points and the normal.
    DT_DEPTH = 4,
}

/// A `DtQuestion` from C, which may be any number.
pub type DtQuestionArgument = c_uint;

pub(super) fn question_of(
    state: &mut State,
    question: DtQuestionArgument,
    name: &str,
) -> Option<Question> {
    use DtQuestion::*;
    const COLLIDES: u32 = DT_COLLIDES as u32;
    const FIRST: u32 = DT_FIRST_COLLISION as u32;
    const DISTANCE: u32 = DT_DISTANCE as u32;
    const DEPTH: u32 = DT_DEPTH as u32;
    Some(match question {
        COLLIDES => Question::Collides,
        FIRST => Question::FirstCollision,
        DISTANCE => Question::Distance,
        DEPTH => Question::Depth,
        _ => {
            let what = format!("{name}: a question that does not exist");
            state.error(DtError::DT_INVALID_ENUM, &what);
            return None;
        }
    })
}

/// An array of the client's for the answers of the rows: NULL, or with space for so many.
#[derive(Clone, Copy)]
pub(super) struct Answers<T> {
    pub places: *mut T,
    most: usize,
}

impl<T> Answers<T> {
    /// Space for answers.
    ///
    /// # Safety
    ///
    /// NULL, or space for `most`, aligned or not.
    pub unsafe fn new(places: *mut T, most: DtCount) -> Answers<T> {
        Answers { places, most: most as usize }
    }

    /// Writes the answer of a row, if there is space for it.
    pub fn put(&self, row: usize, answer: T) {
        if !self.places.is_null() && row < self.most {
            // SAFETY: not NULL, so there is space for so many as the caller of `new` promises.
            unsafe { self.places.wrapping_add(row).write_unaligned(answer) };
        }
    }
}

/// How many of the rows are answered: those that there is space for, or all, if nothing is written.
pub(super) fn answered(rows: usize, most: DtCount, is_written: bool) -> usize {
    if is_written { rows.min(most as usize) } else { rows }
}

pub(super) fn value_and_contact(answer: &Answer) -> (DtScalar, DtContact) {
    let none = DtContact::default();
    match answer {
        Answer::Collides(true) => (1.0, none),
        Answer::Collides(false) => (0.0, none),
        Answer::Distance(ClosestPair { points: [of_a, of_b], distance }) => {
            let normal = if *distance > 0.0 { (of_a - of_b) / *distance } else { of_a * 0.0 };
            let (point1, point2) = (vector(of_a), vector(of_b));
            let depth = scalar(-distance);
            (scalar(*distance), DtContact { point1, point2, normal: vector(&normal), depth })
        }
        Answer::Depth(Some(contact)) => (scalar(contact.depth), record(contact)),
        Answer::Refused | Answer::Depth(None) | Answer::Cast(_) => (-1.0, none),
    }
}

/// Raises the error of the first row without an answer, and returns the number of rows, or, if a batch has ended at a hit, of
/// those decided.
pub(super) fn finish(
    state: &mut State,
    outcome: Outcome,
    rows: usize,
    ended: bool,
    name: &str,
) -> DtCount {
    note_refused(state, outcome.refused, name);
    (if ended { outcome.rows } else { rows }) as DtCount
}

pub(super) fn note_refused(state: &mut State, refused: Option<(usize, Refusal)>, name: &str) {
    state.bad_row = refused.map(|(row, _)| row as u32);
    if let Some((row, why)) = refused {
        raise_refusal(state, why, &format!("{name}: row {row}"));
    }
}

pub(super) fn raise_refusal(state: &mut State, why: Refusal, name: &str) {
    let (error, what) = match why {
        Refusal::Unknown => (DtError::DT_UNKNOWN_OBJECT, "there is no such object"),
        Refusal::Nothing => (DtError::DT_INVALID_OPERATION, "an object collides with nothing"),
        Refusal::NotFinite => {
            (DtError::DT_INVALID_VALUE, "a number is not finite, or a quaternion is zero")
        }
    };
    state.error(error, &format!("{name}: {what}"));
}

/// Answers a question about many pairs of objects in one call: one object at many placements against
/// another one, or in each row two objects and their placements. No object is moved. The answers
/// are those of the functions about one pair, to the last bit, and are found by the threads of
/// dtSetThreads.
///
/// What an array has one row of serves for all rows; otherwise all have the same number of rows.
/// A row without an answer has the value -1 and a zero contact; the other rows are answered.
///
/// - `objects1`, `objects2`: the objects: arrays with the layout DT_OBJECTS
/// - `placements1`, `placements2`: where they are; NULL means where they are placed now
/// - `question`: what is to be found out
/// - `values`: receives the values of the first rows; may be NULL
/// - `contacts`: receives their contacts; may be NULL
/// - `most`: how many rows there is space for in both. The others are not answered; if both
///   are NULL, all are
/// - returns: the number of rows; with DT_FIRST_COLLISION, if objects collide, the number of rows
///   up to the first that do; 0 if an argument is bad
/// - frame: world coordinates
/// - units: lengths
/// - errors: DT_INVALID_POINTER if an array is NULL; DT_INVALID_ENUM if a layout, type or
///   question is none, or the layout does not fit; DT_INVALID_VALUE if arrays have different
///   numbers of rows: nothing is written. That of the first row without an answer, which
///   dtGetBadRow returns: DT_UNKNOWN_OBJECT, DT_INVALID_OPERATION if an object collides with
///   nothing, DT_INVALID_VALUE if a number is NaN or infinite or a quaternion is zero
/// - cost: O(n) for n rows, of which each costs what the single query does: some 0.05
///   microseconds for two boxes and DT_COLLIDES; a few megabytes of memory
///
/// # Safety
///
/// Each array is NULL or has the rows that it describes. `values` and `contacts` are NULL or have
/// space for `most`, apart from the arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtBatchPairs(
    objects1: *const DtArray,
    placements1: *const DtArray,
    objects2: *const DtArray,
    placements2: *const DtArray,
    question: DtQuestionArgument,
    values: *mut DtScalar,
    contacts: *mut DtContact,
    most: DtCount,
) -> DtCount {
    recorded!(dtBatchPairs(
        objects1,
        placements1,
        objects2,
        placements2,
        question,
        values,
        contacts,
        most
    ));
    let motions = std::ptr::null();
    let sides = [
        SideArguments { objects: objects1, placements: placements1, motions },
        SideArguments { objects: objects2, placements: placements2, motions },
    ];
    let name = "dtBatchPairs";
    // SAFETY: the caller promises the same.
    let (values, contacts) = unsafe { (Answers::new(values, most), Answers::new(contacts, most)) };
    with_state(0, |state| {
        state.bad_row = None;
        // SAFETY: the caller promises the same.
        let sides = unsafe { Sides::open(state, sides, name) };
        let Some((sides, question)) = sides.zip(question_of(state, question, name)) else {
            return 0;
        };
        let is_written = !values.places.is_null() || !contacts.places.is_null();
        let rows = answered(sides.rows, most, is_written);
        let mut ended = false;
        let outcome = sides.with(|both| {
            state.world.batch_pairs(both, rows, question, &mut |row, answer| {
                ended = question == Question::FirstCollision && answer == Answer::Collides(true);
                let (value, contact) = value_and_contact(&answer);
                values.put(row, value);
                contacts.put(row, contact);
            })
        });
        finish(state, outcome, sides.rows, ended, name)
    })
}

/// Finds the contacts of many pairs of objects in one call, each as dtGetContacts does. The rows are
/// those of dtBatchPairs.
///
/// - `objects1`, `placements1`, `objects2`, `placements2`: as in dtBatchPairs
/// - `contacts`: receives the first contacts, those of a row side by side, in the order of the
///   rows; may be NULL
/// - `rows`: receives the row of each of these contacts; may be NULL
/// - `most`: how many there is space for in both
/// - returns: the number of contacts of all rows; 0 if an argument is bad
/// - frame: world coordinates
/// - units: lengths
/// - errors: those of dtBatchPairs
/// - cost: that of dtGetContacts for each row
///
/// # Safety
///
/// Each array is NULL or has the rows that it describes. `contacts` and `rows` are NULL or have
/// space for `most`, apart from the arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtBatchContacts(
    objects1: *const DtArray,
    placements1: *const DtArray,
    objects2: *const DtArray,
    placements2: *const DtArray,
    contacts: *mut DtContact,
    rows: *mut DtCount,
    most: DtCount,
) -> DtCount {
    recorded!(dtBatchContacts(objects1, placements1, objects2, placements2, contacts, rows, most));
    let motions = std::ptr::null();
    let sides = [
        SideArguments { objects: objects1, placements: placements1, motions },
        SideArguments { objects: objects2, placements: placements2, motions },
    ];
    let name = "dtBatchContacts";
    // SAFETY: the caller promises the same.
    let (contacts, rows) = unsafe { (Answers::new(contacts, most), Answers::new(rows, most)) };
    with_state(0, |state| {
        state.bad_row = None;
        // SAFETY: the caller promises the same.
        let Some(sides) = (unsafe { Sides::open(state, sides, name) }) else { return 0 };
        let mut found = 0;
        let outcome = sides.with(|both| {
            state.world.batch_contacts(both, sides.rows, &mut |row, contact| {
                contacts.put(found, record(contact));
                rows.put(found, row as DtCount);
                found += 1;
            })
        });
        note_refused(state, outcome.refused, name);
        DtCount::try_from(found).unwrap_or(DtCount::MAX)
    })
}

/// Returns the first row of the last batch that has no answer.
///
/// - returns: its number, from 0; DT_NO_ROW if all that were decided have answers
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtGetBadRow() -> DtCount {
    recorded!(dtGetBadRow());
    with_state(DT_NO_ROW, |state| state.bad_row.unwrap_or(DT_NO_ROW))
}
