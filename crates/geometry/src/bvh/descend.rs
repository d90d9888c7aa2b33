//! The walks: a tree against a tree, a tree against one convex body.
//!
//! Both are depth first, nearest boxes first, on a stack, and depend on nothing but the trees and the placements: the same query
//! gets the same primitives in the same order.

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use smallvec::{SmallVec, smallvec};

use super::frame::LocalBox;
use super::node::{Child, FourChildren, Node};
use super::overlap::Probe;
use super::point::Around;
use super::relative::{Relative, Side};
use super::tree::{OneLeaf, Tree};
use crate::interrupt::Pace;
use crate::math::Vec3;
use wide::f32x4;

/// The entries that are still to be visited. Enough for the deepest trees without an allocation: of each node on the way down in
/// both trees, at most three lanes wait.
pub(super) type Stack<T> = SmallVec<[T; 256]>;

/// A pair of boxes found to overlap, one of each tree.
#[derive(Clone, Copy)]
struct Entry<'a> {
    /// Where the boxes are: the nodes, and which of their lanes.
    node: [&'a Node; 2],
    lane: [u8; 2],
    /// What is in them.
    child: [Child; 2],
    /// How large they are; negative for primitives, which cannot be opened.
    size: [f32; 2],
}

/// Reports the pairs of primitives (of `a`, of `b`) whose boxes overlap under SAT lite, which tests face normals alone.
///
/// `relative` is to be made from the frames of these trees, as they are now: a refit changes a tree's frame.
/// Stops early on a `Break`. Allocates nothing.
pub fn visit_pairs<B>(
    a: &Tree,
    b: &Tree,
    relative: &Relative,
    mut visit: impl FnMut(u32, u32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if a.is_empty() || b.is_empty() || relative.apart {
        return ControlFlow::Continue(());
    }
    // The whole against the whole.
    let node = [&a.nodes[0], &b.nodes[0]];
    let root = node[1].lane(0);
    let (gaps, sizes) = Probe::new(&relative.a, &root).gaps(&relative.a, node[0]);
    if gaps.simd_le(f32x4::ZERO).to_bitmask() & 1 == 0 {
        return ControlFlow::Continue(());
    }
    let child = node.map(|node| node.child(0));
    let size_b = size(&relative.b, &root).copysign(if child[1].is_leaf() { -1.0 } else { 1.0 });
    let entry = Entry { node, lane: [0, 0], child, size: [sizes.to_array()[0], size_b] };
    let mut stack: Stack<Entry<'_>> = smallvec![entry];
    let mut pace = Pace::default();
    while let Some(entry) = stack.pop() {
        pace.step();
        if entry.size[0] < 0.0 && entry.size[1] < 0.0 {
            let [first, second] = entry.child.map(Child::primitives);
            first.try_each_with(second, [&a.excluded, &b.excluded], &mut visit)?;
            continue;
        }
        // The larger box first.
        if entry.size[0] >= entry.size[1] {
            open::<0>(&relative.a, a, &entry, &mut stack);
        } else {
            open::<1>(&relative.b, b, &entry, &mut stack);
        }
    }
    ControlFlow::Continue(())
}

/// Tests the children of one of the boxes of a pair against the other, and puts what overlaps on the stack.
#[inline]
fn open<'a, const OPEN: usize>(
    side: &Side,
    tree: &'a Tree,
    entry: &Entry<'a>,
    stack: &mut Stack<Entry<'a>>,
) {
    let probe = Probe::new(side, &entry.node[1 - OPEN].lane(entry.lane[1 - OPEN] as usize));
    let node = &tree.nodes[entry.child[OPEN].index()];
    let (gaps, sizes) = probe.gaps(side, node);
    let sizes = sizes.to_array();
    for_each_by_gap(gaps, ALL_LANES, |lane| {
        let mut next = *entry;
        next.node[OPEN] = node;
        next.lane[OPEN] = lane as u8;
        next.child[OPEN] = node.child(lane);
        next.size[OPEN] = sizes[lane];
        stack.push(next);
    });
}

const ALL_LANES: u32 = 0b1111;

/// Calls with those of the lanes `of` that have no gap. The one that overlaps the most comes last, and is chosen among all lanes: leaving
/// some out does not change the order of the others.
#[inline]
fn for_each_by_gap(gaps: f32x4, of: u32, mut call: impl FnMut(usize)) {
    let mut lanes = gaps.simd_le(f32x4::ZERO).to_bitmask();
    if lanes == 0 {
        return;
    }
    let gaps = gaps.to_array();
    let mut deepest = lanes.trailing_zeros() as usize;
    let mut rest = lanes & (lanes - 1);
    while rest != 0 {
        let lane = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        if gaps[lane] < gaps[deepest] {
            deepest = lane;
        }
    }
    let deepest_lane = 1 << deepest;
    lanes &= of & !deepest_lane;
    while lanes != 0 {
        call(lanes.trailing_zeros() as usize);
        lanes &= lanes - 1;
    }
    if of & deepest_lane != 0 {
        call(deepest);
    }
}

/// What is within a radius of a box, in the local coordinates of a tree: a ball, if the box is a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundedBox {
    pub center: Vec3,
    /// The half extents of the box.
    pub half: Vec3,
    /// The radius, rounding included.
    pub radius: f64,
}

impl RoundedBox {
    /// Made ready to be tested against nodes, and the square of the radius.
    fn around(&self, tree: &Tree) -> (Around, f32x4) {
        let around = Around::points(tree.frame(), &self.center, &self.half);
        let most = f32x4::splat(around.square_of(self.radius));
        (around, most)
    }
}

/// Reports the primitives of a tree whose boxes are no farther from a rounded box's inner one than its radius, in no particular order.
pub(crate) fn visit_rounded_box<B>(
    tree: &Tree,
    body: &RoundedBox,
    mut visit: impl FnMut(u32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if tree.is_empty() {
        return ControlFlow::Continue(());
    }
    let (around, most) = body.around(tree);
    let mut stack: Stack<Child> = smallvec![Child::node(0)];
    let mut pace = Pace::default();
    while let Some(child) = stack.pop() {
        pace.step();
        // A body that is huge beside the tree is near to lanes without a box as well.
        if child == Child::NONE {
            continue;
        }
        if child.is_leaf() {
            child.primitives().try_each(&tree.excluded, &mut visit)?;
            continue;
        }
        let node = &tree.nodes[child.index()];
        let mut lanes = around.squares(node).simd_le(most).to_bitmask();
        while lanes != 0 {
            stack.push(node.child(lanes.trailing_zeros() as usize));
            lanes &= lanes - 1;
        }
    }
    ControlFlow::Continue(())
}

/// Reports the primitives of a tree whose boxes overlap, under SAT lite, the local bounding box of one body.
///
/// `relative` is to be made from the frames of the tree (as body A) and of the box (as body B). With a rounded box, no primitive is reported
/// whose box is not within its radius: those in the corners of a ball's box are left out.
pub(crate) fn visit_body<B>(
    tree: &Tree,
    body: &OneLeaf,
    relative: &Relative,
    rounded: Option<&RoundedBox>,
    mut visit: impl FnMut(u32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let local = body.local();
    if tree.is_empty() || relative.apart || local.is_empty() {
        return ControlFlow::Continue(());
    }
    let (side, mut stack): (_, Stack<Child>) = (&relative.a, smallvec![Child::node(0)]);
    let probe = Probe::new(side, &local);
    let rounded = rounded.map(|rounded| rounded.around(tree));
    let mut pace = Pace::default();
    while let Some(child) = stack.pop() {
        pace.step();
        if child.is_leaf() {
            child.primitives().try_each(&tree.excluded, &mut visit)?;
            continue;
        }
        let node = &tree.nodes[child.index()];
        let (gaps, _) = probe.gaps(side, node);
        let lanes = rounded
            .as_ref()
            .map_or(ALL_LANES, |(around, most)| around.squares(node).simd_le(*most).to_bitmask());
        for_each_by_gap(gaps, lanes, |lane| stack.push(node.child(lane)));
    }
    ControlFlow::Continue(())
}

/// The size of a box, comparable between the two trees of a query.
fn size(side: &Side, b: &LocalBox) -> f32 {
    let along = |i: usize| side.weight[i].to_array()[0] * (b.max[i] - b.min[i]);
    f32::MIN_POSITIVE + along(0) + along(1) + along(2)
}
