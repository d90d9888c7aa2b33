//! Convex shapes given by their dimensions, about the origin of their local coordinates, and composed of others. Their
//! support mappings are those of Bergen 1999, 4.4.2, and of Olvång 2010, table 1.
//!
//! The y-axis is the axis of symmetry. Dimensions are finite and not negative ([`Primitive::is_valid`]); zero makes the
//! body flat: a disc is a cylinder of no height, a rectangle a box of no height, an ellipse an ellipsoid of no height.

#[cfg(test)]
mod tests;

mod bounds;
mod features;
mod surface;

use std::sync::Arc;

use super::composite::Composite;
use super::core::Core;
use super::feature::{Facing, Feature};
use super::half_space::HalfSpace;
use super::smooth_patch::SmoothPatch;
use super::support::{Any, Support};
use super::support_function::FunctionShape;
use super::support_points::{circle, cone, corner, distance_from_axis, ellipsoid, sphere};
use crate::math::vector::{is_finite, length, max};
use crate::math::{Aabb, Mat3, Vec3};

/// A convex solid given by its dimensions, or composed of others.
///
/// ```
/// use solid_geometry::math::Vec3;
/// use solid_geometry::shape::{Primitive, Support};
///
/// let cone = Primitive::Cone { radius: 1.0, half_height: 2.0 };
/// assert_eq!(cone.support(&Vec3::y(), &mut 0), Vec3::new(0.0, 2.0, 0.0));
/// let capsule = Primitive::Round { half: Vec3::new(0.0, 2.0, 0.0), radius: 0.5 };
/// assert_eq!(capsule.bounds().max, Vec3::new(0.5, 2.5, 0.5));
/// let hull = Primitive::hull(&cone, &capsule).expect("two simple shapes");
/// assert_eq!(hull.bounds().max, Vec3::new(1.0, 2.5, 1.0));
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Primitive {
    /// A box of half extents along the axes.
    Box(Vec3),
    /// An ellipsoid of radii along the axes; a sphere where they are equal.
    Ellipsoid(Vec3),
    /// A cone about the y-axis with its apex at `+half_height` and its base at `-half_height`.
    Cone {
        /// Radius of the base.
        radius: f64,
        /// Half of the height.
        half_height: f64,
    },
    /// A cylinder about the y-axis from `-half_height` to `+half_height`.
    Cylinder {
        /// Radius about the axis.
        radius: f64,
        /// Half of the height.
        half_height: f64,
    },
    /// The Minkowski sum of a box and a ball: a capsule, a lozenge or a rounded box.
    Round {
        /// Half extents of the box.
        half: Vec3,
        /// Radius of the ball.
        radius: f64,
    },
    /// A line segment, or a point where its ends are equal.
    Segment {
        /// One end.
        from: Vec3,
        /// The other.
        to: Vec3,
    },
    /// The Minkowski sum of a disc about the y-axis and a ball.
    Wheel {
        /// Radius of the disc.
        radius: f64,
        /// Radius of the ball.
        rounding: f64,
    },
    /// The hull of two rectangles normal to the y-axis, at `-half_height` and at `+half_height`.
    Frustum {
        /// Half extents of the lower rectangle along x and z.
        bottom: [f64; 2],
        /// Half extents of the upper rectangle along x and z.
        top: [f64; 2],
        /// Half of the height.
        half_height: f64,
    },
    /// All points on one side of a plane. The only shape without bounds.
    HalfSpace(HalfSpace),
    /// A body given by a function of the program; it is not saved.
    #[cfg_attr(feature = "serde", serde(skip))]
    Function(Arc<FunctionShape>),
    /// A sum, a hull, an affine image or a polytope.
    Composite(
        #[cfg_attr(feature = "serde", serde(with = "super::composite::description"))]
        Arc<Composite>,
    ),
}

impl From<HalfSpace> for Primitive {
    fn from(half_space: HalfSpace) -> Primitive {
        Primitive::HalfSpace(half_space)
    }
}

impl Primitive {
    /// A sphere.
    pub fn sphere(radius: f64) -> Primitive {
        Primitive::Ellipsoid(Vec3::repeat(radius))
    }

    /// The half-space that the shape is, without bounds; `None` of all other shapes.
    #[inline]
    pub fn as_half_space(&self) -> Option<&HalfSpace> {
        match self {
            Primitive::HalfSpace(half_space) if half_space.is_whole() => Some(half_space),
            _ => None,
        }
    }

    /// Whether all dimensions are finite numbers.
    pub fn is_valid(&self) -> bool {
        match self {
            Primitive::Segment { from, to } => is_finite(from) && is_finite(to),
            other => is_finite(&other.absolute_extents()),
        }
    }
}

/// The support point of a frustum: a corner of the rectangle with the greater support value.
fn frustum(bottom: &[f64; 2], top: &[f64; 2], half_height: f64, d: &Vec3) -> Vec3 {
    let wider = d.x.abs() * (top[0] - bottom[0]) + d.z.abs() * (top[1] - bottom[1]);
    let ([x, z], y) = if wider + 2.0 * half_height * d.y > 0.0 {
        (*top, half_height)
    } else {
        (*bottom, -half_height)
    };
    corner(&Vec3::new(x, 0.0, z), d) + Vec3::new(0.0, y, 0.0)
}

/// The support value of a box of half extents along the axes.
#[inline]
fn box_support_value(half: &Vec3, d: &Vec3) -> f64 {
    d.x.abs() * half.x + d.y.abs() * half.y + d.z.abs() * half.z
}

impl Primitive {
    /// The support value of all but boxes.
    fn other_support_value(&self, d: &Vec3, hint: &mut u32) -> f64 {
        let around = || distance_from_axis(d);
        match self {
            Primitive::Ellipsoid(radii) => length(&d.component_mul(radii)),
            Primitive::Cone { radius, half_height } => {
                let (apex, base) = (d.y * half_height, radius * around() - d.y * half_height);
                if apex > base { apex } else { base }
            }
            Primitive::Cylinder { radius, half_height } => {
                radius * around() + d.y.abs() * half_height
            }
            Primitive::Round { half, radius } => box_support_value(half, d) + radius * length(d),
            Primitive::Wheel { radius, rounding } => radius * around() + rounding * length(d),
            Primitive::Box(half) => box_support_value(half, d),
            Primitive::Segment { .. }
            | Primitive::Frustum { .. }
            | Primitive::HalfSpace(_)
            | Primitive::Function(_) => d.dot(&self.support(d, hint)),
            Primitive::Composite(composite) => composite.support_value(d, hint),
        }
    }
}

impl Support for Primitive {
    fn any(&self) -> Any<'_> {
        self
    }

    // Always inlined: a point that is returned through memory costs as much as finding it. W2 takes 17 % longer without for
    // boxes, and 11 % for rounded ones.
    #[inline(always)]
    fn support(&self, d: &Vec3, hint: &mut u32) -> Vec3 {
        match self {
            Primitive::Box(half) => corner(half, d),
            Primitive::Ellipsoid(radii) => ellipsoid(radii, d),
            Primitive::Cone { radius, half_height } => cone(*radius, *half_height, d),
            Primitive::Cylinder { radius, half_height } => {
                circle(*radius, if d.y < 0.0 { -half_height } else { *half_height }, d)
            }
            Primitive::Round { half, radius } => corner(half, d) + sphere(*radius, d),
            Primitive::Segment { from, to } => {
                // Halved before the difference, so that it does not overflow.
                if d.dot(&(to * 0.5 - from * 0.5)) > 0.0 { *to } else { *from }
            }
            Primitive::Wheel { radius, rounding } => circle(*radius, 0.0, d) + sphere(*rounding, d),
            Primitive::Frustum { bottom, top, half_height } => {
                frustum(bottom, top, *half_height, d)
            }
            Primitive::HalfSpace(part) => part.support(d),
            Primitive::Function(shape) => shape.support(d),
            Primitive::Composite(composite) => composite.support(d, hint),
        }
    }

    #[inline]
    fn support_value(&self, d: &Vec3, hint: &mut u32) -> f64 {
        match self {
            Primitive::Box(half) => box_support_value(half, d),
            other => other.other_support_value(d, hint),
        }
    }

    #[inline]
    fn facet(&self) -> Option<[Vec3; 2]> {
        let Primitive::Composite(composite) = self else { return None };
        let Some(Core::Triangle([p, q, r])) = composite.core() else { return None };
        Some([q - p, r - p])
    }

    fn feature(&self, basis: &Mat3, towards: &Vec3, into: &mut Feature) -> bool {
        self.feature_facing(&Facing::new(basis, towards), into)
    }

    #[inline]
    fn as_box(&self) -> Option<Vec3> {
        if let Primitive::Box(half) = self { Some(*half) } else { None }
    }

    #[inline]
    fn is_centered(&self) -> bool {
        self.features().is_centered
    }

    #[inline]
    fn margin(&self) -> f64 {
        match self {
            Primitive::Ellipsoid(r) if r.x == r.y && r.y == r.z => r.x,
            Primitive::Round { radius, .. } => *radius,
            Primitive::Wheel { rounding, .. } => *rounding,
            Primitive::Composite(composite) => composite.margin,
            Primitive::Box(_)
            | Primitive::Ellipsoid(_)
            | Primitive::Cone { .. }
            | Primitive::Cylinder { .. }
            | Primitive::Segment { .. }
            | Primitive::Frustum { .. }
            | Primitive::HalfSpace(_)
            | Primitive::Function(_) => 0.0,
        }
    }

    #[inline]
    fn unrounded_support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        match self {
            Primitive::Ellipsoid(r) if r.x == r.y && r.y == r.z => Vec3::zeros(),
            Primitive::Round { half, .. } => corner(half, direction),
            Primitive::Wheel { radius, .. } => circle(*radius, 0.0, direction),
            Primitive::Composite(composite) => composite.unrounded_support(direction, hint),
            Primitive::Box(_)
            | Primitive::Ellipsoid(_)
            | Primitive::Cone { .. }
            | Primitive::Cylinder { .. }
            | Primitive::Segment { .. }
            | Primitive::Frustum { .. }
            | Primitive::HalfSpace(_)
            | Primitive::Function(_) => self.support(direction, hint),
        }
    }

    #[inline]
    fn smooth_patch(&self, direction: &Vec3, unrounded: bool) -> Option<SmoothPatch> {
        self.patch_along(direction, unrounded)
    }

    #[inline]
    fn as_primitive(&self) -> Option<(&Primitive, bool)> {
        Some((self, false))
    }

    fn effort(&self) -> u32 {
        self.support_effort()
    }

    fn revolves(&self) -> [bool; 3] {
        self.axes_of_revolution()
    }

    #[inline]
    fn core(&self, unrounded: bool) -> Option<Core> {
        if !unrounded && self.margin() > 0.0 {
            return None;
        }
        match self {
            Primitive::Box(half) | Primitive::Round { half, .. } => Some(Core::of_box(half)),
            Primitive::Ellipsoid(r) if r.x == r.y && r.y == r.z => Some(Core::Point(Vec3::zeros())),
            Primitive::Ellipsoid(_)
            | Primitive::Frustum { .. }
            | Primitive::HalfSpace(_)
            | Primitive::Function(_) => None,
            Primitive::Cone { radius, half_height } => {
                Some(Core::Cone { radius: *radius, half_height: *half_height })
            }
            Primitive::Cylinder { radius, half_height } => {
                Some(Core::Cylinder { radius: *radius, half_height: *half_height })
            }
            Primitive::Segment { from, to } => Core::of_points(&[*from, *to]),
            Primitive::Wheel { radius, .. } => {
                Some(Core::Cylinder { radius: *radius, half_height: 0.0 })
            }
            Primitive::Composite(composite) => composite.core(),
        }
    }

    #[inline]
    fn unrounded_box(&self) -> Option<Vec3> {
        self.features().cuboid
    }

    #[inline]
    fn is_polytope(&self) -> bool {
        self.features().is_polytope
    }

    #[inline]
    fn flat_sides(&self) -> [bool; 3] {
        self.features().flat_sides
    }

    #[inline]
    fn absolute_extents(&self) -> Vec3 {
        match self {
            Primitive::Box(half) => *half,
            Primitive::Ellipsoid(radii) => *radii,
            Primitive::Cone { radius, half_height }
            | Primitive::Cylinder { radius, half_height } => {
                Vec3::new(*radius, *half_height, *radius)
            }
            Primitive::Round { half, radius } => half.add_scalar(*radius),
            Primitive::Segment { from, to } => max(&from.abs(), &to.abs()),
            Primitive::Wheel { radius, rounding } => {
                Vec3::new(radius + rounding, *rounding, radius + rounding)
            }
            Primitive::Frustum { bottom, top, half_height } => {
                // The second term is zero, or NaN where the bottom is not finite.
                let wider = |k: usize| {
                    if bottom[k] > top[k] { bottom[k] } else { top[k] + 0.0 * bottom[k] }
                };
                Vec3::new(wider(0), *half_height, wider(1))
            }
            Primitive::HalfSpace(half_space) => half_space.absolute_extents(),
            Primitive::Function(shape) => shape.extents,
            Primitive::Composite(composite) => composite.extents,
        }
    }

    #[inline]
    fn bounds(&self) -> Aabb {
        match self {
            Primitive::Segment { from, to } => Aabb::around([from, to]),
            Primitive::HalfSpace(half_space) => half_space.bounds(),
            Primitive::Function(shape) => shape.bounds,
            Primitive::Composite(composite) => composite.bounds,
            Primitive::Box(_)
            | Primitive::Ellipsoid(_)
            | Primitive::Cone { .. }
            | Primitive::Cylinder { .. }
            | Primitive::Round { .. }
            | Primitive::Wheel { .. }
            | Primitive::Frustum { .. } => {
                let extents = self.absolute_extents();
                Aabb { min: -extents, max: extents }
            }
        }
    }

    #[inline]
    fn center(&self) -> Vec3 {
        match self {
            Primitive::Segment { .. } => self.bounds().center(),
            Primitive::HalfSpace(half_space) => half_space.center(),
            Primitive::Function(shape) => shape.spheres.center,
            Primitive::Composite(composite) => composite.spheres.center,
            Primitive::Box(_)
            | Primitive::Ellipsoid(_)
            | Primitive::Cone { .. }
            | Primitive::Cylinder { .. }
            | Primitive::Round { .. }
            | Primitive::Wheel { .. }
            | Primitive::Frustum { .. } => Vec3::zeros(),
        }
    }
}
