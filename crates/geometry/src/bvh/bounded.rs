//! Branch and bound: a walk through two trees that visits the near parts first and prunes what is too far.
//!
//! Depth first on a stack, the child of the least bound first. The order depends on the trees, the placements
//! and the query alone.

use std::ops::ControlFlow;

use smallvec::smallvec;

use super::descend::Stack;
use super::differences::{CenteredBox, Differences};
use super::frame::LocalBox;
use super::node::{Child, FourChildren, Node};
use super::tree::TreeSide;
use crate::interrupt::Pace;

/// A branch-and-bound query over the pairs of primitives of two trees. A trait object, so that the walk is compiled once.
pub trait BoundedVisit {
    /// A lower bound of the values of all pairs whose differences lie in a box, along the axes of the walk.
    fn bound(&self, differences: &CenteredBox) -> f64;

    /// Pairs with a greater bound are pruned. It may fall during the walk.
    fn limit(&self) -> f64;

    /// Visits a pair of primitives.
    fn visit(&mut self, a: u32, b: u32) -> ControlFlow<()>;
}

/// A pair of boxes on the stack, one of each tree.
#[derive(Clone, Copy)]
struct Entry {
    bound: f64,
    boxes: [LocalBox; 2],
    child: [Child; 2],
    /// How large the boxes are; negative for primitives.
    size: [f64; 2],
}

/// Walks two trees. `differences` is to be made from their frames.
pub fn walk_nearest(
    [a, b]: [TreeSide<'_>; 2],
    differences: &Differences,
    visit: &mut dyn BoundedVisit,
) -> ControlFlow<()> {
    let (Some(root_a), Some(root_b)) = (a.nodes.first(), b.nodes.first()) else {
        return ControlFlow::Continue(());
    };
    let boxes = [root_a.lane(0), root_b.lane(0)];
    if boxes.iter().any(LocalBox::is_empty) {
        return ControlFlow::Continue(());
    }
    let (box_a, box_b) = (differences.of_a(&boxes[0]), differences.of_b(&boxes[1]));
    let child = [root_a.child(0), root_b.child(0)];
    let root = Entry {
        bound: visit.bound(&differences.join(&box_a, &box_b)),
        boxes,
        child,
        size: [size(&box_a, child[0]), size(&box_b, child[1])],
    };
    let mut stack: Stack<Entry> = smallvec![root];
    let mut pace = Pace::default();
    while let Some(entry) = stack.pop() {
        pace.step();
        if entry.bound > visit.limit() {
            continue;
        }
        if entry.size[0] < 0.0 && entry.size[1] < 0.0 {
            let [first, second] = entry.child.map(Child::primitives);
            first.try_each_with(second, [a.excluded, b.excluded], |i, j| visit.visit(i, j))?;
            continue;
        }
        // The larger box first.
        let below = if entry.size[0] >= entry.size[1] {
            open::<0>(a.nodes, &entry, differences, visit)
        } else {
            open::<1>(b.nodes, &entry, differences, visit)
        };
        stack.extend(below.into_iter().flatten());
    }
    ControlFlow::Continue(())
}

/// The pairs of the children of one box with the other that are not too far, the nearest last.
#[inline]
fn open<const OPEN: usize>(
    nodes: &[Node],
    entry: &Entry,
    differences: &Differences,
    visit: &dyn BoundedVisit,
) -> [Option<Entry>; 4] {
    let node = &nodes[entry.child[OPEN].index()];
    let other = match OPEN {
        0 => differences.of_b(&entry.boxes[1]),
        _ => differences.of_a(&entry.boxes[0]),
    };
    let limit = visit.limit();
    let mut below = [None; 4];
    for (lane, place) in below.iter_mut().enumerate() {
        let (child, local) = (node.child(lane), node.lane(lane));
        if child == Child::NONE || local.is_empty() {
            continue;
        }
        let (opened, joined);
        if OPEN == 0 {
            opened = differences.of_a(&local);
            joined = differences.join(&opened, &other);
        } else {
            opened = differences.of_b(&local);
            joined = differences.join(&other, &opened);
        }
        let bound = visit.bound(&joined);
        if bound > limit {
            continue;
        }
        let mut next = Entry { bound, ..*entry };
        next.boxes[OPEN] = local;
        next.child[OPEN] = child;
        next.size[OPEN] = size(&opened, child);
        *place = Some(next);
    }
    below.sort_by(|x, y| bound_of(y).total_cmp(&bound_of(x)));
    below
}

fn bound_of(entry: &Option<Entry>) -> f64 {
    entry.as_ref().map_or(f64::INFINITY, |entry| entry.bound)
}

/// The size of a box, for comparisons; negative for primitives.
fn size(image: &CenteredBox, child: Child) -> f64 {
    let size = f64::MIN_POSITIVE + image.half.sum();
    if child.is_leaf() { -size } else { size }
}
