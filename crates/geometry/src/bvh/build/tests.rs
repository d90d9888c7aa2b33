use super::*;
use crate::bvh::frame::LocalBox;
use solid_testing::Random;

/// Boxes in a heap, or so that the tree gets deep.
fn items(random: &mut Random, count: usize) -> Vec<Item> {
    let is_deep = random.once_in(2);
    let item = |i: usize| {
        let corner = if is_deep {
            [0.9_f32.powi((i % 200) as i32); 3]
        } else {
            [0; 3].map(|_| random.signed() as f32)
        };
        Item::new(
            &LocalBox { min: corner, max: corner.map(|x| x + 1e-3) },
            Child::leaf(i as u32, false),
        )
    };
    (0..count).map(item).collect()
}

/// The tree built in one piece.
fn in_one_piece(mut items: Vec<Item>) -> (Vec<Node>, u32) {
    let all = Part { first: 0, end: items.len(), extents: Extents::of(&items) };
    let mut lanes = [Corners::EMPTY; 4];
    lanes[0] = all.extents.bounds;
    let nodes = vec![Node::new(&lanes, [Child::NONE; 4])];
    let limit = depth_limit(items.len());
    let whole = Growing { nodes, limit, back: f32x4::splat(1.0), ..Growing::default() };
    let Growing { nodes, depth, .. } =
        whole.grown(&mut items, Task { part: all, parent: 0, lane: 0, depth: 1 });
    (nodes, depth)
}

fn bits(nodes: &[Node]) -> &[u8] {
    bytemuck::cast_slice(nodes)
}

#[test]
fn threads_change_no_bit() {
    let mut random = Random::new(41);
    for count in [2, 5, 100, MANY - 1, MANY, MANY + 1, 3 * MANY] {
        let items = items(&mut random, count);
        let (nodes, depth) = in_one_piece(items.clone());
        for threads in [1, 2, 5] {
            let threads = Threads::new(threads).expect("threads");
            let built = build(items.clone(), [1.0; 3], &threads);
            assert!(bits(&built.nodes) == bits(&nodes) && built.depth == depth, "{count}");
        }
    }
}
