//! Many bodies: obstacles that rest, and chains of links.

use numpy::PyUntypedArrayMethods;
use numpy::{PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use solid_geometry::query::batch::{self as core, ObstacleHit, Rays, Report};
use solid_geometry::query::{ClosestPair, Contact};

use crate::arrays::{Array, Column, Options, Side, Summary, batch, summary};
use crate::batch::{closest_row, contact_row, hit_row, way};
use crate::shape::Shape;

/// Bodies that do not move.
#[pyclass(frozen, module = "libsolid._native")]
pub struct Obstacles(core::Obstacles);

fn number(found: Option<u32>) -> i64 {
    found.map_or(-1, i64::from)
}

#[pymethods]
impl Obstacles {
    #[new]
    fn new(shapes: Vec<PyRef<'_, Shape>>, poses: Array<'_>, order: &str) -> PyResult<Obstacles> {
        let poses = poses.poses(order)?;
        let bodies = shapes.iter().enumerate();
        let bodies = bodies.map(|(row, shape)| (shape.core().clone(), poses.get(row)));
        core::Obstacles::new(bodies)
            .map(Obstacles)
            .map_err(|(row, why)| PyValueError::new_err(format!("obstacle {row}: {why}")))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn first(
        &self,
        py: Python<'_>,
        bodies: Column<'_>,
        mut out: PyReadwriteArray1<'_, i64>,
        options: Options,
    ) -> PyResult<Summary> {
        let (side, batch, out) = (Side::of(&bodies), batch(options)?, out.as_slice_mut()?);
        let bodies = side.bodies()?;
        Ok(summary(py.detach(|| {
            let mut found = vec![None; out.len()];
            let report = batch.first_obstacles(&bodies, &self.0, &mut found);
            out.iter_mut().zip(found).for_each(|(row, found)| *row = number(found));
            report
        })))
    }

    fn nearest(
        &self,
        py: Python<'_>,
        bodies: Column<'_>,
        mut which: PyReadwriteArray1<'_, i64>,
        mut out: PyReadwriteArray2<'_, f64>,
        options: Options,
    ) -> PyResult<Summary> {
        let (side, batch) = (Side::of(&bodies), batch(options)?);
        let bodies = side.bodies()?;
        let to_row = |found: Option<ClosestPair>| found.map_or([f64::NAN; 7], closest_row);
        put(py, (which.as_slice_mut()?, out.as_slice_mut()?), to_row, |found| {
            batch.nearest_obstacles(&bodies, &self.0, found)
        })
    }

    fn deepest(
        &self,
        py: Python<'_>,
        bodies: Column<'_>,
        mut which: PyReadwriteArray1<'_, i64>,
        mut out: PyReadwriteArray2<'_, f64>,
        options: Options,
    ) -> PyResult<Summary> {
        let (side, batch) = (Side::of(&bodies), batch(options)?);
        let bodies = side.bodies()?;
        put(py, (which.as_slice_mut()?, out.as_slice_mut()?), contact_row, |found| {
            batch.deepest_obstacles(&bodies, &self.0, found)
        })
    }

    fn contacts(
        &self,
        py: Python<'_>,
        bodies: Column<'_>,
        mut counts: PyReadwriteArray1<'_, usize>,
        mut which: PyReadwriteArray1<'_, i64>,
        mut out: PyReadwriteArray2<'_, f64>,
        options: Options,
    ) -> PyResult<Summary> {
        let (side, batch) = (Side::of(&bodies), batch(options)?);
        let (counts, which) = (counts.as_slice_mut()?, which.as_slice_mut()?);
        let (bodies, (rows, _)) = (side.bodies()?, out.as_slice_mut()?.as_chunks_mut::<10>());
        Ok(summary(py.detach(|| {
            let none = ObstacleHit { obstacle: u32::MAX, found: Contact::default() };
            let mut found = vec![none; rows.len()];
            let report = batch.contacts_at_obstacles(&bodies, &self.0, counts, &mut found);
            for ((row, which), hit) in rows.iter_mut().zip(which).zip(found) {
                if hit.obstacle != u32::MAX {
                    (*which, *row) = (i64::from(hit.obstacle), contact_row(Some(hit.found)));
                }
            }
            report
        })))
    }

    fn cast(
        &self,
        py: Python<'_>,
        bodies: Column<'_>,
        motion: (Array<'_>, bool),
        mut which: PyReadwriteArray1<'_, i64>,
        mut out: PyReadwriteArray2<'_, f64>,
        options: Options,
    ) -> PyResult<Summary> {
        let (side, motions) = (Side::of(&bodies), motion.0.vectors()?);
        let batch = batch(options)?.with_stop_at_penetration(motion.1);
        let bodies = side.bodies()?;
        put(py, (which.as_slice_mut()?, out.as_slice_mut()?), hit_row, |found| {
            batch.casts_at_obstacles(&bodies, motions, &self.0, found)
        })
    }

    fn cast_turning(
        &self,
        py: Python<'_>,
        bodies: Column<'_>,
        motion: (Array<'_>, bool, bool),
        mut which: PyReadwriteArray1<'_, i64>,
        mut out: PyReadwriteArray2<'_, f64>,
        options: Options,
    ) -> PyResult<Summary> {
        let (ends, screw) = (motion.0.poses(&bodies.3)?, motion.1);
        let (side, batch) = (Side::of(&bodies), batch(options)?.with_stop_at_penetration(motion.2));
        let bodies = side.bodies()?;
        put(py, (which.as_slice_mut()?, out.as_slice_mut()?), hit_row, |found| {
            batch.casts_turning_at_obstacles(&bodies, ends, way(screw), &self.0, found)
        })
    }

    fn rays(
        &self,
        py: Python<'_>,
        ends: (Array<'_>, Array<'_>),
        mut which: PyReadwriteArray1<'_, i64>,
        mut out: PyReadwriteArray2<'_, f64>,
        options: Options,
    ) -> PyResult<Summary> {
        let (from, to) = ends;
        let (rays, batch) = (Rays { from: from.vectors()?, to: to.vectors()? }, batch(options)?);
        put(py, (which.as_slice_mut()?, out.as_slice_mut()?), hit_row, |found| {
            batch.rays_at_obstacles(&rays, &self.0, found)
        })
    }
}

/// What `query` finds: which obstacle each is at, or -1, and what `to_row` makes of it.
fn put<T: Copy + Send, const N: usize>(
    py: Python<'_>,
    (which, out): (&mut [i64], &mut [f64]),
    to_row: fn(Option<T>) -> [f64; N],
    query: impl FnOnce(&mut [Option<ObstacleHit<T>>]) -> Report + Send,
) -> PyResult<Summary> {
    let (rows, _) = out.as_chunks_mut::<N>();
    Ok(summary(py.detach(|| {
        let mut found = vec![None; rows.len()];
        let report = query(&mut found);
        for ((row, which), found) in rows.iter_mut().zip(which).zip(found) {
            *which = number(found.map(|hit| hit.obstacle));
            *row = to_row(found.map(|hit| hit.found));
        }
        report
    })))
}

/// The links of a robot.
#[pyclass(frozen, module = "libsolid._native")]
pub struct Chain(core::Chain);

fn pair(found: Option<[u32; 2]>) -> [i64; 2] {
    found.map_or([-1; 2], |pair| pair.map(i64::from))
}

#[pymethods]
impl Chain {
    /// `tested` is a matrix of the pairs of links, `against` one of links and obstacles.
    #[new]
    fn new(
        links: Vec<PyRef<'_, Shape>>,
        tested: PyReadonlyArray2<'_, bool>,
        against: Option<PyReadonlyArray2<'_, bool>>,
    ) -> PyResult<Chain> {
        let links: Vec<_> = links.iter().map(|link| link.core().clone()).collect();
        let (count, matrix) = (links.len(), tested.as_slice()?);
        let chain = core::Chain::new(&links, |a, b| matrix[a * count + b]);
        let Some(against) = against else { return Ok(Chain(chain)) };
        let (obstacles, matrix) = (against.shape()[1], against.as_slice()?);
        let is_tested = |link: usize, obstacle: usize| matrix[link * obstacles + obstacle];
        Ok(Chain(chain.with_obstacles(obstacles, is_tested)))
    }

    fn pairs(&self) -> Vec<[u32; 2]> {
        self.0.pairs().to_vec()
    }

    fn first(
        &self,
        py: Python<'_>,
        poses: (Array<'_>, String),
        obstacles: Option<&Bound<'_, Obstacles>>,
        mut out: PyReadwriteArray2<'_, i64>,
        options: Options,
    ) -> PyResult<Summary> {
        let (rows, _) = out.as_slice_mut()?.as_chunks_mut::<2>();
        let (links, batch) = (poses.0.poses_of_links(&poses.1)?, batch(options)?);
        let obstacles = obstacles.map(|obstacles| &obstacles.get().0);
        Ok(summary(py.detach(|| {
            let mut found = vec![None; rows.len()];
            let report = batch.first_touching_links(&self.0, &links, obstacles, &mut found);
            rows.iter_mut().zip(found).for_each(|(row, found)| *row = pair(found));
            report
        })))
    }

    fn nearest(
        &self,
        py: Python<'_>,
        poses: (Array<'_>, String),
        obstacles: Option<&Bound<'_, Obstacles>>,
        mut pairs: PyReadwriteArray2<'_, i64>,
        mut out: PyReadwriteArray2<'_, f64>,
        options: Options,
    ) -> PyResult<Summary> {
        let (pairs, _) = pairs.as_slice_mut()?.as_chunks_mut::<2>();
        let (rows, _) = out.as_slice_mut()?.as_chunks_mut::<7>();
        let (links, batch) = (poses.0.poses_of_links(&poses.1)?, batch(options)?);
        let obstacles = obstacles.map(|obstacles| &obstacles.get().0);
        Ok(summary(py.detach(|| {
            let mut found = vec![None; rows.len()];
            let report = batch.nearest_links(&self.0, &links, obstacles, &mut found);
            for ((row, place), found) in rows.iter_mut().zip(pairs).zip(found) {
                *place = pair(found.map(|found| found.pair));
                *row = found.map_or([f64::NAN; 7], |found| closest_row(found.found));
            }
            report
        })))
    }

    fn deepest(
        &self,
        py: Python<'_>,
        poses: (Array<'_>, String),
        obstacles: Option<&Bound<'_, Obstacles>>,
        mut pairs: PyReadwriteArray2<'_, i64>,
        mut out: PyReadwriteArray2<'_, f64>,
        options: Options,
    ) -> PyResult<Summary> {
        let (pairs, _) = pairs.as_slice_mut()?.as_chunks_mut::<2>();
        let (rows, _) = out.as_slice_mut()?.as_chunks_mut::<10>();
        let (links, batch) = (poses.0.poses_of_links(&poses.1)?, batch(options)?);
        let obstacles = obstacles.map(|obstacles| &obstacles.get().0);
        Ok(summary(py.detach(|| {
            let mut found = vec![None; rows.len()];
            let report = batch.deepest_links(&self.0, &links, obstacles, &mut found);
            for ((row, place), found) in rows.iter_mut().zip(pairs).zip(found) {
                *place = pair(found.map(|found| found.pair));
                *row = contact_row(found.map(|found| found.found));
            }
            report
        })))
    }
}
