//! Vectors and poses from what JavaScript passes.

use super::Result;
use solid::space::{Placement, Vec3};
use solid_geometry::math::is_rotation;
use wasm_bindgen::prelude::*;

/// The numbers of a pose: a position and a quaternion.
pub(crate) const POSE: usize = 7;

/// Throws, with a text.
pub(crate) fn fail<T>(why: impl AsRef<str>) -> Result<T> {
    Err(JsError::new(why.as_ref()))
}

/// A vector of three numbers.
pub(crate) fn vector(numbers: &[f64]) -> Result<Vec3> {
    match *numbers {
        [x, y, z] => Ok(Vec3::new(x, y, z)),
        _ => fail(format!("a vector has 3 numbers, not {}", numbers.len())),
    }
}

/// Vectors, one after the other.
pub(crate) fn vectors(numbers: &[f64]) -> Result<Vec<Vec3>> {
    let (rows, rest) = numbers.as_chunks::<3>();
    if !rest.is_empty() {
        return fail(format!(
            "points have 3 numbers each, and {} is no multiple of 3",
            numbers.len()
        ));
    }
    Ok(rows.iter().map(|row| Vec3::from(*row)).collect())
}

/// A pose of 7 numbers, or a matrix of 16.
pub(crate) fn placement(numbers: &[f64]) -> Result<Placement> {
    let placement = if let Ok(pose) = numbers.try_into() {
        of_pose(pose)?
    } else if let Ok(matrix) = numbers.try_into() {
        Placement::from_column_major(matrix)
    } else {
        return fail(format!("a pose has 7 numbers or 16, not {}", numbers.len()));
    };
    if placement.is_finite() {
        Ok(placement)
    } else {
        fail("a number of a pose is not finite, or too large")
    }
}

/// Poses of 7 numbers each.
pub(crate) fn placements(numbers: &[f64]) -> Result<Vec<Placement>> {
    let (rows, rest) = numbers.as_chunks::<POSE>();
    if !rest.is_empty() {
        return fail(format!(
            "poses have 7 numbers each, and {} is no multiple of 7",
            numbers.len()
        ));
    }
    let place = |(row, pose): (usize, &[f64; POSE])| {
        let placement = of_pose(pose)?;
        if placement.is_finite() {
            Ok(placement)
        } else {
            fail(format!("a number of pose {row} is not finite, or too large"))
        }
    };
    rows.iter().enumerate().map(place).collect()
}

fn of_pose(&[x, y, z, i, j, k, w]: &[f64; POSE]) -> Result<Placement> {
    let quaternion = [i, j, k, w];
    if !is_rotation(&quaternion) {
        return fail("a quaternion is zero, or not finite");
    }
    let mut placement = Placement::translation([x, y, z]);
    placement.rotate(&quaternion);
    Ok(placement)
}

/// As 16 numbers, column by column.
pub(crate) fn matrix(placement: &Placement) -> Vec<f64> {
    let (b, o) = (&placement.basis, &placement.origin);
    let column = |i: usize| [b[(0, i)], b[(1, i)], b[(2, i)], 0.0];
    [column(0), column(1), column(2), [o.x, o.y, o.z, 1.0]].concat()
}
