use super::*;
use crate::math::Aabb;
use solid_testing::Random;
use solid_testing::meshes::{Mesh, bumpy_ball, debris};

/// The tree over the triangles of a mesh.
pub(crate) fn tree_of(mesh: &Mesh) -> Tree {
    let corners = |t: &[u32; 3]| t.map(|v| mesh.vertices[v as usize]);
    Tree::build(&Vec::from_iter(mesh.triangles.iter().map(|t| Aabb::around(corners(t)))))
}

/// The corners of a triangle.
pub(crate) fn corners_of(mesh: &Mesh, i: u32) -> impl Iterator<Item = &Vec3> {
    mesh.triangles[i as usize].iter().map(|v| &mesh.vertices[*v as usize])
}

/// The primitives below a child.
pub(crate) fn below(tree: &Tree, child: Child) -> Vec<u32> {
    if child == Child::NONE {
        return Vec::new();
    }
    if child.is_leaf() {
        return child.primitives().range().collect();
    }
    tree.nodes[child.index()].children().into_iter().flat_map(|child| below(tree, child)).collect()
}

/// A mesh of some kind: a surface, one whose triangles are in a plane, one that is long and flat, triangles of all forms.
pub(crate) fn any_mesh(random: &mut Random) -> Mesh {
    let bumps = 0.1 * random.unit();
    let mut mesh = match random.below(3) {
        0 => debris(random, 40),
        _ => bumpy_ball(random, 8, 8, bumps),
    };
    let turn = random.rotation();
    let stretch = match random.below(3) {
        0 => Vec3::new(1.0, 1.0, 0.0),
        1 => Vec3::new(1.0, 1e-3, 30.0),
        _ => Vec3::repeat(1.0),
    };
    for v in &mut mesh.vertices {
        *v = turn * v.component_mul(&stretch) + Vec3::new(3.0, 0.0, 0.0);
    }
    mesh
}

#[test]
fn no_point_of_a_piece_is_farther_than_its_support() {
    let mut random = Random::new(61);
    for round in 0..60 {
        let mesh = any_mesh(&mut random);
        let tree = tree_of(&mesh);
        let slabs = Slabs::of(&tree, |i| corners_of(&mesh, i));
        for (at, node) in tree.nodes.iter().enumerate() {
            let pieces = Pieces::of_node(node, Some(slabs.of_node(at)));
            for _ in 0..4 {
                let along = random.vector();
                let reach = pieces.support(&Vec3x4::splat(&along)).to_array();
                for (lane, child) in node.children().into_iter().enumerate() {
                    for q in below(&tree, child).iter().flat_map(|i| corners_of(&mesh, *i)) {
                        let q = tree.frame().exact(q);
                        assert!(along.dot(&q) <= reach[lane] + 1e-14, "{round}");
                    }
                }
            }
        }
    }
}

/// The pieces of a smooth surface are thin along its normal, whatever its attitude: a quarter as thick from level to level.
#[test]
fn slabs_are_as_thin_as_the_surface_is_flat() {
    let mesh = bumpy_ball(&mut Random::new(62), 128, 128, 0.0);
    let tree = tree_of(&mesh);
    let slabs = Slabs::of(&tree, |i| corners_of(&mesh, i));
    for (at, node) in tree.nodes.iter().enumerate() {
        let pieces = Pieces::of_node(node, Some(slabs.of_node(at)));
        for lane in 0..4 {
            let outwards = pieces.center.lane(lane).normalize();
            let reach = |along: Vec3| pieces.support(&Vec3x4::splat(&along)).to_array()[lane];
            let (thickness, size) =
                (reach(outwards) + reach(-outwards), pieces.half.lane(lane).norm());
            if node.child(lane) != Child::NONE && size < 0.3 {
                assert!(thickness < 8.0 * size * size + 1e-6, "{thickness} of {size}");
            }
        }
    }
}

/// The memory of slabs is stated with that of a mesh.
#[test]
fn slabs_take_80_bytes_a_node() {
    let mesh = bumpy_ball(&mut Random::new(63), 100, 100, 0.1);
    let tree = tree_of(&mesh);
    let slabs = Slabs::of(&tree, |i| corners_of(&mesh, i));
    assert_eq!(size_of_val(&slabs.0[..]) * 7, tree.memory() * 5);
}
