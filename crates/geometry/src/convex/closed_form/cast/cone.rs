//! A line through a cone.
//!
//! Below the apex, the side of the cone is where the distance from the axis is `k` times that below the apex. By how much it is more,
//! along a line, is a convex function of time: the line is inside between its two roots, or beyond the only one. The roots of the
//! quadratic equation that follows propose, and signs of the function beside them prove.

use super::{Inside, Interval, Line, Passage};
use crate::math::Vec3;
use crate::math::vector::length;

/// By how much a point of a line is farther from the axis than the side: `|from + rate t| - (below + deeper t)`.
struct Beyond {
    /// The start of the line and its vector, across the axis.
    from: Vec3,
    rate: Vec3,
    /// The radius of the cone at the height of the start, and how fast it grows along the line.
    below: f64,
    deeper: f64,
    /// A bound on the rounding of a value.
    error: f64,
}

impl Beyond {
    fn at(&self, time: f64) -> f64 {
        length(&(self.from + self.rate * time)) - (self.below + self.deeper * time)
    }

    /// A root near a time, from outside to inside or back as the sign says, and a bound on its error; `None` if the signs beside it do
    /// not prove one.
    fn root(&self, near: f64, inwards: f64) -> Option<(f64, f64)> {
        let slope = |time: f64| {
            let across = self.from + self.rate * time;
            across.dot(&self.rate) / length(&across) - self.deeper
        };
        // A step of Newton's method: the equation of the squares has lost digits where the sides are flat.
        let time = near - self.at(near) / slope(near);
        let error = 2.0 * self.error / slope(time).abs();
        let [outside, inside] = [time - error * inwards, time + error * inwards];
        (self.at(outside) > self.error && self.at(inside) < -self.error).then_some((time, error))
    }

    /// The time inside.
    fn inside(&self) -> Inside {
        let (speed, deeper) = (length(&self.rate), self.deeper);
        // (from + rate t)^2 = (below + deeper t)^2
        let a = (speed - deeper) * (speed + deeper);
        let b = self.from.dot(&self.rate) - self.below * deeper;
        let start = length(&self.from);
        let c = (start - self.below) * (start + self.below);
        let square = b * b - a * c;
        // The sum has no difference of like numbers.
        let sum = -(b + square.max(0.0).sqrt().copysign(b));
        let (p, q) = (sum / a, c / sum);
        let is_below = |time: f64| self.below + deeper * time > 0.0;
        if a > 0.0 {
            let (first, last) = (p.min(q), p.max(q));
            if square > 0.0
                && let (Some((enters, e)), Some((leaves, f))) =
                    (self.root(first, 1.0), self.root(last, -1.0))
            {
                return Inside::During(Interval { enters, leaves, error: e.max(f) });
            }
            // The least value: where the line is nearest to the axis, and by how much the slope makes it less.
            let nearest = -self.from.dot(&self.rate) / (speed * speed);
            let apart = length(&(self.from + self.rate * nearest));
            let least = apart * a.sqrt() / speed - (self.below + deeper * nearest);
            return if least > 2.0 * self.error { Inside::Never } else { Inside::Open };
        }
        // Steeper than the side, it passes it once below the apex.
        let near = if is_below(p) { p } else { q };
        let Some((root, error)) = self.root(near, deeper.signum()) else { return Inside::Open };
        if deeper > 0.0 {
            Inside::During(Interval { enters: root, leaves: f64::INFINITY, error })
        } else {
            Inside::During(Interval { enters: f64::NEG_INFINITY, leaves: root, error })
        }
    }
}

impl Line {
    pub(super) fn through_cone(&self, radius: f64, half_height: f64) -> Passage {
        let across = |v: &Vec3| Vec3::new(v.x, 0.0, v.z);
        let k = radius / (2.0 * half_height);
        let side = Beyond {
            from: across(&self.from),
            rate: across(&self.along),
            below: k * (half_height - self.from.y),
            deeper: -k * self.along.y,
            error: self.error * (1.0 + k),
        };
        let between = self.in_slab(self.from.y, self.along.y, half_height);
        self.through_all([side.inside(), between], |set, point| match set {
            0 => {
                let outwards = across(point);
                let normal = outwards / length(&outwards) + Vec3::new(0.0, k, 0.0);
                normal / length(&normal)
            }
            _ => Vec3::new(0.0, -self.along.y.signum(), 0.0),
        })
    }
}
