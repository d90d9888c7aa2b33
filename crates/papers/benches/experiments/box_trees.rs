//! Trees of boxes as the thesis compares them (5.2.4): AABBs and OBBs, binary, split in the middle of the longest axis.
//! Plain ones, to count with; the library's own trees are in `solid_geometry::bvh`.

use solid_geometry::convex::{Triangle, TriangleTest, intersect_triangles};
use solid_geometry::math::{Mat3, Placement, Vec3};
use solid_papers::meshes::Mesh;

/// How the boxes lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boxes {
    /// Along the mesh's axes.
    Aligned,
    /// Along the principal axes of the triangles in them.
    Oriented,
}

/// Which axes the overlap test tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// All fifteen.
    All,
    /// The six normals of faces: SAT lite.
    Faces,
}

struct Node {
    /// Columns are the box' axes.
    basis: Mat3,
    center: Vec3,
    half: Vec3,
    /// Children, or the triangle of a leaf twice.
    children: [u32; 2],
    leaf: bool,
}

impl Node {
    fn size(&self) -> f64 {
        self.half.x * self.half.y * self.half.z
    }
}

/// A tree over a mesh; the root is the first node, and children come after their parents.
pub struct BoxTree {
    nodes: Vec<Node>,
    boxes: Boxes,
}

/// Tests of one query.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub boxes: u64,
    pub triangles: u64,
    /// Of the pairs of disjoint boxes, on which axis that was found.
    pub axes: [u64; 15],
}

/// The principal axes of the points, by Jacobi's method in the linear algebra crate.
fn principal_axes(points: &[Vec3]) -> Mat3 {
    let mean = points.iter().sum::<Vec3>() / points.len() as f64;
    let mut moments = Mat3::zeros();
    for p in points {
        moments += (p - mean) * (p - mean).transpose();
    }
    let mut axes = moments.symmetric_eigen().eigenvectors;
    if axes.determinant() < 0.0 {
        axes.column_mut(2).neg_mut();
    }
    axes
}

impl BoxTree {
    pub fn build(mesh: &Mesh, boxes: Boxes) -> BoxTree {
        let mut tree = BoxTree { nodes: Vec::with_capacity(2 * mesh.triangles.len()), boxes };
        let mut all: Vec<u32> = (0..mesh.triangles.len() as u32).collect();
        // Ranges whose boxes are to be made, with the parent's place for their number.
        let mut open = vec![(0, all.len(), None)];
        while let Some((from, to, parent)) = open.pop() {
            let number = tree.nodes.len() as u32;
            if let Some((above, which)) = parent {
                let above: &mut Node = &mut tree.nodes[above as usize];
                above.children[which] = number;
            }
            let node = fit(mesh, &all[from..to], boxes);
            let axis: Vec3 = node.basis.column(node.half.imax()).into();
            let middle = axis.dot(&node.center);
            tree.nodes.push(node);
            if to - from > 1 {
                // By the midpoint of the triangle's projection on the longest axis.
                let positive = |t: u32| {
                    let along = mesh.corners(t).map(|p| axis.dot(&p));
                    let low = along[0].min(along[1]).min(along[2]);
                    let high = along[0].max(along[1]).max(along[2]);
                    low + high > 2.0 * middle
                };
                let part = &mut all[from..to];
                let mut first = 0;
                for i in 0..part.len() {
                    if !positive(part[i]) {
                        part.swap(first, i);
                        first += 1;
                    }
                }
                let split = if first == 0 || first == part.len() { part.len() / 2 } else { first };
                open.push((from + split, to, Some((number, 1))));
                open.push((from, from + split, Some((number, 0))));
            }
        }
        tree
    }

    /// Fits the boxes of an AABB tree to the mesh as it is now, children first.
    pub fn refit(&mut self, mesh: &Mesh) {
        for i in (0..self.nodes.len()).rev() {
            let [low, high] = if self.nodes[i].leaf {
                let [a, b, c] = mesh.corners(self.nodes[i].children[0]);
                [a.inf(&b).inf(&c), a.sup(&b).sup(&c)]
            } else {
                let [a, b] = self.nodes[i].children.map(|child| &self.nodes[child as usize]);
                [
                    (a.center - a.half).inf(&(b.center - b.half)),
                    (a.center + a.half).sup(&(b.center + b.half)),
                ]
            };
            self.nodes[i].center = (low + high) / 2.0;
            self.nodes[i].half = (high - low) / 2.0;
        }
    }

    /// Checks that each box of an AABB tree is that of its triangle, or that of its children. Panics where one is not.
    pub fn validate(&self, mesh: &Mesh) {
        let ends = |node: &Node| [node.center - node.half, node.center + node.half];
        for node in &self.nodes {
            let [low, high] = if node.leaf {
                let [a, b, c] = mesh.corners(node.children[0]);
                [a.inf(&b).inf(&c), a.sup(&b).sup(&c)]
            } else {
                let [[a, b], [c, d]] = node.children.map(|child| ends(&self.nodes[child as usize]));
                [a.inf(&c), b.sup(&d)]
            };
            let [from, to] = ends(node);
            assert!((from - low).amax().max((to - high).amax()) < 1e-12);
        }
    }

    /// Storage in scalars: of AABBs 6, of OBBs 15, a box.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}

fn fit(mesh: &Mesh, triangles: &[u32], boxes: Boxes) -> Node {
    let points = || triangles.iter().flat_map(|&t| mesh.corners(t));
    let basis = match boxes {
        Boxes::Oriented => principal_axes(&points().collect::<Vec<Vec3>>()),
        Boxes::Aligned => Mat3::identity(),
    };
    let none = (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY));
    let (low, high) = points().fold(none, |(low, high), p| {
        let p = if boxes == Boxes::Oriented { basis.tr_mul(&p) } else { p };
        (low.inf(&p), high.sup(&p))
    });
    let leaf = triangles.len() == 1;
    let center = basis * ((low + high) / 2.0);
    Node { basis, center, half: (high - low) / 2.0, children: [triangles[0]; 2], leaf }
}

/// The axis on which two boxes are found to be apart, if they are: Gottschalk's test. `turn` takes directions of the
/// second box to those of the first, `size` are its magnitudes, `offset` is from the first centre to the second, along the
/// first box' axes.
#[inline]
fn separating_axis(
    a: &Vec3,
    b: &Vec3,
    turn: &Mat3,
    size: &Mat3,
    offset: &Vec3,
    axes: Axes,
) -> Option<usize> {
    for i in 0..3 {
        let reach = a[i] + size[(i, 0)] * b.x + size[(i, 1)] * b.y + size[(i, 2)] * b.z;
        if offset[i].abs() > reach {
            return Some(i);
        }
    }
    for i in 0..3 {
        let reach = b[i] + size[(0, i)] * a.x + size[(1, i)] * a.y + size[(2, i)] * a.z;
        let along = turn[(0, i)] * offset.x + turn[(1, i)] * offset.y + turn[(2, i)] * offset.z;
        if along.abs() > reach {
            return Some(3 + i);
        }
    }
    if axes == Axes::Faces {
        return None;
    }
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        for m in 0..3 {
            let (n, p) = ((m + 1) % 3, (m + 2) % 3);
            let reach_a = a[j] * size[(k, m)] + a[k] * size[(j, m)];
            let reach_b = b[n] * size[(i, p)] + b[p] * size[(i, n)];
            let along = offset[k] * turn[(j, m)] - offset[j] * turn[(k, m)];
            if along.abs() > reach_a + reach_b {
                return Some(6 + 3 * i + m);
            }
        }
    }
    None
}

/// Whether two placed meshes share a point, found by their trees, the larger box first.
pub fn meshes_meet(
    trees: [&BoxTree; 2],
    meshes: [&Mesh; 2],
    placements: [&Placement; 2],
    axes: Axes,
    counts: &mut Counts,
) -> bool {
    let [a, b] = placements;
    // From the second mesh's coordinates to the first's.
    let turn = a.basis.tr_mul(&b.basis);
    let offset = a.basis.tr_mul(&(b.origin - a.origin));
    let size = turn.abs();
    let oriented = trees[0].boxes == Boxes::Oriented;
    let mut stack = vec![(0u32, 0u32)];
    while let Some((i, j)) = stack.pop() {
        let (p, q) = (&trees[0].nodes[i as usize], &trees[1].nodes[j as usize]);
        counts.boxes += 1;
        let between = turn * q.center + offset - p.center;
        let apart = if oriented {
            let turn = p.basis.tr_mul(&(turn * q.basis));
            separating_axis(&p.half, &q.half, &turn, &turn.abs(), &p.basis.tr_mul(&between), axes)
        } else {
            separating_axis(&p.half, &q.half, &turn, &size, &between, axes)
        };
        if let Some(axis) = apart {
            counts.axes[axis] += 1;
        } else if p.leaf && q.leaf {
            counts.triangles += 1;
            let s = Triangle::new(meshes[0].corners(p.children[0]));
            let t = Triangle::new(meshes[1].corners(q.children[0]).map(|c| turn * c + offset));
            // What rounding hides happens in random placements once in a billion: it counts as meeting.
            if intersect_triangles(&s, &t, 1e-13) != TriangleTest::Apart {
                return true;
            }
        } else if q.leaf || (!p.leaf && p.size() > q.size()) {
            stack.extend(p.children.map(|child| (child, j)));
        } else {
            stack.extend(q.children.map(|child| (i, child)));
        }
    }
    false
}
