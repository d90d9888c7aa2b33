//! Shapes.

use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use solid_geometry::query::{BodyShape, ShapeKind};
use solid_geometry::shape::Support;
use solid_geometry::{Shape as CoreShape, ShapeError};

use crate::arrays::Array;

/// A shape, and how it was made, for copies in other processes.
#[pyclass(frozen, subclass, module = "libsolid._native")]
pub struct Shape {
    core: CoreShape,
    maker: &'static str,
    arguments: Py<PyTuple>,
}

fn refused(error: ShapeError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl Shape {
    pub fn core(&self) -> &CoreShape {
        &self.core
    }

    fn made<'py, A: IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>>>(
        py: Python<'py>,
        core: Result<CoreShape, ShapeError>,
        maker: &'static str,
        arguments: A,
    ) -> PyResult<Shape>
    where
        PyErr: From<A::Error>,
    {
        let core = core.map_err(refused)?;
        Ok(Shape { core, maker, arguments: arguments.into_pyobject(py)?.unbind() })
    }
}

#[pymethods]
impl Shape {
    #[staticmethod]
    fn box_(py: Python<'_>, x: f64, y: f64, z: f64) -> PyResult<Shape> {
        Shape::made(py, CoreShape::cuboid([x, y, z]), "box_", (x, y, z))
    }

    #[staticmethod]
    fn sphere(py: Python<'_>, radius: f64) -> PyResult<Shape> {
        Shape::made(py, CoreShape::sphere(radius), "sphere", (radius,))
    }

    #[staticmethod]
    fn ellipsoid(py: Python<'_>, x: f64, y: f64, z: f64) -> PyResult<Shape> {
        Shape::made(py, CoreShape::ellipsoid([x, y, z]), "ellipsoid", (x, y, z))
    }

    #[staticmethod]
    fn cone(py: Python<'_>, radius: f64, height: f64) -> PyResult<Shape> {
        Shape::made(py, CoreShape::cone(radius, height), "cone", (radius, height))
    }

    #[staticmethod]
    fn cylinder(py: Python<'_>, radius: f64, height: f64) -> PyResult<Shape> {
        Shape::made(py, CoreShape::cylinder(radius, height), "cylinder", (radius, height))
    }

    #[staticmethod]
    fn capsule(py: Python<'_>, radius: f64, height: f64) -> PyResult<Shape> {
        Shape::made(py, CoreShape::capsule(radius, height), "capsule", (radius, height))
    }

    #[staticmethod]
    fn hull_of<'py>(py: Python<'py>, array: Bound<'py, PyAny>) -> PyResult<Shape> {
        let points = array.extract::<Array<'_>>()?.points()?;
        let core = py.detach(|| CoreShape::polytope(&points));
        Shape::made(py, core, "hull_of", (array,))
    }

    #[staticmethod]
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
        Shape::made(py, core, "mesh_of", (vertices, faces.as_any().clone(), solid))
    }

    #[staticmethod]
    fn sum_of<'py>(py: Python<'py>, a: Bound<'py, Shape>, b: Bound<'py, Shape>) -> PyResult<Shape> {
        let core = CoreShape::sum(&a.get().core, &b.get().core);
        Shape::made(py, core, "sum_of", (a, b))
    }

    #[staticmethod]
    fn convex_hull_of<'py>(
        py: Python<'py>,
        a: Bound<'py, Shape>,
        b: Bound<'py, Shape>,
    ) -> PyResult<Shape> {
        let core = CoreShape::hull(&a.get().core, &b.get().core);
        Shape::made(py, core, "convex_hull_of", (a, b))
    }

    #[staticmethod]
    fn placed_by<'py>(
        py: Python<'py>,
        shape: Bound<'py, Shape>,
        pose: Bound<'py, PyAny>,
    ) -> PyResult<Shape> {
        let placement = pose.extract::<Array<'_>>()?.pose()?;
        let core = shape.get().core.placed(&placement);
        Shape::made(py, core, "placed_by", (shape, pose))
    }

    /// How the shape was made: a static method's name and its arguments.
    fn recipe(&self, py: Python<'_>) -> (&'static str, Py<PyTuple>) {
        (self.maker, self.arguments.clone_ref(py))
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
