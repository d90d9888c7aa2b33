//! Vertex arrays of any layout, as in glVertexPointer; solids; invalid polygons.

use std::ffi::{c_uint, c_void};

use super::complex::{change_vertices, deform, read_vertex, with_open};
use super::errors::DtError;
use super::ext_types::{DT_FALSE, DtBool};
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals};
use super::shapes::as_handle;
use super::state::{State, with_state};
use super::types::{DtCount, DtPolyTypeArgument, DtShapeRef};
use solid_recording::VertexArray;

/// A polytope type for dtBegin, dtVertexIndices and dtVertexRange: a polygon that need not be
/// convex. The vertices follow its outline in either direction.
///
/// A hole is connected to the outline by a bridge: after a vertex of the outline, give the vertices
/// of the hole in the opposite direction, from one of them around to the same vertex, then the
/// vertex of the outline again. The outline may touch itself but must not cross itself.
///
/// dtEndComplexShape divides the polygon into triangles, and keeps the division when the shape
/// deforms. The polygon still counts as one wherever polytopes are numbered. If the outline crosses
/// itself, or a vertex is NaN or infinite, the polygon collides with nothing and DT_INVALID_VALUE
/// is raised. If a vertex is farther from the common plane than 1e-5 of the polygon's extent,
/// DT_INVALID_VALUE is raised and the polygon is used as it is.
#[allow(clippy::unnecessary_cast, reason = "the generated C++ needs the cast")]
pub const DT_CONCAVE_POLYGON: DtPolyTypeArgument = 3 as DtPolyTypeArgument;

/// The result of dtGetBadPolygon if all polytopes are valid.
#[allow(clippy::unnecessary_cast, reason = "the generated C++ needs the cast")]
pub const DT_NO_POLYGON: DtCount = 0xffff_ffff as DtCount;

/// The type of the coordinates in a vertex array. The numbers are those of OpenGL.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtVertexType {
    /// `float`, as GL_FLOAT.
    DT_FLOAT = 0x1406,
    /// `double`, as GL_DOUBLE.
    DT_DOUBLE = 0x140A,
}

/// A `DtVertexType` from C, which may be any number.
pub type DtVertexTypeArgument = c_uint;

/// The array that the arguments describe. For an unknown type, raises DT_INVALID_ENUM and returns `None`.
fn array_of(
    state: &mut State,
    kind: DtVertexTypeArgument,
    stride: DtCount,
    base: *const c_void,
) -> Option<VertexArray> {
    let array = VertexArray::new(kind, stride, base);
    state.check(array.is_some(), DtError::DT_INVALID_ENUM, "a type that does not exist");
    array
}

/// Sets the vertex array of the open complex shape, as dtVertexBase does, for an array with
/// another layout.
///
/// Only the last array set counts, by this function or dtVertexBase, also for indices given
/// before. dtEndComplexShape copies the vertices.
///
/// - `type`: of the three coordinates of a vertex: DT_FLOAT or DT_DOUBLE
/// - `stride`: the bytes from the beginning of a vertex to that of the next; 0 means packed
/// - `base`: the array, which need not be aligned; NULL removes it
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_ENUM if the type is unknown, DT_INVALID_OPERATION if no complex shape
///   is open; nothing happens
/// - cost: O(1)
///
/// # Safety
///
/// Until dtEndComplexShape, the array contains every vertex that an index of the shape names.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtVertexPointer(
    r#type: DtVertexTypeArgument,
    stride: DtCount,
    base: *const c_void,
) {
    recorded!(dtVertexPointer(r#type, stride, base));
    with_open(Function::dtVertexPointer, |state, open| {
        if base.is_null() {
            open.array = None;
        } else if let Some(array) = array_of(state, r#type, stride, base) {
            open.array = Some(array);
        }
    });
}

/// Sets the number of vertices in the vertex array of the open complex shape. dtEndComplexShape
/// then leaves out polytopes with an index past the end, does not read the array there, and
/// raises DT_INVALID_VALUE.
///
/// Only the last count set applies, also to indices given before.
///
/// - `count`: the number of vertices
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_OPERATION if no complex shape is open; nothing happens
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtVertexCount(count: DtCount) {
    recorded!(dtVertexCount(count));
    with_open(Function::dtVertexCount, |_, open| {
        open.builder.vertex_count(count);
    });
}

/// Moves the vertices of a finished complex shape, as dtChangeVertexBase does, to the positions
/// in an array with another layout, which may differ from that of earlier arrays.
///
/// - `shape`: as in dtChangeVertexBase
/// - `type`, `stride`: as in dtVertexPointer
/// - `base`: the array; copied before the function returns
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_ENUM if the type is unknown, where nothing happens; otherwise those of
///   dtChangeVertexBase
/// - cost: O(n) for n vertices, as dtChangeVertexBase
///
/// # Safety
///
/// `base` is NULL, or the array contains every vertex that an index of the shape names.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtChangeVertexPointer(
    shape: DtShapeRef,
    r#type: DtVertexTypeArgument,
    stride: DtCount,
    base: *const c_void,
) {
    recorded!(dtChangeVertexPointer(shape, r#type, stride, base));
    with_state(Function::dtChangeVertexPointer, (), |state| {
        if let Some(array) = array_of(state, r#type, stride, base) {
            change_vertices(state, shape, array);
        }
    });
}

/// Moves the vertices of a finished complex shape to positions interpolated between two arrays:
/// `base1 + t * (base2 - base1)`. With t = 0 and t = 1 the positions are exactly those of the
/// arrays.
///
/// - `shape`: a finished complex shape
/// - `base1`, `base2`: arrays as in dtVertexBase, perhaps the same
/// - `t`: the fraction, which may be less than 0 or more than 1
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if `t` is NaN or infinite, DT_INVALID_OPERATION if the shape is
///   open, where nothing happens; otherwise those of dtChangeVertexBase
/// - cost: O(n) for n vertices, as dtChangeVertexBase
///
/// # Safety
///
/// Each of `base1` and `base2` is NULL, or the array contains every vertex that an index of the
/// shape names.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtMorphVertexBase(
    shape: DtShapeRef,
    base1: *const c_void,
    base2: *const c_void,
    t: DtScalar,
) {
    recorded!(dtMorphVertexBase(shape, base1, base2, t));
    with_state(Function::dtMorphVertexBase, (), |state| {
        let [t] = reals([t]);
        if !state.check(t.is_finite(), DtError::DT_INVALID_VALUE, "t is not finite") {
            return;
        }
        let (first, second) = (VertexArray::packed(base1), VertexArray::packed(base2));
        let reader = |i: u32| {
            let (p, q) = (read_vertex(&first, i), read_vertex(&second, i));
            // Exact at both ends, since the interpolation starts from the nearer one.
            if t < 0.5 { p + (q - p) * t } else { q + (p - q) * (1.0 - t) }
        };
        let given = !base1.is_null() && !base2.is_null();
        deform(state, shape, given.then_some(&reader));
    });
}

/// Makes a complex shape solid, so that objects wholly inside it collide with it; or a surface
/// again. New complex shapes are surfaces.
///
/// A solid must be closed: each edge, identified by the positions of its ends, belongs to an
/// even number of polygons. If it is not closed, the shape becomes a surface, and
/// dtGetBadPolygon returns a polygon with an open edge. If neighbouring polygons have
/// consistent directions, the inside is where the surface has a nonzero winding number, so a
/// solid may consist of several closed surfaces that overlap, and may have cavities in the
/// opposite direction. Otherwise the inside is where a ray crosses the surface an odd number of
/// times. Polytopes with a volume are always solid.
///
/// The shape stays solid when it deforms. If a deformation opens it, it becomes a surface and
/// DT_INVALID_VALUE is raised; while a vertex is NaN or infinite, it has no inside. For an
/// object inside that does not meet the surface, smart response uses the nearest polytopes.
/// Depths and contacts are those of a translation that separates the objects: see dtGetPenDepth.
///
/// - `shape`: a finished complex shape
/// - `solid`: DT_FALSE for a surface, otherwise a solid
/// - returns: whether the shape is solid now; DT_FALSE on an error
/// - frame: local coordinates: the present vertices
/// - units: none
/// - errors: DT_UNKNOWN_SHAPE if the shape does not exist, DT_INVALID_OPERATION if it is not a
///   finished complex shape, DT_INVALID_VALUE if it is not closed
/// - cost: O(n log n) for n polygons; in each test, one ray for each connected part of the
///   other shape
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetSolid(shape: DtShapeRef, solid: DtBool) -> DtBool {
    recorded!(dtSetSolid(shape, solid));
    with_state(Function::dtSetSolid, DT_FALSE, |state| {
        let handle = as_handle(shape);
        let is_known = state.world.shapes.slot_or_shared(handle).is_some();
        if !state.check(is_known, DtError::DT_UNKNOWN_SHAPE, "there is no such shape") {
            return DT_FALSE;
        }
        match state.world.deform(handle, |soup| soup.set_solid(solid != DT_FALSE)) {
            Some(Ok(())) => return DtBool::from(solid != DT_FALSE),
            Some(Err(polygon)) => {
                state.bad_polygon = Some(polygon);
                state.error(DtError::DT_INVALID_VALUE, "the shape is not closed");
            }
            None => {
                let what = "the shape is not a finished complex one";
                state.error(DtError::DT_INVALID_OPERATION, what);
            }
        }
        DT_FALSE
    })
}

/// Returns the first polytope that was found invalid when a complex shape was last finished,
/// deformed or made solid.
///
/// - returns: its number, from 0 in the order in which polytopes were added, empty ones not
///   counted; DT_NO_POLYGON if all were valid
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtGetBadPolygon() -> DtCount {
    recorded!(dtGetBadPolygon());
    with_state(Function::dtGetBadPolygon, DT_NO_POLYGON, |state| {
        state.bad_polygon.unwrap_or(DT_NO_POLYGON)
    })
}
