//! NumPy arrays and mapped files as the core reads them, and how a batch is answered.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use numpy::{Element, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use solid::capi::host::with_default_environment;
use solid_geometry::query::batch::{Batch, Numbers, OutOfBounds, Poses, Rows, Vectors};
use solid_geometry::threads::Threads;
use solid_geometry::{Placement, Vec3};

/// An array of single or double precision.
#[derive(FromPyObject)]
pub enum Array<'py> {
    F64(PyReadonlyArrayDyn<'py, f64>),
    F32(PyReadonlyArrayDyn<'py, f32>),
}

/// The memory of an array from its lowest to its highest element, and where its first element is in it.
pub fn span<'a, T: Element>(array: &'a PyReadonlyArrayDyn<'_, T>) -> (&'a [T], usize) {
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

/// The elements of an array, without the array: the interpreter can be released.
pub struct Elements<'a> {
    numbers: Numbers<'a>,
    /// The place of the first.
    start: usize,
    /// How many there are along each dimension.
    pub sizes: Vec<usize>,
    /// From one to the next along each dimension, in elements.
    pub strides: Vec<isize>,
}

impl Array<'_> {
    pub fn elements(&self) -> Elements<'_> {
        let (numbers, start, sizes, strides, size) = match self {
            Array::F64(array) => {
                let (all, start) = span(array);
                (Numbers::F64(all), start, array.shape(), array.strides(), 8)
            }
            Array::F32(array) => {
                let (all, start) = span(array);
                (Numbers::F32(all), start, array.shape(), array.strides(), 4)
            }
        };
        let strides = strides.iter().map(|bytes| bytes / size).collect();
        Elements { numbers, start, sizes: sizes.to_vec(), strides }
    }

    /// The only placement of an array of one.
    pub fn pose(&self) -> PyResult<Placement> {
        Ok(self.elements().poses("xyzw")?.get(0))
    }

    /// All vectors of an array of (count, 3).
    pub fn points(&self) -> PyResult<Vec<Vec3>> {
        let elements = self.elements();
        let &[count, 3] = &elements.sizes[..] else {
            return Err(PyValueError::new_err("points have three coordinates"));
        };
        let vectors = elements.vectors_at(0, count, elements.strides[0]).map_err(refused)?;
        Ok((0..count).map(|row| vectors.get(row)).collect())
    }
}

pub fn refused(error: OutOfBounds) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl<'a> Elements<'a> {
    /// Rows of which the first begins at `place`, counted from the first element.
    fn rows(&self, place: isize, count: usize, stride: isize) -> Rows<'a> {
        let start = self.start.wrapping_add_signed(place);
        Rows { numbers: self.numbers, start, count, stride }
    }

    /// How many dimensions placements have before those of their own: matrices of (3 or 4, 4), or (7) positions and quaternions.
    pub fn leading_of_poses(&self) -> PyResult<usize> {
        match &self.sizes[..] {
            [leading @ .., 3 | 4, 4] | [leading @ .., 7] => Ok(leading.len()),
            shape => Err(PyValueError::new_err(format!("no placements of shape {shape:?}"))),
        }
    }

    /// Placements of which the first begins at `place`.
    pub fn poses_at(
        &self,
        place: isize,
        count: usize,
        stride: isize,
        order: &str,
    ) -> Result<Poses<'a>, OutOfBounds> {
        let rows = self.rows(place, count, stride);
        match (&self.sizes[..], &self.strides[..]) {
            ([.., 3 | 4, 4], [.., row, column]) => Poses::matrices(rows, *row, *column),
            (_, [.., step]) => Poses::position_and_quaternion(rows, *step, order == "wxyz"),
            _ => Err(OutOfBounds),
        }
    }

    /// Vectors of which the first begins at `place`.
    pub fn vectors_at(
        &self,
        place: isize,
        count: usize,
        stride: isize,
    ) -> Result<Vectors<'a>, OutOfBounds> {
        let step = self.strides.last().copied().unwrap_or_default();
        Vectors::new(self.rows(place, count, stride), step)
    }

    /// Placements of (rows, 3 or 4, 4) or (rows, 7).
    pub fn poses(&self, order: &str) -> PyResult<Poses<'a>> {
        if self.leading_of_poses()? != 1 {
            return Err(PyValueError::new_err("placements have rows"));
        }
        self.poses_at(0, self.sizes[0], self.strides[0], order).map_err(refused)
    }
}

/// The pools of this process, by their number of threads. A process made by `fork` makes its own.
static POOLS: Mutex<Option<(u32, HashMap<usize, Threads>)>> = Mutex::new(None);

/// A pool of so many threads, which all that want as many share.
pub fn threads(count: usize) -> PyResult<Threads> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if pools.as_ref().is_none_or(|(owner, _)| *owner != process) {
        *pools = Some((process, HashMap::new()));
    }
    let known = pools.as_mut().map(|(_, known)| known).expect("it was set");
    if let Some(threads) = known.get(&count) {
        return Ok(threads.clone());
    }
    // Threads begin with the environment of the one that makes them.
    let threads = with_default_environment(|| Threads::new(count))
        .map_err(|error| PyOSError::new_err(error.to_string()))?;
    known.insert(count, threads.clone());
    Ok(threads)
}

/// Until when rows are begun.
#[pyclass(frozen, module = "libsolid._native")]
pub struct Deadline(Option<Instant>);

#[pymethods]
impl Deadline {
    /// In so many seconds from now; never, if that is too far.
    #[new]
    fn new(seconds: f64) -> Deadline {
        let limit = Duration::try_from_secs_f64(seconds.max(0.0)).ok();
        Deadline(limit.and_then(|limit| Instant::now().checked_add(limit)))
    }
}

/// How a batch is answered.
#[derive(FromPyObject)]
pub struct Options(
    /// The number of threads.
    usize,
    /// The relative error.
    Option<f64>,
    Option<Py<Deadline>>,
    /// The number of rows.
    pub usize,
);

impl Options {
    pub fn batch(&self) -> PyResult<Batch> {
        let Options(count, tolerance, deadline, _) = self;
        let mut batch = Batch::new(&threads(*count)?);
        if let Some(tolerance) = tolerance {
            batch = batch.with_tolerance(*tolerance);
        }
        if let Some(deadline) = deadline.as_ref().and_then(|deadline| deadline.get().0) {
            batch = batch.with_deadline(deadline);
        }
        Ok(batch)
    }
}
