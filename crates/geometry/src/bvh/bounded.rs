//! Branch and bound: a walk through two trees that comes to the near parts first and leaves out what is too far.
//!
//! Depth first on a stack of fixed size, of the children the one of the least bound first. The order depends on
//! the trees, the placements and the question alone.

use std::ops::ControlFlow;

use super::corners::Corners;
use super::descend::DEEP_STACK;
use super::differences::{CenteredBox, Differences};
use super::frame::{EMPTY_LOCAL, FramedBox, LocalBox};
use super::tree::{Child, Node, Tree};

/// A question that is asked of the pairs of primitives of two trees. The walk is compiled once for all of them.
pub trait BoundedVisit {
    /// A lower bound of the answers of all pairs whose differences lie in a box, along the walk's axes.
    fn bound(&self, differences: &CenteredBox) -> f64;

    /// Pairs with a greater bound are not looked at. It may fall during the walk.
    fn limit(&self) -> f64;

    /// Looks at a pair of primitives.
    fn visit(&mut self, a: u32, b: u32) -> ControlFlow<()>;
}

/// Two boxes, one of each tree, that wait to be opened or looked at.
#[derive(Clone, Copy)]
struct Entry<'a> {
    bound: f64,
    boxes: [LocalBox; 2],
    child: [Child; 2],
    /// The nodes that the children are among.
    nodes: [&'a [Node]; 2],
    /// How large the boxes are; negative for primitives.
    size: [f64; 2],
}

/// Walks two trees. `differences` is to be made from their frames.
pub fn walk_trees(
    a: &Tree,
    b: &Tree,
    differences: &Differences,
    visit: &mut dyn BoundedVisit,
) -> ControlFlow<()> {
    if a.is_empty() || b.is_empty() {
        return ControlFlow::Continue(());
    }
    walk([a, b], [&a.nodes, &b.nodes], [&a.broken, &b.broken], differences, visit)
}

/// Walks a tree against the box of a single body, which is primitive 0. `differences` is to be made from the
/// frames of the tree and of the box.
pub fn walk_tree_body(
    tree: &Tree,
    body: &FramedBox,
    differences: &Differences,
    visit: &mut dyn BoundedVisit,
) -> ControlFlow<()> {
    if tree.is_empty() || body.is_empty() {
        return ControlFlow::Continue(());
    }
    let lanes =
        [body.local, EMPTY_LOCAL, EMPTY_LOCAL, EMPTY_LOCAL].map(|b| Corners::filled(&b, 0.0, 0.0));
    let root = Node::new(&lanes, [Child::leaf(0, false), Child::NONE, Child::NONE, Child::NONE]);
    // The body's node has no children that could be opened.
    walk([tree, tree], [&tree.nodes, &[root]], [&tree.broken, &[]], differences, visit)
}

fn walk(
    trees: [&Tree; 2],
    nodes: [&[Node]; 2],
    broken: [&[u32]; 2],
    differences: &Differences,
    visit: &mut dyn BoundedVisit,
) -> ControlFlow<()> {
    let boxes = [nodes[0][0].lane(0), nodes[1][0].lane(0)];
    if boxes[0].is_empty() || boxes[1].is_empty() {
        return ControlFlow::Continue(());
    }
    let (box_a, box_b) = (differences.of_a(&boxes[0]), differences.of_b(&boxes[1]));
    let child = [nodes[0][0].child[0], nodes[1][0].child[0]];
    let root = Entry {
        bound: visit.bound(&differences.join(&box_a, &box_b)),
        boxes,
        child,
        nodes,
        size: [size(&box_a, child[0]), size(&box_b, child[1])],
    };
    let mut stack = [root; DEEP_STACK];
    let mut height = 1;
    while height > 0 {
        height -= 1;
        let entry = stack[height];
        if entry.bound > visit.limit() {
            continue;
        }
        if entry.size[0] < 0.0 && entry.size[1] < 0.0 {
            let [a, b] = entry.child.map(Child::primitives);
            a.try_each_with(b, broken, |i, j| visit.visit(i, j))?;
            continue;
        }
        // The larger box first.
        let below = if entry.size[0] >= entry.size[1] {
            open::<0>(trees[0], &entry, differences, visit)
        } else {
            open::<1>(trees[1], &entry, differences, visit)
        };
        for next in below.into_iter().flatten() {
            stack[height] = next;
            height += 1;
        }
    }
    ControlFlow::Continue(())
}

/// The pairs of the children of one box with the other that are not too far, the nearest last.
#[inline]
fn open<'a, const OPEN: usize>(
    tree: &'a Tree,
    entry: &Entry<'a>,
    differences: &Differences,
    visit: &dyn BoundedVisit,
) -> [Option<Entry<'a>>; 4] {
    let (nodes, node) = tree.opened(entry.nodes[OPEN], entry.child[OPEN]);
    let other = match OPEN {
        0 => differences.of_b(&entry.boxes[1]),
        _ => differences.of_a(&entry.boxes[0]),
    };
    let limit = visit.limit();
    let mut below = [None; 4];
    for (lane, place) in below.iter_mut().enumerate() {
        let (child, local) = (node.child[lane], node.lane(lane));
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
        next.nodes[OPEN] = nodes;
        next.size[OPEN] = size(&opened, child);
        *place = Some(next);
    }
    below.sort_by(|x, y| bound_of(y).total_cmp(&bound_of(x)));
    below
}

fn bound_of(entry: &Option<Entry<'_>>) -> f64 {
    entry.as_ref().map_or(f64::INFINITY, |entry| entry.bound)
}

/// The size of a box, for comparisons; negative for primitives.
fn size(image: &CenteredBox, child: Child) -> f64 {
    let size = f64::MIN_POSITIVE + image.half.sum();
    if child.is_leaf() { -size } else { size }
}
