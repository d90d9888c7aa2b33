//! What queries have in common: looking two objects up, and reading and writing vectors and lists.

use super::errors::DtError;
use super::scalar::{DtScalar, reals};
use super::state::{State, with_state};
use super::types::{DtCount, DtObjectRef, DtVector, vector};
use crate::scene::pair_queries::NoPair;
use solid_geometry::math::Vec3;
use solid_geometry::query::BodyPair;

/// Asks about two objects as they are placed now; `ask` is also given the relative error that the client has set for
/// distances.
///
/// Where there is nothing to ask about, the answer is `None` and an error is raised: DT_UNKNOWN_OBJECT, or
/// DT_INVALID_OPERATION for an object and itself and for one that has nothing to hit.
pub(super) fn ask_pair<R>(
    object1: DtObjectRef,
    object2: DtObjectRef,
    name: &str,
    ask: impl FnOnce(&BodyPair<'_>, f64) -> Option<R>,
) -> Option<R> {
    with_state(None, |state| {
        let tolerance = state.world.tolerance();
        match state.world.bodies(object1.addr(), object2.addr()) {
            Ok(bodies) => ask(&bodies, tolerance),
            Err(why) => refuse(state, why, name),
        }
    })
}

/// Raises the error of two objects that there is nothing to ask about; the answer is `None`.
#[cold]
pub(super) fn refuse<R>(state: &mut State, why: NoPair, name: &str) -> Option<R> {
    let (error, what) = match why {
        NoPair::Unknown => (DtError::DT_UNKNOWN_OBJECT, "there is no such object"),
        NoPair::Same => (DtError::DT_INVALID_OPERATION, "an object and itself"),
        NoPair::Nothing => (DtError::DT_INVALID_OPERATION, "an object that has nothing to hit"),
    };
    state.error(error, &format!("{name}: {what}"));
    None
}

/// Raises an error for an argument.
#[cold]
pub(super) fn raise(error: DtError, what: &str) {
    with_state((), |state| state.error(error, what));
}

/// Writes a point or a vector, unless the place for it is NULL.
///
/// # Safety
///
/// `place` is NULL or has room for the three scalars of a vector.
pub(super) unsafe fn write(place: *mut DtScalar, value: &Vec3) {
    let place = place.cast::<DtVector>();
    if !place.is_null() {
        // SAFETY: not NULL, so there is room as the caller promises; no alignment is asked for.
        unsafe { place.write_unaligned(vector(value)) }
    }
}

/// Reads a point or a vector; `None` for NULL.
///
/// # Safety
///
/// `place` is NULL or points to three scalars.
pub(super) unsafe fn read(place: *const DtScalar) -> Option<Vec3> {
    // SAFETY: not NULL, so it points to three scalars as the caller promises; no alignment is asked for.
    (!place.is_null()).then(|| reals(unsafe { place.cast::<DtVector>().read_unaligned() }).into())
}

/// Writes the first `most` of a list, unless the place for it is NULL, and returns how many there are.
///
/// # Safety
///
/// `places` is NULL or has room for `most`.
pub(super) unsafe fn write_list<T>(
    list: impl ExactSizeIterator<Item = T>,
    places: *mut T,
    most: DtCount,
) -> DtCount {
    let count = DtCount::try_from(list.len()).unwrap_or(DtCount::MAX);
    let room = if places.is_null() { 0 } else { most as usize };
    for (i, item) in list.take(room).enumerate() {
        // SAFETY: not NULL, so there is room for `most` as the caller promises; no alignment is asked for.
        unsafe { places.wrapping_add(i).write_unaligned(item) };
    }
    count
}
