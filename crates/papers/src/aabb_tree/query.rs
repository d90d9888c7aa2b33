//! Which triangles of two placed meshes meet, by their trees: the larger box is opened first, boxes are tested along their six
//! face
//! axes (thesis 5.2.3, 5.2.4).

use super::{Tree, half_area};
use crate::meshes::Mesh;
use solid_geometry::convex::{Triangle, TriangleTest, intersect_triangles};
use solid_geometry::math::{Aabb, Mat3, Placement, Vec3};

/// Tests of one query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pairs of boxes.
    pub boxes: u64,
    /// Pairs of triangles.
    pub triangles: u64,
}

/// A tree whose boxes may be made when they are first looked at.
pub trait Boxes {
    /// The tree.
    fn tree(&self) -> &Tree;
    /// The box of a node.
    fn aabb(&mut self, at: usize) -> Aabb;
}

impl Boxes for &Tree {
    fn tree(&self) -> &Tree {
        self
    }
    fn aabb(&mut self, at: usize) -> Aabb {
        self.nodes[at].aabb
    }
}

/// The second mesh's coordinates in those of the first.
struct Turn {
    basis: Mat3,
    size: Mat3,
    offset: Vec3,
}

impl Turn {
    fn are_apart(&self, a: &Aabb, b: &Aabb) -> bool {
        let (p, q) = (a.half_extents(), b.half_extents());
        let between = self.basis * b.center() + self.offset - a.center();
        let of_first = |i: usize| {
            let row = self.size.row(i);
            between[i].abs() > p[i] + row[0] * q.x + row[1] * q.y + row[2] * q.z
        };
        let of_second = |i: usize| {
            let along = self.basis.column(i).dot(&between).abs();
            along > q[i] + self.size.column(i).dot(&p)
        };
        (0..3).any(of_first) || (0..3).any(of_second)
    }
}

/// Reports the pairs of triangles that share a point, until `report` returns true.
pub fn colliding<A: Boxes, B: Boxes>(
    trees: (&mut A, &mut B),
    meshes: [&Mesh; 2],
    [a, b]: [&Placement; 2],
    counts: &mut Counts,
    report: &mut impl FnMut(u32, u32) -> bool,
) {
    let basis = a.basis.tr_mul(&b.basis);
    let turn = Turn { basis, size: basis.abs(), offset: a.basis.tr_mul(&(b.origin - a.origin)) };
    let mut stack = vec![(0, 0)];
    while let Some((i, j)) = stack.pop() {
        counts.boxes += 1;
        let (p, q) = (trees.0.aabb(i), trees.1.aabb(j));
        if turn.are_apart(&p, &q) {
            continue;
        }
        let (first, second) = (trees.0.tree(), trees.1.tree());
        let (node, other) = (&first.nodes[i], &second.nodes[j]);
        if node.leaves == 1 && other.leaves == 1 {
            counts.triangles += 1;
            let s = Triangle::new(meshes[0].corners(node.triangle));
            let corners = meshes[1].corners(other.triangle);
            let t = Triangle::new(corners.map(|c| turn.basis * c + turn.offset));
            let meet = intersect_triangles(&s, &t, 1e-13) != TriangleTest::Apart;
            if meet && report(node.triangle, other.triangle) {
                return;
            }
        } else if other.leaves == 1 || (node.leaves > 1 && half_area(&p) > half_area(&q)) {
            stack.extend(first.children(i).map(|child| (child, j)));
        } else {
            stack.extend(second.children(j).map(|child| (i, child)));
        }
    }
}

/// Whether two placed meshes share a point.
pub fn meet(
    [mut a, mut b]: [&Tree; 2],
    meshes: [&Mesh; 2],
    placements: [&Placement; 2],
    counts: &mut Counts,
) -> bool {
    let mut found = false;
    colliding((&mut a, &mut b), meshes, placements, counts, &mut |_, _| {
        found = true;
        true
    });
    found
}
