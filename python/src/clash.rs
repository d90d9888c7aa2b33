//! Clashes of two placed shapes.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use solid_geometry::query::{self, ClashKind, ClashLimits};

use crate::arrays::Array;
use crate::calls::detached;
use crate::rows::curves;
use crate::shape::Shape;

/// The kind, which one is inside, the numbers, and the curves.
type Found = (&'static str, Option<u32>, [f64; 21], Vec<Vec<[f64; 3]>>);

fn name(kind: ClashKind) -> &'static str {
    match kind {
        ClashKind::Apart => "apart",
        ClashKind::Clearance => "clearance",
        ClashKind::Touching => "touching",
        ClashKind::Overlapping => "overlapping",
        ClashKind::Piercing => "piercing",
        ClashKind::Contained => "contained",
        ClashKind::Duplicate => "duplicate",
    }
}

/// How two placed shapes clash: the distance, both points, the translation, its least length, the deepest point and its radius, the
/// protrusions, the volume, which is NaN if there is none, and its centre.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "those of Python's function")]
pub fn clash(
    py: Python<'_>,
    a: &Bound<'_, Shape>,
    pose_a: Array<'_>,
    b: &Bound<'_, Shape>,
    pose_b: Array<'_>,
    clearance: f64,
    tolerance: f64,
    with_curves: bool,
) -> PyResult<Found> {
    let (p, q) = (pose_a.pose()?, pose_b.pose()?);
    let (a, b) = (a.get().core(), b.get().core());
    let limits = ClashLimits { clearance, tolerance };
    let found = detached(py, || {
        let found = query::clash(a, &p, b, &q, limits)?;
        let has_curves = with_curves && found.distance == 0.0;
        let segments = if has_curves { query::clash_curves(a, &p, b, &q) } else { Vec::new() };
        Some((found, curves(&segments)))
    })?;
    let (found, curves) =
        found.ok_or_else(|| PyValueError::new_err("a placement is not finite, or out of range"))?;
    let has_inner = matches!(found.kind, ClashKind::Piercing | ClashKind::Contained);
    let mut row = [0.0; 21];
    let vectors = [
        (1, found.points[0]),
        (4, found.points[1]),
        (7, found.translation),
        (11, found.deepest),
        (18, found.center),
    ];
    for (at, vector) in vectors {
        row[at..at + 3].copy_from_slice(vector.as_slice());
    }
    (row[0], row[10], row[14]) = (found.distance, found.least, found.radius);
    row[15..17].copy_from_slice(&found.protrusions);
    row[17] = found.volume.unwrap_or(f64::NAN);
    Ok((name(found.kind), has_inner.then_some(found.inner), row, curves))
}
