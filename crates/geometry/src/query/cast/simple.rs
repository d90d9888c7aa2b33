//! Points and balls that move against simple bodies, by [closed forms](crate::convex::closed_form::cast).

use super::{CastHit, FirstContact};
use crate::convex::closed_form::Placed;
use crate::convex::closed_form::cast::{Meeting, meet};
use crate::math::vector::length;
use crate::math::{Placement, Vec3};
use crate::query::bodies::{Body, BodyPair, BodyShape};
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
        let ([a, b], motion) = (self.bodies(), self.directed(*motion));
        let found = a.meet(&b, &motion, tolerance)?;
        Some(found.map(|FirstContact { time, locals: [of_a, of_b], normal }| {
            let (locals, normal) = (self.in_order(of_a, of_b), self.directed(normal));
            // A sum with zero is never a negative zero, which a program would print.
            FirstContact { time, locals, normal: Vec3::zeros() + normal }
        }))
    }
}

impl Body<'_> {
    /// The first contact with a body that moves, if one of both is a ball or a point and the other is simple; `None` where no closed form
    /// has the answer.
    #[inline]
    fn meet(
        &self,
        other: &Body<'_>,
        motion: &Vec3,
        tolerance: f64,
    ) -> Option<Option<FirstContact>> {
        let (BodyShape::Convex(a), BodyShape::Convex(b)) = (self.shape, other.shape) else {
            return None;
        };
        let [first, second] = [(a, self.placement), (b, other.placement)];
        let (found, of_ball) = if b.core_dimension() == 0 {
            (meet(first, second, motion, tolerance)?, 1)
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
        let of_solid = on_surface(solid, on_core, normal);
        let of_moved = on_surface(ball, ball.0.center(), -normal);
        let (locals, normal) = if of_ball == 1 {
            ([of_solid, of_moved], -normal)
        } else {
            ([of_moved, of_solid], normal)
        };
        Some(Some(FirstContact { time, locals, normal: Vec3::zeros() + normal }))
    }

    /// As [`BodyPair::cast`], by a closed form: no relative placement is made. `None` where none has the answer.
    pub(crate) fn cast_simple(
        &self,
        other: &Body<'_>,
        motions: &[Vec3; 2],
        tolerance: f64,
    ) -> Option<Option<CastHit>> {
        let found = self.meet(other, &(motions[1] - motions[0]), tolerance)?;
        Some(found.map(|FirstContact { time, locals: [of_a, of_b], normal }| {
            let p = self.placement.apply(&of_a) + motions[0] * time;
            let q = other.placement.apply(&of_b) + motions[1] * time;
            CastHit { time, point: p * 0.5 + q * 0.5, normal }
        }))
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
