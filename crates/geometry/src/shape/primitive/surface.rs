//! The smooth patches and flat facets of a primitive's surface.

use super::Primitive;
use crate::math::Vec3;
use crate::shape::SmoothPatch;
use crate::shape::support_points::{circle, corner, distance_from_axis};

impl Primitive {
    /// See [`crate::shape::Support::smooth_patch`].
    #[inline]
    pub(super) fn patch_along(&self, d: &Vec3, unrounded: bool) -> Option<SmoothPatch> {
        let zero = Vec3::zeros();
        let at = |y: f64| Vec3::new(0.0, y, 0.0);
        let disc = |radius: f64| Vec3::new(radius, 0.0, radius);
        let (center, radii) = match self {
            Primitive::Ellipsoid(r) if unrounded && r.x == r.y && r.y == r.z => return None,
            Primitive::Ellipsoid(radii) => (zero, *radii),
            Primitive::Cone { radius, half_height } => {
                // As the support point is chosen: no square may underflow.
                let apex = 2.0 * half_height * d.y > radius * distance_from_axis(d);
                // Without a branch, which would be mispredicted.
                let bits = u64::from(apex).wrapping_neg();
                let base = f64::from_bits(radius.to_bits() & !bits);
                (at(f64::from_bits(half_height.to_bits() ^ (!bits & 1 << 63))), disc(base))
            }
            Primitive::Cylinder { radius, half_height } => {
                (at(if d.y < 0.0 { -half_height } else { *half_height }), disc(*radius))
            }
            Primitive::Round { half, radius } if !unrounded => {
                (corner(half, d), Vec3::repeat(*radius))
            }
            Primitive::Wheel { radius, .. } if unrounded => (zero, disc(*radius)),
            Primitive::Wheel { radius, rounding } => {
                (circle(*radius, 0.0, d), Vec3::repeat(*rounding))
            }
            Primitive::Box(_)
            | Primitive::Round { .. }
            | Primitive::Segment { .. }
            | Primitive::Frustum { .. }
            | Primitive::HalfSpace(_)
            | Primitive::Function(_)
            | Primitive::Composite(_) => return None,
        };
        Some(SmoothPatch { center, radii })
    }
}
