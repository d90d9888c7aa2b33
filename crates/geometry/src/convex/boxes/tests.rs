//! The fifteen axes of boxes against the path that all bodies take.

use super::BoxOverlap;
use crate::convex::boxes::sat::{Block, least_overlap};
use crate::convex::gjk::{self, GjkResult, Status};
use crate::convex::pair::Pair;
use crate::convex::relative::RelativePlacement;
use crate::math::placement::rotation;
use crate::math::{Mat3, Placement, Vec3};
use crate::shape::{Primitive, Support};
use solid_testing::Random;

fn overlap(a: &Vec3, p: &Placement, b: &Vec3, q: &Placement) -> BoxOverlap {
    super::overlap((a, &p.basis), (b, &q.basis), &(q.origin - p.origin))
}

fn place(random: &mut Random, reach: f64) -> Placement {
    Placement { basis: rotation(&random.quaternion()), origin: random.vector() * reach }
}

/// Half extents, now and then zero or tiny.
fn half(random: &mut Random) -> Vec3 {
    Vec3::zeros().map(|_: f64| [1.0, 1.0, 0.0, 1e-4][random.below(4)] * random.signed().abs())
}

/// The general answer of two boxes, and the margin of its axis in units of rounding.
fn generic(a: &Vec3, p: &Placement, b: &Vec3, q: &Placement) -> (bool, f64) {
    let (a, b) = (Primitive::Box(*a), Primitive::Box(*b));
    let relative = RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q)
        .expect("in range");
    let pair = Pair::new(&a, &b, &relative);
    let GjkResult { status, axis, .. } = gjk::search(&pair, &mut [0; 2]);
    (status != Status::Apart, pair.gap_along(&axis, &mut [0; 2]) / pair.rounding(&axis))
}

/// Holds one answer against the general path; returns whether there was an answer.
fn check(a: &Vec3, p: &Placement, b: &Vec3, q: &Placement) -> Option<bool> {
    let (hit, _) = generic(a, p, b, q);
    match overlap(a, p, b, q) {
        BoxOverlap::Uncertain => None,
        BoxOverlap::Overlapping => {
            assert!(hit, "{a:?} {p:?} {b:?} {q:?}");
            Some(true)
        }
        BoxOverlap::Apart(axis) => {
            assert!(!hit, "{a:?} {p:?} {b:?} {q:?}");
            let (one, two) = (Primitive::Box(*a), Primitive::Box(*b));
            let relative =
                RelativePlacement::new(&one.absolute_extents(), p, &two.absolute_extents(), q)
                    .expect("in range");
            let pair = Pair::new(&one, &two, &relative);
            let axis = axis.direction([&p.basis, &q.basis], &(q.origin - p.origin));
            let along = axis.dot(&pair.support_against(&axis, &mut [0; 2]).difference());
            assert!(along > pair.rounding(&axis), "the axis separates: {axis:?} {along}");
            Some(false)
        }
    }
}

#[test]
fn general_positions() {
    let random = &mut Random::new(71);
    let mut counts = [0; 3];
    for _ in 0..40_000 {
        let (a, b) = (half(random), half(random));
        let (mut p, mut q) = (place(random, 0.5), place(random, 0.5));
        // A mirror changes on which side an edge's product lies.
        for placement in [&mut p, &mut q] {
            if random.below(3) == 0 {
                placement.basis.swap_columns(0, 2);
            }
        }
        counts[check(&a, &p, &b, &q).map_or(2, usize::from)] += 1;
    }
    assert!(counts[0] > 8000 && counts[1] > 8000 && counts[2] < 4, "{counts:?}");
}

#[test]
fn near_contact_and_nearly_parallel() {
    let random = &mut Random::new(72);
    let mut counts = [0; 3];
    for round in 0..40_000 {
        let (a, b) = (half(random), half(random));
        let p = place(random, 0.5);
        let mut q = place(random, 0.5);
        if round % 2 == 0 {
            // Turned by little, or not at all, against the other box or a box on its side.
            let angle = [0.0, 1e-16, 1e-12, 1e-10, 1e-9, 1e-6, 1e-3][random.below(7)];
            let little = rotation(&[
                angle * random.signed(),
                angle * random.signed(),
                angle * random.signed(),
                1.0,
            ]);
            let side = [
                Mat3::identity(),
                rotation(&[1.0, 0.0, 0.0, 1.0]),
                rotation(&[1.0, 1.0, 1.0, 1.0]),
            ][random.below(3)];
            q.basis = p.basis * side * little;
        }
        let block = |half: &Vec3, at: &Placement| Block::new(half, &at.basis, &at.origin);
        let Some(overlap) = least_overlap(&block(&a, &p), &block(&b, &q)) else {
            continue;
        };
        // Moved until they touch, and then some.
        let gap = [0.0, 1e-15, 1e-13, 1e-11, 1e-8, 1e-4][random.below(6)] * random.signed();
        q.origin -= overlap.normal * (overlap.depth + gap);
        counts[check(&a, &p, &b, &q).map_or(2, usize::from)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 2000), "{counts:?}");
}

/// Where a face of the second, at the end of its shortest extent, just reaches the first beside a face, an edge or a corner: what
/// the nearest points yield is true.
#[test]
fn nearest_points_that_nearly_touch() {
    let random = &mut Random::new(73);
    let mut counts = [0; 3];
    for _ in 0..20_000 {
        let (a, b) = (half(random), half(random));
        let (p, mut q) = (place(random, 0.5), place(random, 0.5));
        let gap = [0.0, 1e-15, 1e-13, 1e-11, 1e-8, 1e-4][random.below(6)] * random.signed();
        let onto = a.map(|x| [x, -x, x * random.signed()][random.below(3)]);
        let beside = Vec3::from(
            [0, 1, 2].map(|i: usize| if onto[i].abs() == a[i] { onto[i].signum() } else { 0.0 }),
        );
        let away = beside.component_mul(&Vec3::zeros().map(|_: f64| random.signed().abs()));
        if away.norm() > 0.0 {
            q.origin = p.apply(&(onto + away.normalize() * (b.min() + gap)));
            counts[check(&a, &p, &b, &q).map_or(2, usize::from)] += 1;
        }
    }
    assert!(counts[1] > 3000 && counts.iter().sum::<usize>() > 10_000, "{counts:?}");
}

#[test]
fn placements_that_are_not_rigid_get_no_answer() {
    let half = Vec3::repeat(1.0);
    let rigid = Placement::IDENTITY;
    for basis in [
        Mat3::from_diagonal(&Vec3::new(1.0, 1.0, 1.0 + 1e-12)),
        Mat3::new(1.0, 1e-12, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
        Mat3::zeros(),
        Mat3::from_diagonal(&Vec3::new(1.0, f64::NAN, 1.0)),
    ] {
        let other = Placement { basis, ..rigid };
        assert_eq!(overlap(&half, &rigid, &half, &other), BoxOverlap::Uncertain);
        assert_eq!(overlap(&half, &other, &half, &rigid), BoxOverlap::Uncertain);
    }
    // A mirror is rigid.
    let mirror = Placement { basis: Mat3::from_diagonal(&Vec3::new(1.0, -1.0, 1.0)), ..rigid };
    assert_eq!(overlap(&half, &rigid, &half, &mirror), BoxOverlap::Overlapping);
    let far = Placement { origin: Vec3::new(f64::INFINITY, 0.0, 0.0), ..rigid };
    assert_eq!(overlap(&half, &rigid, &half, &far), BoxOverlap::Uncertain);
}
