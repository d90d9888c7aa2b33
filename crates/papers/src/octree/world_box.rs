//! World boxes of objects (report 3.3.3).

use super::FaceMesh;
use super::corners::{Corners, Kind, is_usable, kind_of};
use solid_geometry::math::{Aabb, Vec3};

/// A box around an object, and whether all its vertices can be used.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorldBox {
    pub bounds: Aabb,
    pub all_usable: bool,
}

/// The box around all usable vertices, whether a face has them or not.
pub(super) fn world_box_of(mesh: &FaceMesh<'_>) -> WorldBox {
    match kind_of(mesh) {
        Kind::InPlace(corners) => extent(&corners),
        Kind::Placed(corners) => extent(&corners),
        Kind::General(corners) => extent(corners),
    }
}

fn extent(corners: &impl Corners) -> WorldBox {
    let (mut bounds, mut odd) = (Aabb::EMPTY, Vec3::zeros());
    for vertex in 0..corners.count() {
        let corner = corners.corner(vertex);
        bounds = corner.join(&bounds);
        // Zero times what is not finite is no number, and no sum with that is.
        odd += corner.min * 0.0;
    }
    if odd == Vec3::zeros() && (bounds.is_empty() || is_usable_box(&bounds)) {
        return WorldBox { bounds, all_usable: true };
    }
    let usable = (0..corners.count()).map(|vertex| corners.corner(vertex)).filter(is_usable_box);
    WorldBox {
        bounds: usable.fold(Aabb::EMPTY, |all, corner| all.join(&corner)),
        all_usable: false,
    }
}

/// Whether all of a box is finite and in the range of exact answers.
#[inline]
pub(super) fn is_usable_box(aabb: &Aabb) -> bool {
    is_usable(&aabb.min) && is_usable(&aabb.max)
}
