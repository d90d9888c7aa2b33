//! The walk of a ray through a tree: the boxes that it passes, nearest first.

use std::ops::ControlFlow;

use smallvec::smallvec;

use super::descend::Stack;
use super::frame::Frame;
use super::node::{Child, FourChildren, Node, by_axis};
use super::relative::Axes;
use super::tree::TreeSide;
use crate::math::{Mat3, Vec3};
use wide::f32x4;

/// A piece of a ray in the coordinates of a tree: from -1, where it starts, to 1. Boxes are tested by slabs (Kay and Kajiya 1986),
/// widened by all rounding.
pub(crate) struct TreeRay {
    /// Where the ray is at 0, moved outwards by the margin of the slabs' nearer and farther planes.
    origins: [[f32x4; 3]; 2],
    /// The reciprocals of the direction.
    inverse: [f32x4; 3],
    /// Which of a node's rows have the nearer planes, and which the farther ones.
    rows: [[usize; 3]; 2],
}

/// Directions that are less are taken for as much: the ray moves by far less than rounding.
const LEAST_DIRECTION: f64 = 1e-20;

impl TreeRay {
    /// The piece from `middle - half` to `middle + half`, along world axes from the origin of a body whose tree has this frame. All
    /// coordinates are exact to some roundings of `magnitude`. `None` where the basis cannot be inverted.
    pub(crate) fn new(
        frame: &Frame,
        basis: &Mat3,
        [middle, half]: [&Vec3; 2],
        magnitude: &Vec3,
    ) -> Option<TreeRay> {
        let mut own = *basis;
        for k in 0..3 {
            own.column_mut(k).scale_mut(frame.unit[k]);
        }
        let mut other = Mat3::zeros();
        other.set_column(0, half);
        let axes = Axes::inward(&own, &other, &(middle - basis * frame.center), magnitude)?;
        let direction = |i: usize| {
            let rate = axes.rows[(i, 0)];
            if rate.abs() < LEAST_DIRECTION { LEAST_DIRECTION } else { rate }
        };
        let outwards = |i: usize, sign: f64| {
            f32x4::splat(
                (axes.constant[i] + 2.0 * axes.margin[i] * sign * direction(i).signum()) as f32,
            )
        };
        let row = |i: usize, far: bool| if (direction(i) < 0.0) == far { i } else { 3 + i };
        Some(TreeRay {
            origins: [by_axis(|i| outwards(i, 1.0)), by_axis(|i| outwards(i, -1.0))],
            inverse: by_axis(|i| f32x4::splat((1.0 / direction(i)) as f32)),
            rows: [by_axis(|i| row(i, false)), by_axis(|i| row(i, true))],
        })
    }

    /// Where the ray enters the four boxes of a node, and which of them it passes before `limit`: a bit each.
    #[inline]
    fn enters(&self, node: &Node, limit: f32) -> (f32x4, u32) {
        let at = |far: usize, i: usize| {
            (node[self.rows[far][i]] - self.origins[far][i]) * self.inverse[i]
        };
        let near = at(0, 0).fast_max(at(0, 1)).fast_max(at(0, 2)).fast_max(f32x4::splat(-1.0));
        let far = at(1, 0).fast_min(at(1, 1)).fast_min(at(1, 2)).fast_min(f32x4::splat(limit));
        (near, near.simd_le(far).to_bitmask())
    }
}

/// Visits the primitives whose boxes the ray passes, until the visitor breaks. It returns up to where on the piece boxes are
/// of interest.
pub(crate) fn walk_ray(
    tree: TreeSide<'_>,
    ray: &TreeRay,
    visit: &mut dyn FnMut(u32) -> ControlFlow<(), f32>,
) -> ControlFlow<()> {
    if tree.nodes.is_empty() {
        return ControlFlow::Continue(());
    }
    let mut limit = 1.0;
    let mut stack: Stack<(f32, Child)> = smallvec![(-1.0, Child::node(0))];
    while let Some((near, child)) = stack.pop() {
        if near > limit {
            continue;
        }
        if child.is_leaf() {
            child.primitives().try_each(tree.excluded, |i| {
                limit = visit(i)?;
                ControlFlow::Continue(())
            })?;
            continue;
        }
        let node = &tree.nodes[child.index()];
        let (near, mut lanes) = ray.enters(node, limit);
        let (near, first) = (near.to_array(), stack.len());
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            // The nearest last, which comes off the stack first.
            let mut place = stack.len();
            stack.push((near[lane], node.child(lane)));
            while place > first && stack[place - 1].0 < near[lane] {
                stack.swap(place - 1, place);
                place -= 1;
            }
        }
    }
    ControlFlow::Continue(())
}
