use super::*;
use crate::convex::distance::distance;
use crate::convex::gjk::{Status, boolean};
use crate::convex::relative::RelativePlacement;
use crate::math::Placement;
use crate::shape::{Primitive, Support};
use solid_testing::Random;

fn relative(bodies: &[Primitive; 2], poses: &[Placement; 2]) -> RelativePlacement {
    RelativePlacement::new(
        &bodies[0].absolute_extents(),
        &poses[0],
        &bodies[1].absolute_extents(),
        &poses[1],
    )
    .expect("in range")
}

/// Two bodies at random, moved until so much is between them; `None` where they overlap.
fn moved(bodies: &[Primitive; 2], gap: f64, random: &mut Random) -> Option<[Placement; 2]> {
    let mut place = |far: f64| {
        let basis = crate::math::placement::rotation(&random.quaternion());
        Placement { basis, origin: random.vector() * far }
    };
    let [p, mut q] = [place(0.0), place(2.0)];
    let found = distance(&bodies[0], &bodies[1], &relative(bodies, &[p, q]), 1e-12, &mut [0; 2]);
    q.origin += found.witness.difference * (1.0 - gap / found.upper);
    (found.upper > 0.0).then_some([p, q])
}

const PAIRS: [[Primitive; 2]; 3] = {
    const EGG: Primitive = Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75));
    const ROUND: Primitive = Primitive::Round { half: Vec3::new(1.0, 1.0, 1.0), radius: 0.5 };
    [[EGG, EGG], [ROUND, EGG], [ROUND, ROUND]]
};

/// What nearly touches is decided as it is, and by fewer support points than GJK's cap.
#[test]
fn what_nearly_touches_is_decided_at_once() {
    let mut random = Random::new(5);
    for gap in [1e-4, 1e-6, 1e-8, -1e-8, -1e-6, -1e-4] {
        let (mut cases, mut decided, mut most) = (0, 0, 0);
        for bodies in (0..100).flat_map(|_| &PAIRS) {
            let Some(poses) = moved(bodies, gap, &mut random) else {
                continue;
            };
            let relative = relative(bodies, &poses);
            let pair = AnyPair::new(bodies[0].any(), bodies[1].any(), &relative);
            let ending = boolean::search(&pair, &mut [0; 2]);
            cases += 1;
            decided += usize::from(ending.status.is_settled());
            most = most.max(ending.iterations);
            let right = if gap > 0.0 { Status::Apart } else { Status::Enclosed };
            assert!(
                ending.status == right || !ending.status.is_settled(),
                "{bodies:?} {poses:?} {gap:e}: {ending:?}"
            );
        }
        assert!(
            decided * 100 >= cases * 98 && most <= 32,
            "{gap:e}: {decided} of {cases}, at most {most}"
        );
    }
}

/// Boxes are left to GJK.
#[test]
fn what_is_not_round_is_left_alone() {
    let cubes = [0; 2].map(|_| Primitive::Box(Vec3::repeat(1.0)));
    let poses = [Vec3::zeros(), Vec3::new(1.9, 0.3, 0.2)]
        .map(|origin| Placement { origin, ..Placement::IDENTITY });
    let relative = relative(&cubes, &poses);
    let pair = AnyPair::new(cubes[0].any(), cubes[1].any(), &relative);
    assert!(contact_along(&pair, &Vec3::new(-1.0, 0.0, 0.0), &mut [0; 2]).is_none());
}
