//! Where a ray meets a triangle: the signs of three edge functions across the ray (Woop, Benthin and Wald 2013), each used only if
//! it exceeds its rounding error, and otherwise found by the orientation predicate (Shewchuk 1997). The predicate sees the corners as
//! they were rounded, which two triangles share: no ray passes between them.

#[cfg(test)]
mod tests;

use crate::math::Vec3;
use crate::math::exact::orient3d;
use crate::math::tolerance::{RAY_AREA_ERRORS, ROUNDING};

/// A ray, prepared for tests against triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    /// A point of the ray.
    pub base: Vec3,
    /// The largest coordinate is 1 or -1.
    direction: Vec3,
    /// The axis of the direction's largest coordinate comes last.
    axes: [usize; 3],
    /// A bound on the error of the coordinates of corners, once they are brought across the ray.
    pub error: f64,
}

/// The result of [`Ray::meets`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RayTest {
    /// The line of the ray shares no point with the triangle.
    Missed,
    /// It passes through the triangle, or touches it up to rounding.
    Met {
        /// How far from the base, in units of the direction.
        at: f64,
        /// A bound on the error of that.
        error: f64,
        /// The point's barycentric coordinates.
        weights: [f64; 3],
    },
    /// Rounding hides which, or where.
    Undecided {
        /// The triangle is not met before, in units of the direction from the base.
        from: f64,
    },
}

impl Ray {
    /// The ray through `base` along `direction`, whose largest coordinate is 1 or -1.
    pub(crate) fn new(base: Vec3, direction: &Vec3, error: f64) -> Ray {
        let last = direction.iamax();
        let axes = [(last + 1) % 3, (last + 2) % 3, last];
        Ray { base, direction: *direction, axes, error }
    }

    /// Whether and where the ray passes through a triangle.
    #[inline]
    pub(crate) fn meets(&self, corners: &[Vec3; 3]) -> RayTest {
        let [x, y, z] = self.axes;
        let [along_x, along_y, sign] = self.axes.map(|axis| self.direction[axis]);
        let corners = [corners[0] - self.base, corners[1] - self.base, corners[2] - self.base];
        let across = |p: &Vec3| {
            let at = p[z] * sign;
            [p[x] - along_x * at, p[y] - along_y * at, at]
        };
        let [a, b, c] = [across(&corners[0]), across(&corners[1]), across(&corners[2])];
        let edge = |p: &[f64; 3], q: &[f64; 3]| p[0] * q[1] - p[1] * q[0];
        let (u, v, w) = (edge(&b, &c), edge(&c, &a), edge(&a, &b));
        let wide = [a, b, c].iter().fold(0.0, |most: f64, p| most.max(p[0].abs()).max(p[1].abs()));
        // Two products, of which each factor has the error, and their rounding.
        let uncertainty = 8.0 * self.error * (wide + self.error);
        let (least, most) = (u.min(v).min(w), u.max(v).max(w));
        if least < -uncertainty && most > uncertainty {
            return RayTest::Missed;
        }
        let area = u + v + w;
        let is_inside = least > uncertainty || most < -uncertainty;
        let has_area = area.abs() > RAY_AREA_ERRORS * uncertainty;
        if !(is_inside && has_area) {
            let beside = |i: usize| {
                let [p, q, r] = [a[i], b[i], c[i]];
                p.min(q).min(r) > self.error || p.max(q).max(r) < -self.error
            };
            if beside(0) || beside(1) {
                return RayTest::Missed;
            }
        }
        let (low, high) = (a[2].min(b[2]).min(c[2]), a[2].max(b[2]).max(c[2]));
        let rounding = self.error + 8.0 * ROUNDING * low.abs().max(high.abs());
        // A NaN has no area.
        if !has_area {
            return RayTest::Undecided { from: low - rounding };
        }
        let weights = [u, v, w].map(|x| (x / area).max(0.0));
        let sum = weights[0] + weights[1] + weights[2];
        let weights = weights.map(|weight| weight / sum);
        let at = weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2];
        let error = rounding + 16.0 * uncertainty / area.abs() * (high - low);
        if is_inside || self.passes(&corners) {
            RayTest::Met { at, error, weights }
        } else {
            RayTest::Undecided { from: (at - error).max(low - rounding) }
        }
    }

    /// Whether the line of the ray shares a point with the triangle of these corners, from the base; exact.
    #[cold]
    fn passes(&self, [a, b, c]: &[Vec3; 3]) -> bool {
        let side = |p, q| orient3d(&Vec3::zeros(), &self.direction, p, q);
        let sides = [side(b, c), side(c, a), side(a, b)];
        sides.iter().all(|x| *x >= 0.0) || sides.iter().all(|x| *x <= 0.0)
    }
}
