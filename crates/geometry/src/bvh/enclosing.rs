//! The box around many points, and whether all of them are usable.

use wide::f64x2;

use super::frame::is_within_range;
use crate::math::vector::is_finite;
use crate::math::{Aabb, Vec3};

/// Points so far. Two are taken at a time: their six coordinates need not wait for each other.
#[derive(Clone, Copy)]
pub struct Enclosing {
    least: [f64x2; 3],
    greatest: [f64x2; 3],
    sum: [f64x2; 3],
}

impl Enclosing {
    /// No points.
    pub const NONE: Enclosing = Enclosing {
        least: [f64x2::new([f64::INFINITY; 2]); 3],
        greatest: [f64x2::new([f64::NEG_INFINITY; 2]); 3],
        sum: [f64x2::new([0.0; 2]); 3],
    };

    /// Two more, or one twice.
    #[inline(always)]
    pub fn include(&mut self, p: &Vec3, q: &Vec3) {
        for (i, two) in [[p.x, p.y], [p.z, q.x], [q.y, q.z]].into_iter().enumerate() {
            let two = f64x2::new(two);
            self.least[i] = self.least[i].fast_min(two);
            self.greatest[i] = self.greatest[i].fast_max(two);
            self.sum[i] += two;
        }
    }

    /// The box around all of them, if each is finite; `None` if one is not, if they are out of range, or may be.
    #[inline]
    pub fn bounds(&self) -> Option<Aabb> {
        let halves = |six: [f64x2; 3]| {
            let [[a, b], [c, d], [e, f]] = six.map(|two| two.to_array());
            (Vec3::new(a, b, c), Vec3::new(d, e, f))
        };
        let ((p, q), (r, s), (t, u)) =
            (halves(self.least), halves(self.greatest), halves(self.sum));
        let around = Aabb { min: p.inf(&q), max: r.sup(&s) };
        // Of what is infinite or no number, no sum is finite.
        (is_finite(&(t + u)) && is_within_range(&around)).then_some(around)
    }
}
