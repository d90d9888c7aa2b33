use super::morph::{Morph, blend};
use super::query::{Counts, colliding, meet};
use super::{Split, Tree};
use crate::meshes::{Mesh, torus};
use crate::random::Random;
use solid_geometry::convex::{Triangle, TriangleTest, intersect_triangles};
use solid_geometry::math::{Placement, Vec3};

const SPLITS: [Split; 3] = [Split::Middle, Split::Halves, Split::LeastOverlap];

/// Triangles in disorder.
fn cloud(random: &mut Random, count: u32) -> Mesh {
    let mut points = Vec::new();
    for _ in 0..count {
        let at = random.in_cube(5.0);
        points.extend((0..3).map(|_| at + random.in_cube(2.5)));
    }
    Mesh { points, triangles: (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect() }
}

fn brute_force(meshes: [&Mesh; 2], [a, b]: [&Placement; 2]) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let turn = a.basis.tr_mul(&b.basis);
    let offset = a.basis.tr_mul(&(b.origin - a.origin));
    for i in 0..meshes[0].triangles.len() as u32 {
        let s = Triangle::new(meshes[0].corners(i));
        for j in 0..meshes[1].triangles.len() as u32 {
            let t = Triangle::new(meshes[1].corners(j).map(|c| turn * c + offset));
            if intersect_triangles(&s, &t, 1e-13) != TriangleTest::Apart {
                found.push((i, j));
            }
        }
    }
    found
}

#[test]
fn trees_of_every_split_find_the_pairs_of_brute_force() {
    let mut random = Random::new(71);
    let mut sum = 0;
    for round in 0..8 {
        let meshes = [cloud(&mut random, 60 + round), cloud(&mut random, 90)];
        let placements = [random.placement(4.0), random.placement(4.0)];
        let (both, places) = ([&meshes[0], &meshes[1]], [&placements[0], &placements[1]]);
        let expected = brute_force(both, places);
        sum += expected.len();
        for split in SPLITS {
            let trees = [&meshes[0], &meshes[1]].map(|mesh| Tree::build(mesh, split));
            trees[0].validate(&meshes[0]);
            let (mut counts, mut found) = (Counts::default(), Vec::new());
            let (mut a, mut b) = (&trees[0], &trees[1]);
            colliding((&mut a, &mut b), both, places, &mut counts, &mut |i, j| {
                found.push((i, j));
                false
            });
            found.sort_unstable();
            assert_eq!(found, expected, "{split:?}");
            assert!(counts.triangles < 60 * 90 && counts.boxes > counts.triangles);
            let mut first = Counts::default();
            let is_hit = meet([a, b], both, places, &mut first);
            assert!(is_hit != expected.is_empty() && first.boxes <= counts.boxes);
        }
    }
    assert!(sum > 50, "{sum}");
}

#[test]
fn splits_are_as_balanced_as_they_say() {
    let mesh = torus();
    let [middle, halves, least] = SPLITS.map(|split| Tree::build(&mesh, split));
    // 5000 leaves: thirteen levels hold 8192.
    assert_eq!(halves.depth().1, 13);
    // A third at least goes to each side.
    let most = (5000.0_f64.ln() / 1.5_f64.ln()).ceil() as usize;
    assert!(least.depth().1 <= most && least.depth().0 >= halves.depth().0);
    assert!(middle.depth().0 >= halves.depth().0);
}

#[test]
fn worn_subtrees_alone_are_built_again() {
    let mut random = Random::new(72);
    let mesh = torus();
    let mut tree = Tree::build(&mesh, Split::Middle);
    tree.refit(&mesh);
    assert_eq!(tree.rebuild_worn(&mesh, 0.1), 0);
    // A part of the ring flies to pieces.
    let mut torn = cloud(&mut random, 0);
    for i in 0..mesh.triangles.len() as u32 {
        let corners = mesh.corners(i);
        let shift = if corners[0].y > 9.0 { random.in_cube(6.0) } else { Vec3::zeros() };
        torn.points.extend(corners.map(|c| c + shift));
        torn.triangles.push([3 * i, 3 * i + 1, 3 * i + 2]);
    }
    tree.refit(&torn);
    tree.validate(&torn);
    let rebuilt = tree.rebuild_worn(&torn, 0.3);
    assert!((200..5000).contains(&rebuilt), "{rebuilt}");
    tree.refit(&torn);
    tree.validate(&torn);
    // It is now as new: what is not worn stays so.
    assert!(tree.rebuild_worn(&torn, 0.3) < rebuilt / 4);
}

#[test]
fn blended_boxes_hold_the_mixture_and_find_the_same_pairs() {
    let mut random = Random::new(73);
    let keys: Vec<Mesh> = (0..3).map(|_| cloud(&mut random, 80)).collect();
    let other = cloud(&mut random, 80);
    let other_tree = Tree::build(&other, Split::Middle);
    let mut morph = Morph::new(&keys, Split::Middle);
    let mut sum = 0;
    for _ in 0..20 {
        let weights = [random.unit(), random.unit(), random.unit()];
        let mesh = blend(&keys, &weights);
        let placements = [random.placement(6.0), random.placement(6.0)];
        let places = [&placements[0], &placements[1]];
        let expected = brute_force([&mesh, &other], places);
        sum += expected.len();
        for all in [false, true] {
            morph.set_weights(&weights);
            if all {
                morph.blend_all();
            }
            let mut found = Vec::new();
            let meshes = [&mesh, &other];
            let counts = &mut Counts::default();
            colliding((&mut morph, &mut &other_tree), meshes, places, counts, &mut |i, j| {
                found.push((i, j));
                false
            });
            found.sort_unstable();
            assert_eq!(found, expected);
            morph.validate(&mesh);
            assert!(morph.looseness(&mesh) >= 1.0);
        }
    }
    assert!(sum > 30 && morph.memory() > 0, "{sum}");
}
