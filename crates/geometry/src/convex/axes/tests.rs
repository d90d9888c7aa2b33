use super::*;
use crate::convex::query::{Coherence, intersect};
use crate::math::placement::rotation;
use crate::math::{Mat3, Placement};
use crate::shape::Primitive;
use solid_testing::Random;

/// Boxes, triangles and segments, some of them flat, at random.
fn bodies(random: &mut Random) -> Vec<Primitive> {
    let mut at = || random.vector();
    let (p, q, r, half) = (at(), at(), at(), at().abs());
    vec![
        Primitive::Box(half),
        Primitive::Box(Vec3::new(half.x, 0.0, half.z)),
        Primitive::polytope(&[p, q, r]).expect("finite"),
        Primitive::Segment { from: p, to: q },
    ]
}

/// The least overlap decides as GJK does, no direction has a smaller one, and the deepest points are mostly as far apart as the bodies
/// are deep.
#[test]
fn no_direction_has_a_smaller_overlap() {
    let (mut random, mut apart, mut deep) = (Random::new(72), 0, 0);
    let mut aligned = 0;
    for round in 0..300 {
        let bodies = bodies(&mut random);
        let shear = Mat3::new(1.0, 0.3, 0.0, 0.0, 1.0, 0.2, 0.0, 0.0, 0.8);
        let [p, q] = [0, 1].map(|i| {
            let turn = rotation(&random.quaternion());
            let basis = if round % 3 == i { turn * shear } else { turn };
            Placement { basis, origin: random.vector() * 0.7 }
        });
        for (a, b) in bodies.iter().flat_map(|a| bodies.iter().map(move |b| (a, b))) {
            let (of_a, of_b) = (a.absolute_extents(), b.absolute_extents());
            let relative = RelativePlacement::new(&of_a, &p, &of_b, &q).expect("in range");
            let pair = Pair::new(a, b, &relative);
            let Some(found) = depth(&pair) else { continue };
            let text = || format!("{a:?} {p:?} {b:?} {q:?} {found:?}");
            let collide = intersect(a, b, &relative, &mut Coherence::default());
            assert_eq!(collide, found.depth > 0.0, "{}", text());
            let cores = [a.core(true), b.core(true)].map(|core| core.expect("simple"));
            if let Some(overlap) = overlap(cores.each_ref(), &relative) {
                assert_eq!(overlap.is_ok(), collide, "{}", text());
            }
            let along = |n: &Vec3| -pair.gap_along(n, &mut [0; 2]);
            assert!((along(&found.normal) - found.depth).abs() < 1e-12, "{}", text());
            if found.depth < 0.0 {
                apart += 1;
                continue;
            }
            deep += 1;
            for _ in 0..30 {
                let other = (found.normal + random.vector() * 0.3).normalize();
                assert!(along(&other) > found.depth - 1e-12, "{}: {other}", text());
            }
            let on_a = relative.place_a(&found.local_a);
            let on_b = relative.place_b(&found.local_b);
            let off = on_b - on_a - found.normal * found.depth;
            aligned += u32::from(off.norm() < 1e-9);
        }
    }
    // Of others, all of which touch in more than a point, the points are found by a distance.
    assert!(apart > 500 && deep > 500 && aligned * 20 > deep * 17, "{apart} {deep} {aligned}");
}

/// A box that its placement makes a point, and a segment: no axis has a direction, and none may be taken for an overlap.
#[test]
fn bodies_in_one_line_are_left_open() {
    let (block, segment) = (
        Primitive::Box(Vec3::repeat(1.0)),
        Primitive::Segment { from: Vec3::zeros(), to: Vec3::x() },
    );
    let line = Mat3::from_columns(&[
        Vec3::new(0.1, -0.3, 0.2),
        Vec3::new(-0.05, 0.15, -0.1),
        Vec3::zeros(),
    ]);
    for basis in [Mat3::zeros(), line, line * 1e-3] {
        for off in [Vec3::zeros(), Vec3::new(0.3, 0.2, 0.1), Vec3::new(0.05, -0.15, 0.1)] {
            let (here, there) = (
                Placement { basis, origin: off },
                Placement { basis: line, origin: Vec3::zeros() },
            );
            let (of_a, of_b) = (block.absolute_extents(), segment.absolute_extents());
            let relative = RelativePlacement::new(&of_a, &here, &of_b, &there).expect("in range");
            let cores = [block.core(true), segment.core(true)].map(|core| core.expect("simple"));
            assert!(!matches!(overlap(cores.each_ref(), &relative), Some(Ok(()))), "{basis} {off}");
            assert!(
                depth(&Pair::new(&block, &segment, &relative))
                    .is_none_or(|found| found.depth < 0.0)
            );
        }
    }
}

/// Boxes and triangles that their placements flatten to lines have no point in common, but for coincidence; what rounding leaves of the
/// normals of a box says nothing.
#[test]
fn bodies_flattened_to_lines_do_not_overlap() {
    let (mut random, mut apart) = (Random::new(2026), 0);
    for _ in 0..20_000 {
        let corners = [(); 3].map(|()| random.vector());
        let triangle = Primitive::polytope(&corners).expect("finite");
        let block = Primitive::Box(random.vector().abs());
        let [p, q] = [1.0, 0.3].map(|reach| {
            let basis = random.vector() * random.vector().transpose();
            Placement { basis, origin: random.vector() * reach }
        });
        let (of_a, of_b) = (block.absolute_extents(), triangle.absolute_extents());
        let relative = RelativePlacement::new(&of_a, &p, &of_b, &q).expect("in range");
        let cores = [block.core(true), triangle.core(true)].map(|core| core.expect("simple"));
        let found = overlap(cores.each_ref(), &relative);
        assert_ne!(found, Some(Ok(())), "{block:?} {p:?} {triangle:?} {q:?}");
        apart += u32::from(found.is_some());
    }
    assert!(apart > 15_000, "{apart}");
}
