//! Zachmann's Boxtree, as the slides describe it: a tree of boxes whose nodes store the inner faces of their children.
//!
//! The triangles of a node are divided along the longest axis of its box. Of each child's faces only the one towards the
//! other child differs much from the parent's: it alone is stored, the other five are inherited. So a node takes two
//! coordinates instead of twelve, and where a walk goes from a box to its child only the axes on which the child differs
//! have to be tested again: one of its own and the three of the other body.

use crate::meshes::Mesh;
use solid_geometry::convex::{Triangle, TriangleTest, intersect_triangles};
use solid_geometry::math::{Mat3, Placement, Vec3};

#[cfg(test)]
mod tests;

/// In a child's number: it is a triangle, and not a node.
const LEAF: u32 = 1 << 31;

/// Two children.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The upper face of the first and the lower face of the second child, rounded outwards.
    faces: [f32; 2],
    /// Nodes, or triangles with [`LEAF`].
    children: [u32; 2],
    /// Along which the children are divided.
    axis: u8,
}

/// A box along a mesh's axes.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: Vec3,
    high: Vec3,
}

impl Bounds {
    fn center(&self) -> Vec3 {
        (self.low + self.high) / 2.0
    }

    fn half(&self) -> Vec3 {
        (self.high - self.low) / 2.0
    }
}

/// A tree over a mesh of two triangles at least.
pub struct Boxtree {
    nodes: Vec<Node>,
    root: Bounds,
}

/// Tests of one query.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Pairs of boxes.
    pub boxes: u64,
    /// Axes on which boxes were projected.
    pub axes: u64,
    /// Pairs of triangles.
    pub triangles: u64,
}

fn below(x: f64) -> f32 {
    let rounded = x as f32;
    if f64::from(rounded) > x { rounded.next_down() } else { rounded }
}

fn above(x: f64) -> f32 {
    -below(-x)
}

impl Boxtree {
    /// Divides triangles at the middle of the longest axis of the box that they inherit. To divide the box around them
    /// instead leaves the inherited ones wide across: queries of the torus then test six times as many pairs of boxes.
    pub fn build(mesh: &Mesh) -> Boxtree {
        let first = mesh.points[mesh.triangles[0][0] as usize];
        let (low, high) = (0..mesh.triangles.len() as u32)
            .flat_map(|t| mesh.corners(t))
            .fold((first, first), |(low, high), p| (low.inf(&p), high.sup(&p)));
        let root = Bounds { low, high };
        let mut tree = Boxtree { nodes: Vec::with_capacity(mesh.triangles.len()), root };
        let mut all: Vec<u32> = (0..mesh.triangles.len() as u32).collect();
        tree.divide(mesh, &mut all, root);
        tree
    }

    /// The number of the node, or of the only triangle.
    fn divide(&mut self, mesh: &Mesh, part: &mut [u32], bounds: Bounds) -> u32 {
        if let [triangle] = *part {
            return triangle | LEAF;
        }
        let axis = bounds.half().imax();
        let middle = bounds.center()[axis];
        let reach = |t: u32| {
            let [a, b, c] = mesh.corners(t).map(|p| p[axis]);
            [a.min(b).min(c), a.max(b).max(c)]
        };
        let mut split = 0;
        for i in 0..part.len() {
            let [low, high] = reach(part[i]);
            if low + high <= 2.0 * middle {
                part.swap(split, i);
                split += 1;
            }
        }
        // All on one side, since the box is larger than it has to be.
        if split == 0 || split == part.len() {
            split = part.len() / 2;
            part.select_nth_unstable_by(split, |&s, &t| {
                let [s, t] = [s, t].map(|t| reach(t).iter().sum::<f64>());
                s.total_cmp(&t)
            });
        }
        let (first, second) = part.split_at_mut(split);
        let most = first.iter().map(|&t| reach(t)[1]).fold(f64::NEG_INFINITY, f64::max);
        let least = second.iter().map(|&t| reach(t)[0]).fold(f64::INFINITY, f64::min);
        let node = Node { faces: [above(most), below(least)], children: [0; 2], axis: axis as u8 };
        let number = self.nodes.len();
        self.nodes.push(node);
        for (i, part) in [first, second].into_iter().enumerate() {
            let child = self.divide(mesh, part, child_bounds(&bounds, &node, i));
            self.nodes[number].children[i] = child;
        }
        number as u32
    }

    /// The memory held, in bytes.
    pub fn memory(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + size_of::<Bounds>()
    }

    /// Calls `look` with each triangle and the box it inherits.
    fn for_leaves(&self, mut look: impl FnMut(u32, &Bounds)) {
        let mut stack = vec![(0, self.root)];
        while let Some((number, bounds)) = stack.pop() {
            if number & LEAF != 0 {
                look(number & !LEAF, &bounds);
            } else {
                let node = &self.nodes[number as usize];
                stack.extend([0, 1].map(|i| (node.children[i], child_bounds(&bounds, node, i))));
            }
        }
    }

    /// By how many times the boxes that triangles inherit are larger in area than the boxes around the triangles: the sum of
    /// the ones over that of the others.
    pub fn looseness(&self, mesh: &Mesh) -> f64 {
        let area =
            |extents: Vec3| extents.x * extents.y + extents.y * extents.z + extents.z * extents.x;
        let (mut inherited, mut least) = (0.0, 0.0);
        self.for_leaves(|triangle, bounds| {
            let [a, b, c] = mesh.corners(triangle);
            inherited += area(bounds.high - bounds.low);
            least += area(a.sup(&b).sup(&c) - a.inf(&b).inf(&c));
        });
        inherited / least
    }

    /// Checks that every triangle is in the box it inherits, and there once; for tests. Panics otherwise.
    pub fn validate(&self, mesh: &Mesh) {
        let mut seen = vec![false; mesh.triangles.len()];
        self.for_leaves(|triangle, bounds| {
            assert!(!std::mem::replace(&mut seen[triangle as usize], true));
            for p in mesh.corners(triangle) {
                assert!(bounds.low.inf(&p) == bounds.low && bounds.high.sup(&p) == bounds.high);
            }
        });
        assert!(seen.iter().all(|seen| *seen));
    }
}

fn child_bounds(bounds: &Bounds, node: &Node, child: usize) -> Bounds {
    let mut bounds = *bounds;
    let (axis, face) = (node.axis as usize, f64::from(node.faces[child]));
    // What is inherited may be tighter than what was rounded outwards.
    match child {
        0 => bounds.high[axis] = face.min(bounds.high[axis]),
        _ => bounds.low[axis] = face.max(bounds.low[axis]),
    }
    bounds
}

/// The second mesh's axes and origin in the coordinates of the first.
struct Turn {
    basis: Mat3,
    size: Mat3,
    offset: Vec3,
}

impl Turn {
    /// Whether two boxes are apart along one of the axes asked for: 0 to 2 of the first, 3 to 5 of the second.
    fn apart(&self, [a, b]: [&Bounds; 2], axes: &[usize], counts: &mut Counts) -> bool {
        counts.boxes += 1;
        let (p, q) = (a.half(), b.half());
        let between = self.basis * b.center() + self.offset - a.center();
        axes.iter().any(|&axis| {
            counts.axes += 1;
            if axis < 3 {
                between[axis].abs() > p[axis] + self.size.row(axis).transpose().dot(&q)
            } else {
                let i = axis - 3;
                self.basis.column(i).dot(&between).abs() > q[i] + self.size.column(i).dot(&p)
            }
        })
    }
}

const ALL: [usize; 6] = [0, 1, 2, 3, 4, 5];

/// The axes that a child can be apart on whose parent was not: its own that it is divided along, and the other body's.
const OF_CHILD: [[[usize; 4]; 3]; 2] =
    [[[0, 3, 4, 5], [1, 3, 4, 5], [2, 3, 4, 5]], [[3, 0, 1, 2], [4, 0, 1, 2], [5, 0, 1, 2]]];

/// Whether two placed meshes share a point, found by their trees, the larger box first. `reduced` tests the four axes that
/// a child can be apart on, and not all six of both boxes' faces.
pub fn meshes_meet(
    trees: [&Boxtree; 2],
    meshes: [&Mesh; 2],
    [a, b]: [&Placement; 2],
    reduced: bool,
    counts: &mut Counts,
) -> bool {
    let basis = a.basis.tr_mul(&b.basis);
    let offset = a.basis.tr_mul(&(b.origin - a.origin));
    let turn = Turn { size: basis.abs(), basis, offset };
    let roots = [trees[0].root, trees[1].root];
    if turn.apart([&roots[0], &roots[1]], &ALL, counts) {
        return false;
    }
    let volume = |bounds: &Bounds| bounds.half().product();
    // Pairs of boxes that are not apart.
    let mut stack = vec![([0, 0], roots)];
    while let Some((numbers, bounds)) = stack.pop() {
        let is_leaf = numbers.map(|number| number & LEAF != 0);
        if is_leaf == [true; 2] {
            counts.triangles += 1;
            let [s, t] = numbers.map(|number| number & !LEAF);
            let s = Triangle::new(meshes[0].corners(s));
            let t = Triangle::new(meshes[1].corners(t).map(|c| turn.basis * c + turn.offset));
            if intersect_triangles(&s, &t, 1e-13) != TriangleTest::Apart {
                return true;
            }
            continue;
        }
        let which = match is_leaf {
            [true, _] => 1,
            [_, true] => 0,
            _ => usize::from(volume(&bounds[1]) >= volume(&bounds[0])),
        };
        let node = &trees[which].nodes[numbers[which] as usize];
        let axes: &[usize] = if reduced { &OF_CHILD[which][node.axis as usize] } else { &ALL };
        for child in [0, 1] {
            let (mut next, mut boxes) = (numbers, bounds);
            next[which] = node.children[child];
            boxes[which] = child_bounds(&bounds[which], node, child);
            if !turn.apart([&boxes[0], &boxes[1]], axes, counts) {
                stack.push((next, boxes));
            }
        }
    }
    false
}
