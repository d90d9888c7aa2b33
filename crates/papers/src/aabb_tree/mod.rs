//! Binary trees of boxes over meshes (thesis 5.2.4, 5.2.5): where to cut, fitted again after a deformation, built again in part,
//! and blended with a morph (Real-Time Rendering, 17.6.3). To count with; the library's own trees are in `solid_geometry::bvh`.

pub mod morph;
pub mod query;

#[cfg(test)]
mod tests;

use crate::meshes::Mesh;
use solid_geometry::math::Aabb;
use std::ops::Range;

/// Where a set of triangles is cut across the longest axis of its box (thesis 5.2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// At the middle of the box.
    Middle,
    /// Into halves of equal size.
    Halves,
    /// Such that the larger part is at most twice the smaller, and their boxes overlap as little as may be along the axis.
    LeastOverlap,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    aabb: Aabb,
    /// Of its subtree, which takes `2 * leaves - 1` nodes from here on: first the node, then its children's subtrees.
    leaves: u32,
    /// Of a leaf.
    triangle: u32,
    /// The area of its children's boxes over that of its own, when it was built.
    built: f32,
}

/// A tree over a mesh, in depth-first order.
#[derive(Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    split: Split,
}

/// The middle of a triangle's projection on an axis, doubled.
fn middle(mesh: &Mesh, triangle: u32, axis: usize) -> f64 {
    reach(mesh, triangle, axis).iter().sum()
}

fn reach(mesh: &Mesh, triangle: u32, axis: usize) -> [f64; 2] {
    let [a, b, c] = mesh.corners(triangle).map(|p| p[axis]);
    [a.min(b).min(c), a.max(b).max(c)]
}

/// Half the area of a box.
pub(crate) fn half_area(aabb: &Aabb) -> f64 {
    let e = aabb.max - aabb.min;
    e.x * e.y + e.y * e.z + e.z * e.x
}

/// Orders a part so that its first members are to be one child; returns how many these are.
fn cut(mesh: &Mesh, part: &mut [u32], aabb: &Aabb, split: Split) -> usize {
    let axis = (aabb.max - aabb.min).imax();
    let count = part.len();
    match split {
        Split::Middle => {
            let at = aabb.min[axis] + aabb.max[axis];
            let mut first = 0;
            for i in 0..count {
                if middle(mesh, part[i], axis) <= at {
                    part.swap(first, i);
                    first += 1;
                }
            }
            // All on one side: halves, wherever they lie.
            if first == 0 || first == count { count / 2 } else { first }
        }
        Split::Halves => {
            part.sort_by(|s, t| middle(mesh, *s, axis).total_cmp(&middle(mesh, *t, axis)));
            count / 2
        }
        Split::LeastOverlap => {
            part.sort_by(|s, t| middle(mesh, *s, axis).total_cmp(&middle(mesh, *t, axis)));
            // Where the members from each on begin.
            let mut begins = vec![f64::INFINITY; count + 1];
            for i in (0..count).rev() {
                begins[i] = begins[i + 1].min(reach(mesh, part[i], axis)[0]);
            }
            let mut ends = f64::NEG_INFINITY;
            let mut best = (f64::INFINITY, 0);
            for (i, begin) in begins.iter().enumerate().take(count).skip(1) {
                ends = ends.max(reach(mesh, part[i - 1], axis)[1]);
                let is_balanced = i.max(count - i) <= 2 * i.min(count - i);
                let overlap = ends - begin;
                if (is_balanced || count < 3) && overlap < best.0 {
                    best = (overlap, i);
                }
            }
            if best.1 == 0 { count / 2 } else { best.1 }
        }
    }
}

impl Tree {
    /// A tree of a mesh as it is.
    pub fn build(mesh: &Mesh, split: Split) -> Tree {
        let count = mesh.triangles.len();
        let empty = Node { aabb: Aabb::EMPTY, leaves: 0, triangle: 0, built: 0.0 };
        let mut tree = Tree { nodes: vec![empty; 2 * count - 1], split };
        let mut all: Vec<u32> = (0..count as u32).collect();
        tree.fill(mesh, &mut all, 0);
        tree
    }

    /// Builds the subtree of some triangles from a node on.
    fn fill(&mut self, mesh: &Mesh, triangles: &mut [u32], root: usize) {
        let mut open = vec![(0..triangles.len(), root)];
        while let Some((range, at)) = open.pop() {
            let part = &mut triangles[range.clone()];
            let corners = part.iter().flat_map(|t| mesh.corners(*t));
            let aabb = Aabb::around(corners);
            let leaves = part.len() as u32;
            self.nodes[at] = Node { aabb, leaves, triangle: part[0], built: 0.0 };
            if leaves > 1 {
                let first = cut(mesh, part, &aabb, self.split);
                open.push((range.start + first..range.end, at + 2 * first));
                open.push((range.start..range.start + first, at + 1));
            }
        }
        for at in root..root + 2 * triangles.len() - 1 {
            self.nodes[at].built = self.overlap(at) as f32;
        }
    }

    /// The children of a node that is no leaf.
    fn children(&self, at: usize) -> [usize; 2] {
        [at + 1, at + 2 * self.nodes[at + 1].leaves as usize]
    }

    /// The area of the children's boxes over that of the node's own: 1 of halves that are apart, 2 of boxes as large as it.
    fn overlap(&self, at: usize) -> f64 {
        if self.nodes[at].leaves == 1 {
            return 0.0;
        }
        let sum: f64 = self.children(at).iter().map(|c| half_area(&self.nodes[*c].aabb)).sum();
        let own = half_area(&self.nodes[at].aabb);
        if own > 0.0 { sum / own } else { 0.0 }
    }

    /// Fits all boxes to the mesh as it is now, children first (thesis 5.2.5).
    pub fn refit(&mut self, mesh: &Mesh) {
        for at in (0..self.nodes.len()).rev() {
            self.nodes[at].aabb = if self.nodes[at].leaves == 1 {
                Aabb::around(mesh.corners(self.nodes[at].triangle))
            } else {
                let [a, b] = self.children(at).map(|child| &self.nodes[child].aabb);
                a.join(b)
            };
        }
    }

    /// After a refit: builds the subtrees again whose children have come to overlap by `limit` more than when they were built, in
    /// units of the area of their node, the highest of each path. Returns how many triangles these have.
    pub fn rebuild_worn(&mut self, mesh: &Mesh, limit: f64) -> usize {
        let (mut at, mut rebuilt) = (0, 0);
        while at < self.nodes.len() {
            let Node { leaves, built, .. } = self.nodes[at];
            // Of few triangles there is little to gain.
            if leaves > 2 && self.overlap(at) > f64::from(built) + limit {
                let range = self.subtree(at);
                let mut triangles: Vec<u32> = self.nodes[range.clone()]
                    .iter()
                    .filter(|node| node.leaves == 1)
                    .map(|node| node.triangle)
                    .collect();
                self.fill(mesh, &mut triangles, at);
                rebuilt += triangles.len();
                at = range.end;
            } else {
                at += 1;
            }
        }
        rebuilt
    }

    fn subtree(&self, at: usize) -> Range<usize> {
        at..at + 2 * self.nodes[at].leaves as usize - 1
    }

    /// The levels of all leaves: the mean, and the largest.
    pub fn depth(&self) -> (f64, usize) {
        let (mut sum, mut most) = (0, 0);
        let mut open = vec![(0, 0)];
        while let Some((at, level)) = open.pop() {
            if self.nodes[at].leaves == 1 {
                sum += level;
                most = most.max(level);
            } else {
                open.extend(self.children(at).map(|child| (child, level + 1)));
            }
        }
        (sum as f64 / f64::from(self.nodes[0].leaves), most)
    }

    /// The sum of the areas of all boxes, of the upper levels and of the others.
    pub fn areas(&self, upper: usize) -> [f64; 2] {
        let mut sums = [0.0; 2];
        let mut open = vec![(0, 0)];
        while let Some((at, level)) = open.pop() {
            sums[usize::from(level >= upper)] += 2.0 * half_area(&self.nodes[at].aabb);
            if self.nodes[at].leaves > 1 {
                open.extend(self.children(at).map(|child| (child, level + 1)));
            }
        }
        sums
    }

    /// Checks that the tree holds every triangle once, and that each box is that of its triangle or its children. Panics
    /// otherwise.
    pub fn validate(&self, mesh: &Mesh) {
        let mut seen = vec![false; mesh.triangles.len()];
        assert_eq!(self.nodes.len(), 2 * seen.len() - 1);
        for (at, node) in self.nodes.iter().enumerate() {
            if node.leaves == 1 {
                assert!(!std::mem::replace(&mut seen[node.triangle as usize], true));
                assert_eq!(node.aabb, Aabb::around(mesh.corners(node.triangle)));
            } else {
                let [a, b] = self.children(at).map(|child| &self.nodes[child]);
                assert_eq!(a.leaves + b.leaves, node.leaves);
                assert_eq!(node.aabb, a.aabb.join(&b.aabb));
            }
        }
        assert!(seen.iter().all(|seen| *seen));
    }
}
