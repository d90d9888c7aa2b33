//! Faces of both bodies in one plane, as the sides of crates on top of each other.

use super::group::{Best, Group};
use super::plane::front;
use super::surface;
use crate::math::tolerance::{NORMAL_CONE, ROUNDED_DEPTH};

impl Group<'_, '_> {
    /// Whether the other body would be pushed behind a face of a closed surface.
    pub(super) fn is_behind(&self, best: &Best) -> bool {
        let shapes = self.bodies.shapes.each();
        let is_pushed_behind = |side: usize| {
            let Some(soup) = surface(&shapes[side]) else { return false };
            let Some((front, _)) = front(soup, self.basis(side), self.largest[side]) else {
                return false;
            };
            let out = if side == 0 { -best.normal } else { best.normal };
            front.cross(&out).norm() <= NORMAL_CONE && front.dot(&out) * soup.outer_side() < 0.0
        };
        best.face.is_some() && [0, 1].into_iter().any(is_pushed_behind)
    }

    /// The same where the two only touch.
    pub(super) fn is_flush(&self, best: &Best) -> bool {
        let rounding = ROUNDED_DEPTH * self.bodies.relative.largest_coordinate();
        best.depth <= rounding && self.is_behind(best)
    }
}
