//! Making shapes.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::Error;
use crate::scene::shapes::Shape as Stored;
use solid_geometry::math::vector::{abs, is_finite};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::mesh::Builder;
use solid_geometry::mesh::Soup;
use solid_geometry::mesh::builder::PolytopeKind;
use solid_geometry::shape::Primitive;
use solid_geometry::shape::composed::Refusal;

/// A shape in its local coordinates, about the origin; what is round, long or flat has the y-axis for its axis.
///
/// Lengths are full extents, as those of the C functions, and count by magnitude; zero ones make a shape flat or sharp.
/// A number that is not finite is an [`Error::NotFinite`].
pub struct Shape {
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    Convex(Primitive),
    Mesh { soup: Arc<Soup>, vertices: usize },
}

impl Shape {
    fn convex(primitive: Primitive) -> Result<Shape, Error> {
        let kind = Kind::Convex(primitive);
        let valid = matches!(&kind, Kind::Convex(primitive) if primitive.is_valid());
        if valid { Ok(Shape { kind }) } else { Err(Error::NotFinite) }
    }

    /// A point.
    pub fn point(at: impl Into<Vec3>) -> Result<Shape, Error> {
        let at = at.into();
        Shape::convex(Primitive::Segment { from: at, to: at })
    }

    /// The line segment between two points.
    pub fn segment(from: impl Into<Vec3>, to: impl Into<Vec3>) -> Result<Shape, Error> {
        Shape::convex(Primitive::Segment { from: from.into(), to: to.into() })
    }

    /// A box of full extents along the axes; flat where one is zero.
    pub fn cuboid(extents: impl Into<Vec3>) -> Result<Shape, Error> {
        Shape::convex(Primitive::Box(abs(&extents.into()) * 0.5))
    }

    /// A sphere.
    pub fn sphere(radius: f64) -> Result<Shape, Error> {
        Shape::convex(Primitive::sphere(radius.abs()))
    }

    /// An ellipsoid with its radii along the axes.
    pub fn ellipsoid(radii: impl Into<Vec3>) -> Result<Shape, Error> {
        Shape::convex(Primitive::Ellipsoid(abs(&radii.into())))
    }

    /// A cone: its apex at `height / 2`, its base at `-height / 2`.
    pub fn cone(radius: f64, height: f64) -> Result<Shape, Error> {
        Shape::convex(Primitive::Cone { radius: radius.abs(), half_height: height.abs() * 0.5 })
    }

    /// A cylinder, from `-height / 2` to `height / 2`; a disc where the height is zero.
    pub fn cylinder(radius: f64, height: f64) -> Result<Shape, Error> {
        Shape::convex(Primitive::Cylinder { radius: radius.abs(), half_height: height.abs() * 0.5 })
    }

    /// All points within `radius` of the segment from `-height / 2` to `height / 2`.
    pub fn capsule(radius: f64, height: f64) -> Result<Shape, Error> {
        Shape::rounded_cuboid([0.0, height, 0.0], radius)
    }

    /// All points within `radius` of a box of these extents: a rounded box, or a lozenge where one is zero.
    pub fn rounded_cuboid(extents: impl Into<Vec3>, radius: f64) -> Result<Shape, Error> {
        Shape::convex(Primitive::Round { half: abs(&extents.into()) * 0.5, radius: radius.abs() })
    }

    /// All points within `rounding` of a disc.
    pub fn wheel(radius: f64, rounding: f64) -> Result<Shape, Error> {
        Shape::convex(Primitive::Wheel { radius: radius.abs(), rounding: rounding.abs() })
    }

    /// The convex hull of points, in any order, inner and repeated ones included.
    pub fn polytope(points: &[Vec3]) -> Result<Shape, Error> {
        if points.is_empty() {
            return Err(Error::Empty);
        }
        if !points.iter().all(is_finite) {
            return Err(Error::NotFinite);
        }
        Primitive::polytope(points).map_err(refused).and_then(Shape::convex)
    }

    /// A mesh: faces, each the convex hull of the vertices whose places in `vertices` it names. They need not be connected,
    /// nor be triangles. It has no inside: what counts is its faces.
    ///
    /// Takes O(n log n) time.
    pub fn mesh<F: AsRef<[u32]>>(vertices: &[Vec3], faces: &[F]) -> Result<Shape, Error> {
        let mut builder = Builder::new();
        for (face, places) in faces.iter().enumerate() {
            let places = places.as_ref();
            if places.iter().any(|&place| place as usize >= vertices.len()) {
                return Err(Error::NoSuchVertex { face });
            }
            builder.vertex_indices(PolytopeKind::Polyhedron, places);
        }
        let (soup, problems) = builder.finish(Some(&|place: u32| vertices[place as usize]));
        if problems.too_large {
            return Err(Error::TooLarge);
        }
        if problems.not_finite {
            return Err(Error::NotFinite);
        }
        if soup.is_empty() {
            return Err(Error::Empty);
        }
        Ok(Shape { kind: Kind::Mesh { soup: Arc::new(soup), vertices: vertices.len() } })
    }

    /// The Minkowski sum of two shapes; a mesh counts as its convex hull.
    pub fn sum(a: &Shape, b: &Shape) -> Result<Shape, Error> {
        Primitive::sum(&a.operand()?, &b.operand()?).map_err(refused).and_then(Shape::convex)
    }

    /// The convex hull of two shapes; a mesh counts as its own.
    pub fn hull(a: &Shape, b: &Shape) -> Result<Shape, Error> {
        Primitive::hull(&a.operand()?, &b.operand()?).map_err(refused).and_then(Shape::convex)
    }

    /// The shape as a placement of its local coordinates puts it, sheared and mirrored ones included.
    pub fn placed(&self, placement: &Placement) -> Result<Shape, Error> {
        self.operand()?.placed(placement).map_err(refused).and_then(Shape::convex)
    }

    fn operand(&self) -> Result<Primitive, Error> {
        match &self.kind {
            Kind::Convex(primitive) => Ok(primitive.clone()),
            Kind::Mesh { soup, .. } => Primitive::polytope(&soup.finite_points()).map_err(refused),
        }
    }

    pub(super) fn stored(self) -> Stored {
        match self.kind {
            Kind::Convex(primitive) => Stored::Primitive(primitive),
            Kind::Mesh { soup, .. } => Stored::Complex(Some(soup)),
        }
    }
}

fn refused(refusal: Refusal) -> Error {
    match refusal {
        Refusal::TooComplex => Error::TooLarge,
        Refusal::NotFinite => Error::NotFinite,
    }
}
