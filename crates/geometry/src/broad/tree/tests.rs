use super::nodes::Tree;
use super::*;
use crate::broad::tests::storm::Events;
use crate::math::Vec3;
use solid_testing::Random;

fn cube(center: Vec3) -> Aabb {
    Aabb::from_center(center, Vec3::repeat(0.5))
}

/// How deep the tree is, with a look at whether every node holds what is below it.
fn depth(tree: &Tree, slot: u32) -> usize {
    let node = &tree.nodes[(slot >> 1) as usize];
    let (child, image) = (node.children[(slot & 1) as usize], node.images[(slot & 1) as usize]);
    if child & super::nodes::LEAF != 0 {
        return 0;
    }
    let below = &tree.nodes[child as usize].images;
    assert_eq!(image, below[0].join(&below[1]));
    1 + depth(tree, child << 1).max(depth(tree, child << 1 | 1))
}

#[test]
fn boxes_that_come_in_a_row_make_no_deep_tree() {
    let mut phase = BoxTree::default();
    let mut sink = Events::default();
    // The first come at once, so that the others do not have it rebuilt.
    (0..64).for_each(|i| phase.place(i, &cube(Vec3::new(f64::from(i), 0.0, 0.0))));
    sink.update(&mut phase);
    for i in 64..3000 {
        // Ever larger steps: each belongs beside all others together.
        phase.place(i, &cube(Vec3::new(1.5_f64.powi(i as i32 % 600) + f64::from(i), 0.0, 0.0)));
        sink.update(&mut phase);
        if i % 100 == 0 {
            let tree = &phase.tree.tree;
            assert!(depth(tree, 0) <= super::nodes::deepest(tree.leaves));
        }
    }
    assert_eq!(phase.tree.tree.leaves, 3000);
}

#[test]
fn work_does_not_grow_with_churn() {
    let (n, mut random) = (1000, Random::new(9));
    let mut phase = BoxTree::default();
    let mut sink = Events::default();
    let place = |random: &mut Random| cube(random.vector_between(0.0, 20.0));
    (0..n).for_each(|i| phase.place(i as Proxy, &place(&mut random)));
    sink.update(&mut phase);
    let mut work = Vec::new();
    for frame in 0..2000 {
        for _ in 0..n / 20 {
            let proxy = random.below(n) as Proxy;
            phase.remove(proxy);
            phase.place(proxy, &place(&mut random));
        }
        let before = phase.box_tests();
        sink.update(&mut phase);
        if frame >= 10 {
            work.push(phase.box_tests() - before);
        }
    }
    let sum = |part: &[u64]| part.iter().sum::<u64>();
    let (first, last) = (sum(&work[..500]), sum(&work[work.len() - 500..]));
    assert!(last < first + first / 10, "{first} tests at first, {last} at last");
}

/// Products of boxes' sides leave the range of single precision in either direction: boxes are put in as those of usual size are.
#[test]
fn the_unit_of_length_changes_no_tree() {
    let work = |exponent: i32| {
        let (mut random, unit) = (Random::new(10), 2.0_f64.powi(exponent));
        let mut phase = BoxTree::default();
        let mut sink = Events::default();
        for proxy in 0..400 {
            let center = random.vector_between(0.0, 20.0) * unit;
            phase.place(proxy, &Aabb::from_center(center, Vec3::repeat(0.5 * unit)));
            sink.update(&mut phase);
        }
        phase.box_tests()
    };
    let usual = work(0);
    for exponent in [-100, -70, 40, 60, 100] {
        assert_eq!(work(exponent), usual, "2^{exponent}");
    }
}
