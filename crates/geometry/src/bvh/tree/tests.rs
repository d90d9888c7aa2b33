//! Building, refitting and asking a tree for what a box overlaps.

use std::ops::{ControlFlow, Range};

use crate::bvh::Tree;
use crate::bvh::tests::Random;
use crate::math::{Aabb, Vec3};

fn random_boxes(random: &mut Random, n: usize) -> Vec<Aabb> {
    (0..n)
        .map(|_| {
            let half = (random.vector() * 0.1).abs();
            Aabb::from_center(random.vector(), half)
        })
        .collect()
}

/// A tree refitted to boxes, each of them two points.
struct Refitted {
    tree: Tree,
    points: Vec<Vec3>,
}

impl Refitted {
    fn of(tree: Tree) -> Refitted {
        Refitted { tree, points: Vec::new() }
    }

    fn fit(&mut self, boxes: &[Aabb]) {
        self.points = boxes.iter().flat_map(|b| [b.min, b.max]).collect();
        let numbers: Vec<u32> = (0..self.points.len() as u32).collect();
        let bounds = Aabb::around(&self.points);
        let indices = |of: Range<u32>| numbers[2 * of.start as usize..2 * of.end as usize].iter();
        self.tree.refit(&bounds, &self.points, true, indices);
        assert_eq!(self.tree.bounds(), bounds);
        self.tree.validate(|i| self.points[2 * i as usize..2 * i as usize + 2].to_vec());
    }

    fn view(&self) -> &Tree {
        &self.tree
    }
}

fn overlapping(tree: &Tree, query: &Aabb) -> Vec<u32> {
    let mut found = Vec::new();
    let _: ControlFlow<()> = tree.visit_box(query, |i| {
        found.push(i);
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    assert!(found.windows(2).all(|w| w[0] != w[1]), "reported twice");
    found
}

/// The tree finds all that brute force finds, and what it finds besides is next to it.
fn check_boxes(tree: &Tree, boxes: &[Aabb], random: &mut Random, scale: f64) {
    for _ in 0..100 {
        let query =
            Aabb::from_center(random.vector() * scale, random.vector().abs() * (0.2 * scale));
        let found = overlapping(tree, &query);
        let near = query.inflated(&Vec3::repeat(1e-5 * scale));
        for (i, b) in boxes.iter().enumerate() {
            let reported = found.binary_search(&(i as u32)).is_ok();
            assert!(reported || !query.overlaps(b), "box {i} left out");
            assert!(!reported || near.overlaps(b), "box {i} is not near");
        }
    }
}

#[test]
fn boxes_are_found_at_every_size() {
    let mut random = Random::new(1);
    for n in [1, 2, 3, 4, 5, 6, 16, 17, 100, 1000] {
        let boxes = random_boxes(&mut random, n);
        check_boxes(&Tree::build(&boxes), &boxes, &mut random, 1.0);
        for scale in [1e-300, 1e-150, 1e150, 1e299] {
            let scaled: Vec<Aabb> =
                boxes.iter().map(|b| Aabb { min: b.min * scale, max: b.max * scale }).collect();
            check_boxes(&Tree::build(&scaled), &scaled, &mut random, scale);
        }
    }
}

#[test]
fn everything_is_in_the_tree_once() {
    let mut random = Random::new(2);
    let whole = Aabb { min: Vec3::repeat(f64::NEG_INFINITY), max: Vec3::repeat(f64::INFINITY) };
    for n in 0..200 {
        let boxes = random_boxes(&mut random, n);
        let tree = Tree::build(&boxes);
        tree.validate(|i| vec![boxes[i as usize].min, boxes[i as usize].max]);
        assert_eq!(overlapping(&tree, &whole), (0..n as u32).collect::<Vec<_>>());
        assert_eq!(tree.len(), n);
        let all = Aabb::around_boxes(&boxes);
        assert_eq!(tree.bounds(), all);
    }
}

#[test]
fn refit_follows_a_deformation() {
    let mut random = Random::new(3);
    for n in [1, 4, 5, 300] {
        let mut tree = Refitted::of(Tree::build(&random_boxes(&mut random, n)));
        for scale in [1.0, 1e-3, 1e5, 1.0] {
            let boxes: Vec<Aabb> = random_boxes(&mut random, n)
                .iter()
                .map(|b| Aabb { min: b.min * scale, max: b.max * scale })
                .collect();
            tree.fit(&boxes);
            check_boxes(tree.view(), &boxes, &mut random, scale);
        }
    }
}

#[test]
fn primitives_without_a_box_are_never_reported_until_refitted() {
    let mut random = Random::new(4);
    let full = random_boxes(&mut random, 50);
    let mut some = full.clone();
    for i in (0..50).step_by(3) {
        some[i] = Aabb::EMPTY;
    }
    let whole = Aabb { min: Vec3::repeat(-2.0), max: Vec3::repeat(2.0) };
    let mut tree = Refitted::of(Tree::build(&some));
    assert_eq!(
        overlapping(tree.view(), &whole),
        (0..50).filter(|i| i % 3 != 0).collect::<Vec<_>>()
    );
    tree.fit(&full);
    assert_eq!(overlapping(tree.view(), &whole).len(), 50);
    assert_eq!(overlapping(&Tree::build(&[Aabb::EMPTY; 7]), &whole).len(), 0);
}

#[test]
fn bad_input_for_splitting_stays_shallow() {
    let point = |p: Vec3| Aabb { min: p, max: p };
    // All the same, a geometric progression (any plane peels off one), the same with duplicates, nested boxes.
    let same = vec![point(Vec3::new(1.0, 2.0, 3.0)); 100_000];
    let geometric: Vec<Aabb> = (0..2000).map(|i| point(Vec3::repeat(0.5f64.powi(i / 2)))).collect();
    let steep: Vec<Aabb> =
        (0..100_000).map(|i| point(Vec3::new(1e-30 * 1.0003f64.powi(i), 0.0, 0.0))).collect();
    let nested: Vec<Aabb> =
        (1..3000).map(|i| Aabb::from_center(Vec3::zeros(), Vec3::repeat(f64::from(i)))).collect();
    for boxes in [same, geometric, steep, nested] {
        let tree = Tree::build(&boxes);
        let balanced = (boxes.len() as f64).log(4.0).ceil() as u32;
        assert!(tree.depth <= 2 * balanced + 2, "{} levels for {}", tree.depth, boxes.len());
        assert_eq!(overlapping(&tree, &tree.bounds()).len(), boxes.len());
        assert!(
            tree.memory() <= 56 * boxes.len() + 400,
            "{} bytes for {}",
            tree.memory(),
            boxes.len()
        );
    }
}

#[test]
fn a_tree_wears_when_primitives_change_places_and_not_when_they_bend() {
    let mut random = Random::new(6);
    let boxes = random_boxes(&mut random, 500);
    let mut tree = Refitted::of(Tree::build(&boxes));
    assert!(!tree.tree.needs_rebuild());
    tree.fit(&boxes);
    assert!(!tree.tree.needs_rebuild());
    let stretched: Vec<Aabb> = boxes
        .iter()
        .map(|b| {
            let (center, half) = (b.center(), b.half_extents());
            Aabb::from_center(
                center.component_mul(&Vec3::new(5.0, 1.0, 1.0)) + Vec3::y() * center.x.sin(),
                half,
            )
        })
        .collect();
    tree.fit(&stretched);
    assert!(!tree.tree.needs_rebuild());
    let mut shuffled = boxes.clone();
    for i in 0..shuffled.len() {
        shuffled.swap(i, random.below(500));
    }
    tree.fit(&shuffled);
    assert!(tree.tree.needs_rebuild());
    // Nothing was known of the places at first.
    let point = Aabb { min: Vec3::repeat(3.0), max: Vec3::repeat(3.0) };
    let mut tree = Refitted::of(Tree::build(&vec![point; 500]));
    tree.fit(&vec![point; 500]);
    assert!(!tree.tree.needs_rebuild());
    tree.fit(&boxes);
    assert!(tree.tree.needs_rebuild());
    // Nothing to win with one primitive or none.
    for n in [0, 1] {
        let mut tree = Refitted::of(Tree::build(&vec![point; n]));
        tree.fit(&boxes[..n]);
        assert!(!tree.tree.needs_rebuild());
    }
}

#[test]
fn every_level_covers_every_primitive() {
    let mut random = Random::new(7);
    for n in [0, 1, 3, 4, 5, 40, 1000] {
        let mut boxes = random_boxes(&mut random, n);
        if n > 4 {
            boxes[2] = Aabb::EMPTY;
        }
        let mut tree = Refitted::of(Tree::build(&boxes));
        for deformed in [false, true] {
            if deformed {
                let moved = |b: &mut Aabb| {
                    *b = if b.is_empty() {
                        Aabb::around([Vec3::zeros()])
                    } else {
                        b.inflated(&Vec3::repeat(0.01))
                    }
                };
                boxes.iter_mut().for_each(moved);
                tree.fit(&boxes);
            }
            let mut last = 0;
            for level in 0..=tree.view().levels() + 1 {
                let cut = tree.view().boxes_at(level);
                assert!(
                    cut.len() >= last && cut.len() <= 4usize.pow(level.min(20)),
                    "level {level} of {n}"
                );
                last = cut.len();
                for b in boxes.iter().filter(|b| !b.is_empty()) {
                    assert!(
                        cut.iter().any(|c| c.join(b) == *c),
                        "level {level} of {n} leaves a primitive out"
                    );
                }
            }
            assert_eq!(last, boxes.iter().filter(|b| !b.is_empty()).count());
        }
    }
}

/// Of few primitives nodes get full: under the root there are no more than there need be.
#[test]
fn small_trees_have_full_nodes() {
    let mut random = Random::new(33);
    for n in 2..=16 {
        let mut most = 0;
        for _ in 0..200 {
            most = most.max(Tree::build(&random_boxes(&mut random, n)).nodes.len());
        }
        let least = (n - 1).div_ceil(3);
        assert_eq!(most, least + 1, "{n} primitives in {most} nodes");
    }
}
