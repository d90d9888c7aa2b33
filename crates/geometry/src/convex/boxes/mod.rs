//! Two boxes under rigid placements, by separating axes: the boolean answer alone, certain or none.
//!
//! Thesis 4.2 (theorem 4.4) and the slides' table of axes: the three face normals of each box, and the nine products of
//! an edge of each. Each box is seen by the other along its own edges, both at once; the cosines of edges serve both.
//!
//! Nearly all pairs are told by the faces, or by the point of one box nearest to the other's centre. Which of these it is no
//! branch could foretell, and a wrong guess costs as much as half of the axes: so there is none.

use wide::f64x2;

use crate::convex::lanes::{Vec3x2, swapped};
use crate::math::tolerance::{BOX_DOUBT, BOX_PARALLEL, BOX_PARALLEL_DOUBT, ROTATION_SLACK};
use crate::math::{Mat3, Vec3};

pub mod sat;

#[cfg(test)]
mod tests;

/// What the fifteen axes tell of two boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// Whether it is beyond doubt; else they are too near to touching, or the placements are not rigid.
    pub certain: bool,
    /// Whether they are apart.
    pub apart: bool,
    /// What told it: 1 to 6 for the faces of the first and of the second, 7 to 15 for an edge of the first and one of the
    /// second, and 16 more where the axis from the second box towards the first is against theirs; or [`SHARED`]. 0 if it was something else.
    pub by: u32,
}

/// Of what told that two boxes are apart: the axis is against that of the face or of the edges' product.
const AHEAD: u32 = 16;

/// What told that two boxes overlap: the point of one nearest to the other's centre is in both.
pub const SHARED: u32 = 32;

impl Told {
    /// No answer.
    pub const NOTHING: Told = Told { certain: false, apart: false, by: 0 };

    /// They overlap.
    pub const OVERLAPPING: Told = Told { certain: true, ..Told::NOTHING };
}

/// Half extents, and the linear part of a placement.
type Block<'a> = (&'a Vec3, &'a Mat3);

/// Whether the columns of both matrices are of length one and normal to each other, up to [`ROTATION_SLACK`].
#[inline(always)]
fn are_rigid([x, y, z]: &[Vec3x2; 3]) -> bool {
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
    let columns = Vec3x2::columns(a.1, b.1);
    if !are_rigid(&columns) {
        return Told::NOTHING;
    }
    let (own, other) = (Vec3x2::new(a.0, b.0), Vec3x2::new(b.0, a.0));
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
    let [first, second] =
        [along.x, along.y].map(|lanes| lanes.simd_eq(most).to_bitmask() >> kind & 1);
    let axis = (first ^ 1) * (2 - second);
    let ahead =
        views.to.x.to_bitmask() | views.to.y.to_bitmask() << 2 | views.to.z.to_bitmask() << 4;
    let flip = !(ahead >> (2 * axis + kind)) & 1;
    // Without a branch as well.
    let [faces, kept] = [1 + 3 * kind + axis + flip * AHEAD, u32::from(apart).wrapping_neg()];
    Told { certain: true, apart, by: faces & kept | SHARED & !kept }
}

/// What each box sees of the other along its own edges.
struct Views {
    /// Where the other is.
    to: Vec3x2,
    /// The cosines of the angles to the other's edges: xx, yy, zz, xy, xz, yz, each of which, of the other box, is that of
    /// the same two with places changed.
    cosines: [f64x2; 6],
}

impl Views {
    #[inline(always)]
    fn new(columns: &[Vec3x2; 3], offset: &Vec3) -> Views {
        let [x, y, z] = columns.each_ref().map(|column| column.dot(&Vec3x2::twice(offset)));
        let others = columns.each_ref().map(Vec3x2::swapped);
        let [[xx, xy, xz], [_, yy, yz], [_, _, zz]] =
            columns.each_ref().map(|column| others.each_ref().map(|other| column.dot(other)));
        Views { to: Vec3x2 { x, y, z }, cosines: [xx, yy, zz, xy, xz, yz] }
    }

    /// All extents and the distance of the centres.
    #[inline(always)]
    fn size(&self, own: &Vec3x2, other: &Vec3x2) -> f64x2 {
        own.sum() + other.sum() + self.to.abs().sum()
    }

    /// The cosines of each edge with those of the other box.
    #[inline(always)]
    fn turn(&self) -> [Vec3x2; 3] {
        let [xx, yy, zz, xy, xz, yz] = self.cosines;
        let row = |x, y, z| Vec3x2 { x, y, z };
        [row(xx, xy, xz), row(swapped(xy), yy, yz), row(swapped(xz), swapped(yz), zz)]
    }

    /// How far the `other` box reaches from its centre.
    #[inline(always)]
    fn reach(&self, other: &Vec3x2) -> Vec3x2 {
        let [x, y, z] = self.turn().map(|row| row.abs().dot(other));
        Vec3x2 { x, y, z }
    }

    /// From the other's centre to the nearest point of this box, whose faces that centre is so far beside; against the direction
    /// in which the centre is.
    #[inline(always)]
    fn nearest(&self, beside: &Vec3x2) -> Vec3x2 {
        let sign = f64x2::splat(-0.0);
        let lanes = |beside: f64x2, to: f64x2| beside.fast_max(f64x2::ZERO) | (!to & sign);
        Vec3x2 {
            x: lanes(beside.x, self.to.x),
            y: lanes(beside.y, self.to.y),
            z: lanes(beside.z, self.to.z),
        }
    }

    /// Whether the other has points so far from its centre, along this box's edges.
    #[inline(always)]
    fn are_shared(&self, from_center: &Vec3x2, other: &Vec3x2, doubt: f64x2) -> f64x2 {
        let [x, y, z] = self.turn();
        let [p, q, r] = [from_center.x, from_center.y, from_center.z];
        let within = |a: f64x2, b: f64x2, c: f64x2, half: f64x2| {
            (p * a + q * b + r * c).abs().simd_lt(half - doubt)
        };
        within(x.x, y.x, z.x, other.x)
            & within(x.y, y.y, z.y, other.y)
            & within(x.z, y.z, z.z, other.z)
    }

    /// By how much the boxes are apart along the product of one's edge and the other's, and whether these are parallel: then so
    /// little that it does not count.
    #[inline(always)]
    fn along_product(
        &self,
        (i, l): (usize, usize),
        turn: &[Vec3x2; 3],
        own: &Vec3x2,
        other: &Vec3x2,
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
        let (own, other) = (Vec3x2::new(a.0, b.0), Vec3x2::new(b.0, a.0));
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
            return separated(
                &along.map(|along| along.simd_gt(doubt).to_bitmask()),
                [a.1, b.1],
                offset,
            );
        }
        let doubt = if parallel.to_bitmask() == 0 {
            doubt
        } else {
            size * f64x2::splat(BOX_PARALLEL_DOUBT)
        };
        if (most + doubt).simd_lt(f64x2::ZERO).to_bitmask() == 3 {
            Told::OVERLAPPING
        } else {
            Told::NOTHING
        }
    }
}

/// The edges of one box and the other that are looked at together with the same two of the other and the one.
const EDGES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

/// The product of the first edges that separate two boxes: bits of both orders for each of [`EDGES`].
#[inline(never)]
fn separated(along: &[u32; 6], [basis_a, basis_b]: [&Mat3; 2], offset: &Vec3) -> Told {
    let first = along.iter().zip(EDGES).find(|(orders, _)| **orders != 0);
    let Some((orders, (i, l))) = first else {
        return Told::NOTHING;
    };
    let (of_a, of_b) = if orders & 1 != 0 { (i, l) } else { (l, i) };
    let product = basis_a.column(of_a).cross(&basis_b.column(of_b));
    let by = (7 + 3 * of_a + of_b) as u32 + u32::from(product.dot(offset) > 0.0) * AHEAD;
    Told { certain: true, apart: true, by }
}

/// The axis that [`Told::by`] names, of 1 to 15 and [`AHEAD`], as it is now: of length one or, of two edges, shorter.
#[inline(always)]
pub(super) fn axis_by(by: u32, [basis_a, basis_b]: [&Mat3; 2]) -> [f64; 3] {
    let column = |basis: &Mat3, i: u32| [0, 1, 2].map(|row| basis.as_slice()[3 * i as usize + row]);
    let of = (by % AHEAD).wrapping_sub(1);
    let [x, y, z] = match of {
        0..3 => column(basis_a, of),
        3..6 => column(basis_b, of - 3),
        6..15 => edges_product(column(basis_a, of / 3 - 2), column(basis_b, of % 3)),
        _ => [0.0; 3],
    };
    let turned = |x: f64| f64::from_bits(x.to_bits() ^ (u64::from(by & AHEAD) << 59));
    [turned(x), turned(y), turned(z)]
}

#[inline(always)]
fn edges_product(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    Vec3::from(a).cross(&Vec3::from(b)).into()
}

/// For each box its point nearest to the other's centre, in its local coordinates, if both are placed by rotations.
#[inline(never)]
pub(super) fn nearest_points(a: Block<'_>, b: Block<'_>, offset: &Vec3) -> Vec3x2 {
    let halves = Vec3x2::new(a.0, b.0);
    let views = Views::new(&Vec3x2::columns(a.1, b.1), offset);
    // The second sees the first against the offset.
    let to = views.to.times(f64x2::new([1.0, -1.0]));
    let within = |to: f64x2, half: f64x2| to.fast_max(-half).fast_min(half);
    Vec3x2 { x: within(to.x, halves.x), y: within(to.y, halves.y), z: within(to.z, halves.z) }
}

/// Whether the point of one box, given in its local coordinates, is in the other for certain, of either.
#[inline(never)]
pub(super) fn share_points(points: &Vec3x2, a: Block<'_>, b: Block<'_>, offset: &Vec3) -> bool {
    let columns = Vec3x2::columns(a.1, b.1);
    let halves = Vec3x2::new(a.0, b.0);
    let Vec3x2 { x, y, z } = columns[0]
        .times(points.x)
        .plus(&columns[1].times(points.y))
        .plus(&columns[2].times(points.z));
    // Each as the other sees it.
    let apart = Vec3x2::twice(offset).times(f64x2::new([1.0, -1.0]));
    let seen = Vec3x2 { x: swapped(x), y: swapped(y), z: swapped(z) }.plus(&apart);
    let doubt = (halves.sum().reduce_add()
        + 2.0 * (offset.x.abs() + offset.y.abs() + offset.z.abs()))
        * BOX_DOUBT;
    let within =
        |column: &Vec3x2, half: f64x2| column.dot(&seen).abs().simd_lt(half - f64x2::splat(doubt));
    let shared = within(&columns[0], halves.x)
        & within(&columns[1], halves.y)
        & within(&columns[2], halves.z);
    (shared.to_bitmask() != 0) & are_rigid(&columns)
}
