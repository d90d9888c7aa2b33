//! Shapes that deform in every frame: how they are tested, and whether they run into themselves.

use std::ffi::c_uint;

use super::errors::DtError;
use super::state::with_state;
use super::types::{DtCount, DtIndex, DtObjectRef};
use crate::scene::deforming::{CollisionMethod, NoSoup};

/// How complex shapes that deform are tested against each other.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtCollisionMethod {
    /// By trees of boxes, which every dtChangeVertexBase fits to the new vertices. So it is at first.
    DT_TREES = 0,
    /// By subdivision of space in each dtTest, for all pairs of deformed shapes at once; trees are fitted only when
    /// something asks for them.
    DT_SUBDIVISION = 1,
}

/// A `DtCollisionMethod` as C may pass it: any number.
pub type DtCollisionMethodArgument = c_uint;

/// Chooses how complex shapes that deform from now on are tested by dtTest. It changes speed, and no callback.
///
/// DT_SUBDIVISION is for many shapes that all deform in every frame: it costs nothing for shapes whose boxes overlap no
/// other's, and where they do, the time is linear in their vertices and polytopes, and in the pairs of polytopes that are
/// near each other. The data of smart and witnessed responses come from the trees of the objects that collide; they are
/// the same, except that they may speak of other colliding polytopes where a deformation changed a shape so much that its
/// tree is built anew. Another number raises DT_INVALID_ENUM, and nothing happens.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetCollisionMethod(method: DtCollisionMethodArgument) {
    with_state((), |state| match method {
        0 => state.world.set_collision_method(CollisionMethod::Trees),
        1 => state.world.set_collision_method(CollisionMethod::Subdivision),
        _ => state.error(DtError::DT_INVALID_ENUM, "dtSetCollisionMethod: there is no such method"),
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
    with_state(0, |state| {
        if polytopes.is_null() && size > 0 {
            state.error(DtError::DT_INVALID_POINTER, "dtSelfCollisions: nowhere to write");
            return 0;
        }
        match state.world.self_collisions(object.addr()) {
            Ok((pairs, ignored)) => {
                let count = DtCount::try_from(pairs.len()).unwrap_or(DtCount::MAX);
                for (place, pair) in pairs.iter().take(size as usize).enumerate() {
                    // SAFETY: there is room for two numbers at each place below `size`, as our caller promises.
                    unsafe { polytopes.add(2 * place).cast::<[DtIndex; 2]>().write_unaligned(pair.faces) };
                }
                let what = "dtSelfCollisions: polytopes with a vertex that is not a number below 1e75";
                state.check(ignored == 0, DtError::DT_INVALID_VALUE, what);
                count
            }
            Err(NoSoup::Unknown) => {
                state.error(DtError::DT_UNKNOWN_OBJECT, "dtSelfCollisions: there is no such object");
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
