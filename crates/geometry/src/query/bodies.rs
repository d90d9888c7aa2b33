//! Two placed shapes, prepared for queries.

use std::sync::Arc;

use super::local_bounds::placed_box;
use super::parts::Parts;
use crate::bvh::{OneLeaf, TreeSide};
use crate::convex::relative::RelativePlacement;
use crate::math::vector::is_singular;
use crate::math::{Aabb, Placement, Vec3};
use crate::mesh::PolytopeSoup;
use crate::shape::{Primitive, Support};

/// A shape that can be hit and its placement: what queries about objects of a world take.
///
/// ```
/// use solid_geometry::query::Body;
/// use solid_geometry::{Placement, Shape};
///
/// let (ball, nowhere) = (Shape::sphere(1.0)?, Placement::translation([f64::NAN; 3]));
/// assert!(Body::new(ball.view(), &Placement::IDENTITY).is_some());
/// assert!(Body::new(ball.view(), &nowhere).is_none());
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Body<'a> {
    /// The shape.
    pub shape: BodyShape<'a>,
    /// Its placement; finite.
    pub placement: &'a Placement,
}

/// A shape that can be hit.
///
/// ```
/// use solid_geometry::Shape;
/// use solid_geometry::query::BodyShape;
///
/// let corners = [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]].map(Into::into);
/// let square = Shape::mesh(&corners, &[[0, 1, 2], [0, 2, 3]])?;
/// let parts = match square.view() {
///     BodyShape::Convex(_) => 1,
///     BodyShape::Soup(soup) => soup.len(),
///     BodyShape::Parts(parts) => parts.count() as usize,
/// };
/// assert_eq!(parts, 2);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy)]
pub enum BodyShape<'a> {
    /// A convex solid.
    Convex(&'a Primitive),
    /// A soup of at least one polytope that can be hit.
    Soup(&'a PolytopeSoup),
    /// A body that consists of others.
    Parts(&'a Arc<dyn Parts>),
}

impl BodyShape<'_> {
    /// Its local bounding box.
    pub(crate) fn bounds(&self) -> Aabb {
        match self {
            BodyShape::Convex(shape) => shape.bounds(),
            BodyShape::Soup(soup) => soup.bounds(),
            BodyShape::Parts(parts) => parts.bounds(),
        }
    }

    /// Of each local coordinate, the largest absolute value.
    pub(crate) fn absolute_extents(&self) -> Vec3 {
        match self {
            BodyShape::Convex(shape) => shape.absolute_extents(),
            BodyShape::Soup(soup) => soup.absolute_extents(),
            BodyShape::Parts(parts) => parts.bounds().absolute_extents(),
        }
    }

    /// As a side of a walk through two trees. `leaf` is where the box of a convex solid is kept.
    pub(crate) fn side<'s>(&'s self, leaf: &'s mut Option<OneLeaf>) -> TreeSide<'s> {
        match self {
            BodyShape::Soup(soup) => soup.tree().side(),
            shape => leaf.insert(OneLeaf::new(&shape.bounds())).side(),
        }
    }
}

impl<'a> Body<'a> {
    /// A shape and its placement. `None` where there is nothing to hit: a placement that is not finite, a mesh without
    /// finite vertices, a half-space that the placement flattens.
    #[inline]
    pub fn new(shape: BodyShape<'a>, placement: &'a Placement) -> Option<Body<'a>> {
        // The test alone is a call: a body returned through memory is a store-forwarding stall, 5 ns a query.
        let body = Body { shape, placement };
        body.can_be_hit().then_some(body)
    }

    fn can_be_hit(self) -> bool {
        let is_empty = match self.shape {
            BodyShape::Soup(soup) => soup.bounds().is_empty(),
            // Flattened, it has no inside.
            BodyShape::Convex(shape) => {
                shape.as_half_space().is_some() && is_singular(&self.placement.basis)
            }
            BodyShape::Parts(parts) => parts.bounds().is_empty(),
        };
        !is_empty && self.placement.is_finite()
    }

    /// A box around the body in the world, in which rounding is allowed for.
    #[inline]
    pub(super) fn placed_box(&self) -> Aabb {
        placed_box(&self.shape.bounds(), self.placement)
    }

    /// Whether it is a half-space, which has no bounds.
    pub fn is_half_space(&self) -> bool {
        self.shape.half_space().is_some()
    }
}

/// The shapes of two bodies.
///
/// ```
/// use solid_geometry::query::{Body, BodyPair, Shapes};
/// use solid_geometry::{Placement, Shape};
///
/// let (ball, here) = (Shape::sphere(1.0)?, Placement::IDENTITY);
/// let body = Body::new(ball.view(), &here).expect("finite");
/// let pair = BodyPair::new(body, body).expect("in range");
/// assert!(matches!(pair.shapes, Shapes::Convex(..)));
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy)]
pub enum Shapes<'a> {
    /// Two convex solids.
    Convex(&'a Primitive, &'a Primitive),
    /// A soup, always the first, and a convex solid.
    Mixed(&'a PolytopeSoup, &'a Primitive),
    /// Two soups.
    Soups(&'a PolytopeSoup, &'a PolytopeSoup),
    /// Two of which one at least consists of others.
    Parts(BodyShape<'a>, BodyShape<'a>),
}

impl<'a> Shapes<'a> {
    /// The two, each by itself.
    pub(crate) fn each(self) -> [BodyShape<'a>; 2] {
        use BodyShape::{Convex, Soup};
        match self {
            Shapes::Convex(a, b) => [Convex(a), Convex(b)],
            Shapes::Mixed(a, b) => [Soup(a), Convex(b)],
            Shapes::Soups(a, b) => [Soup(a), Soup(b)],
            Shapes::Parts(a, b) => [a, b],
        }
    }
}

/// Two bodies in the order of a callback's arguments: a soup first, otherwise the object that was created earlier. So a query
/// with the bodies in reverse order gets the same answer, mirrored.
///
/// ```
/// use solid_geometry::query::{Body, BodyPair};
/// use solid_geometry::{Placement, Shape};
///
/// let corners = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Into::into);
/// let (ball, triangle) = (Shape::sphere(1.0)?, Shape::mesh(&corners, &[[0, 1, 2]])?);
/// let (above, here) = (Placement::translation([1.0, 1.0, 3.0]), Placement::IDENTITY);
/// let (a, b) = Body::new(ball.view(), &above).zip(Body::new(triangle.view(), &here)).expect("finite");
/// let pair = BodyPair::new(a, b).expect("in range");
/// assert!(pair.swapped); // a mesh becomes A
/// let found = pair.closest_points(1e-9).expect("both are finite"); // in the order of the query
/// assert!((found.distance - 2.0).abs() < 1e-9 && (found.points[0].z - 2.0).abs() < 1e-9);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct BodyPair<'a> {
    /// The shapes of A and of B.
    pub shapes: Shapes<'a>,
    /// The placements of A and of B.
    pub placements: [&'a Placement; 2],
    /// Their relative placement.
    pub relative: RelativePlacement,
    /// Whether A is the second object of the query.
    pub swapped: bool,
}

impl<'a> BodyPair<'a> {
    /// A pair of bodies. A is the first, unless the second is a soup and the first is convex. `None` where coordinates leave the range
    /// of numbers.
    pub fn new(first: Body<'a>, second: Body<'a>) -> Option<BodyPair<'a>> {
        use BodyShape::{Convex, Soup};
        let (a, b) = (first.placement, second.placement);
        let (shapes, [a, b], swapped) = match (first.shape, second.shape) {
            (Convex(p), Convex(q)) => (Shapes::Convex(p, q), [a, b], false),
            (Soup(p), Convex(q)) => (Shapes::Mixed(p, q), [a, b], false),
            (Convex(p), Soup(q)) => (Shapes::Mixed(q, p), [b, a], true),
            (Soup(p), Soup(q)) => (Shapes::Soups(p, q), [a, b], false),
            (p, q) => (Shapes::Parts(p, q), [a, b], false),
        };
        let [extents_a, extents_b] = match shapes {
            // Each of its parts has a relative placement of its own, and there may be some without bounds.
            Shapes::Parts(..) => [Vec3::zeros(); 2],
            _ => shapes.each().map(|shape| shape.absolute_extents()),
        };
        let relative = RelativePlacement::new(&extents_a, a, &extents_b, b)?;
        Some(BodyPair { shapes, placements: [a, b], relative, swapped })
    }

    /// Whether B comes first in the order of two meshes that is that of neither query.
    pub(crate) fn is_reversed(&self) -> bool {
        if self.has_parts() {
            return self.outer() == 1;
        }
        let [a, b] = self.shapes.each().map(|shape| shape.absolute_extents());
        matches!(self.shapes, Shapes::Soups(..)) && !self.relative.comes_first(&a, &b)
    }

    /// The pair with the other one of two meshes as A.
    pub(crate) fn reversed(&self) -> BodyPair<'a> {
        let Shapes::Soups(a, b) = self.shapes else { return *self };
        let [of_a, of_b] = self.placements;
        BodyPair {
            shapes: Shapes::Soups(b, a),
            placements: [of_b, of_a],
            relative: self.relative.swapped(),
            swapped: !self.swapped,
        }
    }

    /// A and B.
    pub(crate) fn bodies(&self) -> [Body<'a>; 2] {
        let ([a, b], [of_a, of_b]) = (self.shapes.each(), self.placements);
        [Body { shape: a, placement: of_a }, Body { shape: b, placement: of_b }]
    }

    /// What belongs to A and to B, in the order of the query.
    pub fn in_order<T>(&self, of_a: T, of_b: T) -> [T; 2] {
        if self.swapped { [of_b, of_a] } else { [of_a, of_b] }
    }

    /// The numbers of parts of A and of B, in the order of the query, as the meshes were given them: see [`PolytopeSoup::number`].
    pub fn numbers(&self, [i, j]: PartIndices) -> [u32; 2] {
        match self.shapes {
            Shapes::Convex(..) => [0, 0],
            Shapes::Mixed(a, _) => self.in_order(a.number(i), 0),
            Shapes::Soups(a, b) => self.in_order(a.number(i), b.number(j)),
            Shapes::Parts(a, b) => self.in_order(a.number(i), b.number(j)),
        }
    }

    /// By what number a part of A, 0, or B, 1, is known: that of a piece of a surface depends on the whole.
    #[inline]
    pub(crate) fn name(&self, side: usize, part: u32) -> u32 {
        match (self.shapes, side) {
            (Shapes::Mixed(soup, _) | Shapes::Soups(soup, _), 0) => soup.name(part),
            (Shapes::Soups(_, soup), _) => soup.name(part),
            _ => part,
        }
    }

    /// The point halfway between a point of A and one of B, given in their local coordinates, in world coordinates.
    pub(crate) fn midpoint(&self, [of_a, of_b]: &[Vec3; 2]) -> Vec3 {
        let [a, b] = self.placements;
        a.apply(of_a) * 0.5 + b.apply(of_b) * 0.5
    }

    /// A vector from B towards A, as one from the second object of the query towards the first.
    pub fn directed(&self, v: Vec3) -> Vec3 {
        if self.swapped { -v } else { v }
    }

    /// Whether each body is but one part: there is nothing to walk through.
    pub(crate) fn is_one_pair(&self) -> bool {
        match self.shapes {
            Shapes::Convex(..) => true,
            Shapes::Mixed(a, _) => a.len() == 1,
            Shapes::Soups(a, b) => a.len() == 1 && b.len() == 1,
            Shapes::Parts(..) => false,
        }
    }
}

/// Which parts of the two bodies: 0 for a convex solid, the polytope's number in its soup, and of a body that consists of others
/// the sum of that and [`Part::first`](super::Part::first).
///
/// ```
/// use solid_geometry::query::{Body, BodyPair, PartIndices};
/// use solid_geometry::{Placement, Shape};
///
/// let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [9.0, 0.0, 0.0]].map(Into::into);
/// let mesh = Shape::mesh(&points, &[&[0, 1, 2][..], &[3]])?;
/// let (here, there) = (Placement::IDENTITY, Placement::translation([9.0, 0.0, 5.0]));
/// let ball = Shape::sphere(1.0)?;
/// let (a, b) = Body::new(mesh.view(), &here).zip(Body::new(ball.view(), &there)).expect("finite");
/// let pair = BodyPair::new(a, b).expect("in range");
/// let parts: PartIndices = pair.nearest_parts(1e-6).expect("in range").parts;
/// assert_eq!(parts, [1, 0]); // the second face, and the ball
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub type PartIndices = [u32; 2];

impl BodyPair<'_> {
    /// A distance that is small beside both bodies: a part of the longest half extent of the smaller one.
    pub fn small_distance(&self, part: f64) -> f64 {
        part_of_smaller(part, self.bodies().map(|body| body.longest_half_extent()))
    }
}

impl Body<'_> {
    /// The longest half extent along its local axes, in the units of its placement.
    pub fn longest_half_extent(&self) -> f64 {
        let (half, basis) = (self.shape.bounds().half_extents(), &self.placement.basis);
        (0..3).map(|i| basis.column(i).amax() * half[i]).fold(0.0_f64, f64::max)
    }
}

/// A part of the smaller of two sizes that are not zero; zero if both are.
pub fn part_of_smaller(part: f64, sizes: [f64; 2]) -> f64 {
    let smaller = sizes.into_iter().filter(|size| *size > 0.0).fold(f64::INFINITY, f64::min);
    if smaller.is_finite() { part * smaller } else { 0.0 }
}
