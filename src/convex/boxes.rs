//! Two boxes under rigid placements, by separating axes: the boolean answer alone, certain or none.
//!
//! Thesis 4.2 (theorem 4.4) and the slides' table of axes: the three face normals of each box, and the nine products of
//! an edge of each. Each box is seen by the other along its own edges, both at once; the cosines of edges serve both.
//!
//! Nearly all pairs are told by the faces, or by the point of one box nearest to the other's centre. Which of these it is no
//! branch could foretell, and a wrong guess costs as much as half of the axes: so there is none.

use wide::f64x2;

use super::both::{Both, swapped};
use crate::math::tolerance::{BOX_DOUBT, BOX_PARALLEL, BOX_PARALLEL_DOUBT, ROTATION_SLACK};
use crate::math::vector::direction;
use crate::math::{Mat3, Vec3};

#[cfg(test)]
#[path = "boxes_tests.rs"]
mod tests;

/// What the fifteen axes tell of two boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// Whether it is beyond doubt; else they are too near to touching, or the placements are not rigid.
    pub certain: bool,
    /// Whether they are apart.
    pub apart: bool,
    /// The axis that separates them, a unit vector from the second towards the first along world axes; zero where none does.
    pub axis: Vec3,
}

impl Told {
    /// No answer.
    pub const NOTHING: Told = Told { certain: false, apart: false, axis: Vec3::new(0.0, 0.0, 0.0) };

    /// They overlap.
    pub const OVERLAPPING: Told = Told { certain: true, ..Told::NOTHING };
}

/// Half extents, and the linear part of a placement.
type Block<'a> = (&'a Vec3, &'a Mat3);

/// Whether the columns of both matrices are of length one and normal to each other, up to [`ROTATION_SLACK`].
#[inline(always)]
fn are_rigid([x, y, z]: &[Both; 3]) -> bool {
    let one = f64x2::ONE;
    let off = (x.dot(x) - one).abs() + (y.dot(y) - one).abs() + (z.dot(z) - one).abs();
    let off = off + x.dot(y).abs() + x.dot(z).abs() + y.dot(z).abs();
    off.simd_lt(f64x2::splat(ROTATION_SLACK)).to_bitmask() == 3
}

/// Asks for the overlap of two boxes, each by its half extents and the linear part of its placement; `offset` is from
/// the centre of the first to that of the second.
///
/// That they overlap is told at once where the point of one that is nearest to the centre of the other is in this too: most
/// boxes that overlap are so near. Of the axes that separate, one of the first kind that does counts: faces of the first,
/// faces of the second, edges.
#[inline(always)]
pub fn tell(a: Block<'_>, b: Block<'_>, offset: &Vec3) -> Told {
    let columns = Both::columns(a.1, b.1);
    if !are_rigid(&columns) {
        return Told::NOTHING;
    }
    let (own, other) = (Both::new(a.0, b.0), Both::new(b.0, a.0));
    let views = Views::new(&columns, offset);
    let doubt = views.size(&own, &other) * f64x2::splat(BOX_DOUBT);
    let beside = views.to.abs().minus(&own);
    let along = beside.minus(&views.reach(&other));
    let most = along.x.fast_max(along.y).fast_max(along.z);
    let separates = most.simd_gt(doubt);
    let nearest = views.nearest(&beside);
    if (separates | views.are_shared(&nearest, &other, doubt)).to_bitmask() == 0 {
        return views.by_edges(a, b, offset, most);
    }
    let kinds = separates.to_bitmask();
    let (apart, kind) = (kinds != 0, kinds & 1 ^ 1);
    // The first of the farthest along the edges of that kind.
    let [first, second] = [along.x, along.y].map(|lanes| lanes.simd_eq(most).to_bitmask() >> kind & 1);
    let axis = (first ^ 1) * (2 - second);
    let ahead = views.to.x.to_bitmask() | views.to.y.to_bitmask() << 2 | views.to.z.to_bitmask() << 4;
    let column = [a.1, b.1][kind as usize].column(axis as usize);
    // Towards the first; and whether there is an axis at all.
    let flip = u64::from(!(ahead >> (2 * axis + kind)) & 1) << 63;
    let kept = u64::from(apart).wrapping_neg();
    let lanes = |bits: u64| f64x2::splat(f64::from_bits(bits));
    let turned = |x, y| ((f64x2::new([x, y]) ^ lanes(flip)) & lanes(kept)).to_array();
    let ([x, y], [z, _]) = (turned(column[0], column[1]), turned(column[2], 0.0));
    Told { certain: true, apart, axis: Vec3::new(x, y, z) }
}

/// What each box sees of the other along its own edges.
struct Views {
    /// Where the other is.
    to: Both,
    /// The cosines of the angles to the other's edges: xx, yy, zz, xy, xz, yz, each of which, of the other box, is that of
    /// the same two with places changed.
    cosines: [f64x2; 6],
}

impl Views {
    #[inline(always)]
    fn new(columns: &[Both; 3], offset: &Vec3) -> Views {
        let [x, y, z] = columns.each_ref().map(|column| column.dot(&Both::twice(offset)));
        let others = columns.each_ref().map(Both::swapped);
        let [[xx, xy, xz], [_, yy, yz], [_, _, zz]] =
            columns.each_ref().map(|column| others.each_ref().map(|other| column.dot(other)));
        Views { to: Both { x, y, z }, cosines: [xx, yy, zz, xy, xz, yz] }
    }

    /// All extents and the distance of the centres.
    #[inline(always)]
    fn size(&self, own: &Both, other: &Both) -> f64x2 {
        own.sum() + other.sum() + self.to.abs().sum()
    }

    /// The cosines of each edge with those of the other box.
    #[inline(always)]
    fn turn(&self) -> [Both; 3] {
        let [xx, yy, zz, xy, xz, yz] = self.cosines;
        let row = |x, y, z| Both { x, y, z };
        [row(xx, xy, xz), row(swapped(xy), yy, yz), row(swapped(xz), swapped(yz), zz)]
    }

    /// How far the `other` box reaches from its centre.
    #[inline(always)]
    fn reach(&self, other: &Both) -> Both {
        let [x, y, z] = self.turn().map(|row| row.abs().dot(other));
        Both { x, y, z }
    }

    /// From the other's centre to the nearest point of this box, whose faces that centre is so far beside; against the direction
    /// in which the centre is.
    #[inline(always)]
    fn nearest(&self, beside: &Both) -> Both {
        let sign = f64x2::splat(-0.0);
        let lanes = |beside: f64x2, to: f64x2| beside.fast_max(f64x2::ZERO) | (!to & sign);
        Both { x: lanes(beside.x, self.to.x), y: lanes(beside.y, self.to.y), z: lanes(beside.z, self.to.z) }
    }

    /// Whether the other has points so far from its centre, along this box's edges.
    #[inline(always)]
    fn are_shared(&self, from_center: &Both, other: &Both, doubt: f64x2) -> f64x2 {
        let [x, y, z] = self.turn();
        let [p, q, r] = [from_center.x, from_center.y, from_center.z];
        let within =
            |a: f64x2, b: f64x2, c: f64x2, half: f64x2| (p * a + q * b + r * c).abs().simd_lt(half - doubt);
        within(x.x, y.x, z.x, other.x) & within(x.y, y.y, z.y, other.y) & within(x.z, y.z, z.z, other.z)
    }

    /// By how much the boxes are apart along the product of one's edge and the other's, and whether these are parallel: then so
    /// little that it does not count.
    #[inline(always)]
    fn along_product(
        &self,
        (i, l): (usize, usize),
        turn: &[Both; 3],
        own: &Both,
        other: &Both,
    ) -> (f64x2, f64x2) {
        let (j, k, m, n) = ((i + 1) % 3, (i + 2) % 3, (l + 1) % 3, (l + 2) % 3);
        let [own, other, to] = [own, other, &self.to].map(|v| [v.x, v.y, v.z]);
        let turn = turn.each_ref().map(|row| [row.x, row.y, row.z]);
        let reach = |edge: usize, other: usize| turn[edge][other].abs();
        let between = to[k] * turn[j][l] - to[j] * turn[k][l];
        let of_own = own[j] * reach(k, l) + own[k] * reach(j, l);
        let of_other = other[m] * reach(i, n) + other[n] * reach(i, m);
        let are_parallel = (reach(j, l) + reach(k, l)).simd_lt(f64x2::splat(BOX_PARALLEL));
        let along = between.abs() - of_own - of_other;
        (along - (are_parallel & f64x2::splat(f64::MAX)), are_parallel)
    }

    /// What the products of edges tell, where no face separates the boxes by more than this: at once of an edge of one with one
    /// of the other, and of the same two with boxes changed.
    #[inline(never)]
    fn by_edges(&self, a: Block<'_>, b: Block<'_>, offset: &Vec3, mut most: f64x2) -> Told {
        let (own, other) = (Both::new(a.0, b.0), Both::new(b.0, a.0));
        let mut parallel = f64x2::ZERO;
        let turn = self.turn();
        let mut look = |edges| {
            let (along, are_parallel) = self.along_product(edges, &turn, &own, &other);
            most = most.fast_max(along);
            parallel |= are_parallel;
            along
        };
        let [p, q, r, s, t, u] = EDGES;
        let along = [look(p), look(q), look(r), look(s), look(t), look(u)];
        let size = self.size(&own, &other);
        let doubt = size * f64x2::splat(BOX_DOUBT);
        if most.simd_gt(doubt).to_bitmask() != 0 {
            return separated(&along.map(|along| along.simd_gt(doubt).to_bitmask()), [a.1, b.1], offset);
        }
        let doubt = if parallel.to_bitmask() == 0 { doubt } else { size * f64x2::splat(BOX_PARALLEL_DOUBT) };
        if (most + doubt).simd_lt(f64x2::ZERO).to_bitmask() == 3 { Told::OVERLAPPING } else { Told::NOTHING }
    }
}

/// The edges of one box and the other that are looked at together with the same two of the other and the one.
const EDGES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

/// The product of the first edges that separate two boxes: bits of both orders for each of [`EDGES`].
#[inline(never)]
fn separated(along: &[u32; 6], [basis_a, basis_b]: [&Mat3; 2], offset: &Vec3) -> Told {
    let first = along.iter().zip(EDGES).find(|(orders, _)| **orders != 0);
    let Some((orders, (i, l))) = first else { return Told::NOTHING };
    let (of_a, of_b) = if orders & 1 != 0 { (i, l) } else { (l, i) };
    let Some(axis) = direction(&basis_a.column(of_a).cross(&basis_b.column(of_b))) else {
        return Told::NOTHING;
    };
    Told { certain: true, apart: true, axis: if axis.dot(offset) > 0.0 { -axis } else { axis } }
}
