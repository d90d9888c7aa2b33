//! The unrounded bodies whose closest points have closed forms.

use super::support_points::distance_from_axis;
use crate::math::Vec3;
use crate::math::vector::greater;

/// A simple body in its local coordinates: what is left of a ball, a capsule, a rounded box or a wheel without the rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Core {
    /// A point.
    Point(Vec3),
    /// A line segment between different points.
    Segment([Vec3; 2]),
    /// A triangle, which may have no area.
    Triangle([Vec3; 3]),
    /// A box about the origin, given by its half extents, of which at least two are not zero.
    Box(Vec3),
    /// A cylinder about the y-axis; a disc where its height is zero.
    Cylinder {
        /// Radius about the axis.
        radius: f64,
        /// Half of the height.
        half_height: f64,
    },
    /// A cone about the y-axis, its apex at `half_height`.
    Cone {
        /// Radius of the base.
        radius: f64,
        /// Half of the height.
        half_height: f64,
    },
}

impl Core {
    /// A box of half extents about the origin, some perhaps zero.
    #[inline]
    pub(super) fn of_box(half: &Vec3) -> Core {
        let count = half.iter().filter(|extent| **extent != 0.0).count();
        match count {
            0 => Core::Point(Vec3::zeros()),
            1 => Core::Segment([-half, *half]),
            _ => Core::Box(*half),
        }
    }

    /// The hull of up to three points; `None` for more, and for none.
    #[inline]
    pub(crate) fn of_points(points: &[Vec3]) -> Option<Core> {
        match *points {
            [p] => Some(Core::Point(p)),
            [p, q] => Some(if p == q { Core::Point(p) } else { Core::Segment([p, q]) }),
            [p, q, r] => Some(Core::Triangle([p, q, r])),
            _ => None,
        }
    }

    /// The support function: the largest dot product of a point of the body with `d`.
    // Always inlined: see `closed_form::gap::times`.
    #[inline(always)]
    pub(crate) fn support_value(&self, d: &Vec3) -> f64 {
        match self {
            Core::Point(p) => d.dot(p),
            Core::Segment([p, q]) => greater(d.dot(p), d.dot(q)),
            Core::Triangle([p, q, r]) => greater(greater(d.dot(p), d.dot(q)), d.dot(r)),
            Core::Box(half) => d.abs().dot(half),
            Core::Cylinder { radius, half_height } => {
                radius * distance_from_axis(d) + d.y.abs() * half_height
            }
            Core::Cone { radius, half_height } => {
                let high = d.y * half_height;
                greater(high, radius * distance_from_axis(d) - high)
            }
        }
    }
}
