//! The tree of boxes.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::build;
use super::frame::{Frame, LocalBox};
use super::node::{Child, FourChildren, Node};
use super::refit::{BoxSizes, Buffers};
use super::saved::checked_depth;
use super::split::Item;
use crate::interrupt::Pace;
use crate::list::List;
use crate::math::{Aabb, Vec3};
use crate::memory;
use crate::threads::Threads;

/// The most primitives of a tree: it has fewer nodes than that.
pub(crate) const MOST_PRIMITIVES: usize = (1 << 30) - 1;

/// Threads take the boxes of so many leaves at once.
const LEAVES_AT_ONCE: usize = 1 << 14;

/// A tree of boxes over the primitives `0..len` of a body.
///
/// A node takes 112 bytes, and there are some 0.38 nodes a leaf.
#[derive(Debug)]
pub struct Tree {
    /// Node 0 has one child: the root. Children follow their parents.
    pub(super) nodes: List<Node>,
    /// The primitives with a vertex that was not usable at the last refit, ascending: no query reports them.
    pub(super) excluded: Vec<u32>,
    pub(super) frame: Frame,
    pub(super) bounds: Aabb,
    pub(super) len: u32,
    /// The number of nodes on the longest way down, node 0 not counted.
    pub(super) depth: u32,
    pub(super) sizes: BoxSizes,
    pub(super) buffers: Buffers,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::build(&[])
    }
}

impl Tree {
    /// Builds a tree over primitives with these bounding boxes, in O(n log n) time and without recursion; large ones by all
    /// processors. The tree does not depend on how many there are.
    ///
    /// A primitive whose box is empty ([`Aabb::EMPTY`]) is reported by no query, unless a refit gives it an
    /// extent. Coordinates are to stay within 1e300, and there
    /// are less than 2^30 primitives.
    pub fn build(boxes: &[Aabb]) -> Tree {
        let leaves = std::iter::repeat_n(false, boxes.len());
        let bounds = Aabb::around_boxes(boxes);
        Tree::build_leaves(&bounds, leaves, &|of| boxes[of.start as usize], &Threads::default())
    }

    /// The same, of leaves that have one or two primitives each, with consecutive numbers: whether they have two, and their boxes.
    /// The primitives of a leaf share a box, so that queries report both or none. `bounds` is to hold all boxes.
    pub(crate) fn build_leaves(
        bounds: &Aabb,
        leaves: impl Iterator<Item = bool>,
        box_of: &(dyn Fn(Range<u32>) -> Aabb + Sync),
        threads: &Threads,
    ) -> Tree {
        let frame = Frame::around(bounds);
        let weight = frame.proportions();
        let (mut children, mut len) = (Vec::with_capacity(leaves.size_hint().0), 0);
        children.extend(leaves.map(|two| {
            assert!((len as usize) < MOST_PRIMITIVES - 1);
            let child = Child::leaf(len, two);
            len += 1 + u32::from(two);
            child
        }));
        let threads = build::threads_for(children.len(), threads);
        let mut items = vec![Item::NONE; children.len()];
        let parts = items.chunks_mut(LEAVES_AT_ONCE).zip(children.chunks(LEAVES_AT_ONCE));
        threads.map(parts, |(items, children)| {
            Pace::default().steps(items.len());
            for (item, child) in items.iter_mut().zip(children) {
                let around = box_of(child.primitives().range());
                *item = Item::new(&frame.enclose(&around).scaled(&weight), *child);
            }
        });
        drop(children);
        let built = build::build(items, weight, &threads);
        Tree {
            nodes: built.nodes.into(),
            excluded: Vec::new(),
            frame,
            bounds: *bounds,
            len,
            depth: built.depth,
            sizes: BoxSizes::default(),
            buffers: Buffers::default(),
        }
    }

    /// A box around all primitives, in local coordinates.
    #[cfg(test)]
    pub(crate) fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The number of primitives.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is no primitive.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The units of the tree.
    #[inline]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The memory of the nodes, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.nodes)
    }

    /// The level from which on [`Tree::boxes_at`] finds the boxes of the primitives.
    pub(crate) fn levels(&self) -> u32 {
        self.depth
    }

    /// The boxes of a level, in local coordinates: the root's at level 0, those of its children at 1. What ends above stays,
    /// so that all levels cover the same primitives, and from [`Tree::levels`] on they are those of the leaves.
    ///
    /// To look at a tree; linear in what is returned.
    pub fn boxes_at(&self, level: u32) -> Vec<Aabb> {
        // Two levels, and their boxes in local coordinates.
        memory::ensure(3 * self.len() * size_of::<(Aabb, Child)>());
        let lanes_of = |node: &Node| {
            let boxes = [0, 1, 2, 3].map(|lane| (node.lane(lane), node.child(lane)));
            boxes.into_iter().filter(|(local, _)| !local.is_empty())
        };
        let mut cut: Vec<_> = self.nodes.first().into_iter().flat_map(lanes_of).collect();
        for _ in 0..level.min(self.levels()) {
            let mut below = Vec::with_capacity(cut.len());
            for (local, child) in cut {
                if child.is_leaf() {
                    below.push((local, child));
                } else {
                    below.extend(lanes_of(&self.nodes[child.index()]));
                }
            }
            cut = below;
        }
        cut.iter().map(|(local, _)| self.frame.aabb(local)).collect()
    }

    /// Checks the invariants, for tests: those of `checked_depth`, for the points of the primitives that are not excluded. Panics
    /// where one is broken.
    pub fn validate(&self, points: impl Fn(u32) -> Vec<Vec3>) {
        assert!(self.excluded.is_sorted_by(|i, j| i < j));
        let hold = |i: u32, holds: &dyn Fn(&Vec3) -> bool| {
            self.excluded.binary_search(&i).is_ok() || points(i).iter().all(holds)
        };
        if self.is_empty() {
            return assert!(self.nodes.is_empty());
        }
        let depth = checked_depth(&self.nodes, &self.frame, self.len(), hold);
        assert_eq!(depth, Some(self.depth));
    }

    /// The tree for a walk.
    pub(crate) fn side(&self) -> TreeSide<'_> {
        TreeSide { nodes: &self.nodes, excluded: &self.excluded, frame: &self.frame }
    }
}

/// One of the two trees of a walk.
#[derive(Clone, Copy)]
pub(crate) struct TreeSide<'a> {
    pub(super) nodes: &'a [Node],
    pub(super) excluded: &'a [u32],
    pub frame: &'a Frame,
}

/// The box of a single body as a tree, in which it is primitive 0.
pub(crate) struct OneLeaf {
    node: Node,
    /// The units of the box.
    pub frame: Frame,
}

impl OneLeaf {
    /// The body whose local bounding box is `bounds`.
    pub(crate) fn new(bounds: &Aabb) -> OneLeaf {
        let frame = Frame::around(bounds);
        OneLeaf { node: Node::of_one(&frame.enclose(bounds)), frame }
    }

    /// The box, in its own units.
    pub(super) fn local(&self) -> LocalBox {
        self.node.lane(0)
    }

    /// The tree for a walk.
    pub(crate) fn side(&self) -> TreeSide<'_> {
        TreeSide { nodes: std::slice::from_ref(&self.node), excluded: &[], frame: &self.frame }
    }
}
