use super::*;
use crate::convex::epa::Workspace;
use crate::math::Mat3;
use solid_testing::Random;

fn shape(random: &mut Random) -> Primitive {
    match random.below(6) {
        0 | 1 => Primitive::Box(random.vector_between(0.0, 1.0)),
        2 => Primitive::Box(Vec3::new(0.7, 0.0, random.unit())),
        3 => Primitive::sphere(0.5),
        4 => Primitive::Segment { from: Vec3::zeros(), to: random.vector() },
        _ => Primitive::Cylinder { radius: 0.4, half_height: 0.6 },
    }
}

fn placement(random: &mut Random) -> Placement {
    let mut placement = Placement::IDENTITY;
    placement.translate(&(random.vector() * 10.0_f64.powi(random.below(5) as i32)));
    match random.below(4) {
        0 => placement.rotate(&random.quaternion()),
        1 => placement.basis = random.matrix(),
        2 => placement.basis = Mat3::from_diagonal(&Vec3::new(random.signed(), 0.0, 1.0)),
        _ => {}
    }
    placement
}

/// Rays that end at or graze corners, edges and faces, among others.
#[test]
fn what_is_said_to_be_missed_is_missed() {
    let (mut random, mut work) = (Random::new(12), Workspace::default());
    let (mut misses, mut known) = (0, 0);
    for round in 0..60_000 {
        let (shape, placement) = (shape(&mut random), placement(&mut random));
        let body = Body::new(BodyShape::Convex(&shape), &placement).expect("finite");
        let half = if let Primitive::Box(half) = shape { half } else { Vec3::repeat(0.5) };
        let near = |random: &mut Random| {
            let corner = half.map(|x| x * [-1.0, 0.0, 1.0, random.signed()][random.below(4)]);
            placement.apply(&corner)
        };
        let (p, q) = (near(&mut random), near(&mut random));
        let (from, to) = match round % 3 {
            0 => (p + (p - q) * 3.0, q + (q - p) * 2.0),
            1 => (p + random.vector() * 2.0, q),
            _ => (p + random.vector() * 3.0, q + random.vector() * 3.0),
        };
        let motion = to - from;
        let Some(found) = body.cast_ray(&from, &to, 1e-9, &mut work) else { continue };
        let is_missed = body.is_missed_by_ray(&from, &motion);
        assert!(
            found.is_none() || !is_missed,
            "{round}: {shape:?} {placement:?} {from:?} {to:?} {found:?}"
        );
        misses += u32::from(found.is_none());
        known += u32::from(is_missed);
    }
    assert!(misses > 10_000 && known > misses / 3, "{known} of {misses}");
}
