//! First touches against those of triangles, against formulas, and against the bodies at the times before.

use crate::convex::query::closest_points;
use crate::convex::relative::RelativePlacement;
use crate::math::{Placement, Vec3, rotation};
use crate::octree::faces::Vertices;
use crate::octree::first_touch::{Touch, first_touch};
use crate::octree::{MovingBody, MovingHull, MovingSolid};
use crate::shape::Primitive;
use solid_testing::{Random, limit};

const INDICES: [u32; 4] = [0, 1, 2, 3];

fn hull<'a>(ways: &'a [Vec<Vec3>; 2], indices: &'a [u32]) -> MovingHull<'a> {
    let vertices = |points: &'a Vec<Vec3>| Vertices { local: points, placement: None };
    MovingHull { indices, before: vertices(&ways[0]), now: vertices(&ways[1]) }
}

fn random_ways(random: &mut Random, spread: f64) -> [Vec<Vec3>; 2] {
    [0, 1].map(|_| {
        let at = random.vector() * spread;
        (0..4).map(|_| at + random.vector()).collect()
    })
}

fn distance(a: &impl MovingBody, b: &impl MovingBody, time: f64) -> f64 {
    let (at_a, at_b) = (a.at(time), b.at(time));
    let (a, b) = (at_a.as_any(), at_b.as_any());
    let here = Placement::IDENTITY;
    let relative =
        RelativePlacement::new(&a.absolute_extents(), &here, &b.absolute_extents(), &here)
            .expect("in range");
    closest_points(a, b, &relative, 1e-9, &mut [0; 2]).difference.norm()
}

/// Apart before, touching then, and the normal separates them just before.
fn check(touch: Option<Touch>, a: &impl MovingBody, b: &impl MovingBody, what: &str) {
    let end = touch.map_or(1.0, |touch| touch.time);
    for i in 0..40 {
        let time = end * (f64::from(i) + 0.5) / 40.0;
        assert!(
            touch.is_some_and(|t| t.time == 0.0) || distance(a, b, time) > 0.0,
            "{what}: at {time} of {end}"
        );
    }
    let Some(touch) = touch else {
        return assert!(distance(a, b, 1.0) > 0.0, "{what}");
    };
    assert!(touch.gap < 1e-10, "{what}: {touch:?}");
    assert!(distance(a, b, touch.time) < 1e-10, "{what}");
    assert!((touch.points[0] - touch.points[1]).norm() < 1e-10, "{what}");
    if touch.time > 0.0 {
        assert!((touch.normal.norm() - 1.0).abs() < 1e-12, "{what}");
        let [[far_a, _], [far_b, _]] =
            [a.extreme(&-touch.normal, touch.time), b.extreme(&touch.normal, touch.time)];
        // Of bodies whose last distance is short the normal has few digits.
        assert!((far_a + far_b).abs() < limit(1e-10, 1e-6), "{what}: {far_a} {far_b}");
    }
}

#[test]
fn triangles_that_move() {
    let mut random = Random::new(81);
    let mut seen = [0; 3];
    for round in 0..600 {
        let (s, t) = (random_ways(&mut random, 1.0), random_ways(&mut random, 1.0));
        let (a, b) = (hull(&s, &INDICES[..3]), hull(&t, &INDICES[..3]));
        let touch = first_touch(&a, &b);
        check(touch, &a, &b, &format!("round {round}"));
        seen[touch.map_or(0, |touch| if touch.time > 0.0 { 2 } else { 1 })] += 1;
    }
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
}

#[test]
fn tetrahedra_are_solid() {
    let mut random = Random::new(82);
    let mut seen = [0; 2];
    for round in 0..300 {
        let (s, t) = (random_ways(&mut random, 2.0), random_ways(&mut random, 2.0));
        let (a, b) = (hull(&s, &INDICES), hull(&t, &INDICES));
        let touch = first_touch(&a, &b);
        check(touch, &a, &b, &format!("round {round}"));
        seen[usize::from(touch.is_some())] += 1;
    }
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
    // One within the other from the start.
    let large: [Vec<Vec3>; 2] = [4.0, 4.0].map(|x| {
        vec![Vec3::new(-x, -x, -x), Vec3::new(x, x, -x), Vec3::new(x, -x, x), Vec3::new(-x, x, x)]
    });
    let small = [0, 1].map(|_| large[0].iter().map(|p| p * 0.01).collect());
    let touch = first_touch(&hull(&large, &INDICES), &hull(&small, &INDICES)).expect("within");
    assert_eq!((touch.time, touch.normal), (0.0, Vec3::zeros()));
    assert!(touch.gap < 1e-15, "{touch:?}");
}

#[test]
fn a_bullet_hits_a_sheet_that_rises() {
    let ball = Primitive::sphere(0.01);
    for speed in [1.0, 1e3, 1e6] {
        let before = Placement { origin: Vec3::new(0.1, 0.2, 0.5 * speed), ..Placement::IDENTITY };
        let bullet = MovingSolid { solid: &ball, before, motion: Vec3::new(0.0, 0.0, -speed) };
        let corner = |x: f64, y: f64, z: f64| Vec3::new(x, y, z);
        let at = |z: f64| vec![corner(-9.0, -9.0, z), corner(9.0, -9.0, z), corner(0.0, 9.0, z)];
        let sheet = [at(0.0), at(0.3)];
        let touch = first_touch(&bullet, &hull(&sheet, &INDICES[..3])).expect("a hit");
        let expected = (0.5 * speed - 0.01) / (speed + 0.3);
        assert!((touch.time - expected).abs() < 1e-11, "{speed}: {touch:?}");
        assert!((touch.normal - Vec3::new(0.0, 0.0, 1.0)).norm() < 1e-6, "{speed}: {touch:?}");
        // With the opposite motion, it moves away.
        let away = MovingSolid { motion: -bullet.motion, ..bullet };
        assert_eq!(first_touch(&away, &hull(&sheet, &INDICES[..3])), None);
    }
}

#[test]
fn what_slides_past_at_a_hair_ends() {
    let mut random = Random::new(83);
    let ball = Primitive::sphere(1.0);
    for gap in [1e-3, 1e-6, 1e-9, 1e-11, 1e-12, 0.0, -1e-12, -1e-9] {
        let motion = Vec3::new(8.0, 1e-3 * random.signed(), 0.0);
        let before = Placement { origin: Vec3::new(-4.0, 0.0, 1.0 + gap), ..Placement::IDENTITY };
        let bullet = MovingSolid { solid: &ball, before, motion };
        let sheet =
            vec![Vec3::new(-1.0, -9.0, 0.0), Vec3::new(1.0, -9.0, 0.0), Vec3::new(0.0, 9.0, 0.0)];
        let touch = first_touch(&bullet, &hull(&[sheet.clone(), sheet], &INDICES[..3]));
        if gap > 1e-10 {
            assert_eq!(touch, None, "{gap}");
        } else if gap <= 0.0 {
            assert!(touch.is_some_and(|touch| touch.gap < 1e-10), "{gap}: {touch:?}");
        }
    }
}

#[test]
fn hulls_of_many_vertices_that_swarm() {
    let mut random = Random::new(84);
    let indices: Vec<u32> = (0..300).collect();
    let mut seen = [0; 2];
    for round in 0..12 {
        // From one cloud to another, each vertex with its own motion.
        let mut swarm = |from: Vec3, to: Vec3| {
            [from, to].map(|at| (0..300).map(|_| at + random.vector() * 1.5).collect::<Vec<Vec3>>())
        };
        let aside = Vec3::new(0.0, 0.0, 0.35 * f64::from(round));
        let s = swarm(Vec3::new(-4.0, 0.0, 0.0), Vec3::new(4.0, 0.0, 0.0));
        let t = swarm(aside + Vec3::new(4.0, 1.0, 0.0), aside + Vec3::new(-4.0, -1.0, 0.0));
        let (a, b) = (hull(&s, &indices), hull(&t, &indices));
        let touch = first_touch(&a, &b);
        check(touch, &a, &b, &format!("round {round}"));
        seen[usize::from(touch.is_some())] += 1;
    }
    assert!(seen.iter().all(|count| *count > 2), "{seen:?}");
}

/// Advancing along the difference of the closest points ended up to 1.6e-6 before an ellipsoid.
#[test]
fn round_solids_touch_where_they_meet() {
    let mut random = Random::new(91);
    let solids = [
        Primitive::sphere(1.0),
        Primitive::Cone { radius: 1.0, half_height: 1.0 },
        Primitive::Cylinder { radius: 0.7, half_height: 0.75 },
        Primitive::Round { half: Vec3::new(0.0, 0.75, 0.0), radius: 0.5 },
        Primitive::Ellipsoid(Vec3::new(0.3, 1.0, 2.0)),
    ];
    for (i, solid) in solids.iter().enumerate() {
        let mut touches = 0;
        for round in 0..800 {
            let ways = random_ways(&mut random, 4.0);
            let a = hull(&ways, &INDICES[..3]);
            let axis = random.vector();
            let basis = rotation(&[axis.x, axis.y, axis.z, random.signed()]);
            let before = Placement { basis, origin: random.vector() * 2.0 };
            let b = MovingSolid { solid, before, motion: random.vector() * 3.0 };
            let touch = first_touch(&a, &b);
            check(touch, &a, &b, &format!("solid {i}, round {round}"));
            touches += u32::from(touch.is_some_and(|touch| touch.time > 0.0));
        }
        assert!(touches > 40, "solid {i}: {touches}");
    }
}

/// Squares of lengths under- or overflow there.
#[test]
fn hulls_of_any_size_touch_at_the_same_time() {
    let mut random = Random::new(85);
    let indices: Vec<u32> = (0..12).collect();
    for round in 0..20 {
        let mut ways = |from: f64, to: f64| {
            [from, to]
                .map(|x| (0..12).map(|_| Vec3::x() * x + random.vector()).collect::<Vec<Vec3>>())
        };
        let ways = [ways(-4.0, 4.0), ways(4.0, -4.0)];
        let touch_at = |unit: f64| {
            let scaled = ways.each_ref().map(|ways| {
                ways.each_ref().map(|points| points.iter().map(|p| p * unit).collect())
            });
            let [a, b] = scaled.each_ref().map(|ways| hull(ways, &indices));
            first_touch(&a, &b).expect("they pass through each other")
        };
        let due = touch_at(1.0);
        assert!(due.time > 0.0);
        for exponent in [-700, -560, 500, 560] {
            let unit = 2.0_f64.powi(exponent);
            let touch = touch_at(unit);
            let what = format!("round {round}, 2^{exponent}: {touch:?} for {due:?}");
            assert!((touch.time - due.time).abs() < 1e-9, "{what}");
            assert!(
                touch.gap <= 1e-10 * unit && (touch.normal - due.normal).norm() < 1e-6,
                "{what}"
            );
        }
    }
}
