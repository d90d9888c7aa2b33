//! Bytes that no build has written, however right they look.

use super::*;
use crate::bvh::corners::Corners;

/// A box that all nodes and primitives have here.
const AROUND: Aabb = Aabb { min: Vec3::new(-1.0, -1.0, -1.0), max: Vec3::new(1.0, 1.0, 1.0) };

/// Whether nodes over so many primitives are loaded.
fn loads(nodes: Vec<Node>, len: usize) -> bool {
    let mut bytes = Writer::default();
    bytes.list(&nodes);
    Tree::load(&mut Reader::new(&bytes.0), AROUND, len, |_, _| true).is_some()
}

/// A node of these children, each in the same box.
fn node(local: &LocalBox, children: [Child; 4]) -> Node {
    let of = |child| if child == Child::NONE { EMPTY_LOCAL } else { *local };
    Node::new(&children.map(|child| Corners::filled(&of(child), 0.0, 0.0)), children)
}

/// A chain: each node has the next one, and three primitives.
fn chain(levels: usize) -> (Vec<Node>, usize) {
    let local = Frame::around(&AROUND).enclose(&AROUND);
    let leaf = |i: usize| Child::leaf(i as u32, false);
    let mut nodes = vec![node(&local, [Child::node(1), Child::NONE, Child::NONE, Child::NONE])];
    for level in 0..levels {
        let first = 3 * level;
        let next = if level + 1 < levels { Child::node(level + 2) } else { leaf(3 * levels) };
        nodes.push(node(&local, [next, leaf(first), leaf(first + 1), leaf(first + 2)]));
    }
    (nodes, 3 * levels + 1)
}

/// The walks have stacks for the deepest tree that is built.
#[test]
fn deep_trees_are_refused() {
    let (nodes, len) = chain(5);
    assert!(loads(nodes, len), "not deeper than some that are built");
    for levels in [20, 100, 1000] {
        let (nodes, len) = chain(levels);
        assert!(!loads(nodes, len), "{levels} levels");
    }
}

/// Node 0 has one child, the root: some walks begin there. Its box is about one unit wide, so that nothing overflows.
#[test]
fn roots_are_what_walks_take_them_for() {
    let local = Frame::around(&AROUND).enclose(&AROUND);
    let leaves = [Child::leaf(0, false), Child::leaf(1, false), Child::NONE, Child::NONE];
    let below = node(&local, leaves);
    let root = [Child::node(1), Child::NONE, Child::NONE, Child::NONE];
    assert!(loads(vec![node(&local, root), below], 2));
    assert!(!loads(vec![below], 2), "the second primitive beside the root");
    for size in [3.0, f32::MAX, f32::INFINITY, f32::NAN] {
        let wide = LocalBox { min: [-size; 3], max: [size; 3] };
        assert!(!loads(vec![node(&wide, root), node(&wide, leaves)], 2), "{size}");
    }
}
