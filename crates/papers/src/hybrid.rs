//! Trees of boxes over meshes that deform, refitted whole, as the thesis has it (5.2.5), or in part: the upper half of the
//! levels from below, the lower half from above where a query comes (Larsson and Akenine-Möller, after Real-Time Rendering
//! 17.6.3).

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::meshes::Mesh;
use solid_geometry::convex::{Triangle, TriangleTest, intersect_triangles};
use solid_geometry::math::Aabb;

struct Node {
    aabb: Aabb,
    /// Children, or the triangle of a leaf twice.
    children: [u32; 2],
    is_leaf: bool,
    /// The vertices of the whole subtree, among the lists; empty above the middle.
    vertices: Range<u32>,
    /// When the box was last fitted.
    fitted: u32,
}

/// A binary tree over a mesh, level by level: children come after their parents, lower levels after upper ones.
pub struct Tree {
    nodes: Vec<Node>,
    /// The nodes of the upper half of the levels, the middle one included.
    upper: usize,
    /// Those of them that have lists: of the middle level, and leaves above.
    lists: Vec<u32>,
    refits: u32,
    /// Boxes that were fitted so far.
    pub fitted: u64,
}

fn around(mesh: &Mesh, vertices: &[u32]) -> Aabb {
    vertices.iter().fold(Aabb::EMPTY, |all, v| {
        let p = mesh.points[*v as usize];
        Aabb { min: all.min.inf(&p), max: all.max.sup(&p) }
    })
}

impl Tree {
    /// The tree of a mesh as it is: cut at the middle of the longest axis.
    pub fn build(mesh: &Mesh) -> Tree {
        let mut triangles: Vec<u32> = (0..mesh.triangles.len() as u32).collect();
        let mut tree =
            Tree { nodes: Vec::new(), upper: 0, lists: Vec::new(), refits: 0, fitted: 0 };
        let mut ranges: Vec<Range<usize>> = std::iter::once(0..triangles.len()).collect();
        let mut levels = vec![0];
        tree.nodes.push(tree.node(mesh, &triangles));
        let mut at = 0;
        // Breadth first.
        while at < tree.nodes.len() {
            if ranges[at].len() > 1 {
                let part = &mut triangles[ranges[at].clone()];
                let split = ranges[at].start + partition(mesh, part, &tree.nodes[at].aabb);
                for (which, range) in
                    [ranges[at].start..split, split..ranges[at].end].into_iter().enumerate()
                {
                    tree.nodes[at].children[which] = tree.nodes.len() as u32;
                    tree.nodes[at].is_leaf = false;
                    tree.nodes.push(tree.node(mesh, &triangles[range.clone()]));
                    ranges.push(range);
                    levels.push(levels[at] + 1);
                }
            }
            at += 1;
        }
        let middle = levels.last().map_or(0, |last| last / 2);
        tree.upper = levels.iter().filter(|level| **level <= middle).count();
        for at in 0..tree.nodes.len() {
            if levels[at] >= middle || tree.nodes[at].is_leaf {
                let corners = |t: &u32| mesh.triangles[*t as usize];
                let mut list: Vec<u32> =
                    triangles[ranges[at].clone()].iter().flat_map(corners).collect();
                list.sort_unstable();
                list.dedup();
                let from = tree.lists.len() as u32;
                tree.lists.extend(list);
                tree.nodes[at].vertices = from..tree.lists.len() as u32;
            }
        }
        tree
    }

    fn node(&self, mesh: &Mesh, triangles: &[u32]) -> Node {
        let vertices: Vec<u32> =
            triangles.iter().flat_map(|t| mesh.triangles[*t as usize]).collect();
        Node {
            aabb: around(mesh, &vertices),
            children: [triangles[0]; 2],
            is_leaf: true,
            vertices: 0..0,
            fitted: 0,
        }
    }

    /// Fits all boxes, children first.
    pub fn refit(&mut self, mesh: &Mesh) {
        self.refits += 1;
        self.refit_first(self.nodes.len(), mesh);
    }

    /// Fits the boxes of the upper half of the levels, children first; the others when a query comes to them.
    pub fn refit_upper(&mut self, mesh: &Mesh) {
        self.refits += 1;
        self.refit_first(self.upper, mesh);
    }

    fn refit_first(&mut self, count: usize, mesh: &Mesh) {
        for at in (0..count).rev() {
            let node = &self.nodes[at];
            let is_below = |child: &u32| *child as usize >= count;
            let aabb = if node.is_leaf {
                around(mesh, &mesh.triangles[node.children[0] as usize])
            } else if node.children.iter().any(is_below) {
                around(mesh, &self.lists[node.vertices.start as usize..node.vertices.end as usize])
            } else {
                let [a, b] = node.children.map(|child| &self.nodes[child as usize].aabb);
                a.join(b)
            };
            (self.nodes[at].aabb, self.nodes[at].fitted) = (aabb, self.refits);
        }
        self.fitted += count as u64;
    }

    /// The box of a node, fitted to its vertices unless it is.
    fn fit(&mut self, at: u32, mesh: &Mesh) -> Aabb {
        let node = &mut self.nodes[at as usize];
        if node.fitted != self.refits {
            let list = &self.lists[node.vertices.start as usize..node.vertices.end as usize];
            (node.aabb, node.fitted) = (around(mesh, list), self.refits);
            self.fitted += 1;
        }
        node.aabb
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node: never.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The vertices in all lists, which a tree that is refitted whole does without.
    pub fn listed(&self) -> usize {
        self.lists.len()
    }

    /// Checks that all boxes that count as fitted are those of their vertices.
    pub fn validate(&self, mesh: &Mesh) {
        for node in self.nodes.iter().filter(|node| node.fitted == self.refits) {
            let list = &self.lists[node.vertices.start as usize..node.vertices.end as usize];
            let expected = match (node.is_leaf, list.is_empty()) {
                (false, true) => node.children.map(|c| self.nodes[c as usize].aabb),
                _ => [around(mesh, list); 2],
            };
            assert_eq!(node.aabb, expected[0].join(&expected[1]));
        }
    }
}

/// Divides triangles at the middle of the box's longest axis; returns how many are on the lower side.
fn partition(mesh: &Mesh, triangles: &mut [u32], aabb: &Aabb) -> usize {
    let axis = (aabb.max - aabb.min).imax();
    let middle = aabb.min[axis] + aabb.max[axis];
    let is_upper = |t: u32| {
        let along = mesh.corners(t).map(|p| p[axis]);
        let low = along[0].min(along[1]).min(along[2]);
        let high = along[0].max(along[1]).max(along[2]);
        low + high > middle
    };
    let mut first = 0;
    for i in 0..triangles.len() {
        if !is_upper(triangles[i]) {
            triangles.swap(first, i);
            first += 1;
        }
    }
    if first == 0 || first == triangles.len() { triangles.len() / 2 } else { first }
}

/// The number of pairs of triangles of two meshes that share a point; boxes that are not fitted get it on the way.
pub fn colliding_pairs(trees: [&mut Tree; 2], meshes: [&Mesh; 2]) -> usize {
    let [a, b] = trees;
    let mut count = 0;
    let mut stack = vec![(0u32, 0u32)];
    while let Some((i, j)) = stack.pop() {
        let (p, q) = (a.fit(i, meshes[0]), b.fit(j, meshes[1]));
        if (0..3).any(|k| p.min[k] > q.max[k] || q.min[k] > p.max[k]) {
            continue;
        }
        let (node, other) = (&a.nodes[i as usize], &b.nodes[j as usize]);
        let size = |aabb: &Aabb| (aabb.max - aabb.min).norm_squared();
        if node.is_leaf && other.is_leaf {
            let s = Triangle::new(meshes[0].corners(node.children[0]));
            let t = Triangle::new(meshes[1].corners(other.children[0]));
            count += usize::from(intersect_triangles(&s, &t, 1e-13) != TriangleTest::Apart);
        } else if other.is_leaf || (!node.is_leaf && size(&p) > size(&q)) {
            stack.extend(node.children.map(|child| (child, j)));
        } else {
            stack.extend(other.children.map(|child| (i, child)));
        }
    }
    count
}
