//! Vertex arrays of any layout, as glVertexPointer has them, and which polygon of a shape is not as it should be.

use std::ffi::{c_uint, c_void};

use super::complex::{change_vertices, deform, packed, read_vertex, with_open};
use super::errors::DtError;
use super::ext_types::{DT_FALSE, DtBool};
use super::recording::recorded;
use super::scalar::{DtScalar, reals};
use super::shapes::as_handle;
use super::state::{State, with_state};
use super::types::{DtCount, DtPolyTypeArgument, DtShapeRef};
use solid_geometry::mesh::builder::VertexArray;

/// A polygon that need not be convex, for dtBegin, dtVertexIndices and dtVertexRange: its vertices in the order of its
/// outline, in either sense.
///
/// A hole is tied to the outline: after a vertex of the outline come the vertices of the hole, from one of them all
/// around in the opposite sense back to the same, then the vertex of the outline again. The outline must not cross
/// itself; it may touch itself. dtEndComplexShape cuts the polygon into triangles, which it stays through later
/// deformations; all shapes collide with it, and it counts as one polygon wherever polygons are numbered. An outline that
/// crosses itself, or with a vertex that is not finite, raises DT_INVALID_VALUE and hits nothing; one whose vertices are
/// off their common plane by more than 1e-5 of its extent raises DT_INVALID_VALUE and is taken as it is.
#[allow(clippy::unnecessary_cast, reason = "in C it is one: a number is no DtPolyType to C++")]
pub const DT_CONCAVE_POLYGON: DtPolyTypeArgument = 3 as DtPolyTypeArgument;

/// No polygon.
#[allow(clippy::unnecessary_cast, reason = "in C it is one")]
pub const DT_NO_POLYGON: DtCount = 0xffff_ffff as DtCount;

/// In which precision an array has its coordinates; the numbers are OpenGL's.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtVertexType {
    /// `float`, as GL_FLOAT.
    DT_FLOAT = 0x1406,
    /// `double`, as GL_DOUBLE.
    DT_DOUBLE = 0x140A,
}

/// A `DtVertexType` as C may pass it: any number.
pub type DtVertexTypeArgument = c_uint;

/// The array that the arguments describe; raises DT_INVALID_ENUM, with `None`, for a type that does not exist.
fn array_of(
    state: &mut State,
    kind: DtVertexTypeArgument,
    stride: DtCount,
    base: *const c_void,
    name: &str,
) -> Option<VertexArray> {
    const FLOAT: u32 = DtVertexType::DT_FLOAT as u32;
    const DOUBLE: u32 = DtVertexType::DT_DOUBLE as u32;
    let (single, packed) = match kind {
        FLOAT => (true, 3 * size_of::<f32>()),
        DOUBLE => (false, 3 * size_of::<f64>()),
        _ => {
            state.error(DtError::DT_INVALID_ENUM, name);
            return None;
        }
    };
    let stride = if stride == 0 { packed } else { stride as usize };
    Some(VertexArray { base: base.expose_provenance(), stride, single })
}

/// Names the array of the open shape's vertices, as dtVertexBase does: three coordinates each, DT_FLOAT or DT_DOUBLE, and
/// from one vertex to the next `stride` bytes, or none between if `stride` is 0.
///
/// Any alignment will do. The array named last counts, by this function or dtVertexBase, for all indices of the shape;
/// dtEndComplexShape copies the vertices that are in use, and then the array is not read any more. NULL takes an earlier
/// one back. An unknown type raises DT_INVALID_ENUM and names nothing; without an open shape DT_INVALID_OPERATION is
/// raised.
///
/// # Safety
///
/// Until dtEndComplexShape the array holds every vertex that the shape's indices name.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtVertexPointer(
    r#type: DtVertexTypeArgument,
    stride: DtCount,
    base: *const c_void,
) {
    recorded!(dtVertexPointer(r#type, stride, base));
    with_open("dtVertexPointer: no complex shape is open", |state, builder| {
        if base.is_null() {
            return builder.vertex_array(None);
        }
        let array =
            array_of(state, r#type, stride, base, "dtVertexPointer: a type that does not exist");
        if array.is_some() {
            builder.vertex_array(array);
        }
    });
}

/// Announces how many vertices the array of the open shape has. Polytopes with an index past its end are left out by
/// dtEndComplexShape, which raises DT_INVALID_VALUE then, and the array is not read there.
///
/// The last announcement counts, for indices given before it as well. Without an open shape DT_INVALID_OPERATION is
/// raised.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtVertexCount(count: DtCount) {
    recorded!(dtVertexCount(count));
    with_open("dtVertexCount: no complex shape is open", |_, builder| builder.vertex_count(count));
}

/// Gives the vertices of a finished complex shape new positions, as dtChangeVertexBase does, from an array as
/// dtVertexPointer describes it.
///
/// The array need not have the layout of an earlier one. Errors are those of dtChangeVertexBase, and DT_INVALID_ENUM for
/// an unknown type; then nothing happens. Takes time in proportion to the shape's size.
///
/// # Safety
///
/// `base` is NULL or an array of every vertex that the shape's indices name.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtChangeVertexPointer(
    shape: DtShapeRef,
    r#type: DtVertexTypeArgument,
    stride: DtCount,
    base: *const c_void,
) {
    recorded!(dtChangeVertexPointer(shape, r#type, stride, base));
    with_state((), |state| {
        let name = "dtChangeVertexPointer: a type that does not exist";
        if let Some(array) = array_of(state, r#type, stride, base, name) {
            change_vertices(state, shape, array, "dtChangeVertexPointer");
        }
    });
}

/// Gives the vertices of a finished complex shape positions on the way from those of one array to those of another: `base1`
/// plus `t` times their difference. At `t` = 0 and 1 they are exactly those of the arrays.
///
/// Both arrays are as dtVertexBase has them, and may be the same; `t` may lie beyond 0 and 1. The shape is deformed as by
/// dtChangeVertexBase. Errors are those of dtChangeVertexBase; an open shape raises DT_INVALID_OPERATION, a `t` that is not
/// finite DT_INVALID_VALUE, and then nothing happens. Takes time in proportion to the shape's size.
///
/// # Safety
///
/// Each of `base1` and `base2` is NULL or an array of every vertex that the shape's indices name.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtMorphVertexBase(
    shape: DtShapeRef,
    base1: *const c_void,
    base2: *const c_void,
    t: DtScalar,
) {
    recorded!(dtMorphVertexBase(shape, base1, base2, t));
    with_state((), |state| {
        let [t] = reals([t]);
        if !state.check(
            t.is_finite(),
            DtError::DT_INVALID_VALUE,
            "dtMorphVertexBase: t is not finite",
        ) {
            return;
        }
        let (first, second) = (packed(base1), packed(base2));
        let reader = |i: u32| {
            let (p, q) = (read_vertex(&first, i), read_vertex(&second, i));
            // Of two roundings either way, the one that is exact at the nearer end.
            if t < 0.5 { p + (q - p) * t } else { q + (p - q) * (1.0 - t) }
        };
        let given = !base1.is_null() && !base2.is_null();
        deform(state, shape, given.then_some(&reader), "dtMorphVertexBase");
    });
}

/// Makes a complex shape a solid, which counts what its surface holds, if `solid` is not DT_FALSE; or a surface again, as
/// every complex shape is at first. Returns whether it is a solid now.
///
/// What is wholly inside a solid collides with it. A solid must be closed: each edge of its polygons, by the places of its
/// ends, belongs to an even number of them. If it is not, it is made none and DT_INVALID_VALUE is raised; dtGetBadPolygon
/// names a polygon with an open edge. Where neighbours agree about the sense of their outlines, inside is where the surface
/// winds around, so that solids may be given as several closed surfaces that overlap, or with hollows in the opposite
/// sense; otherwise it is where a way out passes the surface an odd number of times. Polytopes that have a volume are
/// solid in any case.
///
/// It stays a solid through deformations. Where one takes apart what met only by its place, and so opens it, it is none any
/// more, and DT_INVALID_VALUE is raised; while a vertex is not finite nothing is inside. Where the surfaces do not meet,
/// smart response has its data from the polytopes nearest to each other, and depths and contacts tell the way out through
/// the nearest point of the solid's surface.
///
/// Unknown shapes raise DT_UNKNOWN_SHAPE; an open one, and one that is not complex, DT_INVALID_OPERATION. Takes
/// O(n log n) time for n polygons; in a test, each connected part of the other shape takes a walk along one line.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetSolid(shape: DtShapeRef, solid: DtBool) -> DtBool {
    recorded!(dtSetSolid(shape, solid));
    with_state(DT_FALSE, |state| {
        let handle = as_handle(shape);
        let is_known = state.world.shapes.slot_or_shared(handle).is_some();
        if !state.check(is_known, DtError::DT_UNKNOWN_SHAPE, "dtSetSolid: there is no such shape") {
            return DT_FALSE;
        }
        match state.world.deform(handle, |soup| soup.set_solid(solid != DT_FALSE)) {
            Some(Ok(())) => DtBool::from(solid != DT_FALSE),
            Some(Err(polygon)) => {
                state.bad_polygon = Some(polygon);
                state.error(DtError::DT_INVALID_VALUE, "dtSetSolid: the shape is not closed");
                DT_FALSE
            }
            None => {
                state.error(DtError::DT_INVALID_OPERATION, "dtSetSolid: no finished complex shape");
                DT_FALSE
            }
        }
    })
}

/// Returns which polytope was not as it should be when a complex shape was last finished, deformed or made a solid: its
/// number in the order in which the shape's polytopes were closed, from 0, empty ones not counted; of several the first.
///
/// DT_NO_POLYGON if all were good.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtGetBadPolygon() -> DtCount {
    recorded!(dtGetBadPolygon());
    with_state(DT_NO_POLYGON, |state| state.bad_polygon.unwrap_or(DT_NO_POLYGON))
}
