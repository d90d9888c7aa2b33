//! Batches of pairs and of rays.

use numpy::{PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use solid_geometry::Motion;
use solid_geometry::query::batch::{Batch, Pairs, Rays, Report};
use solid_geometry::query::{CastHit, ClosestPair, Contact};

use crate::arrays::{Array, Column, Options, Side, Summary, batch, summary};
use crate::shape::Shape;

/// Runs a batch of pairs with the interpreter released.
fn run<R: Send>(
    py: Python<'_>,
    (a, b): (&Column<'_>, &Column<'_>),
    options: Options,
    query: impl FnOnce(&Batch, &Pairs<'_>) -> R + Send,
) -> PyResult<R> {
    let (a, b) = (Side::of(a), Side::of(b));
    let (pairs, batch) = (Pairs { a: a.bodies()?, b: b.bodies()? }, batch(options)?);
    Ok(py.detach(|| query(&batch, &pairs)))
}

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
    contact.map_or([f64::NAN; 10], |Contact { points: [p, q], normal: n, depth }| {
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
    Ok(summary(run(py, (&a, &b), options, |batch, pairs| batch.intersects(pairs, out))?))
}

#[pyfunction]
pub fn first(
    py: Python<'_>,
    a: Column<'_>,
    b: Column<'_>,
    options: Options,
) -> PyResult<(Option<usize>, Summary)> {
    let (first, report) =
        run(py, (&a, &b), options, |batch, pairs| batch.first_intersecting(pairs))?;
    Ok((first, summary(report)))
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
    Ok(summary(run(py, (&a, &b), options, |batch, pairs| batch.are_within(pairs, distance, out))?))
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
    Ok(summary(run(py, (&a, &b), options, |batch, pairs| batch.distances(pairs, out))?))
}

#[pyfunction]
pub fn closest(
    py: Python<'_>,
    a: Column<'_>,
    b: Column<'_>,
    mut out: PyReadwriteArray2<'_, f64>,
    options: Options,
) -> PyResult<Summary> {
    let (rows, _) = out.as_slice_mut()?.as_chunks_mut::<7>();
    let report = run(py, (&a, &b), options, |batch, pairs| {
        batch.query(pairs, rows, |warm, [(a, p), (b, q)]| {
            warm.closest_points(a, p, b, q).map(closest_row)
        })
    })?;
    Ok(summary(report))
}

#[pyfunction]
pub fn depths(
    py: Python<'_>,
    a: Column<'_>,
    b: Column<'_>,
    mut out: PyReadwriteArray2<'_, f64>,
    options: Options,
) -> PyResult<Summary> {
    let (rows, _) = out.as_slice_mut()?.as_chunks_mut::<10>();
    let report = run(py, (&a, &b), options, |batch, pairs| {
        batch.query(pairs, rows, |warm, [(a, p), (b, q)]| {
            Some(contact_row(warm.penetration(a, p, b, q)))
        })
    })?;
    Ok(summary(report))
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
    let (rows, _) = out.as_slice_mut()?.as_chunks_mut::<10>();
    let report = run(py, (&a, &b), options, |batch, pairs| {
        let mut found = vec![Contact::default(); rows.len()];
        let report = batch.contacts(pairs, counts, &mut found);
        let most = rows.len() / counts.len().max(1);
        for ((rows, found), count) in
            rows.chunks_mut(most.max(1)).zip(found.chunks(most.max(1))).zip(counts.iter())
        {
            let filled = rows.iter_mut().zip(found).take(*count);
            filled.for_each(|(row, contact)| *row = contact_row(Some(*contact)));
        }
        report
    })?;
    Ok(summary(report))
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
    let (rows, _) = out.as_slice_mut()?.as_chunks_mut::<7>();
    let motions = [motions.0.vectors()?, motions.1.vectors()?];
    let report = run(py, (&a, &b), options, |batch, pairs| {
        let mut hits = vec![None; rows.len()];
        let batch = batch.clone().with_stop_at_penetration(stop_at_penetration);
        let report = batch.casts(pairs, motions, &mut hits);
        rows.iter_mut().zip(hits).for_each(|(row, hit)| *row = hit_row(hit));
        report
    })?;
    Ok(summary(report))
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
    let (rows, _) = out.as_slice_mut()?.as_chunks_mut::<7>();
    let (screw, stop_at_penetration) = how;
    let ends = [ends.0.poses(&a.3)?, ends.1.poses(&b.3)?];
    let report = run(py, (&a, &b), options, |batch, pairs| {
        let mut hits = vec![None; rows.len()];
        let batch = batch.clone().with_stop_at_penetration(stop_at_penetration);
        let report = batch.casts_turning(pairs, ends, way(screw), &mut hits);
        rows.iter_mut().zip(hits).for_each(|(row, hit)| *row = hit_row(hit));
        report
    })?;
    Ok(summary(report))
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
    let (rows, _) = out.as_slice_mut()?.as_chunks_mut::<7>();
    let rays = Rays { from: ends.0.vectors()?, to: ends.1.vectors()? };
    let (shape, pose, batch) = (shape.get().core(), pose.pose()?, batch(options)?);
    let report: Report = py.detach(|| {
        let mut hits = vec![None; rows.len()];
        let report = batch.rays(shape, &pose, &rays, &mut hits);
        rows.iter_mut().zip(hits).for_each(|(row, hit)| *row = hit_row(hit));
        report
    });
    Ok(summary(report))
}
