//! Distance between two objects, and common points.

use super::errors::DtError;
use super::ext_types::{DT_FALSE, DT_TRUE, DtBool};
use super::pair::{query_pair, raise, write};
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals, scalar};
use super::types::DtObjectRef;

/// Computes the distance between two objects as they are placed now, and their closest points.
/// The distance is 0 if and only if the objects collide; then both points are the same point,
/// which both objects share.
///
/// The relative error of the distance is at most the tolerance of dtSetTolerance, or the error is
/// rounding: some 1.4e-16 of the objects' size and of the way between them.
///
/// - `object1`, `object2`: their names
/// - `point1`, `point2`: receive the closest points of object1 and object2; each may be NULL
/// - returns: the distance; -1 on an error
/// - frame: world coordinates
/// - units: lengths
/// - errors: DT_UNKNOWN_OBJECT if an object does not exist; DT_INVALID_OPERATION if both are
///   the same object, or if one collides with nothing: its shape is unfinished, empty or has
///   bad dimensions, or its placement is not finite. Nothing is written
/// - cost: O(1), less than a microsecond, for two primitives; up to O(n m) for complex shapes
///   of n and m polytopes, which are searched through their trees, nearest parts first
///
/// # Safety
///
/// Each of `point1` and `point2` is NULL or has space for three scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetClosestPair(
    object1: DtObjectRef,
    object2: DtObjectRef,
    point1: *mut DtScalar,
    point2: *mut DtScalar,
) -> DtScalar {
    recorded!(dtGetClosestPair(object1, object2, point1, point2));
    let found = query_pair(object1, object2, Function::dtGetClosestPair, |pair, tolerance| {
        pair.closest_points(tolerance)
    });
    let Some(found) = found else { return -1.0 };
    // SAFETY: the caller promises the same.
    unsafe {
        write(point1, &found.points[0]);
        write(point2, &found.points[1]);
    }
    scalar(found.distance)
}

/// Returns whether two objects collide as they are placed now, and finds a point that both
/// share.
///
/// - `object1`, `object2`: their names
/// - `point`: receives the point if they collide; may be NULL
/// - returns: DT_TRUE if they collide; DT_FALSE if not, or on an error
/// - frame: world coordinates
/// - units: lengths
/// - errors: those of dtGetClosestPair
/// - cost: O(1), less than a microsecond, for two primitives; up to O(n m) for complex shapes,
///   as dtGetClosestPair
///
/// # Safety
///
/// `point` is NULL or has space for three scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetCommonPoint(
    object1: DtObjectRef,
    object2: DtObjectRef,
    point: *mut DtScalar,
) -> DtBool {
    recorded!(dtGetCommonPoint(object1, object2, point));
    let found =
        query_pair(object1, object2, Function::dtGetCommonPoint, |bodies, _| bodies.common_point());
    let Some(found) = found else { return DT_FALSE };
    // SAFETY: the caller promises the same.
    unsafe { write(point, &found) };
    DT_TRUE
}

/// Returns whether the distance between two objects, as they are placed now, is at most a given
/// one. Faster than dtGetClosestPair, since the search ends as soon as the result is known.
///
/// - `object1`, `object2`: their names
/// - `distance`: the given one; with 0, the result is whether they collide
/// - returns: DT_TRUE or DT_FALSE; DT_FALSE on an error
/// - frame: world coordinates: the distance is measured there
/// - units: lengths
/// - errors: DT_INVALID_VALUE if the distance is negative or NaN; otherwise those of
///   dtGetClosestPair
/// - cost: O(1), less than a microsecond, for two primitives; up to O(n m) for complex shapes,
///   as dtGetClosestPair
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
            Function::dtWithinDistance,
            DtError::DT_INVALID_VALUE,
            "the distance is negative or NaN",
        );
        return DT_FALSE;
    }
    let within = query_pair(object1, object2, Function::dtWithinDistance, |bodies, _| {
        bodies.is_within(distance).then_some(())
    });
    DtBool::from(within.is_some())
}
