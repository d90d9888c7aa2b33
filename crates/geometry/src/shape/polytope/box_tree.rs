//! A bounding box tree over the vertices, searched by branch and bound where hill climbing would be slow: where a vertex has
//! very many neighbours (the apex of a cone), and where very many vertices are equally far up to rounding (the cap of a
//! cylinder). Rounding is monotone, hence the computed value of a box's farthest corner bounds the computed values of its
//! vertices, and the search finds the same vertex as a scan.

use super::Query;
use crate::math::{Aabb, Vec3};
use crate::sorting::select_numbers;

/// The largest number of vertices in a leaf.
const LEAF: usize = 8;

/// A bound on the depth: the tree is balanced, over fewer than 2^32 vertices in full leaves.
const DEPTH: usize = 32;

/// A box around consecutive vertices. An inner node's first child is the next node.
#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Aabb,
    /// The first vertex.
    start: u32,
    /// The number of vertices of a leaf; 0 for an inner node.
    count: u32,
    /// The second child of an inner node.
    second: u32,
}

/// The tree. The vertices are numbered in its order.
#[derive(Clone, Debug)]
pub(super) struct BoxTree {
    nodes: Box<[Node]>,
}

impl BoxTree {
    /// A tree over at least one point, and the order of the points in it.
    pub(super) fn new(points: &[Vec3]) -> (BoxTree, Vec<u32>) {
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        let mut nodes: Vec<Node> = Vec::new();
        // Ranges without nodes yet, with the node whose second child they are.
        let mut pending = vec![(0, points.len(), None)];
        while let Some((start, end, parent)) = pending.pop() {
            let range = &mut order[start..end];
            let bounds = Aabb::around(range.iter().map(|&i| &points[i as usize]));
            let node = nodes.len() as u32;
            if let Some(parent) = parent {
                let parent: &mut Node = &mut nodes[parent as usize];
                parent.second = node;
            }
            let count = if range.len() <= LEAF { range.len() as u32 } else { 0 };
            if count > 0 {
                range.sort_unstable();
            }
            nodes.push(Node { bounds, start: start as u32, count, second: 0 });
            if count == 0 {
                let axis = bounds.half_extents().iamax();
                // All leaves but one are full.
                let middle = (range.len() / 2).next_multiple_of(LEAF);
                let key = |i: u32| points[i as usize][axis];
                select_numbers(range, middle, &|i, j| key(i).total_cmp(&key(j)).then(i.cmp(&j)));
                pending.push((start + middle, end, Some(node)));
                pending.push((start, start + middle, None));
            }
        }
        (BoxTree { nodes: nodes.into() }, order)
    }

    /// The first vertex of the largest value, and that value, given any vertex and its value.
    pub(super) fn search(&self, query: &Query, points: &[Vec3], known: (u32, f64)) -> (u32, f64) {
        let (mut best, mut top) = known;
        let mut stack = [(0, f64::INFINITY); DEPTH];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let (mut at, mut bound) = stack[height];
            // Down to a leaf, always to the more promising child.
            loop {
                let node = &self.nodes[at as usize];
                if bound < top || (bound == top && node.start >= best) {
                    break;
                }
                if node.count > 0 {
                    let vertices = node.start..node.start + node.count;
                    for (vertex, p) in
                        vertices.clone().zip(&points[node.start as usize..vertices.end as usize])
                    {
                        let value = query.value(p.x, p.y, p.z);
                        if value > top || (value == top && vertex < best) {
                            (best, top) = (vertex, value);
                        }
                    }
                    break;
                }
                let (first, second) = (at + 1, node.second);
                let bounds = (self.bound(query, first), self.bound(query, second));
                // The first of equals: its vertices have lower numbers.
                let other;
                ((at, bound), other) = if bounds.0 >= bounds.1 {
                    ((first, bounds.0), (second, bounds.1))
                } else {
                    ((second, bounds.1), (first, bounds.0))
                };
                stack[height] = other;
                height += 1;
            }
        }
        (best, top)
    }

    /// The value of the box's farthest corner.
    #[inline]
    fn bound(&self, query: &Query, node: u32) -> f64 {
        let Aabb { min, max } = &self.nodes[node as usize].bounds;
        let d = &query.direction;
        let corner = |axis: usize| if d[axis] > 0.0 { max[axis] } else { min[axis] };
        query.value(corner(0), corner(1), corner(2))
    }
}
