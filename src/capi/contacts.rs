//! Penetration depth and contacts.

use super::pair::{refuse, write, write_list};
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, scalar};
use super::state::with_state;
use super::types::{DtCollData, DtCount, DtObjectRef, DtResponseTypeArgument, DtVector, vector};
use solid_geometry::query::Contact;

/// A response type: the penetration depth. coll_data points to a DtContactData with one contact,
/// that of dtGetPenDepth.
#[allow(clippy::unnecessary_cast, reason = "the generated C++ needs the cast")]
pub const DT_DEPTH_RESPONSE: DtResponseTypeArgument = 4 as DtResponseTypeArgument;

/// A response type: the contacts. coll_data points to a DtContactData with the contacts of
/// dtGetContacts.
#[allow(clippy::unnecessary_cast, reason = "the generated C++ needs the cast")]
pub const DT_CONTACTS_RESPONSE: DtResponseTypeArgument = 5 as DtResponseTypeArgument;

/// A contact between two objects, in world coordinates.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtContact {
    /// A point on the surface of object1: outside of it by no more than 1e-5 of the objects' size.
    /// Of a hull of round shapes (dtHull) and of shapes of which only support points are known,
    /// points beside the deepest one may be on chords: inside of the object by up to 0.75 % of the
    /// size. It is inside object2 or on its surface, unless object2 is thinner there, along the
    /// normal, than the contact is deep: then it lies beyond object2. Polygons are as thin as that.
    pub point1: DtVector,
    /// A point on the surface of object2, likewise: point1 plus depth times normal. Between curved
    /// objects, the deepest points of dtGetPenDepth and DT_DEPTH_RESPONSE satisfy this to the
    /// tolerance of dtSetTolerance, as a part of the objects' size.
    pub point2: DtVector,
    /// A unit vector that points from object2 towards object1.
    pub normal: DtVector,
    /// The penetration depth here, along the normal; 0 if the objects only touch.
    pub depth: DtScalar,
    /// The number of the feature of object1 that touches here: a vertex, an edge, a face or a side
    /// of one of its polytopes. feature1 and feature2 together tell a contact from all others of the
    /// two objects, and are the same in the next frame as long as the same features touch. A contact
    /// at the deepest point that is no corner of the region has 0.
    pub feature1: DtCount,
    /// The number of the feature of object2, likewise.
    pub feature2: DtCount,
}

/// The data of DT_DEPTH_RESPONSE and DT_CONTACTS_RESPONSE. Cast coll_data to a pointer to it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtContactData {
    /// The deepest points, in the local coordinates of their objects. normal is the shortest
    /// translation of object1, in world coordinates, that separates it from object2.
    pub data: DtCollData,
    /// The number of contacts: at least one.
    pub count: DtCount,
    /// The contacts, in world coordinates. Readable as long as coll_data.
    pub contacts: *const DtContact,
}

// SAFETY: the library never dereferences the pointer; it is passed to the client, and the contacts do not change.
unsafe impl Send for DtContactData {}

// SAFETY: as of `Send`.
unsafe impl Sync for DtContactData {}

/// A contact as a record of C.
pub(super) fn record(contact: &Contact) -> DtContact {
    DtContact {
        point1: vector(&contact.points[0]),
        point2: vector(&contact.points[1]),
        normal: vector(&contact.normal),
        depth: scalar(contact.depth),
        feature1: contact.features[0],
        feature2: contact.features[1],
    }
}

/// Computes the penetration depth of two objects as they are placed now: the length of the
/// shortest translation that separates them.
///
/// The relative error of the depth is a few times the tolerance of dtSetTolerance at most, or
/// the depth is exact to 1e-14 of the objects' size; between polytopes there is only rounding. The translation separates the objects up to rounding,
/// whatever the tolerance. For complex shapes, the deepest contact with a face of the surface counts,
/// along a normal of the surface: see dtSetInnerEdges. Polytopes with a volume are solids. If a shape is a solid (see dtSetSolid), its inside counts: the translation separates
/// the objects, and is the shortest for convex solids, for others the shortest that is found from
/// several directions. dtGetSeparation bounds how much shorter others can be.
///
/// - `object1`, `object2`: their names
/// - `normal`: receives the direction of that translation for object1: a unit vector that
///   points from object2 towards object1; may be NULL
/// - `point1`, `point2`: receive the point of object1 that is deepest inside object2, and that
///   of object2 deepest inside object1: `point1 + depth * normal`, between curved objects to
///   the tolerance as a part of the objects' size; each may be NULL
/// - returns: the depth; 0 if they only touch; -1 if they do not collide, or on an error
/// - frame: world coordinates
/// - units: lengths
/// - errors: those of dtGetClosestPair
/// - cost: O(1) for two primitives: some hundred nanoseconds for boxes, a few microseconds for
///   others; up to O(n m) for complex shapes of n and m polytopes, which are searched through
///   their trees, deepest parts first
///
/// # Safety
///
/// Each of `normal`, `point1` and `point2` is NULL or has space for three scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetPenDepth(
    object1: DtObjectRef,
    object2: DtObjectRef,
    normal: *mut DtScalar,
    point1: *mut DtScalar,
    point2: *mut DtScalar,
) -> DtScalar {
    recorded!(dtGetPenDepth(object1, object2, normal, point1, point2));
    let found = with_state(Function::dtGetPenDepth, None, |state| {
        let found = state.world.penetration(object1.addr(), object2.addr());
        found.unwrap_or_else(|why| refuse(state, why))
    });
    let Some(found) = found else { return -1.0 };
    let contact = found.deepest;
    // SAFETY: the caller promises the same.
    unsafe {
        write(normal, &contact.normal);
        write(point1, &contact.points[0]);
        write(point2, &contact.points[1]);
    }
    scalar(contact.depth)
}

/// Finds the contacts of two objects as they are placed now.
///
/// Two convex objects have at most 16 contacts: the corners of the region in which they touch,
/// and the deepest point. All have the normal of dtGetPenDepth, and each its own depth, of which
/// the greatest is that of dtGetPenDepth. The most important ones come
/// first, so the first four are a good selection. If a shape is a solid, its inside counts: the
/// contacts are those of the translation of dtGetPenDepth, with normals out of the solid, each
/// as deep as the translation moves object1 along its normal. If a shape is complex, the contacts
/// are those of its surface, as dtSetInnerEdges says: of each face, of however many polygons, the
/// corners of the region in which it is touched. The deepest come first.
///
/// - `object1`, `object2`: their names
/// - `contacts`: receives the first contacts; NULL to get the number alone
/// - `most`: how many there is space for
/// - returns: the number of contacts; 0 if the objects do not collide, or on an error
/// - frame: world coordinates
/// - units: lengths
/// - errors: those of dtGetClosestPair
/// - cost: O(1), some microseconds, for two primitives, and for each colliding pair of
///   polytopes of complex shapes
///
/// # Safety
///
/// `contacts` is NULL or has space for `most` contacts.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetContacts(
    object1: DtObjectRef,
    object2: DtObjectRef,
    contacts: *mut DtContact,
    most: DtCount,
) -> DtCount {
    recorded!(dtGetContacts(object1, object2, contacts, most));
    with_state(Function::dtGetContacts, 0, |state| {
        match state.world.contacts(object1.addr(), object2.addr()) {
            Ok(found) => {
                // SAFETY: the caller promises the same.
                unsafe { write_list(found.iter().map(record), contacts, most) }
            }
            Err(why) => refuse(state, why).unwrap_or(0),
        }
    })
}

/// Finds the contacts of two objects as dtGetContacts does, grouped into connected patches:
/// complex shapes may touch in several places.
///
/// Each patch keeps the deepest contact, then repeatedly the one that differs most from those
/// kept, in position and normal. 4 are enough for an object to rest on. Two contacts are in one
/// patch if their polytopes of object1 are the same or share a vertex, and those of object2
/// too. The deepest patch comes first. Two convex objects have one patch.
///
/// The contacts are those of dtGetContacts; those that neighbours share come once in
/// each patch. Two patches that meet each have them, so there may be more contacts than
/// dtGetContacts finds.
///
/// - `object1`, `object2`: their names
/// - `per_patch`: how many contacts a patch keeps at most; 0 keeps all
/// - `contacts`: receives the first contacts; may be NULL
/// - `patches`: receives the numbers of their patches, from 0; may be NULL
/// - `most`: how many there is space for in each; 0 to get the number alone
/// - returns: the number of contacts; 0 if the objects do not collide, or on an error
/// - frame: world coordinates
/// - units: lengths
/// - errors: those of dtGetClosestPair
/// - cost: that of dtGetContacts, and O(n log n) for n contacts
///
/// # Safety
///
/// Each of `contacts` and `patches` is NULL or has space for `most` entries.
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
    with_state(Function::dtGetContactPatches, 0, |state| {
        match state.world.contact_patches(object1.addr(), object2.addr(), per_patch as usize) {
            // SAFETY: the caller promises the same.
            Ok(found) => unsafe {
                write_list(found.iter().map(|one| one.patch), patches, most);
                write_list(found.iter().map(|one| record(&one.contact)), contacts, most)
            },
            Err(why) => refuse(state, why).unwrap_or(0),
        }
    })
}
