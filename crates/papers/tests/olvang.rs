//! Olvång's methods as this package has them, judged by the oracle of the tests.

#[path = "../benches/experiments/methods.rs"]
#[allow(dead_code, reason = "the benchmark uses all of it")]
mod methods;
#[path = "../benches/experiments/referee.rs"]
#[allow(dead_code, reason = "the benchmark uses all of it")]
mod referee;

use methods::{Buffers, Method};
use referee::{Fault, Reply, Shape, Truth};
use solid_geometry::convex::{Pair, RelativePlacement};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::shape::{Polytope, Primitive, Support};
use solid_papers::olvang::gjk::{Sweep, sweep};
use solid_papers::olvang::support_mapping;
use solid_papers::random::Random;

/// A body for the methods and the same for the referee.
type Both = (Box<dyn Support>, Shape);

fn bodies() -> [Both; 6] {
    let mut random = Random::new(5);
    let points: Vec<Vec3> = (0..20).map(|_| random.direction()).collect();
    let all = points.iter().map(|&p| p.into()).collect();
    let half = Vec3::new(0.5, 1.0, 0.75);
    let rounded = Primitive::Round { half, radius: 0.25 };
    [
        (Box::new(Primitive::Box(half)), Shape::Box([1.0, 2.0, 1.5])),
        (Box::new(Primitive::Ellipsoid(half)), Shape::Ellipsoid([0.5, 1.0, 0.75])),
        (
            Box::new(Primitive::Cone { radius: 1.0, half_height: 1.0 }),
            Shape::Cone { radius: 1.0, height: 2.0 },
        ),
        (
            Box::new(Primitive::Cylinder { radius: 0.5, half_height: 1.0 }),
            Shape::Cylinder { radius: 0.5, height: 2.0 },
        ),
        (Box::new(rounded), Shape::Round([1.0, 2.0, 1.5], 0.25)),
        (Box::new(Polytope::new(&points)), Shape::Polyhedron(all)),
    ]
}

fn relation(a: &dyn Support, b: &dyn Support, [p, q]: &[Placement; 2]) -> RelativePlacement {
    RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q).expect("in range")
}

/// Every pair of kinds in turn, at random placements.
fn for_pairs(count: usize, mut look: impl FnMut([&Both; 2], &[Placement; 2], &Truth)) {
    let bodies = bodies();
    let mut random = Random::new(17);
    for round in 0..count {
        let (a, b) = (&bodies[round % 6], &bodies[round / 6 % 6]);
        let poses = [random.placement(3.0), random.placement(3.0)];
        look([a, b], &poses, &Truth::new([&a.1, &b.1], &poses));
    }
}

#[test]
fn the_referee_finds_no_fault() {
    let mut buffers = Buffers::default();
    let (mut faults, mut overlapping) = (Vec::new(), 0);
    let (mut hits, mut misses, mut doubtful) = (0, 0, 0);
    for_pairs(3600, |[a, b], poses, truth| {
        let relation = relation(&*a.0, &*b.0, poses);
        hits += usize::from(truth.hit == Some(true));
        misses += usize::from(truth.hit == Some(false));
        doubtful += usize::from(truth.is_doubtful());
        for method in Method::ALL {
            let reply = method.ask(&*a.0, &*b.0, &relation, &mut buffers);
            let fault = match method {
                Method::Gjk | Method::Mpr | Method::OwnIntersection => truth.of_hit(reply),
                Method::Distance | Method::OwnDistance => truth.of_distance(reply),
                Method::Epa | Method::OwnDepth => truth.of_depth(reply, false),
                Method::MprDepth => truth.of_depth(reply, true),
            };
            // An estimate need not separate the bodies.
            if (method, fault) == (Method::MprDepth, Some(Fault::Direction)) {
                overlapping += 1;
                continue;
            }
            faults.extend(fault.map(|fault| (method, fault, a.1.kind(), b.1.kind())));
        }
    });
    assert!(hits > 1000 && misses > 1000 && doubtful < 10, "{hits} {misses} {doubtful}");
    assert!(faults.is_empty(), "{faults:?}");
    assert!(0 < overlapping && 2 * overlapping < hits, "{overlapping} of {hits}");
}

#[test]
fn the_sweep_finds_the_depth_of_bodies_with_balls_around_them() {
    const RADIUS: f64 = 0.2;
    let [mut apart, mut shallow, mut deep] = [0; 3];
    for_pairs(2000, |[a, b], poses, truth| {
        let relation = relation(&*a.0, &*b.0, poses);
        let pair = Pair::new(&*a.0, &*b.0, &relation);
        let hints = &mut [0; 2];
        let found = sweep(
            &mut support_mapping(&pair, hints),
            &pair.initial_direction(),
            RADIUS,
            methods::TOLERANCE,
        );
        match found {
            Sweep::Apart => {
                assert!(truth.distance[1] > 2.0 * RADIUS - 1e-6, "{:?}", truth.distance);
                apart += 1;
            }
            Sweep::Shallow { depth, normal } => {
                let reply = Reply { hit: false, length: 2.0 * RADIUS - depth, normal };
                assert_eq!(truth.of_distance(Some(reply)), None);
                shallow += 1;
            }
            Sweep::Deep(_) => {
                assert_ne!(truth.hit, Some(false));
                deep += 1;
            }
            Sweep::Capped => panic!("no answer"),
        }
    });
    assert!(apart > 300 && shallow > 300 && deep > 500, "{apart} {shallow} {deep}");
}

#[test]
fn the_referee_sees_a_wrong_answer() {
    let (mut hits, mut misses) = (0, 0);
    for_pairs(300, |_, _, truth| {
        let reply = |hit, length, normal| Some(Reply { hit, length, normal });
        let sideways = reply(true, truth.depth[1], Vec3::new(0.36, 0.48, 0.8));
        let short = reply(true, 0.9 * truth.depth[0] - 1e-3, Vec3::x());
        match truth.hit {
            Some(true) => {
                assert_eq!(truth.of_hit(reply(false, 0.0, Vec3::x())), Some(Fault::Hit));
                assert_eq!(truth.of_depth(short, false), Some(Fault::Length));
                assert_eq!(truth.of_depth(short, true), Some(Fault::Length));
                hits += usize::from(truth.of_depth(sideways, false) == Some(Fault::Direction));
            }
            Some(false) => {
                assert_eq!(truth.of_depth(sideways, true), Some(Fault::Hit));
                let far = reply(false, 1.1 * truth.distance[1] + 1e-3, Vec3::x());
                assert_eq!(truth.of_distance(far), Some(Fault::Length));
                let aside = reply(false, truth.distance[0], Vec3::new(0.36, 0.48, 0.8));
                misses += usize::from(truth.of_distance(aside) == Some(Fault::Direction));
            }
            None => {}
        }
        assert_eq!(truth.of_hit(None), Some(Fault::GaveUp));
    });
    assert!(hits > 50 && misses > 50, "{hits} {misses}");
}
