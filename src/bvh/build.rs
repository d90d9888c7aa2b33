//! Building a tree: which primitives go together.
//!
//! Each node takes its set of primitives, splits it in two, and splits the larger of the parts until there are
//! four. A split chooses among planes across the longest axis of the centres by the surface area heuristic;
//! where no plane divides the centres, or the tree threatens to get deep, the set is halved by count.

use super::frame::{EMPTY_LOCAL, LocalBox};
use super::tree::{Child, Node};

/// Nodes, children behind their parents, and the number of nodes on the longest way down.
pub(super) struct Built {
    pub nodes: Vec<Node>,
    pub depth: u32,
}

/// A primitive while it is sorted: 28 bytes, moved as a whole.
#[derive(Clone, Copy)]
struct Item {
    bounds: LocalBox,
    primitive: u32,
}

impl Item {
    /// Twice the centre along an axis; empty boxes have theirs at the tree's centre.
    #[inline(always)]
    fn key(&self, axis: usize) -> f32 {
        self.bounds.min[axis] + self.bounds.max[axis]
    }
}

/// A set of primitives yet to be put in a tree, and the lane of the parent that waits for it.
struct Task {
    first: usize,
    end: usize,
    parent: usize,
    lane: usize,
    depth: u32,
}

/// Builds the nodes over primitives numbered in the order of `boxes`.
///
/// `weight` holds the units of the axes over the largest of them: powers of two, so that going to equal units,
/// in which surfaces are compared, and back is exact.
pub(super) fn build(boxes: impl Iterator<Item = LocalBox>, weight: [f32; 3]) -> Built {
    let back = weight.map(|w| 1.0 / w);
    let mut items: Vec<Item> = boxes
        .enumerate()
        .map(|(i, bounds)| Item { bounds: bounds.scaled(&weight), primitive: i as u32 })
        .collect();
    if items.is_empty() {
        return Built { nodes: Vec::new(), depth: 0 };
    }
    let mut nodes = Vec::with_capacity(items.len() / 2 + 2);
    let none = [Child::NONE; 4];
    let mut lanes = [EMPTY_LOCAL; 4];
    lanes[0] = bounds_of(&items).scaled(&back);
    nodes.push(Node::new(&lanes, none));
    if items.len() == 1 {
        nodes[0].child[0] = Child::leaf(0);
        return Built { nodes, depth: 0 };
    }
    let limit = depth_limit(items.len());
    let mut depth = 0;
    let mut tasks = vec![Task { first: 0, end: items.len(), parent: 0, lane: 0, depth: 1 }];
    while let Some(task) = tasks.pop() {
        depth = depth.max(task.depth);
        let at = nodes.len();
        nodes[task.parent].child[task.lane] = Child::node(at);
        let parts = four_parts(&mut items[task.first..task.end], limit - task.depth);
        let mut lanes = [EMPTY_LOCAL; 4];
        let mut child = none;
        let mut waiting = 0;
        for (lane, part) in parts.iter().enumerate() {
            let (first, end) = (task.first + part.first, task.first + part.end);
            match end - first {
                0 => continue,
                1 => {
                    lanes[lane] = items[first].bounds.scaled(&back);
                    child[lane] = Child::leaf(items[first].primitive);
                }
                _ => {
                    lanes[lane] = part.bounds.scaled(&back);
                    waiting += 1;
                    tasks.push(Task { first, end, parent: at, lane, depth: task.depth + 1 });
                }
            }
        }
        // The first lane's node comes right behind its parent.
        let len = tasks.len();
        tasks[len - waiting..].reverse();
        nodes.push(Node::new(&lanes, child));
    }
    nodes.shrink_to_fit();
    Built { nodes, depth }
}

/// How deep a tree of `n` primitives may get: some slack over a balanced tree, 34 at the very most.
fn depth_limit(n: usize) -> u32 {
    2 * balanced_depth(n) + 2
}

/// The depth of the balanced tree: the logarithm to the base 4, rounded up.
fn balanced_depth(n: usize) -> u32 {
    usize::BITS.saturating_sub(n.saturating_sub(1).leading_zeros()).div_ceil(2)
}

/// A contiguous part of a node's primitives.
#[derive(Clone, Copy)]
struct Part {
    first: usize,
    end: usize,
    bounds: LocalBox,
}

const NO_PART: Part = Part { first: 0, end: 0, bounds: EMPTY_LOCAL };

/// Sorts at least two primitives into two to four parts, each of which fits in `levels` more levels.
fn four_parts(items: &mut [Item], levels: u32) -> [Part; 4] {
    let mut parts = [NO_PART; 4];
    if items.len() <= 4 {
        for (at, part) in parts.iter_mut().enumerate().take(items.len()) {
            *part = Part { first: at, end: at + 1, bounds: items[at].bounds };
        }
        return parts;
    }
    parts[0] = Part { first: 0, end: items.len(), bounds: EMPTY_LOCAL };
    for made in 1..4 {
        let Some(chosen) = largest(&parts[..made], items.len()) else { break };
        let (left, right) = split(items, &parts[chosen]);
        parts[chosen] = left;
        parts[made] = right;
    }
    if parts.iter().any(|part| balanced_depth(part.end - part.first) > levels) {
        parts = [NO_PART; 4];
        let n = items.len();
        parts[0] = halve(items, 0, n);
        (parts[0], parts[2]) = cut(items, &parts[0], n.div_ceil(2));
        let (a, b) = (parts[0], parts[2]);
        halve(items, a.first, a.end);
        halve(items, b.first, b.end);
        (parts[0], parts[1]) = cut(items, &a, a.first + (a.end - a.first).div_ceil(2));
        (parts[2], parts[3]) = cut(items, &b, b.first + (b.end - b.first).div_ceil(2));
    }
    parts
}

/// The part to split next: of few primitives the most numerous, which fills the nodes; else the largest in
/// surface.
fn largest(parts: &[Part], n: usize) -> Option<usize> {
    let weight = |part: &Part| {
        let count = part.end - part.first;
        if count < 2 {
            -1.0
        } else if n <= FEW {
            count as f32
        } else {
            half_area(&part.bounds)
        }
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

/// Below this many primitives full nodes count for more than well-shaped ones.
const FEW: usize = 16;

/// The number of planes tried is one less.
const BINS: usize = 16;

#[derive(Clone, Copy)]
struct Bin {
    bounds: LocalBox,
    count: u32,
}

/// Splits a part of two or more primitives in two parts, neither empty.
fn split(items: &mut [Item], part: &Part) -> (Part, Part) {
    let set = &mut items[part.first..part.end];
    let mut centers = EMPTY_LOCAL;
    for item in set.iter() {
        for axis in 0..3 {
            let key = item.key(axis);
            centers.min[axis] = least(centers.min[axis], key);
            centers.max[axis] = greatest(centers.max[axis], key);
        }
    }
    let axis = longest(&centers);
    let low = centers.min[axis];
    let scale = BINS as f32 / (centers.max[axis] - low);
    if !scale.is_finite() {
        // All centres agree: no plane divides them.
        let middle = part.first + (part.end - part.first) / 2;
        return cut(items, part, middle);
    }
    let bin_of = |item: &Item| (((item.key(axis) - low) * scale) as usize).min(BINS - 1);
    let mut bins = [Bin { bounds: EMPTY_LOCAL, count: 0 }; BINS];
    for item in set.iter() {
        let bin = &mut bins[bin_of(item)];
        bin.count += 1;
        bin.bounds = join(&bin.bounds, &item.bounds);
    }
    // From the right, so that the sweep from the left can compare.
    let mut rights = [Bin { bounds: EMPTY_LOCAL, count: 0 }; BINS];
    let mut right = Bin { bounds: EMPTY_LOCAL, count: 0 };
    for at in (1..BINS).rev() {
        right = Bin { bounds: join(&right.bounds, &bins[at].bounds), count: right.count + bins[at].count };
        rights[at] = right;
    }
    let mut left = Bin { bounds: EMPTY_LOCAL, count: 0 };
    let mut best = (f32::INFINITY, 0, left, left);
    for at in 1..BINS {
        let bin = &bins[at - 1];
        left = Bin { bounds: join(&left.bounds, &bin.bounds), count: left.count + bin.count };
        let right = &rights[at];
        let cost =
            half_area(&left.bounds) * left.count as f32 + half_area(&right.bounds) * right.count as f32;
        if cost < best.0 && left.count > 0 && right.count > 0 {
            best = (cost, at, left, *right);
        }
    }
    let (_, plane, left, right) = best;
    let middle = partition(set, |item| bin_of(item) < plane);
    debug_assert!(middle == left.count as usize && middle > 0 && middle < set.len());
    let middle = part.first + middle;
    (
        Part { first: part.first, end: middle, bounds: left.bounds },
        Part { first: middle, end: part.end, bounds: right.bounds },
    )
}

/// Moves what satisfies `left` to the front; tells how many do.
fn partition(items: &mut [Item], left: impl Fn(&Item) -> bool) -> usize {
    let mut middle = 0;
    for at in 0..items.len() {
        if left(&items[at]) {
            items.swap(middle, at);
            middle += 1;
        }
    }
    middle
}

/// Brings the half of a range with the lesser centres along its longest axis to the front of it.
fn halve(items: &mut [Item], first: usize, end: usize) -> Part {
    let set = &mut items[first..end];
    let axis = longest(&bounds_of(set));
    let middle = set.len().div_ceil(2).min(set.len().saturating_sub(1));
    set.select_nth_unstable_by(middle, |a, b| {
        a.key(axis).total_cmp(&b.key(axis)).then(a.primitive.cmp(&b.primitive))
    });
    Part { first, end, bounds: EMPTY_LOCAL }
}

/// Cuts a part in two at an index.
fn cut(items: &[Item], part: &Part, middle: usize) -> (Part, Part) {
    (
        Part { first: part.first, end: middle, bounds: bounds_of(&items[part.first..middle]) },
        Part { first: middle, end: part.end, bounds: bounds_of(&items[middle..part.end]) },
    )
}

fn bounds_of(items: &[Item]) -> LocalBox {
    items.iter().fold(EMPTY_LOCAL, |all, item| join(&all, &item.bounds))
}

#[inline(always)]
fn join(a: &LocalBox, b: &LocalBox) -> LocalBox {
    LocalBox {
        min: [0, 1, 2].map(|i| least(a.min[i], b.min[i])),
        max: [0, 1, 2].map(|i| greatest(a.max[i], b.max[i])),
    }
}

#[inline(always)]
fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(always)]
fn greatest(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

fn longest(b: &LocalBox) -> usize {
    let e = [0, 1, 2].map(|i| b.max[i] - b.min[i]);
    if e[0] >= e[1] && e[0] >= e[2] {
        0
    } else if e[1] >= e[2] {
        1
    } else {
        2
    }
}

/// Half the surface; zero for a box of no points.
#[inline(always)]
fn half_area(b: &LocalBox) -> f32 {
    let [x, y, z] = [0, 1, 2].map(|i| greatest(b.max[i] - b.min[i], 0.0));
    x * y + y * z + z * x
}
