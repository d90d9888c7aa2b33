//! Complex shapes: polytopes between dtNewComplexShape and dtEndComplexShape, and their deformation.

use std::ffi::{c_uint, c_void};
use std::sync::Arc;

use super::errors::DtError;
use super::recording::{Function, arrays, recorded};
use super::scalar::{DtScalar, reals};
use super::shapes::{as_handle, as_pointer};
use super::state::{OpenShape, State, with_state};
use super::types::{DtCount, DtIndex, DtPolyType, DtPolyTypeArgument, DtShapeRef};
use super::vertex_pointer::DT_CONCAVE_POLYGON;
use crate::scene::shapes::Shape;
use solid_geometry::math::Vec3;
use solid_geometry::memory;
use solid_geometry::mesh::{Builder, PolytopeKind, Problems, Reader};
use solid_recording::VertexArray;

/// Opens a complex shape: a set of polytopes, which need not be connected or closed. If a
/// complex shape is open already, returns that one.
///
/// Objects may be created with it at once; they collide with nothing until the shape is
/// finished.
///
/// - returns: the shape
/// - frame: local coordinates, for all vertices
/// - units: lengths, for all vertices
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtNewComplexShape() -> DtShapeRef {
    recorded!(dtNewComplexShape());
    with_state(Function::dtNewComplexShape, std::ptr::null_mut(), |state| {
        let world = &mut state.world;
        let open = state.open.get_or_insert_with(|| {
            let handle = world.shapes.insert(Shape::Complex(None));
            Box::new(OpenShape { handle, builder: Builder::new(), array: None })
        });
        as_pointer(open.handle)
    })
}

/// Runs `work` on the open complex shape. If there is none, raises DT_INVALID_OPERATION.
pub(super) fn with_open(function: Function, work: impl FnOnce(&mut State, &mut OpenShape)) {
    with_state(function, (), |state| match state.open.take() {
        // The shape stays open, also where memory runs out.
        Some(open) => memory::restoring(
            (state, open),
            |(state, open)| work(state, open),
            |(state, open)| state.open = Some(open),
        ),
        None => state.error(DtError::DT_INVALID_OPERATION, "no complex shape is open"),
    });
}

/// Converts a polytope type. Unknown ones count as polyhedra, which have the same body.
fn kind_from(state: &mut State, kind: DtPolyTypeArgument) -> PolytopeKind {
    let all = [
        (DtPolyType::DT_SIMPLEX as c_uint, PolytopeKind::Simplex),
        (DtPolyType::DT_POLYGON as c_uint, PolytopeKind::Polygon),
        (DtPolyType::DT_POLYHEDRON as c_uint, PolytopeKind::Polyhedron),
        (DT_CONCAVE_POLYGON, PolytopeKind::ConcavePolygon),
    ];
    state.choose(&all, kind).unwrap_or(PolytopeKind::Polyhedron)
}

/// Finishes the open complex shape and builds its bounding volume tree. Vertices given by index
/// are copied, so the client's array is not needed any more.
///
/// Polytopes with an invalid vertex are left out, and dtGetBadPolygon returns the first of
/// them.
///
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_VALUE if a vertex is NaN or infinite, an index is past the end
///   (dtVertexCount), a concave polygon crosses itself or is not flat, or there are too many
///   vertices; DT_INVALID_OPERATION if there are indices without a vertex array, or if no
///   complex shape is open, where nothing happens
/// - cost: O(n log n) for n vertices; for concave polygons on usual outlines. Several threads
///   (dtSetThreads) share the work on large shapes
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEndComplexShape() {
    recorded!(dtEndComplexShape());
    with_state(Function::dtEndComplexShape, (), |state| {
        state.open.iter().for_each(|open| open.builder.ensure_finish());
        let Some(mut open) = state.open.take() else {
            return state.error(DtError::DT_INVALID_OPERATION, "no complex shape is open");
        };
        open.builder.set_threads(state.world.threads());
        let read = open.array.map(|array| move |index: u32| read_vertex(&array, index));
        let (soup, problems) = open.builder.finish(read.as_ref().map(|read| read as Reader));
        state.bad_polygon = problems.first;
        report(state, &problems);
        state.world.finish_shape(open.handle, Shape::Complex(Some(Arc::new(soup))));
    });
}

/// Raises the errors of a shape that has been finished.
fn report(state: &mut State, problems: &Problems) {
    use DtError::{DT_INVALID_OPERATION, DT_INVALID_VALUE};
    for (is_so, error, what) in [
        (problems.missing_base, DT_INVALID_OPERATION, "vertices by index without a vertex array"),
        (problems.not_finite, DT_INVALID_VALUE, "a vertex is not finite"),
        (problems.too_large, DT_INVALID_VALUE, "too many vertices"),
        (problems.past_the_end, DT_INVALID_VALUE, "an index past the end of the vertex array"),
        (problems.not_simple, DT_INVALID_VALUE, "a polygon crosses itself"),
        (problems.not_flat, DT_INVALID_VALUE, "a polygon is not flat"),
    ] {
        if is_so {
            state.error(error, what);
        }
    }
}

/// Reads a vertex from the client's array.
///
/// The client has promised, in the function that received the address, that the array contains every vertex that an index
/// of the shape names, until the shape is finished or the change is made.
pub(super) fn read_vertex(array: &VertexArray, index: u32) -> Vec3 {
    // SAFETY: the vertex exists by the client's promise above.
    let read = || unsafe { array.vertex(index) };
    if arrays::is_active() { arrays::vertex(array, index, read) } else { read() }.into()
}

/// Begins a polytope of the open complex shape. A dtBegin before the dtEnd of the previous
/// polytope is ignored.
///
/// - `type`: one of DtPolyType, or DT_CONCAVE_POLYGON
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_ENUM if the type is unknown, which then counts as DT_POLYHEDRON;
///   DT_INVALID_OPERATION if no complex shape is open, where nothing happens
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtBegin(r#type: DtPolyTypeArgument) {
    recorded!(dtBegin(r#type));
    with_open(Function::dtBegin, |state, open| {
        let kind = kind_from(state, r#type);
        open.builder.begin(kind);
    });
}

/// Ends a polytope. Its vertices are all those given since the last dtEnd; without vertices, no
/// polytope is made.
///
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_OPERATION if no complex shape is open; nothing happens
/// - cost: O(m) for m vertices
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEnd() {
    recorded!(dtEnd());
    with_open(Function::dtEnd, |_, open| open.builder.end());
}

/// Adds a vertex to the polytope.
///
/// - `x`, `y`, `z`: its coordinates; with NaN or infinity, dtEndComplexShape leaves the
///   polytope out
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_OPERATION if no complex shape is open; nothing happens
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtVertex(x: DtScalar, y: DtScalar, z: DtScalar) {
    recorded!(dtVertex(x, y, z));
    with_open(Function::dtVertex, |_, open| open.builder.vertex(reals([x, y, z]).into()));
}

/// Sets the vertex array of the open complex shape. dtEndComplexShape reads the array; it is
/// not read after that.
///
/// Only the last array set counts, also for indices given before.
///
/// - `base`: three packed doubles for each vertex; NULL removes the array
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_OPERATION if no complex shape is open; nothing happens
/// - cost: O(1)
///
/// # Safety
///
/// Until dtEndComplexShape, the array contains every vertex that an index of the shape names.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtVertexBase(base: *const c_void) {
    recorded!(dtVertexBase(base));
    with_open(Function::dtVertexBase, |_, open| {
        open.array = (!base.is_null()).then(|| VertexArray::packed(base));
    });
}

/// Adds a vertex to the polytope by its index in the vertex array.
///
/// - `index`: counted from 0
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_OPERATION if no complex shape is open; nothing happens
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtVertexIndex(index: DtIndex) {
    recorded!(dtVertexIndex(index));
    with_open(Function::dtVertexIndex, |_, open| {
        open.builder.vertex_index(index);
    });
}

/// Adds a whole polytope, given by the indices of its vertices in the vertex array.
///
/// - `type`: as in dtBegin
/// - `count`: the number of indices; with 0 no polytope is made
/// - `indices`: they are copied
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_POINTER if `indices` is NULL and `count` is not 0, where no polytope is
///   made; otherwise those of dtBegin
/// - cost: O(count)
///
/// # Safety
///
/// `indices` is NULL or points to `count` indices.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtVertexIndices(
    r#type: DtPolyTypeArgument,
    count: DtCount,
    indices: *const DtIndex,
) {
    recorded!(dtVertexIndices(r#type, count, indices));
    with_open(Function::dtVertexIndices, |state, open| {
        let kind = kind_from(state, r#type);
        if count == 0 {
            return;
        }
        if indices.is_null() {
            return state.error(DtError::DT_INVALID_POINTER, "no indices");
        }
        if arrays::is_active() || !indices.is_aligned() {
            // SAFETY: not NULL, so it points to `count` indices as the caller promises.
            let indices = unsafe { arrays::indices(indices, count as usize) };
            return open.builder.vertex_indices(kind, &indices);
        }
        // SAFETY: as above.
        let indices = unsafe { std::slice::from_raw_parts(indices, count as usize) };
        open.builder.vertex_indices(kind, indices);
    });
}

/// Adds a whole polytope of successive vertices of the vertex array.
///
/// - `type`: as in dtBegin
/// - `first`: the index of the first vertex, counted from 0
/// - `count`: the number of vertices; with 0 no polytope is made
/// - frame: none
/// - units: none
/// - errors: those of dtBegin; beyond the index 2^32 - 1 no polytope is made, and dtEndComplexShape
///   raises DT_INVALID_VALUE
/// - cost: O(count)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtVertexRange(r#type: DtPolyTypeArgument, first: DtIndex, count: DtCount) {
    recorded!(dtVertexRange(r#type, first, count));
    with_open(Function::dtVertexRange, |state, open| {
        let kind = kind_from(state, r#type);
        open.builder.vertex_range(kind, first, count);
    });
}

/// Moves the vertices of a finished complex shape to the positions in an array. All objects
/// with this shape deform; their placements stay.
///
/// dtProceed makes the new vertices those of the previous frame, for smart response. Polytopes
/// with a vertex that is NaN or infinite collide with nothing until the next change.
///
/// - `shape`: a finished complex shape; of the open one, this sets the vertex array as
///   dtVertexBase does
/// - `base`: three packed doubles for each vertex, perhaps in the same array as before; copied
///   before the function returns
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_UNKNOWN_SHAPE if the shape does not exist, DT_INVALID_POINTER if `base` is
///   NULL, DT_INVALID_OPERATION if the shape is not complex: then nothing happens;
///   DT_INVALID_VALUE if a vertex is NaN or infinite, or if a solid is not closed any more
/// - cost: O(n) for n vertices; the tree is refitted later, O(n), when it is first used
///
/// # Safety
///
/// `base` is NULL, or the array contains every vertex that an index of the shape names.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtChangeVertexBase(shape: DtShapeRef, base: *const c_void) {
    recorded!(dtChangeVertexBase(shape, base));
    with_state(Function::dtChangeVertexBase, (), |state| {
        change_vertices(state, shape, VertexArray::packed(base))
    });
}

/// Changes the vertices of a shape to those in an array.
pub(super) fn change_vertices(state: &mut State, shape: DtShapeRef, array: VertexArray) {
    let handle = as_handle(shape);
    if array.base != 0
        && let Some(open) = state.open.as_mut().filter(|open| open.handle == handle)
    {
        // dtEndComplexShape will read the array.
        open.array = Some(array);
        return;
    }
    let reader = |i: u32| read_vertex(&array, i);
    deform(state, shape, (array.base != 0).then_some(&reader));
}

/// Changes the vertices of a finished complex shape to those that `reader` returns; it is `None` if the array is NULL.
pub(super) fn deform(state: &mut State, shape: DtShapeRef, reader: Option<Reader>) {
    let handle = as_handle(shape);
    if state.world.shapes.slot_or_shared(handle).is_none() {
        return state.error(DtError::DT_UNKNOWN_SHAPE, "there is no such shape");
    }
    let Some(reader) = reader else {
        return state.error(DtError::DT_INVALID_POINTER, "no vertices");
    };
    let changed = state.world.deform(handle, |soup| {
        let was_solid = soup.is_solid();
        if !soup.change_vertices(reader) {
            return soup.first_broken().map(|polygon| (polygon, "a vertex is not finite"));
        }
        let torn = if was_solid && !soup.is_solid() { soup.set_solid(true).err() } else { None };
        torn.map(|polygon| (polygon, "the solid is not closed any more"))
    });
    let Some(bad) = changed else {
        return state.error(DtError::DT_INVALID_OPERATION, "the shape is not a complex one");
    };
    state.bad_polygon = bad.map(|(polygon, _)| polygon);
    if let Some((_, what)) = bad {
        state.error(DtError::DT_INVALID_VALUE, what);
    }
}
