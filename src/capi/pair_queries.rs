//! How far two objects are apart, and where.
//!
//! Points are in world coordinates. For objects of the same reference, of an unknown one, and for objects that have
//! nothing to hit there is no answer: an error is raised and nothing is written.

use super::errors::DtError;
use super::ext_types::{DT_FALSE, DT_TRUE, DtBool};
use super::pair::{ask_pair, raise, write};
use super::recording::recorded;
use super::scalar::{DtScalar, reals, scalars};
use super::types::DtObjectRef;

/// Returns the distance of two objects as they are placed now, and a point of each, in world coordinates, that are
/// that far apart. The distance is 0 if and only if the objects collide; both points are then one that they share.
///
/// The relative error of the distance is that of dtSetTolerance. A point that is not wanted may be NULL. -1, and
/// nothing is written: an unknown object raises DT_UNKNOWN_OBJECT; an object and itself, or one with nothing to hit (of
/// an unfinished or empty complex shape, of a shape whose dimensions are no numbers, or with a placement that is not
/// finite or singular) DT_INVALID_OPERATION.
///
/// Less than a microsecond for two convex objects; complex shapes are searched through their trees, near parts first.
///
/// # Safety
///
/// Each of `point1` and `point2` is NULL or has room for three scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetClosestPair(
    object1: DtObjectRef,
    object2: DtObjectRef,
    point1: *mut DtScalar,
    point2: *mut DtScalar,
) -> DtScalar {
    recorded!(dtGetClosestPair(object1, object2, point1, point2));
    let found = ask_pair(object1, object2, "dtGetClosestPair", |pair, tolerance| {
        pair.closest_points(tolerance)
    });
    let Some(found) = found else { return -1.0 };
    // SAFETY: the same promises are asked of our caller.
    unsafe {
        write(point1, &found.points[0]);
        write(point2, &found.points[1]);
    }
    let [distance] = scalars([found.distance]);
    distance
}

/// Returns whether two objects collide, as they are placed now, and if so a point that they share, in world
/// coordinates. If they do not, nothing is written.
///
/// `point` may be NULL. Bad arguments are those of dtGetClosestPair: they make it DT_FALSE and raise an error.
///
/// # Safety
///
/// `point` is NULL or has room for three scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetCommonPoint(
    object1: DtObjectRef,
    object2: DtObjectRef,
    point: *mut DtScalar,
) -> DtBool {
    recorded!(dtGetCommonPoint(object1, object2, point));
    let found = ask_pair(object1, object2, "dtGetCommonPoint", |bodies, _| bodies.common_point());
    let Some(found) = found else { return DT_FALSE };
    // SAFETY: the same promise is asked of our caller.
    unsafe { write(point, &found) };
    DT_TRUE
}

/// Returns whether two objects, as they are placed now, are no farther apart than `distance`. 0 asks whether they
/// collide.
///
/// Costs less than the distance itself: the search ends as soon as it is decided. A distance that is negative or no
/// number makes it DT_FALSE and raises DT_INVALID_VALUE; so do the bad arguments of dtGetClosestPair, which raise their
/// errors.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtWithinDistance(
    object1: DtObjectRef,
    object2: DtObjectRef,
    distance: DtScalar,
) -> DtBool {
    recorded!(dtWithinDistance(object1, object2, distance));
    let [distance] = reals([distance]);
    if distance.is_nan() || distance < 0.0 {
        raise(
            DtError::DT_INVALID_VALUE,
            "dtWithinDistance: a distance that is negative or no number",
        );
        return DT_FALSE;
    }
    let within = ask_pair(object1, object2, "dtWithinDistance", |bodies, _| {
        bodies.is_within(distance).then_some(())
    });
    if within.is_some() { DT_TRUE } else { DT_FALSE }
}
