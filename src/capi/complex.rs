//! Complex shapes: polytopes between dtNewComplexShape and dtEndComplexShape, and their deformation.

use std::ffi::c_void;

use super::errors::DtError;
use super::scalar::{DtScalar, reals};
use super::shapes::{as_handle, as_pointer};
use super::state::{OpenShape, State, with_state};
use super::types::{DtCount, DtIndex, DtPolyType, DtPolyTypeArgument, DtShapeRef};
use crate::complex::builder::PolytopeKind;
use crate::complex::{Builder, Problems};
use crate::math::Vec3;
use crate::scene::shapes::Shape;

/// Opens a complex shape: a soup of polytopes. If one is open already, returns that one.
///
/// Objects may be made of it at once; they hit nothing until it is finished.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtNewComplexShape() -> DtShapeRef {
    with_state(std::ptr::null_mut(), |state| {
        let world = &mut state.world;
        let open = state.open.get_or_insert_with(|| OpenShape {
            handle: world.shapes.insert(Shape::Complex(None)),
            builder: Builder::new(),
        });
        as_pointer(open.handle)
    })
}

/// Runs `work` on the open shape; without one, raises DT_INVALID_OPERATION.
fn with_open(name: &str, work: impl FnOnce(&mut State, &mut Builder)) {
    with_state((), |state| match state.open.take() {
        Some(mut open) => {
            work(state, &mut open.builder);
            state.open = Some(open);
        }
        None => state.error(DtError::DT_INVALID_OPERATION, name),
    });
}

/// What C announced the polytope as. Unknown types are taken as polyhedra: the body is the same.
fn kind_from(state: &mut State, kind: DtPolyTypeArgument) -> PolytopeKind {
    const SIMPLEX: u32 = DtPolyType::DT_SIMPLEX as u32;
    const POLYGON: u32 = DtPolyType::DT_POLYGON as u32;
    const POLYHEDRON: u32 = DtPolyType::DT_POLYHEDRON as u32;
    match kind {
        SIMPLEX => PolytopeKind::Simplex,
        POLYGON => PolytopeKind::Polygon,
        POLYHEDRON => PolytopeKind::Polyhedron,
        _ => {
            state.error(DtError::DT_INVALID_ENUM, "a polytope type that does not exist");
            PolytopeKind::Polyhedron
        }
    }
}

/// Finishes the open shape, and builds what makes it fast to test: O(n log n) for n vertices.
///
/// The vertices that its indices name are copied: the client's array may go. Polytopes with a vertex that is not
/// finite, or with indices but no vertex base, hit nothing and raise DT_INVALID_VALUE or DT_INVALID_OPERATION. With
/// no open shape nothing happens, and DT_INVALID_OPERATION is raised.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEndComplexShape() {
    with_state((), |state| {
        let Some(open) = state.open.take() else {
            return state.error(DtError::DT_INVALID_OPERATION, "dtEndComplexShape: no complex shape is open");
        };
        let base = open.builder.base();
        let read = |index| read_vertex(base.unwrap_or_default(), index);
        let reader: Option<&dyn Fn(u32) -> Vec3> = if base.is_some() { Some(&read) } else { None };
        let (soup, problems) = open.builder.finish(reader);
        report(state, &problems);
        state.world.finish_shape(open.handle, soup);
    });
}

fn report(state: &mut State, problems: &Problems) {
    let no_base = "dtEndComplexShape: vertices by index, but no dtVertexBase";
    state.check(!problems.missing_base, DtError::DT_INVALID_OPERATION, no_base);
    state.check(!problems.not_finite, DtError::DT_INVALID_VALUE, "dtEndComplexShape: a vertex is not finite");
    state.check(
        !problems.too_large,
        DtError::DT_INVALID_VALUE,
        "dtEndComplexShape: more vertices than can be held",
    );
}

/// The vertex at a place of the client's array.
///
/// The array's address is a promise the client gave with dtVertexBase or dtChangeVertexBase: that it holds every
/// vertex that the shape's indices name, until the shape is finished or the change is made.
fn read_vertex(base: usize, index: u32) -> Vec3 {
    let array: *const [f64; 3] = std::ptr::with_exposed_provenance(base);
    // SAFETY: by the promise above; no alignment is asked for.
    unsafe { array.wrapping_add(index as usize).read_unaligned() }.into()
}

/// Begins a polytope of the open shape. A nested dtBegin is ignored.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtBegin(r#type: DtPolyTypeArgument) {
    with_open("dtBegin: no complex shape is open", |state, builder| {
        let kind = kind_from(state, r#type);
        builder.begin(kind);
    });
}

/// Ends a polytope: all vertices since the last dtEnd are its vertices. Without any there is no polytope.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEnd() {
    with_open("dtEnd: no complex shape is open", |_, builder| builder.end());
}

/// Gives the polytope a vertex by its local coordinates.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtVertex(x: DtScalar, y: DtScalar, z: DtScalar) {
    with_open("dtVertex: no complex shape is open", |_, builder| builder.vertex(reals([x, y, z]).into()));
}

/// Names the array of the open shape's vertices: three doubles each, packed. The last one named wins, for indices
/// given before it as well. It is read by dtEndComplexShape, and then no more.
///
/// NULL takes an earlier one back.
///
/// # Safety
///
/// Until dtEndComplexShape the array holds every vertex that the shape's indices name.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtVertexBase(base: *const c_void) {
    let base = (!base.is_null()).then(|| base.expose_provenance());
    with_open("dtVertexBase: no complex shape is open", |_, builder| builder.vertex_base(base));
}

/// Gives the polytope a vertex by its place in the array, counted from 0.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtVertexIndex(index: DtIndex) {
    with_open("dtVertexIndex: no complex shape is open", |_, builder| builder.vertex_index(index));
}

/// Makes a whole polytope of `count` vertices by their places in the array.
///
/// NULL with a count raises DT_INVALID_POINTER and makes no polytope.
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
    with_open("dtVertexIndices: no complex shape is open", |state, builder| {
        let kind = kind_from(state, r#type);
        if count == 0 {
            return;
        }
        if indices.is_null() {
            return state.error(DtError::DT_INVALID_POINTER, "dtVertexIndices: no indices");
        }
        // SAFETY: not NULL, so it points to `count` indices as our caller promises.
        let indices = unsafe { std::slice::from_raw_parts(indices, count as usize) };
        builder.vertex_indices(kind, indices);
    });
}

/// Makes a whole polytope of `count` successive vertices of the array, from the place `first` on.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtVertexRange(r#type: DtPolyTypeArgument, first: DtIndex, count: DtCount) {
    with_open("dtVertexRange: no complex shape is open", |state, builder| {
        let kind = kind_from(state, r#type);
        builder.vertex_range(kind, first, count);
    });
}

/// Gives the vertices of a finished complex shape new positions: those in the array at `base`, which may be the
/// same array with other contents. All its objects follow, none is moved.
///
/// The vertices are copied before the function returns, in time linear in the shape's size. Smart response knows
/// those of the previous frame. NULL, an unknown shape, a primitive, an unfinished shape: nothing happens, and
/// DT_INVALID_POINTER, DT_UNKNOWN_SHAPE or DT_INVALID_OPERATION is raised. A vertex that is not finite raises
/// DT_INVALID_VALUE; its polytopes hit nothing until a later change.
///
/// # Safety
///
/// `base` is NULL or an array of every vertex that the shape's indices name.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtChangeVertexBase(shape: DtShapeRef, base: *const c_void) {
    with_state((), |state| {
        let handle = as_handle(shape);
        if state.world.shapes.slot_or_shared(handle).is_none() {
            return state.error(DtError::DT_UNKNOWN_SHAPE, "dtChangeVertexBase: there is no such shape");
        }
        if base.is_null() {
            return state.error(DtError::DT_INVALID_POINTER, "dtChangeVertexBase: no vertices");
        }
        if let Some(open) = state.open.as_mut().filter(|open| open.handle == handle) {
            // Not finished: the array is the one to be read at the end.
            return open.builder.vertex_base(Some(base.expose_provenance()));
        }
        let address = base.expose_provenance();
        let changed = state.world.deform(handle, |soup| soup.change_vertices(&|i| read_vertex(address, i)));
        let complex = state.check(
            changed.is_some(),
            DtError::DT_INVALID_OPERATION,
            "dtChangeVertexBase: the shape is not a complex one",
        );
        let finite = !complex || changed == Some(true);
        state.check(finite, DtError::DT_INVALID_VALUE, "dtChangeVertexBase: a vertex is not finite");
    });
}
