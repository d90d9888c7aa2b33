use super::steps::{dot, minus, product};
use super::*;
use crate::convex::distance::{Wanted, distance};
use crate::math::{Mat3, Placement};
use crate::shape::{Patch, Primitive, Support};
use solid_testing::Random;

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

fn relative(a: &Primitive, b: &Primitive, random: &mut Random) -> Option<RelativePlacement> {
    let far = random.vector() * 4.0;
    let place = |random: &mut Random, origin| {
        let basis = crate::math::placement::rotation(&random.quaternion());
        Placement { basis, origin }
    };
    let (p, q) = (place(random, Vec3::zeros()), place(random, far));
    RelativePlacement::new(&a.reach(), &p, &b.reach(), &q)
}

/// Started by a rough search, it comes to what the thorough one finds, and its bounds hold; more often with patience.
#[test]
fn it_finds_what_the_thorough_search_finds() {
    let mut random = Random::new(23);
    let (mut tried, mut found) = (0, [0; 2]);
    for _ in 0..150 {
        for a in &kinds() {
            for b in &kinds() {
                let Some(relative) = relative(a, b, &mut random) else {
                    continue;
                };
                let exact = distance(a, b, &relative, 1e-12, &mut [0; 2]);
                if exact.upper < 0.05 || a.margin() + b.margin() > 0.0 {
                    continue;
                }
                let rough = distance(a, b, &relative, 0.05, &mut [0; 2]).witness.difference;
                let goal = Goal { wanted: Wanted::Distance(1e-11), radius: 0.0, rounding: 1e-14 };
                let pair: Pair<Any<'_>, Any<'_>> = Pair::new(a, b, &relative);
                tried += 1;
                for patient in [false, true] {
                    let known = [(rough, 1.0)];
                    let near = closest_points(
                        &pair,
                        &rough,
                        rough.norm(),
                        &known,
                        patient,
                        &goal,
                        &mut [0; 2],
                    );
                    let Some(near) = near else { continue };
                    found[usize::from(patient)] += 1;
                    let length = near.witness.difference.norm();
                    assert!(
                        (length - exact.upper).abs() < 1e-10,
                        "{a:?} {b:?}: {length}, {exact:?}"
                    );
                    assert!(
                        near.lower <= exact.upper + 1e-13
                            && length - near.lower <= 1.1e-11 * length
                    );
                    let apart = relative.place_a(&near.witness.local_a)
                        - relative.place_b(&near.witness.local_b);
                    assert!((apart - near.witness.difference).norm() < 1e-13);
                }
            }
        }
    }
    let [at_once, with_patience] = found;
    assert!(tried > 1000 && at_once * 2 > tried && with_patience > at_once, "{found:?} of {tried}");
}

/// Boxes have no patch that is round.
#[test]
fn corners_are_left_to_gjk() {
    let cube = Primitive::Box(Vec3::repeat(1.0));
    let here = Placement::IDENTITY;
    let there = Placement { origin: Vec3::new(5.0, 0.5, 0.25), ..here };
    let relative =
        RelativePlacement::new(&cube.reach(), &here, &cube.reach(), &there).expect("in range");
    let goal = Goal { wanted: Wanted::Distance(1e-6), radius: 0.0, rounding: 1e-14 };
    let v = Vec3::new(-1.0, 0.0, 0.0);
    let pair: Pair<Any<'_>, Any<'_>> = Pair::new(&cube, &cube, &relative);
    assert!(closest_points(&pair, &v, 1.0, &[(v, 1.0)], true, &goal, &mut [0; 2]).is_none());
}

/// Where pieces are equal, and their slopes with these shares and the curvature cancel: no step along the crease, or out of
/// the corner, is downwards.
#[test]
fn steps_lead_to_where_pieces_balance() {
    let mut random = Random::new(29);
    for _ in 0..2000 {
        let second =
            [1.0 + random.signed().abs(), 0.9 * random.signed(), 1.0 + random.signed().abs()];
        let pieces: [Local; MOST_PIECES] = [(); MOST_PIECES].map(|()| Local {
            reach: random.signed(),
            slope: [random.signed(), random.signed()],
            ..Local::NONE
        });
        let [p, q, r] = &pieces;
        let twice_area = minus(&p.slope, &r.slope)[0] * minus(&q.slope, &r.slope)[1]
            - minus(&p.slope, &r.slope)[1] * minus(&q.slope, &r.slope)[0];
        if twice_area.abs() < 0.1
            || dot(&minus(&p.slope, &q.slope), &minus(&p.slope, &q.slope)) < 0.1
        {
            continue;
        }
        for ((delta, shares), among) in [
            (along_crease(&second, p, q), 2),
            (into_corner(&second, pieces.each_ref()), MOST_PIECES),
        ] {
            let reach = |piece: &Local| piece.reach + dot(&piece.slope, &delta);
            let highest = reach(p);
            assert!(
                pieces[..among].iter().all(|piece| (reach(piece) - highest).abs() < 1e-9),
                "{delta:?}"
            );
            assert!(
                (shares.iter().sum::<f64>() - 1.0).abs() < 1e-12 && (among > 2 || shares[2] == 0.0)
            );
            let bent = product(&second, &delta);
            for axis in 0..2 {
                let slope: f64 = (0..among).map(|i| shares[i] * pieces[i].slope[axis]).sum();
                assert!((slope + bent[axis]).abs() < 1e-9, "{among}: {slope} {bent:?}");
            }
        }
    }
}

/// Of more pieces than there is room for, those stay whose slopes a mean of is nought: without the right one to go a search
/// would go back and forth between two corners.
#[test]
fn pieces_make_room_for_a_corner() {
    let slopes = [[1.0, 0.0], [-0.5, 0.9], [-0.5, -0.9]];
    let here = Placement::IDENTITY;
    let relative = RelativePlacement::new(&Vec3::repeat(1.0), &here, &Vec3::repeat(1.0), &here)
        .expect("in range");
    for turn in 0..3 {
        for (fourth, gone) in
            [([-1.0, -0.05], 2), ([-1.0, 0.05], 1), ([0.3, 1.0], 1), ([0.3, -1.0], 2)]
        {
            let mut pieces = Pieces::new(Chart::Plane, &relative);
            for i in 0..3 {
                pieces.pieces[i].share = 1.0 / 3.0;
                pieces.locals[i] =
                    Local { slope: slopes[(i + turn) % 3], reach: 1.0, ..Local::NONE };
            }
            pieces.count = 3;
            pieces.locals[3] = Local { slope: fourth, reach: 1.0, ..Local::NONE };
            pieces.include(3);
            assert_eq!(pieces.local((gone + 3 - turn) % 3).slope, fourth, "turn {turn}");
            let step = pieces.step(LONGEST_STEP).expect("a corner");
            assert_eq!((pieces.count(), step.map(f64::abs)), (3, [0.0; 2]), "turn {turn}");
            let mean = |k: usize| {
                pieces.seen().map(|(piece, local)| piece.share * local.slope[k]).sum::<f64>()
            };
            assert!(mean(0).abs() < 1e-15 && mean(1).abs() < 1e-15);
        }
    }
}

/// The same piece again adds to its share.
#[test]
fn equal_pieces_are_one() {
    let (egg, point) = (&kinds()[0], Primitive::Box(Vec3::zeros()));
    let here = Placement::IDENTITY;
    let relative =
        RelativePlacement::new(&egg.reach(), &here, &Vec3::repeat(1.0), &here).expect("in range");
    let pair: Pair<Any<'_>, Any<'_>> = Pair::new(egg, &point, &relative);
    let mut pieces = Pieces::new(Chart::Sphere, &relative);
    assert!(pieces.add(&pair, &[(Vec3::x(), 0.25), (Vec3::y(), 0.5)], &mut [0; 2]));
    assert_eq!(pieces.seen().map(|(piece, _)| piece.share).collect::<Vec<_>>(), [0.75]);
}

/// A corner, an edge or a round side above the flat side of a cylinder or a cone: exact at once, where the method itself has
/// no derivative; and not where it is beside the disc.
#[test]
fn points_inside_of_discs_are_found_at_once() {
    let mut random = Random::new(31);
    let others =
        [Primitive::sphere(0.7), Primitive::Box(Vec3::new(1.0, 0.5, 0.8)), kinds()[0].clone()];
    let discs = [kinds()[1].clone(), kinds()[2].clone()];
    let mut inside = 0;
    for _ in 0..200 {
        let basis = crate::math::placement::rotation(&random.quaternion());
        // Mirrored, and stretched along and across the disc.
        let stretch = Mat3::from_diagonal(&Vec3::new(-1.5, 0.7, 0.9));
        for (disc, other) in
            discs.iter().flat_map(|disc| others.iter().map(move |other| (disc, other)))
        {
            let below = disc.reach().y + 3.0;
            let origin =
                basis * stretch * Vec3::new(random.signed() * 1.2, -below, random.signed() * 1.2);
            let lying = Placement { basis: basis * stretch, origin: Vec3::zeros() };
            let turned = crate::math::placement::rotation(&random.quaternion());
            let near = Placement { basis: turned, origin };
            let relative = RelativePlacement::new(&disc.reach(), &lying, &other.reach(), &near)
                .expect("in range");
            let pair: Pair<Any<'_>, Any<'_>> = Pair::new(disc, other, &relative);
            let goal = Goal { wanted: Wanted::Distance(1e-12), radius: 0.0, rounding: 1e-14 };
            let mut patches = [Patch::corner(Vec3::zeros()); 2];
            let up = (basis * stretch).column(2).cross(&(basis * stretch).column(0));
            let up = if up.dot(&origin) > 0.0 { -up } else { up };
            assert!(disc.patch(&-(basis * stretch).tr_mul(&up), false, &mut patches[0]));
            let exact = distance(disc, other, &relative, 1e-12, &mut [0; 2]);
            let flat = exact.axis.dot(&up) > (1.0 - 1e-12) * up.norm();
            let found = onto_disc(&pair, &patches, &up, &goal, &mut [0; 2]);
            assert_eq!(found.is_some(), flat, "{disc:?} {other:?}: {exact:?}");
            let Some(found) = found else { continue };
            inside += 1;
            let difference = found.witness.difference;
            assert!((difference.norm() - exact.upper).abs() < 1e-12 * exact.upper);
            assert!(difference.cross(&up).norm() < 1e-12 * up.norm() * difference.norm());
            let placed =
                relative.place_a(&found.witness.local_a) - relative.place_b(&found.witness.local_b);
            assert!((placed - difference).norm() < 1e-13);
        }
    }
    assert!(inside > 300, "{inside}");
}

/// The reach along a vector of any length is that of the bodies, and its slopes and curvature are those of differences.
#[test]
fn pieces_change_as_they_say() {
    let mut random = Random::new(37);
    let mut seen = 0;
    for _ in 0..40 {
        for a in &kinds() {
            for b in &kinds() {
                let Some(relative) = relative(a, b, &mut random) else {
                    continue;
                };
                let pair: Pair<Any<'_>, Any<'_>> = Pair::new(a, b, &relative);
                let (n, length) = (random.vector().normalize(), 0.1 + 3.0 * random.signed().abs());
                let mut pieces = Pieces::new(Chart::Sphere, &relative);
                let place = pieces.look(&pair, &(n * length), length, &mut [0; 2]);
                let tangents = across(&n);
                if pieces.bend(place, &tangents).is_err() {
                    continue;
                }
                seen += 1;
                let local = pieces.local(place);
                assert!((local.reach + pair.gap_along(&n, &mut [0; 2])).abs() < 1e-13);
                let reach = |x: f64, y: f64| {
                    let v = n + tangents[0] * x + tangents[1] * y;
                    let ([local_a, local_b], difference) = pieces.points_along(place, &v);
                    let placed = relative.place_a(&local_a) - relative.place_b(&local_b);
                    assert!((placed - difference).norm() < 1e-14);
                    -difference.dot(&v)
                };
                let h = 1e-4;
                let (east, west, north, south) =
                    (reach(h, 0.0), reach(-h, 0.0), reach(0.0, h), reach(0.0, -h));
                let slope = [east - west, north - south].map(|x| x / (2.0 * h));
                let mixed = reach(h, h) - reach(h, -h) - reach(-h, h) + reach(-h, -h);
                let here = 2.0 * local.reach;
                let curvature =
                    [east + west - here, 0.25 * mixed, north + south - here].map(|x| x / (h * h));
                // A disc that is seen nearly along its axis bends sharply.
                let sharp = 1e-6 * (1.0 + local.curvature[0] + local.curvature[2]).powi(3);
                assert!((0..2).all(|i| (slope[i] - local.slope[i]).abs() < sharp), "{a:?} {b:?}");
                assert!(
                    (0..3).all(|i| (curvature[i] - local.curvature[i]).abs() < sharp),
                    "{a:?} {b:?}"
                );
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}
