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

/// Where pieces are equal, and their slopes with these shares and the curvature cancel: no step along the crease, or out of
/// the corner, is downwards.
#[test]
fn steps_lead_to_where_pieces_balance() {
    let mut random = Random(29);
    for _ in 0..2000 {
        let second = [1.0 + random.signed().abs(), 0.9 * random.signed(), 1.0 + random.signed().abs()];
        let pieces: [Local; MOST_PIECES] = [(); MOST_PIECES].map(|()| Local {
            points: [Vec3::zeros(); 2],
            difference: Vec3::zeros(),
            reach: random.signed(),
            slope: [random.signed(), random.signed()],
            curvature: [0.0; 3],
        });
        let [p, q, r] = &pieces;
        let twice_area = minus(&p.slope, &r.slope)[0] * minus(&q.slope, &r.slope)[1]
            - minus(&p.slope, &r.slope)[1] * minus(&q.slope, &r.slope)[0];
        if twice_area.abs() < 0.1 || dot(&minus(&p.slope, &q.slope), &minus(&p.slope, &q.slope)) < 0.1 {
            continue;
        }
        for ((delta, shares), among) in
            [(along_crease(&second, p, q), 2), (into_corner(&second, &pieces), MOST_PIECES)]
        {
            let reach = |piece: &Local| piece.reach + dot(&piece.slope, &delta);
            let highest = reach(p);
            assert!(pieces[..among].iter().all(|piece| (reach(piece) - highest).abs() < 1e-9), "{delta:?}");
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12 && (among > 2 || shares[2] == 0.0));
            let bent = product(&second, &delta);
            for axis in 0..2 {
                let slope: f64 = (0..among).map(|i| shares[i] * pieces[i].slope[axis]).sum();
                assert!((slope + bent[axis]).abs() < 1e-9, "{among}: {slope} {bent:?}");
            }
        }
    }
}

/// Of more pieces than there is room for, those of the largest shares stay; equal ones are one.
#[test]
fn pieces_of_the_least_share_make_room() {
    let chart = Chart::Sphere;
    let piece = |at: f64, share| Piece { patches: [Patch::corner(Vec3::repeat(at)); 2], share };
    let shares = [0.4, 0.1, 0.5];
    for turn in 0..3 {
        let mut pieces = Pieces::new(chart);
        (0..3).for_each(|i| pieces.add(piece(i as f64, shares[(i + turn) % 3])));
        pieces.add(piece(9.0, 0.2));
        let gone = (0..3).find(|i| shares[(i + turn) % 3] == 0.1).expect("the least");
        for i in 0..3 {
            assert_eq!(pieces.find(&piece(i as f64, 0.0)).is_none(), i == gone, "turn {turn}");
        }
        let place = pieces.find(&piece(9.0, 0.0)).expect("the new one");
        pieces.add(piece(9.0, 0.25));
        assert_eq!((pieces.count, pieces.pieces[place].share), (3, 0.45), "turn {turn}");
    }
}
