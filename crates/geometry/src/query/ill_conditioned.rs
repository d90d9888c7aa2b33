//! Ill-conditioned pairs: one body is so thin, or so small relative to the other, that coordinates are rounded by more.
//!
//! For these, different algorithms may give results on both sides of touching, each within rounding. One algorithm decides
//! whether such a pair collides, so that all queries agree: the boolean query of the parts whose boxes overlap.

use super::bodies::BodyPair;
use crate::math::tolerance::{ILL_CONDITIONED, TOUCHING, USUAL_UNITS};
use crate::math::{Aabb, Mat3, Vec3};

/// Whether an ill-conditioned pair collides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    /// They share a point: in the local coordinates of A and of B.
    Touching([Vec3; 2]),
    /// They share none.
    Apart,
}

impl BodyPair<'_> {
    /// Whether the pair collides, if it is ill-conditioned; `None` for all others.
    pub(super) fn verdict_if_ill_conditioned(&self) -> Option<Verdict> {
        let relative = &self.relative;
        let [a, b] = self.shapes.each().map(|shape| shape.bounds());
        let least = TOUCHING * relative.largest_coordinate() / ILL_CONDITIONED;
        let is_ill_conditioned =
            is_thin(&a, relative.basis_a(), least) || is_thin(&b, relative.basis_b(), least);
        is_ill_conditioned.then(|| self.shared_locals().map_or(Verdict::Apart, Verdict::Touching))
    }
}

/// Whether the image of a box is thinner than `least`.
#[inline]
fn is_thin(bounds: &Aabb, basis: &Mat3, least: f64) -> bool {
    // The volume over the product of two edges is no less than this, as that product is at most half of the sum of the squares.
    let bound = 2.0 * bounds.half_extents().min() * basis.determinant().abs();
    let square = basis.norm_squared();
    let is_thick = bound > least * square * (1.0 + 1e-9) && USUAL_UNITS.contains(&square);
    !is_thick && least > thickness(bounds, basis)
}

/// The thickness of the image of a box, up to a small factor; if it has no volume, its shortest edge of positive length. Infinite
/// for a point.
fn thickness(bounds: &Aabb, basis: &Mat3) -> f64 {
    let half = bounds.half_extents();
    let [a, b, c] = [0, 1, 2].map(|axis| basis.column(axis) * half[axis]);
    let [x, y, z] = [a.amax(), b.amax(), c.amax()];
    let volume = a.cross(&b).dot(&c).abs();
    if volume > 0.0 {
        return volume / (x * y).max(y * z).max(z * x);
    }
    [x, y, z].into_iter().filter(|length| *length > 0.0).fold(f64::INFINITY, f64::min)
}
