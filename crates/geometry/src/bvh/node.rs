//! The nodes of a tree.

use std::ops::{ControlFlow, Range};

use wide::f32x4;

use super::corners::Corners;
use super::frame::LocalBox;

/// A child of a node: another node, a leaf of one primitive or of two with consecutive numbers, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Child(u32);

impl Child {
    /// The mark of a leaf.
    const LEAF: u32 = 1 << 31;

    /// The mark of a leaf of two primitives.
    const TWO: u32 = 1 << 30;

    /// Nothing. Its box is empty, so that no query ever gets here.
    pub(super) const NONE: Child = Child(u32::MAX);

    /// The leaf of primitive `first`, and of the next one where there are `two`.
    pub(super) fn leaf(first: u32, two: bool) -> Child {
        Child(first | Child::LEAF | if two { Child::TWO } else { 0 })
    }

    pub(super) fn node(index: usize) -> Child {
        Child(index as u32)
    }

    /// Whether it is a leaf or nothing.
    #[inline]
    pub(super) fn is_leaf(self) -> bool {
        self.0 & Child::LEAF != 0
    }

    #[inline]
    pub(super) fn primitives(self) -> Primitives {
        let first = self.0 & !(Child::LEAF | Child::TWO);
        Primitives { first, last: first + u32::from(self.0 & Child::TWO != 0) }
    }

    /// A number that no other child has.
    #[inline]
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// The index of the node, if it is one.
    #[inline]
    pub(super) fn index(self) -> usize {
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
    pub(super) fn range(self) -> Range<u32> {
        self.first..self.last + 1
    }

    /// Calls `visit` with each that is not `excluded`, until it breaks.
    #[inline]
    pub(super) fn try_each<B>(
        self,
        excluded: &[u32],
        mut visit: impl FnMut(u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.range().filter(|i| is_included(excluded, *i)).try_for_each(&mut visit)
    }

    /// Calls `visit` with each pair of these and those, but for `excluded` ones. Successive pairs have one primitive in
    /// common, so that a warm start serves them.
    #[inline]
    pub(super) fn try_each_with<B>(
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

/// Four children and their boxes, in tree coordinates: the least corners by axis, then the greatest, then the bits of the
/// children, each with a lane for each child. [`FourChildren`] has the parts. Plain numbers, so that nodes are used where a mapped
/// file has them.
pub(super) type Node = [f32x4; 7];

/// The parts of a [`Node`].
pub(super) trait FourChildren {
    /// A node of these.
    fn new(boxes: &[Corners; 4], children: [Child; 4]) -> Self;

    /// A node of primitive 0 alone, in a box.
    fn of_one(local: &LocalBox) -> Self
    where
        Self: Sized,
    {
        let mut boxes = [Corners::EMPTY; 4];
        boxes[0] = Corners::filled(local, 0.0, 0.0);
        Self::new(&boxes, [Child::leaf(0, false), Child::NONE, Child::NONE, Child::NONE])
    }

    /// The least corners along an axis.
    fn min(&self, axis: usize) -> f32x4;

    /// The greatest corners along an axis.
    fn max(&self, axis: usize) -> f32x4;

    /// The child in a lane.
    fn child(&self, lane: usize) -> Child;

    /// Replaces the child in a lane.
    fn set_child(&mut self, lane: usize, child: Child);

    /// Replaces the indices of the children that are nodes.
    fn move_children(&mut self, moved: impl Fn(usize) -> usize)
    where
        Self: Sized,
    {
        for lane in 0..4 {
            let child = self.child(lane);
            if !child.is_leaf() {
                self.set_child(lane, Child::node(moved(child.index())));
            }
        }
    }

    /// All children.
    fn children(&self) -> [Child; 4] {
        [0, 1, 2, 3].map(|lane| self.child(lane))
    }

    /// The box of one child.
    #[inline]
    fn lane(&self, lane: usize) -> LocalBox {
        LocalBox {
            min: by_axis(|i| self.min(i).to_array()[lane]),
            max: by_axis(|i| self.max(i).to_array()[lane]),
        }
    }

    /// The box around all children.
    fn around(&self) -> Corners {
        let boxes = [0, 1, 2, 3].map(|lane| Corners::filled(&self.lane(lane), 0.0, 0.0));
        boxes.iter().fold(Corners::EMPTY, |all, one| all.join(one))
    }

    /// A sign bit for each leaf.
    fn leaf_signs(&self) -> f32x4;
}

impl FourChildren for Node {
    #[inline]
    fn new(boxes: &[Corners; 4], children: [Child; 4]) -> Node {
        let [a, b, c] = transposed([boxes[0].min, boxes[1].min, boxes[2].min, boxes[3].min]);
        let [d, e, f] = transposed([boxes[0].max, boxes[1].max, boxes[2].max, boxes[3].max]);
        [a, b, c, d, e, f, bytemuck::cast(children.map(Child::bits))]
    }

    #[inline]
    fn min(&self, axis: usize) -> f32x4 {
        self[axis]
    }

    #[inline]
    fn max(&self, axis: usize) -> f32x4 {
        self[3 + axis]
    }

    #[inline]
    fn child(&self, lane: usize) -> Child {
        Child(bytemuck::cast_ref::<f32x4, [u32; 4]>(&self[6])[lane])
    }

    #[inline]
    fn set_child(&mut self, lane: usize, child: Child) {
        bytemuck::cast_mut::<f32x4, [u32; 4]>(&mut self[6])[lane] = child.bits();
    }

    #[inline]
    fn leaf_signs(&self) -> f32x4 {
        const _: () = assert!(Child::LEAF == (-0.0_f32).to_bits());
        self[6] & f32x4::splat(-0.0)
    }
}

/// Something for each axis. Written out, unlike an array's `map`, which is a call where it counts.
#[inline]
pub(super) fn by_axis<T>(of: impl Fn(usize) -> T) -> [T; 3] {
    [of(0), of(1), of(2)]
}

/// The first three lanes of four registers, exchanged: the first result holds their first lanes, and so on.
#[inline]
fn transposed([a, b, c, d]: [f32x4; 4]) -> [f32x4; 3] {
    let (low, other_low) = (a.unpack_lo(c), b.unpack_lo(d));
    let (high, other_high) = (a.unpack_hi(c), b.unpack_hi(d));
    [low.unpack_lo(other_low), low.unpack_hi(other_low), high.unpack_lo(other_high)]
}
