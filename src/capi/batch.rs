//! Many queries in one call.

use std::ffi::c_uint;

use super::batch_arrays::{DtArray, PairArrays};
use super::contacts::{DtContact, record};
use super::pair::explain;
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, scalar};
use super::state::{State, with_state};
use super::types::{DtCount, vector};
use crate::scene::pair_queries::QueryError;
use solid_geometry::math::vector::is_finite;
use solid_geometry::query::{ClosestPair, Contact};

/// No row: the result of dtGetBadRow if all rows have answers, and of dtMatchContacts for a contact
/// that is new.
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

pub(super) fn question_of(state: &mut State, question: DtQuestionArgument) -> Option<DtQuestion> {
    use DtQuestion::*;
    let all = [DT_COLLIDES, DT_FIRST_COLLISION, DT_DISTANCE, DT_DEPTH];
    state.choose(&all.map(|question| (question as c_uint, question)), question)
}

/// An array of the client's for the answers of the rows: NULL, or with space for so many.
#[derive(Clone, Copy)]
pub(super) struct Answers<T> {
    places: *mut T,
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

    /// Whether there is space for anything.
    pub fn is_written(&self) -> bool {
        !self.places.is_null()
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

/// The first row of a batch without an answer, and why.
#[derive(Default)]
pub(super) struct BadRow(Option<(usize, QueryError)>);

impl BadRow {
    /// The answer of a row; takes note of the row if there is none.
    pub fn check<T>(&mut self, row: usize, answer: Result<T, QueryError>) -> Option<T> {
        answer.map_err(|why| self.0.get_or_insert((row, why))).ok()
    }

    /// Keeps the row for dtGetBadRow, and raises its error.
    pub fn raise(self, state: &mut State) {
        state.bad_row = self.0.map(|(row, _)| row as u32);
        if let Some((row, why)) = self.0 {
            let (error, what) = explain(why);
            state.error(error, &format!("row {row}: {what}"));
        }
    }
}

/// Arrays of the client's for values and contacts.
pub(super) struct ValuesAndContacts {
    values: Answers<DtScalar>,
    contacts: Answers<DtContact>,
}

impl ValuesAndContacts {
    /// Space for answers.
    ///
    /// # Safety
    ///
    /// As of [`Answers::new`], for both.
    pub unsafe fn new(values: *mut DtScalar, contacts: *mut DtContact, most: DtCount) -> Self {
        // SAFETY: the caller promises the same.
        unsafe {
            let (values, contacts) = (Answers::new(values, most), Answers::new(contacts, most));
            ValuesAndContacts { values, contacts }
        }
    }

    /// Whether there is space for anything.
    pub fn is_written(&self) -> bool {
        self.values.is_written() || self.contacts.is_written()
    }

    /// Writes what was found in a row; -1 and a zero contact if it is `None`.
    pub fn put<T: Found>(&self, row: usize, found: Option<T>) {
        self.values.put(row, found.as_ref().map_or(-1.0, Found::value));
        self.contacts.put(row, found.as_ref().map_or_else(DtContact::default, Found::contact));
    }
}

/// What a batch finds out about a row, as C has it.
pub(super) trait Found {
    /// The value.
    fn value(&self) -> DtScalar;

    /// The contact.
    fn contact(&self) -> DtContact {
        DtContact::default()
    }
}

impl Found for bool {
    fn value(&self) -> DtScalar {
        if *self { 1.0 } else { 0.0 }
    }
}

impl Found for ClosestPair {
    fn value(&self) -> DtScalar {
        scalar(self.distance)
    }

    fn contact(&self) -> DtContact {
        let ClosestPair { points: [of_a, of_b], distance } = self;
        // Of points beyond the range of numbers the difference is none: they have no normal.
        let normal = Some((of_a - of_b) / *distance).filter(is_finite).unwrap_or_default();
        let (point1, point2) = (vector(of_a), vector(of_b));
        DtContact {
            point1,
            point2,
            normal: vector(&normal),
            depth: scalar(-distance),
            ..DtContact::default()
        }
    }
}

impl Found for Contact {
    fn value(&self) -> DtScalar {
        scalar(self.depth)
    }

    fn contact(&self) -> DtContact {
        record(self)
    }
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
    let columns = [[objects1, objects2], [placements1, placements2], [std::ptr::null(); 2]];
    // SAFETY: the caller promises the same.
    let output = unsafe { ValuesAndContacts::new(values, contacts, most) };
    with_state(Function::dtBatchPairs, 0, |state| {
        state.bad_row = None;
        // SAFETY: the caller promises the same.
        let pairs = unsafe { PairArrays::open(state, columns) };
        let Some((pairs, question)) = pairs.zip(question_of(state, question)) else {
            return 0;
        };
        let rows = answered(pairs.rows, most, output.is_written());
        let (world, mut bad, mut first_hit) = (&state.world, BadRow::default(), None);
        match question {
            DtQuestion::DT_COLLIDES | DtQuestion::DT_FIRST_COLLISION => {
                let until_hit = question == DtQuestion::DT_FIRST_COLLISION;
                first_hit = world.batch_collides(&pairs, rows, until_hit, &mut |row, hit| {
                    output.put(row, bad.check(row, hit));
                });
            }
            DtQuestion::DT_DISTANCE => {
                world.batch_closest_points(&pairs, rows, &mut |row, closest| {
                    output.put(row, bad.check(row, closest));
                });
            }
            DtQuestion::DT_DEPTH => world.batch_penetrations(&pairs, rows, &mut |row, deepest| {
                output.put(row, bad.check(row, deepest).flatten());
            }),
        }
        bad.raise(state);
        first_hit.map_or(pairs.rows, |row| row + 1) as DtCount
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
    let columns = [[objects1, objects2], [placements1, placements2], [std::ptr::null(); 2]];
    // SAFETY: the caller promises the same.
    let (contacts, rows) = unsafe { (Answers::new(contacts, most), Answers::new(rows, most)) };
    with_state(Function::dtBatchContacts, 0, |state| {
        state.bad_row = None;
        // SAFETY: the caller promises the same.
        let Some(pairs) = (unsafe { PairArrays::open(state, columns) }) else { return 0 };
        let (mut found, mut bad) = (0, BadRow::default());
        state.world.batch_contacts(&pairs, pairs.rows, &mut |row, of_row| {
            for contact in bad.check(row, of_row).unwrap_or_default() {
                contacts.put(found, record(&contact));
                rows.put(found, row as DtCount);
                found += 1;
            }
        });
        bad.raise(state);
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
    with_state(Function::dtGetBadRow, DT_NO_ROW, |state| state.bad_row.unwrap_or(DT_NO_ROW))
}
