use super::super::Earliest;
use super::*;
use crate::convex::epa::Workspace;
use crate::query::{Shape, ShapeError};
use solid_testing::Random;

/// A simple body of sizes that differ by up to a thousand times.
fn simple(random: &mut Random) -> Result<Shape, ShapeError> {
    let mut size = || random.unit() * 10.0_f64.powi(random.below(4) as i32 - 2) + 1e-3;
    let [x, y, z] = [size(), size(), size()];
    match random.below(7) {
        0 => Shape::sphere(x),
        1 => Shape::cuboid([x, y, z]),
        2 => Shape::capsule(x, y),
        3 => Shape::cylinder(x, y),
        4 => Shape::cone(x, y),
        5 => {
            let mut corner = || random.vector() * x;
            Shape::polytope(&[corner(), corner(), corner()])
        }
        _ => Shape::segment(random.vector() * x, random.vector() * y),
    }
}

fn placement(random: &mut Random) -> Placement {
    let far = [0.0, 1.0, 1e3, 1e6][random.below(4)];
    let mut placement = Placement::translation(random.vector() * far);
    if random.below(4) > 0 {
        placement.rotate(&random.quaternion());
    }
    if random.below(4) == 0 {
        let scale = random.unit() * 3.0 + 0.1;
        placement.basis *= scale;
    }
    placement
}

/// A place on the surface of a body or near it, now and then exactly on a corner, an edge, or the axis.
fn near(random: &mut Random, body: Body<'_>) -> Vec3 {
    let bounds = body.shape.bounds();
    let half = bounds.half_extents();
    let local =
        half.map(|x| x * [-1.0, 0.0, 1.0, random.signed(), random.signed()][random.below(5)]);
    body.placement.apply(&(bounds.center() + local))
}

/// The closed forms find what the general cast finds: at the same time, and with its normal where that is known. What they leave out is
/// little.
#[test]
fn closed_forms_agree_with_the_general_cast() -> Result<(), ShapeError> {
    let mut random = Random::new(5);
    let (mut asked, mut answered, mut met) = (0, 0, 0);
    for round in 0..40_000 {
        let Ok(shape) = simple(&mut random) else { continue };
        let radius = [0.0, 0.0, random.unit() * 0.5 + 1e-3][random.below(3)];
        let ball = if radius > 0.0 { Shape::sphere(radius)? } else { Shape::point([0.0; 3])? };
        let at = placement(&mut random);
        let body = Body::new(shape.view(), &at).expect("finite");
        let target = near(&mut random, body);
        let size = body.shape.bounds().half_extents().norm() + radius;
        let away = [1e-3, 0.5, 3.0, 100.0][random.below(4)];
        let from = target + random.vector() * size * away;
        let motion = (target - from) * [0.99, 1.0, 1.5, -1.0, 3.0][random.below(5)];
        let start = Placement::translation(from);
        let moved = Body::new(ball.view(), &start).expect("finite");
        for (first, second, motion) in [(body, moved, motion), (moved, body, -motion)] {
            // A and B in either order.
            let pair = match asked % 3 {
                0 => BodyPair { swapped: true, ..BodyPair::new(second, first).expect("in range") },
                _ => BodyPair::new(first, second).expect("in range"),
            };
            asked += 1;
            let Some(found) = pair.meet_simple(&motion, 1e-9) else { continue };
            answered += 1;
            let search = Earliest::new(pair.directed(motion), 1e-9);
            let earliest = || Some(pair.earliest(search, &[]).map(|(found, _)| found));
            let general = pair.first_contact_by(earliest);
            let told = || format!("{round}: {shape:?} {at:?} {radius} {from:?} {motion:?}");
            let (Some(found), Some(general)) = (found, general) else {
                assert_eq!(found.is_some(), general.is_some(), "{found:?} {general:?} {}", told());
                continue;
            };
            met += 1;
            let reach = from.norm() + at.origin.norm() + motion.norm() + size;
            let apart = (found.time - general.time).abs() * motion.norm();
            assert!(apart <= 1e-8 * general.time * motion.norm() + 1e-10 * reach, "{}", told());
            assert!((found.normal.norm() - 1.0).abs() < 1e-9, "{}", told());
            // From the second body towards the first, which it approaches.
            assert!(found.normal.dot(&motion) > 0.0, "{}", told());
            let [p, q] =
                [first.placement.apply(&found.locals[0]), second.placement.apply(&found.locals[1])];
            assert!((q + motion * found.time - p).norm() <= 1e-10 * reach, "{}", told());
        }
    }
    assert!(answered * 2 > asked && met * 4 > answered, "{met} of {answered} of {asked}");
    Ok(())
}

/// A ray is a point that moves: bit for bit.
#[test]
fn a_ray_is_a_point_that_moves() -> Result<(), ShapeError> {
    let (mut random, mut work) = (Random::new(6), Workspace::default());
    let mut hits = 0;
    for _ in 0..5_000 {
        let Ok(shape) = simple(&mut random) else { continue };
        let at = placement(&mut random);
        let body = Body::new(shape.view(), &at).expect("finite");
        let (p, q) = (near(&mut random, body), near(&mut random, body));
        let (from, to) = (p + (p - q) * 2.0 + random.vector(), q + (q - p));
        let ray = body.cast_ray(&from, &to, 1e-9, &mut work).expect("in range");
        let (point, start) = (Shape::point([0.0; 3])?, Placement::translation(from));
        let pair = BodyPair::new(body, Body::new(point.view(), &start).expect("finite"));
        let cast = pair.expect("in range").cast(&[Vec3::zeros(), to - from], 1e-9, &mut work);
        assert_eq!(ray.map(|hit| (hit.time, -hit.normal)), cast.map(|hit| (hit.time, hit.normal)));
        hits += u32::from(ray.is_some());
    }
    assert!(hits > 1000, "{hits}");
    Ok(())
}
