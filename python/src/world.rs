//! Worlds of objects, by their numbers; `libsolid.World` has the handles and the callbacks.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use parking_lot::ReentrantMutex;
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use solid::space::{
    Collision, ContactQuery, Error, Filter, MotionTest, Object, ObjectBuilder, PairChange, Queries,
    QueryBody, QueryFilter, RayHit, Selector, Space, Test,
};
use solid_geometry::query::batch::Poses;
use solid_geometry::query::{Effort, ShapeKind, SignedDistance};
use solid_geometry::{Placement, Vec3, memory};

use crate::arrays::Array;
use crate::batch::{closest_row, contact_row, hit_row};
use crate::calls::detached;
use crate::rows::Summary;
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

/// What a query has found: objects, and a row of numbers about each.
type Answers = Vec<(u64, Vec<f64>)>;

/// Of a point of a surface.
type PolytopeAndWeights = (u32, Option<[f64; 3]>);

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

    /// Points and the object of each.
    fn points_of(&self, numbers: &[u64], points: Vec<Vec3>) -> Result<Vec<(Object, Vec3)>, Error> {
        let rows = numbers.iter().zip(points);
        rows.map(|(number, point)| Ok((self.object(*number)?, point))).collect()
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
}

/// The answers of rows, and what `libsolid._arrays.finished` is told of those that have none.
fn answered<T>(rows: impl ExactSizeIterator<Item = Result<T, Error>>) -> (Vec<Option<T>>, Summary) {
    let (mut refused, mut first, count) = (0, None, rows.len());
    let keep = |(row, answer): (usize, Result<T, Error>)| {
        answer.inspect_err(|why| {
            refused += 1;
            first.get_or_insert_with(|| (row, why.to_string()));
        })
    };
    let answers = rows.enumerate().map(keep).map(Result::ok).collect();
    (answers, (count, refused, first))
}

/// The answers of a query, by objects.
fn ask(
    queries: &mut Queries<'_>,
    kind: &str,
    body: Option<QueryBody>,
    pose: Option<&Placement>,
    [first, second]: [Vec3; 2],
    filter: &QueryFilter<'_>,
) -> Result<Vec<(Object, Vec<f64>)>, Error> {
    let of_hits = |hits: &[RayHit]| {
        hits.iter().map(|hit| (hit.object, hit_row(Some(hit.contact)).to_vec())).collect()
    };
    let Some(body) = body else {
        return queries.ray(first, second, filter).map(of_hits);
    };
    Ok(match kind {
        "overlaps" => {
            let found = queries.overlaps(body, pose, filter)?;
            found.iter().map(|object| (*object, Vec::new())).collect()
        }
        "closest" => {
            let found = queries.closest(body, pose, filter)?;
            found.iter().map(|hit| (hit.object, closest_row(hit.found).to_vec())).collect()
        }
        "contacts" => {
            let found = queries.contacts(body, pose, filter)?;
            found.iter().map(|hit| (hit.object, contact_row(Some(hit.found)).to_vec())).collect()
        }
        _ => of_hits(queries.cast(body, pose, first, second, filter)?),
    })
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
        self.with(py, |inner| {
            let object = inner.object(number)?;
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
        self.with(py, |inner| {
            let object = inner.object(number)?;
            inner.space.place(object, pose)
        })
    }

    /// The placement, as the rows of a matrix.
    fn pose(&self, py: Python<'_>, number: u64) -> PyResult<[[f64; 4]; 4]> {
        let pose = self.with(py, |inner| {
            let object = inner.object(number)?;
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
        self.with(py, |inner| {
            let whose = inner.selector(&numbers)?;
            inner.space.watch(whose, query);
            Ok(())
        })
    }

    fn ignore(&self, py: Python<'_>, numbers: Vec<u64>) -> PyResult<()> {
        self.with(py, |inner| {
            let whose = inner.selector(&numbers)?;
            inner.space.clear_response(whose);
            Ok(())
        })
    }

    fn unset(&self, py: Python<'_>, numbers: Vec<u64>) -> PyResult<()> {
        self.with(py, |inner| {
            let whose = inner.selector(&numbers)?;
            inner.space.reset_response(whose);
            Ok(())
        })
    }

    fn begin_test(&self, py: Python<'_>) -> PyResult<Cursor> {
        self.with(py, |inner| Ok(Cursor(Mutex::new(inner.space.begin_test()))))
    }

    fn next_collision(
        &self,
        py: Python<'_>,
        cursor: &Bound<'_, Cursor>,
    ) -> PyResult<Option<Found>> {
        let cursor = cursor.get();
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
        cursor: &Bound<'_, MotionCursor>,
    ) -> PyResult<Option<(f64, Found)>> {
        let cursor = cursor.get();
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
        self.with(py, |inner| {
            let (a, b) = (inner.object(a)?, inner.object(b)?);
            inner.space.closest_pair(a, b).map(closest_row)
        })
    }

    fn depth(&self, py: Python<'_>, a: u64, b: u64) -> PyResult<Option<[f64; 10]>> {
        self.with(py, |inner| {
            let (a, b) = (inner.object(a)?, inner.object(b)?);
            Ok(inner.space.pen_depth(a, b)?.map(|contact| contact_row(Some(contact))))
        })
    }

    /// The distance, the gradient and the nearest point.
    fn signed_distance(&self, py: Python<'_>, object: u64, point: [f64; 3]) -> PyResult<[f64; 7]> {
        self.with(py, |inner| {
            let object = inner.object(object)?;
            let found = inner.space.signed_distance(object, Vec3::from(point))?;
            Ok(signed_distance_row(&found))
        })
    }

    /// The number of the polytope, and barycentric coordinates.
    fn surface_point(
        &self,
        py: Python<'_>,
        object: u64,
        point: [f64; 3],
    ) -> PyResult<(u32, Option<[f64; 3]>)> {
        self.with(py, |inner| {
            let object = inner.object(object)?;
            let found = inner.space.surface_point(object, Vec3::from(point))?;
            Ok((found.polytope, found.weights))
        })
    }

    /// The translation and the lower bound.
    fn separation(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        gap: f64,
        seconds: Option<f64>,
    ) -> PyResult<Option<[f64; 4]>> {
        self.with(py, |inner| {
            let (a, b) = (inner.object(a)?, inner.object(b)?);
            let mut effort = Effort { gap, ..Effort::default() };
            if let Some(seconds) = seconds {
                let limit = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
                effort.deadline = Instant::now().checked_add(limit);
                effort.steps = u32::MAX;
            }
            let found = inner.space.separation(a, b, effort)?;
            Ok(found.map(|found| {
                let [x, y, z]: [f64; 3] = found.translation.into();
                [x, y, z, found.lower]
            }))
        })
    }

    fn set_filter(&self, py: Python<'_>, number: u64, categories: u32, mask: u32) -> PyResult<()> {
        self.with(py, |inner| {
            let object = inner.object(number)?;
            inner.space.set_filter(object, Filter { categories, mask })
        })
    }

    /// The answers of queries about all objects, of each a list, `None` of a row that cannot be answered: by their kind the rows of closest points, contacts or hits. What asks is
    /// a shape, or an object; without either, rays from the first point of the motion to the second. One pose or motion serves for all.
    #[allow(clippy::too_many_arguments, reason = "those of Python's methods")]
    fn query(
        &self,
        py: Python<'_>,
        kind: &str,
        shape: Option<&Bound<'_, Shape>>,
        number: Option<u64>,
        pose: Option<Array<'_>>,
        motion: [Array<'_>; 2],
        except: Vec<u64>,
        filter: (Option<u32>, Option<u32>),
        wanted: (usize, f64),
    ) -> PyResult<(Vec<Option<Answers>>, Summary)> {
        let ((categories, mask), (most, limit)) = (filter, wanted);
        let shape = shape.map(|shape| shape.get().core().clone());
        let poses = pose.as_ref().map(|pose| pose.elements());
        let poses = poses.as_ref().map(|poses| poses.poses("xyzw")).transpose()?;
        let [first, second] = [motion[0].points()?, motion[1].points()?];
        let counts = [poses.as_ref().map_or(1, Poses::len), first.len(), second.len()];
        let rows = counts.into_iter().find(|count| *count != 1).unwrap_or(1);
        let of = |row: usize, count: usize| if count == 1 { 0 } else { row };
        self.with(py, |inner| {
            let except =
                except.iter().map(|number| inner.object(*number)).collect::<Result<Vec<_>, _>>()?;
            let all = u32::MAX;
            let given = Filter { categories: categories.unwrap_or(all), mask: mask.unwrap_or(all) };
            let filter = (categories.is_some() || mask.is_some()).then_some(given);
            let object = number.map(|number| inner.object(number)).transpose()?;
            let defined = shape.map(|shape| inner.space.define(shape));
            let body = defined.map(QueryBody::Shape).or(object.map(QueryBody::Object));
            let answer = |queries: &mut Queries<'_>, row: usize| {
                let filter = QueryFilter { filter, except: &except, accept: None, most, limit };
                let pose = poses.as_ref().map(|poses| poses.get(of(row, poses.len())));
                let ends = [first[of(row, first.len())], second[of(row, second.len())]];
                ask(queries, kind, body, pose.as_ref(), ends, &filter)
            };
            let ask_all = |inner: &mut &mut Inner| {
                let mut queries = inner.space.queries();
                match rows {
                    // Without threads, which one row does not need.
                    1 => vec![answer(&mut queries, 0)],
                    _ => queries.batch(rows, answer),
                }
            };
            // Also if Ctrl-C or a support function ends the work.
            let found = memory::restoring(&mut *inner, ask_all, |inner| {
                // It was defined just now.
                let _ = defined.map(|shape| inner.space.delete_shape(shape));
            });
            let numbers = &inner.numbers;
            let known = |found: Vec<(Object, Vec<f64>)>| {
                let known = found.into_iter();
                known.filter_map(|(object, row)| Some((*numbers.get(&object)?, row))).collect()
            };
            Ok(answered(found.into_iter().map(|found| found.map(known))))
        })
    }

    /// The numbers of the polytopes, and barycentric coordinates.
    fn surface_points(
        &self,
        py: Python<'_>,
        objects: Vec<u64>,
        points: Array<'_>,
    ) -> PyResult<(Vec<Option<PolytopeAndWeights>>, Summary)> {
        let points = points.points()?;
        self.with(py, |inner| {
            let rows = inner.points_of(&objects, points)?;
            let found = inner.space.batch_surface_points(&rows).into_iter();
            Ok(answered(found.map(|found| found.map(|found| (found.polytope, found.weights)))))
        })
    }

    /// The distances, the gradients and the nearest points.
    fn signed_distances(
        &self,
        py: Python<'_>,
        objects: Vec<u64>,
        points: Array<'_>,
    ) -> PyResult<(Vec<Option<[f64; 7]>>, Summary)> {
        let points = points.points()?;
        self.with(py, |inner| {
            let rows = inner.points_of(&objects, points)?;
            let found = inner.space.batch_signed_distances(&rows).into_iter();
            Ok(answered(found.map(|found| found.map(|found| signed_distance_row(&found)))))
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

    fn near_pairs(&self, py: Python<'_>, distance: f64) -> PyResult<Vec<(u64, u64, [f64; 7])>> {
        self.with(py, |inner| {
            let found = inner.space.near_pairs(distance)?.into_iter();
            let number = |object| inner.numbers.get(&object).copied();
            let rows = found.filter_map(|([a, b], closest)| {
                Some((number(a)?, number(b)?, closest_row(closest)))
            });
            Ok(rows.collect())
        })
    }

    fn ray(
        &self,
        py: Python<'_>,
        from: [f64; 3],
        to: [f64; 3],
    ) -> PyResult<Option<(u64, [f64; 7])>> {
        self.with(py, |inner| {
            let hit = inner.space.ray_cast(Vec3::from(from), Vec3::from(to))?;
            Ok(hit.and_then(|hit| {
                Some((*inner.numbers.get(&hit.object)?, hit_row(Some(hit.contact))))
            }))
        })
    }
}

/// The distance, the gradient and the nearest point.
fn signed_distance_row(found: &SignedDistance) -> [f64; 7] {
    let ([x, y, z], [u, v, w]) = (found.gradient.into(), found.nearest.into());
    [found.distance, x, y, z, u, v, w]
}
