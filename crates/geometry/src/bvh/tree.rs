//! The nodes of a tree of boxes.

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::Arc;

use super::blocks::Blocks;
use super::build;
use super::corners::Corners;
use super::enclosing::Enclosing;
use super::frame::{Frame, LocalBox, is_usable};
use super::lanes::{Lanes, by_axis};
use super::split::Item;
use crate::math::{Aabb, Vec3};

/// What hangs in a lane of a node: another node, a block of nodes, a primitive, two of them with consecutive numbers, or
/// nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Child(u32);

impl Child {
    /// The mark of primitives.
    const LEAF: u32 = 1 << 31;

    /// The mark of a block.
    const BLOCK: u32 = 1 << 30;

    /// The mark of a leaf that has two.
    const TWO: u32 = 1 << 30;

    /// Nothing. Its box is empty, so that no walk ever gets here.
    pub const NONE: Child = Child(u32::MAX);

    /// The primitives from number `first` on, one or two.
    pub fn leaf(first: u32, two: bool) -> Child {
        Child(first | Child::LEAF | if two { Child::TWO } else { 0 })
    }

    pub fn node(index: usize) -> Child {
        Child(index as u32)
    }

    pub fn block(index: usize) -> Child {
        Child(index as u32 | Child::BLOCK)
    }

    /// Whether it is primitives or nothing.
    #[inline(always)]
    pub fn is_leaf(self) -> bool {
        self.0 & Child::LEAF != 0
    }

    #[inline(always)]
    pub fn primitives(self) -> Primitives {
        let first = self.0 & !(Child::LEAF | Child::TWO);
        Primitives { first, last: first + u32::from(self.0 & Child::TWO != 0) }
    }

    /// A number of its own.
    #[inline(always)]
    pub fn bits(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub fn is_block(self) -> bool {
        self.0 & (Child::LEAF | Child::BLOCK) == Child::BLOCK
    }

    #[inline(always)]
    pub fn block_index(self) -> usize {
        (self.0 & !Child::BLOCK) as usize
    }

    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The primitives of a leaf, one or two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Primitives {
    first: u32,
    last: u32,
}

impl Primitives {
    /// Calls with each.
    #[inline(always)]
    pub fn each(self, mut visit: impl FnMut(u32)) {
        visit(self.first);
        if self.last > self.first {
            visit(self.last);
        }
    }

    /// Calls with each until one says that it was enough.
    #[inline(always)]
    pub fn try_each<B>(self, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        (self.first..=self.last).try_for_each(visit)
    }

    /// Calls with each of these and each of those, but for `broken` ones; each time one is the same as the time before.
    #[inline(always)]
    pub fn try_each_with<B>(
        self,
        other: Primitives,
        broken: [&[u32]; 2],
        mut visit: impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // One or two each, so that shifts divide.
        let (these, those) = (self.last - self.first, other.last - other.first);
        for step in 0..(1 + these) << those {
            let i = step >> those;
            let (i, j) = (self.first + i, other.first + ((step ^ i) & those));
            if is_whole(broken[0], i) && is_whole(broken[1], j) {
                visit(i, j)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whether a primitive is not among the broken ones.
#[inline(always)]
pub(super) fn is_whole(broken: &[u32], primitive: u32) -> bool {
    broken.is_empty() || is_not_in(broken, primitive)
}

#[cold]
#[inline(never)]
fn is_not_in(broken: &[u32], primitive: u32) -> bool {
    broken.binary_search(&primitive).is_err()
}

/// The most primitives of a tree: it has fewer nodes than that.
pub const MOST_PRIMITIVES: usize = (1 << 30) - 1;

/// Four children and their boxes, in tree coordinates.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Node {
    /// The least corners; by axis, then by lane.
    pub min: [Lanes; 3],
    /// The greatest corners; by axis, then by lane.
    pub max: [Lanes; 3],
    pub child: [Child; 4],
}

impl Node {
    /// Four boxes and what they hold.
    #[inline(always)]
    pub fn new(boxes: &[Corners; 4], child: [Child; 4]) -> Node {
        Node {
            min: Lanes::transposed([boxes[0].min, boxes[1].min, boxes[2].min, boxes[3].min]),
            max: Lanes::transposed([boxes[0].max, boxes[1].max, boxes[2].max, boxes[3].max]),
            child,
        }
    }

    /// The box of one lane.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> LocalBox {
        LocalBox {
            min: by_axis(|i| self.min[i].to_array()[lane]),
            max: by_axis(|i| self.max[i].to_array()[lane]),
        }
    }

    /// The box of one lane, in registers.
    fn corners(&self, lane: usize) -> Corners {
        Corners::filled(&self.lane(lane), 0.0, 0.0)
    }

    /// The box around all lanes.
    fn around(&self) -> Corners {
        let [a, b, c, d] = [0, 1, 2, 3].map(|lane| self.corners(lane));
        a.join(&b).join(&c.join(&d))
    }

    /// A sign bit for each lane with a primitive.
    #[inline(always)]
    pub fn leaf_signs(&self) -> Lanes {
        let sign = |lane: usize| f32::from_bits(self.child[lane].0 & Child::LEAF);
        Lanes::new([sign(0), sign(1), sign(2), sign(3)])
    }
}

/// A tree of boxes over the primitives `0..len` of a body.
///
/// A node takes 112 bytes, and there are some 0.38 nodes a leaf.
#[derive(Debug)]
pub struct Tree {
    /// Node 0 has one lane: the root. Children follow their parents.
    pub(super) nodes: Vec<Node>,
    /// What of the tree is fitted only where a walk comes, made by the first refit.
    pub(super) blocks: Blocks,
    divided: bool,
    /// Whether the blocks have boxes around the vertices that the next refit is given.
    enclosed: bool,
    /// The primitives with a vertex that was not usable at the last refit, ascending: no walk reports them.
    pub(super) broken: Vec<u32>,
    pub(super) frame: Frame,
    bounds: Aabb,
    len: u32,
    /// The number of nodes on the longest way down, node 0 not counted.
    pub(super) depth: u32,
    /// How much of the root the boxes above the blocks take up together, when built and as fitted last.
    crowding: [f32; 2],
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::build_leaves(&Aabb::EMPTY, std::iter::empty())
    }
}

impl Tree {
    /// Builds a tree over primitives with these bounding boxes, in O(n log n) time and without recursion.
    ///
    /// An empty box ([`Aabb::EMPTY`]) is that of a primitive which no walk reports, unless a refit gives it an
    /// extent. Coordinates are to stay within [`LARGEST_COORDINATE`](super::frame::LARGEST_COORDINATE), and
    /// there are at most [`MOST_PRIMITIVES`].
    pub fn build(boxes: &[Aabb]) -> Tree {
        let bounds = boxes.iter().fold(Aabb::EMPTY, |all, b| joined(&all, b));
        Tree::build_leaves(&bounds, boxes.iter().map(|b| (*b, false)))
    }

    /// The same, of leaves that have one or two primitives each, with consecutive numbers: their boxes, and whether they have
    /// two. The primitives of a leaf share a box, so that walks report both or none. `bounds` is to hold all boxes.
    pub fn build_leaves(bounds: &Aabb, leaves: impl Iterator<Item = (Aabb, bool)>) -> Tree {
        let frame = Frame::around(bounds);
        let weight = frame.proportions();
        let (mut items, mut len) = (Vec::with_capacity(leaves.size_hint().0), 0);
        items.extend(leaves.map(|(b, two)| {
            assert!((len as usize) < MOST_PRIMITIVES - 1);
            let child = Child::leaf(len, two);
            len += 1 + u32::from(two);
            Item::new(&frame.enclose(&b).scaled(&weight), child)
        }));
        let built = build::build(items, weight);
        Tree {
            nodes: built.nodes,
            blocks: Blocks::default(),
            divided: false,
            enclosed: false,
            broken: Vec::new(),
            frame,
            bounds: *bounds,
            len,
            depth: built.depth,
            crowding: [0.0; 2],
        }
    }

    /// Fits the boxes anew to vertices that have moved; the splits stay. `bounds` is to hold all that are
    /// [usable](super::frame::is_usable), and `whole` tells whether all are: what has one that is not, no walk reports.
    /// `indices` tells the vertices of a primitive, the same ones at each refit.
    ///
    /// What is fitted at once is the upper part of the tree; what is in a block follows when a walk enters it. The first
    /// refit takes longer, for it finds the vertices of each block.
    pub fn refit<'a>(
        &mut self,
        bounds: &Aabb,
        points: &Arc<Vec<Vec3>>,
        whole: bool,
        indices: impl Fn(u32) -> &'a [u32],
    ) {
        if !self.divided {
            self.divided = true;
            self.blocks = Blocks::divide(&mut self.nodes, points.len(), &indices);
            self.crowding[0] = self.crowded();
        }
        self.bounds = *bounds;
        self.frame = Frame::around(bounds);
        let enclosed = std::mem::take(&mut self.enclosed) && whole;
        self.blocks.wait(&self.frame, points, whole, enclosed);
        self.broken.clear();
        if !whole {
            let is_broken = |i: &u32| !indices(*i).iter().all(|&v| is_usable(&points[v as usize]));
            self.broken.extend((0..self.len).filter(is_broken));
        }
        for at in (0..self.nodes.len()).rev() {
            let child = self.nodes[at].child;
            let boxes = child.map(|child| {
                if child.is_block() {
                    self.blocks.corners(child.block_index(), &self.frame)
                } else if !child.is_leaf() {
                    self.nodes[child.index()].around()
                } else if child == Child::NONE {
                    Corners::EMPTY
                } else {
                    let mut all = Corners::EMPTY;
                    let points_of = |i: u32| indices(i).iter().map(|&i| &points[i as usize]);
                    child
                        .primitives()
                        .each(|i| all = all.join(&self.frame.around_points(points_of(i))));
                    all
                }
            });
            self.nodes[at] = Node::new(&boxes, child);
        }
        self.crowding[1] = self.crowded();
    }

    /// Lets go of the vertices of the last refit, which are to change; another refit is due before a walk.
    pub fn release(&mut self) {
        self.blocks.release();
        self.enclosed = false;
    }

    /// The box around the vertices of all primitives, which have changed since the last refit; `None` unless they are known to
    /// be usable, and the tree has been refitted before. What is found out on the way, the next refit need not.
    pub fn enclose<'a>(
        &mut self,
        points: &[Vec3],
        indices: impl Fn(u32) -> &'a [u32],
    ) -> Option<Aabb> {
        if !self.divided {
            return None;
        }
        let blocks = self.blocks.enclose(points)?;
        let mut others = Enclosing::NONE;
        let leaves = self.nodes.iter().flat_map(|node| node.child);
        for leaf in
            leaves.filter(|child| child.is_leaf() && !child.is_block() && *child != Child::NONE)
        {
            let vertices_of = |i: u32| indices(i).iter().map(|&i| &points[i as usize]);
            leaf.primitives().each(|i| vertices_of(i).for_each(|p| others.include(p, p)));
        }
        let all = joined(&blocks, &others.bounds()?);
        self.enclosed = true;
        Some(all)
    }

    /// The spreads of the boxes above the blocks and of these over that of the whole, which is one of them; 0 for a tree of
    /// one point.
    fn crowded(&self) -> f32 {
        let [x, y, z] = self.frame.proportions();
        let spread = |corners: Corners| corners.times(Lanes::new([x, y, z, 0.0])).spread();
        let inner = |node: &Node| -> f32 {
            (0..4)
                .filter(|&lane| !node.child[lane].is_leaf())
                .map(|lane| spread(node.corners(lane)))
                .sum()
        };
        let whole = self.nodes.first().map_or(0.0, |root| spread(root.corners(0)));
        // A point has only what it was widened by; all else is at least a unit long.
        if whole > 1e-3 { self.nodes.iter().map(inner).sum::<f32>() / whole } else { 0.0 }
    }

    /// Whether refits have left boxes that overlap so much more than the first ones did, in proportion to the whole,
    /// that building anew will pay: the primitives have changed places. Never for one that was just built.
    pub fn is_worn(&self) -> bool {
        let [built, now] = self.crowding;
        now > 2.0 * built
    }

    /// A box around all primitives, in local coordinates.
    #[inline]
    pub fn bounds(&self) -> Aabb {
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

    /// The memory held, in bytes.
    pub fn memory(&self) -> usize {
        size_of::<Tree>()
            + self.broken.capacity() * size_of::<u32>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.blocks.memory()
    }

    /// The level from which on [`Tree::boxes_at`] finds the boxes of the primitives.
    pub fn levels(&self) -> u32 {
        self.depth
    }
}

/// The box around two, none of whose coordinates is not a number; faster than [`Aabb::join`], which minds.
#[inline(always)]
pub(super) fn joined(a: &Aabb, b: &Aabb) -> Aabb {
    let least = |a: f64, b: f64| if a < b { a } else { b };
    let greatest = |a: f64, b: f64| if a > b { a } else { b };
    Aabb { min: a.min.zip_map(&b.min, least), max: a.max.zip_map(&b.max, greatest) }
}
