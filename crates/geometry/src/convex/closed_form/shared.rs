//! A point that two simple bodies share, by which most that overlap are known to without a search.

use super::{Frame, frames, nearest_local};
use crate::convex::pair::Pair;
use crate::convex::witness::Witness;
use crate::math::Vec3;
use crate::math::tolerance::DEPTH_ASIDE;
use crate::math::vector::length;
use crate::shape::Support;
use crate::shape::core::Core;

/// A point of two unrounded bodies that overlap by more than rounding, in the local coordinates of each: the point of one that is nearest
/// to the other's centre, as it is under similarities. `None` if it is not well inside of the other, or nothing is known.
pub(in crate::convex) fn shared_point<A: Support + ?Sized, B: Support + ?Sized>(
    pair: &Pair<A, B>,
) -> Option<Witness> {
    let ((a, b), relative) = (pair.bodies(), pair.relative());
    let (cores, frames) = ([a.core(true)?, b.core(true)?], frames(relative));
    let is_solid =
        |core: &Core| matches!(core, Core::Box(_) | Core::Cylinder { .. } | Core::Cone { .. });
    let outer = if is_solid(&cores[1]) { 1 } else { 0 };
    let (inner, [of_inner, of_outer]) = (1 - outer, [&frames[1 - outer], &frames[outer]]);
    // As if the placements were similarities: of others the points are still near enough to each other, or not.
    let scale = |frame: &Frame<'_>| frame.basis.column(0).norm();
    let local = |frame: &Frame<'_>, placed: &Vec3, scale: f64| {
        frame.basis.tr_mul(&(placed - frame.origin)) / (scale * scale)
    };
    let center = local(of_inner, &of_outer.origin, scale(of_inner));
    let nearest = nearest_local(&center, &cores[inner]);
    let scale = scale(of_outer);
    let within = local(of_outer, &of_inner.place(&nearest), scale);
    let mut locals = [nearest; 2];
    locals[outer] = within;
    let [local_a, local_b] = locals;
    let clear = DEPTH_ASIDE * relative.largest_coordinate() / scale;
    let is_shared = is_inside(&within, &cores[outer], clear) && pair.touch_at(&local_a, &local_b);
    is_shared.then(|| Witness { local_a, local_b, difference: Vec3::zeros() })
}

/// Whether a local point is farther than a distance inside of a solid.
pub(super) fn is_inside(q: &Vec3, core: &Core, distance: f64) -> bool {
    let from_axis = || length(&Vec3::new(q.x, 0.0, q.z));
    match *core {
        Core::Box(half) => (0..3).all(|k| q[k].abs() + distance < half[k]),
        Core::Cylinder { radius, half_height } => {
            q.y.abs() + distance < half_height && from_axis() + distance < radius
        }
        Core::Cone { radius, half_height } => {
            // The normal of the side is no longer than that.
            let (height, longest) = (2.0 * half_height, radius + 2.0 * half_height);
            let above_side = radius * (half_height - q.y) - from_axis() * height;
            q.y + half_height > distance && above_side > distance * longest
        }
        Core::Point(_) | Core::Segment(_) | Core::Triangle(_) => false,
    }
}
