//! One step of sequential quadratic programming towards the least value of the largest of up to three functions of two
//! variables, from their values, gradients and the Hessian of their Lagrangian (newton.md, (9) to (12)).

use std::ops::{Add, Mul};

use super::patches::Jet;
use crate::math::vector::Vec2;

#[cfg(test)]
mod tests;

/// A symmetric matrix, such as a Hessian. Entry by entry: as nalgebra's matrix it would be loaded across the borders of the
/// stores that wrote it, a store-forwarding stall in every step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Symmetric {
    pub xx: f64,
    pub xy: f64,
    pub yy: f64,
}

impl Symmetric {
    pub(crate) const IDENTITY: Symmetric = Symmetric::new(1.0, 0.0, 1.0);

    pub(crate) const fn new(xx: f64, xy: f64, yy: f64) -> Symmetric {
        Symmetric { xx, xy, yy }
    }

    /// The product of a vector and its transpose.
    pub(crate) fn square(v: &Vec2) -> Symmetric {
        Symmetric::new(v.x * v.x, v.x * v.y, v.y * v.y)
    }

    pub(crate) fn trace(&self) -> f64 {
        self.xx + self.yy
    }

    /// The quadratic form.
    pub(crate) fn form(&self, v: &Vec2) -> f64 {
        v.dot(&(*self * *v))
    }

    /// In the coordinates whose axes are this unit vector and the one perpendicular to it.
    pub(crate) fn turned(&self, axis: &Vec2) -> Symmetric {
        let across = perpendicular(axis);
        let image = *self * across;
        Symmetric::new(self.form(axis), axis.dot(&image), across.dot(&image))
    }

    /// The vector with this image; not finite if there is none.
    pub(crate) fn solve(&self, image: &Vec2) -> Vec2 {
        let Symmetric { xx, xy, yy } = *self;
        Vec2::new(yy * image.x - xy * image.y, xx * image.y - xy * image.x) / (xx * yy - xy * xy)
    }

    /// The mean of the eigenvalues, half of the difference of the diagonal, and half of that of the eigenvalues.
    fn mean_half_radius(&self) -> [f64; 3] {
        let (mean, half) = ((self.xx + self.yy) * 0.5, (self.xx - self.yy) * 0.5);
        [mean, half, (half * half + self.xy * self.xy).sqrt()]
    }

    /// The lesser eigenvalue first.
    pub(crate) fn eigenvalues(&self) -> [f64; 2] {
        let [mean, _, radius] = self.mean_half_radius();
        [mean - radius, mean + radius]
    }

    /// The unit eigenvector of the lesser eigenvalue.
    pub(crate) fn least_eigenvector(&self) -> Vec2 {
        let [_, half, radius] = self.mean_half_radius();
        let v = if half > 0.0 {
            Vec2::new(self.xy, -half - radius)
        } else {
            Vec2::new(half - radius, self.xy)
        };
        let length = v.norm();
        if length > 0.0 { v / length } else { Vec2::x() }
    }
}

impl Add for Symmetric {
    type Output = Symmetric;

    fn add(self, other: Symmetric) -> Symmetric {
        Symmetric::new(self.xx + other.xx, self.xy + other.xy, self.yy + other.yy)
    }
}

impl Mul<f64> for Symmetric {
    type Output = Symmetric;

    fn mul(self, factor: f64) -> Symmetric {
        Symmetric::new(self.xx * factor, self.xy * factor, self.yy * factor)
    }
}

impl Mul<Vec2> for Symmetric {
    type Output = Vec2;

    fn mul(self, v: Vec2) -> Vec2 {
        Vec2::new(self.xx * v.x + self.xy * v.y, self.xy * v.x + self.yy * v.y)
    }
}

/// A vector turned by a right angle.
pub(super) fn perpendicular(v: &Vec2) -> Vec2 {
    Vec2::new(-v.y, v.x)
}

/// The step for one function: newton.md, (10). If it is not convex, the step along each eigenvector uses the absolute value of the
/// eigenvalue and is no longer than `longest`.
pub(super) fn from_one(hessian: &Symmetric, f: &Jet, longest: f64) -> (Vec2, [f64; 3]) {
    let multipliers = [1.0, 0.0, 0.0];
    let Symmetric { xx, xy, yy } = *hessian;
    if xx > 0.0 && xx * yy > xy * xy {
        return (-hessian.solve(&f.gradient), multipliers);
    }
    let axis = hessian.least_eigenvector();
    let step = [axis, perpendicular(&axis)].iter().zip(hessian.eigenvalues()).fold(
        Vec2::zeros(),
        |step, (axis, eigenvalue)| {
            let slope = axis.dot(&f.gradient);
            step - axis * (slope.signum() * (slope / eigenvalue).abs().min(longest))
        },
    );
    (step, multipliers)
}

/// The step for two functions, to the minimum among points where both are equal: newton.md, (11).
pub(super) fn from_two(hessian: &Symmetric, f: &Jet, g: &Jet, longest: f64) -> (Vec2, [f64; 3]) {
    let across = f.gradient - g.gradient;
    let along = perpendicular(&across);
    let square = across.norm_squared();
    let rise = g.value - f.value;
    let bent = *hessian * along;
    let (slope, curvature) = (along.dot(&g.gradient), along.dot(&bent));
    let step = if curvature > 0.0 {
        // One division: a second one would have to wait for the first.
        let length = slope * square + bent.dot(&across) * rise;
        (across * (rise * curvature) - along * length) / (curvature * square)
    } else {
        let onto = across * (rise / square);
        let downwards = -(slope + bent.dot(&onto)).signum();
        onto + along * (downwards * longest / square.sqrt())
    };
    let multiplier = -across.dot(&(g.gradient + *hessian * step)) / square;
    (step, [multiplier, 1.0 - multiplier, 0.0])
}

/// The step for three functions, to where they are equal: newton.md, (12).
pub(super) fn from_three(hessian: &Symmetric, [f, g, h]: [&Jet; 3]) -> (Vec2, [f64; 3]) {
    let (d, e) = (f.gradient - h.gradient, g.gradient - h.gradient);
    let inverse = 1.0 / d.perp(&e);
    let onto = perpendicular(&d) * (h.value - g.value) - perpendicular(&e) * (h.value - f.value);
    let step = onto * inverse;
    let rest = -(h.gradient + *hessian * step);
    let (first, second) = (rest.perp(&e) * inverse, d.perp(&rest) * inverse);
    (step, [first, second, 1.0 - first - second])
}
