//! Boxes, triangles and segments in pairs, by the axes of the separating axis theorem: whether they overlap, and how deep (thesis
//! 4.2; Ericson 2005, 5.2.1).
//!
//! Each facet of their difference is normal to a facet of one, or to an edge of each, so that among all directions the least overlap
//! is along one of at most fifteen. Two boxes have code of their own (`super::boxes`).

use std::ops::ControlFlow;

use super::boxes::sat::{AxisOverlap, Block, CLEARLY_MORE};
use super::closed_form::{Frame, between, frames, nearest, of_segments};
use super::depth::Depth;
use super::epa::Status;
use super::pair::Pair;
use super::relative::RelativePlacement;
use crate::math::Vec3;
use crate::math::tolerance::{
    AXIS_CONDITION, BOX_PARALLEL_UNCERTAINTY, CLEAR_MARGIN, DEPTH_ASIDE, DEPTH_SLACK, LEAST_SQUARE,
    SAME_DEPTH,
};
use crate::math::vector::greater;
use crate::shape::Support;
use crate::shape::core::Core;
use shared::BoxAndTriangle;

mod shared;

#[cfg(test)]
mod tests;

/// A placed body.
enum Solid {
    Block(Block),
    /// As a box with a single edge, the first.
    Segment(Block),
    Triangle([Vec3; 3]),
}

impl Solid {
    /// `None` for other bodies.
    #[inline]
    fn new(core: &Core, frame: &Frame<'_>) -> Option<Solid> {
        match core {
            Core::Box(half) => Some(Solid::Block(Block::new(half, frame.basis, &frame.origin))),
            Core::Triangle([p, q, r]) => {
                Some(Solid::Triangle([frame.place(p), frame.place(q), frame.place(r)]))
            }
            Core::Segment([p, q]) => {
                let (p, q) = (frame.place(p), frame.place(q));
                let zero = Vec3::zeros();
                Some(Solid::Segment(Block {
                    center: (p + q) * 0.5,
                    edges: [(q - p) * 0.5, zero, zero],
                }))
            }
            _ => None,
        }
    }

    /// The least and the greatest dot product with a vector.
    #[inline]
    fn range(&self, n: &Vec3) -> [f64; 2] {
        match self {
            Solid::Block(block) | Solid::Segment(block) => {
                let (middle, half) = (block.center.dot(n), block.projected_radius(n));
                [middle - half, middle + half]
            }
            Solid::Triangle(corners) => {
                let [p, q, r] = corners;
                let (x, y, z) = (p.dot(n), q.dot(n), r.dot(n));
                [-greater(-x, greater(-y, -z)), greater(x, greater(y, z))]
            }
        }
    }

    /// The edges, of any length and some perhaps zero, and how many there are.
    #[inline]
    fn edges(&self) -> ([Vec3; 3], usize) {
        match self {
            Solid::Block(block) => (block.edges, 3),
            Solid::Segment(block) => (block.edges, 1),
            Solid::Triangle([p, q, r]) => ([q - p, r - q, p - r], 3),
        }
    }

    /// The normals of the facets, likewise, and how many there are.
    #[inline]
    fn normals(&self) -> ([Vec3; 3], usize) {
        match self {
            Solid::Block(block) => (block.face_normals(), 3),
            Solid::Segment(_) => ([Vec3::zeros(); 3], 0),
            Solid::Triangle([p, q, r]) => {
                let zero = Vec3::zeros();
                ([(q - p).cross(&(r - q)), zero, zero], 1)
            }
        }
    }
}

/// Whether both are segments, which have no facets.
#[inline]
fn are_segments(cores: [&Core; 2]) -> bool {
    matches!(cores, [Core::Segment(_), Core::Segment(_)])
}

/// An axis that has a direction, of any length.
struct Axis {
    along: Vec3,
    square: f64,
    /// The edges whose product it is.
    edges: Option<[usize; 2]>,
    /// At least how far the bodies overlap, times the length.
    at_least: f64,
}

impl Axis {
    /// Whether the overlap is known to be more than a length.
    #[inline]
    fn is_clearly_more(&self, length: f64) -> bool {
        let at_least = self.at_least;
        at_least > 0.0 && at_least * at_least > length * length * (1.0 + CLEARLY_MORE) * self.square
    }
}

/// Passes on all axes, until one ends it.
#[inline]
fn each_axis(
    [a, b]: [&Solid; 2],
    shared: Option<&BoxAndTriangle<'_>>,
    mut visit: impl FnMut(&Axis) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut visit = |along: Vec3, at_least: f64, edges| {
        let square = along.norm_squared();
        let has_direction = square > LEAST_SQUARE && square < f64::INFINITY;
        let axis = Axis { along, square, edges, at_least };
        if has_direction { visit(&axis) } else { ControlFlow::Continue(()) }
    };
    for (is_first, solid) in [(true, a), (false, b)] {
        let (normals, count) = solid.normals();
        let at_least = match shared {
            None => [f64::NEG_INFINITY; 3],
            Some(shared) if shared.is_box_first == is_first => shared.along_faces(),
            Some(shared) => [shared.along_plane(&normals[0]); 3],
        };
        for (normal, at_least) in normals.into_iter().zip(at_least).take(count) {
            visit(normal, at_least, None)?;
        }
    }
    let at_least = shared.map_or([[f64::NEG_INFINITY; 3]; 3], |shared| shared.along_products());
    let is_turned = shared.is_some_and(|shared| !shared.is_box_first);
    let ((edges_a, count_a), (edges_b, count_b)) = (a.edges(), b.edges());
    for (i, edge) in edges_a[..count_a].iter().enumerate() {
        for (j, other) in edges_b[..count_b].iter().enumerate() {
            let at_least = if is_turned { at_least[j][i] } else { at_least[i][j] };
            visit(edge.cross(other), at_least, Some([i, j]))?;
        }
    }
    ControlFlow::Continue(())
}

/// How far A has to move along a vector, and against it, until the bodies only touch.
#[inline]
fn ways_out([a, b]: [&Solid; 2], n: &Vec3) -> [f64; 2] {
    let ([least_a, most_a], [least_b, most_b]) = (a.range(n), b.range(n));
    [most_b - least_a, most_a - least_b]
}

/// The square of an axis that is known to some twelve digits, for bodies of this largest coordinate, by whose rounding their edges may
/// be off. If there is none, all edges are in one line up to rounding, and no axis need be normal to what the difference is.
fn least_square(solids: [&Solid; 2], largest: f64) -> f64 {
    let edges = solids.iter().flat_map(|solid| solid.edges().0);
    let longest = edges.fold(0.0_f64, |most, edge| most.max(edge.norm_squared()));
    (AXIS_CONDITION * largest).powi(2) * longest
}

/// The least overlap, and the edges whose product the axis is. Negative where an axis separates the bodies, if not always by the
/// most. `None` where the bodies do not separate and no axis is well-conditioned.
fn least_overlap(
    solids: [&Solid; 2],
    relative: &RelativePlacement,
) -> Option<(AxisOverlap, Option<[usize; 2]>)> {
    let mut longest = 0.0_f64;
    let mut least: Option<(AxisOverlap, Option<[usize; 2]>)> = None;
    // It ends early where an axis separates them.
    let _ = each_axis(solids, BoxAndTriangle::new(solids).as_ref(), |axis| {
        let Axis { along, square, edges, .. } = *axis;
        longest = greater(longest, square);
        if least.is_some_and(|(known, _)| axis.is_clearly_more(known.depth)) {
            return ControlFlow::Continue(());
        }
        let n = along / square.sqrt();
        let [forth, back] = ways_out(solids, &n);
        let (depth, normal) = if forth <= back { (forth, n) } else { (back, -n) };
        let is_less =
            least.is_none_or(|(known, _)| depth < known.depth - SAME_DEPTH * known.depth.abs());
        if is_less {
            least = Some((AxisOverlap { normal, depth }, edges));
        }
        if depth < 0.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    least.filter(|(overlap, _)| {
        overlap.depth < 0.0 || longest > least_square(solids, relative.largest_coordinate())
    })
}

/// Whether two bodies without rounding overlap, or the axis that separates them, of any length; `None` where rounding leaves it open,
/// and for other bodies.
pub(super) fn overlap(cores: [&Core; 2], relative: &RelativePlacement) -> Option<Result<(), Vec3>> {
    if are_segments(cores) {
        return None;
    }
    let frames = frames(relative);
    // Each by itself: copies to an array are store-forwarding stalls.
    let solid_a = Solid::new(cores[0], &frames[0]);
    let solid_b = Solid::new(cores[1], &frames[1]);
    let solids = [solid_a.as_ref()?, solid_b.as_ref()?];
    let clear = CLEAR_MARGIN * relative.rounding();
    // The product of edges that are nearly parallel is none, and their facet, which is narrow, is missing.
    let deep = BOX_PARALLEL_UNCERTAINTY * relative.largest_coordinate();
    // The point of the triangle that is nearest to the box's centre is in the box of most that overlap.
    let shared = BoxAndTriangle::new(solids);
    if shared.as_ref().is_some_and(|shared| shared.shares_nearest_point(deep)) {
        return Some(Ok(()));
    }
    let (mut is_certain, mut longest, mut separating) = (true, 0.0_f64, None);
    let _ = each_axis(solids, shared.as_ref(), |axis| {
        let Axis { along, square, .. } = *axis;
        longest = greater(longest, square);
        if axis.is_clearly_more(deep) {
            return ControlFlow::Continue(());
        }
        let [forth, back] = ways_out(solids, &along);
        let depth = if forth <= back { forth } else { back };
        let square_of_depth = depth * depth;
        if depth < 0.0 && square_of_depth > clear * clear * square {
            separating = Some(if forth <= back { along } else { -along });
            return ControlFlow::Break(());
        }
        is_certain &= depth > 0.0 && square_of_depth > deep * deep * square;
        ControlFlow::Continue(())
    });
    match separating {
        Some(axis) => Some(Err(axis)),
        None => {
            let is_known = || longest > least_square(solids, relative.largest_coordinate());
            (is_certain && is_known()).then_some(Ok(()))
        }
    }
}

/// How deep two bodies are in each other, without their rounding; negative where an axis separates them, and then without deepest
/// points. `None` for other bodies.
pub(super) fn depth<A: Support + ?Sized, B: Support + ?Sized>(pair: &Pair<A, B>) -> Option<Depth> {
    let ((a, b), relative) = (pair.bodies(), pair.relative());
    let core_a = a.core(true);
    let core_b = b.core(true);
    let (cores, frames) = ([core_a.as_ref()?, core_b.as_ref()?], frames(relative));
    if are_segments(cores) {
        return None;
    }
    let solid_a = Solid::new(cores[0], &frames[0]);
    let solid_b = Solid::new(cores[1], &frames[1]);
    let (AxisOverlap { depth, normal }, edges) =
        least_overlap([solid_a.as_ref()?, solid_b.as_ref()?], relative)?;
    // Bodies that are apart have none.
    let [local_a, local_b] = if depth < -2.0 * DEPTH_SLACK * relative.rounding() {
        [Vec3::zeros(); 2]
    } else {
        deepest_points(pair, cores, &frames, (depth, normal), edges)
    };
    let status = Status::Converged;
    Some(Depth { depth, normal, local_a, local_b, lower: depth, status, iterations: 0 })
}

/// The deepest points: of the edges whose product the normal is, or a corner of one body and the point of the other behind it. Where
/// the bodies touch in more than a point there may be no such corner; any deepest points are returned then.
fn deepest_points<A: Support + ?Sized, B: Support + ?Sized>(
    pair: &Pair<A, B>,
    cores: [&Core; 2],
    frames: &[Frame<'_>; 2],
    (depth, normal): (f64, Vec3),
    edges: Option<[usize; 2]>,
) -> [Vec3; 2] {
    let towards = [-frames[0].basis.tr_mul(&normal), frames[1].basis.tr_mul(&normal)];
    // As placed once the bodies are moved apart.
    let [of_a, of_b] = frames;
    let apart = Frame::new(of_a.basis, of_a.origin + normal * depth);
    if let Some([i, j]) = edges {
        let (p, q) = (edge(cores[0], i, &towards[0]), edge(cores[1], j, &towards[1]));
        let (s, t) = of_segments(p.map(|p| apart.place(&p)), q.map(|q| of_b.place(&q)));
        return [between(&p, s), between(&q, t)];
    }
    let (a, b) = pair.bodies();
    let corners = [a.support(&towards[0], &mut 0), b.support(&towards[1], &mut 0)];
    let slack = DEPTH_ASIDE * pair.relative().largest_coordinate();
    let placed = [apart.place(&corners[0]), of_b.place(&corners[1])];
    if let Some(on_a) = nearest(&placed[1], cores[0], &apart)
        && (apart.place(&on_a) - placed[1]).norm() <= slack
    {
        return [on_a, corners[1]];
    }
    if let Some(on_b) = nearest(&placed[0], cores[1], of_b)
        && (of_b.place(&on_b) - placed[0]).norm() <= slack
    {
        return [corners[0], on_b];
    }
    corners
}

/// The edge of a number that is farthest along a direction, in local coordinates.
fn edge(core: &Core, number: usize, towards: &Vec3) -> [Vec3; 2] {
    match core {
        Core::Segment(ends) => *ends,
        Core::Triangle(corners) => [corners[number], corners[(number + 1) % 3]],
        Core::Box(half) => [-1.0, 1.0].map(|end| {
            Vec3::from_fn(|k, _| {
                half[k] * if k == number { end } else { 1.0_f64.copysign(towards[k]) }
            })
        }),
        _ => [Vec3::zeros(); 2],
    }
}
