use super::disc::above_disc;
use super::step::Symmetric;
use super::*;
use crate::convex::distance::{DistanceQuery, distance};
use crate::convex::relative::RelativePlacement;
use crate::math::{Mat3, Placement};
use crate::shape::{Primitive, SmoothPatch, Support};
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
    RelativePlacement::new(&a.absolute_extents(), &p, &b.absolute_extents(), &q)
}

/// Started by a rough search, it comes to what the thorough one finds, and its bounds hold.
#[test]
fn it_finds_what_the_thorough_search_finds() {
    let mut random = Random::new(23);
    let (mut tried, mut found) = (0, 0);
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
                let target =
                    Target { query: DistanceQuery::Distance(1e-11), radius: 0.0, rounding: 1e-14 };
                let pair = AnyPair::new(a, b, &relative);
                tried += 1;
                let known = std::iter::once((rough, 1.0));
                let near = closest_points(&pair, &rough, known, &target, &mut [0; 2]);
                let Some(near) = near else { continue };
                found += 1;
                let length = near.witness.difference.norm();
                assert!((length - exact.upper).abs() < 1e-10, "{a:?} {b:?}: {length}, {exact:?}");
                assert!(
                    near.lower <= exact.upper + 1e-13 && length - near.lower <= 1.1e-11 * length
                );
                let apart = relative.place_a(&near.witness.local_a)
                    - relative.place_b(&near.witness.local_b);
                assert!((apart - near.witness.difference).norm() < 1e-13);
            }
        }
    }
    assert!(tried > 1000 && found * 10 > tried * 9, "{found} of {tried}");
}

/// Boxes have no patch that is round.
#[test]
fn corners_are_left_to_gjk() {
    let cube = Primitive::Box(Vec3::repeat(1.0));
    let here = Placement::IDENTITY;
    let there = Placement { origin: Vec3::new(5.0, 0.5, 0.25), ..here };
    let relative =
        RelativePlacement::new(&cube.absolute_extents(), &here, &cube.absolute_extents(), &there)
            .expect("in range");
    let target = Target { query: DistanceQuery::Distance(1e-6), radius: 0.0, rounding: 1e-14 };
    let v = Vec3::new(-1.0, 0.0, 0.0);
    let pair = AnyPair::new(&cube, &cube, &relative);
    assert!(closest_points(&pair, &v, std::iter::once((v, 1.0)), &target, &mut [0; 2]).is_none());
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
            let below = disc.absolute_extents().y + 3.0;
            let origin =
                basis * stretch * Vec3::new(random.signed() * 1.2, -below, random.signed() * 1.2);
            let lying = Placement { basis: basis * stretch, origin: Vec3::zeros() };
            let turned = crate::math::placement::rotation(&random.quaternion());
            let near = Placement { basis: turned, origin };
            let relative = RelativePlacement::new(
                &disc.absolute_extents(),
                &lying,
                &other.absolute_extents(),
                &near,
            )
            .expect("in range");
            let pair = AnyPair::new(disc, other, &relative);
            let target =
                Target { query: DistanceQuery::Distance(1e-12), radius: 0.0, rounding: 1e-14 };
            let up = (basis * stretch).column(2).cross(&(basis * stretch).column(0));
            let up = if up.dot(&origin) > 0.0 { -up } else { up };
            let facing = disc.smooth_patch(&-(basis * stretch).tr_mul(&up), false);
            let patches = [facing.expect("a disc"), SmoothPatch::corner(Vec3::zeros())];
            let exact = distance(disc, other, &relative, 1e-12, &mut [0; 2]);
            let flat = exact.axis.dot(&up) > (1.0 - 1e-12) * up.norm();
            let found = above_disc(&pair, &patches, &up, &target, &mut [0; 2]);
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

/// The value is that of the bodies, and the gradient and the Hessian are those of differences.
#[test]
fn derivatives_are_those_of_differences() {
    let mut random = Random::new(37);
    let mut seen = 0;
    for _ in 0..40 {
        for a in &kinds() {
            for b in &kinds() {
                let Some(relative) = relative(a, b, &mut random) else {
                    continue;
                };
                let pair = AnyPair::new(a, b, &relative);
                let (n, length) = (random.vector().normalize(), 0.1 + 3.0 * random.signed().abs());
                let mut set = ActiveSet::new(Chart::Sphere, &relative);
                set.evaluate(&pair, &n, 1.0, &mut [0; 2]);
                let place = set.evaluate(&pair, &(n * length), length, &mut [0; 2]);
                let tangents = tangents(&n);
                if set.differentiate(place, &tangents).is_err() {
                    continue;
                }
                seen += 1;
                let jet = set.member(place).jet;
                assert!((jet.value + pair.gap_along(&n, &mut [0; 2])).abs() < 1e-13);
                let reach = |x: f64, y: f64| {
                    let v = n + tangents[0] * x + tangents[1] * y;
                    let ([local_a, local_b], difference) = set.points_along(place, &v);
                    let placed = relative.place_a(&local_a) - relative.place_b(&local_b);
                    assert!((placed - difference).norm() < 1e-14);
                    -difference.dot(&v)
                };
                let h = 1e-4;
                let (east, west, north, south) =
                    (reach(h, 0.0), reach(-h, 0.0), reach(0.0, h), reach(0.0, -h));
                let slope = [east - west, north - south].map(|x| x / (2.0 * h));
                let mixed = reach(h, h) - reach(h, -h) - reach(-h, h) + reach(-h, -h);
                let here = 2.0 * jet.value;
                let hessian =
                    [east + west - here, 0.25 * mixed, north + south - here].map(|x| x / (h * h));
                let Symmetric { xx, xy, yy } = jet.hessian;
                // A disc that is seen nearly along its axis bends sharply.
                let sharp = 1e-6 * (1.0 + xx + yy).powi(3);
                assert!((0..2).all(|i| (slope[i] - jet.gradient[i]).abs() < sharp), "{a:?} {b:?}");
                assert!(
                    (0..3).all(|i| (hessian[i] - [xx, xy, yy][i]).abs() < sharp),
                    "{a:?} {b:?}"
                );
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}
