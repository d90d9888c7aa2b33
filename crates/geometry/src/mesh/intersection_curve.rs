//! The intersection of two soups of polygons: line segments, each with the polygons it comes from, chained into curves
//! (thesis 3.2.2 and 6.5).

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use super::soup::PolytopeSoup;
use crate::bvh::{Relative, visit_pairs};
use crate::convex::triangle::crossing::{Corners, crossing};
use crate::math::tolerance::WORKING_RANGE;
use crate::math::vector::bits;
use crate::math::{Placement, Vec3};
use crate::memory;
use crate::sorting::sort_by;

/// A piece of the intersection of two soups.
///
/// ```
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::mesh::{Builder, PolytopeKind, intersection};
///
/// // A square of two triangles.
/// let corners = [[-2.0, -2.0, 0.0], [2.0, -2.0, 0.0], [2.0, 2.0, 0.0], [-2.0, 2.0, 0.0]].map(Vec3::from);
/// let mut builder = Builder::new();
/// [[0, 1, 2], [0, 2, 3]].map(|face| builder.vertex_indices(PolytopeKind::Polygon, &face));
/// let (square, _) = builder.finish(Some(&|i: u32| corners[i as usize]));
/// let mut turned = Placement::translation([0.0, 1.0, 0.0]);
/// turned.rotate(&[1.0, 0.0, 0.0, 1.0]); // by a right angle about the x-axis
/// let segments = intersection(&square, &Placement::IDENTITY, &square, &turned);
/// let length: f64 = segments.iter().map(|s| (s.ends[1] - s.ends[0]).norm()).sum();
/// assert!((length - 4.0).abs() < 1e-9 && segments.iter().all(|s| s.curve == 0)); // one open curve
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Its ends, in world coordinates.
    pub ends: [Vec3; 2],
    /// The numbers of the polygons it is the intersection of, one of each soup ([`PolytopeSoup::number`]).
    pub polygons: [u32; 2],
    /// The number of the curve it belongs to.
    pub curve: u32,
}

/// The intersection of the polygons of two soups, in world coordinates.
///
/// Curve by curve, each segment beginning where the one before it ends; the last of a closed curve ends where the first
/// begins, to the bit. All curves of two closed meshes are closed. What merely touches is taken as if the second soup
/// were moved by next to nothing: the same touching pairs give the same segments, closed curves too. Polytopes that
/// have a volume are left out; polygons of more than three vertices are taken for the fan of triangles about their first.
/// Takes time in proportion to the pairs of polygons whose boxes overlap.
///
/// ```
/// use solid_geometry::math::{Placement, Vec3};
/// use solid_geometry::mesh::{Builder, PolytopeKind, intersection};
///
/// let corners = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Vec3::from);
/// let mut builder = Builder::new();
/// for face in [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] {
///     builder.vertex_indices(PolytopeKind::Polygon, &face);
/// }
/// let (tetrahedron, _) = builder.finish(Some(&|i: u32| corners[i as usize]));
/// let there = Placement::translation([0.5, 0.75, 1.0]);
/// let curve = intersection(&tetrahedron, &Placement::IDENTITY, &tetrahedron, &there);
/// let next = curve.iter().cycle().skip(1);
/// assert!(curve.len() >= 3 && curve.iter().zip(next).all(|(s, t)| s.ends[1] == t.ends[0])); // closed
/// ```
pub fn intersection(
    a: &PolytopeSoup,
    place_a: &Placement,
    b: &PolytopeSoup,
    place_b: &Placement,
) -> Vec<Segment> {
    let Some(relative) = a.relative_placement(place_a, b, place_b) else {
        return Vec::new();
    };
    let trees = Relative::new(a.tree().frame(), place_a, b.tree().frame(), place_b);
    let mut found = Vec::new();
    let cross: &mut dyn FnMut(u32, u32) -> ControlFlow<()> = &mut |i, j| {
        if let (Some(first), Some(second)) = (a.outline(i), b.outline(j)) {
            let at_a = |v: u32| flush_to_zero(&relative.place_a(a.vertex(v)));
            let at_b = |v: u32| flush_to_zero(&relative.place_b(b.vertex(v)));
            for (m, s) in fan(first, &at_a).enumerate() {
                for (n, t) in fan(second, &at_b).enumerate() {
                    if let Some(ends) = crossing(&s, &t).filter(|[p, q]| p != q) {
                        memory::push(&mut found, ([i, j, m as u32, n as u32], ends));
                    }
                }
            }
        }
        ControlFlow::Continue(())
    };
    let _ = visit_pairs(a.tree(), b.tree(), &trees, cross);
    // The order of the walk depends on how the trees came to be.
    sort_by(&mut found, |(p, _), (q, _)| p.cmp(q));
    let segments = found.into_iter().map(|([i, j, ..], ends)| Segment {
        ends,
        polygons: [a.number(i), b.number(j)],
        curve: 0,
    });
    let mut segments = chained(segments.collect());
    for segment in &mut segments {
        segment.ends = segment.ends.map(|p| relative.in_world_units(&p) + place_a.origin);
    }
    segments
}

/// The triangles about the first vertex of an outline.
pub(super) fn fan(outline: &[u32], place: &impl Fn(u32) -> Vec3) -> impl Iterator<Item = Corners> {
    let first = outline.first().map(|&v| place(v));
    let rest = outline.get(1..).unwrap_or_default();
    rest.windows(2).filter_map(move |w| Some([first?, place(w[0]), place(w[1])]))
}

/// Coordinates so small that their products would lose digits become zero.
pub(super) fn flush_to_zero(p: &Vec3) -> Vec3 {
    // Adding zero makes one zero of both.
    p.map(|x| if x.abs() < WORKING_RANGE.start * 1e-20 { 0.0 } else { x + 0.0 })
}

/// One of the two ends of a segment: twice its number, plus which.
type End = u32;

/// Nothing goes on at an end.
const NO_PARTNER: End = u32::MAX;

/// The segments in the order of curves, turned so that each begins where the one before ends: open curves first.
fn chained(segments: Vec<Segment>) -> Vec<Segment> {
    let partners = partners(&segments);
    let mut chained: Vec<Segment> = Vec::with_capacity(segments.len());
    let mut taken = vec![false; segments.len()];
    let ends = || 0..2 * segments.len() as End;
    let loose = ends().filter(|&end| partners[end as usize] == NO_PARTNER);
    let mut curve = 0;
    for start in loose.chain(ends()) {
        if taken[start as usize / 2] {
            continue;
        }
        let mut end = start;
        while end != NO_PARTNER && !taken[end as usize / 2] {
            let mut segment = segments[end as usize / 2];
            taken[end as usize / 2] = true;
            if end % 2 == 1 {
                segment.ends.swap(0, 1);
            }
            chained.push(Segment { curve, ..segment });
            end = partners[end as usize ^ 1];
        }
        curve += 1;
    }
    chained
}

/// For each end of a segment that of the one that goes on there, if any; of several two by two.
fn partners(segments: &[Segment]) -> Vec<End> {
    let places = segments.iter().flat_map(|segment| segment.ends.each_ref().map(bits));
    let mut ends: Vec<([u64; 3], End)> = places.zip(0..).collect();
    sort_by(&mut ends, Ord::cmp);
    let mut partners = vec![NO_PARTNER; ends.len()];
    for same in ends.chunk_by(|(p, _), (q, _)| p == q) {
        for pair in same.chunks_exact(2) {
            let [(_, a), (_, b)] = [pair[0], pair[1]];
            (partners[a as usize], partners[b as usize]) = (b, a);
        }
    }
    partners
}
