//! What has changed of the pairs that collide, which are near each other, and what a program attaches to objects.

use std::ffi::{c_uint, c_void};

use super::errors::DtError;
use super::ext_types::{DT_FALSE, DT_TRUE, DtBool};
use super::pair::write_list;
use super::queries::{FIRST_CAPACITY, fail};
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals, scalar};
use super::state::with_state;
use super::types::{DtCount, DtObjectRef, DtVector, vector};
use crate::scene::events::PairChange;
use crate::scene::queries::NearPair;
use solid_recording::for_each_record;

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

/// Looks at what has become of a pair, which is readable until the function returns. Returns DT_TRUE to
/// see the next one, DT_FALSE to end. It may call every function of this library, and may be left, as a
/// DtQueryVisit may.
pub type DtEventVisit =
    Option<unsafe extern "C-unwind" fn(client_data: *mut c_void, event: *const DtEvent) -> DtBool>;

/// Calls a function for each pair that has begun to collide since the last dtProceed, still does, or has
/// ceased to, as dtGetEvents returns them: a response to what begins and ends. All events are found
/// before the first call.
///
/// - `visit`: the function; NULL to get the number of events alone
/// - `client_data`: passed to the function; the library does not look at it
/// - returns: how often the function was called; 0 on an error
/// - frame: none
/// - units: none
/// - errors: DT_OUT_OF_MEMORY as of dtVisitQuery
/// - cost: that of dtGetEvents; where there are more than 16 events, that of two
///
/// # Safety
///
/// `visit` is NULL or a function of this type, and `client_data` is what it expects.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtVisitEvents(
    visit: DtEventVisit,
    client_data: *mut c_void,
) -> DtCount {
    solid_recording::align_stack!();
    let Some(visit) = visit else {
        // SAFETY: NULL receives nothing.
        return unsafe { dtGetEvents(std::ptr::null_mut(), 0) };
    };
    // Not recorded itself: recordings have dtGetEvents, and the calls that `visit` makes.
    let visited = for_each_record(
        FIRST_CAPACITY,
        // SAFETY: there is space for so many events.
        |events, most| unsafe { dtGetEvents(events, most) },
        // SAFETY: the client promises that the function may be called with its data.
        |event| unsafe { visit(client_data, event) != DT_FALSE },
    );
    let what = "dtVisitEvents: no memory for the events";
    visited.unwrap_or_else(|| fail(None, DtError::DT_OUT_OF_MEMORY, what))
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

/// Looks at two objects that are near each other. What it is given and what it may do are as of a
/// DtEventVisit.
pub type DtNearPairVisit = Option<
    unsafe extern "C-unwind" fn(client_data: *mut c_void, pair: *const DtNearPair) -> DtBool,
>;

/// Calls a function for each pair of objects that are no farther apart than a distance, as
/// dtGetNearPairs returns them: a response with a clearance. All pairs are found before the first call.
///
/// - `distance`: the given one; with 0 those that collide
/// - `visit`: the function; NULL to get the number of pairs alone
/// - `client_data`: passed to the function; the library does not look at it
/// - returns: how often the function was called; 0 on an error
/// - frame: world coordinates
/// - units: lengths
/// - errors: those of dtGetNearPairs; DT_OUT_OF_MEMORY as of dtVisitQuery
/// - cost: that of dtGetNearPairs; where there are more than 16 pairs, that of two
///
/// # Safety
///
/// `visit` is NULL or a function of this type, and `client_data` is what it expects.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtVisitNearPairs(
    distance: DtScalar,
    visit: DtNearPairVisit,
    client_data: *mut c_void,
) -> DtCount {
    solid_recording::align_stack!();
    let Some(visit) = visit else {
        // SAFETY: NULL receives nothing.
        return unsafe { dtGetNearPairs(distance, std::ptr::null_mut(), 0) };
    };
    // Not recorded itself: recordings have dtGetNearPairs, and the calls that `visit` makes.
    let visited = for_each_record(
        FIRST_CAPACITY,
        // SAFETY: there is space for so many pairs.
        |pairs, most| unsafe { dtGetNearPairs(distance, pairs, most) },
        // SAFETY: the client promises that the function may be called with its data.
        |pair| unsafe { visit(client_data, pair) != DT_FALSE },
    );
    let what = "dtVisitNearPairs: no memory for the pairs";
    visited.unwrap_or_else(|| fail(None, DtError::DT_OUT_OF_MEMORY, what))
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
