//! NumPy arrays and mapped files as the core reads them, and how a batch is run.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use numpy::{Element, PyArrayMethods, PyReadonlyArray1, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use solid_geometry::query::batch::{Batch, Bodies, Numbers, Poses, Report, Rows, Vectors};
use solid_geometry::threads::Threads;
use solid_geometry::{Placement, Shape as CoreShape, Vec3};

use crate::shape::Shape;

/// An array of single or double precision.
#[derive(FromPyObject)]
pub enum Array<'py> {
    F64(PyReadonlyArrayDyn<'py, f64>),
    F32(PyReadonlyArrayDyn<'py, f32>),
}

/// The memory of an array from its lowest to its highest element, and where its first element is in it.
fn span<'a, T: Element>(array: &'a PyReadonlyArrayDyn<'_, T>) -> (&'a [T], usize) {
    if array.is_empty() {
        return (&[], 0);
    }
    let size = size_of::<T>() as isize;
    let reach = |dimension: usize| {
        (array.shape()[dimension] as isize - 1) * (array.strides()[dimension] / size)
    };
    let (mut low, mut high) = (0, 0);
    for dimension in 0..array.ndim() {
        low += reach(dimension).min(0);
        high += reach(dimension).max(0);
    }
    // SAFETY: the elements at both ends belong to the array, so that all between them is one allocation. The array is
    // borrowed for as long as the slice, and counts as read-only for the numpy crate meanwhile. What lies between rows of a
    // strided view is memory of the array that the view is of.
    let all = unsafe {
        std::slice::from_raw_parts(array.data().offset(low).cast_const(), (high - low + 1) as usize)
    };
    (all, (-low) as usize)
}

/// The file of a saved shape, mapped.
pub fn map_file(file: &std::fs::File) -> std::io::Result<memmap2::Mmap> {
    // SAFETY: nobody changes the file while the shape is used, as the document of `load` asks. Files that `save` writes are
    // never written again.
    unsafe { memmap2::Mmap::map(file) }
}

impl Array<'_> {
    fn shape(&self) -> &[usize] {
        match self {
            Array::F64(array) => array.shape(),
            Array::F32(array) => array.shape(),
        }
    }

    /// From one element to the next along each dimension, in elements.
    fn strides(&self) -> Vec<isize> {
        match self {
            Array::F64(array) => array.strides().iter().map(|bytes| bytes / 8).collect(),
            Array::F32(array) => array.strides().iter().map(|bytes| bytes / 4).collect(),
        }
    }

    /// Rows along the first dimension, of which each begins `offset` elements after the row's first.
    fn rows(&self, offset: isize) -> Rows<'_> {
        let (numbers, start) = match self {
            Array::F64(array) => {
                let (all, start) = span(array);
                (Numbers::F64(all), start)
            }
            Array::F32(array) => {
                let (all, start) = span(array);
                (Numbers::F32(all), start)
            }
        };
        let start = start.wrapping_add_signed(offset);
        Rows { numbers, start, count: self.shape()[0], stride: self.strides()[0] }
    }

    /// Placements: matrices of (rows, 3 or 4, 4), or (rows, 7) positions and quaternions.
    pub fn poses(&self, order: &str) -> PyResult<Poses<'_>> {
        self.poses_at(0, 1, order)
    }

    /// Those of each link of (rows, links, 3 or 4, 4) or (rows, links, 7).
    pub fn poses_of_links(&self, order: &str) -> PyResult<Vec<Poses<'_>>> {
        let (links, step) = (self.shape()[1], self.strides()[1]);
        (0..links as isize).map(|link| self.poses_at(link * step, 2, order)).collect()
    }

    fn poses_at(&self, offset: isize, first: usize, order: &str) -> PyResult<Poses<'_>> {
        let (rows, strides) = (self.rows(offset), self.strides());
        let poses = match (&self.shape()[first..], order) {
            ([3 | 4, 4], _) => Poses::matrices(rows, strides[first], strides[first + 1]),
            ([7], "xyzw") => Poses::position_and_quaternion(rows, strides[first], false),
            ([7], "wxyz") => Poses::position_and_quaternion(rows, strides[first], true),
            (shape, _) => {
                return Err(PyValueError::new_err(format!("no placements of shape {shape:?}")));
            }
        };
        poses.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Vectors of (rows, 3).
    pub fn vectors(&self) -> PyResult<Vectors<'_>> {
        if self.shape().len() != 2 || self.shape()[1] != 3 {
            return Err(PyValueError::new_err("vectors have three coordinates"));
        }
        Vectors::new(self.rows(0), self.strides()[1])
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The only placement of an array of one.
    pub fn pose(&self) -> PyResult<Placement> {
        Ok(self.poses("xyzw")?.get(0))
    }

    /// All vectors.
    pub fn points(&self) -> PyResult<Vec<Vec3>> {
        let vectors = self.vectors()?;
        Ok((0..vectors.len()).map(|row| vectors.get(row)).collect())
    }
}

/// One side of a batch: the shapes, which of them each row has, the placements, and the order of quaternions.
pub type Column<'py> =
    (Vec<PyRef<'py, Shape>>, Option<PyReadonlyArray1<'py, u32>>, Array<'py>, String);

/// A column with its shapes in a list of their own.
pub struct Side<'c, 'py> {
    shapes: Vec<CoreShape>,
    column: &'c Column<'py>,
}

impl<'c, 'py> Side<'c, 'py> {
    pub fn of(column: &'c Column<'py>) -> Side<'c, 'py> {
        Side { shapes: column.0.iter().map(|shape| shape.core().clone()).collect(), column }
    }

    pub fn bodies(&self) -> PyResult<Bodies<'_>> {
        let (_, which, poses, order) = self.column;
        let which = which.as_ref().map(|which| which.as_slice()).transpose()?;
        Ok(Bodies { shapes: &self.shapes, which, poses: poses.poses(order)? })
    }
}

/// The number of threads, the relative error, and how many seconds there are.
pub type Options = (usize, Option<f64>, Option<f64>);

/// The pools of this process, by their number of threads. A process made by `fork` makes its own.
static POOLS: Mutex<Option<(u32, HashMap<usize, Threads>)>> = Mutex::new(None);

fn threads(count: usize) -> PyResult<Threads> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if pools.as_ref().is_none_or(|(owner, _)| *owner != process) {
        *pools = Some((process, HashMap::new()));
    }
    let known = pools.as_mut().map(|(_, known)| known).expect("it was set");
    if let Some(threads) = known.get(&count) {
        return Ok(threads.clone());
    }
    let threads = Threads::new(count).map_err(|error| PyOSError::new_err(error.to_string()))?;
    known.insert(count, threads.clone());
    Ok(threads)
}

pub fn batch((count, tolerance, seconds): Options) -> PyResult<Batch> {
    let mut batch = Batch::new(&threads(count)?);
    if let Some(tolerance) = tolerance {
        batch = batch.with_tolerance(tolerance);
    }
    let limit = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok());
    if let Some(deadline) = limit.and_then(|limit| Instant::now().checked_add(limit)) {
        batch = batch.with_deadline(deadline);
    }
    Ok(batch)
}

/// The rows decided, the rows refused, the first of these, and why.
pub type Summary = (usize, usize, Option<(usize, String)>);

pub fn summary(report: Report) -> Summary {
    let first = report.first_refused.map(|(row, why)| (row, why.to_string()));
    (report.rows, report.refused, first)
}
