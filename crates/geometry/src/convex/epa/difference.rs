//! The difference B - A of two placed bodies, the convex body whose penetration depth is searched.
//!
//! Its support function h(n) is the distance by which A has to move along the unit vector n until the bodies only touch; the
//! penetration depth is its least value (Olvång 2.5). Rounded bodies are searched without their rounding
//! ([`crate::convex::unrounded`]): a ball adds its radius to h(n) for all n, so the minimum is at the same n.

use crate::convex::pair::{AnyPair, Pair, VertexHints};
use crate::math::Vec3;
use crate::shape::Support;

/// A convex body known by its support mapping, in which the polytope expands.
pub(crate) trait SupportMapping {
    /// The point farthest along `n`.
    fn farthest(&mut self, n: &Vec3) -> Vertex;
    /// The largest coordinate of the points from which differences are taken.
    fn scale(&self) -> f64;
    /// A bound on the rounding error of `n . p`, where `p` is farthest along any unit vector `n`.
    fn rounding(&self) -> f64;
    /// Whether it is the hull of finitely many points, so that the expansion is finite.
    fn is_polytope(&self) -> bool;
    /// The two bodies that it is the difference of, if they are not both polytopes.
    fn bodies(&mut self) -> Option<(AnyPair<'_>, &mut VertexHints)>;
}

/// A point of B - A and the points that it is the difference of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Vertex {
    /// The point of B less that of A, along world axes.
    pub point: Vec3,
    /// The point of A, in local coordinates.
    pub local_a: Vec3,
    /// The point of B, in local coordinates.
    pub local_b: Vec3,
}

/// The difference B - A.
pub(crate) struct Difference<'a, A: ?Sized, B: ?Sized> {
    pair: Pair<'a, A, B>,
    hints: &'a mut VertexHints,
}

impl<'a, A: Support + ?Sized, B: Support + ?Sized> Difference<'a, A, B> {
    /// The difference of two bodies.
    #[inline]
    pub(crate) fn new(pair: Pair<'a, A, B>, hints: &'a mut VertexHints) -> Self {
        Difference { pair, hints }
    }

    /// From the centre of B to that of A.
    #[inline]
    pub(crate) fn center_difference(&self) -> Vec3 {
        let ((a, b), relative) = (self.pair.bodies(), self.pair.relative());
        let (of_a, of_b) = (relative.basis_a() * a.center(), relative.basis_b() * b.center());
        (of_a - of_b) - relative.offset()
    }
}

impl<A: Support + ?Sized, B: Support + ?Sized> SupportMapping for Difference<'_, A, B> {
    fn farthest(&mut self, n: &Vec3) -> Vertex {
        let ((a, b), relative) = (self.pair.bodies(), self.pair.relative());
        let (basis_a, basis_b) = (relative.basis_a(), relative.basis_b());
        let local_a = a.support(&-relative.towards(basis_a, n), &mut self.hints[0]);
        let local_b = b.support(&relative.towards(basis_b, n), &mut self.hints[1]);
        Vertex {
            point: (basis_b * local_b - basis_a * local_a) + relative.offset(),
            local_a,
            local_b,
        }
    }

    #[inline]
    fn scale(&self) -> f64 {
        self.pair.relative().largest_coordinate()
    }

    #[inline]
    fn rounding(&self) -> f64 {
        self.pair.relative().rounding()
    }

    #[inline]
    fn is_polytope(&self) -> bool {
        self.pair.are_polytopes()
    }

    #[inline]
    fn bodies(&mut self) -> Option<(AnyPair<'_>, &mut VertexHints)> {
        (!self.is_polytope()).then(|| (self.pair.of_any(), &mut *self.hints))
    }
}
