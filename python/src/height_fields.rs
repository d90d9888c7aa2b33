//! Height fields.

use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use solid::space::Error;
use solid_geometry::ShapeError;
use solid_geometry::query::{Diagonal, HeightField, Heights};

use crate::calls::detached;
use crate::world::World;

/// The height field of an array of floats or doubles.
pub fn height_field(
    py: Python<'_>,
    heights: &Bound<'_, PyAny>,
    spacing: [f64; 2],
    diagonal: &str,
) -> PyResult<Result<HeightField, ShapeError>> {
    let diagonal = match diagonal {
        "rising" => Diagonal::Rising,
        "falling" => Diagonal::Falling,
        "alternating" => Diagonal::Alternating,
        _ => {
            let why = "diagonal is 'rising', 'falling' or 'alternating'";
            return Err(PyValueError::new_err(why));
        }
    };
    let (heights, size) = if let Ok(all) = heights.extract::<PyReadonlyArray2<'_, f32>>() {
        (Heights::Single(all.as_slice()?.to_vec()), [all.shape()[0], all.shape()[1]])
    } else {
        let all = heights.extract::<PyReadonlyArray2<'_, f64>>()?;
        (Heights::Double(all.as_slice()?.to_vec()), [all.shape()[0], all.shape()[1]])
    };
    // Larger ones are refused for the number of their cells.
    let [rows, columns] = size.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    detached(py, || HeightField::new(heights, [columns, rows], spacing, diagonal))
}

/// Replaces heights of an object's height field, from a row and a column on.
#[pyfunction]
pub fn change_heights(
    py: Python<'_>,
    world: &World,
    object: u64,
    first: [u32; 2],
    heights: PyReadonlyArray2<'_, f64>,
) -> PyResult<()> {
    let ([row, column], shape) = (first, heights.shape());
    let [rows, columns] = [shape[0], shape[1]].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    let heights = heights.as_slice()?;
    world.with_object(py, object, |inner, object| {
        // Convex objects have a shape of their own.
        let shape = inner.space.shape(object).ok_or(Error::NotAHeightField)?;
        inner.space.change_heights(shape, [column, row], [columns, rows], heights)
    })
}
