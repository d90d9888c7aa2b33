//! Whether two boxes under rigid placements overlap, by separating axes: three face normals of each and the nine products of an
//! edge of each (thesis 4.2; Ericson 2005, 4.4.1). An answer is certain, or there is none.
//!
//! What one box sees of the other is computed side by side with the opposite, in SIMD lanes: 25 ns a pair, where lane by lane it
//! is 45 (`cargo bench --bench pairs`, bb). Most pairs are decided by the faces, or by the point of one box nearest to the
//! other's centre.

use wide::f64x2;

use super::lanes::{Vec3x2, swapped};
use crate::math::tolerance::{
    BOX_PARALLEL, BOX_PARALLEL_UNCERTAINTY, BOX_UNCERTAINTY, ROTATION_SLACK,
};
use crate::math::{Mat3, Vec3};

pub(crate) mod sat;

#[cfg(test)]
mod tests;

/// What the fifteen axes show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum BoxOverlap {
    /// This axis separates them.
    Apart(Axis),
    /// They share a point.
    Overlapping,
    /// They are too near to touching for their rounding, or the placements are not rigid.
    Uncertain,
}

/// One of the fifteen axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Axis {
    /// The normal of a face, of the first box (0) or the second (1).
    Face(usize, usize),
    /// The product of an edge of the first and one of the second.
    Edges(usize, usize),
}

impl Axis {
    /// From the second box towards the first, along world axes.
    #[inline]
    pub(crate) fn direction(&self, bases: [&Mat3; 2], offset: &Vec3) -> Vec3 {
        let axis = match *self {
            Axis::Face(side, face) => bases[side].column(face).into_owned(),
            Axis::Edges(a, b) => bases[0].column(a).cross(&bases[1].column(b)),
        };
        axis * -1.0_f64.copysign(axis.dot(offset))
    }
}

/// Half extents, and the linear part of a placement.
type PlacedBox<'a> = (&'a Vec3, &'a Mat3);

/// Whether the columns of both matrices are orthonormal, up to [`ROTATION_SLACK`].
#[inline]
fn are_rotations([x, y, z]: &[Vec3x2; 3]) -> bool {
    let one = f64x2::ONE;
    let off = (x.dot(x) - one).abs() + (y.dot(y) - one).abs() + (z.dot(z) - one).abs();
    let off = off + x.dot(y).abs() + x.dot(z).abs() + y.dot(z).abs();
    off.simd_lt(f64x2::splat(ROTATION_SLACK)).to_bitmask() == 3
}

/// Whether two boxes overlap; `offset` is from the centre of the first to that of the second.
#[inline]
pub(crate) fn overlap(a: PlacedBox<'_>, b: PlacedBox<'_>, offset: &Vec3) -> BoxOverlap {
    let columns = Vec3x2::columns(a.1, b.1);
    if !are_rotations(&columns) {
        return BoxOverlap::Uncertain;
    }
    let (own, other) = (Vec3x2::new(a.0, b.0), Vec3x2::new(b.0, a.0));
    let views = Views::new(&columns, offset);
    let rounding = views.size(&own, &other) * f64x2::splat(BOX_UNCERTAINTY);
    let beside = views.to.abs().minus(&own);
    let gaps = beside.minus(&views.support_values(&other));
    let largest = gaps.x.fast_max(gaps.y).fast_max(gaps.z);
    let separates = largest.simd_gt(rounding).to_bitmask();
    if separates != 0 {
        let lane = usize::from(separates & 1 == 0);
        let [x, y, z] = [gaps.x, gaps.y, gaps.z].map(|gap| gap.to_array()[lane]);
        let face = if (x >= y) & (x >= z) { 0 } else { 1 + usize::from(z > y) };
        return BoxOverlap::Apart(Axis::Face(lane, face));
    }
    if views.shares_nearest_point(&beside, &other, rounding) {
        return BoxOverlap::Overlapping;
    }
    views.by_edges(&own, &other, largest)
}

/// What each box sees of the other along its own edges.
struct Views {
    /// Where the other is.
    to: Vec3x2,
    /// The cosines of the angles to the other's edges: xx, yy, zz, xy, xz, yz; those of the other box are the same with the two
    /// axes exchanged.
    cosines: [f64x2; 6],
}

impl Views {
    #[inline]
    fn new(columns: &[Vec3x2; 3], offset: &Vec3) -> Views {
        let ([x, y, z], offset) = (columns, Vec3x2::twice(offset));
        let (of_x, of_y, of_z) = (x.swapped(), y.swapped(), z.swapped());
        Views {
            to: Vec3x2 { x: x.dot(&offset), y: y.dot(&offset), z: z.dot(&offset) },
            cosines: [
                x.dot(&of_x),
                y.dot(&of_y),
                z.dot(&of_z),
                x.dot(&of_y),
                x.dot(&of_z),
                y.dot(&of_z),
            ],
        }
    }

    /// All extents and the distance of the centres: the scale of rounding.
    #[inline]
    fn size(&self, own: &Vec3x2, other: &Vec3x2) -> f64x2 {
        own.sum() + other.sum() + self.to.abs().sum()
    }

    /// The cosines of each edge with those of the other box.
    #[inline]
    fn turn(&self) -> [Vec3x2; 3] {
        let [xx, yy, zz, xy, xz, yz] = self.cosines;
        let row = |x, y, z| Vec3x2 { x, y, z };
        [row(xx, xy, xz), row(swapped(xy), yy, yz), row(swapped(xz), swapped(yz), zz)]
    }

    /// The support values of the other box about its centre.
    #[inline]
    fn support_values(&self, other: &Vec3x2) -> Vec3x2 {
        let [x, y, z] = self.turn();
        Vec3x2 { x: x.abs().dot(other), y: y.abs().dot(other), z: z.abs().dot(other) }
    }

    /// Whether the point of a box that is nearest to the other's centre, which is so far beside its faces, is certainly in the
    /// other.
    #[inline]
    fn shares_nearest_point(&self, beside: &Vec3x2, other: &Vec3x2, rounding: f64x2) -> bool {
        // From the other's centre to the nearest point, with the sign of the opposite direction.
        let sign = f64x2::splat(-0.0);
        let offset = |beside: f64x2, to: f64x2| beside.fast_max(f64x2::ZERO) | (!to & sign);
        let p = offset(beside.x, self.to.x);
        let q = offset(beside.y, self.to.y);
        let r = offset(beside.z, self.to.z);
        let [x, y, z] = self.turn();
        let within = |a: f64x2, b: f64x2, c: f64x2, half: f64x2| {
            (p * a + q * b + r * c).abs().simd_lt(half - rounding)
        };
        let shared = within(x.x, y.x, z.x, other.x)
            & within(x.y, y.y, z.y, other.y)
            & within(x.z, y.z, z.z, other.z);
        shared.to_bitmask() != 0
    }

    /// By how much the boxes are apart along the product of one's edge `I` and the other's `L`, and whether these are parallel:
    /// then the product does not count.
    #[inline]
    fn gap_along_product<const I: usize, const L: usize>(
        &self,
        turn: &[Vec3x2; 3],
        own: &Vec3x2,
        other: &Vec3x2,
    ) -> (f64x2, f64x2) {
        let (j, k, m, n) = ((I + 1) % 3, (I + 2) % 3, (L + 1) % 3, (L + 2) % 3);
        let [own, other, to] = [own, other, &self.to].map(|v| [v.x, v.y, v.z]);
        let turn = turn.each_ref().map(|row| [row.x, row.y, row.z]);
        let size = |edge: usize, other: usize| turn[edge][other].abs();
        let between = to[k] * turn[j][L] - to[j] * turn[k][L];
        let of_own = own[j] * size(k, L) + own[k] * size(j, L);
        let of_other = other[m] * size(I, n) + other[n] * size(I, m);
        let are_parallel = (size(j, L) + size(k, L)).simd_lt(f64x2::splat(BOX_PARALLEL));
        let gap = between.abs() - of_own - of_other;
        (gap - (are_parallel & f64x2::splat(f64::MAX)), are_parallel)
    }

    /// The answer of the products of edges, where the faces' gaps are no larger than `largest`: each time of an edge of one box
    /// with one of the other, and of the same two with the boxes exchanged.
    fn by_edges(&self, own: &Vec3x2, other: &Vec3x2, mut largest: f64x2) -> BoxOverlap {
        let size = self.size(own, other);
        let rounding = size * f64x2::splat(BOX_UNCERTAINTY);
        let mut parallel = f64x2::ZERO;
        let turn = self.turn();
        // All six at once: indices that are known make a fifth of the instructions.
        let products = [
            ((0, 0), self.gap_along_product::<0, 0>(&turn, own, other)),
            ((1, 1), self.gap_along_product::<1, 1>(&turn, own, other)),
            ((2, 2), self.gap_along_product::<2, 2>(&turn, own, other)),
            ((0, 1), self.gap_along_product::<0, 1>(&turn, own, other)),
            ((0, 2), self.gap_along_product::<0, 2>(&turn, own, other)),
            ((1, 2), self.gap_along_product::<1, 2>(&turn, own, other)),
        ];
        for ((i, l), (gap, are_parallel)) in products {
            let separates = gap.simd_gt(rounding).to_bitmask();
            if separates != 0 {
                let (of_a, of_b) = if separates & 1 != 0 { (i, l) } else { (l, i) };
                return BoxOverlap::Apart(Axis::Edges(of_a, of_b));
            }
            largest = largest.fast_max(gap);
            parallel |= are_parallel;
        }
        let slack = if parallel.to_bitmask() == 0 {
            rounding
        } else {
            size * f64x2::splat(BOX_PARALLEL_UNCERTAINTY)
        };
        if (largest + slack).simd_lt(f64x2::ZERO).to_bitmask() == 3 {
            BoxOverlap::Overlapping
        } else {
            BoxOverlap::Uncertain
        }
    }
}
