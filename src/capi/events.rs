//! What has changed of the pairs that collide, which are near each other, and what a program attaches to objects.

use std::ffi::{c_uint, c_void};

use super::errors::DtError;
use super::ext_types::{DT_FALSE, DT_TRUE, DtBool};
use super::pair::write_list;
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals, scalar};
use super::state::with_state;
use super::types::{DtCount, DtObjectRef, DtVector, vector};
use crate::scene::events::PairChange;
use crate::scene::queries::NearPair;

/// What has become of a pair that collides, or did in the last frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtEventKind {
    /// It collides, and did not at the last dtProceed.
    DT_BEGAN = 0,
    /// It collides, and did at the last dtProceed.
    DT_STAYS = 1,
    /// It collided at the last dtProceed, and does no longer; an object may have been deleted.
    DT_ENDED = 2,
}

/// What has become of a pair.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtEvent {
    /// The first object, as of a callback.
    pub object1: DtObjectRef,
    /// The second object.
    pub object2: DtObjectRef,
    /// What has become of them.
    pub kind: DtEventKind,
}

/// Returns which pairs of objects have begun to collide since the last dtProceed, still do, or have
/// ceased to: the pairs that dtTest calls back for, now and then. No callback is called. It is a
/// question: until the next dtProceed, or a change, the answer is the same.
///
/// A pair ends, too, if an object is deleted, or if it has no response any more. The first call in a
/// context has all pairs begin; from then on dtProceed keeps those that collide.
///
/// - `events`: receives the first events, in the order of dtTest; NULL to get the number alone
/// - `capacity`: how many there is space for
/// - returns: the number of events
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: that of a dtTest without callbacks: O(k) for k pairs whose boxes overlap, if a dtTest has
///   decided them; the same again in each dtProceed
///
/// # Safety
///
/// `events` is NULL or has space for `capacity` of them.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetEvents(events: *mut DtEvent, capacity: DtCount) -> DtCount {
    recorded!(dtGetEvents(events, capacity));
    let pointer = std::ptr::with_exposed_provenance_mut;
    with_state(Function::dtGetEvents, 0, |state| {
        let found = state.world.events().iter().map(|(objects, change)| DtEvent {
            object1: pointer(objects[0]),
            object2: pointer(objects[1]),
            kind: match change {
                PairChange::Began => DtEventKind::DT_BEGAN,
                PairChange::Stays => DtEventKind::DT_STAYS,
                PairChange::Ended => DtEventKind::DT_ENDED,
            },
        });
        // SAFETY: the caller promises the same.
        unsafe { write_list(found, events, capacity) }
    })
}

/// Two objects that are near each other.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtNearPair {
    /// The first object, as of a callback.
    pub object1: DtObjectRef,
    /// The second object.
    pub object2: DtObjectRef,
    /// Their distance; 0 if and only if they collide.
    pub distance: DtScalar,
    /// The closest point of object1, in world coordinates.
    pub point1: DtVector,
    /// The closest point of object2, in world coordinates; where they collide the same as point1.
    pub point2: DtVector,
}

/// Returns the pairs of objects that are no farther apart than a distance, with their closest points:
/// for clearances, and for contacts that are about to be. The pairs are those that dtTest would call
/// back for if they collided, and what is found of each is what dtGetClosestPair finds. No callback
/// is called.
///
/// - `distance`: the given one; with 0 those that collide
/// - `pairs`: receives the first pairs, in the order of dtTest; NULL to get the number alone
/// - `capacity`: how many there is space for
/// - returns: the number of pairs; 0 on an error
/// - frame: world coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if the distance is negative or NaN; nothing is written
/// - cost: O(n log n + k) for n objects and k pairs whose boxes are so near, and a dtGetClosestPair
///   for each of these
///
/// # Safety
///
/// `pairs` is NULL or has space for `capacity` of them.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetNearPairs(
    distance: DtScalar,
    pairs: *mut DtNearPair,
    capacity: DtCount,
) -> DtCount {
    recorded!(dtGetNearPairs(distance, pairs, capacity));
    let [distance] = reals([distance]);
    let pointer = std::ptr::with_exposed_provenance_mut;
    with_state(Function::dtGetNearPairs, 0, |state| {
        let what = "the distance is negative or NaN";
        if !state.check(distance >= 0.0, DtError::DT_INVALID_VALUE, what) {
            return 0;
        }
        let found = state.world.near_pairs(distance);
        let found = found.iter().map(|NearPair { objects, closest }| DtNearPair {
            object1: pointer(objects[0]),
            object2: pointer(objects[1]),
            distance: scalar(closest.distance),
            point1: vector(&closest.points[0]),
            point2: vector(&closest.points[1]),
        });
        // SAFETY: the caller promises the same.
        unsafe { write_list(found, pairs, capacity) }
    })
}

/// Attaches a pointer and a number of the program's own to an object, such as its entity and what it
/// is. They go with the object; an object that is created anew has NULL and 0.
///
/// - `object`: its name
/// - `pointer`: any pointer; never dereferenced
/// - `number`: any number
/// - frame: none
/// - units: none
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist; nothing happens
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetObjectData(
    object: DtObjectRef,
    pointer: *mut c_void,
    number: c_uint,
) {
    recorded!(dtSetObjectData(object, pointer, number));
    with_state(Function::dtSetObjectData, (), |state| {
        let data = (pointer.expose_provenance(), number);
        let known = state.world.set_object_data(object.addr(), data);
        state.check_object(known);
    });
}

/// Returns what dtSetObjectData has attached to an object.
///
/// - `object`: its name
/// - `pointer`: receives the pointer; may be NULL
/// - `number`: receives the number; may be NULL
/// - returns: DT_TRUE; DT_FALSE on an error
/// - frame: none
/// - units: none
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist; nothing is written
/// - cost: O(1) expected
///
/// # Safety
///
/// `pointer` is NULL or has space for a pointer, `number` is NULL or has space for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetObjectData(
    object: DtObjectRef,
    pointer: *mut *mut c_void,
    number: *mut c_uint,
) -> DtBool {
    recorded!(dtGetObjectData(object, pointer, number));
    let data = with_state(Function::dtGetObjectData, None, |state| {
        let data = state.world.object_data(object.addr());
        state.check_object(data.is_some());
        data
    });
    let Some((attached, of_object)) = data else { return DT_FALSE };
    let attached = std::ptr::with_exposed_provenance_mut(attached);
    // SAFETY: the caller promises space for one of each.
    unsafe {
        write_list(std::iter::once(attached), pointer, 1);
        write_list(std::iter::once(of_object), number, 1);
    }
    DT_TRUE
}
