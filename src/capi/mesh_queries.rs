//! All intersections of two objects: segments and pairs of polytopes.

use super::pair::{refuse, write_list};
use super::recording::{Function, recorded};
use super::state::{State, with_state};
use super::types::{DtCollData, DtCount, DtObjectRef, DtResponseTypeArgument, DtVector, vector};
use crate::scene::pair_queries::QueryError;
use solid_geometry::mesh::Segment;

/// A segment of the intersection of two complex shapes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtSegment {
    /// Where it begins, in world coordinates.
    pub point1: DtVector,
    /// Where it ends, in world coordinates.
    pub point2: DtVector,
    /// The number of the polygon of object1: from 0 in the order in which polytopes were added to
    /// the shape.
    pub polygon1: DtCount,
    /// The number of the polygon of object2.
    pub polygon2: DtCount,
    /// The number of the curve that the segment belongs to, from 0.
    pub curve: DtCount,
}

/// A response type: the intersection of the surfaces. coll_data points to a DtIntersectionData with
/// the segments of dtGetIntersection.
#[allow(clippy::unnecessary_cast, reason = "the generated C++ needs the cast")]
pub const DT_INTERSECTION_RESPONSE: DtResponseTypeArgument = 6 as DtResponseTypeArgument;

/// The data of DT_INTERSECTION_RESPONSE. Cast coll_data to a pointer to it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtIntersectionData {
    /// A point that both objects share, as in DT_WITNESSED_RESPONSE.
    pub data: DtCollData,
    /// The number of segments: 0 if a shape is not complex, if one object is wholly inside the
    /// other, and in dtTestMotion.
    pub count: DtCount,
    /// The segments, in world coordinates. Readable as long as coll_data.
    pub segments: *const DtSegment,
}

// SAFETY: the library never dereferences the pointer; it is passed to the client, and the segments do not change.
unsafe impl Send for DtIntersectionData {}

// SAFETY: as of `Send`.
unsafe impl Sync for DtIntersectionData {}

/// A segment as a record of C.
pub(super) fn record(segment: &Segment) -> DtSegment {
    DtSegment {
        point1: vector(&segment.ends[0]),
        point2: vector(&segment.ends[1]),
        polygon1: segment.polygons[0],
        polygon2: segment.polygons[1],
        curve: segment.curve,
    }
}

/// Two polytopes, one of each object, that share a point.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtPolytopePair {
    /// The number of the polytope of object1: from 0 in the order in which they were added to the
    /// shape; 0 if the shape is not complex.
    pub polytope1: DtCount,
    /// The number of the polytope of object2.
    pub polytope2: DtCount,
}

/// Raises the error of a pair of objects and returns 0. An object that collides with nothing is not an error here.
fn report(state: &mut State, why: QueryError) -> DtCount {
    if why != QueryError::NothingToHit {
        refuse::<()>(state, why);
    }
    0
}

/// Computes the intersection of the surfaces of two complex shapes, as their objects are placed
/// now: the line segments in which polygons of the one cross polygons of the other.
///
/// Segments come curve by curve; each begins exactly where the previous one ends. If both
/// meshes are closed, all curves are closed. If polygons only touch, object2's shape is treated
/// as moved by an infinitesimal amount, so that they cross or miss, the same way in each call.
/// Polytopes of type DT_POLYHEDRON and simplices with four vertices have no outline and are
/// left out. A polygon that is flattened to a line crosses others in points, which are left
/// out, or in segments of a length that is rounding.
///
/// - `object1`, `object2`: their names
/// - `segments`: receives the first segments; NULL to get the number alone
/// - `most`: how many there is space for
/// - returns: the number of segments; 0 on an error, or if an object collides with nothing
/// - frame: world coordinates
/// - units: lengths
/// - errors: DT_UNKNOWN_OBJECT if an object does not exist; DT_INVALID_OPERATION if both are
///   the same object, or a shape is not complex. Nothing is written
/// - cost: O(k) for k pairs of polygons whose boxes overlap, up to O(n m) for n and m polygons
///
/// # Safety
///
/// `segments` is NULL or has space for `most` segments.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetIntersection(
    object1: DtObjectRef,
    object2: DtObjectRef,
    segments: *mut DtSegment,
    most: DtCount,
) -> DtCount {
    recorded!(dtGetIntersection(object1, object2, segments, most));
    with_state(Function::dtGetIntersection, 0, |state| {
        match state.world.intersection(object1.addr(), object2.addr()) {
            Ok(found) => {
                // SAFETY: the caller promises the same.
                unsafe { write_list(found.iter().map(record), segments, most) }
            }
            Err(why) => report(state, why),
        }
    })
}

/// Finds all pairs of polytopes, one of each object, that share a point as the objects are
/// placed now; touching counts. A shape that is not complex counts as one polytope.
///
/// - `object1`, `object2`: their names
/// - `pairs`: receives the first pairs, in ascending order, each once; NULL to get the number
///   alone
/// - `most`: how many there is space for
/// - returns: the number of pairs; 0 on an error, or if an object collides with nothing
/// - frame: world coordinates: the present placements
/// - units: none
/// - errors: DT_UNKNOWN_OBJECT if an object does not exist; DT_INVALID_OPERATION if both are
///   the same object. Nothing is written
/// - cost: O(k) for k pairs whose boxes overlap, up to O(n m) for n and m polytopes
///
/// # Safety
///
/// `pairs` is NULL or has space for `most` pairs.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetCollidingPolytopes(
    object1: DtObjectRef,
    object2: DtObjectRef,
    pairs: *mut DtPolytopePair,
    most: DtCount,
) -> DtCount {
    recorded!(dtGetCollidingPolytopes(object1, object2, pairs, most));
    with_state(Function::dtGetCollidingPolytopes, 0, |state| {
        match state.world.intersecting_parts(object1.addr(), object2.addr()) {
            Ok(found) => {
                let record =
                    |&[polytope1, polytope2]: &[u32; 2]| DtPolytopePair { polytope1, polytope2 };
                // SAFETY: the caller promises the same.
                unsafe { write_list(found.iter().map(record), pairs, most) }
            }
            Err(why) => report(state, why),
        }
    })
}
