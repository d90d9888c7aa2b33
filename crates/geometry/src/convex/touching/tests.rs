use super::touch_along_flat_sides;
use crate::convex::pair::AnyPair;
use crate::convex::relative::RelativePlacement;
use crate::math::{Placement, Vec3};
use crate::shape::{Primitive, Support};
use solid_testing::Random;

/// Solids that stand on the plane at half their height below the origin.
fn solids() -> [Primitive; 6] {
    [
        Primitive::Box(Vec3::new(0.75, 0.5, 1.0)),
        Primitive::Cylinder { radius: 0.75, half_height: 0.75 },
        Primitive::Cone { radius: 1.0, half_height: 0.75 },
        Primitive::Ellipsoid(Vec3::new(1.0, 0.5, 0.75)),
        Primitive::Round { half: Vec3::new(0.5, 0.25, 0.75), radius: 0.25 },
        Primitive::Wheel { radius: 0.5, rounding: 0.25 },
    ]
}

fn turned(quaternion: [f64; 4], origin: Vec3) -> Placement {
    let mut placement = Placement { origin, ..Placement::IDENTITY };
    placement.rotate(&quaternion);
    placement
}

/// What stands on a can touches it, with a point that both share, unless it stands beside it.
#[test]
fn what_stands_on_a_can_touches_it() {
    let mut random = Random::new(41);
    let can = Primitive::Cylinder { radius: 1.0, half_height: 0.75 };
    let (mut found, mut all) = (0, 0);
    for solid in &solids() {
        let half_height = solid.bounds().max.y;
        for _ in 0..200 {
            // About the upright axis.
            let [x, y] = [random.signed(), random.signed()];
            let aside = Vec3::new(1.5 * random.signed(), 0.0, 1.5 * random.signed());
            let at = Vec3::new(0.0, 0.75 + half_height, 0.0) + aside;
            let (here, there) = (Placement::IDENTITY, turned([0.0, x, 0.0, y], at));
            let extents = [can.absolute_extents(), solid.absolute_extents()];
            let relative = RelativePlacement::new(&extents[0], &here, &extents[1], &there);
            let relative = relative.expect("in range");
            let pair = AnyPair::new(&can, solid, &relative);
            all += 1;
            let Some(touch) = touch_along_flat_sides(&pair, &mut [0; 2]) else {
                // Only the middle of the part that a solid stands on is known to be above the can.
                assert!(aside.norm() > 1.0, "{solid:?} at {at:?}");
                continue;
            };
            found += 1;
            assert!((touch.normal + Vec3::y()).norm() < 1e-15);
            let [p, q] = [touch.witness.local_a, there.apply(&touch.witness.local_b)];
            assert!((p - q).norm() < 1e-14 && (p.y - 0.75).abs() < 1e-15, "{p:?}, {q:?}");
            assert!(p.x.hypot(p.z) < 1.0 + 1e-15);
        }
    }
    assert!(2 * found > all && found < all, "{found} of {all}");
}

/// A hair above the can, or pressed into it, they do not touch.
#[test]
fn what_is_above_or_below_does_not_touch() {
    let can = Primitive::Cylinder { radius: 1.0, half_height: 0.75 };
    for solid in &solids() {
        for gap in [1e-12, -1e-12, 0.25, -0.25] {
            let at = Vec3::new(0.0, 0.75 + solid.bounds().max.y + gap, 0.0);
            let there = Placement { origin: at, ..Placement::IDENTITY };
            let extents = [can.absolute_extents(), solid.absolute_extents()];
            let relative =
                RelativePlacement::new(&extents[0], &Placement::IDENTITY, &extents[1], &there)
                    .expect("in range");
            let pair = AnyPair::new(&can, solid, &relative);
            let found = touch_along_flat_sides(&pair, &mut [0; 2]);
            assert!(found.is_none(), "{solid:?} {gap}");
        }
    }
}
