//! A triangle and an axis-aligned box: do they meet (report 3.3.7).
//!
//! The triangle is clipped by the four planes that bound x and y; the z coordinates of the rest decide. Most pairs are
//! decided before: by boxes, by a vertex within the box, by a clipped point within a face of the box.

#[cfg(test)]
mod tests;

use solid_geometry::math::tolerance::BOX_ROUNDING;
use solid_geometry::math::vector::max;
use solid_geometry::math::{Aabb, Vec3};

/// Each of four planes adds at most one vertex.
const MOST_VERTICES: usize = 7;

/// What is left of a triangle.
struct Clipped {
    points: [Vec3; MOST_VERTICES],
    len: usize,
}

impl Clipped {
    fn push(&mut self, p: Vec3) {
        self.points[self.len] = p;
        self.len += 1;
    }

    fn points(&self) -> &[Vec3] {
        &self.points[..self.len]
    }
}

/// Whether a triangle meets a box; true where rounding hides it.
///
/// The box is made larger by more than the rounding of the clipped points. So what a plane cuts off wrongly, near it,
/// is outside of the box that was given.
pub fn triangle_meets_box(t: &[Vec3; 3], aabb: &Aabb) -> bool {
    let own = Aabb::around(t);
    let reach = max(&max(&own.min.abs(), &own.max.abs()), &max(&aabb.min.abs(), &aabb.max.abs()));
    let aabb = aabb.inflated(&Vec3::repeat(BOX_ROUNDING * reach.amax()));
    if !own.overlaps(&aabb) {
        return false;
    }
    if t.iter().any(|p| holds(&aabb, p)) {
        return true;
    }
    clipping_finds(t, &aabb)
}

fn holds(aabb: &Aabb, p: &Vec3) -> bool {
    (0..3).all(|i| aabb.min[i] <= p[i] && p[i] <= aabb.max[i])
}

fn clipping_finds(t: &[Vec3; 3], aabb: &Aabb) -> bool {
    let mut rest = Clipped { points: [Vec3::zeros(); MOST_VERTICES], len: 3 };
    rest.points[..3].copy_from_slice(t);
    for (axis, bound, side) in
        [(0, aabb.min.x, 1.0), (0, aabb.max.x, -1.0), (1, aabb.min.y, 1.0), (1, aabb.max.y, -1.0)]
    {
        match clip(&rest, axis, bound, side, aabb) {
            None => return true,
            Some(clipped) => rest = clipped,
        }
        if rest.len == 0 {
            return false;
        }
    }
    let points = rest.points();
    !(points.iter().all(|p| p.z < aabb.min.z) || points.iter().all(|p| p.z > aabb.max.z))
}

/// The part on one side of a plane; `None` as soon as a clipped point is found within the box.
fn clip(polygon: &Clipped, axis: usize, bound: f64, side: f64, aabb: &Aabb) -> Option<Clipped> {
    let mut rest = Clipped { points: [Vec3::zeros(); MOST_VERTICES], len: 0 };
    let points = polygon.points();
    for (i, p) in points.iter().enumerate() {
        let q = &points[(i + 1) % points.len()];
        let (inside_p, inside_q) = ((p[axis] - bound) * side, (q[axis] - bound) * side);
        if inside_p >= 0.0 {
            rest.push(*p);
        }
        if (inside_p < 0.0) != (inside_q < 0.0) {
            let mut crossing = p + (q - p) * (inside_p / (inside_p - inside_q));
            crossing[axis] = bound;
            if holds(aabb, &crossing) {
                return None;
            }
            rest.push(crossing);
        }
    }
    Some(rest)
}
