//! Solids: signed distances, and the least translations that separate.

use std::time::{Duration, Instant};

use super::batch::{Answers, BadRow, answered};
use super::batch_arrays::{DtArray, Kind, open_two};
use super::errors::DtError;
use super::ext_types::{DT_FALSE, DT_TRUE, DtBool};
use super::pair::{raise, read, refuse, write};
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals, scalar};
use super::state::with_state;
use super::types::{DtCount, DtObjectRef, DtVector, vector};
use solid_geometry::query::Effort;

/// Computes the signed distance of a point and an object as it is placed now: how far the
/// surface is from the point, as a negative number if the point is inside.
///
/// The object's shape is convex, or a solid: see dtSetSolid. The distance is exact but for
/// rounding, some 1e-14 of the coordinates; its sign is exact.
///
/// - `object`: its name
/// - `point`: the point
/// - `distance`: receives the signed distance; may be NULL
/// - `gradient`: receives the direction in which the distance grows fastest, away from the
///   object: a unit vector; on the surface a normal, and where several points of the surface are
///   nearest that of one of them; may be NULL
/// - `nearest`: receives the nearest point of the surface: `point - distance * gradient`; may be
///   NULL
/// - returns: DT_TRUE; DT_FALSE on an error
/// - frame: world coordinates
/// - units: lengths
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist; DT_INVALID_OPERATION if its shape is
///   complex and no solid, or if it collides with nothing: its shape is unfinished, empty or has
///   bad dimensions, or its placement is not finite; DT_INVALID_VALUE if `point` is NULL or not
///   finite. Nothing is written
/// - cost: O(1) for a primitive; O(log n) near the surface of a solid of n polygons, O(n) at
///   worst: some microseconds for 100,000 triangles. More where the placement does not scale all
///   directions alike
///
/// # Safety
///
/// `point` is NULL or points to three scalars. `distance` is NULL or has space for a scalar. Each
/// of `gradient` and `nearest` is NULL or has space for three scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetSignedDistance(
    object: DtObjectRef,
    point: *const DtScalar,
    distance: *mut DtScalar,
    gradient: *mut DtScalar,
    nearest: *mut DtScalar,
) -> DtBool {
    recorded!(dtGetSignedDistance(object, point, distance, gradient, nearest));
    // SAFETY: the caller promises the same.
    let Some(point) = (unsafe { read(point) }) else {
        raise(Function::dtGetSignedDistance, DtError::DT_INVALID_VALUE, "the point is NULL");
        return DT_FALSE;
    };
    let found = with_state(Function::dtGetSignedDistance, None, |state| {
        let found = state.world.signed_distance(object.addr(), &point);
        found.map_or_else(|why| refuse(state, why), Some)
    });
    let Some(found) = found else { return DT_FALSE };
    // SAFETY: the caller promises the same.
    unsafe {
        if !distance.is_null() {
            distance.write_unaligned(scalar(found.distance));
        }
        write(gradient, &found.gradient);
        write(nearest, &found.nearest);
    }
    DT_TRUE
}

/// How far a point is from the surface of an object.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtSignedDistance {
    /// The distance, as a negative number if the point is inside.
    pub distance: DtScalar,
    /// The direction in which the distance grows fastest: a unit vector.
    pub gradient: DtVector,
    /// The nearest point of the surface.
    pub nearest: DtVector,
}

/// Computes the signed distances of many points and objects as they are placed now, each as
/// dtGetSignedDistance does.
///
/// - `objects`: the objects: an array with the layout DT_OBJECTS
/// - `points`: the points: an array with the layout DT_POINTS, of the same number of rows; one row of either
///   serves for all
/// - `found`: receives the signed distances of the first rows, with their gradients and the nearest points;
///   zeros, the gradient too, where a row has no answer. May be NULL
/// - `most`: how many there is space for. The other rows are not answered
/// - returns: the number of rows; 0 if an argument is bad
/// - frame: world coordinates
/// - units: lengths
/// - errors: those of dtBatchPairs; DT_INVALID_OPERATION if the shape of an object is complex and no solid
/// - cost: that of dtGetSignedDistance for each row, divided among the threads: O(log n) near the surface of a
///   solid of n polygons
///
/// # Safety
///
/// Each array is NULL or has the rows that it describes. `found` is NULL or has space for `most`,
/// apart from the arrays.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtBatchSignedDistances(
    objects: *const DtArray,
    points: *const DtArray,
    found: *mut DtSignedDistance,
    most: DtCount,
) -> DtCount {
    recorded!(dtBatchSignedDistances(objects, points, found, most));
    // SAFETY: the caller promises the same.
    let output = unsafe { Answers::new(found, most) };
    with_state(Function::dtBatchSignedDistances, 0, |state| {
        state.bad_row = None;
        // SAFETY: the caller promises the same.
        let columns =
            unsafe { open_two(state, [(objects, Kind::Objects), (points, Kind::Points)]) };
        let Some(([objects, points], count)) = columns else { return 0 };
        let mut bad = BadRow::default();
        let rows = answered(count, most, output.is_written());
        let read = |row: usize| (objects.object(row), points.point(row));
        state.world.batch_signed_distances(rows, &read, &mut |row, found| {
            let found = bad.check(row, found).map(|found| DtSignedDistance {
                distance: scalar(found.distance),
                gradient: vector(&found.gradient),
                nearest: vector(&found.nearest),
            });
            output.put(row, found.unwrap_or_default());
        });
        bad.raise(state);
        count as DtCount
    })
}

/// Finds a translation that separates two objects as they are placed now, and bounds on the
/// length of the shortest one that does.
///
/// The translation is of object1, and after it the objects do not collide: dtTest finds them
/// apart. No translation that is shorter than the lower bound separates them. The search ends
/// when the bounds differ by no more than a part `gap` of the upper one, which is the length of
/// the translation, or when its time is over; what is known then is written. Each object's shape
/// is convex, or a solid (see dtSetSolid), or a compound of such, or points. Of two convex objects,
/// convex solids included, the bounds agree but for rounding.
///
/// With a time limit, the bounds depend on the speed of the machine, so that a recording that
/// is played back may find others. Then the search also begins with the translation that it found
/// last for these two objects, if they collided: after a small motion the bounds are closer in the same
/// time. They hold wherever it begins. dtGetPenDepth finds such translations in less time, without
/// the lower bound.
///
/// - `object1`, `object2`: their names
/// - `gap`: by which part of the upper bound the bounds may differ, from 0 to 1
/// - `seconds`: the time that the search may take, exceeded by one test of the objects; 0 for as
///   long as some hundred tests take, with the same result each time
/// - `translation`: receives the translation; may be NULL
/// - `bounds`: receives the lower and the upper bound; may be NULL
/// - returns: DT_TRUE if the objects collide; DT_FALSE if not, or on an error
/// - frame: world coordinates
/// - units: lengths, and seconds
/// - errors: those of dtGetClosestPair; DT_INVALID_OPERATION if a shape is complex and no solid,
///   or a compound with such a part or a half-space; DT_INVALID_VALUE if `gap` or `seconds` is negative or NaN. Nothing is written
/// - cost: that of dtGetPenDepth for convex objects. Otherwise that of some thirty casts for the
///   translation, and more for the bounds, as `gap` and `seconds` have it
///
/// # Safety
///
/// `translation` is NULL or has space for three scalars, `bounds` is NULL or has space for two.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetSeparation(
    object1: DtObjectRef,
    object2: DtObjectRef,
    gap: DtScalar,
    seconds: DtScalar,
    translation: *mut DtScalar,
    bounds: *mut DtScalar,
) -> DtBool {
    recorded!(dtGetSeparation(object1, object2, gap, seconds, translation, bounds));
    let [gap, seconds] = reals([gap, seconds]);
    if !(gap >= 0.0 && seconds >= 0.0) {
        let what = "the gap or the time is negative or NaN";
        raise(Function::dtGetSeparation, DtError::DT_INVALID_VALUE, what);
        return DT_FALSE;
    }
    let mut effort = Effort { gap, ..Effort::default() };
    if seconds > 0.0 {
        let limit = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        effort.deadline = Instant::now().checked_add(limit);
        effort.steps = u32::MAX;
    }
    let found = with_state(Function::dtGetSeparation, None, |state| {
        let found = state.world.separation(object1.addr(), object2.addr(), effort);
        found.unwrap_or_else(|why| refuse(state, why))
    });
    let Some(found) = found else { return DT_FALSE };
    // SAFETY: the caller promises the same.
    unsafe {
        write(translation, &found.translation);
        if !bounds.is_null() {
            bounds.write_unaligned(scalar(found.lower));
            bounds.wrapping_add(1).write_unaligned(scalar(found.length()));
        }
    }
    DT_TRUE
}
