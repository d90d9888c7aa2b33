//! The nodes of a tree of boxes.

use std::ops::ControlFlow;

use super::build;
use super::corners::Corners;
use super::descend::DEEP_STACK;
use super::frame::{self, Frame, LocalBox};
use super::lanes::{Lanes, by_axis};
use crate::math::{Aabb, Vec3};

/// What hangs in a lane of a node: another node, a primitive, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Child(u32);

impl Child {
    /// The mark of a primitive.
    const LEAF: u32 = 1 << 31;

    /// Nothing. Its box is empty, so that no walk ever gets here.
    pub const NONE: Child = Child(u32::MAX);

    pub fn leaf(primitive: u32) -> Child {
        Child(primitive | Child::LEAF)
    }

    pub fn node(index: usize) -> Child {
        Child(index as u32)
    }

    #[inline(always)]
    pub fn is_leaf(self) -> bool {
        self.0 & Child::LEAF != 0
    }

    #[inline(always)]
    pub fn primitive(self) -> u32 {
        self.0 & !Child::LEAF
    }

    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The most primitives of a tree.
pub const MOST_PRIMITIVES: usize = (1 << 31) - 1;

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

    /// A sign bit for each lane with a primitive.
    #[inline(always)]
    pub fn leaf_signs(&self) -> Lanes {
        let sign = |lane: usize| f32::from_bits(self.child[lane].0 & Child::LEAF);
        Lanes::new([sign(0), sign(1), sign(2), sign(3)])
    }
}

/// A tree of boxes over the primitives `0..len` of a body.
///
/// A node takes 112 bytes, and there are some 0.4 nodes a primitive.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Node 0 has one lane: the root. Children follow their parents.
    pub(super) nodes: Vec<Node>,
    pub(super) frame: Frame,
    bounds: Aabb,
    len: u32,
    /// The number of nodes on the longest way down, node 0 not counted.
    pub(super) depth: u32,
    /// How much of the root the boxes of all nodes take up together, when built and as fitted last.
    crowding: [f32; 2],
}

impl Tree {
    /// Builds a tree over primitives with these bounding boxes, in O(n log n) time and without recursion.
    ///
    /// An empty box ([`Aabb::EMPTY`]) is that of a primitive which no walk reports, unless a refit gives it an
    /// extent. Coordinates are to stay within [`LARGEST_COORDINATE`](super::frame::LARGEST_COORDINATE), and
    /// there are at most [`MOST_PRIMITIVES`].
    pub fn build(boxes: &[Aabb]) -> Tree {
        assert!(boxes.len() <= MOST_PRIMITIVES);
        let bounds = boxes.iter().fold(Aabb::EMPTY, |all, b| joined(&all, b));
        let frame = Frame::around(&bounds);
        let built = build::build(boxes.iter().map(|b| frame.enclose(b)), frame.proportions());
        let crowding = [crowding(&built.nodes, built.spread, &frame); 2];
        Tree { nodes: built.nodes, frame, bounds, len: boxes.len() as u32, depth: built.depth, crowding }
    }

    /// Fits all boxes anew after the primitives changed, in one pass from the leaves up; the splits stay.
    ///
    /// `bounds` is to hold all the boxes that `leaf` gives; need not be the least such box.
    pub fn refit(&mut self, bounds: &Aabb, mut leaf: impl FnMut(u32) -> Aabb) {
        let frame = Frame::around(bounds);
        let boxes = (0..self.len).map(|primitive| {
            let aabb = leaf(primitive);
            debug_assert!(aabb.is_empty() || bounds.join(&aabb) == *bounds);
            Corners::filled(&frame.enclose(&aabb), 0.0, 0.0)
        });
        let boxes = self.table(boxes);
        self.fit(bounds, frame, boxes, |corners| corners);
    }

    /// As [`Tree::refit`] for primitives that are sets of points: faster, for each point is brought to the units
    /// of the tree but once.
    ///
    /// `bounds` is to hold all points, which are to be finite; `indices` tells those of a primitive.
    pub fn refit_points<'a>(&mut self, bounds: &Aabb, points: &[Vec3], indices: impl Fn(u32) -> &'a [u32]) {
        let frame = Frame::around(bounds);
        let points: Vec<Lanes> = points.iter().map(|p| frame.nearest(p)).collect();
        let boxes = (0..self.len).map(|primitive| {
            let around = |all: Corners, &i: &u32| {
                let point = points[i as usize];
                all.join(&Corners { min: point, max: point })
            };
            match indices(primitive) {
                // Written out for the most common number.
                [p, q, r] => around(around(around(Corners::EMPTY, p), q), r),
                all => all.iter().fold(Corners::EMPTY, around),
            }
        });
        let boxes = self.table(boxes);
        self.fit(bounds, frame, boxes, |corners| frame::widened(&corners));
    }

    /// The boxes of all primitives, the box of nothing, and room for those of the nodes.
    fn table(&self, boxes: impl Iterator<Item = Corners>) -> Vec<Corners> {
        let mut table = Vec::with_capacity(self.len() + 1 + self.nodes.len());
        table.extend(boxes);
        table.resize(self.len() + 1 + self.nodes.len(), Corners::EMPTY);
        table
    }

    /// One pass over the nodes from the last to the first, so that children come before their parents; no branch depends
    /// on what they are. `table` is that of the primitives' boxes, which `widen` makes such that they hold what they are to.
    fn fit(
        &mut self,
        bounds: &Aabb,
        frame: Frame,
        mut table: Vec<Corners>,
        widen: impl Fn(Corners) -> Corners,
    ) {
        self.bounds = *bounds;
        self.frame = frame;
        let nothing = self.len;
        let [x, y, z] = frame.proportions();
        let (proportions, mut spread) = (Lanes::new([x, y, z, 0.0]), 0.0);
        for (at, node) in self.nodes.iter_mut().enumerate().rev() {
            let of = |child: Child| {
                let node = (nothing + 1).wrapping_add(child.index() as u32);
                let place = if child.is_leaf() { child.primitive().min(nothing) } else { node };
                table[place as usize]
            };
            let child = node.child;
            let boxes = [of(child[0]), of(child[1]), of(child[2]), of(child[3])];
            let all = boxes[0].join(&boxes[1]).join(&boxes[2].join(&boxes[3]));
            table[nothing as usize + 1 + at] = all;
            spread += all.times(proportions).spread();
            let [a, b, c, d] = boxes;
            *node = Node::new(&[widen(a), widen(b), widen(c), widen(d)], child);
        }
        // The one of node 0, which is the root's, is in it twice.
        spread -= table.get(nothing as usize + 1).map_or(0.0, |all| all.times(proportions).spread());
        self.crowding[1] = crowding(&self.nodes, spread, &frame);
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
        size_of::<Tree>() + self.nodes.capacity() * size_of::<Node>()
    }

    /// The boxes of a level, in local coordinates: the root's at level 0, those of its children at 1. What ends above stays,
    /// so that all levels cover the same primitives, and from [`Tree::levels`] on each has a box of its own.
    ///
    /// To look at a tree; linear in what is returned.
    pub fn boxes_at(&self, level: u32) -> Vec<Aabb> {
        let mut cut: Vec<(usize, usize)> =
            if self.nodes.is_empty() { Vec::new() } else { self.lanes_of(0).collect() };
        for _ in 0..level.min(self.levels()) {
            let below = |&(node, lane): &(usize, usize)| {
                let child = self.nodes[node].child[lane];
                let (at, stays) = if child.is_leaf() { (node, Some(lane)) } else { (child.index(), None) };
                self.lanes_of(at).filter(move |&(_, other)| stays.is_none_or(|lane| lane == other))
            };
            cut = cut.iter().flat_map(below).collect();
        }
        cut.iter().map(|&(node, lane)| self.frame.aabb(&self.nodes[node].lane(lane))).collect()
    }

    /// The level from which on [`Tree::boxes_at`] finds the boxes of the primitives.
    pub fn levels(&self) -> u32 {
        self.depth
    }

    /// The lanes of a node that hold something.
    fn lanes_of(&self, node: usize) -> impl Iterator<Item = (usize, usize)> {
        let holds = move |&lane: &usize| !self.nodes[node].lane(lane).is_empty();
        (0..4).filter(holds).map(move |lane| (node, lane))
    }

    /// Reports the primitives whose boxes share a point with `query`, given in local coordinates.
    ///
    /// Boxes a few 2^-24 of the tree's size apart may be reported too. Stops early on a `Break`.
    pub fn visit_box<B>(&self, query: &Aabb, mut visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_empty() || query.is_empty() || !query.overlaps(&self.bounds) {
            return ControlFlow::Continue(());
        }
        // Cut to the tree first: a query may reach to infinity.
        let cut = query.intersection(&self.bounds);
        let local = self.frame.enclose(&cut);
        let (min, max) = (local.min.map(Lanes::splat), local.max.map(Lanes::splat));
        let mut stack = [0u32; DEEP_STACK];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let node = &self.nodes[stack[height] as usize];
            let mut lanes = 0xf;
            for i in 0..3 {
                lanes &= node.min[i].at_most(max[i]) & min[i].at_most(node.max[i]);
            }
            while lanes != 0 {
                let child = node.child[lanes.trailing_zeros() as usize];
                lanes &= lanes - 1;
                if child.is_leaf() {
                    visit(child.primitive())?;
                } else {
                    stack[height] = child.index() as u32;
                    height += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The spreads of all nodes over that of the whole; 0 for a tree of one point.
fn crowding(nodes: &[Node], spread: f32, frame: &Frame) -> f32 {
    let [x, y, z] = frame.proportions();
    let root = nodes.first().map_or(Corners::EMPTY, |node| node.corners(0));
    let whole = root.times(Lanes::new([x, y, z, 0.0])).spread();
    // A point is widened by a crumb when it is rounded.
    if whole > 1e-30 { spread / whole } else { 0.0 }
}

/// The box around two, none of whose coordinates is not a number; faster than [`Aabb::join`], which minds.
#[inline(always)]
fn joined(a: &Aabb, b: &Aabb) -> Aabb {
    let least = |a: f64, b: f64| if a < b { a } else { b };
    let greatest = |a: f64, b: f64| if a > b { a } else { b };
    Aabb { min: a.min.zip_map(&b.min, least), max: a.max.zip_map(&b.max, greatest) }
}
