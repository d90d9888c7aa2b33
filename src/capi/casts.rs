//! Casts: when and where objects that are translated, and rays, first touch.

use super::errors::DtError;
use super::ext_types::{DT_FALSE, DT_TRUE, DtBool};
use super::pair::{read, refuse, write, write_list};
use super::recording::recorded;
use super::scalar::{DtScalar, scalars};
use super::state::{State, with_state};
use super::types::{DtCount, DtObjectRef, DtVector, vector};
use crate::scene::casts::{Hits, RayHit};
use solid_geometry::math::Vec3;
use solid_geometry::math::vector::is_finite;
use solid_geometry::query::CastHit;

/// Where a ray enters an object.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtRayHit {
    /// The object.
    pub object: DtObjectRef,
    /// When: from 0 at the ray's beginning to 1 at its end.
    pub time: DtScalar,
    /// The point, in world coordinates.
    pub point: DtVector,
    /// The normal of the object's surface there: a unit vector in world coordinates that points out of the object.
    pub normal: DtVector,
}

/// Writes a contact and returns its time, -1 for none.
///
/// # Safety
///
/// Each of the places is NULL or has room for three scalars.
unsafe fn tell(found: Option<CastHit>, point: *mut DtScalar, normal: *mut DtScalar) -> DtScalar {
    let Some(found) = found else { return -1.0 };
    // SAFETY: the same promises are asked of our caller.
    unsafe {
        write(point, &found.point);
        write(normal, &found.normal);
    }
    let [time] = scalars([found.time]);
    time
}

/// The ends of a ray, unless they are bad, which raises an error.
fn checked_ray(state: &mut State, ends: [Option<Vec3>; 2], name: &str) -> Option<[Vec3; 2]> {
    let [Some(from), Some(to)] = ends else {
        state.error(DtError::DT_INVALID_POINTER, &format!("{name}: NULL"));
        return None;
    };
    // The way from one to the other as well.
    let finite = is_finite(&from) && is_finite(&to) && is_finite(&(to - from));
    if !finite {
        state.error(DtError::DT_INVALID_VALUE, &format!("{name}: an end that is not finite"));
    }
    finite.then_some([from, to])
}

/// Casts two objects against each other: while time goes from 0 to 1, object1 is translated by `motion1` from where it is
/// placed now, object2 by `motion2`. Returns the time at which they first touch, -1 if they do not. Nothing is moved.
///
/// The time is 0 if and only if the objects collide where they are. `point` is where they touch, as they are placed at
/// that time, in world coordinates. `normal` is the normal of the contact, a unit vector in world coordinates that points
/// from object2 towards object1; of objects that collide from the start it is that of dtGetPenDepth. What is not wanted
/// may be NULL; a motion that is NULL is none.
///
/// Whether there is a contact is decided as exactly as collisions are. The time is exact to the relative error of
/// dtSetTolerance, or to the rounding of the coordinates. -1, and nothing is written, with the errors of dtGetClosestPair
/// for bad objects, and with DT_INVALID_VALUE for a motion that is not finite. A few microseconds for two convex objects;
/// complex shapes are searched through their trees, what is reached early first.
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
    // SAFETY: the same promises are asked of our caller.
    let motions =
        unsafe { [read(motion1), read(motion2)] }.map(|motion| motion.unwrap_or(Vec3::zeros()));
    let finite =
        is_finite(&motions[0]) && is_finite(&motions[1]) && is_finite(&(motions[1] - motions[0]));
    let found = with_state(None, |state| {
        if !state.check(
            finite,
            DtError::DT_INVALID_VALUE,
            "dtCastObjects: a motion that is not finite",
        ) {
            return None;
        }
        let found = state.world.cast_objects([object1.addr(), object2.addr()], &motions);
        found.unwrap_or_else(|why| refuse(state, why, "dtCastObjects"))
    });
    // SAFETY: the same promises are asked of our caller.
    unsafe { tell(found, point, normal) }
}

/// Casts the ray from the point `from` to the point `to`, in world coordinates, at one object, as it is placed now.
/// Returns when it enters the object, from 0 at `from` to 1 at `to`; -1 if it does not.
///
/// 0 if and only if `from` is in the object or on its surface. `point` is where the ray enters, in world coordinates;
/// `normal` the normal of the surface there, a unit vector in world coordinates that points out of the object, and for a
/// ray that begins inside the shortest way out. Either may be NULL. A ray may be one point.
///
/// Exactness as dtCastObjects. -1, and nothing is written: an unknown object raises DT_UNKNOWN_OBJECT, one with nothing
/// to hit DT_INVALID_OPERATION, an end that is NULL DT_INVALID_POINTER, one that is not finite DT_INVALID_VALUE. Half a
/// microsecond for a convex object.
///
/// # Safety
///
/// `from` and `to` are NULL or point to three scalars; `point` and `normal` are NULL or have room for three.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtRayCastObject(
    object: DtObjectRef,
    from: *const DtScalar,
    to: *const DtScalar,
    point: *mut DtScalar,
    normal: *mut DtScalar,
) -> DtScalar {
    recorded!(dtRayCastObject(object, from, to, point, normal));
    // SAFETY: the same promises are asked of our caller.
    let ends = unsafe { [read(from), read(to)] };
    let found = with_state(None, |state| {
        let [from, to] = checked_ray(state, ends, "dtRayCastObject")?;
        let found = state.world.cast_ray_at(object.addr(), &from, &to);
        found.unwrap_or_else(|why| refuse(state, why, "dtRayCastObject"))
    });
    // SAFETY: the same promises are asked of our caller.
    unsafe { tell(found, point, normal) }
}

fn record(hit: &RayHit) -> DtRayHit {
    let [time] = scalars([hit.contact.time]);
    DtRayHit {
        object: std::ptr::with_exposed_provenance_mut(hit.object),
        time,
        point: vector(&hit.contact.point),
        normal: vector(&hit.contact.normal),
    }
}

/// Casts the ray from the point `from` to the point `to`, in world coordinates, at all objects as they are placed now.
/// Returns DT_TRUE if it hits any, and writes to `hit` the object that it enters first and where; of several that it
/// enters at once the one that was created first. See dtRayCastObject for what a hit is.
///
/// With `hit` NULL it asks whether there is any, which costs less. If there is none nothing is written. Objects with
/// nothing to hit are passed over. DT_FALSE as well, and the errors of dtRayCastObject, for bad ends. O(log n) and the
/// objects near the ray where most of n objects are at rest. While most move, the first sixteen rays after a move cost
/// O(n), the next O(n log n), which makes the others as cheap.
///
/// # Safety
///
/// `from` and `to` are NULL or point to three scalars; `hit` is NULL or has room for a DtRayHit.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtRayCast(
    from: *const DtScalar,
    to: *const DtScalar,
    hit: *mut DtRayHit,
) -> DtBool {
    recorded!(dtRayCast(from, to, hit));
    let wanted = if hit.is_null() { Hits::Any } else { Hits::Nearest };
    // SAFETY: the same promises are asked of our caller.
    let ends = unsafe { [read(from), read(to)] };
    let found = with_state(None, |state| {
        let [from, to] = checked_ray(state, ends, "dtRayCast")?;
        state.world.cast_ray(&from, &to, wanted).first().map(record)
    });
    let Some(first) = found else { return DT_FALSE };
    // SAFETY: NULL, or there is room for one as the caller promises.
    unsafe { write_list(std::iter::once(first), hit, 1) };
    DT_TRUE
}

/// As dtRayCast, for all objects that the ray hits: returns how many they are, and writes the first `capacity` hits to
/// `hits`, in the order in which the ray enters them. Ask with NULL, or 0, for the number alone.
///
/// # Safety
///
/// `from` and `to` are NULL or point to three scalars; `hits` is NULL or points to room for `capacity` hits.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtRayCastAll(
    from: *const DtScalar,
    to: *const DtScalar,
    hits: *mut DtRayHit,
    capacity: DtCount,
) -> DtCount {
    recorded!(dtRayCastAll(from, to, hits, capacity));
    // SAFETY: the same promises are asked of our caller.
    let ends = unsafe { [read(from), read(to)] };
    with_state(0, |state| {
        let Some([from, to]) = checked_ray(state, ends, "dtRayCastAll") else {
            return 0;
        };
        let found = state.world.cast_ray(&from, &to, Hits::All);
        // SAFETY: the same promise is asked of our caller.
        unsafe { write_list(found.iter().map(record), hits, capacity) }
    })
}
