//! Shapes.

use super::Result;
use super::numbers::{fail, placement, vector, vectors};
use solid::space::Shape as Inner;
use solid_geometry::query::ShapeKind;
use wasm_bindgen::prelude::*;

/// What building a mesh takes at most, in bytes a vertex or index. Without so much it is refused: memory that gives out in the middle
/// would end the module.
const BYTES: usize = 512;

/// A shape in its local coordinates, about the origin, for any number of objects. What is round, long or flat has the y-axis for its
/// axis. Lengths are full extents and count by magnitude; zero makes a shape flat or sharp.
///
/// A number that is not finite, and what else cannot be a shape, throws an Error. The memory is freed by `free()`, or when the garbage
/// collector finds the shape; objects keep what they need of it.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Shape(pub(crate) Inner);

#[wasm_bindgen]
impl Shape {
    /// A point.
    pub fn point(x: f64, y: f64, z: f64) -> Result<Shape> {
        Ok(Shape(Inner::point([x, y, z])?))
    }

    /// The line segment between two points.
    pub fn segment(
        #[wasm_bindgen(unchecked_param_type = "Numbers")] from: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Numbers")] to: &[f64],
    ) -> Result<Shape> {
        Ok(Shape(Inner::segment(vector(from)?, vector(to)?)?))
    }

    /// A box of these extents along the axes.
    #[wasm_bindgen(js_name = "box")]
    pub fn cuboid(x: f64, y: f64, z: f64) -> Result<Shape> {
        Ok(Shape(Inner::cuboid([x, y, z])?))
    }

    /// A sphere.
    pub fn sphere(radius: f64) -> Result<Shape> {
        Ok(Shape(Inner::sphere(radius)?))
    }

    /// An ellipsoid of these radii along the axes.
    pub fn ellipsoid(x: f64, y: f64, z: f64) -> Result<Shape> {
        Ok(Shape(Inner::ellipsoid([x, y, z])?))
    }

    /// A cone: its apex at y = `height / 2`, its base at y = `-height / 2`.
    pub fn cone(radius: f64, height: f64) -> Result<Shape> {
        Ok(Shape(Inner::cone(radius, height)?))
    }

    /// A cylinder, from y = `-height / 2` to y = `height / 2`; a disc where the height is zero.
    pub fn cylinder(radius: f64, height: f64) -> Result<Shape> {
        Ok(Shape(Inner::cylinder(radius, height)?))
    }

    /// All points within `radius` of the segment from y = `-height / 2` to y = `height / 2`.
    pub fn capsule(radius: f64, height: f64) -> Result<Shape> {
        Ok(Shape(Inner::capsule(radius, height)?))
    }

    /// All points whose dot product with a normal, which points out of the shape, is no larger than `offset`. It has no bounds.
    #[wasm_bindgen(js_name = "halfSpace")]
    pub fn half_space(
        #[wasm_bindgen(unchecked_param_type = "Numbers")] normal: &[f64],
        offset: f64,
    ) -> Result<Shape> {
        Ok(Shape(Inner::half_space(vector(normal)?, offset)?))
    }

    /// All points within `radius` of a box of these extents.
    #[wasm_bindgen(js_name = "roundBox")]
    pub fn round_box(x: f64, y: f64, z: f64, radius: f64) -> Result<Shape> {
        Ok(Shape(Inner::round_box([x, y, z], radius)?))
    }

    /// All points within `rounding` of a disc of this radius across the y-axis.
    pub fn wheel(radius: f64, rounding: f64) -> Result<Shape> {
        Ok(Shape(Inner::wheel(radius, rounding)?))
    }

    /// The hull of two rectangles across the y-axis, of these extents along x and z: the bottom at y = `-height / 2`, the top at
    /// y = `height / 2`. A pyramid where the top has no extents.
    #[wasm_bindgen(js_name = "frustum")]
    pub fn frustum(
        bottom_x: f64,
        bottom_z: f64,
        top_x: f64,
        top_z: f64,
        height: f64,
    ) -> Result<Shape> {
        Ok(Shape(Inner::frustum([bottom_x, bottom_z], [top_x, top_z], height)?))
    }

    /// The convex hull of points, three numbers each, in any order. Takes O(n log n) time.
    pub fn polytope(
        #[wasm_bindgen(unchecked_param_type = "Numbers")] points: &[f64],
    ) -> Result<Shape> {
        room_for(points.len())?;
        Ok(Shape(Inner::polytope(&vectors(points)?)?))
    }

    /// A mesh of triangles: the vertices have three numbers each, the triangles three vertices each, which they name by their places.
    /// What counts is the surface, unless `solid` is true: then the inside belongs to it, and the surface must be closed. Takes
    /// O(n log n) time.
    pub fn mesh(
        #[wasm_bindgen(unchecked_param_type = "Numbers")] vertices: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Numbers")] triangles: &[u32],
        solid: Option<bool>,
    ) -> Result<Shape> {
        room_for(vertices.len() + triangles.len())?;
        let (faces, rest) = triangles.as_chunks::<3>();
        if !rest.is_empty() {
            return fail(format!(
                "triangles have 3 vertices each, and {} is no multiple of 3",
                triangles.len()
            ));
        }
        let mesh = Inner::mesh(&vectors(vertices)?, faces)?;
        Ok(Shape(if solid == Some(true) { mesh.into_solid()? } else { mesh }))
    }

    /// A mesh of convex polyhedra, each the hull of some of the vertices: `counts` has the number of its vertices, `indices` their
    /// places in `vertices`, polyhedron after polyhedron. So a concave body is made of convex parts.
    pub fn polyhedra(
        #[wasm_bindgen(unchecked_param_type = "Numbers")] vertices: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Numbers")] indices: &[u32],
        #[wasm_bindgen(unchecked_param_type = "Numbers")] counts: &[u32],
    ) -> Result<Shape> {
        let faces = faces(vertices, indices, counts)?;
        Ok(Shape(Inner::mesh(&vectors(vertices)?, &faces)?))
    }

    /// A mesh of flat polygons, which may be concave: their vertices go around in order, in either direction. The arguments are those of
    /// `polyhedra`.
    pub fn polygons(
        #[wasm_bindgen(unchecked_param_type = "Numbers")] vertices: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Numbers")] indices: &[u32],
        #[wasm_bindgen(unchecked_param_type = "Numbers")] counts: &[u32],
    ) -> Result<Shape> {
        let faces = faces(vertices, indices, counts)?;
        Ok(Shape(Inner::mesh_of_concave_polygons(&vectors(vertices)?, &faces)?))
    }

    /// The Minkowski sum of two shapes, such as a polytope and a sphere: a rounded polytope. A mesh counts as its convex hull.
    pub fn sum(a: &Shape, b: &Shape) -> Result<Shape> {
        Ok(Shape(Inner::sum(&a.0, &b.0)?))
    }

    /// The convex hull of two shapes. A mesh counts as its convex hull.
    pub fn hull(a: &Shape, b: &Shape) -> Result<Shape> {
        Ok(Shape(Inner::hull(&a.0, &b.0)?))
    }

    /// The shape as a pose of its local coordinates puts it, sheared and mirrored ones included. A mesh counts as its convex hull.
    pub fn placed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Pose")] pose: &[f64],
    ) -> Result<Shape> {
        Ok(Shape(self.0.placed(&placement(pose)?)?))
    }

    /// Whether it is one convex body: neither a mesh nor of many parts.
    #[wasm_bindgen(getter, js_name = "isConvex")]
    pub fn is_convex(&self) -> bool {
        matches!(self.0.kind(), ShapeKind::Convex(_))
    }

    /// The number of vertices that a mesh was made of; 0 for a convex shape.
    #[wasm_bindgen(getter, js_name = "vertexCount")]
    pub fn vertex_count(&self) -> usize {
        self.0.vertex_count()
    }

    /// The shape as bytes, which C, Rust and Python programs can read too.
    #[wasm_bindgen(js_name = "toBytes")]
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.0.to_bytes().map_or_else(|| fail("a vertex of the mesh is not finite"), Ok)
    }

    /// The shape that was saved. All answers about it are those about the saved one, to the last bit.
    #[wasm_bindgen(js_name = "fromBytes")]
    pub fn from_bytes(bytes: &[u8]) -> Result<Shape> {
        room_for(bytes.len() / 64)?;
        Ok(Shape(Inner::from_bytes(bytes)?))
    }
}

/// Fails where there is not enough memory for a mesh.
pub(crate) fn room_for(numbers: usize) -> Result<()> {
    let mut probe: Vec<u8> = Vec::new();
    match probe.try_reserve_exact(numbers.saturating_mul(BYTES)) {
        Ok(()) => Ok(()),
        Err(_) => fail("there is not enough memory for so many vertices"),
    }
}

/// The lists of vertices of each face.
fn faces<'a>(vertices: &[f64], indices: &'a [u32], counts: &[u32]) -> Result<Vec<&'a [u32]>> {
    room_for(vertices.len() + indices.len())?;
    let mut rest = indices;
    let mut faces = Vec::with_capacity(counts.len());
    for count in counts {
        let Some((face, others)) = rest.split_at_checked(*count as usize) else {
            return fail("the counts add up to more than there are indices");
        };
        faces.push(face);
        rest = others;
    }
    if rest.is_empty() {
        Ok(faces)
    } else {
        fail("the counts add up to fewer than there are indices")
    }
}
