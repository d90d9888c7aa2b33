//! Shapes that deform in every frame: how they are tested, and whether they run into themselves.

use std::ffi::c_uint;

use super::errors::DtError;
use super::pair::write_list;
use super::recording::recorded;
use super::state::with_state;
use super::types::{DtCount, DtIndex, DtObjectRef};
use crate::scene::deforming::{CollisionMethod, NoSoup};
use crate::scene::interfering::Interfering;

/// How complex shapes that deform are tested against each other.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtCollisionMethod {
    /// By trees of boxes, which are fitted to the new vertices when something next asks for them. So it is at first.
    DT_TREES = 0,
    /// By subdivision of space in each dtTest, for all pairs of deformed shapes at once; trees are fitted only when
    /// something asks for them.
    DT_SUBDIVISION = 1,
    /// The library's choice: by trees, which were the faster for a dtTest wherever they were measured.
    DT_TREES_OR_SUBDIVISION = 2,
}

/// A `DtCollisionMethod` as C may pass it: any number.
pub type DtCollisionMethodArgument = c_uint;

/// Chooses how complex shapes that deform from now on are tested by dtTest. It changes speed, and no callback.
///
/// DT_TREES, as it is at first, and DT_TREES_OR_SUBDIVISION fit trees only where something comes near, and stop at the first
/// collision of a pair. DT_SUBDIVISION needs no tree: it costs nothing for shapes whose boxes overlap no other's, and where
/// they do, the time is linear in their vertices and polytopes, and in the pairs of polytopes that are near each other; that
/// was no less than by trees in all that was measured. The data of smart and witnessed responses come from the trees of the
/// objects that collide; they are the same, except that they may speak of other colliding polytopes where a deformation changed
/// a shape so much that its tree is built anew. Another number raises DT_INVALID_ENUM, and nothing happens.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetCollisionMethod(method: DtCollisionMethodArgument) {
    recorded!(dtSetCollisionMethod(method));
    with_state((), |state| match method {
        0 | 2 => state.world.set_collision_method(CollisionMethod::Trees),
        1 => state.world.set_collision_method(CollisionMethod::Subdivision),
        _ => state.error(DtError::DT_INVALID_ENUM, "dtSetCollisionMethod: there is no such method"),
    });
}

/// The most levels of dtSetSubdivisionLevels.
const MOST_LEVELS: DtCount = 30;

/// Chooses the resolution of subdivision: the least cube around all that overlaps is halved along each axis at most `levels`
/// times, 1 to 30, and no more often than it is with 0, as at first: until the density of polytopes makes pairs quicker than
/// cells. It changes speed, and no answer.
///
/// It counts wherever space is divided: in dtTest, unless with DT_TREES, in dtTestMotion for shapes that deform, in
/// dtSelfCollisions and in dtGetAllCollidingPolytopes. Another number raises DT_INVALID_VALUE, and nothing happens.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetSubdivisionLevels(levels: DtCount) {
    recorded!(dtSetSubdivisionLevels(levels));
    with_state((), |state| match levels {
        0 => state.world.set_subdivision_levels(None),
        1..=MOST_LEVELS => state.world.set_subdivision_levels(Some(levels)),
        _ => state
            .error(DtError::DT_INVALID_VALUE, "dtSetSubdivisionLevels: not a number from 0 to 30"),
    });
}

/// Finds the pairs of polytopes of one object's complex shape that share a point as they are now; of pairs that share a
/// vertex, being neighbours, none counts. Returns how many there are.
///
/// Polytopes are numbered in the order in which they were made, from 0. The first `size` pairs are written to
/// `polytopes`, two numbers each, the lesser first, in the order of the numbers; so `polytopes` has room for 2 * `size`.
/// With a `size` of 0 pairs are only counted, and `polytopes` may be NULL. Responses are not run, and the placement makes
/// no difference. The time is linear in the shape's size and in the pairs of polytopes that are near each other.
///
/// An unknown object raises DT_UNKNOWN_OBJECT, one whose shape is not a finished complex one DT_INVALID_OPERATION, NULL
/// with a size DT_INVALID_POINTER: 0 is returned and nothing is written. Polytopes with a vertex that is not a number
/// below 1e75 are left out, and raise DT_INVALID_VALUE.
///
/// # Safety
///
/// `polytopes` is NULL or has room for 2 * `size` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtSelfCollisions(
    object: DtObjectRef,
    size: DtCount,
    polytopes: *mut DtIndex,
) -> DtCount {
    recorded!(dtSelfCollisions(object, size, polytopes));
    with_state(0, |state| {
        if polytopes.is_null() && size > 0 {
            state.error(DtError::DT_INVALID_POINTER, "dtSelfCollisions: nowhere to write");
            return 0;
        }
        match state.world.self_collisions(object.addr()) {
            Ok((pairs, ignored)) => {
                let places = polytopes.cast::<[DtIndex; 2]>();
                // SAFETY: there is room for two numbers at each of `size` places, as our caller promises.
                let count =
                    unsafe { write_list(pairs.iter().map(|pair| pair.faces), places, size) };
                let what =
                    "dtSelfCollisions: polytopes with a vertex that is not a number below 1e75";
                state.check(ignored == 0, DtError::DT_INVALID_VALUE, what);
                count
            }
            Err(NoSoup::Unknown) => {
                state
                    .error(DtError::DT_UNKNOWN_OBJECT, "dtSelfCollisions: there is no such object");
                0
            }
            Err(NoSoup::NotASoup) => {
                let what = "dtSelfCollisions: the object's shape is not a finished complex one";
                state.error(DtError::DT_INVALID_OPERATION, what);
                0
            }
        }
    })
}

/// Two polytopes of different objects that share a point.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DtCollidingPolytopes {
    /// The object that was created earlier.
    pub object1: DtObjectRef,
    /// The other object.
    pub object2: DtObjectRef,
    /// The polytope of object1: its number in the order in which those of its shape were closed, from 0.
    pub polytope1: DtCount,
    /// The polytope of object2.
    pub polytope2: DtCount,
}

/// Finds all pairs of polytopes of different objects that share a point as they are now, for all objects of complex shapes
/// at once. Returns how many there are.
///
/// The first `most` of them are written to `pairs`: in the order of the objects' creation, then of the polytopes. With `most`
/// being 0 pairs are only counted, and `pairs` may be NULL. Objects of other shapes do not count, and responses are
/// neither run nor looked at. No tree is made or fitted, whatever dtSetCollisionMethod says: the time is linear in the
/// vertices, in the polytopes of objects whose boxes overlap, and in the pairs of polytopes that are near each other.
///
/// NULL with room raises DT_INVALID_POINTER, and 0 is returned. Polytopes of objects near others are left out where a
/// vertex, or where the placement puts it, is not a number below 1e75, and raise DT_INVALID_VALUE.
///
/// # Safety
///
/// `pairs` is NULL or has room for `most` records.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetAllCollidingPolytopes(
    pairs: *mut DtCollidingPolytopes,
    most: DtCount,
) -> DtCount {
    recorded!(dtGetAllCollidingPolytopes(pairs, most));
    with_state(0, |state| {
        if pairs.is_null() && most > 0 {
            state
                .error(DtError::DT_INVALID_POINTER, "dtGetAllCollidingPolytopes: nowhere to write");
            return 0;
        }
        let Interfering { objects, pairs: found, ignored } = state.world.interfering_polytopes();
        let object = |place: u32| std::ptr::with_exposed_provenance_mut(objects[place as usize]);
        let records = found.iter().map(|pair| {
            let [object1, object2] = pair.objects.map(object);
            let [polytope1, polytope2] = pair.faces;
            DtCollidingPolytopes { object1, object2, polytope1, polytope2 }
        });
        // SAFETY: the same promise is asked of our caller.
        let count = unsafe { write_list(records, pairs, most) };
        let what =
            "dtGetAllCollidingPolytopes: polytopes with a vertex that is not a number below 1e75";
        state.check(ignored == 0, DtError::DT_INVALID_VALUE, what);
        count
    })
}
