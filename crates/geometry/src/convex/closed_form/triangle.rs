//! The closest points of a segment and a triangle.

use super::{Frame, Proposal, between, in_triangle, of_segments, weighted};
use crate::convex::relative::RelativePlacement;
use crate::math::Vec3;
use crate::math::tolerance::{CLOSEST_BY_PLANES, VOLUME_ROUNDING};

/// The closest points of a segment, the first or the second body, and a triangle; `None` where they may touch within rounding.
pub(super) fn of_segment(
    segment: usize,
    ends: &[Vec3; 2],
    corners: &[Vec3; 3],
    (frames, relative): (&[Frame<'_>; 2], &RelativePlacement),
) -> Option<Proposal<[Vec3; 2]>> {
    let [of_segment, of_triangle] = [&frames[segment], &frames[1 - segment]];
    let line = ends.map(|p| of_segment.place(&p));
    let triangle = corners.map(|p| of_triangle.place(&p));
    let in_order = |(along, weights): (f64, [f64; 3])| {
        let mut points = [between(ends, along); 2];
        points[1 - segment] = weighted(corners, &weights);
        points
    };
    if let Some(found) = of_segment_and_triangle(&line, &triangle) {
        return Some(Proposal::Closest(in_order(found)));
    }
    let found = crossing(&line, &triangle, relative.largest_coordinate())?;
    Some(Proposal::Shared(in_order(found)))
}

/// Where a placed segment certainly crosses a placed triangle, as [`of_segment_and_triangle`] has it; `None` where it does not, or rounding
/// of coordinates up to the largest one leaves it open (Ericson 2005, 5.3.4).
fn crossing(ends: &[Vec3; 2], corners: &[Vec3; 3], largest: f64) -> Option<(f64, [f64; 3])> {
    let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
    // Six times the volumes of the tetrahedra that the triangle spans with the ends, and the segment with the edges.
    let [low, high] = ends.each_ref().map(|end| normal.dot(&(end - corners[0])));
    let least = VOLUME_ROUNDING * largest * largest * largest;
    if !(low < -least && high > least || low > least && high < -least) {
        return None;
    }
    let [p, q, r] = corners.each_ref().map(|corner| corner - ends[0]);
    let along = ends[1] - ends[0];
    let volumes = [q.cross(&r), r.cross(&p), p.cross(&q)].map(|area| area.dot(&along));
    let crosses =
        volumes.iter().all(|volume| if high > low { *volume > least } else { *volume < -least });
    let all = volumes[0] + volumes[1] + volumes[2];
    crosses.then(|| (low / (low - high), volumes.map(|volume| volume / all)))
}

/// The closest points of a placed segment and a placed triangle, by a part of the way along the segment and barycentric coordinates: an
/// end and the point of the triangle nearest to it, or points of the segment and of an edge. `None` where the segment crosses the
/// triangle.
pub(crate) fn of_segment_and_triangle(
    ends: &[Vec3; 2],
    corners: &[Vec3; 3],
) -> Option<(f64, [f64; 3])> {
    let nearest_to = |p: &Vec3| in_triangle(corners, p);
    let apart =
        |(along, weights): &(f64, [f64; 3])| between(ends, *along) - weighted(corners, weights);
    let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
    let [low, high] = ends.map(|end| normal.dot(&(end - corners[0])));
    let (mut least, mut best) = (f64::INFINITY, (0.0, [0.0; 3]));
    // The end that is nearer to the plane first: mostly nothing is closer.
    let in_order = if low.abs() <= high.abs() { [0, 1] } else { [1, 0] };
    for end in in_order {
        let candidate = (end as f64, nearest_to(&ends[end]));
        let v = apart(&candidate);
        if are_closest(ends, corners, &v) {
            return Some(candidate);
        }
        let square = v.norm_squared();
        (least, best) = if square < least { (square, candidate) } else { (least, best) };
    }
    if low * high < 0.0 {
        let weights = nearest_to(&between(ends, low / (low - high)));
        if weights.iter().all(|weight| *weight > 0.0) {
            return None;
        }
    }
    for i in 0..3 {
        let next = (i + 1) % 3;
        let (s, t) = of_segments(*ends, [corners[i], corners[next]]);
        let mut weights = [0.0; 3];
        (weights[i], weights[next]) = (1.0 - t, t);
        let square = apart(&(s, weights)).norm_squared();
        (least, best) = if square < least { (square, (s, weights)) } else { (least, best) };
    }
    least.is_finite().then_some(best)
}

/// Whether the plane across a vector from a point of a triangle to one of a segment, through either point, has both on different sides:
/// no others are closer to each other. Not where rounding hides it.
fn are_closest(ends: &[Vec3; 2], corners: &[Vec3; 3], apart: &Vec3) -> bool {
    let [from, to] = ends.map(|end| apart.dot(&end));
    let [p, q, r] = corners.map(|corner| apart.dot(&corner));
    from.min(to) - p.max(q).max(r) >= (1.0 - CLOSEST_BY_PLANES) * apart.norm_squared()
}
