//! The six steps against the fifteen axes that can separate two boxes.

use crate::octree::cube_test::{Meeting, Motion, TestCube, compare};
use solid_geometry::math::{Placement, Vec3};
use solid_testing::Random;

/// The gap along the best axis, between a moved cube and an upright one.
fn gap(source: (Vec3, f64), target: (Vec3, f64), placement: &Placement) -> f64 {
    let own = [0, 1, 2].map(|i| placement.basis.column(i).into_owned());
    let world = [Vec3::x(), Vec3::y(), Vec3::z()];
    let crossed = own.iter().flat_map(|a| world.iter().map(move |b| a.cross(b)));
    let axes: Vec<Vec3> = own.iter().chain(&world).copied().chain(crossed).collect();
    let between = placement.apply(&source.0) - target.0;
    let along = |axis: &Vec3| {
        let reach = |axes: &[Vec3; 3], half: f64| {
            axes.iter().map(|a| a.dot(axis).abs() * half).sum::<f64>()
        };
        (between.dot(axis).abs() - reach(&own, source.1) - reach(&world, target.1)) / axis.norm()
    };
    axes.iter().filter(|axis| axis.norm() > 1e-6).map(along).fold(f64::MIN, f64::max)
}

#[test]
fn agrees_with_the_separating_axes() {
    let mut random = Random::new(91);
    let mut seen = [0; 3];
    for _ in 0..100_000 {
        let mut placement = Placement::IDENTITY;
        placement.translate(&random.vector());
        placement.rotate(&random.quaternion());
        let size = |random: &mut Random| 10f64.powf(random.signed() - 0.3);
        let source = (random.vector(), size(&mut random));
        let toward = placement.apply(&source.0);
        let half = size(&mut random);
        let target = (toward + random.vector() * (source.1 + half) * 1.5, half);
        let motion = Motion::new(&placement);
        let (a, b) = (
            TestCube::source(source.0, source.1, &motion),
            TestCube::target(target.0, target.1, &motion),
        );
        let (found, gap) = (compare(&a, &b), gap(source, target, &placement));
        if gap.abs() > 1e-9 {
            assert_eq!(
                found != Meeting::Apart,
                gap < 0.0,
                "{source:?} {target:?} {placement:?} {gap}"
            );
        }
        let inside = a_holds_b(source, &b);
        if inside.abs() > 1e-9 {
            assert_eq!(found == Meeting::Within, inside > 0.0);
        }
        seen[found as usize] += 1;
    }
    assert!(seen.iter().all(|n| *n > 1000), "{seen:?}");
}

/// How deep the farthest corner of the target is within the source.
fn a_holds_b(source: (Vec3, f64), target: &TestCube) -> f64 {
    let deep = |p: &Vec3| source.1 - (p - source.0).amax();
    target.moved_corners().iter().map(deep).fold(f64::MAX, f64::min)
}

#[test]
fn touching_is_meeting() {
    let here = Motion::new(&Placement::IDENTITY);
    let source = TestCube::source(Vec3::zeros(), 1.0, &here);
    for (place, half, expected) in [
        (Vec3::new(2.0, 0.0, 0.0), 1.0, Meeting::Meeting),
        (Vec3::new(1.5, 1.5, 1.5), 0.5, Meeting::Meeting),
        (Vec3::new(1.5, 1.5, 1.500_001), 0.5, Meeting::Apart),
        (Vec3::new(3.0, 0.0, 0.0), 2.0, Meeting::Meeting),
        (Vec3::new(0.25, 0.0, 0.0), 0.5, Meeting::Within),
        (Vec3::zeros(), 1.0, Meeting::Meeting),
        (Vec3::zeros(), 3.0, Meeting::Meeting),
    ] {
        assert_eq!(
            compare(&source, &TestCube::target(place, half, &here)),
            expected,
            "{place:?} {half}"
        );
    }
}
