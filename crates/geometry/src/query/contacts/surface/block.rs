//! A box on a mesh: how triangles overlap with it, by the axes of the separating axis theorem in the coordinates of the box.

use super::Touching;
use crate::convex::closed_form::{between, of_segments};
use crate::convex::unrounded::similarity;
use crate::math::tolerance::{AXIS_CONDITION, DEPTH_SLACK, LEAST_SQUARE, SAME_DEPTH};
use crate::math::{Mat3, Vec3};
use crate::mesh::PolytopeSoup;
use crate::query::bodies::{BodyPair, Shapes};
use crate::shape::Support;
use crate::shape::core::Core;

#[cfg(test)]
mod tests;

/// Body B where it is a box, and A a mesh.
pub(super) struct BlockBody<'p> {
    pair: &'p BodyPair<'p>,
    soup: &'p PolytopeSoup,
    /// Unit vectors along its edges, as columns.
    axes: Mat3,
    half: Vec3,
    /// The square of the largest product of two of its half edges, and of the longest.
    largest_face: f64,
    longest_edge: f64,
    /// Depths no larger than this are left open.
    slack: f64,
}

/// The least overlap so far, in the coordinates of the box.
struct Least {
    depth: f64,
    normal: Vec3,
    along: Axis,
}

/// What an axis is normal to.
#[derive(Clone, Copy)]
enum Axis {
    Triangle,
    /// The faces of the box across this one of its edges.
    Face(usize),
    /// The edge of the triangle that starts at this corner, and an edge of the box.
    Edges(usize, usize),
}

impl Least {
    /// Takes an axis into account, along which the triangle is between two heights and the box reaches so far both ways.
    #[inline]
    fn consider(&mut self, axis: Vec3, [low, high]: [f64; 2], reach: f64, along: Axis) {
        let (forth, back) = (reach - low, high + reach);
        let depth = forth.min(back);
        // Of equal ones the first.
        if depth < self.depth - SAME_DEPTH * self.depth.abs() {
            *self = Least { depth, normal: if forth <= back { axis } else { -axis }, along };
        }
    }
}

impl<'p> BlockBody<'p> {
    /// `None` of other bodies, and of placements that are no similarities.
    pub(super) fn new(pair: &'p BodyPair<'_>) -> Option<BlockBody<'p>> {
        let Shapes::Mixed(soup, body) = pair.shapes else { return None };
        let Core::Box(half) = body.core(false)? else { return None };
        let relative = &pair.relative;
        if relative.has_extreme_bases() {
            return None;
        }
        let scale = similarity(relative.basis_b())?;
        let half = half * scale;
        let faces = half.component_mul(&Vec3::new(half.y, half.z, half.x));
        Some(BlockBody {
            pair,
            soup,
            axes: relative.basis_b() / scale,
            half,
            largest_face: faces.amax().powi(2),
            longest_edge: half.amax().powi(2),
            slack: 4.0 * DEPTH_SLACK * relative.rounding(),
        })
    }

    /// The shortest translation of a triangle out of the box, or that they are apart: `Some(None)`. `None` where rounding leaves that
    /// open, or it is no triangle.
    pub(super) fn overlap(&self, part: u32) -> Option<Option<Touching>> {
        let &[i, j, k] = self.soup.indices_of(part) else { return None };
        let relative = &self.pair.relative;
        let corners = [i, j, k].map(|vertex| {
            let placed = relative.place_a(self.soup.vertex(vertex)) - relative.offset();
            self.axes.tr_mul(&placed)
        });
        let [p, q, r] = corners;
        let edges = [q - p, r - q, p - r];
        let mut least = Least { depth: f64::MAX, normal: Vec3::zeros(), along: Axis::Triangle };
        for axis in 0..3 {
            let [x, y, z] = corners.map(|corner| corner[axis]);
            let range = [x.min(y).min(z), x.max(y).max(z)];
            if range[0] - self.half[axis] > self.slack || -range[1] - self.half[axis] > self.slack {
                return Some(None);
            }
        }
        let across = edges[0].cross(&edges[1]);
        let square = across.norm_squared();
        // As of `convex::axes`: otherwise all edges are in one line but for rounding.
        let longest = edges.iter().map(Vec3::norm_squared).fold(self.longest_edge, f64::max);
        let is_known = square.max(self.largest_face)
            > (AXIS_CONDITION * relative.largest_coordinate()).powi(2) * longest;
        if square > LEAST_SQUARE {
            let axis = across / square.sqrt();
            let height = axis.dot(&p);
            least.consider(axis, [height; 2], self.half.dot(&axis.abs()), Axis::Triangle);
        }
        for axis in 0..3 {
            let [x, y, z] = corners.map(|corner| corner[axis]);
            let range = [x.min(y).min(z), x.max(y).max(z)];
            least.consider(Vec3::ith(axis, 1.0), range, self.half[axis], Axis::Face(axis));
        }
        if least.depth < -self.slack {
            return Some(None);
        }
        for (side, edge) in edges.iter().enumerate() {
            let [on, off] = [corners[side], corners[(side + 2) % 3]];
            // The products with the axes, each in a plane of two coordinates.
            for (of_box, [u, v]) in [[1, 2], [2, 0], [0, 1]].into_iter().enumerate() {
                let square = edge[u] * edge[u] + edge[v] * edge[v];
                if square <= LEAST_SQUARE {
                    continue;
                }
                let length = square.sqrt();
                let (x, y) = (edge[v] / length, -edge[u] / length);
                let [s, t] = [on, off].map(|corner| x * corner[u] + y * corner[v]);
                let reach = self.half[u] * x.abs() + self.half[v] * y.abs();
                let mut axis = Vec3::zeros();
                (axis[u], axis[v]) = (x, y);
                least.consider(axis, [s.min(t), s.max(t)], reach, Axis::Edges(side, of_box));
            }
        }
        if least.depth < -self.slack {
            return Some(None);
        }
        (is_known && least.depth > self.slack).then(|| {
            let placed = |point: Vec3| relative.offset() + self.axes * point;
            Some(Touching {
                parts: [part, 0],
                normal: self.axes * least.normal,
                length: least.depth,
                on_a: self.deepest(&corners, &least).map(placed),
            })
        })
    }

    /// The point of a triangle that is deepest, in the coordinates of the box, if it is a corner over a face or on an edge.
    fn deepest(&self, corners: &[Vec3; 3], least: &Least) -> Option<Vec3> {
        let towards = &least.normal;
        match least.along {
            Axis::Triangle => None,
            Axis::Face(axis) => {
                let height = |corner: &Vec3| towards.dot(corner);
                let lowest = corners.iter().min_by(|p, q| height(p).total_cmp(&height(q)))?;
                let is_over = |i: usize| i == axis || lowest[i].abs() <= self.half[i];
                (0..3).all(is_over).then_some(*lowest)
            }
            Axis::Edges(side, of_box) => {
                let apart = [side, (side + 1) % 3].map(|i| corners[i] + towards * least.depth);
                let end = |end: f64| {
                    let sign =
                        |i: usize| if i == of_box { end } else { 1.0_f64.copysign(towards[i]) };
                    Vec3::from_fn(|i, _| self.half[i] * sign(i))
                };
                let [s, _] = of_segments(apart, [end(-1.0), end(1.0)]);
                Some(between(&[corners[side], corners[(side + 1) % 3]], s))
            }
        }
    }

    /// The corners, along world axes from the origin of A.
    pub(super) fn corners(&self) -> impl Iterator<Item = Vec3> {
        (0..8).map(|corner| {
            let signed =
                Vec3::from_fn(
                    |i, _| if corner >> i & 1 == 1 { self.half[i] } else { -self.half[i] },
                );
            self.pair.relative.offset() + self.axes * signed
        })
    }
}
