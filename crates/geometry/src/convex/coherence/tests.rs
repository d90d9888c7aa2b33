use super::{Coherence, KnownSupport};
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

#[test]
fn bounds_are_no_less_than_support_values() {
    let random = &mut Random::new(171);
    let (mut known, mut close) = (0, 0);
    for round in 0..4000 {
        let count = [40, 50, 100][round % 3];
        let body = hull(random, count);
        let radius = body.cached_radius().expect("searched");
        let mut memory = KnownSupport::default();
        assert_eq!(memory.bound(&body, &Vec3::x(), &mut 0), f64::INFINITY, "nothing is known");
        let length = [1.0, 1e-9, 1e9, 1e-30, 1e30, 1e-60][random.below(6)];
        let from = random.vector() * length;
        assert_eq!(memory.search(&body, &from, &mut 0), body.support_value(&from, &mut 0));
        for _ in 0..50 {
            let turn = [0.0, 1e-9, 1e-3, 1e-2, 0.1, 1.0][random.below(6)];
            let longer = [1.0, 1.0, 0.3, 1e-3, 1e5][random.below(5)];
            let to = (from + random.vector() * (turn * length)) * longer;
            let bound = memory.bound(&body, &to, &mut 0);
            let extent = body.support_value(&to, &mut 0);
            let rounding = 1e-14 * radius * to.norm();
            assert!(
                bound >= extent - rounding,
                "round {round}: {bound} below {extent} {radius} {memory:?} {from:?} {to:?}"
            );
            known += u32::from(bound.is_finite());
            close += u32::from(bound - extent < 0.01 * radius * to.norm());
        }
    }
    assert!(known > 100_000 && close > 60_000, "{known} {close}");
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

/// An axis is kept whatever its length; one without a direction is none.
#[test]
fn an_axis_of_any_length_is_kept_until_the_bodies_collide() {
    for length in [1e-300, 1.0, 7.0, 1e300] {
        let mut coherence = Coherence::default();
        assert_eq!(coherence.axis(), None);
        coherence.set_axis(&(Vec3::new(0.5, -1.0, 0.25) * length));
        let axis = coherence.axis().expect("kept");
        assert!((axis - Vec3::new(0.5, -1.0, 0.25)).norm() < 1e-15, "{axis:?}");
        coherence.forget_axis();
        assert_eq!(coherence.axis(), None);
    }
    for none in [0.0, f64::NAN, f64::INFINITY] {
        let mut coherence = Coherence::default();
        coherence.set_axis(&Vec3::new(none, 0.0, 0.0));
        assert_eq!(coherence.axis(), None);
    }
}

/// Squares of a hull's coordinates, or of a direction in them, may underflow: bounds are right, or infinite.
#[test]
fn bounds_of_tiny_and_huge_hulls_are_no_less_than_support_values() {
    let random = &mut Random::new(173);
    let points: Vec<Vec3> = (0..60).map(|_| random.vector().normalize()).collect();
    for exponent in -320..300 {
        let unit = 1.5 * 10.0_f64.powi(exponent);
        let body = Polytope::new(&points.iter().map(|p| p * unit).collect::<Vec<_>>());
        // A direction as the axis of a pair has it where the body is placed with a width from 1e-20 to 1.
        let length = (10.0_f64.powi(-(random.below(20) as i32)) / unit).min(1e300);
        let from = Vec3::new(0.6, 0.8, 0.0) * length;
        let mut known = KnownSupport::default();
        known.search(&body, &from, &mut 0);
        for angle in [0.0_f64, 0.1, 0.26, 0.45] {
            let to = Vec3::new(0.6 - 0.8 * angle.tan(), 0.8 + 0.6 * angle.tan(), 0.0) * length;
            let (bound, value) = (known.bound(&body, &to, &mut 0), body.support_value(&to, &mut 0));
            assert!(bound >= value - 1e-13 * unit * length, "{unit} {angle}: {bound} {value}");
        }
    }
}
