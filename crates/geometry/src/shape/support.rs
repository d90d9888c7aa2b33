//! The support mapping: the one thing a convex shape has to know (thesis 4.4.2).

use super::patch::Patch;
use super::polytope::Polytope;
use super::primitive::Primitive;
use crate::math::vector::{abs, max};
use crate::math::{Aabb, Vec3};

/// A body of any kind behind one type: what is asked seldom, or takes long, is compiled once, and not for each pair of
/// kinds.
pub type Any<'a> = &'a (dyn Support + 'a);

/// A convex body in its local coordinates, known by its support mapping.
pub trait Support {
    /// The body itself, whatever it is: of a reference, what it refers to, so that its methods are compiled once.
    fn any(&self) -> Any<'_>;

    /// A point of the body farthest along `direction`, which need not have length one and may be zero.
    ///
    /// `hint` belongs to one body of one pair: a search may start there and leaves there where it ended. The
    /// answer does not depend on it.
    fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3;

    /// The radius of a ball that the body's core is thickened by: the body is the Minkowski sum of both. 0 where the
    /// body is its own core.
    ///
    /// In local units: under a placement that is no similarity the ball is none, and the plain support is to be used.
    #[inline]
    fn margin(&self) -> f64 {
        0.0
    }

    /// As [`Support::support`], of the core: the body without the ball of radius [`Support::margin`].
    #[inline]
    fn core_support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        self.support(direction, hint)
    }

    /// Where the body is round in a direction: an ellipsoid within it that touches it there, which is put into `patch`;
    /// `false` where it is known to have corners only, or nothing is known. Of the core, if `of_core`.
    #[inline]
    fn patch(&self, _direction: &Vec3, _of_core: bool, _patch: &mut Patch) -> bool {
        false
    }

    /// The solid that the body is, or whose core it is, and whether it is the core; `None` if it is none of these.
    #[inline]
    fn as_primitive(&self) -> Option<(&Primitive, bool)> {
        None
    }

    /// Whether the body, or its core, has flat sides across the x, y and z axis.
    #[inline]
    fn flat_sides(&self) -> [bool; 3] {
        [false; 3]
    }

    /// The half extents of the box about the local origin that the body, or its core, is; `None` if it is none.
    #[inline]
    fn core_box(&self) -> Option<Vec3> {
        None
    }

    /// Whether the body, or its core, is known to be the hull of finitely many points.
    #[inline]
    fn is_polytope(&self) -> bool {
        false
    }

    /// The least box around the body in its local coordinates.
    fn bounds(&self) -> Aabb;

    /// The largest dot product of a point of the body with `direction`, to the rounding of that product.
    #[inline]
    fn extent(&self, direction: &Vec3, hint: &mut u32) -> f64 {
        direction.dot(&self.support(direction, hint))
    }

    /// The polytope that the body is, where it is kept as one.
    #[inline]
    fn as_polytope(&self) -> Option<&Polytope> {
        None
    }

    /// If it takes a search through vertices to find out how far the body reaches, so that it pays to remember that: the
    /// radius of a ball about the local origin that holds the body.
    #[inline]
    fn radius_if_searched(&self) -> Option<f64> {
        None
    }

    /// Half the extents, of a box that is centred at the origin along the axes; `None` for all other bodies.
    #[inline]
    fn as_box(&self) -> Option<Vec3> {
        None
    }

    /// Whether [`Support::center`] is the origin of the local coordinates: it need then not be placed.
    #[inline]
    fn is_centered(&self) -> bool {
        false
    }

    /// A point well inside, of a flat body well inside of its plane: up to rounding, searches rely on it to be a point
    /// of the body. Unless a kind of body knows better, the mean of its extreme points along the axes.
    fn center(&self) -> Vec3 {
        mean_extreme(&|direction| self.support(direction, &mut 0))
    }

    /// For each axis the largest absolute coordinate of the body's points: the scale of rounding errors.
    #[inline]
    fn reach(&self) -> Vec3 {
        let bounds = self.bounds();
        max(&abs(&bounds.min), &abs(&bounds.max))
    }

    /// Two edges of a facet that is a good guess of where the body is separated from others; for flat bodies.
    #[inline]
    fn facet(&self) -> Option<[Vec3; 2]> {
        None
    }
}

/// The mean of the points farthest along the axes and against them.
fn mean_extreme(support: &dyn Fn(&Vec3) -> Vec3) -> Vec3 {
    let mut sum = Vec3::zeros();
    for axis in 0..3 {
        let mut direction = Vec3::zeros();
        direction[axis] = 1.0;
        sum += support(&direction) / 6.0 + support(&-direction) / 6.0;
    }
    sum
}

// Always inlined: as if the body itself were there.
impl<S: Support + ?Sized> Support for &S {
    fn any(&self) -> Any<'_> {
        (**self).any()
    }

    #[inline(always)]
    fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        (**self).support(direction, hint)
    }

    #[inline(always)]
    fn margin(&self) -> f64 {
        (**self).margin()
    }

    #[inline(always)]
    fn core_support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        (**self).core_support(direction, hint)
    }

    #[inline(always)]
    fn patch(&self, direction: &Vec3, of_core: bool, patch: &mut Patch) -> bool {
        (**self).patch(direction, of_core, patch)
    }

    #[inline(always)]
    fn as_primitive(&self) -> Option<(&Primitive, bool)> {
        (**self).as_primitive()
    }

    #[inline(always)]
    fn flat_sides(&self) -> [bool; 3] {
        (**self).flat_sides()
    }

    #[inline(always)]
    fn core_box(&self) -> Option<Vec3> {
        (**self).core_box()
    }

    #[inline(always)]
    fn is_polytope(&self) -> bool {
        (**self).is_polytope()
    }

    #[inline(always)]
    fn bounds(&self) -> Aabb {
        (**self).bounds()
    }

    #[inline(always)]
    fn extent(&self, direction: &Vec3, hint: &mut u32) -> f64 {
        (**self).extent(direction, hint)
    }

    #[inline(always)]
    fn as_polytope(&self) -> Option<&Polytope> {
        (**self).as_polytope()
    }

    #[inline(always)]
    fn radius_if_searched(&self) -> Option<f64> {
        (**self).radius_if_searched()
    }

    #[inline(always)]
    fn as_box(&self) -> Option<Vec3> {
        (**self).as_box()
    }

    #[inline(always)]
    fn is_centered(&self) -> bool {
        (**self).is_centered()
    }

    #[inline(always)]
    fn center(&self) -> Vec3 {
        (**self).center()
    }

    #[inline(always)]
    fn reach(&self) -> Vec3 {
        (**self).reach()
    }

    #[inline(always)]
    fn facet(&self) -> Option<[Vec3; 2]> {
        (**self).facet()
    }
}
