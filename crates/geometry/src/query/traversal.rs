//! Traversals of the convex parts of two bodies. All queries about shapes of many parts use them to reach the algorithms for two
//! convex bodies.
//!
//! A query is a [`PartVisitor`]. Two traversals pass it pairs of convex parts, one of each shape: [`visit_overlapping`]
//! those whose boxes overlap; [`visit_nearest`] those whose boxes are within the limit of the visitor, the nearest first
//! (thesis 5.2.3).

use std::ops::ControlFlow;

use super::bodies::{BodyPair, BodyShape, PartIndices, Shapes};
use crate::bvh::{
    BoundedVisit, Contents, Differences, FourPairs, Gaps, Measure, OneLeaf, Path, Relative,
    RoundedBox, visit_body, visit_pairs, visit_rounded_box, walk_nearest,
};
use crate::convex::relative::RelativePlacement;
use crate::convex::unrounded::similarity;
use crate::math::Vec3;
use crate::math::tolerance::{CLOSED_FORM_REACH, CLOSED_FORM_SCALES, TOUCHING};
use crate::shape::Support;
use crate::shape::core::Core;

#[cfg(test)]
mod tests;

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
///         &mut self, a: &A, b: &B, [face, _]: PartIndices, relative: &RelativePlacement,
///     ) -> ControlFlow<()> {
///         if intersect(a, b, relative, &mut Coherence::default()) {
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
        relative: &RelativePlacement,
    ) -> ControlFlow<()>;

    /// A unit vector along which parts are likely to be apart, from B towards A; of use for queries by distance.
    fn axis(&self) -> Option<Vec3> {
        None
    }

    /// Queries by distance leave out parts that are farther apart than this, in the units of the relative placement. It may
    /// fall during the walk.
    fn limit(&self) -> f64 {
        f64::INFINITY
    }
}

impl BodyPair<'_> {
    /// Visits one pair of parts.
    pub(crate) fn visit_part<V: PartVisitor>(
        &self,
        visitor: &mut V,
        parts: PartIndices,
    ) -> ControlFlow<()> {
        let relative = &self.relative;
        match self.shapes {
            Shapes::Convex(a, b) => visitor.visit(a, b, parts, relative),
            // As bodies of any kind: a copy of each query less, and a few nanoseconds more.
            Shapes::Parts(..) => ControlFlow::Continue(()),
            Shapes::Mixed(a, b) => {
                visitor.visit(a.primitive(parts[0]).any(), b.any(), parts, relative)
            }
            Shapes::Soups(a, b) => {
                let (a, b) = (a.primitive(parts[0]), b.primitive(parts[1]));
                visitor.visit(a.any(), b.any(), parts, relative)
            }
        }
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

/// Not generic in the visitor: the walks are compiled once for all.
pub(super) fn visit_overlapping_parts<B>(
    bodies: &BodyPair<'_>,
    visit: &mut dyn FnMut(PartIndices) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let [a, b] = bodies.placements;
    match bodies.shapes {
        Shapes::Mixed(soup, primitive) if !bodies.is_one_pair() => {
            let (tree, body) = (soup.tree(), OneLeaf::new(&primitive.bounds()));
            let relative = Relative::new(tree.frame(), a, &body.frame, b);
            let visit: &mut dyn FnMut(u32) -> ControlFlow<B> = &mut |i| visit([i, 0]);
            visit_body(tree, &body, &relative, bodies.as_rounded_box().as_ref(), visit)
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

impl BodyPair<'_> {
    /// Body B in the coordinates of A, a soup, with all that may count as touching, if it is a ball, or a capsule: then what is within its
    /// radius of the box of its axis. `None` of others, of deformed ones, and of slanted capsules.
    pub(super) fn as_rounded_box(&self) -> Option<RoundedBox> {
        let Shapes::Mixed(soup, body) = self.shapes else { return None };
        if body.margin() == 0.0 {
            return None;
        }
        let [from, to] = match body.core(true)? {
            Core::Point(center) => [center; 2],
            Core::Segment(ends) => ends,
            _ => return None,
        };
        let (start, [of_a, of_b], reach) = self.in_soup(&from)?;
        let [a, b] = self.placements;
        let axis = a.basis.tr_mul(&(b.basis * (to - from))) / (of_a * of_a);
        let (center, half) = (start + axis * 0.5, axis.abs() * 0.5);
        let slack = 4.0 * TOUCHING * (reach + of_a * (center.abs() + half).sum());
        let radius = (body.margin() * of_b + slack) / of_a;
        // Of a slanted axis the box has much more in it.
        let wide = half.norm_squared() - half.amax().powi(2);
        let is_in_range = half.amax() <= MOST_UNITS * soup.tree().frame().unit.min();
        (4.0 * wide <= radius * radius && is_in_range).then_some(RoundedBox {
            center,
            half,
            radius,
        })
    }

    /// The centre of B, a ball or a point, in the coordinates of A, a soup; the scales of both, and how far coordinates reach. `None` of
    /// other bodies, and of deformed ones.
    pub(super) fn center_in_soup(&self) -> Option<(Vec3, [f64; 2], f64)> {
        let Shapes::Mixed(_, body) = self.shapes else { return None };
        if body.core_dimension() != 0 {
            return None;
        }
        self.in_soup(&body.center())
    }

    /// The same of another point of B.
    fn in_soup(&self, local: &Vec3) -> Option<(Vec3, [f64; 2], f64)> {
        let (Shapes::Mixed(_, body), [a, b]) = (self.shapes, self.placements) else { return None };
        let [of_a, of_b] = [similarity(&a.basis)?, similarity(&b.basis)?];
        let offset = b.origin - a.origin;
        let point = a.basis.tr_mul(&(b.basis * local + offset)) / (of_a * of_a);
        let reach = offset.abs().sum() + of_b * body.absolute_extents().sum();
        let is_usual = CLOSED_FORM_REACH.contains(&reach)
            && [of_a, of_b].iter().all(|scale| CLOSED_FORM_SCALES.contains(scale));
        is_usual.then_some((point, [of_a, of_b], reach))
    }
}

/// Boxes of the axes of capsules are no larger than this many units of a tree: far more than the boxes of trees are.
const MOST_UNITS: f64 = 1e12;

/// Visits the parts of a soup that a ball or a capsule may touch, in no particular order: without the axes that it takes to test other
/// boxes. `None` of other bodies.
pub(super) fn visit_near_round_body<B>(
    bodies: &BodyPair<'_>,
    visit: &mut dyn FnMut(PartIndices) -> ControlFlow<B>,
) -> Option<ControlFlow<B>> {
    let Shapes::Mixed(soup, _) = bodies.shapes else { return None };
    let body = bodies.as_rounded_box().filter(|_| soup.len() > 1)?;
    let visit: &mut dyn FnMut(u32) -> ControlFlow<B> = &mut |i| visit([i, 0]);
    Some(visit_rounded_box(soup.tree(), &body, visit))
}

/// Passes a visitor the pairs of parts that may be within its limit, the nearest first: branch and bound. The visitor may
/// lower the limit meanwhile; with a constant limit, it gets all pairs within a distance.
pub(crate) fn visit_nearest<V: PartVisitor>(
    bodies: &BodyPair<'_>,
    visitor: &mut V,
) -> ControlFlow<()> {
    visit_by_gaps(bodies, visitor, Measure::Distance)
}

/// The same by the depth of parts in each other, the deepest first: a depth is a negative distance. Parts that are apart have none.
pub(super) fn visit_deepest<V: PartVisitor>(
    bodies: &BodyPair<'_>,
    visitor: &mut V,
) -> ControlFlow<()> {
    visit_by_gaps(bodies, visitor, Measure::Depth)
}

/// The same by when parts meet, the earliest first, while the second body moves on a path along the axes of the world.
pub(super) fn visit_earliest<V: PartVisitor>(
    bodies: &BodyPair<'_>,
    visitor: &mut V,
    path: Path,
) -> ControlFlow<()> {
    visit_by_gaps(bodies, visitor, Measure::Time(path))
}

fn visit_by_gaps<V: PartVisitor>(
    bodies: &BodyPair<'_>,
    visitor: &mut V,
    measure: Measure,
) -> ControlFlow<()> {
    if bodies.is_one_pair() {
        return bodies.visit_part(visitor, [0, 0]);
    }
    let ([a, b], mut leaves) = (bodies.shapes.each(), [None, None]);
    let [leaf_a, leaf_b] = &mut leaves;
    let sides = [a.side(leaf_a), b.side(leaf_b)];
    let relative = &bodies.relative;
    let differences = &Differences::new(sides[0].frame, sides[1].frame, relative);
    let support = |along: &Vec3| {
        let BodyShape::Convex(body) = b else { return f64::INFINITY };
        let local = relative.basis_b().tr_mul(&differences.axes.tr_mul(along));
        body.support_value(&local, &mut 0) - differences.center_b().dot(along)
    };
    let is_cast = matches!(measure, Measure::Time(_));
    let contents = [a, b].map(|shape| match shape {
        _ if relative.has_extreme_bases() => Contents::Boxes,
        // Of one body the normal of the first contact does.
        BodyShape::Soup(_) if is_cast && !matches!(b, BodyShape::Soup(_)) => Contents::Boxes,
        BodyShape::Soup(soup) => Contents::Slabs(soup.slabs()),
        BodyShape::Convex(body) if body.bounds().half_extents() == Vec3::zeros() => Contents::Point,
        BodyShape::Convex(body) if body.as_box().is_some() => Contents::Boxes,
        BodyShape::Convex(_) => Contents::Convex(&support),
        BodyShape::Parts(_) => Contents::Boxes,
    });
    let measure = match measure {
        Measure::Time(path) => {
            Measure::Time(Path { direction: differences.axes * path.direction, ..path })
        }
        others => others,
    };
    let mut gaps = Gaps::new(differences, contents, measure);
    if let Some(axis) = visitor.axis() {
        gaps.set_likely(&axis);
    }
    walk_nearest(sides, differences, &mut ByGaps { bodies, visitor, gaps })
}

/// A visitor and the bodies whose parts it visits, in the order of their gaps.
struct ByGaps<'v, 'a, 'g, V> {
    bodies: &'v BodyPair<'a>,
    visitor: &'v mut V,
    gaps: Gaps<'g>,
}

impl<V: PartVisitor> BoundedVisit for ByGaps<'_, '_, '_, V> {
    fn bounds(&mut self, pairs: &FourPairs<'_>) -> [f64; 4] {
        self.gaps.bounds(pairs, self.visitor.limit())
    }

    fn limit(&self) -> f64 {
        self.visitor.limit()
    }

    fn visit(&mut self, a: u32, b: u32) -> ControlFlow<()> {
        let flow = self.bodies.visit_part(self.visitor, [a, b]);
        if let Some(axis) = self.visitor.axis() {
            self.gaps.set_likely(&axis);
        }
        flow
    }
}
