//! Casts of objects and rays.

use super::errors::DtError;
use super::ext_types::{DT_FALSE, DtBool};
use super::pair::{read, refuse, write, write_list};
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, scalar};
use super::state::{State, with_state};
use super::types::{DtCount, DtObjectRef, DtVector, vector};
use crate::scene::casts::Hits;
use crate::scene::object::ObjectRef;
use solid_geometry::math::Vec3;
use solid_geometry::math::vector::is_finite;
use solid_geometry::query::CastHit;

/// Where a ray enters an object.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtRayHit {
    /// The object.
    pub object: DtObjectRef,
    /// The position on the ray: 0 at its start, 1 at its end.
    pub time: DtScalar,
    /// The point of entry, in world coordinates.
    pub point: DtVector,
    /// The outward surface normal there: a unit vector in world coordinates.
    pub normal: DtVector,
}

/// Writes a contact and returns its time; -1 if there is none.
///
/// # Safety
///
/// Each of the pointers is NULL or has space for three scalars.
pub(super) unsafe fn write_cast(
    found: Option<CastHit>,
    point: *mut DtScalar,
    normal: *mut DtScalar,
) -> DtScalar {
    let Some(found) = found else { return -1.0 };
    // SAFETY: the caller promises the same.
    unsafe {
        write(point, &found.point);
        write(normal, &found.normal);
    }
    scalar(found.time)
}

/// The ends of a ray. If one is NULL or not finite, raises an error and returns `None`.
fn check_ray(state: &mut State, ends: [Option<Vec3>; 2]) -> Option<[Vec3; 2]> {
    let [Some(from), Some(to)] = ends else {
        state.error(DtError::DT_INVALID_POINTER, "NULL");
        return None;
    };
    let is_valid = is_finite(&(to - from));
    if !is_valid {
        state.error(DtError::DT_INVALID_VALUE, "a coordinate is not finite");
    }
    is_valid.then_some([from, to])
}

/// Moves two objects and finds when they first touch. Each object starts where it is placed now
/// and is translated without rotation. The objects themselves are not changed.
///
/// Whether the objects touch is decided exactly, as in dtTest. The relative error of the time
/// is at most the tolerance of dtSetTolerance, or the rounding of the coordinates. Objects that
/// collide now have contact at time 0 wherever they move, unless dtSetStopAtPenetration says otherwise.
///
/// - `object1`, `object2`: their names
/// - `motion1`, `motion2`: their translations; NULL means no motion
/// - `point`: receives the point of contact at that time; may be NULL
/// - `normal`: receives the contact normal: a unit vector that points from object2 towards
///   object1, that of dtGetPenDepth if they collide now; may be NULL
/// - returns: the time, from 0 to 1, 0 if and only if the objects collide now; -1 if they do
///   not touch, or on an error
/// - frame: world coordinates
/// - units: lengths; the time is a fraction of the motion
/// - errors: DT_INVALID_VALUE if a motion is NaN or infinite; otherwise those of
///   dtGetClosestPair. Nothing is written
/// - cost: O(1), a few microseconds, for two primitives; up to O(n m) for complex shapes of n
///   and m polytopes, which are searched through their trees, earliest contacts first
///
/// # Safety
///
/// Each of the pointers to scalars is NULL or points to three of them.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtCastObjects(
    object1: DtObjectRef,
    motion1: *const DtScalar,
    object2: DtObjectRef,
    motion2: *const DtScalar,
    point: *mut DtScalar,
    normal: *mut DtScalar,
) -> DtScalar {
    recorded!(dtCastObjects(object1, motion1, object2, motion2, point, normal));
    // SAFETY: the caller promises the same.
    let motions =
        unsafe { [read(motion1), read(motion2)] }.map(|motion| motion.unwrap_or(Vec3::zeros()));
    let found = with_state(Function::dtCastObjects, None, |state| {
        let found = state.world.cast_objects([object1.addr(), object2.addr()], &motions);
        found.unwrap_or_else(|why| refuse(state, why))
    });
    // SAFETY: the caller promises the same.
    unsafe { write_cast(found, point, normal) }
}

/// Sets whether a cast of objects that collide at the start ends there, wherever they move. It does
/// at first: the contact is at time 0. Otherwise that is so only if they approach each other where
/// they touch; those that move apart, or along each other, have their next contact, or none.
///
/// Objects approach if the velocity of object1 relative to object2 is against the normal of the depth
/// there, by more than a millionth of its length; objects that do not move do not approach. Of complex
/// shapes each polytope counts for itself, but those do not that cannot get deeper: an object that
/// lies on the triangles of a floor slides from one to the next, up to a wall. Objects that turn, and
/// collide at the start, have contact again after they have been apart; what happens in the 256th part
/// of the time until then may be missed.
///
/// The setting holds for dtCastObjects, dtCastObjectsTurning, dtBatchCasts and dtTestMotion, but not
/// for shapes that have deformed. Rays always end where they begin in an object, and dtAdvance never
/// stops objects that collide at the last dtProceed for each other.
///
/// - `stop`: DT_FALSE to go on, DT_TRUE as at first
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(1). A cast that goes on takes a depth of each pair of polytopes that collides at the
///   start, and a second cast
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetStopAtPenetration(stop: DtBool) {
    recorded!(dtSetStopAtPenetration(stop));
    with_state(Function::dtSetStopAtPenetration, (), |state| {
        state.world.set_stop_at_penetration(stop != DT_FALSE);
    });
}

/// Casts a ray at one object as it is placed now. The result is 0 if and only if the ray begins
/// inside the object or on its surface. Exactness is that of dtCastObjects.
///
/// - `object`: its name
/// - `from`, `to`: the ends of the ray, perhaps the same point
/// - `point`: receives the point of entry; may be NULL
/// - `normal`: receives the outward surface normal there, a unit vector; for a ray that begins
///   inside, the direction of the shortest way out; may be NULL
/// - returns: where the ray enters the object, from 0 at `from` to 1 at `to`; -1 if it misses,
///   or on an error
/// - frame: world coordinates
/// - units: lengths; the result is a fraction of the ray
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist; DT_INVALID_OPERATION if it
///   collides with nothing; DT_INVALID_POINTER if `from` or `to` is NULL; DT_INVALID_VALUE if a
///   coordinate is NaN or infinite. Nothing is written
/// - cost: O(1), half a microsecond, for a primitive; a complex shape of n polytopes is
///   searched through its tree, O(log n) where few are near the ray
///
/// # Safety
///
/// `from` and `to` are NULL or point to three scalars; `point` and `normal` are NULL or have space
/// for three.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtRayCastObject(
    object: DtObjectRef,
    from: *const DtScalar,
    to: *const DtScalar,
    point: *mut DtScalar,
    normal: *mut DtScalar,
) -> DtScalar {
    recorded!(dtRayCastObject(object, from, to, point, normal));
    // SAFETY: the caller promises the same.
    let ends = unsafe { [read(from), read(to)] };
    let found = with_state(Function::dtRayCastObject, None, |state| {
        let [from, to] = check_ray(state, ends)?;
        let found = state.world.cast_ray_at(object.addr(), &from, &to);
        found.unwrap_or_else(|why| refuse(state, why))
    });
    // SAFETY: the caller promises the same.
    unsafe { write_cast(found, point, normal) }
}

/// A hit as a record of C.
pub(super) fn record(object: ObjectRef, hit: &CastHit) -> DtRayHit {
    DtRayHit {
        object: std::ptr::with_exposed_provenance_mut(object),
        time: scalar(hit.time),
        point: vector(&hit.point),
        normal: vector(&hit.normal),
    }
}

/// Casts a ray at all objects as they are placed now, and finds the first hit. If it enters
/// several objects at the same time, the hit is that of the object created first. See
/// dtRayCastObject for what a hit is. Objects that collide with nothing are skipped.
///
/// - `from`, `to`: the ends of the ray
/// - `hit`: receives the first hit, if there is one; with NULL the search ends at any hit,
///   which is faster
/// - returns: DT_TRUE if there is a hit; DT_FALSE if not, or on an error
/// - frame: world coordinates
/// - units: lengths; the time of a hit is a fraction of the ray
/// - errors: DT_INVALID_POINTER if `from` or `to` is NULL; DT_INVALID_VALUE if a coordinate is
///   NaN or infinite
/// - cost: O(log n) for n objects that are mostly at rest, plus the objects near the ray. If
///   most objects move, the first sixteen rays after a move cost O(n) each; the next one costs
///   O(n log n) and makes later rays fast
///
/// # Safety
///
/// `from` and `to` are NULL or point to three scalars; `hit` is NULL or has space for a DtRayHit.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtRayCast(
    from: *const DtScalar,
    to: *const DtScalar,
    hit: *mut DtRayHit,
) -> DtBool {
    recorded!(dtRayCast(from, to, hit));
    let wanted = if hit.is_null() { Hits::Any } else { Hits::Nearest };
    // SAFETY: the caller promises the same.
    let ends = unsafe { [read(from), read(to)] };
    with_state(Function::dtRayCast, DT_FALSE, |state| {
        let Some([from, to]) = check_ray(state, ends) else {
            return DT_FALSE;
        };
        let found = state.world.cast_ray(&from, &to, wanted);
        // SAFETY: NULL, or there is space for one hit as the caller promises.
        unsafe {
            write_list(found.iter().take(1).map(|hit| record(hit.object, &hit.found)), hit, 1)
        }
    })
}

/// Casts a ray as dtRayCast does, and finds all objects that it hits, in the order in which it
/// enters them.
///
/// - `from`, `to`: the ends of the ray
/// - `hits`: receives the first hits; NULL to get the number alone
/// - `capacity`: how many there is space for
/// - returns: the number of objects that the ray hits; 0 on an error
/// - frame: world coordinates
/// - units: lengths; the time of a hit is a fraction of the ray
/// - errors: those of dtRayCast
/// - cost: O(log n + k log k) for k hits among n objects, with the exceptions of dtRayCast
///
/// # Safety
///
/// `from` and `to` are NULL or point to three scalars; `hits` is NULL or has space for `capacity`
/// hits.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtRayCastAll(
    from: *const DtScalar,
    to: *const DtScalar,
    hits: *mut DtRayHit,
    capacity: DtCount,
) -> DtCount {
    recorded!(dtRayCastAll(from, to, hits, capacity));
    // SAFETY: the caller promises the same.
    let ends = unsafe { [read(from), read(to)] };
    with_state(Function::dtRayCastAll, 0, |state| {
        let Some([from, to]) = check_ray(state, ends) else {
            return 0;
        };
        let found = state.world.cast_ray(&from, &to, Hits::All);
        // SAFETY: the caller promises the same.
        unsafe {
            write_list(found.iter().map(|hit| record(hit.object, &hit.found)), hits, capacity)
        }
    })
}
