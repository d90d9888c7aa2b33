//! Two placed shapes, prepared for queries, and traversals of their convex parts. All queries about shapes of many parts use
//! them to reach the algorithms for two convex bodies.
//!
//! A query is a [`PartVisitor`]. Two traversals pass it pairs of convex parts, one of each shape: [`visit_overlapping`]
//! those whose boxes overlap; [`visit_nearest`] those whose boxes are within the limit of the visitor, the nearest first
//! (thesis 5.3).

use std::ops::ControlFlow;

use crate::bvh::{
    BoundedVisit, CenteredBox, Differences, FramedBox, OneLeaf, Relative, TreeSide, visit_body,
    visit_pairs, walk_nearest,
};
use crate::convex::relative::RelativePlacement;
use crate::math::{Aabb, Mat3, Placement, Vec3};
use crate::mesh::PolytopeSoup;
use crate::shape::{Primitive, Support};

#[cfg(test)]
mod tests;

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
}

impl BodyShape<'_> {
    /// Its local bounding box.
    pub(crate) fn bounds(&self) -> Aabb {
        match self {
            BodyShape::Convex(shape) => shape.bounds(),
            BodyShape::Soup(soup) => soup.bounds(),
        }
    }

    /// Of each local coordinate, the largest absolute value.
    pub(crate) fn absolute_extents(&self) -> Vec3 {
        match self {
            BodyShape::Convex(shape) => shape.absolute_extents(),
            BodyShape::Soup(soup) => soup.absolute_extents(),
        }
    }

    /// As a side of a walk through two trees. `leaf` is where the box of a convex solid is kept.
    pub(crate) fn side<'s>(&'s self, leaf: &'s mut Option<OneLeaf>) -> TreeSide<'s> {
        match self {
            BodyShape::Convex(shape) => leaf.insert(OneLeaf::new(&shape.bounds())).side(),
            BodyShape::Soup(soup) => soup.tree().side(),
        }
    }
}

impl<'a> Body<'a> {
    /// A shape and its placement. `None` where there is nothing to hit: a placement that is not finite, a mesh without
    /// finite vertices.
    pub fn new(shape: BodyShape<'a>, placement: &'a Placement) -> Option<Body<'a>> {
        let is_empty = matches!(shape, BodyShape::Soup(soup) if soup.bounds().is_empty());
        (!is_empty && placement.is_finite()).then_some(Body { shape, placement })
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
}

impl<'a> Shapes<'a> {
    /// The two, each by itself.
    pub(crate) fn each(self) -> [BodyShape<'a>; 2] {
        use BodyShape::{Convex, Soup};
        match self {
            Shapes::Convex(a, b) => [Convex(a), Convex(b)],
            Shapes::Mixed(a, b) => [Soup(a), Convex(b)],
            Shapes::Soups(a, b) => [Soup(a), Soup(b)],
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
    pub relation: RelativePlacement,
    /// Whether A is the second object of the query.
    pub swapped: bool,
}

impl<'a> BodyPair<'a> {
    /// A pair of bodies; a soup becomes A. `None` where coordinates leave the range of numbers.
    pub fn new(first: Body<'a>, second: Body<'a>) -> Option<BodyPair<'a>> {
        use BodyShape::{Convex, Soup};
        let (a, b) = (first.placement, second.placement);
        let (shapes, [a, b], swapped) = match (first.shape, second.shape) {
            (Convex(p), Convex(q)) => (Shapes::Convex(p, q), [a, b], false),
            (Soup(p), Convex(q)) => (Shapes::Mixed(p, q), [a, b], false),
            (Convex(p), Soup(q)) => (Shapes::Mixed(q, p), [b, a], true),
            (Soup(p), Soup(q)) => (Shapes::Soups(p, q), [a, b], false),
        };
        let [extents_a, extents_b] = shapes.each().map(|shape| shape.absolute_extents());
        let relation = RelativePlacement::new(&extents_a, a, &extents_b, b)?;
        Some(BodyPair { shapes, placements: [a, b], relation, swapped })
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
        }
    }

    /// The point halfway between a point of A and one of B, given in their local coordinates, in world coordinates.
    pub fn midpoint(&self, [of_a, of_b]: &[Vec3; 2]) -> Vec3 {
        let [a, b] = self.placements;
        a.apply(of_a) * 0.5 + b.apply(of_b) * 0.5
    }

    /// A vector from B towards A, as one from the second object of the query towards the first.
    pub fn directed(&self, v: Vec3) -> Vec3 {
        if self.swapped { -v } else { v }
    }

    /// Visits one pair of parts.
    fn visit_part<V: PartVisitor>(&self, visitor: &mut V, parts: PartIndices) -> ControlFlow<()> {
        let relation = &self.relation;
        match self.shapes {
            Shapes::Convex(a, b) => visitor.visit(a, b, parts, relation),
            // As bodies of any kind: a copy of each query less, and a few nanoseconds more.
            Shapes::Mixed(a, b) => {
                visitor.visit(a.primitive(parts[0]).any(), b.any(), parts, relation)
            }
            Shapes::Soups(a, b) => {
                let (a, b) = (a.primitive(parts[0]), b.primitive(parts[1]));
                visitor.visit(a.any(), b.any(), parts, relation)
            }
        }
    }

    /// Whether each body is but one part: there is nothing to walk through.
    pub fn is_one_pair(&self) -> bool {
        match self.shapes {
            Shapes::Convex(..) => true,
            Shapes::Mixed(a, _) => a.len() == 1,
            Shapes::Soups(a, b) => a.len() == 1 && b.len() == 1,
        }
    }
}

/// Which parts of the two bodies: 0 for a convex solid, else the polytope's number in its soup.
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

/// A query about two bodies, computed from pairs of their convex parts.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use solid_geometry::convex::{Coherence, RelativePlacement, intersect};
/// use solid_geometry::query::{Body, BodyPair, PartIndices, PartVisitor, visit_overlapping};
/// use solid_geometry::shape::Support;
/// use solid_geometry::{Placement, Shape};
///
/// /// The faces of A that touch B.
/// struct Touched(Vec<u32>);
///
/// impl PartVisitor for Touched {
///     fn visit<A: Support + ?Sized, B: Support + ?Sized>(
///         &mut self, a: &A, b: &B, [face, _]: PartIndices, relation: &RelativePlacement,
///     ) -> ControlFlow<()> {
///         if intersect(a, b, relation, &mut Coherence::default()) {
///             self.0.push(face);
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// let points = [[0.0; 3], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 2.0, 0.0]].map(Into::into);
/// let square = Shape::mesh(&points, &[[0, 1, 2], [0, 2, 3]])?;
/// let ball = Shape::sphere(0.5)?;
/// let (here, corner) = (Placement::IDENTITY, Placement::translation([2.0, 0.0, 0.0]));
/// let (a, b) = Body::new(square.view(), &here).zip(Body::new(ball.view(), &corner)).expect("finite");
/// let mut touched = Touched(Vec::new());
/// let _ = visit_overlapping(&BodyPair::new(a, b).expect("in range"), &mut touched);
/// assert_eq!(touched.0, [0]);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub trait PartVisitor {
    /// Tests a part of A and one of B under their relative placement, which is the same for all; `Break` ends the
    /// traversal.
    fn visit<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        parts: PartIndices,
        relation: &RelativePlacement,
    ) -> ControlFlow<()>;

    /// Queries by distance leave out parts that are farther apart than this, in the units of the relation. It may
    /// fall during the walk.
    fn limit(&self) -> f64 {
        f64::INFINITY
    }
}

/// Visits the pairs of parts whose boxes overlap, near ones first: every pair that shares a point is among
/// them, unless the visitor breaks.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use solid_geometry::convex::RelativePlacement;
/// use solid_geometry::query::{Body, BodyPair, PartIndices, PartVisitor, visit_overlapping};
/// use solid_geometry::shape::Support;
/// use solid_geometry::{Placement, Shape};
///
/// /// Counts the candidates.
/// struct Count(u32);
///
/// impl PartVisitor for Count {
///     fn visit<A: Support + ?Sized, B: Support + ?Sized>(
///         &mut self, _: &A, _: &B, _: PartIndices, _: &RelativePlacement,
///     ) -> ControlFlow<()> {
///         self.0 += 1;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let dots = Shape::mesh(&[0.0, 1.0, 2.0, 9.0].map(|x| [x, 0.0, 0.0].into()), &[[0], [1], [2], [3]])?;
/// let (block, here) = (Shape::cuboid([3.0; 3])?, Placement::IDENTITY);
/// let (a, b) = Body::new(dots.view(), &here).zip(Body::new(block.view(), &here)).expect("finite");
/// let mut count = Count(0);
/// let _ = visit_overlapping(&BodyPair::new(a, b).expect("in range"), &mut count);
/// assert_eq!(count.0, 2); // the block ends at x = 1.5
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub fn visit_overlapping<V: PartVisitor>(
    bodies: &BodyPair<'_>,
    visitor: &mut V,
) -> ControlFlow<()> {
    visit_overlapping_parts(bodies, &mut |parts| bodies.visit_part(visitor, parts))
}

/// Not generic: the walks are compiled once for all visitors.
fn visit_overlapping_parts(
    bodies: &BodyPair<'_>,
    visit: &mut dyn FnMut(PartIndices) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let [a, b] = bodies.placements;
    match bodies.shapes {
        Shapes::Mixed(soup, primitive) if !bodies.is_one_pair() => {
            let (tree, body) = (soup.tree(), FramedBox::new(&primitive.bounds()));
            let relative = Relative::new(tree.frame(), a, &body.frame, b);
            let visit: &mut dyn FnMut(u32) -> ControlFlow<()> = &mut |i| visit([i, 0]);
            visit_body(tree, &body, &relative, visit)
        }
        Shapes::Soups(soup_a, soup_b) if !bodies.is_one_pair() => {
            let (tree_a, tree_b) = (soup_a.tree(), soup_b.tree());
            let relative = Relative::new(tree_a.frame(), a, tree_b.frame(), b);
            let visit: &mut dyn FnMut(u32, u32) -> _ = &mut |i, j| visit([i, j]);
            visit_pairs(tree_a, tree_b, &relative, visit)
        }
        _ => visit([0, 0]),
    }
}

/// Passes a visitor the pairs of parts that may be within its limit, the nearest first: branch and bound. The visitor may
/// lower the limit meanwhile; with a constant limit, it gets all pairs within a distance.
pub fn visit_nearest<V: PartVisitor>(bodies: &BodyPair<'_>, visitor: &mut V) -> ControlFlow<()> {
    visit_by_bounds(bodies, visitor, |_| CenteredBox::distance)
}

/// As [`visit_nearest`], for any bound: `bound` receives the axes of the traversal, one per row, and returns a function that
/// bounds the results of parts from a box around their differences along these axes.
pub fn visit_by_bounds<V: PartVisitor, F: Fn(&CenteredBox) -> f64>(
    bodies: &BodyPair<'_>,
    visitor: &mut V,
    bound: impl FnOnce(&Mat3) -> F,
) -> ControlFlow<()> {
    if bodies.is_one_pair() {
        return bodies.visit_part(visitor, [0, 0]);
    }
    let ([a, b], mut leaves) = (bodies.shapes.each(), [None, None]);
    let [leaf_a, leaf_b] = &mut leaves;
    let sides = [a.side(leaf_a), b.side(leaf_b)];
    let differences = Differences::new(sides[0].frame, sides[1].frame, &bodies.relation);
    let bound = bound(&differences.axes);
    walk_nearest(sides, &differences, &mut Bounded { bodies, visitor, bound })
}

/// A visitor and the bodies whose parts it visits, in the order of a bound.
struct Bounded<'v, 'a, V, F> {
    bodies: &'v BodyPair<'a>,
    visitor: &'v mut V,
    bound: F,
}

impl<V: PartVisitor, F: Fn(&CenteredBox) -> f64> BoundedVisit for Bounded<'_, '_, V, F> {
    fn bound(&self, differences: &CenteredBox) -> f64 {
        (self.bound)(differences)
    }

    fn limit(&self) -> f64 {
        self.visitor.limit()
    }

    fn visit(&mut self, a: u32, b: u32) -> ControlFlow<()> {
        self.bodies.visit_part(self.visitor, [a, b])
    }
}
