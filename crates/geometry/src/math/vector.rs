//! The vector types, and what nalgebra lacks.

use wide::f64x2;

use super::tolerance::{LEAST_SQUARE, RANK_ONE, SINGULAR_VOLUME};

#[cfg(test)]
mod tests;

/// A point or a direction in space.
///
/// ```
/// use solid_geometry::math::Vec3;
///
/// let v = Vec3::new(3.0, 4.0, 0.0);
/// assert_eq!((v.norm(), v.dot(&Vec3::x()), v.cross(&Vec3::x()).z), (5.0, 3.0, -4.0));
/// assert_eq!(Vec3::from([3.0, 4.0, 0.0]), v); // functions that take `impl Into<Vec3>` take arrays
/// ```
pub type Vec3 = nalgebra::Vector3<f64>;

/// The linear part of an affine map; columns are the images of the axes.
///
/// ```
/// use solid_geometry::math::{Mat3, Vec3};
///
/// let shear = Mat3::from_columns(&[Vec3::x(), Vec3::new(2.0, 1.0, 0.0), Vec3::z()]);
/// assert_eq!(shear * Vec3::y(), Vec3::new(2.0, 1.0, 0.0)); // the second column
/// ```
pub type Mat3 = nalgebra::Matrix3<f64>;

/// Two coordinates in a tangent plane.
pub(crate) type Vec2 = nalgebra::Vector2<f64>;

/// The bits of the coordinates, -0 taken for 0: equal vectors have equal bits.
pub(crate) fn bits(v: &Vec3) -> [u64; 3] {
    [v.x, v.y, v.z].map(|x| (x + 0.0).to_bits())
}

/// Two unit vectors that are perpendicular to a unit vector and to each other (Duff et al. 2017).
pub(crate) fn tangents(n: &Vec3) -> [Vec3; 2] {
    let sign = 1.0_f64.copysign(n.z);
    let a = -1.0 / (sign + n.z);
    let b = n.x * n.y * a;
    [
        Vec3::new(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x),
        Vec3::new(b, sign + n.y * n.y * a, -n.y),
    ]
}

/// The first two coordinates in a register. All vectors are written as these two and the third: reading them otherwise would
/// be a store-forwarding stall.
#[inline]
pub(crate) fn xy(v: &Vec3) -> f64x2 {
    f64x2::new([v.x, v.y])
}

/// Whether all coordinates are finite.
///
/// ```
/// # use solid_geometry::math::{Vec3, vector::is_finite};
/// assert!(is_finite(&Vec3::repeat(1e308)) && !is_finite(&Vec3::new(0.0, f64::NAN, 0.0)));
/// ```
#[inline]
pub fn is_finite(v: &Vec3) -> bool {
    // Zero times infinity or NaN is NaN, and so is the sum.
    (v * 0.0).sum() == 0.0
}

/// The axes, that of the largest value first; those of the same value in their order.
pub(crate) fn axes_by_value(values: &[f64; 3]) -> [usize; 3] {
    let mut axes = [0, 1, 2];
    axes.sort_unstable_by(|&i: &usize, &j| values[j].total_cmp(&values[i]).then(i.cmp(&j)));
    axes
}

/// The componentwise minimum. If a component of `a` is NaN, that of `b`: unlike [`f64::min`], one instruction.
///
/// ```
/// # use solid_geometry::math::{Vec3, vector::min};
/// let least = min(&Vec3::new(1.0, 4.0, f64::NAN), &Vec3::new(2.0, 3.0, 5.0));
/// assert_eq!(least, Vec3::new(1.0, 3.0, 5.0));
/// ```
#[inline]
pub fn min(a: &Vec3, b: &Vec3) -> Vec3 {
    Vec3::new(lesser(a.x, b.x), lesser(a.y, b.y), lesser(a.z, b.z))
}

/// The componentwise maximum. If a component of `a` is NaN, that of `b`: unlike [`f64::max`], one instruction.
///
/// ```
/// # use solid_geometry::math::{Vec3, vector::max};
/// let most = max(&Vec3::new(1.0, 4.0, f64::NAN), &Vec3::new(2.0, 3.0, 5.0));
/// assert_eq!(most, Vec3::new(2.0, 4.0, 5.0));
/// ```
#[inline]
pub fn max(a: &Vec3, b: &Vec3) -> Vec3 {
    Vec3::new(greater(a.x, b.x), greater(a.y, b.y), greater(a.z, b.z))
}

/// The greater of two numbers; the second if either is NaN. Unlike [`f64::max`], one instruction.
#[inline]
pub(crate) fn greater(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

/// The lesser of two numbers; the second if either is NaN.
#[inline]
pub(crate) fn lesser(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

/// The largest absolute value of the coordinates, by [`greater`].
#[inline]
pub(crate) fn largest(v: &Vec3) -> f64 {
    greater(greater(v.x.abs(), v.y.abs()), v.z.abs())
}

/// The unit vector along `v`, whose square may over- or underflow; `None` if it has no direction.
///
/// ```
/// use solid_geometry::math::{Vec3, vector::direction};
///
/// assert_eq!(direction(&Vec3::new(3e-200, 0.0, 4e-200)), Some(Vec3::new(0.6, 0.0, 0.8)));
/// assert_eq!(direction(&Vec3::zeros()), None);
/// ```
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

/// The length of `v`, whose square may over- or underflow.
#[inline]
pub(crate) fn length(v: &Vec3) -> f64 {
    let square = v.norm_squared();
    if square > LEAST_SQUARE && square < f64::INFINITY {
        square.sqrt()
    } else {
        length_by_largest(v)
    }
}

/// The length, in units of the largest coordinate.
#[cold]
fn length_by_largest(v: &Vec3) -> f64 {
    let largest = v.amax();
    let is_scale = largest > 0.0 && largest.is_finite();
    if is_scale { largest * (v / largest).norm() } else { largest }
}

/// Whether a linear map has no inverse up to rounding: its columns lie in a plane.
pub(crate) fn is_singular(m: &Mat3) -> bool {
    // Each column relative to its longest coordinate, so that no product over- or underflows.
    let column = |i: usize| Vec3::from(m.column(i) / m.column(i).amax());
    let (x, y, z) = (column(0), column(1), column(2));
    let volume = x.dot(&y.cross(&z)).abs();
    volume <= SINGULAR_VOLUME || volume.is_nan()
}

/// The vector that a linear map takes to `image`. Of a singular map, which flattens, the shortest that it takes as near to
/// `image` as any.
///
/// ```
/// use solid_geometry::math::{Mat3, Vec3, vector::preimage};
///
/// let stretched = Mat3::from_diagonal(&Vec3::new(2.0, 1.0, 4.0));
/// assert_eq!(preimage(&stretched, &Vec3::new(6.0, 5.0, 4.0)), Vec3::new(3.0, 5.0, 1.0));
/// let flattened = Mat3::from_diagonal(&Vec3::new(2.0, 0.0, 4.0));
/// assert_eq!(preimage(&flattened, &Vec3::new(6.0, 5.0, 4.0)), Vec3::new(3.0, 0.0, 1.0));
/// ```
pub fn preimage(m: &Mat3, image: &Vec3) -> Vec3 {
    // By an LU decomposition, whose result has an exact image up to rounding even if the map is nearly singular: that of the
    // inverse has not.
    let regular = if is_singular(m) { None } else { m.lu().solve(image) };
    regular.unwrap_or_else(|| pseudo_inverse(m) * image)
}

/// The Moore-Penrose inverse of a singular linear map. Not nalgebra's, which is not exact where this is: for scalings along
/// the axes.
fn pseudo_inverse(m: &Mat3) -> Mat3 {
    let size = m.amax();
    if !(size > 0.0 && size.is_finite()) {
        return Mat3::zeros();
    }
    let m = m / size;
    let inverse = match (null_direction(&m), null_direction(&m.transpose())) {
        // Rank 2: the map that also takes the kernel to the normal of the image has an inverse.
        (Some(kernel), Some(normal)) => (m + normal * kernel.transpose())
            .try_inverse()
            .map(|inverse| inverse - kernel * normal.transpose())
            .unwrap_or_default(),
        // Rank 1.
        _ => m.transpose() / m.norm_squared(),
    };
    inverse / size
}

/// The unit direction of the kernel of a map of rank 2; `None` if the rank is 1.
fn null_direction(m: &Mat3) -> Option<Vec3> {
    let rows = [m.row(0).transpose(), m.row(1).transpose(), m.row(2).transpose()];
    let normals = [rows[0].cross(&rows[1]), rows[1].cross(&rows[2]), rows[2].cross(&rows[0])];
    let longest =
        normals.into_iter().max_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()))?;
    (longest.norm() > RANK_ONE).then(|| longest.normalize())
}
