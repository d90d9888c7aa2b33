//! Shapes made of shapes.

use super::errors::DtError;
use super::objects::read_matrix;
use super::recording::recorded;
use super::shapes::{as_handle, as_pointer};
use super::state::{State, with_state};
use super::types::DtShapeRef;
use crate::scene::shapes::{NoOperand, Shape};
use solid_geometry::math::Placement;
use solid_geometry::shape::Primitive;
use solid_geometry::shape::composed::Refusal;

/// The shape that `compose` makes of `operands`, by the rules told at dtSum.
fn compose<const N: usize>(
    state: &mut State,
    name: &str,
    operands: [DtShapeRef; N],
    compose: impl FnOnce([Primitive; N]) -> Result<Primitive, Refusal>,
) -> DtShapeRef {
    let mut found = Vec::with_capacity(N);
    let mut problem = None;
    for operand in operands {
        match state.world.shapes.operand(as_handle(operand)) {
            Ok(primitive) => found.push(primitive),
            // That there is no such shape is worse than that it hits nothing.
            Err(NoOperand::Unknown) => problem = Some(NoOperand::Unknown),
            Err(other) => problem = problem.or(Some(other)),
        }
    }
    let result = match <[Primitive; N]>::try_from(found) {
        Ok(operands) => compose(operands).map_err(NoOperand::Refused),
        Err(_) => Err(problem.unwrap_or(NoOperand::Unknown)),
    };
    let error = match result {
        Ok(primitive) => return as_pointer(state.world.shapes.insert(Shape::Primitive(primitive))),
        Err(NoOperand::Void | NoOperand::Refused(Refusal::NotFinite)) => {
            state.error(DtError::DT_INVALID_VALUE, name);
            return as_pointer(state.world.shapes.insert(Shape::Void));
        }
        Err(NoOperand::Unknown) => DtError::DT_UNKNOWN_SHAPE,
        Err(NoOperand::Unfinished | NoOperand::Refused(Refusal::TooComplex)) => {
            DtError::DT_INVALID_OPERATION
        }
    };
    state.error(error, name);
    std::ptr::null_mut()
}

/// Makes the Minkowski sum of two shapes: all sums of a point of one and a point of the other, both in the local
/// coordinates of the result. A shape plus a dtSphere is thickened by its radius, plus a dtPoint it is moved.
///
/// A complex shape counts as the convex hull of its vertices as they are now. The operands may be deleted, deformed and used
/// otherwise; the sum keeps what it was made of. A support point costs as much as those of all operands together.
///
/// Unknown operands: NULL, and DT_UNKNOWN_SHAPE is raised. An unfinished complex shape, sums and hulls nested in each other
/// more than 16 deep, or more than 1024 shapes in all: NULL, and DT_INVALID_OPERATION is raised. Operands that hit nothing,
/// for their dimensions or for lack of vertices: a shape that hits nothing, and DT_INVALID_VALUE is raised.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSum(shape1: DtShapeRef, shape2: DtShapeRef) -> DtShapeRef {
    recorded!(dtSum(shape1, shape2));
    with_state(std::ptr::null_mut(), |state| {
        let name =
            "dtSum: an operand that is unknown, unfinished or empty, or a sum that is too large";
        compose(state, name, [shape1, shape2], |[a, b]| Primitive::sum(&a, &b))
    })
}

/// Makes the convex hull of two shapes, both in the local coordinates of the result. To have them apart, move one by
/// dtSum with a dtPoint, or place it by dtPlaced.
///
/// dtHull of a complex shape with itself is the convex hull of all its vertices. Operands, errors and cost as for dtSum.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtHull(shape1: DtShapeRef, shape2: DtShapeRef) -> DtShapeRef {
    recorded!(dtHull(shape1, shape2));
    with_state(std::ptr::null_mut(), |state| {
        let name =
            "dtHull: an operand that is unknown, unfinished or empty, or a hull that is too large";
        compose(state, name, [shape1, shape2], |[a, b]| Primitive::hull(&a, &b))
    })
}

/// Makes the image of a shape under an affine map, a convex shape in coordinates of its own: an operand of dtSum and dtHull
/// that is turned, stretched or sheared. (Objects need no such shapes: they are placed themselves.)
///
/// `m` points to sixteen doubles, column by column, as for dtLoadMatrixd. NULL: NULL, and DT_INVALID_POINTER is raised. A
/// matrix that is not finite: a shape that hits nothing, and DT_INVALID_VALUE is raised. The operand, other errors and cost
/// as for dtSum.
///
/// # Safety
///
/// `m` is NULL or points to sixteen doubles.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtPlaced(shape: DtShapeRef, m: *const f64) -> DtShapeRef {
    recorded!(dtPlaced(shape, m));
    // SAFETY: the same promise is asked of our caller.
    let matrix = unsafe { read_matrix(m) };
    with_state(std::ptr::null_mut(), |state| {
        let name =
            "dtPlaced: no matrix, or an operand that is unknown, unfinished, empty or too deep";
        let Some(matrix) = matrix else {
            state.error(DtError::DT_INVALID_POINTER, name);
            return std::ptr::null_mut();
        };
        let placement = Placement::from_column_major(&matrix);
        compose(state, name, [shape], |[shape]| shape.placed(&placement))
    })
}
