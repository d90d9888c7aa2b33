//! The shapes of the front door: convex bodies and meshes.

mod error;
mod meshes;
mod parts;

pub use error::ShapeError;

use std::fmt;
use std::sync::Arc;

use super::bodies::BodyShape;
use super::parts::Parts;
use crate::math::vector::is_finite;
use crate::math::{Aabb, Placement, Vec3};
use crate::mesh::PolytopeSoup;
use crate::shape::{HalfSpace, Primitive, SupportFault, SupportFunction};

/// A shape in its local coordinates, about the origin. What is round, long or flat has the y-axis for its axis.
///
/// Lengths are full extents and count by magnitude; zero makes a shape flat or sharp. A number that is not finite is an
/// error. Cloning is cheap: large data is shared.
///
/// ```
/// use solid_geometry::{Shape, ShapeError};
///
/// let tetrahedron = Shape::polytope(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Into::into))?;
/// let rounded = Shape::sum(&tetrahedron, &Shape::sphere(0.1)?)?;
/// assert_eq!(Shape::sphere(f64::NAN).unwrap_err(), ShapeError::NotFinite);
/// # drop(rounded);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone)]
pub struct Shape {
    kind: ShapeKind,
    vertex_count: usize,
}

/// What a [`Shape`] is made of.
///
/// ```
/// use solid_geometry::shape::Primitive;
/// use solid_geometry::{Shape, Vec3, query::ShapeKind};
///
/// let ShapeKind::Convex(Primitive::Box(half)) = Shape::cuboid([2.0, 4.0, 6.0])?.into_kind() else {
///     panic!("a box stays one")
/// };
/// assert_eq!(half, Vec3::new(1.0, 2.0, 3.0)); // half of the extents
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub enum ShapeKind {
    /// One convex body.
    Convex(Primitive),
    /// A set of convex polytopes, most often triangles.
    Mesh(Arc<PolytopeSoup>),
    /// A body that consists of others: see [`Shape::compound`].
    Parts(Arc<dyn Parts>),
}

impl TryFrom<Primitive> for Shape {
    type Error = ShapeError;

    fn try_from(primitive: Primitive) -> Result<Shape, ShapeError> {
        if !primitive.is_valid() {
            return Err(ShapeError::NotFinite);
        }
        Ok(Shape { kind: ShapeKind::Convex(primitive), vertex_count: 0 })
    }
}

impl TryFrom<Arc<PolytopeSoup>> for Shape {
    type Error = ShapeError;

    /// A mesh. [`ShapeError::Empty`] if it has no face that can be hit.
    fn try_from(mesh: Arc<PolytopeSoup>) -> Result<Shape, ShapeError> {
        if mesh.bounds().is_empty() {
            return Err(ShapeError::Empty);
        }
        let vertex_count = mesh.vertex_count();
        Ok(Shape { kind: ShapeKind::Mesh(mesh), vertex_count })
    }
}

impl Shape {
    /// A mesh that was made of so many vertices; `None` if it cannot be hit, or has more.
    pub(super) fn of_saved(mesh: Arc<PolytopeSoup>, vertex_count: usize) -> Option<Shape> {
        let is_known = mesh.vertex_count() <= vertex_count;
        let shape = Shape::try_from(mesh).ok().filter(|_| is_known)?;
        Some(Shape { vertex_count, ..shape })
    }

    /// The shape as made of so many vertices, where it names no more than these.
    #[doc(hidden)]
    pub fn with_vertex_count(self, vertex_count: usize) -> Shape {
        Shape { vertex_count: vertex_count.max(self.vertex_count), ..self }
    }

    /// A convex body of which only its support mapping is known. The function is called some three hundred times;
    /// [`ShapeError::BadSupport`] if it cannot be one.
    pub fn from_support(function: impl SupportFunction + 'static) -> Result<Shape, ShapeError> {
        Primitive::from_support(function)?.try_into()
    }

    /// What was noticed of a shape's support function during queries, since this was last asked; answers in between may be wrong.
    /// `None` for shapes that are made otherwise, sums, hulls and compounds of functions included.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, Vec3, query, shape::SupportFault};
    /// # use std::sync::{Arc, atomic::{AtomicBool, Ordering::Relaxed}};
    /// let breaks = Arc::new(AtomicBool::new(false));
    /// let breaking = Arc::clone(&breaks);
    /// let ball = Shape::from_support(move |d: &Vec3| if breaking.load(Relaxed) { d * f64::NAN } else { *d })?;
    /// breaks.store(true, Relaxed);
    /// let (here, there) = (Placement::IDENTITY, Placement::translation([1.5, 0.0, 0.0]));
    /// query::distance(&ball, &here, &Shape::cuboid([1.0; 3])?, &there);
    /// assert_eq!(ball.take_support_fault(), Some(SupportFault::NotFinite));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn take_support_fault(&self) -> Option<SupportFault> {
        match &self.kind {
            ShapeKind::Convex(Primitive::Function(shape)) => shape.take_fault(),
            ShapeKind::Convex(_) | ShapeKind::Mesh(_) | ShapeKind::Parts(_) => None,
        }
    }

    /// A point, as a shape.
    pub fn point(at: impl Into<Vec3>) -> Result<Shape, ShapeError> {
        let at = at.into();
        Primitive::Segment { from: at, to: at }.try_into()
    }

    /// The line segment between two points.
    pub fn segment(from: impl Into<Vec3>, to: impl Into<Vec3>) -> Result<Shape, ShapeError> {
        Primitive::Segment { from: from.into(), to: to.into() }.try_into()
    }

    /// A box of full extents along the axes; flat where one is zero.
    pub fn cuboid(extents: impl Into<Vec3>) -> Result<Shape, ShapeError> {
        let extents: Vec3 = extents.into();
        Primitive::Box(extents.abs() * 0.5).try_into()
    }

    /// A sphere of this radius about the origin.
    pub fn sphere(radius: f64) -> Result<Shape, ShapeError> {
        Primitive::sphere(radius.abs()).try_into()
    }

    /// An ellipsoid with its radii along the axes; an ellipse where one is zero.
    pub fn ellipsoid(radii: impl Into<Vec3>) -> Result<Shape, ShapeError> {
        let radii: Vec3 = radii.into();
        Primitive::Ellipsoid(radii.abs()).try_into()
    }

    /// A cone: its apex at `height / 2`, its base at `-height / 2`.
    pub fn cone(radius: f64, height: f64) -> Result<Shape, ShapeError> {
        Primitive::Cone { radius: radius.abs(), half_height: height.abs() * 0.5 }.try_into()
    }

    /// A cylinder, from `-height / 2` to `height / 2`; a disc where the height is zero.
    pub fn cylinder(radius: f64, height: f64) -> Result<Shape, ShapeError> {
        Primitive::Cylinder { radius: radius.abs(), half_height: height.abs() * 0.5 }.try_into()
    }

    /// The hull of two rectangles across the y-axis, of full extents along x and z: `bottom` at `-height / 2`, `top` at
    /// `height / 2`. A pyramid where one has no extents.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query};
    /// let pyramid = Shape::frustum([4.0, 4.0], [0.0, 0.0], 2.0)?; // its apex is at y = 1
    /// let hit = query::ray(&pyramid, &Placement::IDENTITY, [1.0, 9.0, 0.0], [1.0, -9.0, 0.0]).expect("a hit");
    /// assert!(hit.point.y.abs() < 1e-6); // half of the way down the side
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn frustum(bottom: [f64; 2], top: [f64; 2], height: f64) -> Result<Shape, ShapeError> {
        let half = |extents: [f64; 2]| extents.map(|x| x.abs() * 0.5);
        let half_height = height.abs() * 0.5;
        Primitive::Frustum { bottom: half(bottom), top: half(top), half_height }.try_into()
    }

    /// All points within `radius` of the segment from `-height / 2` to `height / 2`.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query};
    /// let (capsule, ball) = (Shape::capsule(1.0, 4.0)?, Shape::sphere(1.0)?); // from y = -3 to y = 3
    /// let above = Placement::translation([0.0, 6.0, 0.0]);
    /// assert_eq!(query::distance(&capsule, &Placement::IDENTITY, &ball, &above), Some(2.0));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn capsule(radius: f64, height: f64) -> Result<Shape, ShapeError> {
        Shape::round_box([0.0, height, 0.0], radius)
    }

    /// All points within `radius` of a box of these extents: a rounded box, or a lozenge where one is zero.
    pub fn round_box(extents: impl Into<Vec3>, radius: f64) -> Result<Shape, ShapeError> {
        let extents: Vec3 = extents.into();
        Primitive::Round { half: extents.abs() * 0.5, radius: radius.abs() }.try_into()
    }

    /// All points within `rounding` of a disc of this radius across the y-axis.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query};
    /// let (wheel, point) = (Shape::wheel(3.0, 0.5)?, Shape::point([6.0, 0.0, 0.0])?);
    /// let here = Placement::IDENTITY; // the axle is the y-axis
    /// assert_eq!(query::distance(&wheel, &here, &point, &here), Some(2.5)); // the radius is 3 + 0.5
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn wheel(radius: f64, rounding: f64) -> Result<Shape, ShapeError> {
        Primitive::Wheel { radius: radius.abs(), rounding: rounding.abs() }.try_into()
    }

    /// All points whose dot product with a vector is no larger than an offset: the vector points out of it.
    /// [`ShapeError::BadHalfSpace`] if it is zero.
    ///
    /// It has no bounds, and is no operand of sums and hulls. A placement that flattens it leaves nothing to hit. The depth of two
    /// half-spaces is infinite unless they face each other: no translation separates others.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, Vec3, query};
    /// let (ground, ball) = (Shape::half_space(Vec3::y(), 0.0)?, Shape::sphere(1.0)?); // y <= 0
    /// let (here, above) = (Placement::IDENTITY, Placement::translation([1e6, 5.0, -1e6]));
    /// assert_eq!(query::distance(&ground, &here, &ball, &above), Some(4.0));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn half_space(normal: impl Into<Vec3>, offset: f64) -> Result<Shape, ShapeError> {
        let normal = normal.into();
        if !(is_finite(&normal) && offset.is_finite()) {
            return Err(ShapeError::NotFinite);
        }
        let half_space = HalfSpace::new(normal, offset).ok_or(ShapeError::BadHalfSpace)?;
        Primitive::HalfSpace(half_space).try_into()
    }

    /// The convex hull of points, in any order, inner and repeated ones included. Takes O(n log n) time but for contrived
    /// input. [`ShapeError::Empty`] if there are none.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query};
    /// let diamond = [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, -2.0], [0.0, 1.0, 0.0]];
    /// let (hull, here) = (Shape::polytope(&diamond.map(Into::into))?, Placement::IDENTITY);
    /// let inner = Shape::point([0.0, 0.5, 0.0])?;
    /// assert!(query::intersects(&hull, &here, &inner, &here));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn polytope(points: &[Vec3]) -> Result<Shape, ShapeError> {
        if points.is_empty() {
            return Err(ShapeError::Empty);
        }
        if !points.iter().all(is_finite) {
            return Err(ShapeError::NotFinite);
        }
        Primitive::polytope(points)?.try_into()
    }

    /// The Minkowski sum of two shapes; a mesh counts as its convex hull. [`ShapeError::TooLarge`] if it is made of more than 1024
    /// others, or nested more than 16 deep.
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query};
    /// let rounded = Shape::sum(&Shape::cylinder(1.0, 4.0)?, &Shape::sphere(0.5)?)?; // from y = -2.5 to y = 2.5
    /// let (here, above) = (Placement::IDENTITY, Shape::point([0.0, 4.0, 0.0])?);
    /// let distance = query::distance(&rounded, &here, &above, &here).expect("both are finite");
    /// assert!((distance - 1.5).abs() < 1e-6);
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn sum(a: &Shape, b: &Shape) -> Result<Shape, ShapeError> {
        Primitive::sum(&a.convex_hull()?, &b.convex_hull()?)?.try_into()
    }

    /// The convex hull of two shapes. Errors are those of [`Shape::sum`].
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query};
    /// let drop = Shape::hull(&Shape::sphere(1.0)?, &Shape::point([0.0, 3.0, 0.0])?)?;
    /// let (here, above) = (Placement::IDENTITY, Shape::point([0.0, 5.0, 0.0])?);
    /// let distance = query::distance(&drop, &here, &above, &here).expect("both are finite");
    /// assert!((distance - 2.0).abs() < 1e-6); // from the tip
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn hull(a: &Shape, b: &Shape) -> Result<Shape, ShapeError> {
        Primitive::hull(&a.convex_hull()?, &b.convex_hull()?)?.try_into()
    }

    /// The shape as a placement of its local coordinates puts it, sheared and mirrored ones included; a mesh counts as its
    /// convex hull. Errors are those of [`Shape::sum`].
    ///
    /// ```
    /// # use solid_geometry::{Placement, Shape, query};
    /// let mut placement = Placement::translation([5.0, 0.0, 0.0]);
    /// placement.scale(&[2.0, 1.0, 1.0].into());
    /// let egg = Shape::sphere(1.0)?.placed(&placement)?; // from x = 3 to x = 7
    /// let (here, origin) = (Placement::IDENTITY, Shape::point([0.0; 3])?);
    /// let distance = query::distance(&egg, &here, &origin, &here).expect("both are finite");
    /// assert!((distance - 3.0).abs() < 1e-6);
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn placed(&self, placement: &Placement) -> Result<Shape, ShapeError> {
        self.convex_hull()?.placed(placement)?.try_into()
    }

    fn convex_hull(&self) -> Result<Primitive, ShapeError> {
        match &self.kind {
            ShapeKind::Convex(primitive) => Ok(primitive.clone()),
            ShapeKind::Mesh(mesh) => Ok(Primitive::polytope(&mesh.finite_points())?),
            ShapeKind::Parts(_) => Err(ShapeError::NotAMesh),
        }
    }

    /// The box around the shape in its own coordinates.
    ///
    /// ```
    /// # use solid_geometry::Shape;
    /// let bounds = Shape::cone(1.0, 4.0)?.bounds();
    /// assert_eq!((bounds.min.y, bounds.max.x), (-2.0, 1.0));
    /// # Ok::<(), solid_geometry::ShapeError>(())
    /// ```
    pub fn bounds(&self) -> Aabb {
        self.view().bounds()
    }

    /// The number of vertices that a mesh was made of, unused ones included; 0 for a convex shape.
    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// What the shape is made of.
    pub fn kind(&self) -> &ShapeKind {
        &self.kind
    }

    /// What the shape is made of.
    pub fn into_kind(self) -> ShapeKind {
        self.kind
    }

    /// The shape as queries see it.
    pub fn view(&self) -> BodyShape<'_> {
        match &self.kind {
            ShapeKind::Convex(primitive) => BodyShape::Convex(primitive),
            ShapeKind::Mesh(mesh) => BodyShape::Soup(mesh),
            ShapeKind::Parts(parts) => BodyShape::Parts(parts),
        }
    }
}

/// What the shape is: the dimensions of a simple body, and of others their kind, size and box.
impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Aabb { min, max } = self.bounds();
        let (min, max): ([f64; 3], [f64; 3]) = (min.into(), max.into());
        let mut described = match &self.kind {
            ShapeKind::Convex(Primitive::Composite(_) | Primitive::Function(_)) => {
                f.debug_struct("ConvexBody")
            }
            ShapeKind::Convex(primitive) => return primitive.fmt(f),
            ShapeKind::Mesh(mesh) => {
                let mut described = f.debug_struct(if mesh.is_solid() { "Solid" } else { "Mesh" });
                described.field("faces", &mesh.len()).field("vertices", &self.vertex_count);
                described
            }
            ShapeKind::Parts(parts) => return parts.fmt(f),
        };
        described.field("min", &min).field("max", &max).finish()
    }
}
