//! The cache of a pair of bodies between queries: the axis that separated them (thesis 4.4.3), the vertices at which their
//! support searches ended, and the last support values of polytopes. It saves time and changes no answer.

use super::closed_form::Placed;
use super::gjk::{GjkResult, Status};
use super::pair::VertexHints;
use crate::math::tolerance::{
    CLEAR_MARGIN, LEAST_SQUARE, ROUNDING, SUPPORT_ROUNDING, WORKING_RANGE,
};
use crate::math::vector::largest;
use crate::math::{Placement, Vec3};
use crate::shape::Support;

#[cfg(test)]
mod tests;

/// The cache of a pair of bodies between queries. Only the placements of the bodies may change; other bodies need a new
/// cache.
///
/// ```
/// use solid_geometry::convex::{Coherence, overlap};
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::shape::Primitive;
///
/// let (ball, can) = (Primitive::sphere(1.0), Primitive::Cylinder { radius: 1.0, half_height: 1.0 });
/// let (mut pose, mut coherence) = (Placement::translation([4.0, 0.0, 0.0]), Coherence::default());
/// assert!(!overlap(&ball, &Placement::IDENTITY, &can, &pose, &mut coherence));
/// assert!(coherence.axis().expect("they were apart").x < 0.0); // from the can towards the ball
/// pose.translate(&Vec3::new(-2.5, 0.0, 0.0));
/// assert!(overlap(&ball, &Placement::IDENTITY, &can, &pose, &mut coherence));
/// assert_eq!(coherence.axis(), None);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Coherence {
    /// The axis that separated the bodies last time, along world axes; its largest coordinate is 1. Zero if there is none.
    axis: Vec3,
    /// The support values of both when these were last searched for, of bodies of many vertices.
    known: [KnownSupport; 2],
    /// Where support searches start.
    pub hints: VertexHints,
}

impl Coherence {
    /// Nothing but where support searches start.
    pub(crate) fn starting_at(hints: VertexHints) -> Coherence {
        Coherence { hints, ..Coherence::default() }
    }

    /// The axis that separated the bodies last time; `None` if they were not apart.
    #[inline]
    pub fn axis(&self) -> Option<Vec3> {
        (self.axis != Vec3::zeros()).then_some(self.axis)
    }

    /// Keeps an axis that separates the bodies, of any length.
    #[inline]
    pub fn set_axis(&mut self, axis: &Vec3) {
        let largest = largest(axis);
        // An axis that is zero, or too long, is none.
        let is_usable = (largest > 0.0) & (largest < f64::INFINITY);
        self.axis = if is_usable { axis / largest } else { Vec3::zeros() };
    }

    /// Forgets the axis: the bodies were found to collide.
    #[inline]
    pub(crate) fn forget_axis(&mut self) {
        self.axis = Vec3::zeros();
    }

    /// Keeps the result of a search; whether the bodies collide.
    #[inline]
    pub(super) fn record(&mut self, result: &GjkResult) -> bool {
        let apart = result.status == Status::Apart;
        if apart {
            self.set_axis(&result.axis);
        } else {
            self.forget_axis();
        }
        !apart
    }

    /// Whether the axis still separates two placed bodies by a clear margin: as [`Pair::is_separated_by`], before a relative
    /// placement is made.
    ///
    /// [`Pair::is_separated_by`]: super::pair::Pair::is_separated_by
    #[inline]
    pub(super) fn still_separates<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: (&A, &Placement),
        b: (&B, &Placement),
    ) -> bool {
        self.axis().is_some_and(|axis| self.separates(&axis, a, b))
    }

    /// Whether the line through the centres of two placed bodies separates them by a clear margin; it is kept if so.
    #[inline]
    pub(super) fn centers_separate<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        a: (&A, &Placement),
        b: (&B, &Placement),
    ) -> bool {
        let axis = center(a) - center(b);
        let is_apart = self.separates(&axis, a, b);
        if is_apart {
            self.set_axis(&axis);
        }
        is_apart
    }

    /// Whether boxes around two placed bodies, along the world's axes, are apart by a clear margin; the axis is kept if so.
    #[inline]
    pub(super) fn boxes_separate(
        &mut self,
        (a, placement_a): Placed<'_>,
        (b, placement_b): Placed<'_>,
    ) -> bool {
        const SLACK: f64 = CLEAR_MARGIN * SUPPORT_ROUNDING;
        let offset = placement_b.origin - placement_a.origin;
        let reach = placement_a.basis.abs() * a.absolute_extents()
            + placement_b.basis.abs() * b.absolute_extents();
        let gap = offset.abs() * (1.0 - SLACK) - reach * (1.0 + SLACK);
        let is_apart = gap.x > 0.0 || gap.y > 0.0 || gap.z > 0.0;
        if is_apart {
            let axis = gap.imax();
            self.set_axis(&Vec3::ith(axis, -offset[axis]));
        }
        is_apart
    }

    /// Whether an axis of any length separates two placed bodies by a clear margin.
    #[inline]
    fn separates<A: Support + ?Sized, B: Support + ?Sized>(
        &mut self,
        axis: &Vec3,
        (a, placement_a): (&A, &Placement),
        (b, placement_b): (&B, &Placement),
    ) -> bool {
        let (basis_a, basis_b) = (&placement_a.basis, &placement_b.basis);
        let offset = placement_b.origin - placement_a.origin;
        let (towards_a, towards_b) = (-basis_a.tr_mul(axis), basis_b.tr_mul(axis));
        let size = axis.abs();
        let reach_a = basis_a.abs().tr_mul(&size).dot(&a.absolute_extents());
        let reach_b = basis_b.abs().tr_mul(&size).dot(&b.absolute_extents());
        let reach = reach_a + reach_b + size.dot(&offset.abs());
        // What is left for the support values.
        let gap = -axis.dot(&offset) - CLEAR_MARGIN * SUPPORT_ROUNDING * reach;
        let ([known_a, known_b], [hint_a, hint_b]) = (&mut self.known, &mut self.hints);
        let bound_a = known_a.bound(a, &towards_a, hint_a);
        let bound_b = known_b.bound(b, &towards_b, hint_b);
        if gap - bound_a - bound_b > WORKING_RANGE.start {
            return true;
        }
        if a.cached_radius().is_none() && b.cached_radius().is_none() {
            return false;
        }
        let value_a = known_a.search(a, &towards_a, hint_a);
        let value_b = known_b.search(b, &towards_b, hint_b);
        gap - value_a - value_b > WORKING_RANGE.start
    }

    /// Forgets the support values: a body has another form than it had.
    pub(crate) fn forget_extents(&mut self) {
        self.known = Default::default();
    }
}

/// The centre of a placed body.
#[inline]
fn center<S: Support + ?Sized>((body, placement): (&S, &Placement)) -> Vec3 {
    if body.is_centered() { placement.origin } else { placement.apply(&body.center()) }
}

/// The support value of a body in a direction, in its local coordinates.
///
/// It bounds those in directions nearby, so that bodies that move a little are known to be apart without a search through their
/// vertices: a coherent pair of hulls of 50 vertices takes a third of the time. Let R bound the distance of the body's points
/// from its origin, and E be its support value along the unit vector d. Along c d + r e, with e across d and 2 r <= c, the
/// support value is at most E c + min(R, sqrt(5) R - 2 E) r (docs, theory/rounding, equation 5).
#[derive(Clone, Copy, Debug, Default)]
struct KnownSupport {
    /// A unit vector, or zero.
    direction: Vec3,
    value: f64,
}

impl KnownSupport {
    /// The support value, or more; infinite where nothing is known. Of a body that takes no search it is the value itself.
    #[inline]
    fn bound<S: Support + ?Sized>(&self, body: &S, towards: &Vec3, hint: &mut u32) -> f64 {
        let Some(radius) = body.cached_radius() else {
            return body.support_value(towards, hint);
        };
        let along = self.direction.dot(towards);
        let along2 = along * along;
        // No less than the square, whatever was rounded.
        let across2 = towards.norm_squared() * (1.0 + 32.0 * ROUNDING) - along2;
        // Smaller squares have lost digits.
        if along > 0.0 && along2 > LEAST_SQUARE && 4.0 * across2 <= along2 {
            let slope = radius.min(ROOT_FIVE * radius - 2.0 * self.value);
            self.value * along + slope * across2.sqrt()
        } else {
            f64::INFINITY
        }
    }

    /// The support value, which is kept if it takes a search.
    fn search<S: Support + ?Sized>(&mut self, body: &S, towards: &Vec3, hint: &mut u32) -> f64 {
        let value = body.support_value(towards, hint);
        if body.cached_radius().is_some() {
            let square = towards.norm_squared();
            let is_in_range = square > LEAST_SQUARE && square < f64::INFINITY;
            let length = if is_in_range { square.sqrt() } else { f64::INFINITY };
            *self = KnownSupport { direction: towards / length, value: value / length };
        }
        value
    }
}

/// The square root of five, or a little more.
const ROOT_FIVE: f64 = 2.2361;
