//! Convex shapes: those given by their dimensions, about the origin of their local coordinates (support mappings of
//! thesis 4.4.2 and of Olvång's table 1), and those composed of others.
//!
//! The y-axis is the axis of all that is round, long or flat. Dimensions are finite and not negative
//! ([`Primitive::is_valid`] tells); a zero one makes the body flat: a disc is a cylinder of no height, a rectangle a box
//! of no height, an ellipse an ellipsoid of no height.

#[cfg(test)]
mod tests;

mod measures;
mod surface;

use std::sync::Arc;

use super::composed::Composed;
use super::patch::Patch;
use super::round::{circle, cone, corner, ellipsoid, length, sphere};
use super::support::{Any, Support};
use crate::math::vector::{abs, is_finite, max};
use crate::math::{Aabb, Vec3};

/// A convex solid given by its dimensions, in units of its local coordinates, or composed of others.
#[derive(Clone, Debug)]
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
    /// A box of half extents along the axes, thickened by a ball: a capsule, a lozenge or a rounded box.
    Round {
        /// Half extents of the core.
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
    /// A disc about the y-axis, thickened by a ball.
    Wheel {
        /// Radius of the disc.
        radius: f64,
        /// Radius of the ball.
        rounding: f64,
    },
    /// The hull of two rectangles: one at `-half_height` on the y-axis, one at `+half_height`.
    Frustum {
        /// Half extents of the lower rectangle along x and z.
        bottom: [f64; 2],
        /// Half extents of the upper rectangle along x and z.
        top: [f64; 2],
        /// Half of the height.
        half_height: f64,
    },
    /// A sum, a hull, or a polytope among the operands of such.
    Composed(Arc<Composed>),
}

impl Primitive {
    /// A sphere.
    pub fn sphere(radius: f64) -> Primitive {
        Primitive::Ellipsoid(Vec3::repeat(radius))
    }

    /// Whether all dimensions are finite numbers.
    pub fn is_valid(&self) -> bool {
        match self {
            Primitive::Segment { from, to } => is_finite(from) && is_finite(to),
            _ => is_finite(&self.reach()),
        }
    }
}

/// A point by its coordinates. Where one of several ways to find it leaves it in memory, it would be looked for there by all
/// that follows, in other pieces than it was written.
#[inline(always)]
fn loaded(p: &Vec3) -> Vec3 {
    Vec3::new(p.x, p.y, p.z)
}

/// The point of a frustum farthest along `d`: the corner of the rectangle that reaches farther.
#[inline(never)]
fn frustum(bottom: &[f64; 2], top: &[f64; 2], half_height: f64, d: &Vec3) -> Vec3 {
    let wider = d.x.abs() * (top[0] - bottom[0]) + d.z.abs() * (top[1] - bottom[1]);
    let ([x, z], y) = if wider + 2.0 * half_height * d.y > 0.0 {
        (*top, half_height)
    } else {
        (*bottom, -half_height)
    };
    corner(&Vec3::new(x, 0.0, z), d) + Vec3::new(0.0, y, 0.0)
}

/// How far a box of half extents along the axes reaches along a direction.
#[inline(always)]
fn extent_of_box(half: &Vec3, d: &Vec3) -> f64 {
    d.x.abs() * half.x + d.y.abs() * half.y + d.z.abs() * half.z
}

impl Primitive {
    /// The extent of all but boxes.
    #[inline(never)]
    fn other_extent(&self, d: &Vec3, hint: &mut u32) -> f64 {
        let around = || length(d.x, 0.0, d.z);
        match self {
            Primitive::Ellipsoid(radii) => length(d.x * radii.x, d.y * radii.y, d.z * radii.z),
            Primitive::Cone { radius, half_height } => {
                let (apex, base) = (d.y * half_height, radius * around() - d.y * half_height);
                if apex > base { apex } else { base }
            }
            Primitive::Cylinder { radius, half_height } => {
                radius * around() + d.y.abs() * half_height
            }
            Primitive::Round { half, radius } => {
                extent_of_box(half, d) + radius * length(d.x, d.y, d.z)
            }
            Primitive::Wheel { radius, rounding } => {
                radius * around() + rounding * length(d.x, d.y, d.z)
            }
            Primitive::Box(half) => extent_of_box(half, d),
            // As the support point that is found has it.
            Primitive::Segment { from, to } => {
                if d.dot(&(to * 0.5 - from * 0.5)) > 0.0 {
                    d.dot(to)
                } else {
                    d.dot(from)
                }
            }
            Primitive::Frustum { bottom, top, half_height } => {
                d.dot(&frustum(bottom, top, *half_height, d))
            }
            Primitive::Composed(composed) => d.dot(&composed.support(d, hint)),
        }
    }
}

impl Support for Primitive {
    fn any(&self) -> Any<'_> {
        self
    }

    // Always inlined: a point that is returned through memory costs as much as finding it.
    #[inline(always)]
    fn support(&self, d: &Vec3, hint: &mut u32) -> Vec3 {
        match self {
            Primitive::Box(half) => corner(half, d),
            Primitive::Ellipsoid(radii) => ellipsoid(radii, d),
            Primitive::Cone { radius, half_height } => {
                // The apex or the base circle, whichever reaches farther.
                let around = length(d.x, 0.0, d.z);
                let apex = 2.0 * half_height * d.y > radius * around;
                cone([*radius, *half_height], apex, d, around)
            }
            Primitive::Cylinder { radius, half_height } => {
                circle(*radius, if d.y < 0.0 { -half_height } else { *half_height }, d)
            }
            Primitive::Round { half, radius } => corner(half, d) + sphere(*radius, d),
            Primitive::Segment { from, to } => {
                // Halved before the difference, so that it does not overflow.
                loaded(if d.dot(&(to * 0.5 - from * 0.5)) > 0.0 { to } else { from })
            }
            Primitive::Wheel { radius, rounding } => circle(*radius, 0.0, d) + sphere(*rounding, d),
            Primitive::Frustum { bottom, top, half_height } => {
                loaded(&frustum(bottom, top, *half_height, d))
            }
            Primitive::Composed(composed) => loaded(&composed.support(d, hint)),
        }
    }

    // Boxes in place: a direction that a call reads from memory is not there yet.
    #[inline(always)]
    fn extent(&self, d: &Vec3, hint: &mut u32) -> f64 {
        match self {
            Primitive::Box(half) => extent_of_box(half, d),
            _ => self.other_extent(d, hint),
        }
    }

    #[inline]
    fn as_box(&self) -> Option<Vec3> {
        match self {
            Primitive::Box(half) => Some(*half),
            _ => None,
        }
    }

    #[inline]
    fn is_centered(&self) -> bool {
        !matches!(self, Primitive::Segment { .. } | Primitive::Composed(_))
    }

    #[inline]
    fn margin(&self) -> f64 {
        match self {
            Primitive::Ellipsoid(r) if r.x == r.y && r.y == r.z => r.x,
            Primitive::Round { radius, .. } => *radius,
            Primitive::Wheel { rounding, .. } => *rounding,
            Primitive::Composed(composed) => composed.margin(),
            _ => 0.0,
        }
    }

    #[inline]
    fn core_support(&self, direction: &Vec3, hint: &mut u32) -> Vec3 {
        match self {
            Primitive::Ellipsoid(r) if r.x == r.y && r.y == r.z => Vec3::zeros(),
            Primitive::Round { half, .. } => corner(half, direction),
            Primitive::Wheel { radius, .. } => circle(*radius, 0.0, direction),
            Primitive::Composed(composed) => composed.core_support(direction, hint),
            _ => self.support(direction, hint),
        }
    }

    #[inline]
    fn patch(&self, direction: &Vec3, of_core: bool, patch: &mut Patch) -> bool {
        self.round_patch(direction, of_core, patch)
    }

    #[inline]
    fn as_primitive(&self) -> Option<(&Primitive, bool)> {
        Some((self, false))
    }

    #[inline]
    fn core_box(&self) -> Option<Vec3> {
        self.box_of_core()
    }

    #[inline]
    fn is_polytope(&self) -> bool {
        self.has_polytope_core()
    }

    #[inline]
    fn flat_sides(&self) -> [bool; 3] {
        self.flat_across()
    }

    #[inline]
    fn reach(&self) -> Vec3 {
        match self {
            Primitive::Box(half) => *half,
            Primitive::Ellipsoid(radii) => *radii,
            Primitive::Cone { radius, half_height }
            | Primitive::Cylinder { radius, half_height } => {
                Vec3::new(*radius, *half_height, *radius)
            }
            Primitive::Round { half, radius } => half.add_scalar(*radius),
            Primitive::Segment { from, to } => max(&abs(from), &abs(to)),
            Primitive::Wheel { radius, rounding } => {
                Vec3::new(radius + rounding, *rounding, radius + rounding)
            }
            Primitive::Frustum { bottom, top, half_height } => {
                // The second term is nothing but where the bottom is no number.
                let wider = |k: usize| {
                    if bottom[k] > top[k] { bottom[k] } else { top[k] + 0.0 * bottom[k] }
                };
                Vec3::new(wider(0), *half_height, wider(1))
            }
            Primitive::Composed(composed) => composed.reach(),
        }
    }

    #[inline]
    fn bounds(&self) -> Aabb {
        match self {
            Primitive::Segment { from, to } => Aabb::around([from, to]),
            Primitive::Composed(composed) => composed.bounds(),
            _ => {
                let reach = self.reach();
                Aabb { min: -reach, max: reach }
            }
        }
    }

    #[inline]
    fn center(&self) -> Vec3 {
        match self {
            Primitive::Segment { .. } => self.bounds().center(),
            Primitive::Composed(composed) => composed.balls().center,
            _ => Vec3::zeros(),
        }
    }
}
