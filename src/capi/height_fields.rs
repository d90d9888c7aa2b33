//! Height fields: terrain over a grid.

use std::ffi::c_uint;

use super::batch_arrays::{Array, DtArray, Kind, open};
use super::errors::DtError;
use super::ext_types::{DT_FALSE, DT_TRUE, DtBool};
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals, scalar};
use super::shapes::{as_handle, as_pointer};
use super::state::{State, with_state};
use super::types::{DtCount, DtShapeRef};
use crate::scene::shapes::Shape;
use solid_geometry::memory;
use solid_geometry::query::{Diagonal, HeightField, Heights};
use solid_geometry::{Shape as CoreShape, ShapeError};

/// Which diagonal divides the cells of a height field into triangles.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)]
pub enum DtDiagonal {
    /// From the corner of the least x and z to that of the greatest.
    DT_RISING = 1,
    /// From the corner of the greatest x and the least z to that of the least x and the greatest z.
    DT_FALLING = 2,
    /// As DT_FALLING where column and row are both even or both odd, as DT_RISING elsewhere.
    DT_ALTERNATING = 3,
}

/// A `DtDiagonal` from C, which may be any number.
pub type DtDiagonalArgument = c_uint;

/// A terrain: the surface over a grid of heights along y, `dx` apart along x and `dz` apart along
/// z. The first height is at x = 0 and z = 0. No triangles are kept: the shape takes 0.2 bytes a
/// height more than the heights, which stay in the precision in which they are given, and up to
/// 25 megabytes for the cells that objects have been over last.
///
/// It is a surface, whose front is above, with all questions and answers of a complex shape of
/// the same triangles; contacts know no inner edges, unless an object is over more than 2^18
/// cells. A height that is NaN is a hole: the triangles with it are left out. The number of a
/// triangle in answers is twice that of its cell, counted row by row, and one more for the second
/// of the cell: with DT_FALLING the one farther from the first height, with DT_RISING the one of
/// the greater x.
///
/// - `heights`: row by row, each along x; an array of DT_HEIGHTS. Copied
/// - `columns`: how many heights a row has, at least two; there must be at least two rows
/// - `dx`, `dz`: the distances between columns and between rows, positive
/// - `diagonal`: which diagonal divides the cells
/// - returns: the shape; NULL on an error
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_POINTER if the array is NULL, or its base is and its count is not 0;
///   DT_INVALID_ENUM if its layout or type, or the diagonal, does not exist; DT_INVALID_VALUE if
///   the rows are not complete, too few or too many for 2^32 triangles, if a distance is not
///   positive, or if a height or a distance is infinite or makes a coordinate too large
/// - cost: O(n) for n heights, a tenth of a second for 4096 x 4096
///
/// # Safety
///
/// `heights` is NULL or describes an array.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtHeightField(
    heights: *const DtArray,
    columns: DtCount,
    dx: DtScalar,
    dz: DtScalar,
    diagonal: DtDiagonalArgument,
) -> DtShapeRef {
    recorded!(dtHeightField(heights, columns, dx, dz, diagonal));
    with_state(Function::dtHeightField, std::ptr::null_mut(), |state| {
        // SAFETY: the caller promises the same.
        let Some(array) = (unsafe { heights_of(state, heights) }) else {
            return std::ptr::null_mut();
        };
        let all = [
            (DtDiagonal::DT_RISING as c_uint, Diagonal::Rising),
            (DtDiagonal::DT_FALLING as c_uint, Diagonal::Falling),
            (DtDiagonal::DT_ALTERNATING as c_uint, Diagonal::Alternating),
        ];
        let Some(diagonal) = state.choose(&all, diagonal) else { return std::ptr::null_mut() };
        let rows = (array.count as DtCount).checked_div(columns).unwrap_or(0);
        let heights = if array.is_single() {
            Heights::Single(collect(array.count, |i| array.height(i) as f32))
        } else {
            Heights::Double(collect(array.count, |i| array.height(i)))
        };
        match HeightField::new(heights, [columns, rows], reals([dx, dz]), diagonal) {
            Ok(field) => {
                let shape = CoreShape::height_field(field).into();
                as_pointer(state.world.shapes.insert(shape))
            }
            Err(why) => {
                state.error(DtError::DT_INVALID_VALUE, text(why));
                std::ptr::null_mut()
            }
        }
    })
}

/// Replaces the heights of a rectangle of a height field, in place: a crater, a road, a river. All
/// objects of it change. Compounds and contexts that share it keep what they have.
///
/// - `shape`: a height field
/// - `column`, `row`: the first height of the rectangle, counted from 0
/// - `columns`: how many heights a row of the rectangle has
/// - `heights`: row by row, as in dtHeightField; NaN makes a hole. Doubles are rounded if the shape
///   was made of floats
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_UNKNOWN_SHAPE if the shape does not exist; DT_INVALID_OPERATION if it is no height
///   field; DT_INVALID_POINTER if the array is NULL, or its base is and its count is not 0;
///   DT_INVALID_ENUM if its layout or type does not exist; DT_INVALID_VALUE if its rows are not
///   complete, if the rectangle reaches over the grid, or if a height is infinite or too large.
///   Nothing changes then
/// - cost: O(n) for n heights; O(m) for m heights of the whole if others share it
///
/// # Safety
///
/// `heights` is NULL or describes an array.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtChangeHeights(
    shape: DtShapeRef,
    column: DtCount,
    row: DtCount,
    columns: DtCount,
    heights: *const DtArray,
) {
    recorded!(dtChangeHeights(shape, column, row, columns, heights));
    with_state(Function::dtChangeHeights, (), |state| {
        if state.world.shapes.slot_or_shared(as_handle(shape)).is_none() {
            return state.error(DtError::DT_UNKNOWN_SHAPE, "there is no such shape");
        }
        // SAFETY: the caller promises the same.
        let Some(array) = (unsafe { heights_of(state, heights) }) else { return };
        let rows = (array.count as DtCount).checked_div(columns).unwrap_or(0);
        let heights = collect(array.count, |i| array.height(i));
        let change =
            |field: &mut HeightField| field.change([column, row], [columns, rows], &heights);
        match state.world.change_heights(as_handle(shape), change) {
            None => state.error(DtError::DT_INVALID_OPERATION, "the shape is no height field"),
            Some(Err(ShapeError::BadGrid)) => {
                state.error(DtError::DT_INVALID_VALUE, "no complete rectangle of the grid");
            }
            Some(Err(why)) => state.error(DtError::DT_INVALID_VALUE, text(why)),
            Some(Ok(())) => {}
        }
    });
}

/// A height of a height field; NaN where it has a hole.
///
/// - `shape`: a height field
/// - `column`, `row`: which height, counted from 0
/// - `height`: receives it. May be NULL
/// - returns: DT_TRUE; DT_FALSE on an error
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_UNKNOWN_SHAPE if the shape does not exist; DT_INVALID_OPERATION if it is no height
///   field; DT_INVALID_VALUE if the grid has no such height. Nothing is written
/// - cost: O(1)
///
/// # Safety
///
/// `height` is NULL or has space for a scalar.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetHeight(
    shape: DtShapeRef,
    column: DtCount,
    row: DtCount,
    height: *mut DtScalar,
) -> DtBool {
    recorded!(dtGetHeight(shape, column, row, height));
    let found = with_state(Function::dtGetHeight, None, |state| {
        let shapes = &mut state.world.shapes;
        let Some(slot) = shapes.slot_or_shared(as_handle(shape)) else {
            state.error(DtError::DT_UNKNOWN_SHAPE, "there is no such shape");
            return None;
        };
        let field = match &shapes.entry(slot).shape {
            Shape::Parts(Some(parts)) => parts.as_any().downcast_ref::<HeightField>(),
            _ => None,
        };
        let Some(field) = field else {
            state.error(DtError::DT_INVALID_OPERATION, "the shape is no height field");
            return None;
        };
        let [columns, rows] = field.size();
        let found = field.height(column, row).unwrap_or(f64::NAN);
        let is_there = column < columns && row < rows;
        let what = "the grid has no such height";
        state.check(is_there, DtError::DT_INVALID_VALUE, what).then_some(found)
    });
    let Some(found) = found else { return DT_FALSE };
    if !height.is_null() {
        // SAFETY: not NULL, so there is space as the caller promises.
        unsafe { height.write_unaligned(scalar(found)) };
    }
    DT_TRUE
}

/// The array of heights; raises an error if it cannot be read.
///
/// # Safety
///
/// As of [`open`].
unsafe fn heights_of(state: &mut State, heights: *const DtArray) -> Option<Array> {
    // SAFETY: the caller promises the same.
    let array = unsafe { open(state, heights, Kind::Heights) }.ok()?;
    state.check(array.is_some(), DtError::DT_INVALID_POINTER, "NULL instead of heights");
    array
}

fn collect<T>(count: usize, height: impl Fn(usize) -> T) -> Vec<T> {
    let mut all = Vec::new();
    memory::reserve_exact(&mut all, count);
    all.extend((0..count).map(height));
    all
}

fn text(why: ShapeError) -> &'static str {
    match why {
        ShapeError::NotFinite => "a height is infinite, or a coordinate too large",
        ShapeError::TooLarge => "the grid has too many cells",
        _ => "a grid needs two complete rows and columns at least, which are apart",
    }
}
