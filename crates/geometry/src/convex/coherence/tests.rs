use wide::f64x2;

use super::{Between, CLEAR_SIZE, Coherence, recall};
use crate::convex::lanes::Vec3x2;
use crate::convex::query::overlap;
use crate::math::placement::rotation;
use crate::math::{Mat3, Placement, Vec3};
use crate::shape::{Polytope, Primitive, Support};
use solid_testing::Random;

/// A hull of points about the origin, or beside it, long or flat at times.
fn hull(random: &mut Random, count: usize) -> Polytope {
    let stretch = Vec3::from([0; 3].map(|_: i32| [1.0, 1.0, 0.1, 1e-4, 5.0][random.below(5)]));
    let shift = random.vector() * [0.0, 0.0, 1.0, 30.0][random.below(4)];
    let some = |random: &mut Random| random.vector().normalize().component_mul(&stretch) + shift;
    Polytope::new(&(0..count).map(|_| some(random)).collect::<Vec<_>>())
}

/// What is known of the second body, and of the first if that is the same the other way round. Both bounds in one tell the
/// same as their sum.
fn bound(memory: &Coherence, radius: f64, towards: &Vec3) -> f64 {
    let (radius, towards) = (f64x2::splat(radius), Vec3x2::new(towards, towards));
    let [of_a, of_b] = memory.extents_at_most(radius, &towards).to_array();
    let usual = (1e-9..1e9).contains(&towards.y.to_array()[0].abs());
    for part in [1e-9, 1e-3, -1e-9, -1e-3].into_iter().filter(|_| usual) {
        let most = (of_a + of_b) + part * (of_a + of_b).abs();
        // What is left of it is the margin for the bodies' reach.
        let apart = f64x2::new([most, 0.0]) + radius * f64x2::splat(3.0 * CLEAR_SIZE);
        let between = Between { towards, apart, holds: !f64x2::ZERO };
        assert_eq!(memory.are_bounded(radius, &between), of_a + of_b < most, "{part} {memory:?}");
        assert!(!memory.are_bounded(radius, &Between { holds: f64x2::ZERO, ..between }));
    }
    of_b
}

#[test]
fn bounds_are_no_less_than_extents() {
    let random = &mut Random::new(171);
    let (mut told, mut close) = (0, 0);
    for round in 0..4000 {
        let count = [40, 50, 100][round % 3];
        let body = hull(random, count);
        let radius = body.cached_radius().expect("searched");
        let mut memory = Coherence::default();
        assert!(!bound(&memory, radius, &Vec3::x()).is_finite(), "nothing is known");
        let length = [1.0, 1e-9, 1e9, 1e-30, 1e30, 1e-60][random.below(6)];
        let from = random.vector() * length;
        let extents = f64x2::splat(body.support_value(&from, &mut 0));
        memory.remember(f64x2::splat(radius), &Vec3x2::new(&from, &from), extents);
        for _ in 0..50 {
            let turn = [0.0, 1e-9, 1e-3, 1e-2, 0.1, 1.0][random.below(6)];
            let longer = [1.0, 1.0, 0.3, 1e-3, 1e5][random.below(5)];
            let to = (from + random.vector() * (turn * length)) * longer;
            let (bound, extent) = (bound(&memory, radius, &to), body.support_value(&to, &mut 0));
            let rounding = 1e-14 * radius * to.norm();
            let at_most = body.support_value_bound(&to, &mut 0);
            assert!(
                at_most >= extent && at_most <= extent + 1e-5 * radius * to.norm(),
                "{at_most} {extent}"
            );
            assert!(
                bound.is_nan() || bound >= extent - rounding,
                "round {round}: {bound} below {extent} {radius} {memory:?} {from:?} {to:?} {:?}",
                body.bounds()
            );
            told += u32::from(bound.is_finite());
            close += u32::from(bound - extent < 0.01 * radius * to.norm());
        }
    }
    assert!(told > 100_000 && close > 60_000, "{told} {close}");
}

/// A walk of two bodies about and through each other: each answer is that of a fresh memory.
fn walk<A: Support, B: Support>(
    random: &mut Random,
    a: &A,
    b: &B,
    near: f64,
    tally: &mut [u32; 3],
) {
    let stretch = Vec3::from([0; 3].map(|_: i32| [1.0, 1.0, 2.0, 0.4][random.below(4)]));
    let scale = if random.below(2) == 0 { Mat3::identity() } else { Mat3::from_diagonal(&stretch) };
    let steps = [1e-3, 1e-2, 5e-2][random.below(3)];
    let mut kept = Coherence::default();
    let mut poses = [(); 2].map(|()| (random.quaternion(), random.vector() * near));
    for _ in 0..100 {
        for (turn, origin) in &mut poses {
            let change = random.quaternion();
            *turn = [0, 1, 2, 3].map(|i| turn[i] + steps * change[i]);
            *origin += random.vector() * (steps * near);
        }
        let [p, q] =
            poses.map(|(turn, origin)| Placement { basis: rotation(&turn) * scale, origin });
        let before = kept.axis();
        let hit = overlap(a, &p, b, &q, &mut kept);
        assert_eq!(hit, overlap(a, &p, b, &q, &mut Coherence::default()));
        tally[usize::from(hit)] += 1;
        tally[2] += u32::from(!hit && before.is_some() && before == kept.axis());
    }
}

#[test]
fn what_is_remembered_changes_no_answer() {
    let random = &mut Random::new(172);
    let mut tally = [0; 3];
    for round in 0..400 {
        let hulls = [12, 70].map(|count| hull(random, count));
        let reach = hulls.iter().filter_map(Support::cached_radius).fold(0.0, f64::max);
        let near = reach * (0.5 + random.signed().abs());
        let cube = Primitive::Box(Vec3::repeat(0.5 * reach));
        let cone = Primitive::Cone { radius: 0.7 * reach, half_height: reach };
        let slab = Primitive::Box(Vec3::new(0.3, 0.8, 0.5) * reach);
        match round % 5 {
            0 => walk(random, &hulls[0], &hulls[1], near, &mut tally),
            1 => walk(random, &hulls[0], &cone, near, &mut tally),
            2 => walk(random, &cube, &hulls[1], near, &mut tally),
            3 => walk(random, &cube, &cone, near, &mut tally),
            _ => walk(random, &cube, &slab, near, &mut tally),
        }
    }
    let [misses, hits, by_axis] = tally;
    assert!(hits > 5000 && misses > 5000 && by_axis * 2 > misses, "{tally:?}");
}

#[test]
fn an_axis_makes_room_for_that_between_the_centers_if_it_is_narrow_or_alike() {
    let random = &mut Random::new(173);
    let ball = |random: &mut Random| {
        Polytope::new(&(0..200).map(|_| random.vector().normalize()).collect::<Vec<_>>())
    };
    let (a, b) = (ball(random), ball(random));
    let p = Placement::IDENTITY;
    for (distance, angle, makes_room) in
        [(2.2, 0.4, true), (2.1, 0.1, true), (4.0, 0.3, true), (4.0, 0.6, false)]
    {
        let q = Placement { origin: Vec3::new(-distance, 0.0, 0.0), ..p };
        let mut memory = Coherence::default();
        memory.separate(&Vec3::new(f64::cos(angle), f64::sin(angle), 0.0));
        assert!(!overlap(&a, &p, &b, &q, &mut memory));
        let axis = memory.axis().expect("they are apart").normalize();
        assert_eq!(axis.y.abs() < 0.08, makes_room, "{angle}: {axis:?}");
    }
}

#[test]
fn what_told_of_boxes_moves_with_them() {
    let half = Vec3::new(1.0, 2.0, 3.0);
    let cube = Primitive::Box(half);
    let place = |angle: f64, x: f64| Placement {
        basis: rotation(&[0.3 * angle.sin(), 0.2 * angle.sin(), 0.5 * angle.sin(), angle.cos()]),
        origin: Vec3::new(x, 0.1, 0.2),
    };
    for (x, hit) in [(0.8, true), (8.0, false)] {
        let mut memory = Coherence::default();
        for i in 0..3 {
            assert_eq!(
                overlap(
                    &cube,
                    &place(0.0, 0.0),
                    &cube,
                    &place(0.01 * f64::from(i), x),
                    &mut memory
                ),
                hit
            );
        }
        let [p, q] = [place(0.5, 0.1), place(0.6, x)];
        let mut still = memory;
        assert_eq!(recall((&cube, &p), (&cube, &q), &mut still), Some(hit));
        // What is remembered of a hit tells of no miss, nor the other way round.
        let [p, q] = [place(0.5, 0.1), place(0.6, 8.8 - x)];
        assert_eq!(recall((&cube, &p), (&cube, &q), &mut memory), None);
    }
}
