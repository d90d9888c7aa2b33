//! Looking into a tree.

use std::ops::ControlFlow;

use super::descend::DEEP_STACK;
use super::lanes::Lanes;
use super::tree::{Child, Node, Tree, is_whole};
use crate::math::Aabb;

impl Tree {
    /// The node of a child that is no leaf, and the nodes that its own children are among.
    #[inline(always)]
    pub(super) fn opened<'a>(&'a self, nodes: &'a [Node], child: Child) -> (&'a [Node], &'a Node) {
        let (nodes, at) = if child.is_block() {
            (self.block(child.block_index()), 0)
        } else {
            (nodes, child.index())
        };
        (nodes, &nodes[at])
    }

    /// Calls with the primitives of a leaf, but for broken ones.
    #[inline(always)]
    pub(super) fn each_whole<B>(
        &self,
        leaf: Child,
        mut visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let whole = |i: u32| is_whole(&self.broken, i);
        leaf.primitives().try_each(|i| if whole(i) { visit(i) } else { ControlFlow::Continue(()) })
    }

    #[inline(never)]
    fn block(&self, block: usize) -> &[Node] {
        self.blocks.nodes(block)
    }

    /// Fits all boxes now that would otherwise be fitted when a walk visits them. Changes no answer.
    pub fn fit_all(&self) {
        for block in 0..self.blocks.len() {
            self.block(block);
        }
    }

    /// The boxes of a level, in local coordinates: the root's at level 0, those of its children at 1. What ends above stays,
    /// so that all levels cover the same primitives, and from [`Tree::levels`] on they are those of the leaves.
    ///
    /// To look at a tree; linear in what is returned.
    pub fn boxes_at<'a>(&'a self, level: u32) -> Vec<Aabb> {
        let mut cut: Vec<(&[Node], &Node, usize)> = Vec::new();
        if let Some(root) = self.nodes.first() {
            cut.extend(lanes_of(&self.nodes, root));
        }
        for _ in 0..level.min(self.levels()) {
            let below = |&(nodes, node, lane): &(&'a [Node], &'a Node, usize)| {
                let child = node.child[lane];
                let ((nodes, node), stays) = if child.is_leaf() {
                    ((nodes, node), Some(lane))
                } else {
                    (self.opened(nodes, child), None)
                };
                lanes_of(nodes, node)
                    .filter(move |&(.., other)| stays.is_none_or(|lane| lane == other))
            };
            cut = cut.iter().flat_map(below).collect();
        }
        cut.iter().map(|&(_, node, lane)| self.frame.aabb(&node.lane(lane))).collect()
    }

    /// Reports the primitives whose boxes share a point with `query`, given in local coordinates.
    ///
    /// Boxes a few 2^-22 of the tree's size apart may be reported too, and what shares a leaf. Stops early on a `Break`.
    pub fn visit_box<B>(
        &self,
        query: &Aabb,
        mut visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_empty() || query.is_empty() || !query.overlaps(&self.bounds()) {
            return ControlFlow::Continue(());
        }
        // Cut to the tree first: a query may reach to infinity.
        let cut = query.intersection(&self.bounds());
        let local = self.frame.enclose(&cut);
        let (min, max) = (local.min.map(Lanes::splat), local.max.map(Lanes::splat));
        let mut stack = [(&self.nodes[..], Child::node(0)); DEEP_STACK];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let (nodes, child) = stack[height];
            let (nodes, node) = self.opened(nodes, child);
            let mut lanes = 0xf;
            for i in 0..3 {
                lanes &= node.min[i].at_most(max[i]) & min[i].at_most(node.max[i]);
            }
            while lanes != 0 {
                let child = node.child[lanes.trailing_zeros() as usize];
                lanes &= lanes - 1;
                if child.is_leaf() {
                    self.each_whole(child, &mut visit)?;
                } else {
                    stack[height] = (nodes, child);
                    height += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The lanes of a node that hold something.
fn lanes_of<'a>(
    nodes: &'a [Node],
    node: &'a Node,
) -> impl Iterator<Item = (&'a [Node], &'a Node, usize)> {
    (0..4).filter(move |&lane| !node.lane(lane).is_empty()).map(move |lane| (nodes, node, lane))
}
