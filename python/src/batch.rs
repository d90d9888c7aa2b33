//! Batches of pairs and of rays.

use numpy::{PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use solid_geometry::Motion;
use solid_geometry::query::batch::Rays;
use solid_geometry::query::{CastHit, ClosestPair, Contact};

use crate::arrays::{Array, Options};
use crate::rows::{Column, PoseColumn, Summary, VectorColumn, run, run_pairs};
use crate::shape::Shape;

/// A time, a point and a normal; NaN if there is no hit.
pub fn hit_row(hit: Option<CastHit>) -> [f64; 7] {
    hit.map_or([f64::NAN; 7], |CastHit { time, point: p, normal: n }| {
        [time, p.x, p.y, p.z, n.x, n.y, n.z]
    })
}

/// A distance and two points.
pub fn closest_row(found: ClosestPair) -> [f64; 7] {
    let [p, q] = found.points;
    [found.distance, p.x, p.y, p.z, q.x, q.y, q.z]
}

/// A depth, a normal and two points; NaN if there is no contact.
pub fn contact_row(contact: Option<Contact>) -> [f64; 10] {
    contact.map_or([f64::NAN; 10], |Contact { points: [p, q], normal: n, depth, .. }| {
        [depth, n.x, n.y, n.z, p.x, p.y, p.z, q.x, q.y, q.z]
    })
}

#[pyfunction]
pub fn intersects(
    py: Python<'_>,
    a: Column<'_>,
    b: Column<'_>,
    mut out: PyReadwriteArray1<'_, bool>,
    options: Options,
) -> PyResult<Summary> {
    let out = out.as_slice_mut()?;
    run_pairs(py, (&a, &b), options, |batch, pairs, rows| {
        Ok((batch.intersects(pairs, &mut out[rows]), true))
    })
}

#[pyfunction]
pub fn first(
    py: Python<'_>,
    a: Column<'_>,
    b: Column<'_>,
    options: Options,
) -> PyResult<(Option<usize>, Summary)> {
    let mut first = None;
    let summary = run_pairs(py, (&a, &b), options, |batch, pairs, rows| {
        // Pairs without rows of their own are one.
        if rows.is_empty() {
            return Ok(Default::default());
        }
        let (found, report) = batch.first_intersecting(pairs);
        first = found.map(|row| rows.start + row);
        Ok((report, first.is_none()))
    })?;
    Ok((first, summary))
}

#[pyfunction]
pub fn within(
    py: Python<'_>,
    a: Column<'_>,
    b: Column<'_>,
    distance: f64,
    mut out: PyReadwriteArray1<'_, bool>,
    options: Options,
) -> PyResult<Summary> {
    let out = out.as_slice_mut()?;
    run_pairs(py, (&a, &b), options, |batch, pairs, rows| {
        Ok((batch.are_within(pairs, distance, &mut out[rows]), true))
    })
}

#[pyfunction]
pub fn distances(
    py: Python<'_>,
    a: Column<'_>,
    b: Column<'_>,
    mut out: PyReadwriteArray1<'_, f64>,
    options: Options,
) -> PyResult<Summary> {
    let out = out.as_slice_mut()?;
    run_pairs(py, (&a, &b), options, |batch, pairs, rows| {
        Ok((batch.distances(pairs, &mut out[rows]), true))
    })
}

#[pyfunction]
pub fn closest(
    py: Python<'_>,
    a: Column<'_>,
    b: Column<'_>,
    mut out: PyReadwriteArray2<'_, f64>,
    options: Options,
) -> PyResult<Summary> {
    let (out, _) = out.as_slice_mut()?.as_chunks_mut::<7>();
    run_pairs(py, (&a, &b), options, |batch, pairs, rows| {
        let report = batch.query(pairs, &mut out[rows], |warm, [(a, p), (b, q)]| {
            warm.closest_points(a, p, b, q).map(closest_row)
        });
        Ok((report, true))
    })
}

#[pyfunction]
pub fn depths(
    py: Python<'_>,
    a: Column<'_>,
    b: Column<'_>,
    mut out: PyReadwriteArray2<'_, f64>,
    options: Options,
) -> PyResult<Summary> {
    let (out, _) = out.as_slice_mut()?.as_chunks_mut::<10>();
    run_pairs(py, (&a, &b), options, |batch, pairs, rows| {
        let report = batch.query(pairs, &mut out[rows], |warm, [(a, p), (b, q)]| {
            Some(contact_row(warm.penetration(a, p, b, q)))
        });
        Ok((report, true))
    })
}

#[pyfunction]
pub fn contacts(
    py: Python<'_>,
    a: Column<'_>,
    b: Column<'_>,
    mut counts: PyReadwriteArray1<'_, usize>,
    mut out: PyReadwriteArray2<'_, f64>,
    options: Options,
) -> PyResult<Summary> {
    let counts = counts.as_slice_mut()?;
    let (out, _) = out.as_slice_mut()?.as_chunks_mut::<10>();
    let most = out.len().checked_div(counts.len()).unwrap_or(1).max(1);
    let mut found = Vec::new();
    run_pairs(py, (&a, &b), options, |batch, pairs, rows| {
        found.clear();
        found.resize(rows.len() * most, Contact::default());
        let places = out[rows.start * most..].chunks_mut(most);
        let counts = &mut counts[rows];
        let report = batch.contacts(pairs, counts, &mut found);
        for ((places, found), count) in places.zip(found.chunks(most)).zip(counts.iter()) {
            let filled = places.iter_mut().zip(found).take(*count);
            filled.for_each(|(row, contact)| *row = contact_row(Some(*contact)));
        }
        Ok((report, true))
    })
}

#[pyfunction]
pub fn cast(
    py: Python<'_>,
    a: Column<'_>,
    b: Column<'_>,
    motions: (Array<'_>, Array<'_>),
    stop_at_penetration: bool,
    mut out: PyReadwriteArray2<'_, f64>,
    options: Options,
) -> PyResult<Summary> {
    let (out, _) = out.as_slice_mut()?.as_chunks_mut::<7>();
    let motions = [VectorColumn::of(&motions.0)?, VectorColumn::of(&motions.1)?];
    let (mut copies, mut hits) = ([Vec::new(), Vec::new()], Vec::new());
    run_pairs(py, (&a, &b), options, |batch, pairs, rows| {
        let [of_a, of_b] = &mut copies;
        let motions = [motions[0].rows(rows.clone(), of_a)?, motions[1].rows(rows.clone(), of_b)?];
        let batch = batch.clone().with_stop_at_penetration(stop_at_penetration);
        let report = batch.casts(pairs, motions, cleared(&mut hits, rows.len()));
        put(&mut out[rows], &hits, hit_row);
        Ok((report, true))
    })
}

/// Places for so many answers, none of which is known yet.
pub fn cleared<T: Clone>(found: &mut Vec<Option<T>>, count: usize) -> &mut [Option<T>] {
    found.clear();
    found.resize(count, None);
    found
}

/// Writes down what was found.
pub fn put<T: Copy, R>(rows: &mut [R], found: &[T], to_row: impl Fn(T) -> R) {
    rows.iter_mut().zip(found).for_each(|(row, found)| *row = to_row(*found));
}

/// What to make of the motion between two placements.
pub fn way(screw: bool) -> &'static (dyn Fn(Motion) -> Motion + Sync) {
    if screw { &Motion::screw } else { &|motion| motion }
}

#[pyfunction]
pub fn cast_turning(
    py: Python<'_>,
    a: Column<'_>,
    b: Column<'_>,
    ends: (Array<'_>, Array<'_>),
    how: (bool, bool),
    mut out: PyReadwriteArray2<'_, f64>,
    options: Options,
) -> PyResult<Summary> {
    let (out, _) = out.as_slice_mut()?.as_chunks_mut::<7>();
    let (screw, stop_at_penetration) = how;
    let ends = [PoseColumn::of(&ends.0, &a.3)?, PoseColumn::of(&ends.1, &b.3)?];
    let (mut copies, mut hits) = ([Vec::new(), Vec::new()], Vec::new());
    run_pairs(py, (&a, &b), options, |batch, pairs, rows| {
        let [of_a, of_b] = &mut copies;
        let ends = [ends[0].rows(rows.clone(), of_a)?, ends[1].rows(rows.clone(), of_b)?];
        let hits = cleared(&mut hits, rows.len());
        let batch = batch.clone().with_stop_at_penetration(stop_at_penetration);
        let report = batch.casts_turning(pairs, ends, way(screw), hits);
        put(&mut out[rows], hits, hit_row);
        Ok((report, true))
    })
}

#[pyfunction]
pub fn rays(
    py: Python<'_>,
    shape: &Bound<'_, Shape>,
    pose: Array<'_>,
    ends: (Array<'_>, Array<'_>),
    mut out: PyReadwriteArray2<'_, f64>,
    options: Options,
) -> PyResult<Summary> {
    let (out, _) = out.as_slice_mut()?.as_chunks_mut::<7>();
    let ends = [VectorColumn::of(&ends.0)?, VectorColumn::of(&ends.1)?];
    let (shape, pose) = (shape.get().core(), pose.pose()?);
    let (mut copies, mut hits) = ([Vec::new(), Vec::new()], Vec::new());
    run(py, options, 1, |batch, rows| {
        let [of_from, of_to] = &mut copies;
        let from = ends[0].rows(rows.clone(), of_from)?;
        let rays = Rays { from, to: ends[1].rows(rows.clone(), of_to)? };
        let report = batch.rays(shape, &pose, &rays, cleared(&mut hits, rows.len()));
        put(&mut out[rows], &hits, hit_row);
        Ok((report, true))
    })
}
