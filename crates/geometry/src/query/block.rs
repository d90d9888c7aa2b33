//! A box and a triangle by the axes of the separating axis theorem, in the coordinates of the box.

use crate::math::Vec3;
use crate::math::tolerance::{AXIS_CONDITION, LEAST_SQUARE, SAME_DEPTH};
use crate::math::vector::{greater, lesser};

/// A box around the origin.
pub(super) struct Block {
    pub half: Vec3,
    /// The square of the largest product of two of its half edges, and of the longest.
    largest_face: f64,
    longest_edge: f64,
    /// Depths no larger than this are left open.
    slack: f64,
    /// The largest coordinate that there may be of the placed bodies, whose digits those of triangles have.
    largest: f64,
}

/// The least overlap so far, in the coordinates of the box.
pub(super) struct Least {
    pub depth: f64,
    /// From the box to the triangle.
    pub normal: Vec3,
    pub along: Axis,
}

/// What an axis is normal to.
#[derive(Clone, Copy)]
pub(super) enum Axis {
    Triangle,
    /// The faces of the box across this one of its edges.
    Face(usize),
    /// The edge of the triangle that starts at this corner, and an edge of the box.
    Edges(usize, usize),
}

impl Least {
    /// Takes an axis into account, along which the triangle is between two heights and the box reaches so far both ways.
    fn consider(&mut self, axis: Vec3, [low, high]: [f64; 2], reach: f64, along: Axis) {
        let (forth, back) = (reach - low, high + reach);
        let depth = lesser(forth, back);
        // Of equal ones the first.
        if depth < self.depth - SAME_DEPTH * self.depth.abs() {
            *self = Least { depth, normal: if forth <= back { axis } else { -axis }, along };
        }
    }
}

impl Block {
    pub(super) fn new(half: Vec3, slack: f64, largest: f64) -> Block {
        let faces = half.component_mul(&Vec3::new(half.y, half.z, half.x));
        let [largest_face, longest_edge] = [faces, half].map(|of| of.amax().powi(2));
        Block { half, largest_face, longest_edge, slack, largest }
    }

    /// The shortest translation of a triangle out of the box, or that they are apart: `Some(None)`. `None` where rounding leaves that
    /// open.
    pub(super) fn overlap(&self, corners: &[Vec3; 3]) -> Option<Option<Least>> {
        let [p, q, r] = *corners;
        let edges = [q - p, r - q, p - r];
        let mut least = Least { depth: f64::MAX, normal: Vec3::zeros(), along: Axis::Triangle };
        let ranges = [0, 1, 2].map(|axis| range(corners.each_ref().map(|corner| corner[axis])));
        for (axis, range) in ranges.iter().enumerate() {
            if range[0] - self.half[axis] > self.slack || -range[1] - self.half[axis] > self.slack {
                return Some(None);
            }
        }
        let across = edges[0].cross(&edges[1]);
        let square = across.norm_squared();
        // As of `convex::axes`: otherwise all edges are in one line but for rounding.
        let longest = edges.iter().map(Vec3::norm_squared).fold(self.longest_edge, f64::max);
        let is_known =
            square.max(self.largest_face) > (AXIS_CONDITION * self.largest).powi(2) * longest;
        if square > LEAST_SQUARE {
            let axis = across / square.sqrt();
            // Of a sliver the normal is not exact, and the corners are not equally high.
            let range = range(corners.each_ref().map(|corner| axis.dot(corner)));
            least.consider(axis, range, self.half.dot(&axis.abs()), Axis::Triangle);
        }
        for (axis, range) in ranges.into_iter().enumerate() {
            least.consider(Vec3::ith(axis, 1.0), range, self.half[axis], Axis::Face(axis));
        }
        if least.depth < -self.slack {
            return Some(None);
        }
        // A corner is no less deep along any direction across an edge of the box than below the nearest of the faces at its edges.
        let below = corners.each_ref().map(|corner| self.half - corner.abs());
        let is_open = [[1, 2], [2, 0], [0, 1]].map(|[u, v]| {
            below.iter().all(|below| lesser(below[u], below[v]) < greater(least.depth, 0.0))
        });
        for (side, edge) in edges.iter().enumerate() {
            let [on, off] = [corners[side], corners[(side + 2) % 3]];
            // The products with the axes, each in a plane of two coordinates.
            for (of_box, [u, v]) in [[1, 2], [2, 0], [0, 1]].into_iter().enumerate() {
                let square = edge[u] * edge[u] + edge[v] * edge[v];
                if !is_open[of_box] || square <= LEAST_SQUARE {
                    continue;
                }
                // First not divided by the length of the axis: most are no less.
                let across = |[x, y]: [f64; 2]| {
                    let [s, t] = [on, off].map(|corner| x * corner[u] + y * corner[v]);
                    let reach = self.half[u] * x.abs() + self.half[v] * y.abs();
                    ([lesser(s, t), greater(s, t)], reach)
                };
                let ([low, high], reach) = across([edge[v], -edge[u]]);
                let depth = lesser(reach - low, high + reach);
                if depth > 0.0
                    && depth * depth > least.depth * least.depth * square * (1.0 + SAME_DEPTH)
                {
                    continue;
                }
                let length = square.sqrt();
                let [x, y] = [edge[v] / length, -edge[u] / length];
                let (range, reach) = across([x, y]);
                let mut axis = Vec3::zeros();
                (axis[u], axis[v]) = (x, y);
                least.consider(axis, range, reach, Axis::Edges(side, of_box));
            }
        }
        if least.depth < -self.slack {
            return Some(None);
        }
        (is_known && least.depth > self.slack).then_some(Some(least))
    }
}

/// The least and the greatest of three numbers.
fn range([x, y, z]: [f64; 3]) -> [f64; 2] {
    [lesser(lesser(x, y), z), greater(greater(x, y), z)]
}
