//! The rotation between two linear maps: that between the rotations of their polar decompositions.

#[cfg(test)]
mod tests;

use nalgebra::{Rotation3, UnitQuaternion};

use crate::math::tolerance::{ORTHOGONAL, POLAR_CONVERGED};
use crate::math::vector::{direction, is_singular};
use crate::math::{Mat3, Vec3};

/// The shortest rotation vector from the rotation of one map to that of the other; `None` where one is singular, or only one is
/// mirrored.
pub(super) fn shortest_turn(from: &Mat3, to: &Mat3) -> Option<Vec3> {
    let (p, q) = (orthogonal_factor(from)?, orthogonal_factor(to)?);
    let between = q * p.transpose();
    if between.determinant() <= 0.0 {
        return None;
    }
    let rotation = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(between));
    let (w, axis) = (rotation.scalar(), rotation.imag());
    let (w, axis) = if w < 0.0 { (-w, -axis) } else { (w, axis) };
    let sine = axis.norm();
    let turn = if sine > 0.0 { axis * (2.0 * libm::atan2(sine, w) / sine) } else { Vec3::zeros() };
    Some(turn)
}

/// Newton's method takes less than ten steps, but where the lengths of columns differ by many powers of ten.
const STEPS: u32 = 60;

/// The orthogonal factor Q of the polar decomposition Q S, with a symmetric, positive definite S; `None` of singular maps.
///
/// Newton's method for a root of X^T X = 1, scaled by Frobenius norms (Higham 1986, 3).
fn orthogonal_factor(map: &Mat3) -> Option<Mat3> {
    if is_singular(map) {
        return None;
    }
    // In a unit in which squares are in range.
    let mut x = map / map.amax();
    let unit = |i: usize| direction(&x.column(i).into_owned());
    let (a, b, c) = (unit(0)?, unit(1)?, unit(2)?);
    if a.dot(&b).abs().max(b.dot(&c).abs()).max(c.dot(&a).abs()) <= ORTHOGONAL {
        return Some(Mat3::from_columns(&[a, b, c]));
    }
    for _ in 0..STEPS {
        let inverse = inverse_transpose(&x);
        let scale = (inverse.norm() / x.norm()).sqrt();
        let next = (x * scale + inverse / scale) * 0.5;
        let change = (next - x).amax();
        x = next;
        if change <= POLAR_CONVERGED {
            return Some(x);
        }
    }
    // Out of range, too.
    None
}

/// The transpose of the inverse.
fn inverse_transpose(m: &Mat3) -> Mat3 {
    let [a, b, c] = [0, 1, 2].map(|i| m.column(i).into_owned());
    let (bc, ca, ab) = (b.cross(&c), c.cross(&a), a.cross(&b));
    Mat3::from_columns(&[bc, ca, ab]) / a.dot(&bc)
}
