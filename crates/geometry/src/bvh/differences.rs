//! Boxes around differences: what two boxes, one of each tree, say of the vectors between their contents.
//!
//! The differences a - b of two boxes lie in a box along any three axes. Its distance from the origin bounds the
//! distance of all that is in the two, and what a ray misses of it the bodies miss under that motion.

use super::frame::{Frame, LocalBox};
use super::node::by_axis;
use crate::convex::relative::RelativePlacement;
use crate::math::tolerance::{BOX_ROUNDING, ROUNDING, SKEW, TOUCHING};
use crate::math::{Mat3, Vec3};

#[cfg(test)]
mod tests;

/// Less than this part of an axis is none of another: some roundings, of which the boxes around differences allow many.
const NO_SHEAR: f64 = 8.0 * ROUNDING;

/// From the coordinates of one tree to the axes of the differences.
pub(super) struct Map {
    pub linear: Mat3,
    pub magnitudes: Mat3,
    /// What takes the normals of planes; not their lengths.
    pub normals: Mat3,
    /// The sums of the columns of `magnitudes`.
    sums: Vec3,
    /// Whether `linear` is diagonal.
    pub is_diagonal: bool,
    center: Vec3,
}

impl Map {
    fn new(axes: &Mat3, basis: &Mat3, frame: &Frame) -> Map {
        let mut linear = axes * basis;
        let center = linear * frame.center;
        for (axis, unit) in frame.unit.iter().enumerate() {
            linear.column_mut(axis).scale_mut(*unit);
        }
        // As of a tree whose axes are those of the differences, but for rounding.
        let is_small = |i: usize, j: usize| linear[(i, j)].abs() <= NO_SHEAR * linear[(j, j)].abs();
        let is_diagonal = (0..9).all(|at| at % 4 == 0 || is_small(at / 3, at % 3));
        if is_diagonal {
            linear = Mat3::from_diagonal(&linear.diagonal());
        }
        let [x, y, z] = by_axis(|i| Vec3::from(linear.column(i)));
        let normals = Mat3::from_columns(&[y.cross(&z), z.cross(&x), x.cross(&y)]);
        let magnitudes = linear.abs();
        let sums = magnitudes.tr_mul(&Vec3::repeat(1.0));
        Map { linear, magnitudes, normals, sums, is_diagonal, center }
    }
}

/// Two trees, or the boxes of single bodies, as their placements relate them.
///
/// All lengths are in the units of the relative placement.
pub(crate) struct Differences {
    /// The axes, one a row: orthonormal, along those of the first body where these are orthogonal.
    pub axes: Mat3,
    pub(super) maps: [Map; 2],
    /// The difference of the trees' centres.
    pub(super) between: Vec3,
    /// What rounding may have moved any of it by, and what convex bodies may be apart by that count as touching.
    pub(super) rounding: Vec3,
    /// The same along any direction, of slabs and support functions too.
    pub(super) slack: f64,
}

impl Differences {
    /// For trees with these frames whose bodies are in `relative`.
    pub(crate) fn new(
        frame_a: &Frame,
        frame_b: &Frame,
        relative: &RelativePlacement,
    ) -> Differences {
        let axes = orthonormal(relative.basis_a()).unwrap_or_else(Mat3::identity);
        let a = Map::new(&axes, relative.basis_a(), frame_a);
        let b = Map::new(&axes, relative.basis_b(), frame_b);
        let between = a.center - b.center - axes * relative.offset();
        let own = axes.abs() * relative.absolute_extents() * (2.0 * BOX_ROUNDING);
        let rounding = own + Vec3::repeat(TOUCHING * relative.largest_coordinate());
        let slack = 4.0 * rounding.sum();
        Differences { axes, maps: [a, b], between, rounding, slack }
    }

    /// The centre of the second tree, along the axes from the origin of its body.
    pub(crate) fn center_b(&self) -> &Vec3 {
        &self.maps[1].center
    }

    /// How large a box of a tree is, to compare it with others of both trees.
    #[inline]
    pub(super) fn size(&self, side: usize, local: &LocalBox) -> f64 {
        let sums = &self.maps[side].sums;
        (0..3).map(|i| sums[i] * f64::from(local.max[i] - local.min[i])).sum()
    }
}

/// Three orthonormal rows along the columns of a basis; `None` where rounding spoils them.
fn orthonormal(basis: &Mat3) -> Option<Mat3> {
    let [x, y] = [0, 1].map(|i| Vec3::from(basis.column(i)));
    let first = x / x.norm();
    let second = y / y.norm();
    let second = second - first * first.dot(&second);
    let second = second / second.norm();
    let third = first.cross(&second);
    let axes = Mat3::from_rows(&[first.transpose(), second.transpose(), third.transpose()]);
    let skew = (axes * axes.transpose() - Mat3::identity()).abs();
    // Written so that what is no number fails.
    let holds = (skew * Vec3::repeat(1.0)).abs().max() <= 0.25 * SKEW;
    holds.then_some(axes)
}
