//! Two boxes under any affine maps, by separating axes: exact overlap and exact penetration depth.
//!
//! The difference of two parallelepipeds is spanned by their six edges, so that each of its facets is normal to the
//! cross product of two of these: six face normals and nine products of an edge of each. Among all directions the
//! least overlap is along one of the fifteen (slides, table of axes; Olvång 2.5 for what the depth is).

use crate::math::tolerance::{FACET_SWEEPS, LEAST_SQUARE, PARALLEL, ROUNDING, SAME_DEPTH};
use crate::math::vector::greater;
use crate::math::{Mat3, Vec3};

#[cfg(test)]
mod tests;

/// A bound on the rounding of sums of products of three lengths, in units of the third power of the size.
pub(crate) const TRIPLE_PRODUCT: f64 = 64.0 * ROUNDING;

/// Squares that differ by this part differ by far more than [`SAME_DEPTH`].
pub(crate) const CLEARLY_MORE: f64 = 1e-9;

/// A box under an affine map. Edges may be zero or dependent: the box is then flat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Block {
    /// The image of the box's centre.
    pub center: Vec3,
    /// The images of the half extents along the box's axes.
    pub edges: [Vec3; 3],
}

/// How far bodies overlap along a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AxisOverlap {
    /// A unit vector, from the second body towards the first.
    pub normal: Vec3,
    /// By how much the first must move along the normal until the bodies only touch; negative where they are apart.
    pub depth: f64,
}

impl Block {
    /// A box of some half extents under a linear map, about `center`.
    pub(crate) fn new(half: &Vec3, basis: &Mat3, center: &Vec3) -> Block {
        let edge = |axis: usize| basis.column(axis) * half[axis];
        Block { center: *center, edges: [edge(0), edge(1), edge(2)] }
    }

    /// The radius of the block's projection onto `n`, times the length of `n` (Ericson 2005, 4.4.1).
    pub(crate) fn projected_radius(&self, n: &Vec3) -> f64 {
        self.edges[0].dot(n).abs() + self.edges[1].dot(n).abs() + self.edges[2].dot(n).abs()
    }

    /// The normals of the faces, of any length; zero where there is no such face.
    #[inline]
    pub(crate) fn face_normals(&self) -> [Vec3; 3] {
        let [x, y, z] = &self.edges;
        [y.cross(z), z.cross(x), x.cross(y)]
    }
}

/// The fifteen directions of least overlap of two blocks, of any length, some perhaps zero: face normals of `a`, of
/// `b`, then products of edges.
pub(crate) fn axes(a: &Block, b: &Block) -> [Vec3; 15] {
    let ([x, y, z], [u, v, w]) = (a.face_normals(), b.face_normals());
    let ([p, q, r], [s, t, o]) = (&a.edges, &b.edges);
    let (ps, pt, po) = (p.cross(s), p.cross(t), p.cross(o));
    let (qs, qt, qo) = (q.cross(s), q.cross(t), q.cross(o));
    [x, y, z, u, v, w, ps, pt, po, qs, qt, qo, r.cross(s), r.cross(t), r.cross(o)]
}

/// Along which of their axes two blocks overlap by clearly more than along another. All projections of edges are triple products of
/// three edges, which axes share: a third of the operations of one axis after the other, and one root.
#[inline]
fn are_clearly_more(a: &Block, b: &Block, axes: &[Vec3; 15]) -> [bool; 15] {
    let between = a.center - b.center;
    let (mut of_a, mut of_b, mut radii) = ([[0.0; 3]; 3], [[0.0; 3]; 3], [0.0; 15]);
    let (mut longest_a, mut longest_b) = (0.0, 0.0);
    for k in 0..3 {
        for i in 0..3 {
            of_a[k][i] = axes[k].dot(&b.edges[i]).abs();
            of_b[k][i] = axes[3 + k].dot(&a.edges[i]).abs();
        }
        longest_a = greater(a.edges[k].norm_squared(), longest_a);
        longest_b = greater(b.edges[k].norm_squared(), longest_b);
    }
    let volume_a = axes[0].dot(&a.edges[0]).abs();
    let volume_b = axes[3].dot(&b.edges[0]).abs();
    for k in 0..3 {
        let [p, q] = [(k + 1) % 3, (k + 2) % 3];
        radii[k] = volume_a + of_a[k][0] + of_a[k][1] + of_a[k][2];
        radii[3 + k] = volume_b + of_b[k][0] + of_b[k][1] + of_b[k][2];
        for j in 0..3 {
            let [r, s] = [(j + 1) % 3, (j + 2) % 3];
            radii[6 + 3 * k + j] = of_a[p][j] + of_a[q][j] + of_b[r][k] + of_b[s][k];
        }
    }
    let size = longest_a + longest_b + between.norm_squared();
    let rounding = TRIPLE_PRODUCT * size * size.sqrt();
    let (mut at_least, mut squares, mut least) = ([0.0; 15], [0.0; 15], f64::INFINITY);
    for (k, axis) in axes.iter().enumerate() {
        let square = axis.norm_squared();
        let overlap = radii[k] - axis.dot(&between).abs();
        let most = greater(overlap + rounding, 0.0);
        if most * most < least * square {
            least = most * most / square;
        }
        (at_least[k], squares[k]) = (greater(overlap - rounding, 0.0), square);
    }
    let limit = least * (1.0 + CLEARLY_MORE);
    std::array::from_fn(|k| at_least[k] * at_least[k] > limit * squares[k])
}

/// The overlap of two blocks along `axis`; `None` if that is too short to have a direction.
#[inline]
pub(crate) fn overlap_along(a: &Block, b: &Block, axis: &Vec3) -> Option<AxisOverlap> {
    let square = axis.norm_squared();
    if !(square > LEAST_SQUARE && square < f64::INFINITY) {
        return None;
    }
    let n = axis / square.sqrt();
    let between = (a.center - b.center).dot(&n);
    // Projected on the rounded direction itself: whatever rounding did to the axis, the overlap along it is true.
    let depth = a.projected_radius(&n) + b.projected_radius(&n) - between.abs();
    // Rejects NaN and infinity.
    (depth < f64::INFINITY)
        .then_some(AxisOverlap { normal: if between < 0.0 { -n } else { n }, depth })
}

/// The least overlap of two blocks among all directions, exact but for the rounding of the projections. Where its
/// depth is negative they are apart: the axis separates them, if not always by the most.
///
/// Of overlaps that differ by no more than rounding, that of the earlier axis counts, face normals first. `None` if no axis
/// has a direction: both lie in one line, or the coordinates are out of range.
pub(crate) fn least_overlap(a: &Block, b: &Block) -> Option<AxisOverlap> {
    let axes = axes(a, b);
    let is_more = are_clearly_more(a, b, &axes);
    let mut least: Option<AxisOverlap> = None;
    for (axis, _) in axes.iter().zip(is_more).filter(|(_, is_more)| !is_more) {
        let Some(overlap) = overlap_along(a, b, axis) else { continue };
        if least.is_none_or(|least| overlap.depth < least.depth - SAME_DEPTH * least.depth.abs()) {
            least = Some(overlap);
        }
    }
    least
}

/// The place of the only one that is set.
fn only(set: &[bool; 3]) -> Option<usize> {
    match set {
        [true, false, false] => Some(0),
        [false, true, false] => Some(1),
        [false, false, true] => Some(2),
        _ => None,
    }
}

/// The points of two blocks that are deepest in each other along the direction of an overlap, as parts of each block's
/// edges from -1 to 1. The second less the first is the overlap's depth along its normal, up to rounding.
pub(crate) fn deepest_points(a: &Block, b: &Block, overlap: &AxisOverlap) -> [Vec3; 2] {
    let n = &overlap.normal;
    // Where an edge is across the normal its part is free.
    let (mut parts, mut free) = ([[0.0; 3]; 2], [[false; 3]; 2]);
    for (body, block) in [a, b].into_iter().enumerate() {
        for (k, edge) in block.edges.iter().enumerate() {
            let (along, square) = (edge.dot(n), edge.norm_squared());
            if along.abs() > PARALLEL * square.sqrt() {
                parts[body][k] = if body == 0 { -along.signum() } else { along.signum() };
            } else {
                free[body][k] = square > LEAST_SQUARE;
            }
        }
    }
    let at = |block: &Block, parts: &[f64; 3]| {
        let [x, y, z] = &block.edges;
        block.center + x * parts[0] + y * parts[1] + z * parts[2]
    };
    let mut gap = at(b, &parts[1]) - at(a, &parts[0]) - n * overlap.depth;
    if let (Some(i), Some(j)) = (only(&free[0]), only(&free[1])) {
        // Two edges that cross: gap + t e - s f = 0 across the normal.
        let (f, e) = (a.edges[i], b.edges[j]);
        let square = e.cross(&f).dot(n);
        let [s, t] = [gap.cross(&e).dot(n) / -square, gap.cross(&f).dot(n) / -square];
        (parts[0][i], parts[1][j]) = (s.clamp(-1.0, 1.0), t.clamp(-1.0, 1.0));
        return parts.map(Vec3::from);
    }
    // Both facets are boxes of few dimensions that meet: coordinate descent on the square of the gap, within them.
    for _ in 0..FACET_SWEEPS {
        if gap.norm_squared() <= ROUNDING * ROUNDING * (a.center - b.center).norm_squared() {
            break;
        }
        let before = gap.norm_squared();
        for (body, block, sign) in [(0, a, -1.0), (1, b, 1.0)] {
            for k in (0..3).filter(|k| free[body][*k]) {
                let edge = block.edges[k] * sign;
                let old = parts[body][k];
                let new = (old - gap.dot(&edge) / edge.norm_squared()).clamp(-1.0, 1.0);
                parts[body][k] = new;
                gap += edge * (new - old);
            }
        }
        if gap.norm_squared() > before * (1.0 - 1e-6) {
            break;
        }
    }
    parts.map(Vec3::from)
}
