//! Points with a radius: balls by the million.

use std::sync::Arc;

use super::batch_arrays::{DtArray, Kind, open};
use super::errors::DtError;
use super::recording::{Function, recorded};
use super::scalar::DtScalar;
use super::shapes::{as_pointer, magnitudes};
use super::state::with_state;
use super::types::DtShapeRef;
use crate::scene::shapes::Shape;
use solid_geometry::query::Points;

/// Makes a shape of balls about many points, such as those of a depth camera or a scan. It
/// answers as the balls would one by one, and is no operand of dtSum and dtHull.
///
/// Where answers name polytopes, the number is that of the point. Points that a camera has not
/// seen, as NaN, are an error: leave them out.
///
/// - `points`: an array of layout DT_POINTS; or DT_BALLS, where each point has a radius of its own.
///   It is copied, and may be freed or changed afterwards
/// - `radius`: that of all points; of DT_BALLS what is added to the radius of each. A negative one
///   counts as its absolute value, 0 leaves points
/// - returns: the shape; NULL on an error about the array
/// - frame: local coordinates
/// - units: lengths
/// - errors: DT_INVALID_POINTER if `points` is NULL, or its base is and its count is not 0;
///   DT_INVALID_ENUM for another layout or type; DT_INVALID_VALUE if a number is NaN or infinite,
///   or there are no points: the shape then collides with nothing
/// - cost: O(n log n) for n points, some 0.1 s and 48 MB for a million. Several threads
///   (dtSetThreads) share the work on many. A query looks at the points near the other object
///
/// # Safety
///
/// `points` is NULL or points to the description of an array, which can be read.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn dtPoints(points: *const DtArray, radius: DtScalar) -> DtShapeRef {
    recorded!(dtPoints(points, radius));
    let [radius] = magnitudes([radius]);
    with_state(Function::dtPoints, std::ptr::null_mut(), |state| {
        // SAFETY: the caller promises the same.
        let Ok(array) = (unsafe { open(state, points, Kind::Balls) }) else {
            return std::ptr::null_mut();
        };
        let Some(array) = array else {
            state.error(DtError::DT_INVALID_POINTER, "NULL instead of points");
            return std::ptr::null_mut();
        };
        let balls = (0..array.count).map(|row| {
            let (center, own) = array.ball(row);
            (center, own.abs() + radius)
        });
        let shape = match Points::new(balls, state.world.threads()) {
            Ok(points) => Shape::Parts(Some(Arc::new(points))),
            Err(why) => {
                state.error(DtError::DT_INVALID_VALUE, &why.to_string());
                Shape::Void
            }
        };
        as_pointer(state.world.shapes.insert(shape))
    })
}
