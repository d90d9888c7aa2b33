//! The walk of a point through a tree: the primitives whose boxes are within a distance of it, near ones first.

use std::ops::ControlFlow;

use smallvec::smallvec;
use wide::f32x4;

use super::descend::Stack;
use super::frame::Frame;
use super::node::{Child, FourChildren, Node, by_axis};
use super::tree::TreeSide;
use crate::interrupt::Pace;
use crate::math::{Aabb, Vec3};

/// A query about the primitives around a point.
pub(crate) trait NearVisit {
    /// Boxes that are farther away than this are left out. It may fall during the walk.
    fn limit(&self) -> f64;

    /// Whether what is in a box, in local coordinates, is of no interest.
    fn skips(&self, _around: &Aabb) -> bool {
        false
    }

    /// Whether [`NearVisit::skips`] is to be called, which has a cost.
    const HAS_SKIPS: bool = false;

    /// Visits a primitive.
    fn visit(&mut self, i: u32);
}

/// What rounding to single precision may take away of a gap between a point and a box, relative to the largest coordinate of either,
/// in units of the tree: half a unit in the last place for each coordinate, one for their difference, and slack.
const GAP_ROUNDING: f32 = 4.0 / (1 << 24) as f32;

/// Squares and their sums in single precision are off by less than this part.
const SQUARE_ROUNDING: f32 = 1e-6;

/// Visits the primitives whose boxes a ray along x meets that begins at a point in local coordinates.
pub(crate) fn walk_along_x<B>(
    tree: TreeSide<'_>,
    point: &Vec3,
    mut visit: impl FnMut(u32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if tree.nodes.is_empty() || tree.nodes[0].lane(0).is_empty() {
        return ControlFlow::Continue(());
    }
    let exact = tree.frame.exact(point);
    let slack = by_axis(|i| GAP_ROUNDING * (1.0 + exact[i].abs().min(1e15) as f32));
    let low = by_axis(|i| f32x4::splat(exact[i] as f32 - slack[i]));
    let high = by_axis(|i| f32x4::splat(exact[i] as f32 + slack[i]));
    let (mut stack, mut pace): (Stack<Child>, _) = (smallvec![Child::node(0)], Pace::default());
    while let Some(child) = stack.pop() {
        pace.step();
        if child.is_leaf() {
            child.primitives().try_each(tree.excluded, &mut visit)?;
            continue;
        }
        let node = &tree.nodes[child.index()];
        let meets = |i: usize| node.min(i).simd_le(high[i]) & node.max(i).simd_ge(low[i]);
        let mut lanes = (meets(1) & meets(2) & node.max(0).simd_ge(low[0])).to_bitmask();
        while lanes != 0 {
            stack.push(node.child(lanes.trailing_zeros() as usize));
            lanes &= lanes - 1;
        }
    }
    ControlFlow::Continue(())
}

/// A point, ready to be tested against nodes of a tree.
pub(crate) struct Around {
    at: [f32x4; 3],
    weights: [f32x4; 3],
    slack: [f32x4; 3],
    /// The tree's unit, in which squares of distances are.
    unit: f64,
}

impl Around {
    /// A point in local coordinates.
    pub(crate) fn new(frame: &Frame, point: &Vec3) -> Around {
        let exact = frame.exact(point);
        Around {
            at: by_axis(|i| f32x4::splat(exact[i] as f32)),
            weights: frame.proportions().map(f32x4::splat),
            slack: by_axis(|i| {
                f32x4::splat(GAP_ROUNDING * (1.0 + exact[i].abs().min(1e15) as f32))
            }),
            unit: frame.unit.max(),
        }
    }

    /// Lower bounds on the squares of the distances of a node's boxes.
    #[inline]
    pub(super) fn squares(&self, node: &Node) -> f32x4 {
        let mut sum = f32x4::ZERO;
        for i in 0..3 {
            let gap = (node.min(i) - self.at[i]).fast_max(self.at[i] - node.max(i)) - self.slack[i];
            let gap = gap.fast_max(f32x4::ZERO) * self.weights[i];
            sum += gap * gap;
        }
        sum * f32x4::splat(1.0 - SQUARE_ROUNDING)
    }

    /// The square of a distance in the same units, rounded up.
    pub(super) fn square_of(&self, distance: f64) -> f32 {
        let distance = distance / self.unit;
        (distance * distance * (1.0 + f64::from(SQUARE_ROUNDING))) as f32
    }
}

/// Walks a tree by the distances of its boxes from a point in local coordinates, the nearest child of each node first.
pub(crate) fn walk_near<V: NearVisit>(tree: TreeSide<'_>, point: &Vec3, visit: &mut V) {
    if tree.nodes.is_empty() || tree.nodes[0].lane(0).is_empty() {
        return;
    }
    let (frame, around) = (tree.frame, Around::new(tree.frame, point));
    let mut limit = visit.limit();
    let mut most = around.square_of(limit);
    let (mut stack, mut pace): (Stack<(f32, Child)>, _) =
        (smallvec![(0.0, Child::node(0))], Pace::default());
    while let Some((square, child)) = stack.pop() {
        if square > most {
            continue;
        }
        pace.step();
        if child.is_leaf() {
            let _ = child.primitives().try_each(tree.excluded, |i| {
                visit.visit(i);
                ControlFlow::<()>::Continue(())
            });
            if visit.limit() != limit {
                limit = visit.limit();
                most = around.square_of(limit);
            }
            continue;
        }
        let node = &tree.nodes[child.index()];
        let squares = around.squares(node);
        let mut lanes = squares.simd_le(f32x4::splat(most)).to_bitmask();
        let (squares, first) = (squares.to_array(), stack.len());
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let is_beyond_all = squares[lane] == f32::INFINITY;
            if is_beyond_all && node.lane(lane).is_empty() {
                continue;
            }
            if V::HAS_SKIPS && visit.skips(&frame.aabb(&node.lane(lane))) {
                continue;
            }
            // The nearest last, which comes off the stack first.
            let mut place = stack.len();
            stack.push((squares[lane], node.child(lane)));
            while place > first && stack[place - 1].0 < squares[lane] {
                stack.swap(place - 1, place);
                place -= 1;
            }
        }
    }
}
