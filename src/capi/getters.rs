//! What an object is, and where.

use super::errors::DtError;
use super::ext_types::{DT_FALSE, DT_TRUE, DtBool};
use super::pair::{write, write_list};
use super::recording::recorded;
use super::scalar::DtScalar;
use super::shapes::as_pointer;
use super::state::{State, with_state};
use super::types::{DtCount, DtObjectRef, DtShapeRef, DtVector, vector};
use solid_geometry::math::{Aabb, Placement};

/// The placement of an object that exists, to be written where it is not NULL; else raises what is wrong.
fn placement_of(object: DtObjectRef, is_null: bool, name: &str) -> Option<[f64; 16]> {
    with_state(None, |state| {
        if !known(state, object, name) || !state.check(!is_null, DtError::DT_INVALID_POINTER, name)
        {
            return None;
        }
        state.world.placement_of(object.addr()).map(|placement| column_major(&placement))
    })
}

fn known(state: &mut State, object: DtObjectRef, name: &str) -> bool {
    let known = state.world.has_object(object.addr());
    state.check(known, DtError::DT_UNKNOWN_OBJECT, name)
}

/// A placement as OpenGL's 4x4 column-major matrix.
fn column_major(placement: &Placement) -> [f64; 16] {
    let Placement { basis: m, origin } = placement;
    let column = |c: usize| [m[(0, c)], m[(1, c)], m[(2, c)], 0.0];
    let columns = [column(0), column(1), column(2), [origin.x, origin.y, origin.z, 1.0]];
    std::array::from_fn(|i| columns[i / 4][i % 4])
}

/// Writes the placement of an object into `m`: sixteen floats, a 4x4 column-major matrix as of dtLoadMatrixf, rounded;
/// what is beyond floats is infinite.
///
/// Returns DT_TRUE. An unknown object raises DT_UNKNOWN_OBJECT, NULL for `m` DT_INVALID_POINTER: nothing is written then,
/// and DT_FALSE is returned.
///
/// # Safety
///
/// `m` is NULL or points to room for sixteen floats.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetMatrixf(object: DtObjectRef, m: *mut f32) -> DtBool {
    recorded!(dtGetMatrixf(object, m));
    let name = "dtGetMatrixf: there is no such object, or NULL";
    let Some(matrix) = placement_of(object, m.is_null(), name) else {
        return DT_FALSE;
    };
    // SAFETY: not NULL, so there is room for sixteen floats as the caller promises; no alignment is asked for.
    unsafe { m.cast::<[f32; 16]>().write_unaligned(matrix.map(|x| x as f32)) };
    DT_TRUE
}

/// Writes the placement of an object into `m`, as dtGetMatrixf, as sixteen doubles: all digits.
///
/// # Safety
///
/// `m` is NULL or points to room for sixteen doubles.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetMatrixd(object: DtObjectRef, m: *mut f64) -> DtBool {
    recorded!(dtGetMatrixd(object, m));
    let name = "dtGetMatrixd: there is no such object, or NULL";
    let Some(matrix) = placement_of(object, m.is_null(), name) else {
        return DT_FALSE;
    };
    // SAFETY: not NULL, so there is room for sixteen doubles as the caller promises; no alignment is asked for.
    unsafe { m.cast::<[f64; 16]>().write_unaligned(matrix) };
    DT_TRUE
}

/// Writes the least and the greatest corner of a box along the world's axes that holds the object as it is placed now, and
/// is larger than the least one by rounding alone.
///
/// Returns DT_TRUE; DT_FALSE for an object that can hit nothing: of an empty or unfinished shape, or placed by numbers that
/// are not finite. An unknown object raises DT_UNKNOWN_OBJECT, NULL DT_INVALID_POINTER, with DT_FALSE. With DT_FALSE nothing
/// is written. Linear in the vertices of a complex shape, else next to nothing.
///
/// # Safety
///
/// `min` and `max` are NULL or point to room for three numbers each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetBBox(
    object: DtObjectRef,
    min: *mut DtScalar,
    max: *mut DtScalar,
) -> DtBool {
    recorded!(dtGetBBox(object, min, max));
    let name = "dtGetBBox: there is no such object, or NULL";
    let found = with_state(None, |state| {
        let is_null = min.is_null() || max.is_null();
        if !known(state, object, name) || !state.check(!is_null, DtError::DT_INVALID_POINTER, name)
        {
            return None;
        }
        state.world.box_of(object.addr())
    });
    let Some(bounds) = found else { return DT_FALSE };
    // SAFETY: there is room for three scalars as the caller promises.
    unsafe {
        write(min, &bounds.min);
        write(max, &bounds.max);
    }
    DT_TRUE
}

/// A box along the axes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtBox {
    /// Its least corner.
    pub min: DtVector,
    /// Its greatest corner.
    pub max: DtVector,
}

/// Finds the boxes of a level of the tree by which the complex shape of an object is searched: to look at it, or to find
/// out why a shape is slow. Returns how many there are, and writes the first `most` of them to `boxes`.
///
/// They are in the coordinates of the shape: transform their corners by dtGetMatrixd. Level 0 is the box of the whole, and
/// each level has up to four boxes for one of that above. What has none below stays, so that each level covers the shape;
/// when the number grows no more, every polytope has a box, which two triangles share that have an edge in common and were given
/// one after the other. A shape that is not complex has its box alone. Ask with NULL, or 0, for the number alone.
///
/// An unknown object raises DT_UNKNOWN_OBJECT, and 0 is returned; so it is, with no error, for one that can hit nothing.
/// Linear in the boxes of the level; a deformed shape's tree is fitted first.
///
/// # Safety
///
/// `boxes` is NULL or points to room for `most` boxes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetTreeBoxes(
    object: DtObjectRef,
    level: DtCount,
    boxes: *mut DtBox,
    most: DtCount,
) -> DtCount {
    recorded!(dtGetTreeBoxes(object, level, boxes, most));
    let found = with_state(Vec::new(), |state| {
        known(state, object, "dtGetTreeBoxes: there is no such object");
        state.world.tree_boxes(object.addr(), level).unwrap_or_default()
    });
    let record = |b: &Aabb| DtBox { min: vector(&b.min), max: vector(&b.max) };
    // SAFETY: the same promise is asked of our caller.
    unsafe { write_list(found.iter().map(record), boxes, most) }
}

/// Returns the shape that an object is an instance of; NULL if that has been deleted.
///
/// An unknown object: NULL, and DT_UNKNOWN_OBJECT is raised.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtGetShape(object: DtObjectRef) -> DtShapeRef {
    recorded!(dtGetShape(object));
    with_state(std::ptr::null_mut(), |state| {
        if !known(state, object, "dtGetShape: there is no such object") {
            return std::ptr::null_mut();
        }
        state.world.shape_of(object.addr()).map_or(std::ptr::null_mut(), as_pointer)
    })
}
