use super::*;
use crate::convex::distance::distance;
use crate::convex::pair::Pair;
use crate::convex::query::{Coherence, intersect};
use crate::math::{Mat3, Placement};
use crate::shape::Primitive;
use solid_testing::Random;

fn placed(random: &mut Random, spread: f64) -> Placement {
    let mut placement = Placement::IDENTITY;
    placement.translate(&(random.vector() * spread));
    placement.rotate(&random.quaternion());
    if random.below(4) == 0 {
        placement.scale(&Vec3::new(1.3, -0.8, 1.0));
    }
    placement
}

fn at(x: f64, y: f64, z: f64) -> Placement {
    let mut placement = Placement::IDENTITY;
    placement.translate(&Vec3::new(x, y, z));
    placement
}

fn related(a: &Primitive, p: &Placement, b: &Primitive, q: &Placement) -> RelativePlacement {
    RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q).expect("in range")
}

/// The cast of a body at `q` against one at the origin, in a unit of time.
fn to_origin(
    a: &Primitive,
    b: &Primitive,
    q: &Placement,
    motion: Vec3,
    tolerance: f64,
) -> Option<Cast> {
    let relative = related(a, &Placement::IDENTITY, b, q);
    cast(a, b, &relative, &motion, 1.0, tolerance, &mut [0; 2])
}

fn shape(random: &mut Random) -> Primitive {
    let half = Vec3::new(0.2, 0.3, 0.4);
    match random.below(8) {
        0 => Primitive::Box(half),
        1 => Primitive::Ellipsoid(half),
        2 => Primitive::sphere(0.3),
        3 => Primitive::Cone { radius: 0.3, half_height: 0.4 },
        4 => Primitive::Round { half, radius: 0.1 },
        5 => Primitive::Cylinder { radius: 0.2, half_height: 0.4 },
        6 => Primitive::Box(Vec3::new(0.4, 0.0, 0.4)),
        _ => Primitive::polytope(&[(); 12].map(|()| random.vector() * 0.4)).expect("few points"),
    }
}

/// The first time, by conservative advancement, at which the bodies are as near as this: no step is longer than the
/// distance.
fn creeping(
    a: &Primitive,
    b: &Primitive,
    relative: &RelativePlacement,
    motion: &Vec3,
    near: f64,
) -> Option<f64> {
    let mut time = 0.0;
    for _ in 0..20_000 {
        let found = distance(a, b, &relative.moved(&(motion * time)), 1e-3, &mut [0; 2]);
        if found.upper <= near {
            return Some(time);
        }
        time += found.lower / motion.norm();
        if time > 1.0 {
            return None;
        }
    }
    panic!("creeps too slowly");
}

#[test]
fn agrees_with_conservative_advancement() {
    let mut random = Random::new(77);
    let (mut hits, mut most, mut capped) = (0, 0, 0);
    for round in 0..4000 {
        let (a, b) = (shape(&mut random), shape(&mut random));
        let (p, q) = (placed(&mut random, 1.5), placed(&mut random, 1.5));
        let motion = random.vector() * 3.0;
        let relative = related(&a, &p, &b, &q);
        let tolerance = [1e-1, 1e-3, 1e-6, 1e-9][random.below(4)];
        let found = cast(&a, &b, &relative, &motion, 1.0, tolerance, &mut [0; 2]);
        let starts = intersect(&a, &b, &relative, &mut Coherence::default());
        assert_eq!(starts, found.is_some_and(|found| found.time == 0.0), "round {round}");
        let Some(found) = found else {
            // Near misses are not checked: conservative advancement cannot decide them.
            let nearest = creeping(&a, &b, &relative, &motion, 1e-9);
            assert_eq!(nearest, None, "round {round}: missed");
            continue;
        };
        hits += 1;
        most = most.max(found.iterations);
        capped += usize::from(found.status == Status::Capped);
        assert!(found.time <= 1.0);
        if starts {
            assert_eq!(found.normal, Vec3::zeros(), "round {round}");
            continue;
        }
        assert!((found.normal.norm() - 1.0).abs() < 1e-12, "round {round}");
        let rate = found.normal.dot(&motion);
        assert!(rate > -1e-9, "round {round}: against the normal {rate}");
        // The normal separates them.
        let moved = relative.moved(&(motion * found.time));
        let gap = Pair::new(&a, &b, &moved).gap_along(&found.normal, &mut [0; 2]);
        let way = found.time * motion.norm();
        assert!(gap >= -tolerance * way - 1e-12, "round {round}: overlap {} in {way}", -gap);
        // Before it the bodies are apart; then they are as near as requested.
        let distance_at =
            |time: f64| distance(&a, &b, &relative.moved(&(motion * time)), 1e-6, &mut [0; 2]);
        let then = distance_at(found.time);
        assert!(then.upper <= tolerance * way + 1e-12, "round {round}: {} after {way}", then.upper);
        assert!(distance_at(found.time * 0.999).upper > 0.0, "round {round}: too late");
        assert!(distance_at(found.time * 0.5).upper > 0.0, "round {round}: too late");
        let near = creeping(&a, &b, &relative, &motion, 1e-7).expect("comes near");
        assert!(
            near <= found.time + tolerance * found.time + 1e-6,
            "round {round}: {near} {}",
            found.time
        );
        assert!(
            (found.witness.difference.norm() - then.upper).abs() < 1e-6 + tolerance * way,
            "round {round}"
        );
    }
    println!("{hits} hits, at most {most} iterations");
    assert!(hits > 300 && capped == 0 && most < 128, "{hits} {most} {capped}");
}

#[test]
fn spheres_meet_when_the_formula_says() {
    let mut random = Random::new(5);
    let (a, b) = (Primitive::sphere(0.5), Primitive::sphere(0.25));
    for round in 0..3000 {
        let (start, motion) = (random.vector() * 4.0, random.vector() * 8.0);
        let (p, q) = (start.dot(&motion), start.norm_squared() - 0.75 * 0.75);
        let square = p * p - motion.norm_squared() * q;
        // Grazing is for the next test.
        if q <= 0.0 || square.abs() < 1e-3 {
            continue;
        }
        let exact = (-p - square.max(0.0).sqrt()) / motion.norm_squared();
        let expected = (square > 0.0 && (0.0..=1.0).contains(&exact)).then_some(exact);
        let found = to_origin(&a, &b, &at(start.x, start.y, start.z), motion, 1e-9);
        match (found, expected) {
            (None, None) => {}
            (Some(found), Some(time)) => {
                assert!(
                    (found.time - time).abs() <= 1e-9 * time + 1e-13,
                    "round {round}: {} {time}",
                    found.time
                );
                let normal = -(start + motion * time) / 0.75;
                assert!((found.normal - normal).norm() < 1e-6, "round {round}");
            }
            other => panic!("round {round}: {other:?}"),
        }
    }
}

#[test]
fn boxes_meet_when_their_sides_do() {
    let mut random = Random::new(6);
    let (a, b) =
        (Primitive::Box(Vec3::new(1.0, 0.5, 0.25)), Primitive::Box(Vec3::new(0.125, 0.25, 0.5)));
    let sum = [1.125, 0.75, 0.75];
    for tolerance in [1e-1, 1e-5, 1e-9] {
        for round in 0..2000 {
            let (start, motion) = (random.vector() * 3.0, random.vector() * 6.0);
            let (mut first, mut last, mut side) = (f64::NEG_INFINITY, 1.0_f64, 0);
            for axis in 0..3 {
                let times = [-1.0, 1.0].map(|sign| (sign * sum[axis] - start[axis]) / motion[axis]);
                if times[0].min(times[1]) > first {
                    (first, side) = (times[0].min(times[1]), axis);
                }
                last = last.min(times[0].max(times[1]));
            }
            let found = to_origin(&a, &b, &at(start.x, start.y, start.z), motion, tolerance);
            if (first - last).abs() < 1e-12 || last < 0.0 && first < 0.0 {
                assert!(found.is_none_or(|found| found.time > 0.0), "round {round}");
                continue;
            }
            let expected = (first <= last).then_some(first.max(0.0));
            assert_eq!(found.is_some(), expected.is_some(), "round {round}");
            let (Some(found), Some(time)) = (found, expected) else {
                continue;
            };
            assert!(
                (found.time - time).abs() <= tolerance * time + 1e-14,
                "round {round}: {} {time}",
                found.time
            );
            if time > 0.0 && tolerance < 1e-8 {
                assert!(
                    (found.normal[side].abs() - 1.0).abs() < 1e-9,
                    "round {round}: {}",
                    found.normal
                );
            }
        }
    }
}

#[test]
fn starts_and_ends_are_closed() {
    let (cube, ball) = (Primitive::Box(Vec3::repeat(1.0)), Primitive::sphere(1.0));
    for (a, b) in [(&cube, &ball), (&ball, &cube), (&cube, &cube), (&ball, &ball)] {
        // Touching at the start, whichever way it goes and if it does not.
        for motion in [Vec3::zeros(), Vec3::x(), -Vec3::x(), Vec3::y()] {
            let found = to_origin(a, b, &at(2.0, 0.0, 0.0), motion, 1e-6).expect("touches");
            assert_eq!(found.time, 0.0);
            let found = to_origin(a, b, &at(0.5, 0.25, 0.0), motion, 1e-6).expect("overlaps");
            assert_eq!(found.time, 0.0);
        }
        // At rest, away, and too short a way.
        for motion in [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::new(-0.999, 0.0, 0.0)] {
            assert_eq!(to_origin(a, b, &at(3.0, 0.0, 0.0), motion, 1e-6), None);
        }
        // Just far enough: the end of the way is part of it.
        let found = to_origin(a, b, &at(3.0, 0.0, 0.0), -Vec3::x(), 1e-6).expect("reaches");
        assert!((found.time - 1.0).abs() <= 1e-15);
        assert!((found.normal + Vec3::x()).norm() < 1e-12);
    }
}

/// Found by wild calls: the slabs saw a gap that the boolean query cannot see.
#[test]
fn boxes_far_longer_than_wide_start_where_the_boolean_query_says() {
    let mut random = Random::new(97);
    let (mut touching, mut apart) = (0, 0);
    for round in 0..3000 {
        let length = 10f64.powi(5 + round % 12);
        let mut half = random.vector().abs() + Vec3::repeat(0.3);
        half[round as usize % 3] = length;
        let [a, b] = [half, random.vector().abs() + Vec3::repeat(0.3)].map(Primitive::Box);
        let mut q = placed(&mut random, 2.5);
        q.scale(&(random.vector().abs() + Vec3::repeat(0.5)));
        let relative = related(&a, &Placement::IDENTITY, &b, &q);
        let motion = random.vector() * 5.0;
        let time = cast(&a, &b, &relative, &motion, 1.0, 1e-6, &mut [0; 2]).map(|found| found.time);
        let meet = intersect(&a, &b, &relative, &mut Coherence::default());
        assert_eq!(time == Some(0.0), meet, "round {round}: {time:?}");
        touching += u32::from(meet);
        apart += u32::from(!meet);
    }
    assert!(touching > 500 && apart > 500, "{touching} {apart}");
}

#[test]
fn grazing_is_decided_by_the_bodies_and_not_by_the_tolerance() {
    let (cube, ball) = (Primitive::Box(Vec3::repeat(1.0)), Primitive::sphere(1.0));
    for (a, b) in [(&cube, &ball), (&ball, &cube), (&cube, &cube), (&ball, &ball)] {
        for tolerance in [1e-1, 1e-9] {
            let height = |gap: f64| at(-5.0, 2.0 + gap, 0.0);
            let past =
                |gap: f64| to_origin(a, b, &height(gap), Vec3::new(10.0, 0.0, 0.0), tolerance);
            for gap in [1e-9, 1e-12, 1e-3] {
                assert_eq!(past(gap), None, "misses by {gap}");
                assert!(past(-gap).is_some(), "meets by {gap}");
            }
            assert!(past(0.0).is_some(), "touching in passing");
        }
    }
}

#[test]
fn rays_are_casts_of_points() {
    let point = Primitive::Box(Vec3::zeros());
    let egg = Primitive::Ellipsoid(Vec3::new(1.0, 2.0, 3.0));
    let found =
        to_origin(&egg, &point, &at(-1e3, 0.0, 0.0), Vec3::new(2e3, 0.0, 0.0), 1e-9).expect("hits");
    assert!((found.time - 999.0 / 2000.0).abs() < 1e-9);
    assert!((found.normal - Vec3::x()).norm() < 1e-6);
    // From far away, past the longest coordinates.
    let far =
        to_origin(&egg, &point, &at(0.0, 1e6, 0.0), Vec3::new(0.0, -4e6, 0.0), 1e-9).expect("hits");
    assert!((far.time - (1e6 - 2.0) / 4e6).abs() < 1e-9);
    // A motion out of proportion.
    let fast = to_origin(&egg, &point, &at(0.0, 0.0, 5.0), Vec3::new(0.0, 0.0, -1e200), 1e-9)
        .expect("hits");
    assert!((fast.time * 1e200 - 2.0).abs() < 1e-9);
    assert_eq!(
        to_origin(&egg, &point, &at(0.0, 0.0, 5.0), Vec3::new(0.0, 0.0, -1e-200), 1e-9),
        None
    );
}

/// Found by a million casts: a portal that had become a sliver reported a contact before the plane that it lies behind, and points
/// of the bodies that were apart by five times the requested distance.
#[test]
fn the_points_of_a_sliver_of_a_portal_meet() {
    let rows = |rows: [[f64; 3]; 3]| Mat3::from_rows(&rows.map(|row| Vec3::from(row).transpose()));
    let point = |x, y, z| Vec3::new(x, y, z);
    let round = Primitive::Round {
        half: point(1.3673738146619547, 0.8963204120127433, 0.7296876841331434) * 0.5,
        radius: 0.4097881097823081,
    };
    let triangle = Primitive::polytope(&[
        point(-0.8479061863152757, 0.4013280377825479, 0.8583628472617784),
        point(-0.5200906579250169, 0.8414119317185704, 0.7102616316933148),
        point(0.8149200054289549, -0.0014071884191211304, 0.4423122202684098),
    ])
    .expect("few points");
    let p = Placement {
        basis: rows([
            [-223.6438277323345, -0.1296880505149158, -0.8152799482492087],
            [-183.22686464149342, 0.1601941881296307, 0.6282367808793893],
            [10.6460458158905, 0.03268319547923525, -6.314313675650317],
        ]),
        origin: point(0.27418310492472564, 4.049751724579426, -4.2812219315371465),
    };
    let q = Placement {
        basis: rows([
            [-0.0006252597052340938, -0.027647935669433212, -0.0024124852920285986],
            [0.010274024364029879, -0.003615414068519593, 0.009462677890522993],
            [-0.00776817164619676, -0.0025562916247799288, 0.012709324347526762],
        ]),
        origin: point(-60.42830638983558, -46.82536681280439, 3.5140174814183527),
    };
    let motion = point(282.8031676144653, 278.36003119306076, -16.746068455383114);
    for tolerance in [1e-2, 1e-3, 1e-4, 1e-5, 1e-6] {
        let found = cast(
            &round,
            &triangle,
            &related(&round, &p, &triangle, &q),
            &motion,
            1.0,
            tolerance,
            &mut [0; 2],
        )
        .expect("they meet");
        let on_a = p.basis * found.witness.local_a + p.origin;
        let on_b = q.basis * found.witness.local_b + q.origin + motion * found.time;
        let apart = (on_a - on_b).norm();
        assert!(
            apart <= 1.01 * tolerance * found.time * motion.norm() + 1e-10,
            "{tolerance}: {apart:e}"
        );
    }
}

/// Jolt PR 534, 1787: a path along a disc, which it nears by no more than rounding, reported a contact far beyond the rim.
#[test]
fn a_path_along_a_disc_that_it_hardly_nears_touches_nothing_beyond_it() {
    let disc = Primitive::Cylinder { radius: 0.7893117248485144, half_height: 0.0 };
    let columns = [
        [0.5208171554388837, 0.3501772030537208, 0.7785405686680834],
        [0.7823035445811746, -0.5608142745117979, -0.2710876493673882],
        [-0.341687949357714, -0.7502421448874217, 0.5660265623612033],
    ];
    let q = Placement {
        basis: Mat3::from_columns(&columns.map(Vec3::from)),
        origin: Vec3::new(414135.5043719822, 748859.3423689522, -517397.2989250091),
    };
    let p = at(414135.90729849937, 748859.9948211374, -517397.4859259897);
    let motion = -Vec3::new(-1.5073101407448644, -2.411774781387221, 0.6395852367002116);
    let point = Primitive::sphere(0.0);
    let relative = related(&point, &p, &disc, &q);
    let Some(found) = cast(&point, &disc, &relative, &motion, 1.0, 1e-8, &mut [0; 2]) else {
        return;
    };
    let apart = distance(&point, &disc, &relative.moved(&(motion * found.time)), 1e-6, &mut [0; 2]);
    assert!(apart.upper < 1e-12, "{apart:?} {found:?}");
}

/// parry PR 183: the normal of a ray. On a cone about a ball it was across an edge of the last simplex.
#[test]
fn a_ray_onto_the_side_of_a_hull_of_a_ball_and_a_point_has_its_normal() {
    let columns = [
        [0.7637325910138479, 0.5963805129919804, -0.24706843818403193],
        [-0.01822368943399253, 0.4025020340642319, 0.9152376793585201],
        [0.6452754656475697, -0.6944943457635766, 0.3182721746174709],
    ];
    let p =
        Placement { basis: Mat3::from_columns(&columns.map(Vec3::from)), origin: Vec3::zeros() };
    let (tip, radius) = (
        Vec3::new(-1.6259646966713224, 1.733179956353005, -1.1525963070756424),
        0.8516952833412679,
    );
    let hull =
        Primitive::hull(&Primitive::Segment { from: tip, to: tip }, &Primitive::sphere(radius));
    let hull = hull.expect("few shapes");
    let from = Vec3::new(-2.0123401408815274, 2.9888822764672676, -1.2011429802199596);
    let to = Vec3::new(-1.007191173185699, 0.2638334284910045, 0.8094745635339685);
    let (point, q) = (Primitive::sphere(0.0), at(from.x, from.y, from.z));
    let relative = related(&hull, &p, &point, &q);
    let found =
        cast(&hull, &point, &relative, &(to - from), 1.0, 1e-6, &mut [0; 2]).expect("it is hit");
    // Across the line from the tip to where it touches the ball.
    let out = p.basis.tr_mul(&-found.normal);
    assert!((out.dot(&tip) - radius).abs() < 1e-6, "{found:?}");
}
