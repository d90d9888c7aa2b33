//! Shapes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use solid_geometry::Placement;
use solid_geometry::mesh::SurfaceContacts;
use solid_geometry::query::{
    Body, BodyShape, Compound, HeightField, MassProperties, Points, ShapeKind,
};
use solid_geometry::{Shape as CoreShape, ShapeError};

use crate::arrays::{Array, threads};
use crate::calls::detached;
use crate::description::description;
use crate::height_fields::height_field;
use crate::support::Function;

/// A body in coordinates of its own, about their origin: made by `box`, `sphere`, `hull`, `mesh` and the other functions, and
/// never changed. It can be copied, pickled and saved.
#[pyclass(frozen, module = "libsolid")]
pub struct Shape {
    core: CoreShape,
}

fn refused(error: ShapeError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Writes a file of this name anew. Another process may have the old one mapped, so it is replaced and not written over.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut part = tempfile::Builder::new();
    part.prefix(".libsolid-").suffix(".part");
    // Whoever could read a file that was written without this detour.
    #[cfg(unix)]
    part.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut part = part.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    part.write_all(bytes)?;
    part.persist(path)?;
    Ok(())
}

impl Shape {
    pub fn from_core(core: CoreShape) -> Shape {
        Shape { core }
    }

    pub fn core(&self) -> &CoreShape {
        &self.core
    }

    /// Whether it has no bounds.
    pub fn is_half_space(&self) -> bool {
        Body::new(self.core.view(), &Placement::IDENTITY).is_some_and(|body| body.is_unbounded())
    }

    /// The height field that it is.
    pub fn height_field(&self) -> Option<&HeightField> {
        match self.core.kind() {
            ShapeKind::Parts(parts) => parts.as_any().downcast_ref(),
            _ => None,
        }
    }

    fn made(core: Result<CoreShape, ShapeError>) -> PyResult<Shape> {
        Ok(Shape { core: core.map_err(refused)? })
    }

    fn mass(&self, py: Python<'_>) -> PyResult<MassProperties> {
        detached(py, || self.core.mass_properties())?.map_err(refused)
    }

    fn bytes(&self) -> PyResult<Vec<u8>> {
        let what = "a vertex is not finite, or the shape has a support function";
        let refused = || PyValueError::new_err(what);
        self.core.to_bytes().ok_or_else(refused)
    }
}

#[pymethods]
impl Shape {
    // Those with an underscore are for the functions of `libsolid/_shapes.py`, which have the documents.
    #[staticmethod]
    #[pyo3(name = "_box")]
    fn box_(x: f64, y: f64, z: f64) -> PyResult<Shape> {
        Shape::made(CoreShape::cuboid([x, y, z]))
    }

    #[staticmethod]
    #[pyo3(name = "_sphere")]
    fn sphere(radius: f64) -> PyResult<Shape> {
        Shape::made(CoreShape::sphere(radius))
    }

    #[staticmethod]
    #[pyo3(name = "_ellipsoid")]
    fn ellipsoid(x: f64, y: f64, z: f64) -> PyResult<Shape> {
        Shape::made(CoreShape::ellipsoid([x, y, z]))
    }

    #[staticmethod]
    #[pyo3(name = "_cone")]
    fn cone(radius: f64, height: f64) -> PyResult<Shape> {
        Shape::made(CoreShape::cone(radius, height))
    }

    #[staticmethod]
    #[pyo3(name = "_cylinder")]
    fn cylinder(radius: f64, height: f64) -> PyResult<Shape> {
        Shape::made(CoreShape::cylinder(radius, height))
    }

    #[staticmethod]
    #[pyo3(name = "_capsule")]
    fn capsule(radius: f64, height: f64) -> PyResult<Shape> {
        Shape::made(CoreShape::capsule(radius, height))
    }

    #[staticmethod]
    #[pyo3(name = "_half_space")]
    fn half_space(x: f64, y: f64, z: f64, offset: f64) -> PyResult<Shape> {
        Shape::made(CoreShape::half_space([x, y, z], offset))
    }

    #[staticmethod]
    #[pyo3(name = "_hull_of")]
    fn hull_of<'py>(py: Python<'py>, array: Bound<'py, PyAny>) -> PyResult<Shape> {
        let points = array.extract::<Array<'_>>()?.points()?;
        let core = detached(py, || CoreShape::polytope(&points))?;
        Shape::made(core)
    }

    #[staticmethod]
    #[pyo3(name = "_support_of")]
    fn support_of(py: Python<'_>, function: Py<PyAny>) -> PyResult<Shape> {
        Shape::made(detached(py, || CoreShape::from_support(Function(function)))?)
    }

    #[staticmethod]
    #[pyo3(name = "_points_of")]
    fn points_of<'py>(
        py: Python<'py>,
        array: Bound<'py, PyAny>,
        radii: PyReadonlyArray1<'py, f64>,
        count: usize,
    ) -> PyResult<Shape> {
        let points = array.extract::<Array<'_>>()?.points()?;
        let (radii, threads) = (radii.as_slice()?, threads(count)?);
        let radius = |i: usize| radii.get(i).or(radii.first()).copied().unwrap_or(f64::NAN);
        let balls = points.iter().enumerate().map(|(i, point)| (*point, radius(i)));
        let core = detached(py, || Points::new(balls, &threads))?;
        Shape::made(core.map(|points| CoreShape::of_parts(Arc::new(points))))
    }

    #[staticmethod]
    #[pyo3(name = "_mesh_of")]
    fn mesh_of<'py>(
        py: Python<'py>,
        vertices: Bound<'py, PyAny>,
        faces: PyReadonlyArray2<'py, u32>,
        solid: bool,
        surface: (bool, Option<f64>, bool),
    ) -> PyResult<Shape> {
        let points = vertices.extract::<Array<'_>>()?.points()?;
        let corners = faces.shape()[1];
        if corners == 0 {
            return Err(refused(ShapeError::Empty));
        }
        let indices = faces.as_slice()?;
        let core = detached(py, || {
            let faces: Vec<&[u32]> = indices.chunks_exact(corners).collect();
            let mesh = CoreShape::mesh(&points, &faces)?;
            let mesh = if solid { mesh.into_solid()? } else { mesh };
            let (inner_edges, flat_angle, one_sided) = surface;
            let default = SurfaceContacts::default();
            let flat_angle = flat_angle.unwrap_or(default.flat_angle);
            mesh.with_surface_contacts(SurfaceContacts { inner_edges, flat_angle, one_sided })
        })?;
        Shape::made(core)
    }

    #[staticmethod]
    #[pyo3(name = "_concave_polygons")]
    fn concave_polygons(
        py: Python<'_>,
        vertices: Bound<'_, PyAny>,
        faces: Vec<Vec<u32>>,
        solid: bool,
    ) -> PyResult<Shape> {
        let points = vertices.extract::<Array<'_>>()?.points()?;
        let core = detached(py, || {
            let mesh = CoreShape::mesh_of_concave_polygons(&points, &faces)?;
            if solid { mesh.into_solid() } else { Ok(mesh) }
        })?;
        Shape::made(core)
    }

    #[staticmethod]
    #[pyo3(name = "_wheel")]
    fn wheel(radius: f64, rounding: f64) -> PyResult<Shape> {
        Shape::made(CoreShape::wheel(radius, rounding))
    }

    #[staticmethod]
    #[pyo3(name = "_round_box")]
    fn round_box(extents: [f64; 3], radius: f64) -> PyResult<Shape> {
        Shape::made(CoreShape::round_box(extents, radius))
    }

    #[staticmethod]
    #[pyo3(name = "_frustum")]
    fn frustum(bottom: [f64; 2], top: [f64; 2], height: f64) -> PyResult<Shape> {
        Shape::made(CoreShape::frustum(bottom, top, height))
    }

    #[staticmethod]
    #[pyo3(name = "_segment")]
    fn segment(from: [f64; 3], to: [f64; 3]) -> PyResult<Shape> {
        Shape::made(CoreShape::segment(from, to))
    }

    #[staticmethod]
    #[pyo3(name = "_sum_of")]
    fn sum_of(py: Python<'_>, a: Bound<'_, Shape>, b: Bound<'_, Shape>) -> PyResult<Shape> {
        let (a, b) = (&a.get().core, &b.get().core);
        Shape::made(detached(py, || CoreShape::sum(a, b))?)
    }

    #[staticmethod]
    #[pyo3(name = "_convex_hull_of")]
    fn convex_hull_of(py: Python<'_>, a: Bound<'_, Shape>, b: Bound<'_, Shape>) -> PyResult<Shape> {
        let (a, b) = (&a.get().core, &b.get().core);
        Shape::made(detached(py, || CoreShape::hull(a, b))?)
    }

    #[staticmethod]
    #[pyo3(name = "_placed_by")]
    fn placed_by(
        py: Python<'_>,
        shape: Bound<'_, Shape>,
        pose: Bound<'_, PyAny>,
    ) -> PyResult<Shape> {
        let (placement, core) = (pose.extract::<Array<'_>>()?.pose()?, &shape.get().core);
        Shape::made(detached(py, || core.placed(&placement))?)
    }

    #[staticmethod]
    #[pyo3(name = "_compound_of")]
    fn compound_of(
        py: Python<'_>,
        shapes: Vec<Bound<'_, Shape>>,
        poses: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Shape> {
        let mut parts = Vec::with_capacity(shapes.len());
        for (shape, pose) in shapes.iter().zip(&poses) {
            parts.push((shape.get().core.clone(), pose.extract::<Array<'_>>()?.pose()?));
        }
        Shape::made(detached(py, || CoreShape::compound(&parts))?)
    }

    #[staticmethod]
    #[pyo3(name = "_height_field_of")]
    fn height_field_of(
        py: Python<'_>,
        heights: Bound<'_, PyAny>,
        spacing: [f64; 2],
        diagonal: &str,
    ) -> PyResult<Shape> {
        Shape::made(height_field(py, &heights, spacing, diagonal)?.map(CoreShape::height_field))
    }

    // Shapes do not change.
    fn __copy__(slf: Py<Shape>) -> Py<Shape> {
        slf
    }

    fn __deepcopy__(slf: Py<Shape>, _memo: Bound<'_, PyAny>) -> Py<Shape> {
        slf
    }

    /// The shape as bytes, the same on every machine, with a checksum: what `save` writes. A mesh with its tree.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &py.detach(|| self.bytes())?))
    }

    /// The shape of these bytes. ``ValueError`` if they are damaged, or no shape.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8]) -> PyResult<Shape> {
        let core = py.detach(|| CoreShape::from_bytes(bytes));
        Ok(Shape { core: core.map_err(|why| PyValueError::new_err(why.to_string()))? })
    }

    /// Write the shape to a file, for `libsolid.load`.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| Ok(replace(&path, &self.bytes()?)?))
    }

    #[staticmethod]
    #[pyo3(name = "_load")]
    fn load(py: Python<'_>, path: PathBuf, mmap: bool) -> PyResult<Shape> {
        let load = || {
            let file = std::fs::File::open(&path)?;
            let core = if mmap {
                CoreShape::from_shared_bytes(Arc::new(crate::arrays::map_file(&file)?))
            } else {
                CoreShape::from_bytes(&std::fs::read(&path)?)
            };
            let refused = |why| PyValueError::new_err(format!("{}: {why}", path.display()));
            Ok(Shape { core: core.map_err(refused)? })
        };
        py.detach(load)
    }

    fn __repr__(&self) -> String {
        format!("<libsolid.Shape: {}>", description(&self.core))
    }

    /// Whether it is one convex body.
    fn is_convex(&self) -> bool {
        matches!(self.core.kind(), ShapeKind::Convex(_))
    }

    /// The corners of its box in its own coordinates; those of a half-space are infinite.
    fn bounds(&self) -> [[f64; 3]; 2] {
        let bounds = self.core.bounds();
        [bounds.min.into(), bounds.max.into()]
    }

    /// The vertices and the triangles of its surface, counter-clockwise as seen from outside: of a round body those of a polyhedron.
    #[pyo3(name = "_triangles")]
    #[expect(clippy::type_complexity, reason = "a tuple for Python")]
    fn triangles(&self, py: Python<'_>) -> PyResult<(Vec<[f64; 3]>, Vec<[u32; 3]>)> {
        let (vertices, triangles) = detached(py, || self.core.triangles())?;
        Ok((vertices.into_iter().map(Into::into).collect(), triangles))
    }

    /// The volume. ``ValueError`` of a mesh that is no solid.
    #[getter]
    fn volume(&self, py: Python<'_>) -> PyResult<f64> {
        Ok(self.mass(py)?.volume)
    }

    /// The centre of the volume, in the shape's coordinates.
    #[getter]
    fn center(&self, py: Python<'_>) -> PyResult<[f64; 3]> {
        Ok(self.mass(py)?.center.into())
    }

    /// The rows of the inertia about the centre, for a density of 1.
    #[getter]
    fn inertia(&self, py: Python<'_>) -> PyResult<[[f64; 3]; 3]> {
        let found = self.mass(py)?.inertia;
        Ok([0, 1, 2].map(|i| [0, 1, 2].map(|j| found[(i, j)])))
    }

    /// The part of a compound that a number of an answer names, counted from 0, and the number in that part: 0 of a convex shape, of a mesh
    /// that of the face, of a compound one of its own numbers.
    fn part(&self, number: u32) -> PyResult<(u32, u32)> {
        let compound = match self.core.kind() {
            ShapeKind::Parts(parts) => parts.as_any().downcast_ref::<Compound>(),
            _ => None,
        };
        let compound = compound.ok_or_else(|| PyValueError::new_err("the shape is no compound"))?;
        let found = compound.locate(number).map(|[part, inner]| (part, inner));
        found.ok_or_else(|| PyValueError::new_err(format!("there is no part of number {number}")))
    }

    /// A height of a height field, by its row and column; NaN of a hole.
    fn height(&self, row: u32, column: u32) -> PyResult<f64> {
        let no_field = || PyValueError::new_err("the shape is no height field");
        let field = self.height_field().ok_or_else(no_field)?;
        let [columns, rows] = field.size();
        if row >= rows || column >= columns {
            let why = format!("the heights are {rows} x {columns}");
            return Err(PyIndexError::new_err(why));
        }
        Ok(field.height(column, row).unwrap_or(f64::NAN))
    }

    /// The number of convex parts: the faces of a mesh, those of all parts of a compound, else 1.
    fn parts(&self) -> usize {
        match self.core.view() {
            BodyShape::Convex(_) => 1,
            BodyShape::Soup(soup) => soup.len(),
            BodyShape::Parts(parts) => parts.count() as usize,
        }
    }
}
