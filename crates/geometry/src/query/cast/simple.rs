//! Points and balls that move against simple bodies, by [closed forms](crate::convex::closed_form::cast).

use super::{CastHit, FirstContact};
use crate::convex::closed_form::cast::{Meeting, meet};
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
        Some(found.map(|Met { time, normal, cores, radii }| {
            let on_surface = |body: &Body<'_>, core: Vec3, by: f64| match by {
                0.0 => core,
                by => {
                    let out = body.placement.basis.tr_mul(&normal);
                    // Its length is the scale of the placement.
                    core + out * (by / out.norm_squared())
                }
            };
            let [of_a, of_b] =
                [on_surface(&a, cores[0], -radii[0]), on_surface(&b, cores[1], radii[1])];
            let (locals, normal) = (self.in_order(of_a, of_b), self.directed(normal));
            // A sum with zero is never a negative zero, which a program would print.
            FirstContact { time, locals, normal: Vec3::zeros() + normal }
        }))
    }
}

/// A first contact, in the order of the bodies.
struct Met {
    time: f64,
    /// From the second body to the first.
    normal: Vec3,
    /// Points of the unrounded bodies, in the local coordinates of each, and their distances from the contact in the world.
    cores: [Vec3; 2],
    radii: [f64; 2],
}

impl Body<'_> {
    /// The first contact with a body that moves, if one of both is a ball or a point and the other is simple; `None` where no closed form
    /// has the answer.
    #[inline]
    fn meet(&self, other: &Body<'_>, motion: &Vec3, tolerance: f64) -> Option<Option<Met>> {
        let (BodyShape::Convex(a), BodyShape::Convex(b)) = (self.shape, other.shape) else {
            return None;
        };
        let [first, second] = [(a, self.placement), (b, other.placement)];
        let is_first = b.core_dimension() != 0;
        let found = if is_first {
            meet(second, first, &-motion, tolerance)?
        } else {
            meet(first, second, motion, tolerance)?
        };
        let Meeting::Met { time, normal, on_core, radii: [of_solid, of_ball] } = found else {
            return Some(None);
        };
        Some(Some(if is_first {
            Met { time, normal, cores: [a.center(), on_core], radii: [of_ball, of_solid] }
        } else {
            let normal = -normal;
            Met { time, normal, cores: [on_core, b.center()], radii: [of_solid, of_ball] }
        }))
    }

    /// As [`BodyPair::cast`], by a closed form: no relative placement is made. `None` where none has the answer.
    pub(crate) fn cast_simple(
        &self,
        other: &Body<'_>,
        motions: &[Vec3; 2],
        tolerance: f64,
    ) -> Option<Option<CastHit>> {
        let found = self.meet(other, &(motions[1] - motions[0]), tolerance)?;
        Some(found.map(|Met { time, normal, cores, radii }| {
            let p = self.placement.apply(&cores[0]) + motions[0] * time - normal * radii[0];
            let q = other.placement.apply(&cores[1]) + motions[1] * time + normal * radii[1];
            CastHit { time, point: p * 0.5 + q * 0.5, normal: Vec3::zeros() + normal }
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
