use super::*;
use crate::convex::distance::distance;
use crate::math::Placement;
use crate::math::test_random::Random;
use crate::shape::{Primitive, Support};

/// Round bodies of all kinds.
fn kinds() -> [Primitive; 6] {
    [
        Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75)),
        Primitive::Cone { radius: 1.0, half_height: 1.0 },
        Primitive::Cylinder { radius: 0.6, half_height: 1.2 },
        Primitive::Wheel { radius: 1.0, rounding: 0.2 },
        Primitive::Box(Vec3::new(1.0, 0.5, 0.8)),
        Primitive::sphere(0.7),
    ]
}

fn relation(a: &Primitive, b: &Primitive, random: &mut Random) -> Option<Relation> {
    let far = random.vector() * 4.0;
    let place = |random: &mut Random, origin| {
        let basis = crate::math::placement::rotation(&random.quaternion());
        Placement { basis, origin }
    };
    let (p, q) = (place(random, Vec3::zeros()), place(random, far));
    Relation::new(&a.reach(), &p, &b.reach(), &q)
}

/// Started by a rough search, it comes to what the thorough one finds, and its bounds hold.
#[test]
fn it_finds_what_the_thorough_search_finds() {
    let mut random = Random(23);
    let (mut tried, mut found) = (0, 0);
    for _ in 0..150 {
        for a in &kinds() {
            for b in &kinds() {
                let Some(relation) = relation(a, b, &mut random) else { continue };
                let exact = distance(a, b, &relation, 1e-12, &mut [0; 2]);
                if exact.upper < 0.05 || a.margin() + b.margin() > 0.0 {
                    continue;
                }
                let rough = distance(a, b, &relation, 0.05, &mut [0; 2]).witness.difference;
                let goal = Goal { wanted: Wanted::Distance(1e-11), radius: 0.0, rounding: 1e-14 };
                let pair: Pair<Any<'_>, Any<'_>> = Pair::new(a, b, &relation);
                tried += 1;
                let Some(near) = closest_points(&pair, &rough, &[(rough, 1.0)], &goal, &mut [0; 2]) else {
                    continue;
                };
                found += 1;
                let length = near.witness.difference.norm();
                assert!((length - exact.upper).abs() < 1e-10, "{a:?} {b:?}: {length}, {exact:?}");
                assert!(near.lower <= exact.upper + 1e-13 && length - near.lower <= 1.1e-11 * length);
                let apart = relation.place_a(&near.witness.local_a) - relation.place_b(&near.witness.local_b);
                assert!((apart - near.witness.difference).norm() < 1e-13);
            }
        }
    }
    assert!(tried > 1000 && found * 2 > tried, "{found} of {tried}");
}

/// Boxes have no patch that is round.
#[test]
fn corners_are_left_to_gjk() {
    let cube = Primitive::Box(Vec3::repeat(1.0));
    let here = Placement::IDENTITY;
    let there = Placement { origin: Vec3::new(5.0, 0.5, 0.25), ..here };
    let relation = Relation::new(&cube.reach(), &here, &cube.reach(), &there).expect("in range");
    let goal = Goal { wanted: Wanted::Distance(1e-6), radius: 0.0, rounding: 1e-14 };
    let v = Vec3::new(-1.0, 0.0, 0.0);
    let pair: Pair<Any<'_>, Any<'_>> = Pair::new(&cube, &cube, &relation);
    assert!(closest_points(&pair, &v, &[(v, 1.0)], &goal, &mut [0; 2]).is_none());
}
