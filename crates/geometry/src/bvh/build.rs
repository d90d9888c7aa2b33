//! Building a tree: which primitives go together.
//!
//! Each node takes its set of primitives, splits it in two, and splits the larger of the parts until there are
//! four. Where that would make the tree deep, the set is quartered by count. Of many primitives, one thread builds the top of the
//! tree, and several build the subtrees below it.

use super::corners::Corners;
use super::node::{Child, FourChildren, Node};
use super::split::{Extents, Item, Part, halve, split};
use crate::interrupt::Pace;
use crate::sorting::sorted_numbers;
use crate::threads::Threads;
use wide::f32x4;

#[cfg(test)]
mod tests;

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

/// From so many primitives on a tree is built by several threads: to wake them takes far less time.
const MANY: usize = 1 << 15;

/// One thread builds a subtree of no more than this part of all primitives.
const SUBTREE: usize = 8;

/// Of some threads those that build a tree of so many primitives.
pub(super) fn threads_for(primitives: usize, threads: &Threads) -> Threads {
    if primitives < MANY { Threads::default() } else { threads.clone() }
}

/// Builds the nodes over leaves.
///
/// `weight` holds the units of the axes over the largest of them, by which the items are scaled: powers of two, so that going
/// to equal units, in which surfaces are compared, and back is exact.
pub(super) fn build(mut items: Vec<Item>, weight: [f32; 3], threads: &Threads) -> Built {
    let [x, y, z] = weight.map(|w| 1.0 / w);
    let back = f32x4::new([x, y, z, 0.0]);
    if items.is_empty() {
        return Built::default();
    }
    let all = Part { first: 0, end: items.len(), extents: Extents::of(&items) };
    let mut lanes = [Corners::EMPTY; 4];
    lanes[0] = all.extents.bounds.times(back);
    let mut root = Node::new(&lanes, [Child::NONE; 4]);
    if items.len() == 1 {
        root.set_child(0, items[0].child());
        return Built { nodes: vec![root], depth: 0 };
    }
    let limit = depth_limit(items.len());
    let most = if items.len() < MANY { items.len() } else { items.len() / SUBTREE };
    let task = Task { part: all, parent: 0, lane: 0, depth: 1 };
    let top = Growing { nodes: vec![root], limit, back, most, ..Growing::default() };
    let top = top.grown(&mut items, task);
    let subtrees =
        threads.map(of_subtrees(&top.subtrees, &mut items).into_iter(), |(task, items)| {
            let part = Part { first: 0, end: items.len(), ..task.part };
            let below = Growing { limit, back, ..Growing::default() };
            let Growing { nodes, depth, .. } = below.grown(items, Task { part, ..*task });
            Built { nodes, depth }
        });
    drop(items);
    top.joined(subtrees)
}

/// Each subtree with its primitives.
fn of_subtrees<'a>(
    subtrees: &'a [Subtree],
    mut items: &'a mut [Item],
) -> Vec<(&'a Task, &'a mut [Item])> {
    // In the order of their primitives, of which some are in no subtree.
    let first = |place: u32| subtrees[place as usize].task.part.first;
    let places = sorted_numbers(subtrees.len(), &|i, j| first(i).cmp(&first(j)));
    let mut all = Vec::from_iter(subtrees.iter().map(|subtree| (&subtree.task, &mut [][..])));
    for place in places.into_iter().rev() {
        let place = place as usize;
        let part = &subtrees[place].task.part;
        let (before, own) = items.split_at_mut(part.first);
        all[place].1 = &mut own[..part.len()];
        items = before;
    }
    all
}

/// The nodes of a tree while it is built: all of them, or those above its subtrees.
#[derive(Default)]
struct Growing {
    /// Children follow their parents, depth first.
    nodes: Vec<Node>,
    /// In the order in which they come after the nodes.
    subtrees: Vec<Subtree>,
    /// The number of nodes on the longest way down, those of subtrees not counted.
    depth: u32,
    /// How deep the tree may get.
    limit: u32,
    /// From equal units.
    back: f32x4,
    /// So many primitives are left to a subtree.
    most: usize,
}

/// A part of a tree that is built by itself.
struct Subtree {
    task: Task,
    /// So many of the nodes above the subtrees come before it.
    before: usize,
}

impl Growing {
    /// With the nodes that a task takes.
    fn grown(mut self, items: &mut [Item], task: Task) -> Growing {
        let (mut tasks, mut pace) = (vec![task], Pace::default());
        while let Some(task) = tasks.pop() {
            let at = self.nodes.len();
            if task.part.len() <= self.most {
                self.subtrees.push(Subtree { task, before: at });
                continue;
            }
            pace.steps(task.part.len());
            self.depth = self.depth.max(task.depth);
            // The first node of a subtree has its parent elsewhere.
            if let Some(parent) = self.nodes.get_mut(task.parent) {
                parent.set_child(task.lane, Child::node(at));
            }
            let parts = four_parts(items, task.part, self.limit - task.depth);
            let mut lanes = [Corners::EMPTY; 4];
            let mut child = [Child::NONE; 4];
            // Backwards, so that the first lane's node comes right behind its parent.
            for (lane, part) in parts.into_iter().enumerate().rev() {
                match part.len() {
                    0 => continue,
                    1 => {
                        lanes[lane] = items[part.first].bounds().times(self.back);
                        child[lane] = items[part.first].child();
                    }
                    _ => {
                        lanes[lane] = part.extents.bounds.times(self.back);
                        tasks.push(Task { part, parent: at, lane, depth: task.depth + 1 });
                    }
                }
            }
            self.nodes.push(Node::new(&lanes, child));
        }
        self
    }

    /// The whole tree, as it would be if it were built in one piece.
    fn joined(self, subtrees: Vec<Built>) -> Built {
        let count =
            self.nodes.len() + subtrees.iter().map(|built| built.nodes.len()).sum::<usize>();
        let (mut nodes, mut depth) = (Vec::with_capacity(count), self.depth);
        let mut top = self.nodes.into_iter();
        // Where the nodes above the subtrees are, and the first nodes of the subtrees.
        let (mut places, mut firsts) = (Vec::new(), Vec::new());
        for (Subtree { before, .. }, built) in self.subtrees.iter().zip(subtrees) {
            while places.len() < *before {
                places.push(nodes.len());
                nodes.extend(top.next());
            }
            let first = nodes.len();
            firsts.push(first);
            depth = depth.max(built.depth);
            nodes.extend(built.nodes.into_iter().map(|mut node| {
                node.move_children(|index| first + index);
                node
            }));
        }
        for node in top {
            places.push(nodes.len());
            nodes.push(node);
        }
        for place in &places {
            nodes[*place].move_children(|index| places[index]);
        }
        for (Subtree { task, .. }, first) in self.subtrees.iter().zip(firsts) {
            nodes[places[task.parent]].set_child(task.lane, Child::node(first));
        }
        Built { nodes, depth }
    }
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
