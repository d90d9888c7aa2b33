//! What is known of a primitive's surface: where it is round, where flat.

use super::Primitive;
use crate::math::Vec3;
use crate::shape::Patch;
use crate::shape::round::{circle, corner, length};

impl Primitive {
    #[inline]
    pub(super) fn round_patch(&self, d: &Vec3, of_core: bool) -> Option<Patch> {
        let disc = |radius: f64, y: f64| {
            Some(Patch { center: Vec3::new(0.0, y, 0.0), radii: Vec3::new(radius, 0.0, radius) })
        };
        let ball = |center: Vec3, radius: f64| Some(Patch { center, radii: Vec3::repeat(radius) });
        match self {
            Primitive::Ellipsoid(r) if of_core && r.x == r.y && r.y == r.z => None,
            Primitive::Ellipsoid(radii) => Some(Patch { center: Vec3::zeros(), radii: *radii }),
            Primitive::Cone { radius, half_height } => {
                if 2.0 * half_height * d.y > radius * length(d.x, 0.0, d.z) {
                    Some(Patch::corner(Vec3::new(0.0, *half_height, 0.0)))
                } else {
                    disc(*radius, -half_height)
                }
            }
            Primitive::Cylinder { radius, half_height } => {
                disc(*radius, if d.y < 0.0 { -half_height } else { *half_height })
            }
            Primitive::Round { half, radius } if !of_core => ball(corner(half, d), *radius),
            Primitive::Wheel { radius, .. } if of_core => disc(*radius, 0.0),
            Primitive::Wheel { radius, rounding } => ball(circle(*radius, 0.0, d), *rounding),
            _ => None,
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
