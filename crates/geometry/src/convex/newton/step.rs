//! One step of sequential quadratic programming towards the least value of the largest of up to three functions of two
//! variables, from their values, gradients and the Hessian of their Lagrangian (newton.md, (9) to (12)).

use super::patches::Jet;
use crate::math::vector::{Mat2, Vec2};

#[cfg(test)]
mod tests;

/// The eigenvalues of a symmetric matrix, the lesser first.
pub fn eigenvalues(m: &Mat2) -> [f64; 2] {
    let (mean, half) = ((m.m11 + m.m22) * 0.5, (m.m11 - m.m22) * 0.5);
    let radius = (half * half + m.m12 * m.m12).sqrt();
    [mean - radius, mean + radius]
}

/// The unit eigenvector of the lesser eigenvalue of a symmetric matrix.
pub fn least_eigenvector(m: &Mat2) -> Vec2 {
    let half = (m.m11 - m.m22) * 0.5;
    let radius = (half * half + m.m12 * m.m12).sqrt();
    let v =
        if half > 0.0 { Vec2::new(m.m12, -half - radius) } else { Vec2::new(half - radius, m.m12) };
    let length = v.norm();
    if length > 0.0 { v / length } else { Vec2::x() }
}

/// A vector turned by a right angle.
pub fn perpendicular(v: &Vec2) -> Vec2 {
    Vec2::new(-v.y, v.x)
}

/// The solution of a linear system; not finite if there is none.
pub fn solve(m: &Mat2, right: &Vec2) -> Vec2 {
    let det = m.m11 * m.m22 - m.m12 * m.m21;
    Vec2::new(m.m22 * right.x - m.m12 * right.y, m.m11 * right.y - m.m21 * right.x) / det
}

/// The step for one function: newton.md, (10). If it is not convex, the step along each eigenvector uses the absolute value of the
/// eigenvalue and is no longer than `longest`.
pub fn from_one(hessian: &Mat2, f: &Jet, longest: f64) -> (Vec2, [f64; 3]) {
    let multipliers = [1.0, 0.0, 0.0];
    if hessian.m11 > 0.0 && hessian.determinant() > 0.0 {
        return (-solve(hessian, &f.gradient), multipliers);
    }
    let axis = least_eigenvector(hessian);
    let step = [axis, perpendicular(&axis)].iter().zip(eigenvalues(hessian)).fold(
        Vec2::zeros(),
        |step, (axis, eigenvalue)| {
            let slope = axis.dot(&f.gradient);
            step - axis * (slope.signum() * (slope / eigenvalue).abs().min(longest))
        },
    );
    (step, multipliers)
}

/// The step for two functions, to the minimum among points where both are equal: newton.md, (11).
pub fn from_two(hessian: &Mat2, f: &Jet, g: &Jet, longest: f64) -> (Vec2, [f64; 3]) {
    let across = f.gradient - g.gradient;
    let along = perpendicular(&across);
    let square = across.norm_squared();
    let onto = across * ((g.value - f.value) / square);
    let (slope, curvature) =
        (along.dot(&(g.gradient + hessian * onto)), along.dot(&(hessian * along)));
    let length =
        if curvature > 0.0 { slope / curvature } else { slope.signum() * longest / square.sqrt() };
    let step = onto - along * length;
    let multiplier = -across.dot(&(g.gradient + hessian * step)) / square;
    (step, [multiplier, 1.0 - multiplier, 0.0])
}

/// The step for three functions, to where they are equal: newton.md, (12).
pub fn from_three(hessian: &Mat2, [f, g, h]: [&Jet; 3]) -> (Vec2, [f64; 3]) {
    let (d, e) = (f.gradient - h.gradient, g.gradient - h.gradient);
    let step =
        solve(&Mat2::new(d.x, d.y, e.x, e.y), &Vec2::new(h.value - f.value, h.value - g.value));
    let rest = -(h.gradient + hessian * step);
    let multipliers = solve(&Mat2::new(d.x, e.x, d.y, e.y), &rest);
    (step, [multipliers.x, multipliers.y, 1.0 - multipliers.x - multipliers.y])
}
