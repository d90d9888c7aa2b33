//! Minkowski sums, convex hulls and affine images of shapes, and polytopes as operands. The support point of a sum is the
//! sum of the operands' support points, that of a hull the farthest of them (Olvång 2010, 2.2).
//!
//! Operands are shared, not copied. Closed forms are used where there are any: the boxes, balls and points of a sum become
//! one rounded box and an offset, and the hull of polytopes is a polytope. Sums of sums and hulls of hulls are flattened.
//! Depth and size are limited, so that a support point takes bounded time and little stack.

pub(super) mod description;
mod hull;
mod image;
mod sum;

use std::sync::Arc;

use super::bounding_spheres::BoundingSpheres;
use super::core::Core;
use super::feature::{Facing, Feature};
use super::polytope::Polytope;
use super::primitive::Primitive;
use super::support::Support;
use crate::math::tolerance::{ROUNDING, SUPPORT_ROUNDING};
use crate::math::vector::{is_finite, length};
use crate::math::{Aabb, Mat3, Placement, Vec3};
use crate::memory;
pub(super) use description::Description;
use hull::Hull;
use sum::Sum;

#[cfg(test)]
mod tests;

/// The greatest depth of nested operands.
pub(crate) const DEEPEST: u32 = 16;

/// The greatest number of closed forms and polytopes in a composite.
pub(crate) const MOST_LEAVES: u32 = 1024;

/// No less than a point takes while a hull is made.
const BYTES_EACH_POINT: usize = 1024;

/// Why a composite could not be made.
///
/// ```
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::{CompositionError, Primitive};
///
/// let error = Primitive::polytope(&[Vec3::zeros(), Vec3::repeat(f64::INFINITY)]).unwrap_err();
/// assert_eq!(error, CompositionError::NotFinite);
/// let nested = |shape: Primitive, _| shape.placed(&Placement::IDENTITY);
/// assert!((0..16).try_fold(Primitive::sphere(1.0), nested).is_ok());
/// let error = (0..17).try_fold(Primitive::sphere(1.0), nested).unwrap_err();
/// assert_eq!(error, CompositionError::TooComplex);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompositionError {
    /// It is nested more than 16 levels deep, or has more than 1024 primitives.
    TooComplex,
    /// Coordinates are not finite.
    NotFinite,
    /// An operand is a half-space, of which there is no sum and no hull; or its image would be flat.
    Unbounded,
}

/// A shape made of others by [`Primitive::sum`], [`Primitive::hull`], [`Primitive::placed`] or [`Primitive::polytope`].
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::shape::{Primitive, Support};
///
/// let (can, ball) = (Primitive::Cylinder { radius: 1.0, half_height: 2.0 }, Primitive::sphere(0.5));
/// let rounded = Primitive::sum(&can, &ball).expect("small and finite");
/// assert!(matches!(rounded, Primitive::Composite(_)));
/// assert_eq!(rounded.support_value(&Vec3::y(), &mut 0), 2.5);
/// ```
#[derive(Debug)]
pub struct Composite {
    form: Form,
    pub(super) bounds: Aabb,
    /// The absolute extents, enlarged to bound the rounding errors of the composition.
    pub(super) extents: Vec3,
    pub(super) spheres: BoundingSpheres,
    pub(super) margin: f64,
    size: Size,
}

/// How a composite is made.
#[derive(Debug)]
enum Form {
    Sum(Sum),
    Hull(Hull),
    Placed { shape: Primitive, placement: Placement },
    Polytope(Polytope),
}

/// The size of an expression of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    depth: u32,
    leaves: u32,
    /// How many more roundings a support value has than that of a closed form.
    roundings: u32,
}

impl Size {
    const LEAF: Size = Size { depth: 0, leaves: 1, roundings: 0 };

    fn of(primitive: &Primitive) -> Size {
        if let Primitive::Composite(composite) = primitive { composite.size } else { Size::LEAF }
    }

    /// The size of an expression over operands, which adds `roundings`.
    fn over<'a>(
        operands: impl IntoIterator<Item = &'a Primitive>,
        roundings: u32,
    ) -> Result<Size, CompositionError> {
        let mut size = Size { depth: 0, leaves: 0, roundings: 0 };
        for of in operands.into_iter().map(Size::of) {
            size.depth = size.depth.max(of.depth + 1);
            size.leaves += of.leaves;
            size.roundings = size.roundings.max(of.roundings);
        }
        size.roundings += roundings;
        let is_small = size.depth <= DEEPEST && size.leaves <= MOST_LEAVES;
        if is_small { Ok(size) } else { Err(CompositionError::TooComplex) }
    }
}

/// How many closed forms and polytopes a shape consists of.
pub(super) fn leaves(primitive: &Primitive) -> u32 {
    Size::of(primitive).leaves
}

impl Primitive {
    /// The Minkowski sum of two shapes in the same coordinates.
    ///
    /// ```
    /// # use solid_geometry::math::Vec3;
    /// # use solid_geometry::shape::Primitive;
    /// let (cuboid, ball) = (Primitive::Box(Vec3::new(1.0, 2.0, 3.0)), Primitive::sphere(0.5));
    /// let sum = Primitive::sum(&cuboid, &ball).expect("small and finite");
    /// assert!(matches!(sum, Primitive::Round { radius: 0.5, .. })); // a closed form
    /// ```
    pub fn sum(a: &Primitive, b: &Primitive) -> Result<Primitive, CompositionError> {
        bounded([a, b])?;
        let mut sum = Sum::default();
        sum.add(a);
        sum.add(b);
        if let Some(closed) = sum.closed_form() {
            return finite(closed);
        }
        Composite::of(Form::Sum(sum))
    }

    /// The convex hull of two shapes in the same coordinates.
    ///
    /// ```
    /// # use solid_geometry::math::Vec3;
    /// # use solid_geometry::shape::{Primitive, Support};
    /// let disc = Primitive::Cylinder { radius: 2.0, half_height: 0.0 };
    /// let apex = Primitive::Segment { from: Vec3::y() * 3.0, to: Vec3::y() * 3.0 };
    /// let cone = Primitive::hull(&disc, &apex).expect("small and finite");
    /// assert_eq!(cone.support(&Vec3::y(), &mut 0), Vec3::y() * 3.0);
    /// assert_eq!(cone.support(&Vec3::x(), &mut 0), Vec3::x() * 2.0);
    /// ```
    pub fn hull(a: &Primitive, b: &Primitive) -> Result<Primitive, CompositionError> {
        bounded([a, b])?;
        if let (Some(mut points), Some(others)) = (a.corners(), b.corners()) {
            points.extend(others);
            return Primitive::polytope(&points);
        }
        Composite::of(Form::Hull(Hull::of(a, b)))
    }

    /// The image of the shape under an affine map, which may be singular.
    ///
    /// ```
    /// # use solid_geometry::math::{Placement, Vec3};
    /// # use solid_geometry::shape::{Primitive, Support};
    /// let ball = Primitive::sphere(1.0);
    /// let moved = ball.placed(&Placement::translation([5.0, 0.0, 0.0])).expect("finite");
    /// assert_eq!(moved.support_value(&Vec3::x(), &mut 0), 6.0);
    /// ```
    pub fn placed(&self, placement: &Placement) -> Result<Primitive, CompositionError> {
        use CompositionError::{NotFinite, Unbounded};
        match self.as_half_space() {
            None => Composite::of(Form::Placed { shape: self.clone(), placement: *placement }),
            Some(_) if !placement.is_finite() => Err(NotFinite),
            Some(of) => of.placed(placement).map(Self::from).ok_or(Unbounded),
        }
    }

    /// The convex hull of finite points, at least one.
    pub fn polytope(points: &[Vec3]) -> Result<Primitive, CompositionError> {
        if !points.iter().all(is_finite) {
            return Err(CompositionError::NotFinite);
        }
        if let [p] = points {
            return Ok(Primitive::Segment { from: *p, to: *p });
        }
        Composite::polytope(points)
    }

    /// The points whose hull the shape is; `None` if it is no polytope, or a sum of too many points.
    pub(crate) fn corners(&self) -> Option<Vec<Vec3>> {
        let signs = |i: usize, k: usize| if i >> k & 1 == 1 { 1.0 } else { -1.0 };
        match self {
            Primitive::Box(half) => {
                let corner =
                    |i| Vec3::new(signs(i, 0), signs(i, 1), signs(i, 2)).component_mul(half);
                Some((0..8).map(corner).collect())
            }
            Primitive::Segment { from, to } => Some(vec![*from, *to]),
            Primitive::Frustum { bottom, top, half_height } => {
                let corner = |i| {
                    let [x, z] = if i & 4 == 0 { bottom } else { top };
                    Vec3::new(signs(i, 0) * x, signs(i, 2) * half_height, signs(i, 1) * z)
                };
                Some((0..8).map(corner).collect())
            }
            Primitive::HalfSpace(half_space) => half_space.corners().map(Vec::from),
            Primitive::Composite(composite) => match &composite.form {
                Form::Polytope(polytope) => Some(polytope.vertices()),
                Form::Placed { shape, placement } => {
                    Some(shape.corners()?.iter().map(|p| placement.apply(p)).collect())
                }
                Form::Sum(sum) => sum.corners(),
                Form::Hull(_) => None,
            },
            Primitive::Ellipsoid(_)
            | Primitive::Cone { .. }
            | Primitive::Cylinder { .. }
            | Primitive::Round { .. }
            | Primitive::Wheel { .. }
            | Primitive::Function(_) => None,
        }
    }
}

fn bounded<'a>(operands: impl IntoIterator<Item = &'a Primitive>) -> Result<(), CompositionError> {
    let is_bounded = operands.into_iter().all(|operand| operand.as_half_space().is_none());
    if is_bounded { Ok(()) } else { Err(CompositionError::Unbounded) }
}

fn finite(primitive: Primitive) -> Result<Primitive, CompositionError> {
    if primitive.is_valid() { Ok(primitive) } else { Err(CompositionError::NotFinite) }
}

impl Composite {
    /// The hull of finite points.
    fn polytope(points: &[Vec3]) -> Result<Primitive, CompositionError> {
        memory::ensure(points.len() * BYTES_EACH_POINT);
        Composite::of(Form::Polytope(Polytope::new(points)))
    }

    fn of(form: Form) -> Result<Primitive, CompositionError> {
        let (size, (bounds, extents, spheres), margin) = match &form {
            Form::Sum(sum) => {
                let bounds = sum.bounds_under(&Mat3::identity());
                let bounds = (bounds, sum.absolute_extents(), sum.bounding_spheres());
                (Size::over(&sum.others, sum::roundings(sum))?, bounds, sum.margin())
            }
            Form::Hull(hull) => {
                let bounds = hull.bounds_under(&Mat3::identity());
                let bounds = (bounds, hull.extents, hull.bounding_spheres());
                (Size::over(&hull.operands, hull::ROUNDINGS)?, bounds, hull.margin)
            }
            Form::Placed { shape, placement } => {
                (Size::over([shape], image::ROUNDINGS)?, image::bounds_of(shape, placement), 0.0)
            }
            Form::Polytope(polytope) => (Size::LEAF, polytope_bounds(polytope), 0.0),
        };
        let rounding = f64::from(size.roundings) * ROUNDING;
        let slack = rounding * extents.sum();
        let spheres = BoundingSpheres {
            center: spheres.center,
            inner: (spheres.inner * (1.0 - rounding) - slack).max(0.0),
            outer: spheres.outer * (1.0 + rounding) + slack,
        };
        let extents = extents * (1.0 + rounding / SUPPORT_ROUNDING);
        let composite = Composite { form, bounds, extents, spheres, margin, size };
        finite(Primitive::Composite(Arc::new(composite)))
    }

    pub(super) fn support(&self, d: &Vec3, hint: &mut u32) -> Vec3 {
        match &self.form {
            Form::Sum(sum) => sum.support(d, hint),
            Form::Hull(hull) => hull.support(d, hint),
            Form::Placed { shape, placement } => image::support(shape, placement, d, hint),
            Form::Polytope(polytope) => polytope.support(d, hint),
        }
    }

    /// As [`Support::support_value`].
    pub(super) fn support_value(&self, d: &Vec3, hint: &mut u32) -> f64 {
        match &self.form {
            Form::Polytope(polytope) => polytope.support_value(d, hint),
            _ => d.dot(&self.support(d, hint)),
        }
    }

    /// The polytope that this is; `None` for sums, hulls and images.
    #[inline]
    pub(super) fn as_polytope(&self) -> Option<&Polytope> {
        if let Form::Polytope(polytope) = &self.form { Some(polytope) } else { None }
    }

    /// 0 of a point and 1 of a segment; more of all others.
    pub(super) fn core_dimension(&self) -> usize {
        match self.as_polytope().map(Polytope::len) {
            Some(1) => 0,
            Some(2) => 1,
            _ => 3,
        }
    }

    /// The hull of up to three points, as a triangle, a segment or a point.
    pub(super) fn core(&self) -> Option<Core> {
        self.as_polytope()?.core(true)
    }

    /// See [`Support::feature`].
    pub(super) fn feature(&self, facing: &Facing<'_>, into: &mut Feature) -> bool {
        match &self.form {
            Form::Polytope(polytope) => polytope.feature_facing(facing, into),
            Form::Placed { shape, placement } => {
                let basis = facing.basis * placement.basis;
                let is_known = shape.feature_facing(&Facing::new(&basis, &facing.towards), into);
                into.translate(&(facing.basis * placement.origin));
                is_known
            }
            Form::Sum(sum) => sum.feature(facing, into),
            Form::Hull(_) => false,
        }
    }

    pub(super) fn unrounded_support(&self, d: &Vec3, hint: &mut u32) -> Vec3 {
        match &self.form {
            Form::Sum(sum) => sum.unrounded_support(d, hint),
            Form::Hull(hull) => hull.unrounded_support(d, hint),
            Form::Placed { .. } | Form::Polytope(_) => self.support(d, hint),
        }
    }

    /// See [`Support::effort`].
    pub(super) fn effort(&self) -> u32 {
        match &self.form {
            Form::Polytope(polytope) => polytope.effort(),
            _ => 8 + 8 * self.size.leaves,
        }
    }

    /// See [`Support::revolves`].
    pub(super) fn revolves(&self) -> [bool; 3] {
        match &self.form {
            Form::Sum(sum) => sum.revolves(),
            Form::Placed { shape, placement } if placement.basis == Mat3::identity() => {
                shape.revolves()
            }
            Form::Placed { .. } | Form::Hull(_) | Form::Polytope(_) => [false; 3],
        }
    }

    pub(super) fn bounds_under(&self, basis: &Mat3) -> Aabb {
        match &self.form {
            Form::Sum(sum) => sum.bounds_under(basis),
            Form::Hull(hull) => hull.bounds_under(basis),
            Form::Placed { shape, placement } => image::bounds_under(shape, placement, basis),
            Form::Polytope(polytope) => polytope.bounds_under(basis),
        }
    }
}

/// The bounding box, absolute extents and bounding spheres of a polytope. The spheres' centre is inside even where no
/// inner sphere is known, since a sum adds the spheres of its operands.
fn polytope_bounds(polytope: &Polytope) -> (Aabb, Vec3, BoundingSpheres) {
    let bounds = polytope.bounds();
    let vertices = polytope.vertices();
    let inner = polytope.inner_radius();
    let share = 1.0 / polytope.len() as f64;
    let center = if inner > 0.0 {
        bounds.center()
    } else {
        vertices.iter().fold(Vec3::zeros(), |sum, p| sum + p * share)
    };
    let distance = |p: &Vec3| length(&(p - center));
    let outer = vertices.iter().map(distance).fold(0.0, f64::max) * (1.0 + 8.0 * ROUNDING);
    (bounds, bounds.absolute_extents(), BoundingSpheres { center, inner, outer })
}
