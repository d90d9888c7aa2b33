//! Worlds of objects, by their numbers; `libsolid.World` has the handles and the callbacks.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use parking_lot::ReentrantMutex;
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use solid::space::{
    Collision, ContactQuery, Error, Filter, MotionTest, Object, ObjectBuilder, PairChange,
    Selector, Space, Test,
};
use solid_geometry::query::ShapeKind;

use crate::arrays::Array;
use crate::batch::{closest_row, contact_row};
use crate::calls::detached;
use crate::saved_worlds::{LoadedObject, LoadedResponse};
use crate::shape::Shape;
use crate::support::is_within;

pub struct Inner {
    pub space: Space,
    pub objects: HashMap<u64, Object>,
    pub numbers: HashMap<Object, u64>,
    pub next: u64,
}

/// A world. Its lock is only taken while the interpreter is released, and never during a callback. But the handler of a signal may run
/// while it is held, and use the same world: the lock lets its thread through, and the cell does not.
#[pyclass(frozen, module = "libsolid._native")]
pub struct World(ReentrantMutex<RefCell<Inner>>);

/// How far a test has come.
#[pyclass(frozen, module = "libsolid._native")]
pub struct Cursor(Mutex<Test>);

/// How far a test along the paths has come.
#[pyclass(frozen, module = "libsolid._native")]
pub struct MotionCursor(Mutex<MotionTest>);

/// Two objects, and their points and the vector between them if they were asked for.
type Found = (u64, u64, Option<[[f64; 3]; 3]>);

fn refused(error: Error) -> PyErr {
    match error {
        Error::NoSuchObject => PyKeyError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

impl Inner {
    pub fn number(&self, object: Object) -> Option<u64> {
        self.numbers.get(&object).copied()
    }

    pub fn object(&self, number: u64) -> Result<Object, Error> {
        self.objects.get(&number).copied().ok_or(Error::NoSuchObject)
    }

    fn selector(&self, numbers: &[u64]) -> Result<Selector, Error> {
        Ok(match numbers {
            [] => Selector::All,
            [one] => Selector::One(self.object(*one)?),
            [a, b, ..] => Selector::Pair(self.object(*a)?, self.object(*b)?),
        })
    }

    fn found(&self, collision: &Collision) -> Option<Found> {
        let number = |object| self.numbers.get(object).copied();
        let points = collision.points.map(|data| [data.point1, data.point2, data.normal]);
        let points = points.map(|points| points.map(Into::into));
        Some((number(&collision.first)?, number(&collision.second)?, points))
    }
}

impl World {
    pub fn with<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Inner) -> Result<R, Error> + Send,
    ) -> PyResult<R> {
        if is_within() {
            return Err(PyRuntimeError::new_err("a support function cannot use a world"));
        }
        let busy = "the handler of a signal cannot use the world whose work it interrupts";
        let work = || self.0.lock().try_borrow_mut().map(|mut inner| work(&mut inner));
        let result = detached(py, work);
        if result.is_err() {
            // What was found with the answers of a support function that raised is not kept.
            py.detach(|| {
                self.0.lock().try_borrow_mut().map(|mut inner| inner.space.renew_boxes()).ok()
            });
        }
        result?.map_err(|_| PyRuntimeError::new_err(busy))?.map_err(refused)
    }

    /// Work with an object.
    pub fn with_object<R: Send>(
        &self,
        py: Python<'_>,
        object: u64,
        work: impl FnOnce(&mut Inner, Object) -> Result<R, Error> + Send,
    ) -> PyResult<R> {
        self.with(py, |inner| {
            let object = inner.object(object)?;
            work(inner, object)
        })
    }

    /// Work with two.
    pub fn with_pair<R: Send>(
        &self,
        py: Python<'_>,
        [a, b]: [u64; 2],
        work: impl FnOnce(&mut Inner, Object, Object) -> Result<R, Error> + Send,
    ) -> PyResult<R> {
        self.with(py, |inner| {
            let (a, b) = (inner.object(a)?, inner.object(b)?);
            work(inner, a, b)
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl World {
    #[new]
    fn new() -> World {
        let (objects, numbers) = (HashMap::new(), HashMap::new());
        let inner = Inner { space: Space::new(), objects, numbers, next: 0 };
        World(ReentrantMutex::new(RefCell::new(inner)))
    }

    fn add(&self, py: Python<'_>, shape: &Bound<'_, Shape>, pose: Array<'_>) -> PyResult<u64> {
        let is_field = shape.get().height_field().is_some();
        let (shape, pose) = (shape.get().core().clone(), pose.pose()?);
        self.with(py, |inner| {
            // A mesh and a height field may change, for which the space has to know them.
            let may_change = is_field || matches!(shape.kind(), ShapeKind::Mesh(_));
            let of = if may_change {
                ObjectBuilder::new(inner.space.define(shape))
            } else {
                ObjectBuilder::of_own_shape(shape)
            };
            let object = inner.space.create_object(of.placement(pose))?;
            let number = inner.next;
            inner.next += 1;
            inner.objects.insert(number, object);
            inner.numbers.insert(object, number);
            Ok(number)
        })
    }

    // Whole worlds as bytes: `saved_worlds.rs`.

    /// The world as bytes, with a number of the caller's for each object.
    fn to_bytes<'py>(
        &self,
        py: Python<'py>,
        data: Vec<(u64, u64)>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let saved = self.with(py, |inner| inner.saved(&data))?;
        let saved = saved.ok_or_else(|| PyValueError::new_err("a shape cannot be saved"))?;
        Ok(PyBytes::new(py, &saved))
    }

    /// A world of such bytes, its objects by their numbers with their shapes and data, and its responses.
    #[staticmethod]
    fn from_bytes(
        py: Python<'_>,
        bytes: &[u8],
    ) -> PyResult<(World, Vec<LoadedObject>, Vec<LoadedResponse>)> {
        let (inner, objects, responses) = detached(py, || Inner::loaded(bytes))??;
        Ok((World(ReentrantMutex::new(RefCell::new(inner))), objects, responses))
    }

    fn remove(&self, py: Python<'_>, number: u64) -> PyResult<()> {
        self.with_object(py, number, |inner, object| {
            inner.objects.remove(&number);
            inner.numbers.remove(&object);
            let shape = inner.space.shape(object);
            inner.space.delete_object(object)?;
            // That of a convex object is gone already.
            shape.map_or(Ok(()), |shape| inner.space.delete_shape(shape).or(Ok(())))
        })
    }

    fn place(&self, py: Python<'_>, number: u64, pose: Array<'_>) -> PyResult<()> {
        let pose = pose.pose()?;
        self.with_object(py, number, |inner, object| inner.space.place(object, pose))
    }

    /// The placement, as the rows of a matrix.
    fn pose(&self, py: Python<'_>, number: u64) -> PyResult<[[f64; 4]; 4]> {
        let pose = self.with_object(py, number, |inner, object| {
            inner.space.placement(object).ok_or(Error::NoSuchObject)
        })?;
        let (m, o) = (pose.basis, pose.origin);
        Ok([
            [m.m11, m.m12, m.m13, o.x],
            [m.m21, m.m22, m.m23, o.y],
            [m.m31, m.m32, m.m33, o.z],
            [0.0, 0.0, 0.0, 1.0],
        ])
    }

    fn watch(&self, py: Python<'_>, numbers: Vec<u64>, want: &str) -> PyResult<()> {
        let query = match want {
            "hit" => ContactQuery::Hit,
            "point" => ContactQuery::CommonPoint,
            "closest" => ContactQuery::ClosestBefore,
            _ => return Err(PyValueError::new_err("want is 'hit', 'point' or 'closest'")),
        };
        self.with(py, |inner| inner.selector(&numbers).map(|whose| inner.space.watch(whose, query)))
    }

    fn ignore(&self, py: Python<'_>, numbers: Vec<u64>) -> PyResult<()> {
        self.with(py, |inner| {
            inner.selector(&numbers).map(|whose| inner.space.clear_response(whose))
        })
    }

    fn unset(&self, py: Python<'_>, numbers: Vec<u64>) -> PyResult<()> {
        self.with(py, |inner| {
            inner.selector(&numbers).map(|whose| inner.space.reset_response(whose))
        })
    }

    fn begin_test(&self, py: Python<'_>) -> PyResult<Cursor> {
        self.with(py, |inner| Ok(Cursor(Mutex::new(inner.space.begin_test()))))
    }

    fn next_collision(&self, py: Python<'_>, cursor: &Cursor) -> PyResult<Option<Found>> {
        self.with(py, |inner| {
            let found = inner.space.next_collision(&mut lock(&cursor.0));
            Ok(found.and_then(|found| inner.found(&found)))
        })
    }

    fn begin_motion(&self, py: Python<'_>) -> PyResult<MotionCursor> {
        self.with(py, |inner| Ok(MotionCursor(Mutex::new(inner.space.begin_motion_test()))))
    }

    fn next_contact(
        &self,
        py: Python<'_>,
        cursor: &MotionCursor,
    ) -> PyResult<Option<(f64, Found)>> {
        self.with(py, |inner| {
            let found = inner.space.next_contact(&mut lock(&cursor.0));
            Ok(found.and_then(|found| Some((found.time, inner.found(&found.collision)?))))
        })
    }

    fn proceed(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |inner| {
            inner.space.proceed();
            Ok(())
        })
    }

    fn closest(&self, py: Python<'_>, a: u64, b: u64) -> PyResult<[f64; 7]> {
        self.with_pair(py, [a, b], |inner, a, b| inner.space.closest_pair(a, b).map(closest_row))
    }

    fn depth(&self, py: Python<'_>, a: u64, b: u64) -> PyResult<Option<[f64; 10]>> {
        self.with_pair(py, [a, b], |inner, a, b| {
            Ok(inner.space.pen_depth(a, b)?.map(|contact| contact_row(Some(contact))))
        })
    }

    fn set_filter(&self, py: Python<'_>, number: u64, categories: u32, mask: u32) -> PyResult<()> {
        self.with_object(py, number, |inner, object| {
            inner.space.set_filter(object, Filter { categories, mask })
        })
    }

    fn events(&self, py: Python<'_>) -> PyResult<Vec<(u64, u64, &'static str)>> {
        self.with(py, |inner| {
            let numbers = &inner.numbers;
            let found = inner.space.events().filter_map(|([a, b], change)| {
                let change = match change {
                    PairChange::Began => "began",
                    PairChange::Stays => "stays",
                    PairChange::Ended => "ended",
                };
                // One that was removed has no number any more.
                Some((*numbers.get(&a)?, *numbers.get(&b)?, change))
            });
            Ok(found.collect())
        })
    }
}
