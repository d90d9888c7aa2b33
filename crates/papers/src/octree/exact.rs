//! Whether two triangles share a point, without an error: coplanar ones and those without area included.
//!
//! Signs in double precision decide where they are certain (report 3.3.6, `convex::triangle`). Else: closed triangles meet
//! exactly where an edge of one meets the other. The signs of volumes and areas come from exact predicates; what has no
//! area is a segment between its extreme vertices, or a point.

#[cfg(test)]
mod tests;

use robust::{Coord, Coord3D, orient2d, orient3d};

use solid_geometry::convex::{Triangle, TriangleTest, intersect_triangles};
use solid_geometry::math::Vec3;
use solid_geometry::math::tolerance::ROUNDING;
use solid_geometry::math::vector::max;

/// The sign of the volume of a tetrahedron.
#[inline]
fn volume(a: &Vec3, b: &Vec3, c: &Vec3, d: &Vec3) -> i32 {
    let coord = |p: &Vec3| Coord3D { x: p.x, y: p.y, z: p.z };
    sign(orient3d(coord(a), coord(b), coord(c), coord(d)))
}

/// The sign of the area of a triangle, seen along an axis.
#[inline]
fn area(axis: usize, a: &Vec3, b: &Vec3, c: &Vec3) -> i32 {
    let coord = |p: &Vec3| Coord { x: p[(axis + 1) % 3], y: p[(axis + 2) % 3] };
    sign(orient2d(coord(a), coord(b), coord(c)))
}

#[inline]
fn sign(x: f64) -> i32 {
    i32::from(x > 0.0) - i32::from(x < 0.0)
}

/// An axis along which three points are seen as a triangle, and the sign of its area; `None` if they are on one line.
fn seen_along(points: &[Vec3; 3]) -> Option<(usize, i32)> {
    let [a, b, c] = points;
    let seen = |axis| (axis, area(axis, a, b, c));
    (0..3).map(seen).find(|(_, sign)| *sign != 0)
}

/// Whether two closed triangles share a point; touching is sharing. Triangles without area are segments or points.
///
/// Exact for coordinates that are zero or of a magnitude within [`EXACT_RANGE`](solid_geometry::math::tolerance::EXACT_RANGE).
#[inline]
pub fn triangles_meet(s: &[Vec3; 3], t: &[Vec3; 3]) -> bool {
    let largest = |[p, q, r]: &[Vec3; 3]| max(&max(&p.abs(), &q.abs()), &r.abs());
    let reach = max(&largest(s), &largest(t)).max();
    // The vertices are what they are: their differences alone are rounded.
    match intersect_triangles(&Triangle::new(*s), &Triangle::new(*t), 2.0 * ROUNDING * reach) {
        TriangleTest::Apart => false,
        TriangleTest::Intersecting => true,
        TriangleTest::Undecided => meet_exactly(s, t),
    }
}

/// The same by exact predicates alone.
#[cold]
pub(super) fn meet_exactly(s: &[Vec3; 3], t: &[Vec3; 3]) -> bool {
    match (seen_along(s), seen_along(t)) {
        (Some(seen_s), Some(seen_t)) => {
            edges(s).iter().any(|edge| segment_meets(edge, t, seen_t))
                || edges(t).iter().any(|edge| segment_meets(edge, s, seen_s))
        }
        (Some(seen), None) => segment_meets(&extremes(t), s, seen),
        (None, Some(seen)) => segment_meets(&extremes(s), t, seen),
        (None, None) => segments_meet(&extremes(s), &extremes(t)),
    }
}

fn edges(t: &[Vec3; 3]) -> [[Vec3; 2]; 3] {
    [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]
}

/// The ends of three points on a line: lexicographic order is the order along it.
fn extremes(points: &[Vec3; 3]) -> [Vec3; 2] {
    let less = |p: &Vec3, q: &Vec3| (p.x, p.y, p.z) < (q.x, q.y, q.z);
    let (mut low, mut high) = (points[0], points[0]);
    for p in &points[1..] {
        low = if less(p, &low) { *p } else { low };
        high = if less(&high, p) { *p } else { high };
    }
    [low, high]
}

/// Whether a segment or point meets a triangle that has an area, seen along an axis with some sign.
fn segment_meets([p, q]: &[Vec3; 2], t: &[Vec3; 3], seen: (usize, i32)) -> bool {
    let (above_p, above_q) = (volume(&t[0], &t[1], &t[2], p), volume(&t[0], &t[1], &t[2], q));
    if above_p * above_q > 0 {
        return false;
    }
    if above_p == 0 && above_q == 0 {
        return segment_meets_in_plane(&[*p, *q], t, seen);
    }
    // The segment passes the plane once: within the triangle if it turns about all edges the same way.
    let turns = edges(t).map(|[a, b]| volume(p, q, &a, &b));
    turns.iter().all(|turn| *turn >= 0) || turns.iter().all(|turn| *turn <= 0)
}

/// The same for a segment in the triangle's plane.
fn segment_meets_in_plane(segment: &[Vec3; 2], t: &[Vec3; 3], (axis, sign): (usize, i32)) -> bool {
    let inside = |p: &Vec3| edges(t).iter().all(|[a, b]| area(axis, a, b, p) * sign >= 0);
    segment.iter().any(inside)
        || edges(t).iter().any(|edge| segments_meet_in_plane(axis, segment, edge))
}

/// Whether two segments or points share a point, in a plane that is seen along an axis without loss.
fn segments_meet_in_plane(axis: usize, [p, q]: &[Vec3; 2], [r, s]: &[Vec3; 2]) -> bool {
    let sides =
        [area(axis, p, q, r), area(axis, p, q, s), area(axis, r, s, p), area(axis, r, s, q)];
    if sides == [0; 4] {
        return overlap_on_line(&[*p, *q], &[*r, *s]);
    }
    sides[0] * sides[1] <= 0 && sides[2] * sides[3] <= 0
}

/// Whether two segments on one line, or points, share a point: then their boxes do.
fn overlap_on_line([p, q]: &[Vec3; 2], [r, s]: &[Vec3; 2]) -> bool {
    (0..3).all(|i| p[i].min(q[i]) <= r[i].max(s[i]) && r[i].min(s[i]) <= p[i].max(q[i]))
}

/// Whether two segments or points in space share a point.
fn segments_meet(first: &[Vec3; 2], second: &[Vec3; 2]) -> bool {
    let ([p, q], [r, s]) = (first, second);
    if volume(p, q, r, s) != 0 {
        return false;
    }
    // Three of the four points that are not on one line show along which axis to look at their plane.
    let plane = [[p, q, r], [p, q, s], [r, s, p], [r, s, q]];
    match plane.iter().find_map(|points| seen_along(&points.map(|point| *point))) {
        Some((axis, _)) => segments_meet_in_plane(axis, first, second),
        None => overlap_on_line(first, second),
    }
}
