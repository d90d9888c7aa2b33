//! What is known of a primitive's surface: where it is round, where flat.

use super::Primitive;
use crate::math::Vec3;
use crate::shape::Patch;
use crate::shape::round::{circle, corner, length};

impl Primitive {
    #[inline]
    pub(super) fn round_patch(&self, d: &Vec3, of_core: bool, patch: &mut Patch) -> bool {
        // In place: what is read after it was returned through memory has to wait.
        let mut put = |center: Vec3, radii: Vec3| {
            *patch = Patch { center, radii };
            true
        };
        let zero = Vec3::zeros();
        let at = |y: f64| Vec3::new(0.0, y, 0.0);
        let disc = |radius: f64| Vec3::new(radius, 0.0, radius);
        match self {
            Primitive::Ellipsoid(r) if of_core && r.x == r.y && r.y == r.z => false,
            Primitive::Ellipsoid(radii) => put(zero, *radii),
            Primitive::Cone { radius, half_height } => {
                if 2.0 * half_height * d.y > radius * length(d.x, 0.0, d.z) {
                    put(at(*half_height), zero)
                } else {
                    put(at(-half_height), disc(*radius))
                }
            }
            Primitive::Cylinder { radius, half_height } => {
                put(at(if d.y < 0.0 { -half_height } else { *half_height }), disc(*radius))
            }
            Primitive::Round { half, radius } if !of_core => put(corner(half, d), Vec3::repeat(*radius)),
            Primitive::Wheel { radius, .. } if of_core => put(zero, disc(*radius)),
            Primitive::Wheel { radius, rounding } => put(circle(*radius, 0.0, d), Vec3::repeat(*rounding)),
            _ => false,
        }
    }

    #[inline]
    pub(super) fn box_of_core(&self) -> Option<Vec3> {
        match self {
            Primitive::Box(half) | Primitive::Round { half, .. } => Some(*half),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn has_polytope_core(&self) -> bool {
        match self {
            Primitive::Box(_)
            | Primitive::Round { .. }
            | Primitive::Segment { .. }
            | Primitive::Frustum { .. } => true,
            Primitive::Ellipsoid(r) => r.x == r.y && r.y == r.z,
            _ => false,
        }
    }

    #[inline]
    pub(super) fn flat_across(&self) -> [bool; 3] {
        match self {
            Primitive::Box(_) | Primitive::Round { .. } => [true; 3],
            Primitive::Cone { .. }
            | Primitive::Cylinder { .. }
            | Primitive::Wheel { .. }
            | Primitive::Frustum { .. } => [false, true, false],
            _ => [false; 3],
        }
    }
}
