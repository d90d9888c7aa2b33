//! A box that moves along a straight line; a ray is one without extent. The slab test of rays (Kay and Kajiya 1986), for the
//! Minkowski difference of two boxes.

use super::broad_phase::is_present;
use crate::math::tolerance::ROUNDING;
use crate::math::{Aabb, Vec3};

#[cfg(test)]
mod tests;

/// A box that moves by `motion` in each unit of time. All numbers are finite.
///
/// ```
/// use solid_geometry::broad::Swept;
/// use solid_geometry::math::{Aabb, Vec3};
///
/// let wall = Aabb { min: Vec3::new(4.0, -9.0, -9.0), max: Vec3::new(5.0, 9.0, 9.0) };
/// let cube = Aabb { min: Vec3::repeat(-1.0), max: Vec3::repeat(1.0) };
/// let time = Swept { from: cube, motion: Vec3::new(6.0, 0.0, 0.0) }.meets(&wall, 1.0);
/// assert!((time.expect("a hit") - 0.5).abs() < 1e-9); // 3 of 6 units
/// assert_eq!(Swept::ray(Vec3::zeros(), Vec3::y()).meets(&wall, 1.0), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Swept {
    /// The box at time 0.
    pub from: Aabb,
    /// How far it moves in a unit of time.
    pub motion: Vec3,
}

impl Swept {
    /// A ray: the point `origin + t * direction` at time t.
    pub fn ray(origin: Vec3, direction: Vec3) -> Swept {
        Swept { from: Aabb { min: origin, max: origin }, motion: direction }
    }

    /// A lower bound on the first time, from 0 to `limit`, at which the boxes share a point, or `None` if there is
    /// certainly none. Rounding errs towards a meeting.
    #[inline]
    pub fn meets(&self, other: &Aabb, limit: f64) -> Option<f64> {
        if !is_present(other) {
            return None;
        }
        let (mut first, mut last) = (0.0_f64, limit);
        for axis in 0..3 {
            let motion = self.motion[axis];
            // How far the box has to move to reach the other, and to leave it.
            let (near, far) =
                (other.min[axis] - self.from.max[axis], other.max[axis] - self.from.min[axis]);
            if motion == 0.0 {
                if near > 0.0 || far < 0.0 {
                    return None;
                }
                continue;
            }
            let (a, b) = (near / motion, far / motion);
            let (begin, end) = if motion > 0.0 { (a, b) } else { (b, a) };
            first = first.max(begin - slack(begin));
            last = last.min(end + slack(end));
        }
        (first <= last).then_some(first)
    }
}

/// A bound on the rounding of a difference and a quotient.
#[inline]
fn slack(time: f64) -> f64 {
    // None of an infinite time: the difference of two infinities is NaN.
    (4.0 * ROUNDING * time.abs()).min(1e300) + f64::MIN_POSITIVE
}
