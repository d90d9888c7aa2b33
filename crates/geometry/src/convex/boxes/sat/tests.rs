use super::{AxisOverlap, Block, least_overlap};
use crate::math::placement::rotation;
use crate::math::{Mat3, Vec3};
use solid_testing::Random;

fn corners(block: &Block) -> Vec<Vec3> {
    let side = |i: usize, k: usize| if i >> k & 1 == 0 { -1.0 } else { 1.0 };
    (0..8).map(|i| (0..3).fold(block.center, |p, k| p + block.edges[k] * side(i, k))).collect()
}

/// The overlap of two point sets along a unit vector towards `a`.
fn overlap(a: &[Vec3], b: &[Vec3], n: &Vec3) -> f64 {
    let most = b.iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max);
    let least = a.iter().map(|p| p.dot(n)).fold(f64::INFINITY, f64::min);
    most - least
}

/// The least overlap over the normals of all triangles of corners of A - B: among them are those of its facets.
fn brute_force(a: &Block, b: &Block) -> f64 {
    let (p, q) = (corners(a), corners(b));
    let edges = |c: &[Vec3]| -> Vec<Vec3> {
        (0..8).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| c[i] - c[j]).collect()
    };
    let all: Vec<Vec3> = edges(&p).into_iter().chain(edges(&q)).collect();
    let mut least = f64::INFINITY;
    for (i, e) in all.iter().enumerate() {
        for f in &all[..i] {
            let n = e.cross(f);
            if n.norm() > 1e-9 * e.norm() * f.norm() {
                let n = n.normalize();
                least = least.min(overlap(&p, &q, &n)).min(overlap(&p, &q, &-n));
            }
        }
    }
    least
}

fn block(random: &mut Random, basis: &Mat3) -> Block {
    let half = random.vector().abs() + Vec3::repeat(0.1);
    Block::new(&half, basis, &(random.vector() * 0.8))
}

fn check(a: &Block, b: &Block) -> AxisOverlap {
    let found = least_overlap(a, b).expect("solid blocks have axes");
    assert!((found.normal.norm() - 1.0).abs() < 1e-14);
    let truth = overlap(&corners(a), &corners(b), &found.normal);
    assert!((found.depth - truth).abs() < 1e-13, "{found:?}: along its own normal {truth}");
    let swapped = least_overlap(b, a).expect("solid blocks have axes");
    assert!((swapped.depth - found.depth).abs() < 1e-13);
    found
}

#[test]
fn depth_is_the_least_over_all_facets_of_the_difference() {
    let random = &mut Random::new(61);
    let (mut deep, mut apart) = (0, 0);
    for round in 0..300 {
        let mut basis = || {
            if round % 2 == 0 { rotation(&random.quaternion()) } else { random.matrix() }
        };
        let bases = [basis(), basis()];
        let (a, b) = (block(random, &bases[0]), block(random, &bases[1]));
        let (found, due) = (check(&a, &b), brute_force(&a, &b));
        if due > 0.0 {
            assert!((found.depth - due).abs() < 1e-12, "{a:?} {b:?}: {found:?}, not {due}");
            deep += 1;
        } else {
            assert!(found.depth < 1e-12);
            apart += 1;
        }
    }
    assert!(deep > 60 && apart > 20, "{deep} {apart}");
}

#[test]
fn no_sampled_direction_is_shorter() {
    let random = &mut Random::new(62);
    for _ in 0..200 {
        let bases = [0; 2].map(|_| random.matrix());
        let (a, b) = (block(random, &bases[0]), block(random, &bases[1]));
        let found = check(&a, &b);
        let (p, q) = (corners(&a), corners(&b));
        for _ in 0..300 {
            let n = random.vector().normalize();
            assert!(found.depth < 0.0 || overlap(&p, &q, &n) >= found.depth - 1e-13);
        }
    }
}

#[test]
fn nearly_parallel_edges_make_no_wrong_axis() {
    let random = &mut Random::new(63);
    for round in 0..400 {
        let tilt = 10_f64.powi(-(round % 17));
        let basis = rotation(&random.quaternion());
        let turned = basis * rotation(&[tilt * random.signed(), tilt * random.signed(), 0.0, 1.0]);
        let (a, b) = (block(random, &basis), block(random, &turned));
        let (found, due) = (check(&a, &b), brute_force(&a, &b));
        assert!((found.depth - due).abs() < 1e-8 || due < 0.0, "{found:?}, not {due}");
    }
}

#[test]
fn flat_blocks_have_depth_across() {
    let flat = |half: [f64; 3], at: [f64; 3]| {
        Block::new(&Vec3::from(half), &Mat3::identity(), &Vec3::from(at))
    };
    let solid = flat([1.0, 1.0, 1.0], [0.0; 3]);
    let plate = flat([2.0, 2.0, 0.0], [0.0, 0.0, 0.75]);
    let found = least_overlap(&plate, &solid).expect("an axis");
    assert_eq!((found.normal, found.depth), (Vec3::z(), 0.25));
    // Both in one plane: they share points but no volume.
    let found = least_overlap(&plate, &plate).expect("an axis");
    assert_eq!((found.normal.z.abs(), found.depth), (1.0, 0.0));
    let line = flat([1.0, 0.0, 0.0], [0.0; 3]);
    assert_eq!(least_overlap(&line, &line), None, "a line has no axis of depth");
    assert_eq!(
        least_overlap(&solid, &flat([f64::NAN; 3], [0.0; 3])),
        None,
        "what is no number has no depth"
    );
}
