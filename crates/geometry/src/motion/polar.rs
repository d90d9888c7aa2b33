//! The rotation between two linear maps: that between the rotations of their polar decompositions.

use nalgebra::{Rotation3, UnitQuaternion};

use crate::math::vector::is_singular;
use crate::math::{Mat3, Vec3};

/// Columns whose cosines are smaller are orthogonal: their directions are the rotation then.
const ORTHOGONAL: f64 = 1e-13;

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
    let turn = if sine > 0.0 { axis * (2.0 * sine.atan2(w) / sine) } else { Vec3::zeros() };
    Some(turn)
}

/// The orthogonal factor Q of the polar decomposition Q S, with a symmetric, positive definite S; `None` of singular maps.
fn orthogonal_factor(map: &Mat3) -> Option<Mat3> {
    // In a unit in which squares are in range.
    let map = map / map.amax();
    if map.iter().any(|x| !x.is_finite()) || is_singular(&map) {
        return None;
    }
    let [x, y, z] = [0, 1, 2].map(|i| map.column(i).normalize());
    if x.dot(&y).abs().max(y.dot(&z).abs()).max(z.dot(&x).abs()) <= ORTHOGONAL {
        return Some(Mat3::from_columns(&[x, y, z]));
    }
    let svd = map.svd(true, true);
    svd.u.zip(svd.v_t).map(|(u, v)| u * v).filter(|q| q.iter().all(|x| x.is_finite()))
}
