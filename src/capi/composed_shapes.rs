//! Minkowski sums, convex hulls and affine images of shapes.

use super::errors::DtError;
use super::objects::read_matrix;
use super::recording::{Function, recorded};
use super::shapes::{as_handle, as_pointer};
use super::state::{State, with_state};
use super::types::DtShapeRef;
use crate::scene::shapes::{OperandError, Shape};
use solid_geometry::math::Placement;
use solid_geometry::shape::{CompositionError, Primitive};

/// Adds the shape that `compose` makes from the operands, with the rules and errors of dtSum.
fn compose<const N: usize>(
    state: &mut State,
    operands: [DtShapeRef; N],
    compose: impl FnOnce([Primitive; N]) -> Result<Primitive, CompositionError>,
) -> DtShapeRef {
    let mut found = Vec::with_capacity(N);
    let mut problem = None;
    for operand in operands {
        match state.world.shapes.operand(as_handle(operand)) {
            Ok(primitive) => found.push(primitive),
            // This error comes before all others.
            Err(OperandError::Unknown) => problem = Some(OperandError::Unknown),
            Err(other) => problem = problem.or(Some(other)),
        }
    }
    let result = match <[Primitive; N]>::try_from(found) {
        Ok(operands) => compose(operands).map_err(OperandError::Refused),
        Err(_) => Err(problem.unwrap_or(OperandError::Unknown)),
    };
    let (error, what) = match result {
        Ok(primitive) => return as_pointer(state.world.shapes.insert(Shape::Primitive(primitive))),
        Err(why @ (OperandError::Void | OperandError::Refused(CompositionError::NotFinite))) => {
            let what = match why {
                OperandError::Void => "an operand collides with nothing",
                _ => "a number of the result is not finite",
            };
            state.error(DtError::DT_INVALID_VALUE, what);
            return as_pointer(state.world.shapes.insert(Shape::Void));
        }
        Err(OperandError::Unknown) => (DtError::DT_UNKNOWN_SHAPE, "there is no such shape"),
        Err(OperandError::Unfinished) => {
            (DtError::DT_INVALID_OPERATION, "an operand is unfinished")
        }
        Err(OperandError::Compound) => {
            (DtError::DT_INVALID_OPERATION, "an operand is a compound, points or a height field")
        }
        Err(OperandError::Refused(CompositionError::TooComplex)) => (
            DtError::DT_INVALID_OPERATION,
            "the shape would be nested too deeply, or have too many parts",
        ),
        Err(OperandError::Refused(CompositionError::Unbounded)) => {
            (DtError::DT_INVALID_OPERATION, "an operand is a half-space, or would be a flat one")
        }
    };
    state.error(error, what);
    std::ptr::null_mut()
}

/// Makes the Minkowski sum of two shapes: all sums of a point of the one and a point of the
/// other.
///
/// A sum with a dtSphere is the other shape thickened by the radius; a sum with a dtPoint is
/// the other shape moved. A complex shape counts as the convex hull of its present vertices.
/// The sum keeps copies: the operands may be deleted or deformed later.
///
/// - `shape1`, `shape2`: the operands, perhaps the same
/// - returns: the shape; NULL on an error, unless an operand collides with nothing
/// - frame: the local coordinates that both share
/// - units: lengths
/// - errors: DT_UNKNOWN_SHAPE if an operand does not exist; DT_INVALID_OPERATION if one is
///   unfinished or a compound, if sums and hulls are nested more than 16 deep, or if they consist of more
///   than 1024 shapes; DT_INVALID_VALUE if an operand collides with nothing: then neither does
///   the result
/// - cost: O(1), and O(n log n) for n vertices of a complex operand; a query about the sum
///   costs as much as queries about all its operands together
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSum(shape1: DtShapeRef, shape2: DtShapeRef) -> DtShapeRef {
    recorded!(dtSum(shape1, shape2));
    with_state(Function::dtSum, std::ptr::null_mut(), |state| {
        compose(state, [shape1, shape2], |[a, b]| Primitive::sum(&a, &b))
    })
}

/// Makes the convex hull of two shapes. To place an operand elsewhere, use dtSum with a
/// dtPoint, or dtPlaced.
///
/// dtHull of a complex shape with itself is the convex hull of its vertices.
///
/// - `shape1`, `shape2`: the operands, as in dtSum
/// - returns: the shape; NULL on an error, unless an operand collides with nothing
/// - frame: the local coordinates that both share
/// - units: lengths
/// - errors: those of dtSum
/// - cost: O(1), as dtSum
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtHull(shape1: DtShapeRef, shape2: DtShapeRef) -> DtShapeRef {
    recorded!(dtHull(shape1, shape2));
    with_state(Function::dtHull, std::ptr::null_mut(), |state| {
        compose(state, [shape1, shape2], |[a, b]| Primitive::hull(&a, &b))
    })
}

/// Makes a convex shape that is the image of another under an affine map: an operand for dtSum
/// and dtHull that is rotated, moved, scaled or sheared. Objects do not need it, since they are
/// placed themselves.
///
/// - `shape`: the other shape, an operand as in dtSum
/// - `m`: the map: a 4x4 column-major matrix as in dtLoadMatrixd
/// - returns: the shape; NULL on an error, unless it collides with nothing
/// - frame: from the local coordinates of the other shape to those of this one
/// - units: the translation in lengths
/// - errors: DT_INVALID_POINTER if `m` is NULL; DT_INVALID_VALUE if an element is NaN or
///   infinite: the shape then collides with nothing; otherwise those of dtSum
/// - cost: O(1), as dtSum
///
/// # Safety
///
/// `m` is NULL or points to sixteen doubles.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtPlaced(shape: DtShapeRef, m: *const f64) -> DtShapeRef {
    recorded!(dtPlaced(shape, m));
    // SAFETY: the caller promises the same.
    let matrix = unsafe { read_matrix(m) };
    with_state(Function::dtPlaced, std::ptr::null_mut(), |state| {
        let Some(matrix) = matrix else {
            state.error(DtError::DT_INVALID_POINTER, "NULL");
            return std::ptr::null_mut();
        };
        let placement = Placement::from_column_major(&matrix);
        compose(state, [shape], |[shape]| shape.placed(&placement))
    })
}
