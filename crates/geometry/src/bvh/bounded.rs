//! Branch and bound: a walk through two trees that visits the near parts first and prunes what is too far.
//!
//! Depth first on a stack, the child of the least bound first. The order depends on the trees, the placements
//! and the query alone.

use std::ops::ControlFlow;

use smallvec::smallvec;

use super::descend::Stack;
use super::differences::Differences;
use super::frame::LocalBox;
use super::node::{Child, FourChildren, Node};
use super::tree::TreeSide;
use crate::interrupt::Pace;

/// A branch-and-bound query over the pairs of primitives of two trees. A trait object, so that the walk is compiled once.
pub(crate) trait BoundedVisit {
    /// Lower bounds of the values of all primitives in four pairs of boxes; of no meaning where there is none.
    fn bounds(&mut self, pairs: &FourPairs<'_>) -> [f64; 4];

    /// Pairs with a greater bound are pruned. It may fall during the walk.
    fn limit(&self) -> f64;

    /// Visits a pair of primitives.
    fn visit(&mut self, a: u32, b: u32) -> ControlFlow<()>;
}

/// The box of a child of a node.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub node: u32,
    pub lane: u32,
}

/// The four children of a node of one tree, each with the same box of the other.
pub(crate) struct FourPairs<'a> {
    pub(super) sides: [TreeSide<'a>; 2],
    /// The tree whose node it is.
    pub(super) opened: usize,
    pub(super) node: usize,
    /// The box of the other tree.
    pub(super) kept: Place,
}

impl<'a> FourPairs<'a> {
    /// The node.
    #[inline]
    pub(super) fn opened(&self) -> &'a Node {
        &self.sides[self.opened].nodes[self.node]
    }

    /// The node that has the box of the other tree.
    #[inline]
    pub(super) fn kept(&self) -> &'a Node {
        &self.sides[1 - self.opened].nodes[self.kept.node as usize]
    }
}

/// A pair of boxes on the stack, one of each tree.
#[derive(Clone, Copy)]
struct Entry {
    bound: f64,
    places: [Place; 2],
    child: [Child; 2],
    /// How large the boxes are; negative for primitives.
    size: [f64; 2],
}

/// Walks two trees. `differences` is to be made from their frames.
pub(crate) fn walk_nearest(
    sides: [TreeSide<'_>; 2],
    differences: &Differences,
    visit: &mut dyn BoundedVisit,
) -> ControlFlow<()> {
    let [Some(root_a), Some(root_b)] = sides.map(|side| side.nodes.first()) else {
        return ControlFlow::Continue(());
    };
    let roots = [root_a, root_b];
    if roots.iter().any(|root| root.lane(0).is_empty()) {
        return ControlFlow::Continue(());
    }
    let size = |side: usize, child: Child, local: &LocalBox| {
        let size = f64::MIN_POSITIVE + differences.size(side, local);
        if child.is_leaf() { -size } else { size }
    };
    let root = Entry {
        bound: f64::NEG_INFINITY,
        places: [Place { node: 0, lane: 0 }; 2],
        child: roots.map(|root| root.child(0)),
        size: [0, 1].map(|side| size(side, roots[side].child(0), &roots[side].lane(0))),
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
            let excluded = sides.map(|side| side.excluded);
            first.try_each_with(second, excluded, |i, j| visit.visit(i, j))?;
            continue;
        }
        // The larger box first.
        let opened = usize::from(entry.size[0] < entry.size[1]);
        let node = entry.child[opened].index();
        let pairs = FourPairs { sides, opened, node, kept: entry.places[1 - opened] };
        let (bounds, limit) = (visit.bounds(&pairs), visit.limit());
        let (node, first) = (pairs.opened(), stack.len());
        for (lane, bound) in bounds.into_iter().enumerate() {
            let (child, local) = (node.child(lane), node.lane(lane));
            if child == Child::NONE || local.is_empty() || bound > limit {
                continue;
            }
            let mut next = Entry { bound, ..entry };
            next.places[opened] = Place { node: pairs.node as u32, lane: lane as u32 };
            next.child[opened] = child;
            next.size[opened] = size(opened, child, &local);
            // The nearest last, which comes off the stack first.
            let mut place = stack.len();
            stack.push(next);
            while place > first && stack[place - 1].bound < bound {
                stack.swap(place - 1, place);
                place -= 1;
            }
        }
    }
    ControlFlow::Continue(())
}
