//! The types of the C surface.

use std::ffi::{c_uint, c_void};

use super::scalar::{DtScalar, scalars};
use solid_geometry::math::Vec3;

/// A point or a vector: x, y, z.
pub type DtVector = [DtScalar; 3];

/// A vector as an array of C.
#[inline]
pub(super) fn vector(v: &Vec3) -> DtVector {
    scalars((*v).into())
}

/// The index of a vertex in a vertex array.
pub type DtIndex = c_uint;

/// A number of elements.
pub type DtCount = c_uint;

/// Identifies an object: any pointer, NULL included. The library never dereferences it.
pub type DtObjectRef = *mut c_void;

/// Identifies a shape. Returned by the functions that make shapes.
pub type DtShapeRef = *mut c_void;

/// The type of a polytope. Whatever the type, the body is the convex hull of the vertices.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types, clippy::upper_case_acronyms)]
pub enum DtPolyType {
    /// A point, line segment, triangle or tetrahedron.
    DT_SIMPLEX = 0,
    /// A convex polygon. The vertices follow its outline.
    DT_POLYGON = 1,
    /// A convex polyhedron. The vertices have any order.
    DT_POLYHEDRON = 2,
}

/// The type of a response: what data its callback receives.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtResponseType {
    /// The callback is not called.
    DT_NO_RESPONSE = 0,
    /// No data: coll_data is NULL.
    DT_SIMPLE_RESPONSE = 1,
    /// The closest points of the objects in the previous frame.
    DT_SMART_RESPONSE = 2,
    /// A point that both objects share.
    DT_WITNESSED_RESPONSE = 3,
}

/// A `DtPolyType` from C, which may be any number.
pub type DtPolyTypeArgument = c_uint;

/// A `DtResponseType` from C, which may be any number.
pub type DtResponseTypeArgument = c_uint;

/// The data of a collision: a point of each of the two objects.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtCollData {
    /// A point of object1, in its local coordinates.
    pub point1: DtVector,
    /// A point of object2, in its local coordinates.
    pub point2: DtVector,
    /// For smart response: point1 minus point2 in the previous frame, in world coordinates. It
    /// points from object2 towards object1, and its length is their distance then; zero if they
    /// collided then. For other responses: zero.
    pub normal: DtVector,
}

/// A response callback. It may call every function of this library, including dtTest, and may be
/// left by a C++ exception or longjmp. It may switch to another stack, as coroutines and fibers do,
/// and go on later, also on another thread, or never. It runs with the floating-point settings of
/// the program.
///
/// coll_data stays readable until the next dtTest of the thread, and as long as the test runs that
/// has called back. Tests that callbacks have left keep their data for a while: the last 64 always,
/// older ones as long as those of a context take less than 32 MB (of dtTestMotion 128 kB and more
/// each). A test that has been waiting in a callback while more than that was left ends when the
/// callback returns; those go first whose place in a stack a later test has taken.
pub type DtResponse = Option<
    unsafe extern "C-unwind" fn(
        client_data: *mut c_void,
        object1: DtObjectRef,
        object2: DtObjectRef,
        coll_data: *const DtCollData,
    ),
>;
