//! Compounds: shapes that consist of others, between dtNewCompound and dtEndCompound.

use std::sync::Arc;

use super::errors::DtError;
use super::ext_types::{DT_FALSE, DT_TRUE, DtBool};
use super::objects::read_matrix;
use super::recording::{Function, recorded};
use super::shapes::{as_handle, as_pointer};
use super::state::{OpenCompound, with_state};
use super::types::{DtCount, DtShapeRef};
use crate::scene::shapes::Shape;
use solid_geometry::math::Placement;
use solid_geometry::memory;
use solid_geometry::mesh::Builder;
use solid_geometry::query::{Compound, ShapeKind};
use solid_geometry::{Shape as CoreShape, ShapeError};

/// Opens a compound: a shape that consists of others, each at a place of its own, such as a table
/// of a board and four legs. If a compound is open already, returns that one.
///
/// Objects may be created with it at once; they collide with nothing until it is finished. A
/// complex shape may be open meanwhile.
///
/// - returns: the shape
/// - frame: local coordinates, for all parts
/// - units: lengths
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtNewCompound() -> DtShapeRef {
    recorded!(dtNewCompound());
    with_state(Function::dtNewCompound, std::ptr::null_mut(), |state| {
        let world = &mut state.world;
        let open = state.open_compound.get_or_insert_with(|| {
            let handle = world.shapes.insert(Shape::Parts(None));
            OpenCompound { handle, parts: Vec::new() }
        });
        as_pointer(open.handle)
    })
}

/// Adds a part to the open compound: any finished shape, also another compound. A shape may be
/// added several times, and takes its memory once. A complex shape is taken as it is now: later
/// deformations do not change the compound. The part's shape may be deleted afterwards.
///
/// - `shape`: the shape of the part
/// - `m`: where the part is: a 4x4 column-major matrix as in dtLoadMatrixd, which may scale, shear
///   and mirror, but not flatten
/// - frame: from the local coordinates of the part to those of the compound
/// - units: the translation in lengths
/// - errors: DT_INVALID_OPERATION if no compound is open, or the part is unfinished, or a compound
///   in which others are nested 4 deep; DT_UNKNOWN_SHAPE if the shape does not exist;
///   DT_INVALID_POINTER if `m` is NULL; DT_INVALID_VALUE if an element is NaN or infinite, if the
///   matrix flattens, or if the part collides with nothing. The part is then left out
/// - cost: O(1)
///
/// # Safety
///
/// `m` is NULL or points to sixteen doubles.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtAddPart(shape: DtShapeRef, m: *const f64) {
    recorded!(dtAddPart(shape, m));
    // SAFETY: the caller promises the same.
    let matrix = unsafe { read_matrix(m) };
    with_state(Function::dtAddPart, (), |state| {
        use DtError::{DT_INVALID_OPERATION, DT_INVALID_POINTER, DT_INVALID_VALUE};
        if state.open_compound.is_none() {
            return state.error(DT_INVALID_OPERATION, "no compound is open");
        }
        let shapes = &mut state.world.shapes;
        let Some(slot) = shapes.slot_or_shared(as_handle(shape)) else {
            return state.error(DtError::DT_UNKNOWN_SHAPE, "there is no such shape");
        };
        let shape = &shapes.entry(slot).shape;
        if matches!(shape, Shape::Complex(None) | Shape::Parts(None)) {
            return state.error(DT_INVALID_OPERATION, "the part is unfinished");
        }
        let Some(shape) = shape.to_geometry() else {
            return state.error(DT_INVALID_VALUE, "the part collides with nothing");
        };
        let Some(matrix) = matrix else { return state.error(DT_INVALID_POINTER, "NULL") };
        let placement = Placement::from_column_major(&matrix);
        // A compound of this part alone has all errors that it may be the reason of.
        let part = (shape, placement);
        match CoreShape::compound(std::slice::from_ref(&part)) {
            Ok(_) => {}
            Err(ShapeError::TooLarge) => {
                return state.error(DT_INVALID_OPERATION, "compounds would be nested too deep");
            }
            Err(why) => return state.error(DT_INVALID_VALUE, &why.to_string()),
        }
        if let Some(open) = &mut state.open_compound {
            memory::push(&mut open.parts, part);
        }
    });
}

/// Finishes the open compound. It does not change any more.
///
/// What a part holds, the compound holds: where two parts overlap is no special place. Answers
/// that name polytopes name the parts of compounds by a number of which dtGetPart tells the part.
///
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_OPERATION if no compound is open; DT_INVALID_VALUE if it has no parts, or
///   a number is out of range: it then collides with nothing
/// - cost: O(n log^2 n) for n parts
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEndCompound() {
    recorded!(dtEndCompound());
    with_state(Function::dtEndCompound, (), |state| {
        let Some(open) = &state.open_compound else {
            return state.error(DtError::DT_INVALID_OPERATION, "no compound is open");
        };
        let made = CoreShape::compound(&open.parts);
        let handle = open.handle;
        state.open_compound = None;
        match made.map(CoreShape::into_kind) {
            Ok(ShapeKind::Parts(parts)) => {
                state.world.finish_shape(handle, Shape::Parts(Some(parts)));
            }
            other => {
                let why = match other {
                    Err(ShapeError::Empty) => "the compound has no parts",
                    _ => "a number is too large",
                };
                state.error(DtError::DT_INVALID_VALUE, why);
                let (nothing, _) = Builder::new().finish(None);
                state.world.finish_shape(handle, Shape::Complex(Some(Arc::new(nothing))));
            }
        }
    });
}

/// The part of a compound that a number is of, as the answers of dtGetSurfacePoint and
/// dtGetCollidingPolytopes have it, and the number in that part.
///
/// The parts have their numbers one after the other, in the order in which they were added: a
/// convex shape has one number, a complex shape one for each polytope, a compound as many as
/// its parts together.
///
/// - `shape`: the compound
/// - `number`: the number of an answer about an object of this shape
/// - `part`: receives the part, counted from 0 as they were added. May be NULL
/// - `polytope`: receives the number in the part: 0 of a convex shape, of a complex shape that of
///   the polytope, of a compound one for another dtGetPart. May be NULL
/// - returns: DT_TRUE; DT_FALSE on an error
/// - frame: none
/// - units: none
/// - errors: DT_UNKNOWN_SHAPE if the shape does not exist; DT_INVALID_OPERATION if it is no
///   compound, or unfinished; DT_INVALID_VALUE if there is no such number. Nothing is written
/// - cost: O(log n) for n parts
///
/// # Safety
///
/// `part` and `polytope` are NULL or have space for a count each.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtGetPart(
    shape: DtShapeRef,
    number: DtCount,
    part: *mut DtCount,
    polytope: *mut DtCount,
) -> DtBool {
    recorded!(dtGetPart(shape, number, part, polytope));
    let found = with_state(Function::dtGetPart, None, |state| {
        let shapes = &mut state.world.shapes;
        let Some(slot) = shapes.slot_or_shared(as_handle(shape)) else {
            state.error(DtError::DT_UNKNOWN_SHAPE, "there is no such shape");
            return None;
        };
        let shape = shapes.entry(slot).shape.to_geometry();
        let Some(located) = shape.as_ref().and_then(compound).map(|it| it.locate(number)) else {
            state.error(DtError::DT_INVALID_OPERATION, "the shape is no finished compound");
            return None;
        };
        state.check(located.is_some(), DtError::DT_INVALID_VALUE, "there is no such number");
        located
    });
    let Some(found) = found else { return DT_FALSE };
    for (place, number) in [part, polytope].into_iter().zip(found) {
        if !place.is_null() {
            // SAFETY: not NULL, so there is space as the caller promises.
            unsafe { place.write_unaligned(number) };
        }
    }
    DT_TRUE
}

fn compound(shape: &CoreShape) -> Option<&Compound> {
    match shape.kind() {
        ShapeKind::Parts(parts) => parts.as_any().downcast_ref(),
        _ => None,
    }
}
