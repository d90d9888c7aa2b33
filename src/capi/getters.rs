//! Placement, bounding box, tree and shape of an object.

use super::errors::DtError;
use super::ext_types::{DT_FALSE, DT_TRUE, DtBool};
use super::pair::{raise, read, write, write_list};
use super::recording::{Function, recorded};
use super::scalar::DtScalar;
use super::shapes::as_pointer;
use super::state::{Callback, with_state};
use super::types::{DtCount, DtObjectRef, DtShapeRef, DtVector, vector};
use crate::scene::World;
use crate::scene::object::ObjectRef;
use solid_geometry::math::vector::is_finite;
use solid_geometry::math::{Aabb, Placement, Vec3};

/// What `get` returns about an object. If the object does not exist, or `is_null`, raises the error and returns `None`.
fn of_object<R>(
    object: DtObjectRef,
    is_null: bool,
    function: Function,
    get: impl FnOnce(&World<Callback>, ObjectRef) -> Option<R>,
) -> Option<R> {
    with_state(function, None, |state| {
        let is_known = state.world.has_object(object.addr());
        let is_valid = state.check_object(is_known)
            && state.check(!is_null, DtError::DT_INVALID_POINTER, "NULL");
        is_valid.then(|| get(&state.world, object.addr())).flatten()
    })
}

/// Writes the matrix of an object.
///
/// # Safety
///
/// `m` is NULL or has space for sixteen numbers.
unsafe fn write_matrix<T>(
    object: DtObjectRef,
    m: *mut T,
    function: Function,
    convert: impl FnMut(f64) -> T,
) -> DtBool {
    let placement = of_object(object, m.is_null(), function, World::placement_of);
    let Some(placement) = placement else { return DT_FALSE };
    let numbers = column_major(&placement).map(|x| if x.is_nan() { f64::INFINITY } else { x });
    // SAFETY: not NULL, so there is space as the caller promises.
    unsafe { m.cast::<[T; 16]>().write_unaligned(numbers.map(convert)) };
    DT_TRUE
}

/// A placement as OpenGL's 4x4 column-major matrix.
fn column_major(placement: &Placement) -> [f64; 16] {
    let Placement { basis: m, origin } = placement;
    let column = |c: usize| [m[(0, c)], m[(1, c)], m[(2, c)], 0.0];
    let columns = [column(0), column(1), column(2), [origin.x, origin.y, origin.z, 1.0]];
    std::array::from_fn(|i| columns[i / 4][i % 4])
}

/// Writes the placement of an object, rounded to floats; values that are too large, and those that
/// are no numbers, become infinite.
///
/// - `object`: its name
/// - `m`: receives a 4x4 column-major matrix, as in dtLoadMatrixf, its last row 0, 0, 0, 1
/// - returns: DT_TRUE, or DT_FALSE on an error
/// - frame: from local to world coordinates
/// - units: the translation in lengths
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist, DT_INVALID_POINTER if `m` is NULL;
///   nothing is written
/// - cost: O(1) expected
///
/// # Safety
///
/// `m` is NULL or has space for sixteen floats.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetMatrixf(object: DtObjectRef, m: *mut f32) -> DtBool {
    recorded!(dtGetMatrixf(object, m));
    // SAFETY: the caller promises the same.
    unsafe { write_matrix(object, m, Function::dtGetMatrixf, |x| x as f32) }
}

/// Writes the placement of an object as dtGetMatrixf does, as doubles without rounding. Values that
/// are no numbers become infinite.
///
/// - `object`: its name
/// - `m`: receives a 4x4 column-major matrix, as in dtLoadMatrixd, its last row 0, 0, 0, 1
/// - returns: DT_TRUE, or DT_FALSE on an error
/// - frame: from local to world coordinates
/// - units: the translation in lengths
/// - errors: those of dtGetMatrixf
/// - cost: O(1) expected
///
/// # Safety
///
/// `m` is NULL or has space for sixteen doubles.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetMatrixd(object: DtObjectRef, m: *mut f64) -> DtBool {
    recorded!(dtGetMatrixd(object, m));
    // SAFETY: the caller promises the same.
    unsafe { write_matrix(object, m, Function::dtGetMatrixd, |x| x) }
}

/// Converts a point from the local coordinates of an object, as in the data of smart and witnessed
/// responses, to world coordinates.
///
/// - `object`: its name
/// - `local`: the point
/// - `world`: receives the point; may be the same array
/// - returns: DT_TRUE, or DT_FALSE on an error
/// - frame: from local to world coordinates, as the object is placed now
/// - units: lengths
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist, DT_INVALID_POINTER if a pointer is
///   NULL, DT_INVALID_OPERATION if the placement is not finite, DT_INVALID_VALUE if the result is
///   not; nothing is written
/// - cost: O(1) expected
///
/// # Safety
///
/// `local` is NULL or points to three scalars; `world` is NULL or has space for three scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtToWorld(
    object: DtObjectRef,
    local: *const DtScalar,
    world: *mut DtScalar,
) -> DtBool {
    recorded!(dtToWorld(object, local, world));
    // SAFETY: the caller promises the same.
    unsafe { convert(object, (local, world), Function::dtToWorld, Placement::apply) }
}

/// Converts a point from world coordinates to the local coordinates of an object. If the object is
/// flattened, the result is a point that is placed as near as any.
///
/// - `object`: its name
/// - `world`: the point
/// - `local`: receives the point; may be the same array
/// - returns: DT_TRUE, or DT_FALSE on an error
/// - frame: from world to local coordinates, as the object is placed now
/// - units: lengths
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist, DT_INVALID_POINTER if a pointer is
///   NULL, DT_INVALID_OPERATION if the placement is not finite, DT_INVALID_VALUE if the result is
///   not; nothing is written
/// - cost: O(1) expected
///
/// # Safety
///
/// `world` is NULL or points to three scalars; `local` is NULL or has space for three scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtToLocal(
    object: DtObjectRef,
    world: *const DtScalar,
    local: *mut DtScalar,
) -> DtBool {
    recorded!(dtToLocal(object, world, local));
    // SAFETY: the caller promises the same.
    unsafe { convert(object, (world, local), Function::dtToLocal, Placement::apply_inverse) }
}

/// Reads a point, and writes what becomes of it. Raises the error if there is no such object, a pointer is NULL, or numbers are not
/// finite.
///
/// # Safety
///
/// `from` is NULL or points to three scalars; `to` is NULL or has space for three scalars.
unsafe fn convert(
    object: DtObjectRef,
    (from, to): (*const DtScalar, *mut DtScalar),
    function: Function,
    change: impl FnOnce(&Placement, &Vec3) -> Vec3,
) -> DtBool {
    let is_null = from.is_null() || to.is_null();
    let placement = of_object(object, is_null, function, World::placement_of);
    // SAFETY: the caller promises the same.
    let point = unsafe { read(from) };
    let Some((placement, point)) = placement.zip(point) else { return DT_FALSE };
    if !placement.is_finite() {
        raise(function, DtError::DT_INVALID_OPERATION, "the placement is not finite");
        return DT_FALSE;
    }
    let changed = change(&placement, &point);
    if !is_finite(&changed) {
        raise(function, DtError::DT_INVALID_VALUE, "the result is not finite");
        return DT_FALSE;
    }
    // SAFETY: not NULL, as was checked, so there is space for three scalars.
    unsafe { write(to, &changed) };
    DT_TRUE
}

/// Writes the bounding box of an object as it is placed now. The box is the tightest one up to
/// rounding.
///
/// - `object`: its name
/// - `min`, `max`: receive its smallest and its largest corner
/// - returns: DT_TRUE; DT_FALSE, and nothing is written, on an error, or if the object collides
///   with nothing: its shape is empty or unfinished, or its placement is not finite
/// - frame: world coordinates
/// - units: lengths
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist, DT_INVALID_POINTER if a pointer is
///   NULL
/// - cost: O(n) for a complex shape of n vertices, O(1) for primitives
///
/// # Safety
///
/// Each of `min` and `max` is NULL or has space for three scalars.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetBBox(
    object: DtObjectRef,
    min: *mut DtScalar,
    max: *mut DtScalar,
) -> DtBool {
    recorded!(dtGetBBox(object, min, max));
    let is_null = min.is_null() || max.is_null();
    let bounds = of_object(object, is_null, Function::dtGetBBox, World::box_of);
    let Some(bounds) = bounds else { return DT_FALSE };
    // SAFETY: there is space for three scalars each, as the caller promises.
    unsafe {
        write(min, &bounds.min);
        write(max, &bounds.max);
    }
    DT_TRUE
}

/// A box along the coordinate axes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DtBox {
    /// The smallest corner.
    pub min: DtVector,
    /// The largest corner.
    pub max: DtVector,
}

/// Finds the boxes of one level of the bounding volume tree of an object's complex shape, to
/// display the tree or to find out why a shape is slow.
///
/// Level 0 is the box of the whole shape; each level divides a box of the one above into up to
/// four. Boxes that are not divided stay, so each level covers the shape. When the number does
/// not grow any more, each box contains one polytope, or two triangles that share an edge and
/// were added one after the other. A shape that is not complex has one box.
///
/// - `object`: its name
/// - `level`: the level, from 0
/// - `boxes`: receives the first boxes; NULL to get the number alone
/// - `most`: how many there is space for
/// - returns: the number of boxes of the level; 0 on an error, or if the object collides with
///   nothing
/// - frame: local coordinates: transform corners by the matrix of dtGetMatrixd
/// - units: lengths
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist
/// - cost: O(b) for b boxes of the level, after the tree of a deformed shape is refitted
///
/// # Safety
///
/// `boxes` is NULL or has space for `most` boxes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetTreeBoxes(
    object: DtObjectRef,
    level: DtCount,
    boxes: *mut DtBox,
    most: DtCount,
) -> DtCount {
    recorded!(dtGetTreeBoxes(object, level, boxes, most));
    let found = of_object(object, false, Function::dtGetTreeBoxes, |world, object| {
        world.tree_boxes(object, level)
    });
    let found = found.unwrap_or_default();
    let record = |b: &Aabb| DtBox { min: vector(&b.min), max: vector(&b.max) };
    // SAFETY: the caller promises the same.
    unsafe { write_list(found.iter().map(record), boxes, most) }
}

/// Returns the shape of an object.
///
/// - `object`: its name
/// - returns: the shape; NULL on an error, or if the shape has been deleted
/// - frame: none
/// - units: none
/// - errors: DT_UNKNOWN_OBJECT if the object does not exist
/// - cost: O(1) expected
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtGetShape(object: DtObjectRef) -> DtShapeRef {
    recorded!(dtGetShape(object));
    of_object(object, false, Function::dtGetShape, World::shape_of)
        .map_or(std::ptr::null_mut(), as_pointer)
}
