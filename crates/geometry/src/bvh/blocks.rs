//! Blocks: small subtrees whose boxes are fitted only when a walk enters them.
//!
//! This is the hybrid update of Real-Time Rendering (17.6.3): after a deformation the nodes above the blocks are fitted from
//! the bottom up, and what is in a block when it is first visited. A block knows the vertices of all that is in it, so that
//! its own box needs nothing of what is below. Boxes are the same, to the bit, as if all had been fitted: the nearest
//! coordinates in single precision and the widened ones never change the order, so that it makes no difference which comes
//! first, they or the least and the greatest.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use parking_lot::Mutex;

use super::corners::Corners;
use super::enclosing::Enclosing;
use super::fitted::Fitted;
use super::frame::{Frame, is_usable, widened};
use super::lanes::Lanes;
use super::tree::{Child, Node, joined};
use crate::math::{Aabb, Vec3};

/// The most leaves of a block.
const MOST: usize = 128;

/// The most vertices of its leaves, each as often as it is mentioned.
const MOST_MENTIONS: u32 = 768;

/// The most of them without repetitions, and of boxes: their numbers within a block fit a byte.
const NUMBERS: usize = 256;

/// Leaves of up to so many vertices are all given as many.
const FEW: usize = 4;

/// A subtree with places of its own for its nodes.
#[derive(Debug)]
pub(super) struct Block {
    /// As in a tree, children behind their parents; the first is the root.
    nodes: Fitted<Box<[Node]>>,
    /// Where its vertices begin and end in the list of all blocks.
    points: [u32; 2],
    /// Where the corners of its leaves begin and end.
    corners: [usize; 2],
    /// Where the places of its nodes begin.
    places: usize,
    /// How many vertices each of its leaves has; 0 if that differs, and each tells by itself.
    sides: u8,
    /// The box around its vertices that are usable.
    around: Aabb,
}

impl Block {
    /// Its vertices, of those of all blocks.
    fn names<'a>(&self, points: &'a [u32]) -> &'a [u32] {
        &points[self.points[0] as usize..self.points[1] as usize]
    }
}

/// The blocks of a tree.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    list: Vec<Block>,
    /// The vertices of the blocks, each once a block.
    points: Vec<u32>,
    /// The leaves' vertices by their numbers within a block, in the order in which they are fitted.
    corners: Vec<u8>,
    /// Of each node of a block, from the last to the first, where the boxes of its children are in the [`Room`].
    places: Vec<[u8; 4]>,
    /// What the blocks are fitted to, from a refit until the vertices are to change again.
    fitting: Option<Fitting>,
    room: Room,
}

/// What blocks are fitted to.
#[derive(Debug)]
struct Fitting {
    frame: Frame,
    vertices: Arc<Vec<Vec3>>,
    /// Whether a vertex is not usable: boxes leave it out.
    broken: bool,
}

/// Memory for fitting a block, used again.
#[derive(Debug, Default)]
struct Room(Mutex<Option<Box<Memory>>>);

#[derive(Debug)]
struct Memory {
    /// The nearest representable coordinates of its vertices, [`BROKEN`] of those that are not usable.
    near: [Lanes; NUMBERS],
    /// The boxes of its leaves, that of nothing, and those of its nodes from the last to the first.
    boxes: [Corners; NUMBERS],
}

/// What is below a node, itself included.
#[derive(Clone, Copy, Default)]
struct Below {
    nodes: u32,
    leaves: u32,
    mentions: u32,
}

impl Below {
    /// Whether it may be a block.
    fn is_small(&self) -> bool {
        self.leaves as usize <= MOST && self.mentions <= MOST_MENTIONS
    }
}

impl Blocks {
    /// Moves the largest subtrees that can be blocks out of a tree's nodes, which are in depth-first order. `indices`
    /// tells the vertices of a primitive, of which there are `count` in all.
    pub fn divide<'a>(
        nodes: &mut Vec<Node>,
        count: usize,
        indices: &dyn Fn(u32) -> &'a [u32],
    ) -> Blocks {
        let below = all_below(nodes, indices);
        let mut blocks = Blocks::default();
        let mut numbering = Numbering { names: vec![0; count], round: 0 };
        let (mut upper, mut places) = (Vec::new(), vec![Child::NONE; nodes.len()]);
        let mut at = 0;
        while at < nodes.len() {
            // The first is the place of the root, and no subtree.
            let end = at + below[at].nodes as usize;
            if at > 0
                && below[at].is_small()
                && blocks.push(at, &nodes[at..end], &mut numbering, indices)
            {
                places[at] = Child::block(blocks.len() - 1);
                at = end;
            } else {
                places[at] = Child::node(upper.len());
                upper.push(nodes[at]);
                at += 1;
            }
        }
        for child in
            upper.iter_mut().flat_map(|node| &mut node.child).filter(|child| !child.is_leaf())
        {
            *child = places[child.index()];
        }
        blocks.points.shrink_to_fit();
        blocks.corners.shrink_to_fit();
        blocks.places.shrink_to_fit();
        upper.shrink_to_fit();
        *nodes = upper;
        blocks
    }

    /// Adds a block of the nodes from number `first` on, unless they have too many vertices.
    fn push<'a>(
        &mut self,
        first: usize,
        nodes: &[Node],
        numbering: &mut Numbering,
        indices: &dyn Fn(u32) -> &'a [u32],
    ) -> bool {
        let (point, corner) = (self.points.len(), self.corners.len());
        let (vertices, counts) = vertices_of(nodes, indices);
        let [least, most] =
            [counts.iter().min(), counts.iter().max()].map(|of| of.copied().unwrap_or_default());
        let sides = if least == most || most <= FEW { most } else { 0 };
        let boxes = counts.len() + 1 + nodes.len();
        numbering.round += 1;
        let mut rest = &vertices[..];
        for count in counts {
            if sides == 0 {
                self.corners.push(count as u8);
            }
            let (leaf, others) = rest.split_at(count);
            self.corners.extend(
                leaf.iter().map(|&vertex| numbering.number(vertex, &mut self.points, point)),
            );
            // A few repeated ones for the same number everywhere.
            for _ in count..sides {
                self.corners.extend_from_within(self.corners.len() - 1..);
            }
            rest = others;
        }
        if self.points.len() - point > NUMBERS || boxes > NUMBERS || most > u8::MAX as usize {
            self.points.truncate(point);
            self.corners.truncate(corner);
            return false;
        }
        let mut nodes: Box<[Node]> = nodes.into();
        for child in
            nodes.iter_mut().flat_map(|node| &mut node.child).filter(|child| !child.is_leaf())
        {
            *child = Child::node(child.index() - first);
        }
        let (points, corners) =
            ([point as u32, self.points.len() as u32], [corner, self.corners.len()]);
        let (places, around, sides) = (self.places.len(), Aabb::EMPTY, sides as u8);
        self.find_places(&nodes, boxes);
        self.list.push(Block { nodes: Fitted::new(nodes), points, corners, places, sides, around });
        true
    }

    /// Adds the places of the children of a block's nodes among so many boxes.
    fn find_places(&mut self, nodes: &[Node], boxes: usize) {
        let (nothing, root) = (boxes - 1 - nodes.len(), boxes - 1);
        let mut leaf = 0;
        self.places.extend(nodes.iter().rev().map(|node| {
            node.child.map(|child| {
                let place = match child {
                    Child::NONE => nothing,
                    _ if child.is_leaf() => {
                        leaf += 1;
                        leaf - 1
                    }
                    _ => root - child.index(),
                };
                place as u8
            })
        }));
    }

    /// The number of blocks.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Finds the boxes of the blocks around vertices that have changed. The box around all of these; `None` unless they are
    /// known to be usable.
    pub fn enclose(&mut self, vertices: &[Vec3]) -> Option<Aabb> {
        let mut all = Aabb::EMPTY;
        for block in &mut self.list {
            let names = block.names(&self.points);
            let mut points = Enclosing::NONE;
            let (twos, last) = names.as_chunks::<2>();
            twos.iter()
                .for_each(|[i, j]| points.include(&vertices[*i as usize], &vertices[*j as usize]));
            last.iter()
                .for_each(|i| points.include(&vertices[*i as usize], &vertices[*i as usize]));
            block.around = points.bounds()?;
            all = joined(&all, &block.around);
        }
        Some(all)
    }

    /// All blocks wait to be fitted to these vertices, and have boxes around those of them that are usable: such as were found
    /// where they are enclosed, which asks for `whole`, that all are usable.
    pub fn wait(&mut self, frame: &Frame, vertices: &Arc<Vec<Vec3>>, whole: bool, enclosed: bool) {
        for block in &mut self.list {
            block.nodes.wait();
            if !enclosed {
                let names = block.names(&self.points);
                let points = names.iter().map(|name| &vertices[*name as usize]);
                block.around = Aabb::around(points.filter(|point| is_usable(point)));
            }
        }
        self.fitting = Some(Fitting { frame: *frame, vertices: vertices.clone(), broken: !whole });
    }

    /// Lets go of the vertices, which are to change.
    pub fn release(&mut self) {
        self.fitting = None;
    }

    /// The box of a block.
    pub fn corners(&self, block: usize, frame: &Frame) -> Corners {
        let around = &self.list[block].around;
        if around.is_empty() {
            return Corners::EMPTY;
        }
        widened(&Corners { min: frame.nearest(&around.min), max: frame.nearest(&around.max) })
    }

    /// The nodes of a block, which is fitted to the vertices if it waits.
    #[inline]
    pub fn nodes(&self, block: usize) -> &[Node] {
        let block = &self.list[block];
        block.nodes.get(|nodes| self.fitted(block, nodes))
    }

    /// The leaves' boxes first, then one pass from the last node to the first, so that children come before their parents; no
    /// branch depends on what they are.
    #[cold]
    fn fitted(&self, block: &Block, mut nodes: Box<[Node]>) -> Box<[Node]> {
        // Blocks wait from a refit on.
        let Some(Fitting { frame, vertices, broken }) = &self.fitting else {
            return nodes;
        };
        let mut room = self.room.0.lock();
        let none =
            || Box::new(Memory { near: [BROKEN; NUMBERS], boxes: [Corners::EMPTY; NUMBERS] });
        let Memory { near, boxes } = &mut **room.get_or_insert_with(none);
        let names = block.names(&self.points);
        bring_near(frame, names, vertices, *broken, near);
        let corners = &self.corners[block.corners[0]..block.corners[1]];
        let mut next = fit_leaves(near, corners, block.sides, *broken, boxes);
        boxes[next % NUMBERS] = Corners::EMPTY;
        for (node, places) in nodes.iter_mut().rev().zip(&self.places[block.places..]) {
            let four = places.map(|place| boxes[place as usize]);
            next += 1;
            boxes[next % NUMBERS] = four[0].join(&four[1]).join(&four[2].join(&four[3]));
            *node = Node::new(&four, node.child);
        }
        nodes
    }

    /// How many blocks fit.
    #[cfg(test)]
    pub fn fitted_count(&self) -> usize {
        self.list.iter().filter(|block| !block.nodes.is_waiting()).count()
    }

    /// The memory held, in bytes.
    pub fn memory(&self) -> usize {
        let room = self.room.0.lock().as_ref().map_or(0, |_| size_of::<Memory>());
        room + self.list.capacity() * size_of::<Block>()
            + self.points.capacity() * size_of::<u32>()
            + self.corners.capacity()
            + self.places.capacity() * (size_of::<[u8; 4]>() + size_of::<Node>())
    }
}

/// In place of the coordinates of a point that is not usable.
const BROKEN: Lanes = Lanes::new([f32::NAN; 4]);

/// The nearest representable coordinates of the vertices of these names. Two at a time, which are stored as wholes.
fn bring_near(
    frame: &Frame,
    names: &[u32],
    vertices: &[Vec3],
    broken: bool,
    near: &mut [Lanes; NUMBERS],
) {
    let frame = *frame;
    let nearest = |name: u32| frame.nearest(&vertices[name as usize]);
    let ((names_by_two, last_name), (by_two, last)) =
        (names.as_chunks::<2>(), near[..names.len()].as_chunks_mut::<2>());
    for ([i, j], near) in names_by_two.iter().zip(by_two) {
        let (p, q) = (nearest(*i), nearest(*j));
        *near = [p, q];
    }
    for (i, near) in last_name.iter().zip(last) {
        *near = nearest(*i);
    }
    if broken {
        let unusable =
            names.iter().zip(near).filter(|(name, _)| !is_usable(&vertices[**name as usize]));
        unusable.for_each(|(_, near)| *near = BROKEN);
    }
}

/// The boxes of a block's leaves, whose corners are among the nearest points; how many they are.
fn fit_leaves(
    near: &[Lanes; NUMBERS],
    corners: &[u8],
    sides: u8,
    broken: bool,
    boxes: &mut [Corners; NUMBERS],
) -> usize {
    let mut count = 0;
    // Written out for the most common numbers.
    match sides {
        3 if !broken => return fit_equal::<3>(near, corners, boxes),
        4 if !broken => return fit_equal::<4>(near, corners, boxes),
        _ => {}
    }
    for (corners, place) in each(corners, sides).zip(boxes) {
        let points = corners.iter().map(|&corner| near[corner as usize]);
        let usable = points.filter(|point| !point.is_broken());
        *place = widened(&usable.fold(Corners::EMPTY, |all, point| all.include(point)));
        count += 1;
    }
    count
}

/// The boxes of leaves that have so many vertices each.
fn fit_equal<const SIDES: usize>(
    near: &[Lanes; NUMBERS],
    corners: &[u8],
    boxes: &mut [Corners; NUMBERS],
) -> usize {
    let (leaves, _) = corners.as_chunks::<SIDES>();
    for (leaf, place) in leaves.iter().zip(boxes) {
        let first = near[leaf[0] as usize];
        let mut all = Corners { min: first, max: first };
        for &corner in &leaf[1..] {
            all = all.include(near[corner as usize]);
        }
        *place = widened(&all);
    }
    leaves.len()
}

/// The corners of each leaf of a block.
fn each(mut corners: &[u8], sides: u8) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let first = *corners.first()?;
        let (skip, sides) = if sides == 0 { (1, first) } else { (0, sides) };
        let (its, rest) = corners[skip..].split_at(sides as usize);
        corners = rest;
        Some(its)
    })
}

/// The vertices of all leaves of a block's nodes, from the last node to the first, those that two triangles share once; and
/// how many each leaf has.
fn vertices_of<'a>(nodes: &[Node], indices: &dyn Fn(u32) -> &'a [u32]) -> (Vec<u32>, Vec<usize>) {
    let (mut vertices, mut counts) = (Vec::new(), Vec::new());
    let children = nodes.iter().rev().flat_map(|node| node.child);
    for leaf in children.filter(|child| child.is_leaf() && *child != Child::NONE) {
        let first = vertices.len();
        leaf.primitives().each(|i| {
            let shared = vertices.len();
            for vertex in indices(i) {
                if shared == first || !vertices[first..shared].contains(vertex) {
                    vertices.push(*vertex);
                }
            }
        });
        counts.push(vertices.len() - first);
    }
    (vertices, counts)
}

/// What is below each node.
fn all_below<'a>(nodes: &[Node], indices: &dyn Fn(u32) -> &'a [u32]) -> Vec<Below> {
    let mut below = vec![Below::default(); nodes.len()];
    for (at, node) in nodes.iter().enumerate().rev() {
        let mut sum = Below { nodes: 1, ..Below::default() };
        for child in node.child.into_iter().filter(|child| *child != Child::NONE) {
            let one = if child.is_leaf() {
                let mut mentions = 0;
                child.primitives().each(|i| mentions += indices(i).len());
                Below { nodes: 0, leaves: 1, mentions: u32::try_from(mentions).unwrap_or(u32::MAX) }
            } else {
                below[child.index()]
            };
            sum.nodes += one.nodes;
            sum.leaves += one.leaves;
            sum.mentions = sum.mentions.saturating_add(one.mentions);
        }
        below[at] = sum;
    }
    below
}

/// The numbers of vertices within the block at hand.
struct Numbering {
    /// Of each vertex the round in which it was met last, and its number then; 0 if in none.
    names: Vec<u64>,
    /// Counts the blocks, and what turned out to be none.
    round: u64,
}

impl Numbering {
    /// The number of a vertex within a block, whose vertices are those of `points` from `first` on.
    fn number(&mut self, vertex: u32, points: &mut Vec<u32>, first: usize) -> u8 {
        let name = &mut self.names[vertex as usize];
        if *name >> 16 != self.round {
            *name = self.round << 16 | (points.len() - first) as u64;
            points.push(vertex);
        }
        *name as u8
    }
}
