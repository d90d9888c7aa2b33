//! Building a tree: which primitives go together.
//!
//! Each node takes its set of primitives, splits it in two, and splits the larger of the parts until there are
//! four. Where that would make the tree deep, the set is quartered by count.

use super::corners::Corners;
use super::node::{Child, FourChildren, Node};
use super::split::{Extents, Item, Part, halve, split};
use crate::interrupt::Pace;
use wide::f32x4;

/// A tree's nodes, children behind their parents.
#[derive(Default)]
pub(super) struct Built {
    pub nodes: Vec<Node>,
    /// The number of nodes on the longest way down.
    pub depth: u32,
}

/// A set of primitives yet to be put in a tree, and the lane of the parent that waits for it.
struct Task {
    part: Part,
    parent: usize,
    lane: usize,
    depth: u32,
}

/// Builds the nodes over leaves.
///
/// `weight` holds the units of the axes over the largest of them, by which the items are scaled: powers of two, so that going
/// to equal units, in which surfaces are compared, and back is exact.
pub(super) fn build(mut items: Vec<Item>, weight: [f32; 3]) -> Built {
    let [x, y, z] = weight.map(|w| 1.0 / w);
    let back = f32x4::new([x, y, z, 0.0]);
    if items.is_empty() {
        return Built::default();
    }
    let all = Part { first: 0, end: items.len(), extents: Extents::of(&items) };
    // As many as there are for most.
    let mut nodes = Vec::with_capacity(items.len() * 2 / 5 + 8);
    let mut lanes = [Corners::EMPTY; 4];
    lanes[0] = all.extents.bounds.times(back);
    nodes.push(Node::new(&lanes, [Child::NONE; 4]));
    if items.len() == 1 {
        nodes[0].set_child(0, items[0].child());
        return Built { nodes, depth: 0 };
    }
    let limit = depth_limit(items.len());
    let mut depth = 0;
    let mut tasks = vec![Task { part: all, parent: 0, lane: 0, depth: 1 }];
    let mut pace = Pace::default();
    while let Some(task) = tasks.pop() {
        pace.steps(task.part.len());
        depth = depth.max(task.depth);
        let at = nodes.len();
        nodes[task.parent].set_child(task.lane, Child::node(at));
        let parts = four_parts(&mut items, task.part, limit - task.depth);
        let mut lanes = [Corners::EMPTY; 4];
        let mut child = [Child::NONE; 4];
        // Backwards, so that the first lane's node comes right behind its parent.
        for (lane, part) in parts.into_iter().enumerate().rev() {
            match part.len() {
                0 => continue,
                1 => {
                    lanes[lane] = items[part.first].bounds().times(back);
                    child[lane] = items[part.first].child();
                }
                _ => {
                    lanes[lane] = part.extents.bounds.times(back);
                    tasks.push(Task { part, parent: at, lane, depth: task.depth + 1 });
                }
            }
        }
        nodes.push(Node::new(&lanes, child));
    }
    nodes.shrink_to_fit();
    Built { nodes, depth }
}

/// How deep a tree of `n` primitives may get: twice the depth of a balanced tree and 2, at most 34.
pub(super) fn depth_limit(n: usize) -> u32 {
    2 * balanced_depth(n) + 2
}

/// The depth of the balanced tree: the logarithm to the base 4, rounded up.
fn balanced_depth(n: usize) -> u32 {
    (usize::BITS - n.saturating_sub(1).leading_zeros()).div_ceil(2)
}

/// Sorts at least two primitives into two to four parts, each of which fits in `levels` more levels.
fn four_parts(items: &mut [Item], all: Part, levels: u32) -> [Part; 4] {
    let mut parts = [Part::NONE; 4];
    if all.len() <= 4 {
        for (part, first) in parts.iter_mut().zip(all.first..all.end) {
            *part = Part { first, end: first + 1, extents: Extents::EMPTY };
        }
        return parts;
    }
    parts[0] = all;
    for made in 1..4 {
        let Some(chosen) = largest(&parts[..made], all.len()) else {
            break;
        };
        (parts[chosen], parts[made]) = split(items, &parts[chosen]);
    }
    if parts.iter().any(|part| balanced_depth(part.len()) > levels) {
        let (left, right) = halve(items, &all);
        (parts[0], parts[1]) = halve(items, &left);
        (parts[2], parts[3]) = halve(items, &right);
    }
    parts
}

/// Up to this many primitives full nodes count for more than well-shaped ones.
const FEW: usize = 16;

/// The part to split next, if one can be: of few primitives the most numerous, so that the nodes get full; else the
/// largest in surface.
fn largest(parts: &[Part], n: usize) -> Option<usize> {
    let left = 4 - parts.len();
    let weight = |part: &Part| match part.len() {
        0 | 1 => -1.0,
        _ if n > FEW => part.extents.bounds.half_area(),
        // A full node, or one that is not made if all of it finds room here.
        4 => -1.0,
        few @ (2 | 3) => {
            if few <= left + 1 {
                0.0
            } else {
                -1.0
            }
        }
        many => many as f32,
    };
    let mut best = None;
    let mut most = -0.5;
    for (at, part) in parts.iter().enumerate() {
        if weight(part) > most {
            most = weight(part);
            best = Some(at);
        }
    }
    best
}
