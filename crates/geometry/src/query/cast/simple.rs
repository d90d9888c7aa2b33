//! Points and balls that move against simple bodies, by [closed forms](crate::convex::closed_form::cast).

use super::{CastHit, FirstContact};
use crate::convex::closed_form::Placed;
use crate::convex::closed_form::cast::{Meeting, meet};
use crate::math::vector::length;
use crate::math::{Placement, Vec3};
use crate::query::bodies::{Body, BodyPair, BodyShape, Shapes};
use crate::shape::{Primitive, Support};

#[cfg(test)]
mod tests;

impl BodyPair<'_> {
    /// As [`BodyPair::first_contact`], of a ball or a point and a simple body; `None` where no closed form has the answer.
    pub(super) fn meet_simple(
        &self,
        motion: &Vec3,
        tolerance: f64,
    ) -> Option<Option<FirstContact>> {
        let Shapes::Convex(a, b) = self.shapes else { return None };
        let [first, second] = [(a, self.placements[0]), (b, self.placements[1])];
        // Of B.
        let motion = self.directed(*motion);
        let (found, of_ball) = if b.core_dimension() == 0 {
            (meet(first, second, &motion, tolerance)?, 1)
        } else {
            (meet(second, first, &-motion, tolerance)?, 0)
        };
        let Meeting::Met { time, normal, on_core } = found else { return Some(None) };
        let on_surface = |(body, at): Placed<'_>, core: Vec3, out: Vec3| match body.margin() {
            0.0 => core,
            margin => {
                let out = at.basis.tr_mul(&out);
                core + out * (margin / length(&out))
            }
        };
        let (solid, ball) = if of_ball == 1 { (first, second) } else { (second, first) };
        let locals =
            [on_surface(solid, on_core, normal), on_surface(ball, ball.0.center(), -normal)];
        let [of_solid, of_moved] = locals;
        let (of_a, of_b, normal) =
            if of_ball == 1 { (of_solid, of_moved, -normal) } else { (of_moved, of_solid, normal) };
        // A sum with zero is never a negative zero, which a program would print.
        let normal = Vec3::zeros() + self.directed(normal);
        Some(Some(FirstContact { time, locals: self.in_order(of_a, of_b), normal }))
    }
}

/// What moves along a ray.
pub(super) const POINT: Primitive =
    Primitive::Segment { from: Vec3::new(0.0, 0.0, 0.0), to: Vec3::new(0.0, 0.0, 0.0) };

impl Body<'_> {
    /// As [`Body::cast_ray`], by a closed form, which most rays at simple bodies have.
    #[inline]
    pub(crate) fn meet_ray(
        &self,
        from: &Vec3,
        to: &Vec3,
        tolerance: f64,
    ) -> Option<Option<CastHit>> {
        let BodyShape::Convex(shape) = self.shape else { return None };
        let placement = Placement { origin: *from, ..Placement::IDENTITY };
        let motion = to - from;
        Some(match meet((shape, self.placement), (&POINT, &placement), &motion, tolerance)? {
            Meeting::Missed => None,
            Meeting::Met { time, normal, .. } => {
                Some(CastHit { time, point: from + motion * time, normal: Vec3::zeros() + normal })
            }
        })
    }
}
