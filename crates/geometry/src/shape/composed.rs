//! Shapes made of shapes: Minkowski sums, convex hulls, operands placed otherwise, and polytopes as operands
//! (Olvång 2.2: supports of sums add, of hulls the farthest counts).
//!
//! Operands are shared, not copied. What closed forms can tell is told by them: boxes and balls in a sum become one
//! rounded box, points an offset; the hull of polytopes is a polytope; sums of sums and hulls of hulls are flat lists.
//! How deep and how large the rest may grow is limited, so that a support point costs a bounded time and little stack.

mod hull;
mod placed;
mod sum;

use std::sync::Arc;

use super::ball::Balls;
use super::polytope::Polytope;
use super::primitive::Primitive;
use super::round::length;
use crate::math::tolerance::{ROUNDING, SUPPORT_ROUNDING};
use crate::math::vector::{abs, is_finite, max};
use crate::math::{Aabb, Mat3, Placement, Vec3};
use hull::Hull;
use sum::Sum;

#[cfg(test)]
mod tests;

/// Operands may be nested so deep, sums in hulls in sums and so on.
pub const DEEPEST: u32 = 16;

/// A shape may be made of so many closed forms and polytopes.
pub const MOST_LEAVES: u32 = 1024;

/// Why shapes could not be composed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Deeper than [`DEEPEST`] or larger than [`MOST_LEAVES`].
    TooComplex,
    /// Coordinates beyond the numbers' range.
    NotFinite,
}

/// A shape made of others.
#[derive(Debug)]
pub struct Composed {
    form: Form,
    bounds: Aabb,
    /// How far the coordinates reach, and so much more as composing rounds more often than a closed form.
    reach: Vec3,
    balls: Balls,
    margin: f64,
    size: Size,
}

/// How it is made.
#[derive(Debug)]
enum Form {
    Sum(Sum),
    Hull(Hull),
    Placed { shape: Primitive, placement: Placement },
    Polytope(Polytope),
}

/// How large an expression of shapes is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    depth: u32,
    leaves: u32,
    /// How many roundings more than those of a closed form a support point's value may have.
    roundings: u32,
}

impl Size {
    const LEAF: Size = Size { depth: 0, leaves: 1, roundings: 0 };

    fn of(primitive: &Primitive) -> Size {
        match primitive {
            Primitive::Composed(composed) => composed.size,
            _ => Size::LEAF,
        }
    }

    /// Of an expression over operands, which itself rounds so many times more; `None` if it is too large.
    fn over<'a>(operands: impl IntoIterator<Item = &'a Primitive>, roundings: u32) -> Option<Size> {
        let mut size = Size { depth: 0, leaves: 0, roundings: 0 };
        for of in operands.into_iter().map(Size::of) {
            size.depth = size.depth.max(of.depth + 1);
            size.leaves += of.leaves;
            size.roundings = size.roundings.max(of.roundings);
        }
        size.roundings += roundings;
        (size.depth <= DEEPEST && size.leaves <= MOST_LEAVES).then_some(size)
    }
}

impl Primitive {
    /// The Minkowski sum: all sums of a point of each. Frames: both in the coordinates of the result.
    pub fn sum(a: &Primitive, b: &Primitive) -> Result<Primitive, Refusal> {
        let mut sum = Sum::default();
        sum.add(a);
        sum.add(b);
        if let Some(closed) = sum.closed_form() {
            return finite(closed);
        }
        let size = Size::over(sum.others.iter(), sum.others.len() as u32 + 3)
            .ok_or(Refusal::TooComplex)?;
        Composed::of(Form::Sum(sum), size)
    }

    /// The convex hull of both, which are in the coordinates of the result.
    pub fn hull(a: &Primitive, b: &Primitive) -> Result<Primitive, Refusal> {
        if let (Some(mut points), Some(others)) = (a.corners(), b.corners()) {
            points.extend(others);
            return Primitive::polytope(&points);
        }
        let hull = Hull::of(a, b);
        let size = Size::over(hull.operands.iter(), hull::ROUNDINGS).ok_or(Refusal::TooComplex)?;
        Composed::of(Form::Hull(hull), size)
    }

    /// The shape's image under an affine map, singular ones included.
    pub fn placed(&self, placement: &Placement) -> Result<Primitive, Refusal> {
        let size = Size::over([self], placed::ROUNDINGS).ok_or(Refusal::TooComplex)?;
        Composed::of(Form::Placed { shape: self.clone(), placement: *placement }, size)
    }

    /// The convex hull of finite points, one at least.
    pub fn polytope(points: &[Vec3]) -> Result<Primitive, Refusal> {
        if !points.iter().all(is_finite) {
            return Err(Refusal::NotFinite);
        }
        if let [p] = points {
            return Ok(Primitive::Segment { from: *p, to: *p });
        }
        Composed::of(Form::Polytope(Polytope::new(points)), Size::LEAF)
    }

    /// The points whose hull the shape is, where it is a polytope and not a sum of such.
    fn corners(&self) -> Option<Vec<Vec3>> {
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
            Primitive::Composed(composed) => match &composed.form {
                Form::Polytope(polytope) => {
                    Some((0..polytope.len() as u32).map(|i| polytope.vertex(i)).collect())
                }
                Form::Placed { shape, placement } => {
                    Some(shape.corners()?.iter().map(|p| placement.apply(p)).collect())
                }
                Form::Sum(sum) => sum.corners(),
                Form::Hull(_) => None,
            },
            _ => None,
        }
    }
}

fn finite(primitive: Primitive) -> Result<Primitive, Refusal> {
    if primitive.is_valid() { Ok(primitive) } else { Err(Refusal::NotFinite) }
}

impl Composed {
    fn of(form: Form, size: Size) -> Result<Primitive, Refusal> {
        let (bounds, reach, balls) = match &form {
            Form::Sum(sum) => (sum.bounds_under(&Mat3::identity()), sum.reach(), sum.balls()),
            Form::Hull(hull) => (hull.bounds_under(&Mat3::identity()), hull.reach(), hull.balls()),
            Form::Placed { shape, placement } => placed::measures(shape, placement),
            Form::Polytope(polytope) => polytope_measures(polytope),
        };
        let margin = match &form {
            Form::Sum(sum) => sum.margin(),
            Form::Hull(hull) => hull.margin(),
            Form::Placed { .. } | Form::Polytope(_) => 0.0,
        };
        let rounding = f64::from(size.roundings) * ROUNDING;
        let slack = rounding * reach.sum();
        let balls = Balls {
            center: balls.center,
            inner: (balls.inner * (1.0 - rounding) - slack).max(0.0),
            outer: balls.outer * (1.0 + rounding) + slack,
        };
        let reach = reach * (1.0 + rounding / SUPPORT_ROUNDING);
        finite(Primitive::Composed(Arc::new(Composed { form, bounds, reach, balls, margin, size })))
    }

    /// The farthest point along `d`.
    #[inline(never)]
    pub(super) fn support(&self, d: &Vec3, hint: &mut u32) -> Vec3 {
        match &self.form {
            Form::Sum(sum) => sum.support(d, hint),
            Form::Hull(hull) => hull.support(d, hint),
            Form::Placed { shape, placement } => placed::support(shape, placement, d, hint),
            Form::Polytope(polytope) => polytope.support(d, hint),
        }
    }

    /// The same of the core.
    #[inline(never)]
    pub(super) fn core_support(&self, d: &Vec3, hint: &mut u32) -> Vec3 {
        match &self.form {
            Form::Sum(sum) => sum.core_support(d, hint),
            Form::Hull(hull) => hull.core_support(d, hint),
            Form::Placed { .. } | Form::Polytope(_) => self.support(d, hint),
        }
    }

    /// The box of the image under a linear map.
    pub(super) fn bounds_under(&self, basis: &Mat3) -> Aabb {
        match &self.form {
            Form::Sum(sum) => sum.bounds_under(basis),
            Form::Hull(hull) => hull.bounds_under(basis),
            Form::Placed { shape, placement } => placed::bounds_under(shape, placement, basis),
            Form::Polytope(polytope) => polytope.bounds_under(basis, &mut [0; 6]),
        }
    }

    pub(super) fn balls(&self) -> Balls {
        self.balls
    }

    #[inline]
    pub(super) fn margin(&self) -> f64 {
        self.margin
    }

    #[inline]
    pub(super) fn bounds(&self) -> Aabb {
        self.bounds
    }

    #[inline]
    pub(super) fn reach(&self) -> Vec3 {
        self.reach
    }
}

/// The box of a polytope, how far it reaches, and its balls. Their centre is inside, also where no ball is known: a sum
/// adds the balls of its operands.
fn polytope_measures(polytope: &Polytope) -> (Aabb, Vec3, Balls) {
    let bounds = polytope.bounds();
    let vertices = || (0..polytope.len() as u32).map(|i| polytope.vertex(i));
    let inner = polytope.inner_radius();
    let share = 1.0 / polytope.len() as f64;
    let center = if inner > 0.0 {
        bounds.center()
    } else {
        vertices().fold(Vec3::zeros(), |sum, p| sum + p * share)
    };
    let distance = |p: Vec3| length(p.x - center.x, p.y - center.y, p.z - center.z);
    let outer = vertices().map(distance).fold(0.0, f64::max) * (1.0 + 8.0 * ROUNDING);
    (bounds, max(&abs(&bounds.min), &abs(&bounds.max)), Balls { center, inner, outer })
}
