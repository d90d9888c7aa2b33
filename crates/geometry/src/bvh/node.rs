//! The nodes of a tree.

use std::ops::{ControlFlow, Range};

use super::corners::Corners;
use super::frame::LocalBox;
use super::lanes::{Lanes, by_axis};

/// A child of a node: another node, a leaf of one primitive or of two with consecutive numbers, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Child(u32);

impl Child {
    /// The mark of a leaf.
    const LEAF: u32 = 1 << 31;

    /// The mark of a leaf of two primitives.
    const TWO: u32 = 1 << 30;

    /// Nothing. Its box is empty, so that no query ever gets here.
    pub const NONE: Child = Child(u32::MAX);

    /// The leaf of primitive `first`, and of the next one where there are `two`.
    pub fn leaf(first: u32, two: bool) -> Child {
        Child(first | Child::LEAF | if two { Child::TWO } else { 0 })
    }

    pub fn node(index: usize) -> Child {
        Child(index as u32)
    }

    /// Whether it is a leaf or nothing.
    #[inline]
    pub fn is_leaf(self) -> bool {
        self.0 & Child::LEAF != 0
    }

    #[inline]
    pub fn primitives(self) -> Primitives {
        let first = self.0 & !(Child::LEAF | Child::TWO);
        Primitives { first, last: first + u32::from(self.0 & Child::TWO != 0) }
    }

    /// A number that no other child has.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The index of the node, if it is one.
    #[inline]
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
    #[inline]
    pub fn range(self) -> Range<u32> {
        self.first..self.last + 1
    }

    /// Calls `visit` with each that is not `excluded`, until it breaks.
    #[inline]
    pub fn try_each<B>(
        self,
        excluded: &[u32],
        mut visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.range().filter(|i| is_included(excluded, *i)).try_for_each(&mut visit)
    }

    /// Calls `visit` with each pair of these and those, but for `excluded` ones. Successive pairs have one primitive in
    /// common, so that a warm start serves them.
    #[inline]
    pub fn try_each_with<B>(
        self,
        other: Primitives,
        excluded: [&[u32]; 2],
        mut visit: impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // One or two each, so that shifts divide.
        let (these, those) = (self.last - self.first, other.last - other.first);
        for step in 0..(1 + these) << those {
            let i = step >> those;
            let (i, j) = (self.first + i, other.first + ((step ^ i) & those));
            if is_included(excluded[0], i) && is_included(excluded[1], j) {
                visit(i, j)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whether a primitive is not in a sorted list.
#[inline]
fn is_included(excluded: &[u32], primitive: u32) -> bool {
    excluded.is_empty() || excluded.binary_search(&primitive).is_err()
}

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
    #[inline]
    pub fn new(boxes: &[Corners; 4], child: [Child; 4]) -> Node {
        Node {
            min: Lanes::transposed([boxes[0].min, boxes[1].min, boxes[2].min, boxes[3].min]),
            max: Lanes::transposed([boxes[0].max, boxes[1].max, boxes[2].max, boxes[3].max]),
            child,
        }
    }

    /// The box of one child.
    #[inline]
    pub fn lane(&self, lane: usize) -> LocalBox {
        LocalBox {
            min: by_axis(|i| self.min[i].to_array()[lane]),
            max: by_axis(|i| self.max[i].to_array()[lane]),
        }
    }

    /// The box around all children.
    pub fn around(&self) -> Corners {
        let boxes = [0, 1, 2, 3].map(|lane| Corners::filled(&self.lane(lane), 0.0, 0.0));
        boxes.iter().fold(Corners::EMPTY, |all, one| all.join(one))
    }

    /// A sign bit for each leaf.
    #[inline]
    pub fn leaf_signs(&self) -> Lanes {
        let sign = |lane: usize| f32::from_bits(self.child[lane].0 & Child::LEAF);
        Lanes::new([sign(0), sign(1), sign(2), sign(3)])
    }
}
