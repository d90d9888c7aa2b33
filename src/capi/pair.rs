//! Shared by the queries: pairs of objects, and reading and writing the client's vectors and lists.

use super::errors::DtError;
use super::scalar::{DtScalar, reals};
use super::state::{State, with_state};
use super::types::{DtCount, DtObjectRef, DtVector, vector};
use crate::scene::pair_queries::QueryError;
use solid_geometry::math::Vec3;
use solid_geometry::query::BodyPair;
use solid_recording::Function;

/// Runs a query on two objects as they are placed now. `query` also gets the tolerance of dtSetTolerance.
///
/// Raises an error and returns `None` if an object does not exist (DT_UNKNOWN_OBJECT), or if both are the same or one
/// collides with nothing (DT_INVALID_OPERATION).
pub(super) fn query_pair<R>(
    object1: DtObjectRef,
    object2: DtObjectRef,
    function: Function,
    query: impl FnOnce(&BodyPair<'_>, f64) -> Option<R>,
) -> Option<R> {
    with_state(function, None, |state| {
        let tolerance = state.world.tolerance();
        match state.world.bodies(object1.addr(), object2.addr()) {
            Ok(bodies) => query(&bodies, tolerance),
            Err(why) => refuse(state, why),
        }
    })
}

/// Raises the error of a query without an answer, and returns `None`.
#[cold]
pub(super) fn refuse<R>(state: &mut State, why: QueryError) -> Option<R> {
    if let QueryError::Undecided(open) = why {
        let is_first = state.error != Some(DtError::DT_UNDECIDED);
        let known = if is_first { f64::INFINITY } else { state.undecided_time };
        state.undecided_time = open.until.min(known);
    }
    let (error, what) = explain(why);
    state.error(error, what);
    None
}

/// The error of a query without an answer, and its text.
pub(super) fn explain(why: QueryError) -> (DtError, &'static str) {
    match why {
        QueryError::UnknownObject => (DtError::DT_UNKNOWN_OBJECT, "there is no such object"),
        QueryError::UnknownShape => (DtError::DT_UNKNOWN_SHAPE, "there is no such shape"),
        QueryError::SameObject => (DtError::DT_INVALID_OPERATION, "both are the same object"),
        QueryError::NothingToHit => {
            (DtError::DT_INVALID_OPERATION, "an object collides with nothing")
        }
        QueryError::NotAMesh => {
            (DtError::DT_INVALID_OPERATION, "a shape is not a finished complex one")
        }
        QueryError::NotASolid => {
            (DtError::DT_INVALID_OPERATION, "a complex shape is no solid: see dtSetSolid")
        }
        QueryError::InvalidMotion => {
            (DtError::DT_INVALID_VALUE, "a motion is not finite, or turns too far")
        }
        QueryError::Undecided(_) => (
            DtError::DT_UNDECIDED,
            "objects that turn graze each other for too long: whether they touch is open",
        ),
        QueryError::NotFinite => (
            DtError::DT_INVALID_VALUE,
            "a number is not finite or too large, or a quaternion is zero",
        ),
    }
}

/// Raises an error of a dt function.
#[cold]
pub(super) fn raise(function: Function, error: DtError, what: &str) {
    with_state(function, (), |state| state.error(error, what));
}

/// Writes a point or a vector, unless `place` is NULL.
///
/// # Safety
///
/// `place` is NULL or has space for three scalars. It need not be aligned.
pub(super) unsafe fn write(place: *mut DtScalar, value: &Vec3) {
    let place = place.cast::<DtVector>();
    if !place.is_null() {
        // SAFETY: not NULL, so there is space as the caller promises.
        unsafe { place.write_unaligned(vector(value)) }
    }
}

/// Reads a point or a vector; `None` for NULL.
///
/// # Safety
///
/// `place` is NULL or points to three scalars. It need not be aligned.
pub(super) unsafe fn read(place: *const DtScalar) -> Option<Vec3> {
    // SAFETY: not NULL, so it points to three scalars as the caller promises.
    (!place.is_null()).then(|| reals(unsafe { place.cast::<DtVector>().read_unaligned() }).into())
}

/// Writes the first `most` entries of a list, unless `places` is NULL. Returns the length of the list.
///
/// # Safety
///
/// `places` is NULL or has space for `most` entries. It need not be aligned.
pub(super) unsafe fn write_list<T>(
    list: impl ExactSizeIterator<Item = T>,
    places: *mut T,
    most: DtCount,
) -> DtCount {
    let count = DtCount::try_from(list.len()).unwrap_or(DtCount::MAX);
    let capacity = if places.is_null() { 0 } else { most as usize };
    for (i, item) in list.take(capacity).enumerate() {
        // SAFETY: not NULL, so there is space for `most` entries as the caller promises.
        unsafe { places.wrapping_add(i).write_unaligned(item) };
    }
    count
}
