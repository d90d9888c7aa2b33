//! The vector types: the one place that names the linear algebra crate.

use wide::f64x2;

use super::tolerance::{LEAST_SQUARE, ONTO_A_LINE};

#[cfg(test)]
mod tests;

/// A point or a direction in space.
pub type Vec3 = nalgebra::Vector3<f64>;

/// The linear part of an affine map; columns are the images of the axes.
pub type Mat3 = nalgebra::Matrix3<f64>;

/// The first two coordinates in a register. Vectors are written as these two and the third; what is read in other pieces is
/// waited for.
#[inline(always)]
pub fn xy(v: &Vec3) -> f64x2 {
    f64x2::new([v.x, v.y])
}

/// The coordinates without their signs.
#[inline]
pub fn abs(v: &Vec3) -> Vec3 {
    Vec3::new(v.x.abs(), v.y.abs(), v.z.abs())
}

/// The matrix entries without their signs.
#[inline]
pub fn abs_matrix(m: &Mat3) -> Mat3 {
    m.map(f64::abs)
}

/// Whether every coordinate is a number and none is infinite.
#[inline]
pub fn is_finite(v: &Vec3) -> bool {
    // Zero times what is not finite is no number, and no sum with that is zero.
    (v * 0.0).sum() == 0.0
}

/// The axis (0, 1 or 2) along which `v` is longest; the first of equals.
#[inline]
pub fn longest_axis(v: &Vec3) -> usize {
    let a = abs(v);
    if a.x >= a.y && a.x >= a.z {
        0
    } else if a.y >= a.z {
        1
    } else {
        2
    }
}

/// The lesser of each pair of coordinates. Of a number and none, the second: unlike [`f64::min`], one instruction.
#[inline]
pub fn min(a: &Vec3, b: &Vec3) -> Vec3 {
    let least = |x: f64, y: f64| if x < y { x } else { y };
    Vec3::new(least(a.x, b.x), least(a.y, b.y), least(a.z, b.z))
}

/// The greater of each pair of coordinates. Of a number and none, the second: unlike [`f64::max`], one instruction.
#[inline]
pub fn max(a: &Vec3, b: &Vec3) -> Vec3 {
    let most = |x: f64, y: f64| if x > y { x } else { y };
    Vec3::new(most(a.x, b.x), most(a.y, b.y), most(a.z, b.z))
}

/// The unit vector along `v`, however short or long that is; `None` if it has no direction.
#[inline]
pub fn direction(v: &Vec3) -> Option<Vec3> {
    let square = v.norm_squared();
    if square > LEAST_SQUARE && square < f64::INFINITY {
        return Some(v / square.sqrt());
    }
    let comparable = v / v.amax();
    let unit = comparable / comparable.norm();
    is_finite(&unit).then_some(unit)
}

/// The inverse of a linear map that has none, as far as there is one (Moore and Penrose): of all that is mapped nearest to
/// a point, what is nearest to the origin. Meant for maps whose determinant is zero, or nearly.
pub fn flat_inverse(m: &Mat3) -> Mat3 {
    let size = m.amax();
    if !(size > 0.0 && size.is_finite()) {
        return Mat3::zeros();
    }
    let m = m / size;
    let flat = match (null_direction(&m), null_direction(&m.transpose())) {
        // Onto a plane: what is lost goes along the plane's normal instead, and then there is an inverse.
        (Some(lost), Some(normal)) => (m + normal * lost.transpose())
            .try_inverse()
            .map(|inverse| inverse - lost * normal.transpose())
            .unwrap_or_default(),
        // Onto a line.
        _ => m.transpose() / m.norm_squared(),
    };
    flat / size
}

/// The unit direction that a map onto a plane maps to zero; `None` if it maps onto a line.
fn null_direction(m: &Mat3) -> Option<Vec3> {
    let rows = [m.row(0).transpose(), m.row(1).transpose(), m.row(2).transpose()];
    let normals = [rows[0].cross(&rows[1]), rows[1].cross(&rows[2]), rows[2].cross(&rows[0])];
    let longest =
        normals.into_iter().max_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()))?;
    (longest.norm() > ONTO_A_LINE).then(|| longest.normalize())
}
