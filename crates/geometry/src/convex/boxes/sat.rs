//! Two boxes under any affine maps, by separating axes: exact overlap and exact penetration depth.
//!
//! The difference of two parallelepipeds is spanned by their six edges, so that each of its facets is normal to the
//! cross product of two of these: six face normals and nine products of an edge of each. Among all directions the
//! least overlap is along one of the fifteen (slides, table of axes; Olvång 2.5 for what the depth is).

use crate::math::tolerance::{FACET_SWEEPS, LEAST_SQUARE, PARALLEL, ROUNDING, SAME_DEPTH};
use crate::math::{Mat3, Vec3};

#[cfg(test)]
mod tests;

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
    let [p, q, r] = a.edges.map(|edge| b.edges.map(|other| edge.cross(&other)));
    [x, y, z, u, v, w, p[0], p[1], p[2], q[0], q[1], q[2], r[0], r[1], r[2]]
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
    let mut least: Option<AxisOverlap> = None;
    for axis in &axes(a, b) {
        let Some(overlap) = overlap_along(a, b, axis) else {
            continue;
        };
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
    let part = |edge: &Vec3| {
        let along = edge.dot(n);
        if along.abs() <= PARALLEL * edge.norm() { 0.0 } else { along.signum() }
    };
    let mut parts = [a.edges.map(|edge| -part(&edge)), b.edges.map(|edge| part(&edge))];
    let is_free = |block: &Block, parts: &[f64; 3]| {
        std::array::from_fn(|k| parts[k] == 0.0 && block.edges[k].norm_squared() > LEAST_SQUARE)
    };
    let free: [[bool; 3]; 2] = [is_free(a, &parts[0]), is_free(b, &parts[1])];
    let at = |block: &Block, parts: &[f64; 3]| {
        (0..3).fold(block.center, |p, k| p + block.edges[k] * parts[k])
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
