//! Worlds as bytes.

use std::ffi::{c_uint, c_void};

use super::batch_arrays::{DtArray, Kind, open};
use super::errors::DtError;
use super::ext_types::{DT_FALSE, DT_TRUE, DtBool};
use super::pair::write_list;
use super::recording::{Function, recorded};
use super::responses::response_from;
use super::state::{Callback, State, with_state};
use super::types::{DtCount, DtObjectRef, DtResponse, DtResponseTypeArgument};
use crate::scene::object::ObjectRef;
use crate::scene::saved::{RestoreError, SaveError, SavedWorld};
use solid_geometry::memory;

/// An object of a saved world.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtSavedObject {
    /// Its name, in the program that saved it.
    pub object: DtObjectRef,
    /// The number that was attached to it (dtSetObjectData).
    pub number: c_uint,
}

/// Saves all that answers of the current context depend on, as bytes of the format of dtSaveShape:
/// dtLoadWorld makes a world of them again, whose answers are the same to the last bit and come in
/// the same order, also after the same calls from then on.
///
/// Saved are the objects, in the order of their creation, with their names as numbers, their
/// placements now and at the last dtProceed, spins, pivots, filters, and the number of
/// dtSetObjectData; their shapes, each once, with their vertices now and at the last dtProceed
/// and the settings of their surfaces; responses with their types; which pairs collided at the last
/// dtProceed; the current object; and the settings of the context but for dtSetThreads. What is code
/// or an address is not: the functions and client data of responses, and the pointers of
/// dtSetObjectData. Neither are shapes without objects, a shape or a compound that is not finished,
/// and tests that are running.
///
/// - `bytes`: receives the first bytes; NULL to get the number alone
/// - `capacity`: how many there is space for
/// - returns: the number of bytes; 0 on an error
/// - frame: none
/// - units: bytes
/// - errors: DT_INVALID_OPERATION if the shape of an object is unfinished, or the world would take
///   4 gigabytes; DT_INVALID_VALUE if a shape has a vertex that is NaN or infinite, or is made of
///   a support function (dtSupport). Nothing is written
/// - cost: O(n log n) for n objects and responses, and that of dtSaveShape for each shape
///
/// # Safety
///
/// `bytes` is NULL or has space for `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtSaveWorld(bytes: *mut c_void, capacity: DtCount) -> DtCount {
    recorded!(dtSaveWorld(bytes, capacity));
    with_state(Function::dtSaveWorld, 0, |state| {
        let world = &state.world;
        let number = |object| world.object_data(object).map_or(0, |(_, number)| number.into());
        let saved = world.save(number, |_| 0).map_err(|why| match why {
            SaveError::Unfinished => {
                (DtError::DT_INVALID_OPERATION, "the shape of an object is unfinished")
            }
            SaveError::Shape => (
                DtError::DT_INVALID_VALUE,
                "a shape has a support function, or a number that is not finite",
            ),
        });
        let too_large = (DtError::DT_INVALID_OPERATION, "the world is too large");
        let fits = |all: &Vec<u8>| DtCount::try_from(all.len()).is_ok();
        match saved.and_then(|all| if fits(&all) { Ok(all) } else { Err(too_large) }) {
            // SAFETY: the caller promises the same.
            Ok(all) => unsafe { write_list(all.into_iter(), bytes.cast(), capacity) },
            Err((error, what)) => {
                state.error(error, what);
                0
            }
        }
    })
}

/// Makes the world that dtSaveWorld has saved, in the current context, which has no objects.
///
/// Responses, filters and settings of the context, other than dtSetThreads, become those of the
/// saved one; shapes that the context has stay, and dtGetShape names those that come. The responses
/// call no function until dtReplaceResponses, or another one that sets them, says which: until
/// then dtTest counts their pairs alone. The pointers of dtSetObjectData are NULL.
///
/// The names of objects are addresses of the program that saved them. Another program finds out by
/// dtGetSavedObjects which objects there are, and gives each a name of its own. What was saved about
/// names that are no objects is left out then: responses of objects that are still to be created,
/// and the end of pairs (dtGetEvents) with objects that have been deleted.
///
/// - `bytes`: the bytes; they are copied, and may come from a file that the program has mapped
/// - `count`: how many there are
/// - `names`: the names that the objects get, of layout DT_OBJECTS, in the order of
///   dtGetSavedObjects; NULL for those that they had
/// - returns: DT_TRUE; DT_FALSE on an error
/// - frame: none
/// - units: bytes
/// - errors: DT_INVALID_POINTER if `bytes` is NULL; DT_INVALID_OPERATION if the context has objects;
///   DT_INVALID_VALUE if the bytes are no saved world, damaged, or of a later version of the
///   library, if there are not as many names as objects, one is given twice, or `names` is NULL
///   and a name is too large for the pointers of this machine; DT_INVALID_ENUM for another layout.
///   Nothing changes
/// - cost: O(n) for n objects and responses, and that of dtLoadShape for each shape. The next dtTest
///   finds the pairs of all objects
///
/// # Safety
///
/// `bytes` is NULL or there are `count`. `names` is NULL or points to the description of an array,
/// which can be read.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtLoadWorld(
    bytes: *const c_void,
    count: DtCount,
    names: *const DtArray,
) -> DtBool {
    recorded!(dtLoadWorld(bytes, count, names));
    with_state(Function::dtLoadWorld, DT_FALSE, |state| {
        // SAFETY: the caller promises the same.
        let Ok(array) = (unsafe { open(state, names, Kind::Objects) }) else { return DT_FALSE };
        // SAFETY: the caller promises the same.
        let Some(saved) = (unsafe { read(state, bytes, count) }) else { return DT_FALSE };
        let names = array.map(|array| {
            let mut names: Vec<ObjectRef> = Vec::new();
            // One name does not serve for all.
            (0..array.count).for_each(|row| memory::push(&mut names, array.object(row)));
            names
        });
        let callback = |_| Callback { function: None, client_data: 0 };
        let loaded = state.world.restore(&saved, names.as_deref(), callback);
        if let Err(why) = loaded {
            let (error, what) = match why {
                RestoreError::NotEmpty => {
                    (DtError::DT_INVALID_OPERATION, "the context has objects")
                }
                RestoreError::OtherCount => {
                    (DtError::DT_INVALID_VALUE, "there are not as many names as objects")
                }
                RestoreError::SameName => (DtError::DT_INVALID_VALUE, "a name is given twice"),
                RestoreError::NamesNeeded => {
                    (DtError::DT_INVALID_VALUE, "a saved name is too large for a pointer")
                }
            };
            state.error(error, what);
            return DT_FALSE;
        }
        for (i, object) in saved.objects().iter().enumerate().filter(|(_, it)| it.data != 0) {
            let saved_name = || object.name as ObjectRef;
            let name = names.as_ref().map_or_else(saved_name, |names| names[i]);
            // User data of a Rust program may be longer.
            state.world.set_object_data(name, (0, object.data as u32));
        }
        DT_TRUE
    })
}

/// Has all responses of a type call another function: the default one, those of objects and those of
/// pairs. Which pairs have responses stays as it is. After dtLoadWorld, for each type that is in use.
///
/// - `response`, `type`, `client_data`: as in dtSetDefaultResponse
/// - frame: that of the callback's data: see the type
/// - units: lengths, in the callback's data
/// - errors: DT_INVALID_ENUM if the type is unknown, DT_INVALID_POINTER if `response` is NULL; nothing
///   happens. DT_NO_RESPONSE changes nothing
/// - cost: O(r) for r responses of objects and pairs
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtReplaceResponses(
    response: DtResponse,
    r#type: DtResponseTypeArgument,
    client_data: *mut c_void,
) {
    recorded!(dtReplaceResponses(response, r#type, client_data));
    with_state(Function::dtReplaceResponses, (), |state| {
        let Some((callback, kind)) = response_from(state, response, r#type, client_data) else {
            return;
        };
        state.world.responses.replace_callbacks(|of| (of == kind).then_some(callback));
    });
}

/// Returns the objects of a saved world, in the order of their creation: what a program needs to name
/// them anew in dtLoadWorld.
///
/// - `bytes`, `count`: as in dtLoadWorld
/// - `objects`: receives the first objects; NULL to get the number alone
/// - `capacity`: how many there is space for
/// - returns: the number of objects; 0 on an error
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_POINTER if `bytes` is NULL; DT_INVALID_VALUE if they are no saved world,
///   damaged, or of a later version of the library. A name that is too large for the pointers of
///   this machine is cut off
/// - cost: that of dtLoadWorld
///
/// # Safety
///
/// `bytes` is NULL or there are `count`. `objects` is NULL or has space for `capacity` of them.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetSavedObjects(
    bytes: *const c_void,
    count: DtCount,
    objects: *mut DtSavedObject,
    capacity: DtCount,
) -> DtCount {
    recorded!(dtGetSavedObjects(bytes, count, objects, capacity));
    with_state(Function::dtGetSavedObjects, 0, |state| {
        // SAFETY: the caller promises the same.
        let Some(saved) = (unsafe { read(state, bytes, count) }) else { return 0 };
        let all = saved.objects().iter().map(|object| DtSavedObject {
            object: std::ptr::with_exposed_provenance_mut(object.name as usize),
            number: object.data as c_uint,
        });
        // SAFETY: the caller promises the same.
        unsafe { write_list(all, objects, capacity) }
    })
}

/// Reads a saved world. Raises an error, and returns `None`, if the bytes are none.
///
/// # Safety
///
/// `bytes` is NULL or there are `count`.
unsafe fn read(state: &mut State, bytes: *const c_void, count: DtCount) -> Option<SavedWorld> {
    if !state.check(!bytes.is_null(), DtError::DT_INVALID_POINTER, "NULL") {
        return None;
    }
    // SAFETY: not NULL, so there are so many by the caller's promise.
    let bytes = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), count as usize) };
    match SavedWorld::read(bytes) {
        Ok(saved) => Some(saved),
        Err(why) => {
            state.error(DtError::DT_INVALID_VALUE, &why.to_string());
            None
        }
    }
}
