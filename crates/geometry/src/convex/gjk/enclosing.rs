//! The barycentric coordinates of the origin in a tetrahedron, where it certainly holds the origin.

use std::ops::Div;

use super::double_double::difference;
use crate::convex::pair::{AnyPair, SupportPoint, VertexHints};
use crate::convex::witness::Witness;
use crate::math::scalar::{Dd, Real};
use crate::math::tolerance::DETERMINANT_ROUNDING;
use crate::math::vector::{direction, tangents};

#[cfg(test)]
mod tests;

/// The barycentric coordinates of the origin in the tetrahedron of four points, from the volumes of the four tetrahedra that it
/// makes with three of them. `None` unless all volumes have one sign and each exceeds `condition` times its permanent, the sum
/// of its terms' magnitudes.
pub(super) fn barycentric_of_origin<S>(w: &[[S; 3]; 4], condition: f64) -> Option<[S; 4]>
where
    S: Real + Div<Output = S> + PartialOrd + Into<f64>,
{
    let zero = S::from(0.0);
    let mut volumes = [zero; 4];
    for (volume, (i, j, k)) in volumes.iter_mut().zip([(1, 2, 3), (0, 3, 2), (0, 1, 3), (0, 2, 1)])
    {
        let (det, permanent) = determinant(&w[i], &w[j], &w[k]);
        // Written so that a NaN is not certain.
        let certain = det.into().abs() > condition * permanent;
        if !certain {
            return None;
        }
        *volume = det;
    }
    let same_sign = volumes.iter().all(|x| *x > zero) || volumes.iter().all(|x| *x < zero);
    let sum = volumes[0] + volumes[1] + volumes[2] + volumes[3];
    same_sign.then(|| volumes.map(|volume| volume / sum))
}

/// A common point of bodies that overlap by so little that the faces of other tetrahedra are lost in rounding: from the point of A - B
/// that the origin is straight beneath, and the points that are farthest to three sides of it. `None` if these do not certainly
/// enclose the origin.
pub(super) fn enclosed_beneath(
    pair: &AnyPair<'_>,
    top: &SupportPoint,
    hints: &mut VertexHints,
) -> Option<Witness> {
    let [u, v] = tangents(&direction(&top.difference())?);
    let (half, across) = (u * 0.5, v * 0.75_f64.sqrt());
    let [a, b, c] =
        [u, across - half, -across - half].map(|side| pair.support_against(&-side, hints));
    let points = [*top, a, b, c];
    let condition = DETERMINANT_ROUNDING * Dd::ROUNDING;
    let weights = barycentric_of_origin(&points.map(|p| difference(&p, None)), condition)?;
    let mut witness = Witness::default();
    for (point, weight) in points.iter().zip(weights.map(Dd::to_f64)) {
        witness.local_a += point.local_a * weight;
        witness.local_b += point.local_b * weight;
    }
    Some(witness)
}

/// `a . (b x c)`, and the sum of the magnitudes of its six terms.
#[inline]
fn determinant<S: Real + Into<f64>>(a: &[S; 3], b: &[S; 3], c: &[S; 3]) -> (S, f64) {
    let mut det = S::from(0.0);
    let mut permanent = 0.0;
    for (x, y, z) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
        let (p, q) = (b[y] * c[z], b[z] * c[y]);
        det = det + a[x] * (p - q);
        permanent += a[x].into().abs() * (p.into().abs() + q.into().abs());
    }
    (det, permanent)
}
