//! What two objects have in common, in full.

use super::errors::DtError;
use super::pair::{refuse, write_list};
use super::recording::recorded;
use super::state::{State, with_state};
use super::types::{DtCollData, DtCount, DtObjectRef, DtResponseTypeArgument, DtVector, vector};
use crate::scene::mesh_queries::NoCurve;
use crate::scene::pair_queries::NoPair;
use solid_geometry::mesh::curve::Segment;

/// A piece of the intersection of two complex shapes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtSegment {
    /// Where it begins, in world coordinates.
    pub point1: DtVector,
    /// Where it ends, in world coordinates.
    pub point2: DtVector,
    /// The polygon of object1: its number in the order in which the polytopes of its shape were closed, from 0.
    pub polygon1: DtCount,
    /// The polygon of object2.
    pub polygon2: DtCount,
    /// The number of the curve that it belongs to, from 0.
    pub curve: DtCount,
}

/// A response type: where the polygons of the objects cross. coll_data is the beginning of a DtIntersectionData with the
/// segments of dtGetIntersection.
#[allow(clippy::unnecessary_cast, reason = "in C it is one: a number is no DtResponseType to C++")]
pub const DT_INTERSECTION_RESPONSE: DtResponseTypeArgument = 6 as DtResponseTypeArgument;

/// What the callbacks of DT_INTERSECTION_RESPONSE are given: cast coll_data to a pointer to it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DtIntersectionData {
    /// A point that both objects share, as of DT_WITNESSED_RESPONSE.
    pub data: DtCollData,
    /// How many segments there are: 0 if a shape is not complex, where one object is wholly within the other, and in
    /// dtTestMotion.
    pub count: DtCount,
    /// The segments, in world coordinates; readable as long as coll_data.
    pub segments: *const DtSegment,
}

// SAFETY: the library never follows the pointer; the client is given it, and what it points to does not change.
unsafe impl Send for DtIntersectionData {}

/// A segment, as C has it.
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
    /// The polytope of object1: its number in the order in which those of its shape were closed, from 0; 0 of a shape
    /// that is not complex.
    pub polytope1: DtCount,
    /// The polytope of object2.
    pub polytope2: DtCount,
}

/// Raises what is wrong with a pair of objects. To have nothing to hit is no error here: the list is empty then.
fn report(state: &mut State, why: NoPair, name: &str) -> DtCount {
    if why != NoPair::Nothing {
        refuse::<()>(state, why, name);
    }
    0
}

/// Computes the intersection of the polygons of two complex shapes: the line segments in which a polygon of the one
/// crosses a polygon of the other. Returns how many there are, and writes the first `most` of them to `segments`.
///
/// The segments come curve by curve, each beginning at exactly the point where the one before ends. All curves of two
/// closed meshes are closed: the last segment ends where the first begins. What merely touches is taken as if object2's
/// shape were moved by next to nothing, so that it crosses or misses, the same in each call. Polytopes of
/// DT_POLYHEDRON, and simplices of four vertices, have no outline and are left out. Ask with NULL, or 0, for the number
/// alone.
///
/// An unknown object raises DT_UNKNOWN_OBJECT, the same object twice or one that is not complex DT_INVALID_OPERATION;
/// then 0 is returned. Takes time in proportion to the pairs of polygons whose boxes overlap.
///
/// # Safety
///
/// `segments` is NULL or points to room for `most` segments.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetIntersection(
    object1: DtObjectRef,
    object2: DtObjectRef,
    segments: *mut DtSegment,
    most: DtCount,
) -> DtCount {
    recorded!(dtGetIntersection(object1, object2, segments, most));
    with_state(0, |state| {
        match state.world.intersection(object1.addr(), object2.addr()) {
            Ok(found) => {
                // SAFETY: the same promise is asked of our caller.
                unsafe { write_list(found.iter().map(record), segments, most) }
            }
            Err(NoCurve::NoPair(why)) => report(state, why, "dtGetIntersection"),
            Err(NoCurve::NotComplex) => {
                state.error(
                    DtError::DT_INVALID_OPERATION,
                    "dtGetIntersection: a shape is not complex",
                );
                0
            }
        }
    })
}

/// Finds all pairs of polytopes, one of each object, that share a point; touching is sharing. Returns how many there are,
/// and writes the first `most` of them to `pairs`, ascending, each once.
///
/// A shape that is not complex counts as one polytope. Ask with NULL, or 0, for the number alone. Errors are those of
/// dtGetIntersection, but any shape will do. Takes time in proportion to the pairs whose boxes overlap.
///
/// # Safety
///
/// `pairs` is NULL or points to room for `most` pairs.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetCollidingPolytopes(
    object1: DtObjectRef,
    object2: DtObjectRef,
    pairs: *mut DtPolytopePair,
    most: DtCount,
) -> DtCount {
    recorded!(dtGetCollidingPolytopes(object1, object2, pairs, most));
    with_state(0, |state| {
        match state.world.meeting_parts(object1.addr(), object2.addr()) {
            Ok(found) => {
                let record =
                    |&[polytope1, polytope2]: &[u32; 2]| DtPolytopePair { polytope1, polytope2 };
                // SAFETY: the same promise is asked of our caller.
                unsafe { write_list(found.iter().map(record), pairs, most) }
            }
            Err(why) => report(state, why, "dtGetCollidingPolytopes"),
        }
    })
}
