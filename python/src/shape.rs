//! Shapes.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use solid_geometry::query::{BodyShape, ShapeKind};
use solid_geometry::shape::Support;
use solid_geometry::{Shape as CoreShape, ShapeError};

use crate::arrays::Array;

/// A shape.
#[pyclass(frozen, subclass, module = "libsolid._native")]
pub struct Shape {
    core: CoreShape,
}

fn refused(error: ShapeError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl Shape {
    pub fn core(&self) -> &CoreShape {
        &self.core
    }

    fn made(core: Result<CoreShape, ShapeError>) -> PyResult<Shape> {
        Ok(Shape { core: core.map_err(refused)? })
    }

    fn bytes(&self) -> PyResult<Vec<u8>> {
        let refused = || PyValueError::new_err("a vertex is not finite");
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
    #[pyo3(name = "_hull_of")]
    fn hull_of<'py>(py: Python<'py>, array: Bound<'py, PyAny>) -> PyResult<Shape> {
        let points = array.extract::<Array<'_>>()?.points()?;
        let core = py.detach(|| CoreShape::polytope(&points));
        Shape::made(core)
    }

    #[staticmethod]
    #[pyo3(name = "_mesh_of")]
    fn mesh_of<'py>(
        py: Python<'py>,
        vertices: Bound<'py, PyAny>,
        faces: PyReadonlyArray2<'py, u32>,
        solid: bool,
    ) -> PyResult<Shape> {
        let points = vertices.extract::<Array<'_>>()?.points()?;
        let corners = faces.shape()[1];
        if corners == 0 {
            return Err(refused(ShapeError::Empty));
        }
        let indices = faces.as_slice()?;
        let core = py.detach(|| {
            let faces: Vec<&[u32]> = indices.chunks_exact(corners).collect();
            let mesh = CoreShape::mesh(&points, &faces)?;
            if solid { mesh.into_solid() } else { Ok(mesh) }
        });
        Shape::made(core)
    }

    #[staticmethod]
    #[pyo3(name = "_sum_of")]
    fn sum_of(a: Bound<'_, Shape>, b: Bound<'_, Shape>) -> PyResult<Shape> {
        Shape::made(CoreShape::sum(&a.get().core, &b.get().core))
    }

    #[staticmethod]
    #[pyo3(name = "_convex_hull_of")]
    fn convex_hull_of(a: Bound<'_, Shape>, b: Bound<'_, Shape>) -> PyResult<Shape> {
        Shape::made(CoreShape::hull(&a.get().core, &b.get().core))
    }

    #[staticmethod]
    #[pyo3(name = "_placed_by")]
    fn placed_by(shape: Bound<'_, Shape>, pose: Bound<'_, PyAny>) -> PyResult<Shape> {
        let placement = pose.extract::<Array<'_>>()?.pose()?;
        Shape::made(shape.get().core.placed(&placement))
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
        py.detach(|| {
            let bytes = self.bytes()?;
            // Another process may have the old file mapped, so it is replaced and not written over.
            let mut name = path.file_name().unwrap_or_default().to_owned();
            static SAVED: AtomicU64 = AtomicU64::new(0); // several threads may save at once
            let number = SAVED.fetch_add(1, Ordering::Relaxed);
            name.push(format!(".{}-{number}.part", std::process::id()));
            let part = path.with_file_name(name);
            let replaced = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, path));
            replaced.inspect_err(|_| drop(std::fs::remove_file(&part))).map_err(PyErr::from)
        })
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

    /// Whether it is one convex body.
    fn is_convex(&self) -> bool {
        matches!(self.core.kind(), ShapeKind::Convex(_))
    }

    /// The corners of its box in its own coordinates.
    fn bounds(&self) -> [[f64; 3]; 2] {
        let bounds = match self.core.view() {
            BodyShape::Convex(primitive) => primitive.bounds(),
            BodyShape::Soup(soup) => soup.bounds(),
        };
        [bounds.min.into(), bounds.max.into()]
    }

    /// The number of convex parts: the faces of a mesh, else 1.
    fn parts(&self) -> usize {
        match self.core.view() {
            BodyShape::Convex(_) => 1,
            BodyShape::Soup(soup) => soup.len(),
        }
    }
}
