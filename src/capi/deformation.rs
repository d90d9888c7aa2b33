//! Deforming shapes: the collision method, self-collisions, and colliding polytopes of all objects.

use std::ffi::c_uint;

use super::errors::DtError;
use super::pair::{refuse, write_list};
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, scalar};
use super::state::{State, with_state};
use super::types::{DtCount, DtIndex, DtObjectRef};
use crate::scene::deforming::{CollisionMethod, MAX_LEVELS};
use crate::scene::deforming_motion::SelfContact;
use crate::scene::interfering::Interfering;

/// How deformed complex shapes are tested against each other.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtCollisionMethod {
    /// By bounding volume trees. The whole tree of a shape is refitted when it is first used after
    /// a deformation. This is the method at first.
    DT_TREES = 0,
    /// By subdivision of space in each dtTest, for all pairs of deformed shapes at once. Trees are
    /// refitted only if something else needs them.
    DT_SUBDIVISION = 1,
}

/// A `DtCollisionMethod` from C, which may be any number.
pub type DtCollisionMethodArgument = c_uint;

/// Sets how dtTest tests complex shapes that deform from now on. Callbacks do not depend on it;
/// only speed does.
///
/// With trees, the whole tree of a shape is refitted when it is first used after a deformation:
/// if the box of the shape overlaps no other box, the tree is not used. The test of a pair ends
/// at its first collision. Subdivision needs no tree: shapes whose boxes overlap no other box
/// cost nothing; otherwise the cost is linear in the vertices and polytopes of overlapping
/// shapes and in the pairs of near polytopes. It was not faster than trees in any measurement.
/// If a deformation is so large that the tree is rebuilt, smart and witnessed responses may use
/// other colliding polytopes.
///
/// - `method`: one of DtCollisionMethod; DT_TREES at first
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_ENUM if there is no such method; nothing happens
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetCollisionMethod(method: DtCollisionMethodArgument) {
    recorded!(dtSetCollisionMethod(method));
    let all = [
        (DtCollisionMethod::DT_TREES as c_uint, CollisionMethod::Trees),
        (DtCollisionMethod::DT_SUBDIVISION as c_uint, CollisionMethod::Subdivision),
    ];
    with_state(Function::dtSetCollisionMethod, (), |state| {
        if let Some(method) = state.choose(&all, method) {
            state.world.set_collision_method(method);
        }
    });
}

/// Limits the resolution of the subdivision of space: how often the cube around all overlapping
/// shapes is halved along each axis. Results do not depend on it; only speed does.
///
/// Subdivision is used by dtTest with DT_SUBDIVISION, by dtTestMotion for deforming shapes, by
/// dtSelfCollisions, by dtSelfCollisionsMotion and by dtGetAllCollidingPolytopes.
///
/// - `levels`: the most, from 1 to 30; with 0, as at first, the density of polytopes determines
///   the resolution, which is also an upper limit for the others
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_VALUE if it is more than 30; nothing happens
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetSubdivisionLevels(levels: DtCount) {
    recorded!(dtSetSubdivisionLevels(levels));
    with_state(Function::dtSetSubdivisionLevels, (), |state| match levels {
        0 => state.world.set_subdivision_levels(None),
        1..=MAX_LEVELS => state.world.set_subdivision_levels(Some(levels)),
        _ => state.error(DtError::DT_INVALID_VALUE, "the number is not from 0 to 30"),
    });
}

/// Finds the pairs of polytopes of one object's complex shape that share a point. Responses are not
/// called, and the placement does not matter.
///
/// Neighbours are left out, whatever else they share: pairs with a common vertex. So a triangle
/// that is folded onto the one beside it is not found here; dtSelfCollisionsMotion, which does not
/// leave out neighbours, finds it where it comes to that. Common are vertices of the array with the
/// same index, and vertices of dtVertex with the same coordinates. Polytopes with vertices of
/// different indices at the same place are no neighbours and are found: those of an array that has
/// each corner of each triangle by itself, for example, and those that a deformation has brought
/// together.
///
/// - `object`: its name
/// - `size`: the pairs that there is space for; with 0 the pairs are only counted
/// - `polytopes`: receives the first pairs, two numbers each, the smaller first, in ascending
///   order; may be NULL if `size` is 0. Polytopes are numbered from 0 in the order in which
///   they were added
/// - returns: the number of pairs; 0 on an error
/// - frame: local coordinates: the present vertices
/// - units: none
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist, DT_INVALID_OPERATION if its shape
///   is not a finished complex shape, DT_INVALID_POINTER if `polytopes` is NULL and `size` is
///   not 0: then nothing is written; DT_INVALID_VALUE if polytopes are left out, since a vertex
///   has NaN or a coordinate of 1e75 or more
/// - cost: O(n + k) for n polytopes and k pairs of near ones
///
/// # Safety
///
/// `polytopes` is NULL or has space for `2 * size` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtSelfCollisions(
    object: DtObjectRef,
    size: DtCount,
    polytopes: *mut DtIndex,
) -> DtCount {
    recorded!(dtSelfCollisions(object, size, polytopes));
    with_state(Function::dtSelfCollisions, 0, |state| {
        if lacks_space(state, polytopes, size) {
            return 0;
        }
        match state.world.self_collisions(object.addr()) {
            Ok((pairs, ignored)) => {
                let places = polytopes.cast::<[DtIndex; 2]>();
                // SAFETY: there is room for two numbers at each of `size` places, as our caller promises.
                let count = unsafe { write_list(pairs.into_iter(), places, size) };
                report_ignored(state, ignored, "is");
                count
            }
            Err(why) => refuse(state, why).unwrap_or(0),
        }
    })
}

/// Whether there is nowhere to write, which raises an error.
fn lacks_space<T>(state: &mut State, places: *mut T, count: DtCount) -> bool {
    let lacks = places.is_null() && count > 0;
    if lacks {
        state.error(DtError::DT_INVALID_POINTER, "nowhere to write");
    }
    lacks
}

/// Raises the error of polytopes that were left out.
fn report_ignored(state: &mut State, ignored: usize, when: &str) {
    if ignored > 0 {
        let what = format!("polytopes with a vertex that {when} not a number below 1e75");
        state.error(DtError::DT_INVALID_VALUE, &what);
    }
}

/// Two polytopes of one complex shape that touch between two frames.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtSelfContact {
    /// The polytope with the smaller number.
    pub polytope1: DtIndex,
    /// The other polytope.
    pub polytope2: DtIndex,
    /// When they first touch, from 0 at the last dtProceed to 1 now.
    pub time: DtScalar,
}

/// Finds the pairs of polytopes of one object's complex shape that touch while each vertex moves
/// along a straight line, in local coordinates, from where it was at the last dtProceed to where
/// dtChangeVertexBase has put it since. Responses are not called, and placements do not matter.
///
/// Neighbours count, but what they have in common does not touch: polytopes of up to four
/// vertices touch where a vertex of one meets a face of the other, or an edge an edge, if the two
/// have no common vertex; and at time 0 also where such an edge passes through a face, or a vertex
/// is within a tetrahedron. So two triangles with a common edge touch when one folds over onto the
/// other. This is decided exactly, without a tolerance, and times are early by at most 1e-12.
/// Polytopes of more vertices that are no neighbours are tested as their hulls, by steps that miss
/// nothing and end within 1e-12 of the largest coordinate; neighbours of that kind do not count.
///
/// Before the first dtProceed, vertices come from where dtEndComplexShape has found them. Without a
/// deformation since the last dtProceed nothing moves: pairs that touch have time 0.
///
/// - `object`: its name
/// - `contacts`: receives the first pairs, in the order of the times, then of the polytopes; each
///   pair comes once. May be NULL if `capacity` is 0
/// - `capacity`: how many there is space for; with 0 the pairs are only counted
/// - returns: the number of pairs; 0 on an error
/// - frame: local coordinates
/// - units: the times are fractions of the frame
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist, DT_INVALID_OPERATION if its shape is
///   not a finished complex shape, DT_INVALID_POINTER if `contacts` is NULL and `capacity` is not
///   0: then nothing is written; DT_INVALID_VALUE if polytopes are left out, since a vertex has or
///   had NaN or a coordinate of 1e75 or more
/// - cost: O(n + k) for n polytopes and k pairs whose ways come near each other, neighbours
///   included
///
/// # Safety
///
/// `contacts` is NULL or has space for `capacity` of them.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtSelfCollisionsMotion(
    object: DtObjectRef,
    contacts: *mut DtSelfContact,
    capacity: DtCount,
) -> DtCount {
    recorded!(dtSelfCollisionsMotion(object, contacts, capacity));
    with_state(Function::dtSelfCollisionsMotion, 0, |state| {
        if lacks_space(state, contacts, capacity) {
            return 0;
        }
        let (found, ignored) = match state.world.self_collisions_motion(object.addr()) {
            Ok(found) => found,
            Err(why) => return refuse(state, why).unwrap_or(0),
        };
        let records = found.iter().map(|&SelfContact { faces: [polytope1, polytope2], time }| {
            DtSelfContact { polytope1, polytope2, time: scalar(time) }
        });
        // SAFETY: the caller promises the same.
        let count = unsafe { write_list(records, contacts, capacity) };
        report_ignored(state, ignored, "was or is");
        count
    })
}

/// Two polytopes of different objects that share a point.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DtCollidingPolytopes {
    /// The object that was created first.
    pub object1: DtObjectRef,
    /// The other object.
    pub object2: DtObjectRef,
    /// The number of the polytope of object1: from 0 in the order in which they were added to the
    /// shape.
    pub polytope1: DtCount,
    /// The number of the polytope of object2.
    pub polytope2: DtCount,
}

/// Finds all pairs of polytopes of different objects that share a point, as the objects are
/// placed now, among all objects with complex shapes. Objects with other shapes do not count,
/// and responses are not called. No tree is used, whatever the collision method is.
///
/// - `pairs`: receives the first pairs, in the order of the objects' creation, then of the
///   polytopes; may be NULL if `most` is 0
/// - `most`: how many there is space for; with 0 the pairs are only counted
/// - returns: the number of pairs; 0 on an error
/// - frame: world coordinates: the present placements and vertices
/// - units: none
/// - errors: DT_INVALID_POINTER if `pairs` is NULL and `most` is not 0; DT_INVALID_VALUE if
///   polytopes of nearby objects are left out, since a vertex, before or after placement, has
///   NaN or a coordinate of 1e75 or more
/// - cost: O(v + n + k) for v vertices of all objects, n polytopes of those whose boxes
///   overlap, and k pairs of near polytopes
///
/// # Safety
///
/// `pairs` is NULL or has space for `most` pairs.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetAllCollidingPolytopes(
    pairs: *mut DtCollidingPolytopes,
    most: DtCount,
) -> DtCount {
    recorded!(dtGetAllCollidingPolytopes(pairs, most));
    with_state(Function::dtGetAllCollidingPolytopes, 0, |state| {
        if lacks_space(state, pairs, most) {
            return 0;
        }
        let Interfering { objects, pairs: found, ignored } = state.world.interfering_polytopes();
        let object = |place: u32| std::ptr::with_exposed_provenance_mut(objects[place as usize]);
        let records = found.iter().map(|pair| {
            let [object1, object2] = pair.objects.map(object);
            let [polytope1, polytope2] = pair.faces;
            DtCollidingPolytopes { object1, object2, polytope1, polytope2 }
        });
        // SAFETY: the caller promises the same.
        let count = unsafe { write_list(records, pairs, most) };
        report_ignored(state, ignored, "is");
        count
    })
}
