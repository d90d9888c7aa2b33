//! The support mapping: the one thing a convex shape has to know (thesis 4.4.2).

use super::core::Core;
use super::feature::Feature;
use super::primitive::Primitive;
use super::smooth_patch::SmoothPatch;
use crate::math::{Aabb, Mat3, Placement, Vec3};

/// A body of any type: code that takes long or runs seldom is compiled once, not for each pair of types.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::shape::{Any, Polytope, Primitive};
///
/// fn width(body: Any<'_>) -> f64 {
///     [Vec3::x(), -Vec3::x()].map(|d| body.support_value(&d, &mut 0)).iter().sum()
/// }
/// assert_eq!(width(&Primitive::sphere(1.0)), 2.0);
/// assert_eq!(width(&Polytope::new(&[Vec3::zeros(), Vec3::x(), Vec3::y()])), 1.0);
/// ```
pub type Any<'a> = &'a (dyn Support + 'a);

/// A convex body in its local coordinates, known by its support mapping.
///
/// ```
/// use solid_geometry::math::{Aabb, Vec3};
/// use solid_geometry::shape::{Any, Primitive, Support};
///
/// /// A hemisphere about the origin.
/// struct Dome(f64);
///
/// impl Support for Dome {
///     fn any(&self) -> Any<'_> {
///         self
///     }
///     fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
///         let d = Vec3::new(direction.x, direction.y.max(0.0), direction.z);
///         Primitive::sphere(self.0).support(&d, hint)
///     }
///     fn bounds(&self) -> Aabb {
///         let r = self.0;
///         Aabb { min: Vec3::new(-r, 0.0, -r), max: Vec3::repeat(r) }
///     }
/// }
/// assert_eq!(Dome(2.0).support_value(&-Vec3::y(), &mut 0), 0.0);
/// ```
pub trait Support {
    /// The body itself.
    fn any(&self) -> Any<'_>;

    /// A point of the body farthest along `direction`, which need not have length one and may be zero.
    ///
    /// `hint` is the warm start of a search over vertices: the vertex where the last one ended. The result does not
    /// depend on it.
    fn support(&self, direction: &Vec3, hint: &mut u32) -> Vec3;

    /// The rounding radius: the body is the Minkowski sum of an unrounded body and a ball of this radius. 0 where the
    /// body is not rounded.
    ///
    /// In local units: a placement that is no similarity makes the ball an ellipsoid, and only
    /// [`Support::support`] is of use.
    #[inline]
    fn margin(&self) -> f64 {
        0.0
    }

    /// As [`Support::support`], of the unrounded body: without the ball of radius [`Support::margin`].
    #[inline]
    fn unrounded_support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        self.support(direction, hint)
    }

    /// The smooth patch at the support point along a direction, without the rounding if `unrounded`; `None` where the body has a
    /// corner, or nothing is known.
    #[inline]
    fn smooth_patch(&self, _direction: &Vec3, _unrounded: bool) -> Option<SmoothPatch> {
        None
    }

    /// The primitive that the body is, or whose unrounded body it is, and whether it is unrounded; `None` for all other bodies. Its
    /// patches are found without a virtual call, and are not returned through memory (depths of ellipsoids: 4 %).
    #[inline]
    fn as_primitive(&self) -> Option<(&Primitive, bool)> {
        None
    }

    /// The body as one of those whose closest points have closed forms, without the rounding if `unrounded`; `None` for all other
    /// bodies.
    #[inline]
    fn core(&self, _unrounded: bool) -> Option<Core> {
        None
    }

    /// Whether the unrounded body has facets normal to the x, y and z axis.
    #[inline]
    fn flat_sides(&self) -> [bool; 3] {
        [false; 3]
    }

    /// Whether the unrounded body is one of revolution about the line through the middle of its box along the x, y and z axis. Bodies
    /// of which nothing is known are not.
    fn revolves(&self) -> [bool; 3] {
        [false; 3]
    }

    /// About how much longer a support point takes than that of a box, by which searches that are given up count their work.
    fn effort(&self) -> u32 {
        1
    }

    /// How far the farthest point of the placed body is from the line through a point along a unit vector; `None` of bodies that are
    /// not known by few vertices.
    fn farthest_from_line(&self, _: &Placement, _point: &Vec3, _along: &Vec3) -> Option<f64> {
        None
    }

    /// The half extents of the box about the local origin that the unrounded body is; `None` for all other bodies.
    #[inline]
    fn unrounded_box(&self) -> Option<Vec3> {
        None
    }

    /// Whether the unrounded body is known to be a polytope.
    #[inline]
    fn is_polytope(&self) -> bool {
        false
    }

    /// The tight bounding box in local coordinates. By default that of the extreme points along the axes.
    fn bounds(&self) -> Aabb {
        let far = |axis, sign| self.support(&Vec3::ith(axis, sign), &mut 0)[axis];
        let corner = |sign: f64| Vec3::from([0, 1, 2].map(|axis| far(axis, sign)));
        Aabb { min: corner(-1.0), max: corner(1.0) }
    }

    /// The support function: the largest dot product of a point of the body with `direction`, up to the rounding of
    /// that product.
    #[inline]
    fn support_value(&self, direction: &Vec3, hint: &mut u32) -> f64 {
        direction.dot(&self.support(direction, hint))
    }

    /// The radius of a bounding sphere about the local origin, where support values are so costly to find that caching
    /// bounds on them pays: bodies of many vertices.
    #[inline]
    fn cached_radius(&self) -> Option<f64> {
        None
    }

    /// The half extents of a box about the local origin; `None` for all other bodies.
    #[inline]
    fn as_box(&self) -> Option<Vec3> {
        None
    }

    /// Whether [`Support::center`] is the local origin.
    #[inline]
    fn is_centered(&self) -> bool {
        false
    }

    /// A point well inside the body, or of a flat body well inside of it in its plane. Searches rely on it to be a point
    /// of the body up to rounding. By default the mean of the extreme points along the axes.
    fn center(&self) -> Vec3 {
        mean_extreme(&|direction| self.support(direction, &mut 0))
    }

    /// The largest absolute value of each coordinate over the body's points: the scale of rounding errors.
    #[inline]
    fn absolute_extents(&self) -> Vec3 {
        self.bounds().absolute_extents()
    }

    /// Writes the face, edge or point of the surface whose normal is nearest to a world direction of length one, placed by a linear
    /// map; false where nothing but support points is known.
    fn feature(&self, _basis: &Mat3, _towards: &Vec3, _into: &mut Feature) -> bool {
        false
    }

    /// Two edges of a facet whose normal is a good first guess of a separating axis; for flat bodies.
    #[inline]
    fn facet(&self) -> Option<[Vec3; 2]> {
        None
    }
}

/// The mean of the points farthest along the axes and against them.
fn mean_extreme(support: &dyn Fn(&Vec3) -> Vec3) -> Vec3 {
    let mut sum = Vec3::zeros();
    for axis in 0..3 {
        let direction = Vec3::ith(axis, 1.0);
        sum += support(&direction) / 6.0 + support(&-direction) / 6.0;
    }
    sum
}
