use super::*;
use crate::convex::cast;
use crate::convex::pair::Relation;
use crate::math::Placement;
use crate::math::test_random::Random;
use crate::math::tolerance::{DISTANCE_ROUNDING, ROUNDING};
use crate::shape::{Primitive, Support};

fn shape(random: &mut Random) -> Primitive {
    let half = random.vector().abs() * 0.4 + Vec3::repeat(0.1);
    match random.below(6) {
        0 => Primitive::Ellipsoid(half),
        1 => Primitive::Cone { radius: half.x, half_height: half.y },
        2 => Primitive::Cylinder { radius: half.x, half_height: half.y },
        3 => Primitive::Box(half),
        4 => Primitive::Box(Vec3::new(half.x, 0.0, half.z)),
        _ => Primitive::polytope(&[(); 12].map(|()| random.vector() * 0.4)).expect("few points"),
    }
}

/// Each answer is proved from both sides: by the plane and by the gap that is left.
#[test]
fn contacts_lie_between_their_bounds() {
    let mut random = Random(93);
    let (mut told, mut met, mut most) = (0, 0, 0);
    let rounds = 6000;
    for round in 0..rounds {
        let (a, b) = (shape(&mut random), shape(&mut random));
        let mut place = || {
            let mut placement = Placement::IDENTITY;
            placement.translate(&random.vector());
            placement.rotate(&random.quaternion());
            placement
        };
        let (p, q) = (place(), place());
        let motion = random.vector() * 3.0;
        let tolerance = [1e-3, 1e-6, 1e-9, 1e-12][random.below(4)];
        let relation = Relation::new(&a.reach(), &p, &b.reach(), &q).expect("in range");
        let path = Path::new(&motion, 1.0, &relation);
        let pair = Pair::new(&a, &b, &relation);
        let mut hints = [0; 2];
        let rounding = DISTANCE_ROUNDING * ROUNDING * (pair.largest_reach() + path.length);
        let found = super::cast(
            &pair.of_any(),
            &mut |n| pair.support_against(n, &mut hints),
            &path,
            tolerance,
            rounding,
        );
        match found {
            Told::Missed => {
                let meets = crate::convex::path::meets(&a, &b, &relation, &path);
                assert!(!meets, "round {round}: missed");
            }
            Told::Contact(contact) => {
                met += 1;
                most = most.max(contact.iterations);
                let Contact { at, normal, witness, .. } = contact;
                let moved = path.direction * at;
                let w = pair.support_against(&normal, &mut [0; 2]).difference() - moved;
                assert!(normal.dot(&w) > -4.0 * rounding, "round {round}: {}", normal.dot(&w));
                assert!(normal.dot(&path.direction) > 0.0, "round {round}");
                let gap = relation.place_a(&witness.local_a) - relation.place_b(&witness.local_b) - moved;
                assert!((gap - witness.difference).norm() < 1e-12, "round {round}");
                // What is left is along the path, and no more than was asked.
                let (length, left) = (path.direction.norm(), gap.norm());
                let beside = gap.cross(&path.direction).norm() / length;
                assert!(beside < 1e-9, "round {round}: {beside}");
                assert!(left <= 1.01 * tolerance * at * length + 8.0 * rounding, "round {round}: {left}");
                let hit = cast::cast(&a, &b, &relation, &motion, 1.0, tolerance, &mut [0; 2]);
                assert!(hit.is_some(), "round {round}");
            }
            Told::Nothing => continue,
        }
        told += 1;
    }
    println!("{told} of {rounds} told, {met} contacts, at most {most} support points");
    assert!(told > rounds * 2 / 3 && met > rounds / 20 && most < 128, "{told} {met} {most}");
}
