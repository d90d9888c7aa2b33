//! Queries about all objects of a world, and about points of their surfaces.

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use solid::space::{Error, Filter, Object, Queries, QueryBody, QueryFilter, RayHit};
use solid_geometry::query::batch::Poses;
use solid_geometry::query::{Effort, SignedDistance};
use solid_geometry::{Placement, Vec3, memory};

use crate::arrays::Array;
use crate::batch::{closest_row, contact_row, hit_row};
use crate::rows::Summary;
use crate::shape::Shape;
use crate::world::{Inner, World};

/// What a query has found: objects, and a row of numbers about each.
type Answers = Vec<(u64, Vec<f64>)>;

/// Of a point of a surface.
type PolytopeAndWeights = (u32, Option<[f64; 3]>);

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

/// Points and the object of each.
fn points_of(
    inner: &Inner,
    numbers: &[u64],
    points: Vec<Vec3>,
) -> Result<Vec<(Object, Vec3)>, Error> {
    let rows = numbers.iter().zip(points);
    rows.map(|(number, point)| Ok((inner.object(*number)?, point))).collect()
}

/// The distance, the gradient and the nearest point.
fn signed_distance_row(found: &SignedDistance) -> [f64; 7] {
    let ([x, y, z], [u, v, w]) = (found.gradient.into(), found.nearest.into());
    [found.distance, x, y, z, u, v, w]
}

/// The distance, the gradient and the nearest point.
#[pyfunction]
pub fn signed_distance(
    py: Python<'_>,
    world: &World,
    object: u64,
    point: [f64; 3],
) -> PyResult<[f64; 7]> {
    world.with_object(py, object, |inner, object| {
        let found = inner.space.signed_distance(object, Vec3::from(point))?;
        Ok(signed_distance_row(&found))
    })
}

/// The number of the polytope, and barycentric coordinates.
#[pyfunction]
pub fn surface_point(
    py: Python<'_>,
    world: &World,
    object: u64,
    point: [f64; 3],
) -> PyResult<PolytopeAndWeights> {
    world.with_object(py, object, |inner, object| {
        let found = inner.space.surface_point(object, Vec3::from(point))?;
        Ok((found.polytope, found.weights))
    })
}

/// The translation and the lower bound.
#[pyfunction]
pub fn separation(
    py: Python<'_>,
    world: &World,
    a: u64,
    b: u64,
    gap: f64,
    seconds: Option<f64>,
) -> PyResult<Option<[f64; 4]>> {
    world.with_pair(py, [a, b], |inner, a, b| {
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

/// The answers of queries about all objects, of each a list, `None` of a row that cannot be answered: by their kind the rows of closest
/// points, contacts or hits. What asks is a shape, or an object; without either, rays from the first point of the motion to the second.
/// One pose or motion serves for all.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "those of the Python method")]
pub fn query(
    py: Python<'_>,
    world: &World,
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
    world.with(py, |inner| {
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
#[pyfunction]
pub fn surface_points(
    py: Python<'_>,
    world: &World,
    objects: Vec<u64>,
    points: Array<'_>,
) -> PyResult<(Vec<Option<PolytopeAndWeights>>, Summary)> {
    let points = points.points()?;
    world.with(py, |inner| {
        let rows = points_of(inner, &objects, points)?;
        let found = inner.space.batch_surface_points(&rows).into_iter();
        Ok(answered(found.map(|found| found.map(|found| (found.polytope, found.weights)))))
    })
}

/// The distances, the gradients and the nearest points.
#[pyfunction]
pub fn signed_distances(
    py: Python<'_>,
    world: &World,
    objects: Vec<u64>,
    points: Array<'_>,
) -> PyResult<(Vec<Option<[f64; 7]>>, Summary)> {
    let points = points.points()?;
    world.with(py, |inner| {
        let rows = points_of(inner, &objects, points)?;
        let found = inner.space.batch_signed_distances(&rows).into_iter();
        Ok(answered(found.map(|found| found.map(|found| signed_distance_row(&found)))))
    })
}

/// The pairs that are no farther apart than a distance, and their closest points.
#[pyfunction]
pub fn near_pairs(
    py: Python<'_>,
    world: &World,
    distance: f64,
) -> PyResult<Vec<(u64, u64, [f64; 7])>> {
    world.with(py, |inner| {
        let found = inner.space.near_pairs(distance)?.into_iter();
        let number = |object| inner.numbers.get(&object).copied();
        let rows = found
            .filter_map(|([a, b], closest)| Some((number(a)?, number(b)?, closest_row(closest))));
        Ok(rows.collect())
    })
}

/// The first object that the ray between two points enters, and where.
#[pyfunction]
pub fn ray(
    py: Python<'_>,
    world: &World,
    from: [f64; 3],
    to: [f64; 3],
) -> PyResult<Option<(u64, [f64; 7])>> {
    world.with(py, |inner| {
        let hit = inner.space.ray_cast(Vec3::from(from), Vec3::from(to))?;
        Ok(hit.and_then(|hit| Some((*inner.numbers.get(&hit.object)?, hit_row(Some(hit.contact))))))
    })
}
