//! How deep two objects are in each other, and where they touch.

use super::pair::{refuse, write, write_list};
use super::recording::recorded;
use super::scalar::{DtScalar, scalars};
use super::state::with_state;
use super::types::{DtCollData, DtCount, DtObjectRef, DtResponseTypeArgument, DtVector, vector};
use solid_geometry::query::Contact;

/// A response type: how deep the objects are in each other. coll_data is the beginning of a DtContactData whose only
/// contact is that of dtGetPenDepth.
#[allow(clippy::unnecessary_cast, reason = "in C it is one: a number is no DtResponseType to C++")]
pub const DT_DEPTH_RESPONSE: DtResponseTypeArgument = 4 as DtResponseTypeArgument;

/// A response type: where the objects touch. coll_data is the beginning of a DtContactData with the contacts of
/// dtGetContacts.
#[allow(clippy::unnecessary_cast, reason = "in C it is one")]
pub const DT_CONTACTS_RESPONSE: DtResponseTypeArgument = 5 as DtResponseTypeArgument;

/// A place where two objects touch, in world coordinates.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtContact {
    /// A point of the surface of object1, inside object2 or on it.
    pub point1: DtVector,
    /// A point of the surface of object2, inside object1 or on it: point1 plus depth times normal.
    pub point2: DtVector,
    /// A unit vector that points from object2 towards object1.
    pub normal: DtVector,
    /// How deep the objects are in each other here, along the normal; zero where they only touch.
    pub depth: DtScalar,
}

/// What the callbacks of DT_DEPTH_RESPONSE and DT_CONTACTS_RESPONSE are given: cast coll_data to a pointer to it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtContactData {
    /// The deepest points, in the local coordinates of their objects; normal is the shortest translation of object1, in
    /// world coordinates, that separates it from object2.
    pub data: DtCollData,
    /// How many contacts there are: at least one.
    pub count: DtCount,
    /// The contacts, in world coordinates; readable as long as coll_data.
    pub contacts: *const DtContact,
}

// SAFETY: the library never follows the pointer; the client is given it, and what it points to does not change.
unsafe impl Send for DtContactData {}

/// A contact, as C has it.
pub(super) fn record(contact: &Contact) -> DtContact {
    let [depth] = scalars([contact.depth]);
    DtContact {
        point1: vector(&contact.points[0]),
        point2: vector(&contact.points[1]),
        normal: vector(&contact.normal),
        depth,
    }
}

/// Returns how deep two objects are in each other, as they are placed now: the length of the shortest translation that
/// leaves them touching at most. 0 if they only touch, -1 if they are apart.
///
/// `normal` is the direction of that translation for object1: a unit vector in world coordinates that points from
/// object2 towards object1. `point1` is the point of object1 that is deepest in object2, in world coordinates, `point2`
/// that of object2 deepest in object1: point1 plus the depth times the normal. What is not wanted may be NULL.
///
/// The depth is 0 or more if and only if the objects collide. Its relative error is that of dtSetTolerance, for boxes
/// and other polytopes next to none; translating by it separates the objects up to rounding, whatever the tolerance.
/// Of a complex shape the deepest pair of polytopes counts, each of them taken as a solid.
///
/// -1, and nothing is written, with the errors of dtGetClosestPair for bad arguments. Some hundred nanoseconds for boxes,
/// a few microseconds for other convex objects; complex shapes are searched through their trees, deep parts first.
///
/// # Safety
///
/// Each of `normal`, `point1` and `point2` is NULL or has room for three scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetPenDepth(
    object1: DtObjectRef,
    object2: DtObjectRef,
    normal: *mut DtScalar,
    point1: *mut DtScalar,
    point2: *mut DtScalar,
) -> DtScalar {
    recorded!(dtGetPenDepth(object1, object2, normal, point1, point2));
    let found = with_state(None, |state| {
        let found = state.world.penetration(object1.addr(), object2.addr());
        found.unwrap_or_else(|why| refuse(state, why, "dtGetPenDepth"))
    });
    let Some(found) = found else { return -1.0 };
    let contact = found.deepest;
    // SAFETY: the same promises are asked of our caller.
    unsafe {
        write(normal, &contact.normal);
        write(point1, &contact.points[0]);
        write(point2, &contact.points[1]);
    }
    let [depth] = scalars([contact.depth]);
    depth
}

/// Finds where two objects touch, as they are placed now. Returns how many contacts there are, 0 if the objects are
/// apart, and writes the first `most` of them to `contacts`. Ask with NULL, or 0, for the number alone.
///
/// Of two convex objects the contacts are the corners of the region in which they touch, at most 16: a face on a face
/// has as many as the faces have in common, an edge two, a round body one. All have the normal of dtGetPenDepth, each
/// has a depth of its own. Those come first that say the most, so that the first four are a good choice of four. If a
/// shape is complex, each pair of polytopes that collide has its contacts, with a normal of its own; what neighbours
/// have in common comes once, the deepest first.
///
/// 0, and nothing is written, with the errors of dtGetClosestPair for bad arguments. Takes some microseconds a pair of
/// convex parts.
///
/// # Safety
///
/// `contacts` is NULL or points to room for `most` contacts.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetContacts(
    object1: DtObjectRef,
    object2: DtObjectRef,
    contacts: *mut DtContact,
    most: DtCount,
) -> DtCount {
    recorded!(dtGetContacts(object1, object2, contacts, most));
    with_state(0, |state| {
        match state.world.contacts(object1.addr(), object2.addr()) {
            Ok(found) => {
                // SAFETY: the same promise is asked of our caller.
                unsafe { write_list(found.iter().map(record), contacts, most) }
            }
            Err(why) => refuse(state, why, "dtGetContacts").unwrap_or(0),
        }
    })
}

/// Finds where two objects touch, as they are placed now, by connected patches: a complex shape may touch another in several
/// places, and each has contacts of its own. Returns how many contacts there are, 0 if the objects are apart.
///
/// The contacts are those of dtGetContacts, reduced to `per_patch` of each patch: the deepest, then always the one that
/// differs most from those before it, in place and normal; 4 are enough to rest on. With a `per_patch` of 0 all stay. Contacts
/// are of one patch where their polytopes are the same or share a vertex, of object1 and of object2. The deepest patch comes
/// first; the first `most` contacts are written to `contacts`, and the numbers of their patches, from 0, to `patches`. Either
/// may be NULL; ask with 0 for the number alone. Two convex objects have one patch.
///
/// 0, and nothing is written, with the errors of dtGetClosestPair for bad arguments. Takes as long as dtGetContacts, and
/// O(n log n) for n contacts.
///
/// # Safety
///
/// Each of `contacts` and `patches` is NULL or points to room for `most`.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetContactPatches(
    object1: DtObjectRef,
    object2: DtObjectRef,
    per_patch: DtCount,
    contacts: *mut DtContact,
    patches: *mut DtCount,
    most: DtCount,
) -> DtCount {
    recorded!(dtGetContactPatches(object1, object2, per_patch, contacts, patches, most));
    with_state(0, |state| {
        match state.world.contact_patches(object1.addr(), object2.addr(), per_patch as usize) {
            // SAFETY: the same promises are asked of our caller.
            Ok(found) => unsafe {
                write_list(found.iter().map(|one| one.patch), patches, most);
                write_list(found.iter().map(|one| record(&one.contact)), contacts, most)
            },
            Err(why) => refuse(state, why, "dtGetContactPatches").unwrap_or(0),
        }
    })
}
