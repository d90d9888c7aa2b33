//! When two simplices whose corners move linearly first touch: the earliest impact of their vertices, edges and faces.
//!
//! Equations are those of the theory's page.

#[cfg(test)]
mod tests;

use super::exact::side_in_whole_numbers;
use super::{ImpactTime, MovingPolygon, filter, first_impact};
use crate::math::Vec3;
use crate::math::tolerance::SEPARATION_ROUNDING;
use crate::math::vector::is_finite;

/// The most corners.
pub(crate) const MOST_CORNERS: usize = 4;

/// By the number of corners, all triples of them.
const FACES: [&[[usize; 3]]; 5] =
    [&[], &[], &[], &[[0, 1, 2]], &[[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]];

/// By the number of corners, all pairs of them. A point is an edge whose ends are equal.
const EDGES: [&[[usize; 2]]; 5] = [
    &[],
    &[[0, 0]],
    &[[0, 1]],
    &[[0, 1], [0, 2], [1, 2]],
    &[[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]],
];

/// The hull of up to four points that move linearly as time goes from 0 to 1: a point, a segment, a triangle, or a tetrahedron,
/// which is a quadrangle where it is flat.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovingSimplex {
    start: [Vec3; MOST_CORNERS],
    end: [Vec3; MOST_CORNERS],
    len: usize,
}

/// Which corners of two simplices are the same vertex of a mesh: by the corner of the first, a bit for each corner of the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CommonVertices([u8; MOST_CORNERS]);

impl CommonVertices {
    /// Those of two polytopes by the numbers of their vertices.
    pub(crate) fn of(first: &[u32], second: &[u32]) -> CommonVertices {
        let mut common = CommonVertices::default();
        for (bits, vertex) in common.0.iter_mut().zip(first) {
            let same = second.iter().take(MOST_CORNERS).enumerate().filter(|(_, v)| *v == vertex);
            *bits = same.fold(0, |bits, (corner, _)| bits | 1 << corner);
        }
        common
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|bits| bits.count_ones()).sum()
    }

    /// Those of the first one's corners that are not common, and how many.
    fn others(&self, len: usize) -> ([usize; MOST_CORNERS], usize) {
        let mut others = ([0; MOST_CORNERS], 0);
        for corner in (0..len).filter(|corner| self.0[*corner] == 0) {
            others.0[others.1] = corner;
            others.1 += 1;
        }
        others
    }

    fn reversed(&self) -> CommonVertices {
        let bit = |of: usize, corner: usize| (self.0[of] >> corner & 1) << of;
        CommonVertices(std::array::from_fn(|corner| {
            (0..MOST_CORNERS).fold(0, |bits, of| bits | bit(of, corner))
        }))
    }

    /// Whether two features have no common vertex.
    #[inline]
    fn are_disjoint(&self, first: &[usize], second: &[usize]) -> bool {
        let bits = second.iter().fold(0, |bits, corner| bits | 1 << corner);
        first.iter().all(|corner| self.0[*corner] & bits == 0)
    }
}

impl MovingSimplex {
    /// By where the corners are at time 0 and at time 1; `None` if there are too many, or one is not finite.
    pub(crate) fn new(paths: impl Iterator<Item = [Vec3; 2]>) -> Option<MovingSimplex> {
        let mut simplex = MovingSimplex::default();
        for [start, end] in paths {
            if simplex.len == MOST_CORNERS || !(is_finite(&start) && is_finite(&end)) {
                return None;
            }
            (simplex.start[simplex.len], simplex.end[simplex.len]) = (start, end);
            simplex.len += 1;
        }
        Some(simplex)
    }

    /// At rest where it is at time 0.
    fn at_start(&self) -> MovingSimplex {
        MovingSimplex { end: self.start, ..*self }
    }

    /// All corners.
    fn corners(&self) -> &'static [usize] {
        &[0, 1, 2, 3][..self.len]
    }

    fn faces(&self) -> &'static [[usize; 3]] {
        FACES[self.len]
    }

    fn edges(&self) -> &'static [[usize; 2]] {
        EDGES[self.len]
    }

    /// The mean of some corners at both ends.
    fn centers(&self, corners: &[usize]) -> [Vec3; 2] {
        let scale = 1.0 / corners.len() as f64;
        [&self.start, &self.end]
            .map(|points| corners.iter().map(|i| points[*i]).sum::<Vec3>() * scale)
    }

    /// The normals of some corners at both ends: of a face; of an edge of a face, within that; else zero.
    fn normals(&self, corners: &[usize]) -> [Vec3; 2] {
        [&self.start, &self.end].map(|p| {
            let normal = |i: usize, j: usize, k: usize| (p[j] - p[i]).cross(&(p[k] - p[i]));
            match *corners {
                [i, j, k, ..] => normal(i, j, k),
                [i, j] if self.len > 2 => (p[j] - p[i]).cross(&normal(0, 1, 2)),
                _ => Vec3::zeros(),
            }
        })
    }

    /// The largest coordinates of some corners, axis by axis.
    fn size(&self, corners: &[usize]) -> Vec3 {
        let both = corners.iter().flat_map(|i| [&self.start[*i], &self.end[*i]]);
        both.fold(Vec3::zeros(), |size, p| size.sup(&p.abs()))
    }

    /// Whether a feature of this simplex is on one side of a feature of another along an axis all the time: a filter that copies
    /// nothing.
    #[inline]
    fn is_apart_along_an_axis(
        &self,
        own: &[usize],
        other: &MovingSimplex,
        of_other: &[usize],
    ) -> bool {
        let ends = [(&self.start, &other.start), (&self.end, &other.end)];
        (0..3).any(|axis| {
            let [from, to] = ends.map(|(p, q)| side_along(axis, (p, own), (q, of_other)));
            from != 0 && from == to
        })
    }

    /// Where a vertex of this simplex and a face of the other are.
    fn vertex_face(&self, v: usize, other: &MovingSimplex, f: &[usize; 3]) -> MovingPolygon<3> {
        let at = |own: &[Vec3; 4], of: &[Vec3; 4]| [own[v], of[f[0]], of[f[1]], of[f[2]]];
        MovingPolygon::vertex_face(&at(&self.start, &other.start), &at(&self.end, &other.end))
    }
}

/// When two simplices first touch; `None` if they do not. Overlapping is touching.
///
/// The vertices that are common to both do not count: these are the impacts of vertices and faces, and of edges, that have no
/// common vertex; and at time 0 such an edge that pierces a face, or a vertex that is within a tetrahedron.
pub(crate) fn first_simplex_impact(
    a: &MovingSimplex,
    b: &MovingSimplex,
    common: &CommonVertices,
) -> Option<ImpactTime> {
    let reversed = common.reversed();
    let is_missed = match common.count() {
        0 => are_apart((a, a.corners()), (b, b.corners())),
        // Of two features without a common vertex one has only others.
        1 => {
            let ((of_a, m), (of_b, n)) = (common.others(a.len), reversed.others(b.len));
            are_apart((a, &of_a[..m]), (b, b.corners()))
                && are_apart((b, &of_b[..n]), (a, a.corners()))
        }
        _ => false,
    };
    if is_missed {
        return None;
    }
    if pierces_at_start(a, b, common) || pierces_at_start(b, a, &reversed) {
        return Some(ImpactTime { earliest: 0.0, latest: 0.0 });
    }
    let mut first: Option<ImpactTime> = None;
    let mut note = |found: Option<ImpactTime>| {
        let Some(found) = found else { return };
        let best = first.get_or_insert(found);
        *best = ImpactTime {
            earliest: best.earliest.min(found.earliest),
            latest: best.latest.min(found.latest),
        };
    };
    for (own, other, common) in [(a, b, common), (b, a, &reversed)] {
        for face in other.faces() {
            for v in 0..own.len {
                if common.are_disjoint(&[v], face) && !own.is_apart_along_an_axis(&[v], other, face)
                {
                    note(first_impact(&own.vertex_face(v, other, face)));
                }
            }
        }
    }
    for &[i, j] in a.edges() {
        for &[k, l] in b.edges() {
            if common.are_disjoint(&[i, j], &[k, l])
                && !a.is_apart_along_an_axis(&[i, j], b, &[k, l])
            {
                let at = |a: &[Vec3; 4], b: &[Vec3; 4]| [a[i], a[j], b[k], b[l]];
                let ends = [at(&a.start, &b.start), at(&a.end, &b.end)];
                note(first_impact(&MovingPolygon::edge_edge(&ends[0], &ends[1])));
            }
        }
    }
    first
}

/// Some corners of a simplex.
type Corners<'a> = (&'a MovingSimplex, &'a [usize]);

/// Whether a plane certainly separates the hulls of some corners all the time: equation (11), along the axes, the normals and the
/// line between the centres.
fn are_apart(a: Corners<'_>, b: Corners<'_>) -> bool {
    if a.0.is_apart_along_an_axis(a.1, b.0, b.1) {
        return true;
    }
    let [(size_a, [c0, c1], normals_a), (size_b, [d0, d1], normals_b)] =
        [a, b].map(|(simplex, corners)| {
            (simplex.size(corners), simplex.centers(corners), simplex.normals(corners))
        });
    let size = size_a.sup(&size_b);
    [[c0 - d0, c1 - d1], normals_a, normals_b].iter().any(|axes| separates(axes, a, b, &size))
}

/// Whether planes across an axis that goes linearly from one vector to another separate the hulls of some corners, with such largest
/// coordinates.
fn separates(axes: &[Vec3; 2], a: Corners<'_>, b: Corners<'_>, size: &Vec3) -> bool {
    // Of all products and their sums. NaN if an axis is no number.
    let bound = (axes[0].abs() + axes[1].abs()).dot(size);
    let is_in_range = bound < f64::MAX / 4.0;
    if !is_in_range {
        return false;
    }
    let range = |(simplex, corners): Corners<'_>| {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for i in corners {
            let ([m, n], [p, q]) = (axes, [&simplex.start[*i], &simplex.end[*i]]);
            let coefficients = [m.dot(p), 0.5 * (m.dot(q) + n.dot(p)), n.dot(q)];
            for k in 0..3 {
                (low[k], high[k]) = (low[k].min(coefficients[k]), high[k].max(coefficients[k]));
            }
        }
        (low, high)
    };
    let ((low_a, high_a), (low_b, high_b)) = (range(a), range(b));
    // What underflows is less than that.
    let error = SEPARATION_ROUNDING * bound + f64::MIN_POSITIVE / f64::EPSILON;
    (0..3).all(|k| low_a[k] - high_b[k] > error) || (0..3).all(|k| low_b[k] - high_a[k] > error)
}

/// Whether at time 0 an edge of the first passes through a face of the second, from one side to the other, or the second is a
/// tetrahedron that has a vertex of the first within.
fn pierces_at_start(a: &MovingSimplex, b: &MovingSimplex, common: &CommonVertices) -> bool {
    let (p, q) = (&a.start, &b.start);
    for face @ &[i, j, k] in b.faces() {
        let corner_side = |v: usize| [&p[v], &q[i], &q[j], &q[k]];
        for edge @ &[v, w] in a.edges() {
            let may_cross = || match [v, w].map(|v| certain_side(corner_side(v))) {
                [Some(from), Some(to)] => from * to < 0,
                // Much cheaper than whole numbers; neighbours in a flat mesh are never certain.
                _ => !are_apart((&a.at_start(), edge), (&b.at_start(), face)),
            };
            let is_apart_along_an_axis =
                || (0..3).any(|axis| side_along(axis, (p, edge), (q, face)) != 0);
            if common.are_disjoint(edge, face)
                && !is_apart_along_an_axis()
                && may_cross()
                && side(corner_side(v)) * side(corner_side(w)) < 0
            {
                let edges = [[i, j], [j, k], [k, i]];
                let turns = edges.map(|[f, g]| side([&p[v], &p[w], &q[f], &q[g]]));
                if !(turns.contains(&1) && turns.contains(&-1)) {
                    return true;
                }
            }
        }
    }
    let is_within = |v: usize| {
        b.faces().iter().all(|&[i, j, k]| {
            let (own, opposite) = (&p[v], &q[6 - i - j - k]);
            let inner = side([opposite, &q[i], &q[j], &q[k]]);
            inner != 0 && inner == side([own, &q[i], &q[j], &q[k]])
        })
    };
    b.len == MOST_CORNERS
        && (0..a.len).any(|v| common.are_disjoint(&[v], &[0, 1, 2, 3]) && is_within(v))
}

/// On which side of some points all of others are along an axis: 1 or -1, or 0 if on neither.
#[inline]
fn side_along(
    axis: usize,
    (p, own): (&[Vec3; 4], &[usize]),
    (q, of_other): (&[Vec3; 4], &[usize]),
) -> i32 {
    let range = |points: &[Vec3; 4], corners: &[usize]| {
        let along = corners.iter().map(|corner| points[*corner][axis]);
        along.fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], x| [l.min(x), h.max(x)])
    };
    let ([low, high], [low_other, high_other]) = (range(p, own), range(q, of_other));
    i32::from(low > high_other) - i32::from(high < low_other)
}

/// On which side of the plane through three points another one is, exactly: 0 if on the plane.
fn side(points: [&Vec3; 4]) -> i32 {
    certain_side(points).unwrap_or_else(|| side_in_whole_numbers(&resting(points)))
}

fn certain_side(points: [&Vec3; 4]) -> Option<i32> {
    filter::certain_side(&resting(points))
}

fn resting(points: [&Vec3; 4]) -> MovingPolygon<3> {
    let points = points.map(|p| *p);
    MovingPolygon::vertex_face(&points, &points)
}
