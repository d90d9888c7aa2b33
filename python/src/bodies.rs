//! Many bodies: obstacles that rest, and chains of links.

use std::ops::Range;

use numpy::{PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use solid_geometry::Placement;
use solid_geometry::query::batch::{
    self as core, Batch, Bodies, LinkHit, ObstacleHit, OutOfBounds, Poses, Rays, Report,
};
use solid_geometry::query::{ClosestPair, Contact};

use crate::arrays::{Array, Options};
use crate::batch::{cleared, closest_row, contact_row, hit_row, put, way};
use crate::calls::detached;
use crate::rows::{Column, Copies, PoseColumn, Side, Summary, VectorColumn, run};
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
    fn new(
        py: Python<'_>,
        shapes: Vec<PyRef<'_, Shape>>,
        poses: Array<'_>,
        order: &str,
    ) -> PyResult<Obstacles> {
        let elements = poses.elements();
        let poses = elements.poses(order)?;
        let bodies = shapes.iter().enumerate();
        let bodies = bodies.map(|(row, shape)| (shape.core().clone(), poses.get(row)));
        let bodies: Vec<_> = bodies.collect();
        detached(py, || core::Obstacles::new(bodies))?
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
        let (out, mut found) = (out.as_slice_mut()?, Vec::new());
        run_bodies(py, &bodies, options, |batch, bodies, rows| {
            let report = batch.first_obstacles(bodies, &self.0, cleared(&mut found, rows.len()));
            put(&mut out[rows], &found, number);
            Ok(report)
        })
    }

    fn nearest(
        &self,
        py: Python<'_>,
        bodies: Column<'_>,
        mut which: PyReadwriteArray1<'_, i64>,
        mut out: PyReadwriteArray2<'_, f64>,
        options: Options,
    ) -> PyResult<Summary> {
        let to_row = |found: Option<ClosestPair>| found.map_or([f64::NAN; 7], closest_row);
        let mut hits = Hits::new(which.as_slice_mut()?, out.as_slice_mut()?, to_row);
        run_bodies(py, &bodies, options, |batch, bodies, rows| {
            Ok(hits.put(rows, |found| batch.nearest_obstacles(bodies, &self.0, found)))
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
        let mut hits = Hits::new(which.as_slice_mut()?, out.as_slice_mut()?, contact_row);
        run_bodies(py, &bodies, options, |batch, bodies, rows| {
            Ok(hits.put(rows, |found| batch.deepest_obstacles(bodies, &self.0, found)))
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
        let (counts, which) = (counts.as_slice_mut()?, which.as_slice_mut()?);
        let (out, _) = out.as_slice_mut()?.as_chunks_mut::<10>();
        let most = out.len().checked_div(counts.len()).unwrap_or(1);
        let none = ObstacleHit { obstacle: u32::MAX, found: Contact::default() };
        let mut found = Vec::new();
        run_bodies(py, &bodies, options, |batch, bodies, rows| {
            found.clear();
            found.resize(rows.len() * most, none);
            let places = out[rows.start * most..].iter_mut().zip(&mut which[rows.start * most..]);
            let report =
                batch.contacts_at_obstacles(bodies, &self.0, &mut counts[rows], &mut found);
            for ((row, which), hit) in places.zip(&found) {
                if hit.obstacle != u32::MAX {
                    (*which, *row) = (i64::from(hit.obstacle), contact_row(Some(hit.found)));
                }
            }
            Ok(report)
        })
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
        let (motions, stop_at_penetration) = (VectorColumn::of(&motion.0)?, motion.1);
        let mut copies = Vec::new();
        let mut hits = Hits::new(which.as_slice_mut()?, out.as_slice_mut()?, hit_row);
        run_bodies(py, &bodies, options, |batch, bodies, rows| {
            let motions = motions.rows(rows.clone(), &mut copies)?;
            let batch = batch.clone().with_stop_at_penetration(stop_at_penetration);
            Ok(hits.put(rows, |found| batch.casts_at_obstacles(bodies, motions, &self.0, found)))
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
        let (ends, screw) = (PoseColumn::of(&motion.0, &bodies.3)?, motion.1);
        let (stop_at_penetration, mut copies) = (motion.2, Vec::new());
        let mut hits = Hits::new(which.as_slice_mut()?, out.as_slice_mut()?, hit_row);
        run_bodies(py, &bodies, options, |batch, bodies, rows| {
            let ends = ends.rows(rows.clone(), &mut copies)?;
            let batch = batch.clone().with_stop_at_penetration(stop_at_penetration);
            Ok(hits.put(rows, |found| {
                batch.casts_turning_at_obstacles(bodies, ends, way(screw), &self.0, found)
            }))
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
        let ends = [VectorColumn::of(&ends.0)?, VectorColumn::of(&ends.1)?];
        let mut copies = [Vec::new(), Vec::new()];
        let mut hits = Hits::new(which.as_slice_mut()?, out.as_slice_mut()?, hit_row);
        run(py, options, 1, |batch, rows| {
            let [of_from, of_to] = &mut copies;
            let from = ends[0].rows(rows.clone(), of_from)?;
            let rays = Rays { from, to: ends[1].rows(rows.clone(), of_to)? };
            Ok((hits.put(rows, |found| batch.rays_at_obstacles(&rays, &self.0, found)), true))
        })
    }
}

/// As [`run`], of bodies among obstacles.
fn run_bodies(
    py: Python<'_>,
    bodies: &Column<'_>,
    options: Options,
    mut answer: impl FnMut(&Batch, &Bodies<'_>, Range<usize>) -> Result<Report, OutOfBounds> + Send,
) -> PyResult<Summary> {
    let (side, mut copies) = (Side::of(bodies)?, Copies::default());
    run(py, options, 1, |batch, rows| {
        let bodies = side.rows(rows.clone(), &mut copies)?;
        Ok((answer(batch, &bodies, rows)?, true))
    })
}

/// Where the answers about obstacles go: which obstacle each is at, or -1, and what `to_row` makes of it.
struct Hits<'a, T, const N: usize> {
    which: &'a mut [i64],
    out: &'a mut [[f64; N]],
    to_row: fn(Option<T>) -> [f64; N],
    found: Vec<Option<ObstacleHit<T>>>,
}

impl<'a, T: Copy + Send, const N: usize> Hits<'a, T, N> {
    fn new(which: &'a mut [i64], out: &'a mut [f64], to_row: fn(Option<T>) -> [f64; N]) -> Self {
        Hits { which, out: out.as_chunks_mut().0, to_row, found: Vec::new() }
    }

    fn put(
        &mut self,
        rows: Range<usize>,
        query: impl FnOnce(&mut [Option<ObstacleHit<T>>]) -> Report,
    ) -> Report {
        let report = query(cleared(&mut self.found, rows.len()));
        let to_row = self.to_row;
        put(&mut self.which[rows.clone()], &self.found, |hit| number(hit.map(|hit| hit.obstacle)));
        put(&mut self.out[rows], &self.found, |hit| to_row(hit.map(|hit| hit.found)));
        report
    }
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
        let (out, _) = out.as_slice_mut()?.as_chunks_mut::<2>();
        let (obstacles, mut found) = (obstacles.map(|obstacles| &obstacles.get().0), Vec::new());
        run_links(py, &poses, options, |batch, links, rows| {
            let found = cleared(&mut found, rows.len());
            let report = batch.first_touching_links(&self.0, links, obstacles, found);
            put(&mut out[rows], found, pair);
            report
        })
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
        let (out, _) = out.as_slice_mut()?.as_chunks_mut::<7>();
        let (obstacles, mut found) = (obstacles.map(|obstacles| &obstacles.get().0), Vec::new());
        run_links(py, &poses, options, |batch, links, rows| {
            let found = cleared(&mut found, rows.len());
            let report = batch.nearest_links(&self.0, links, obstacles, found);
            put(&mut pairs[rows.clone()], found, |hit| pair(hit.map(|hit| hit.pair)));
            let to_row = |hit: LinkHit<ClosestPair>| closest_row(hit.found);
            put(&mut out[rows], found, |hit| hit.map_or([f64::NAN; 7], to_row));
            report
        })
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
        let (out, _) = out.as_slice_mut()?.as_chunks_mut::<10>();
        let (obstacles, mut found) = (obstacles.map(|obstacles| &obstacles.get().0), Vec::new());
        run_links(py, &poses, options, |batch, links, rows| {
            let found = cleared(&mut found, rows.len());
            let report = batch.deepest_links(&self.0, links, obstacles, found);
            put(&mut pairs[rows.clone()], found, |hit| pair(hit.map(|hit| hit.pair)));
            put(&mut out[rows], found, |hit| contact_row(hit.map(|hit| hit.found)));
            report
        })
    }
}

/// As [`run`], of the links of a chain.
fn run_links(
    py: Python<'_>,
    (array, order): &(Array<'_>, String),
    options: Options,
    mut answer: impl FnMut(&Batch, &[Poses<'_>], Range<usize>) -> Report + Send,
) -> PyResult<Summary> {
    let columns = PoseColumn::of_links(array, order)?;
    let mut copies: Vec<Vec<Placement>> = columns.iter().map(|_| Vec::new()).collect();
    run(py, options, columns.len(), |batch, rows| {
        let links = columns.iter().zip(&mut copies).map(|(of, copy)| of.rows(rows.clone(), copy));
        let links = links.collect::<Result<Vec<_>, OutOfBounds>>()?;
        Ok((answer(batch, &links, rows), true))
    })
}
