//! Questions about the objects of a world beyond those of the class: parts of meshes, motions, and lines.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use solid::space::{Drawing, Error, FacePair, MotionKind, PatchContact};
use solid_geometry::query::{Contact, edge_edge_impact, vertex_face_impact};
use solid_geometry::{Placement, Vec3};

use crate::batch::{contact_row, hit_row};
use crate::rows::curves;
use crate::world::{Inner, World};

/// The patch, depth, normal and points of a contact, and its features.
type ContactOfFeatures = (u32, [f64; 10], [u32; 2]);

/// Two objects, the time, point and normal.
type Stopped = (u64, u64, f64, [f64; 3], [f64; 3]);

fn of_features(patch: u32, contact: &Contact) -> ContactOfFeatures {
    (patch, contact_row(Some(*contact)), contact.features)
}

fn named(inner: &Inner, pairs: impl Iterator<Item = FacePair>) -> Vec<(u64, u64, u32, u32)> {
    let one = |pair: FacePair| {
        let [a, b] = pair.objects.map(|object| inner.number(object));
        Some((a?, b?, pair.faces[0], pair.faces[1]))
    };
    pairs.filter_map(one).collect()
}

/// The points of the curves in which two meshes cross, and the faces of each of their segments.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "a tuple for Python")]
pub fn intersection(
    py: Python<'_>,
    world: &World,
    a: u64,
    b: u64,
) -> PyResult<(Vec<Vec<[f64; 3]>>, Vec<[u32; 3]>)> {
    world.with_pair(py, [a, b], |inner, a, b| {
        let found = inner.space.intersection(a, b)?;
        let faces = found.iter().map(|s| [s.polygons[0], s.polygons[1], s.curve]).collect();
        Ok((curves(&found), faces))
    })
}

/// The pairs of faces of two objects that share a point.
#[pyfunction]
pub fn colliding_faces(
    py: Python<'_>,
    world: &World,
    a: u64,
    b: u64,
) -> PyResult<Vec<(u64, u64, u32, u32)>> {
    world.with_pair(py, [a, b], |inner, a, b| {
        Ok(named(inner, inner.space.colliding_polytopes(a, b)?))
    })
}

/// The same of all meshes.
#[pyfunction]
pub fn all_colliding_faces(py: Python<'_>, world: &World) -> PyResult<Vec<(u64, u64, u32, u32)>> {
    world.with(py, |inner| {
        let found: Vec<FacePair> = inner.space.all_colliding_polytopes().collect();
        Ok(named(inner, found.into_iter()))
    })
}

/// The pairs of faces of a mesh that share a point though they are no neighbours.
#[pyfunction]
pub fn self_collisions(py: Python<'_>, world: &World, object: u64) -> PyResult<Vec<[u32; 2]>> {
    world.with_object(py, object, |inner, object| {
        Ok(inner.space.self_collisions(object)?.map(|pair| pair.faces).collect())
    })
}

/// The first contacts of a mesh with itself since the last frame: faces and times.
#[pyfunction]
pub fn self_collisions_motion(
    py: Python<'_>,
    world: &World,
    object: u64,
) -> PyResult<Vec<([u32; 2], f64)>> {
    world.with_object(py, object, |inner, object| {
        let (found, _) = inner.space.self_collisions_motion(object)?;
        Ok(found.iter().map(|contact| (contact.faces, contact.time)).collect())
    })
}

/// Gives the mesh of an object other vertices.
#[pyfunction]
pub fn change_vertices(
    py: Python<'_>,
    world: &World,
    object: u64,
    vertices: Vec<[f64; 3]>,
) -> PyResult<()> {
    let vertices: Vec<Vec3> = vertices.into_iter().map(Vec3::from).collect();
    world.with_object(py, object, |inner, object| {
        let shape = inner.space.shape(object).ok_or(Error::NoSuchObject)?;
        inner.space.change_vertex_base(shape, &vertices)
    })
}

/// Contacts with the features that meet.
#[pyfunction]
pub fn contacts_of_features(
    py: Python<'_>,
    world: &World,
    a: u64,
    b: u64,
) -> PyResult<Vec<ContactOfFeatures>> {
    world.with_pair(py, [a, b], |inner, a, b| {
        Ok(inner.space.contacts(a, b)?.iter().map(|contact| of_features(0, contact)).collect())
    })
}

/// The same by patches, of each at most so many.
#[pyfunction]
pub fn contact_patches(
    py: Python<'_>,
    world: &World,
    a: u64,
    b: u64,
    most: usize,
) -> PyResult<Vec<ContactOfFeatures>> {
    world.with_pair(py, [a, b], |inner, a, b| {
        let found = inner.space.contact_patches(a, b, most)?.iter();
        Ok(found.map(|PatchContact { patch, contact }| of_features(*patch, contact)).collect())
    })
}

/// A point that two objects share.
#[pyfunction]
pub fn common_point(py: Python<'_>, world: &World, a: u64, b: u64) -> PyResult<Option<[f64; 3]>> {
    world.with_pair(py, [a, b], |inner, a, b| Ok(inner.space.common_point(a, b)?.map(Into::into)))
}

/// Whether two objects are no farther apart.
#[pyfunction]
pub fn within_distance(
    py: Python<'_>,
    world: &World,
    a: u64,
    b: u64,
    distance: f64,
) -> PyResult<bool> {
    world.with_pair(py, [a, b], |inner, a, b| inner.space.within_distance(a, b, distance))
}

/// The first contact of two objects that move by translations and rotation vectors.
#[pyfunction]
pub fn cast_objects(
    py: Python<'_>,
    world: &World,
    a: u64,
    motion_a: [[f64; 3]; 2],
    b: u64,
    motion_b: [[f64; 3]; 2],
) -> PyResult<Option<[f64; 7]>> {
    world.with_pair(py, [a, b], |inner, a, b| {
        let turns = motion_a[1] != [0.0; 3] || motion_b[1] != [0.0; 3];
        let hit = if turns {
            inner.space.cast_objects_turning(a, motion_a, b, motion_b)?
        } else {
            inner.space.cast_objects(a, motion_a[0], b, motion_b[0])?
        };
        Ok(hit.map(|hit| hit_row(Some(hit))))
    })
}

/// Where the ray between two points enters one object.
#[pyfunction]
pub fn ray_object(
    py: Python<'_>,
    world: &World,
    object: u64,
    from: [f64; 3],
    to: [f64; 3],
) -> PyResult<Option<[f64; 7]>> {
    world.with_object(py, object, |inner, object| {
        Ok(inner.space.ray_cast_object(object, from, to)?.map(|hit| hit_row(Some(hit))))
    })
}

/// Moves all objects until they touch.
#[pyfunction]
pub fn advance(py: Python<'_>, world: &World) -> PyResult<Vec<Stopped>> {
    world.with(py, |inner| {
        let stops = inner.space.advance().into_iter();
        let one = |stop: solid::space::Stop| {
            let numbers = (inner.number(stop.first)?, inner.number(stop.second)?);
            Some((numbers.0, numbers.1, stop.time, stop.point.into(), stop.normal.into()))
        };
        Ok(stops.filter_map(one).collect())
    })
}

/// By how much an object turns from frame to frame.
#[pyfunction]
pub fn set_spin(py: Python<'_>, world: &World, object: u64, spin: [f64; 3]) -> PyResult<()> {
    world.with_object(py, object, |inner, object| inner.space.set_spin(object, spin))
}

/// The local point about which an object turns.
#[pyfunction]
pub fn set_pivot(py: Python<'_>, world: &World, object: u64, pivot: [f64; 3]) -> PyResult<()> {
    world.with_object(py, object, |inner, object| inner.space.set_pivot(object, pivot))
}

/// How objects move from frame to frame.
#[pyfunction]
pub fn set_motion(py: Python<'_>, world: &World, kind: &str) -> PyResult<()> {
    let kind = match kind {
        "turning" => MotionKind::Turning,
        "straight" => MotionKind::Straight,
        "screw" => MotionKind::Screw,
        _ => return Err(PyValueError::new_err("motion is 'turning', 'straight' or 'screw'")),
    };
    world.with(py, |inner| {
        inner.space.set_motion(kind);
        Ok(())
    })
}

/// The box of an object.
#[pyfunction]
pub fn bounds(py: Python<'_>, world: &World, object: u64) -> PyResult<Option<[[f64; 3]; 2]>> {
    world.with_object(py, object, |inner, object| {
        Ok(inner.space.bbox(object).map(|around| [around.min.into(), around.max.into()]))
    })
}

/// The boxes of a level of the tree over an object's mesh.
#[pyfunction]
pub fn tree_boxes(
    py: Python<'_>,
    world: &World,
    object: u64,
    level: u32,
) -> PyResult<Vec<[[f64; 3]; 2]>> {
    world.with_object(py, object, |inner, object| {
        let boxes = inner.space.tree_boxes(object, level).unwrap_or_default();
        Ok(boxes.iter().map(|around| [around.min.into(), around.max.into()]).collect())
    })
}

/// The objects whose boxes overlap a box.
#[pyfunction]
pub fn query_box(
    py: Python<'_>,
    world: &World,
    min: [f64; 3],
    max: [f64; 3],
) -> PyResult<Vec<u64>> {
    world.with(py, |inner| {
        let found: Vec<_> = inner.space.query_box(min, max).collect();
        Ok(found.into_iter().filter_map(|object| inner.number(object)).collect())
    })
}

/// Lines that show the world.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "a tuple for Python")]
pub fn lines(
    py: Python<'_>,
    world: &World,
    what: &str,
) -> PyResult<(Vec<[[f64; 3]; 2]>, Vec<[u64; 2]>)> {
    let drawing = match what {
        "shapes" => Drawing::Shapes,
        "boxes" => Drawing::Boxes,
        "contacts" => Drawing::Contacts,
        "normals" => Drawing::Normals,
        _ => {
            let kinds = "what is 'shapes', 'boxes', 'contacts' or 'normals'";
            return Err(PyValueError::new_err(kinds));
        }
    };
    world.with(py, |inner| {
        let found = inner.space.lines(drawing);
        let mut ends = Vec::new();
        let mut numbers = Vec::new();
        for line in &found {
            if let [Some(a), Some(b)] = line.objects.map(|object| inner.number(object)) {
                ends.push(line.ends.map(Into::into));
                numbers.push([a, b]);
            }
        }
        Ok((ends, numbers))
    })
}

fn impact(
    [start, end]: [[[f64; 3]; 4]; 2],
    find: impl FnOnce(
        &[Vec3; 4],
        &[Vec3; 4],
    ) -> Result<
        Option<solid_geometry::query::ImpactTime>,
        solid_geometry::query::NotFinite,
    >,
) -> PyResult<Option<[f64; 2]>> {
    let found = find(&start.map(Vec3::from), &end.map(Vec3::from));
    let found = found.map_err(|_| PyValueError::new_err("a coordinate is not finite"))?;
    Ok(found.map(|time| [time.earliest, time.latest]))
}

/// When a moving vertex meets a moving triangle.
#[pyfunction]
pub fn vertex_face(ends: [[[f64; 3]; 4]; 2]) -> PyResult<Option<[f64; 2]>> {
    impact(ends, vertex_face_impact)
}

/// When two moving edges meet.
#[pyfunction]
pub fn edge_edge(ends: [[[f64; 3]; 4]; 2]) -> PyResult<Option<[f64; 2]>> {
    impact(ends, edge_edge_impact)
}

/// The placement of an object applied to a point, or its inverse.
#[pyfunction]
pub fn convert(
    py: Python<'_>,
    world: &World,
    object: u64,
    point: [f64; 3],
    to_world: bool,
) -> PyResult<[f64; 3]> {
    let placement: Placement = world.with_object(py, object, |inner, object| {
        inner.space.placement(object).ok_or(Error::NoSuchObject)
    })?;
    let (apply, point) =
        (if to_world { Placement::apply } else { Placement::apply_inverse }, point.into());
    Ok(apply(&placement, &point).into())
}
