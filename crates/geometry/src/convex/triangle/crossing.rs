//! Where two triangles cross: a line segment, from signs that are exact.
//!
//! The second triangle is taken to be moved by an infinitesimal (e, e^2, e^3), so that no vertex lies in a plane and no
//! two edges meet: a pair then crosses in a segment, whose ends are where an edge passes through a triangle, or not at
//! all. As the same edge and triangle always give the same end, the segments of two closed surfaces close to curves,
//! however they touch (the degenerate cases of thesis 3.2.2 need no rules of their own).

#[cfg(test)]
mod tests;

use crate::math::Vec3;
use crate::math::exact::{cross_signs, orient3d};

/// The corners of a triangle.
pub(crate) type Corners = [Vec3; 3];

/// Which of the two triangles something belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Operand {
    First,
    Second,
}

/// The volume of the tetrahedron that a point makes with a triangle, six times, positive on the side of its normal; the
/// sign is exact.
pub(crate) fn height(triangle: &Corners, p: &Vec3) -> f64 {
    let [a, b, c] = triangle;
    -orient3d(a, b, c, p)
}

fn sign(x: f64) -> i32 {
    i32::from(x > 0.0) - i32::from(x < 0.0)
}

/// The sign of the first component that is not zero: that of the product with (e, e^2, e^3).
fn leading([x, y, z]: [i32; 3]) -> i32 {
    if x != 0 {
        x
    } else if y != 0 {
        y
    } else {
        z
    }
}

/// On which sides of the plane of `triangle`, which is that of the first or the second, the points of the other are;
/// zeros if it has no plane. Also their heights.
fn sides(triangle: &Corners, of: Operand, points: &Corners) -> ([i32; 3], [f64; 3]) {
    let heights = [0, 1, 2].map(|i| height(triangle, &points[i]));
    let mut signs = heights.map(sign);
    if signs.contains(&0) {
        let [a, b, c] = triangle;
        let normal = leading(cross_signs((a, b), (a, c)));
        // A point of the second moves along, a plane of the second moves away.
        let tie = if of == Operand::First { normal } else { -normal };
        signs = if normal == 0 { [0; 3] } else { signs.map(|s| if s == 0 { tie } else { s }) };
    }
    (signs, heights)
}

/// The sense in which an edge of the first passes one of the second.
fn passing((p, q): (&Vec3, &Vec3), (r, s): (&Vec3, &Vec3)) -> i32 {
    let exact = sign(orient3d(p, q, r, s));
    if exact != 0 { exact } else { leading(cross_signs((p, q), (r, s))) }
}

/// Whether the edge of the one, whose ends are on both sides of the other's plane, passes through the other.
fn passes(edge: (&Vec3, &Vec3), of: Operand, through: &Corners) -> bool {
    let sense = |k: usize| {
        let side = (&through[k], &through[(k + 1) % 3]);
        if of == Operand::First { passing(edge, side) } else { passing(side, edge) }
    };
    let first = sense(0);
    first != 0 && first == sense(1) && first == sense(2)
}

/// Where an edge with ends at these heights passes through the plane: the same however the edge is directed.
fn between((p, h): (&Vec3, f64), (q, k): (&Vec3, f64)) -> Vec3 {
    let ((p, h), (q, k)) = if before(p, q) { ((p, h), (q, k)) } else { ((q, k), (p, h)) };
    let share = h / (h - k);
    // Two zeros are on different sides only by the tie: any point of the edge is in the plane.
    if share.is_finite() { p + (q - p) * share.clamp(0.0, 1.0) } else { *p }
}

fn before(p: &Vec3, q: &Vec3) -> bool {
    (p.x, p.y, p.z) < (q.x, q.y, q.z)
}

/// The segment that two triangles have in common; `None` if they do not cross.
///
/// Coordinates are to be zero or within 1e-40 to 1e40, or exactness is lost.
/// The ends are rounded: they are off the triangles by a few roundings of the coordinates.
pub fn crossing(s: &Corners, t: &Corners) -> Option<[Vec3; 2]> {
    let (of_s, s_heights) = sides(t, Operand::Second, s);
    let (of_t, t_heights) = sides(s, Operand::First, t);
    if of_s[0] == of_s[1] && of_s[1] == of_s[2] && of_s[0] != 0 {
        return None;
    }
    if of_t[0] == of_t[1] && of_t[1] == of_t[2] && of_t[0] != 0 {
        return None;
    }
    let mut ends = [Vec3::zeros(); 2];
    let mut found = 0;
    for (corners, signs, heights, of, other) in
        [(s, of_s, s_heights, Operand::First, t), (t, of_t, t_heights, Operand::Second, s)]
    {
        for k in 0..3 {
            let l = (k + 1) % 3;
            if signs[k] * signs[l] < 0 && passes((&corners[k], &corners[l]), of, other) {
                if found < 2 {
                    ends[found] = between((&corners[k], heights[k]), (&corners[l], heights[l]));
                }
                found += 1;
            }
        }
    }
    (found == 2).then_some(ends)
}
