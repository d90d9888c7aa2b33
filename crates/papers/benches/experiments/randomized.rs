//! Olvång's randomized benchmark, figures 4 to 17: support calls, faults and times of two ways to test for intersection, of
//! distances, and of two ways to penetration depth, over the probability of intersection. The oracle of the tests judges
//! every answer.

use super::counted::{Counted, Counter};
use super::machine::cpu_ns;
use super::methods::{Buffers, Method};
use super::olvang::show;
use super::referee::{Fault, Reply, Shape, Truth};
use super::report::Report;
use solid_geometry::convex::RelativePlacement;
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::shape::{Polytope, Primitive, Support};
use solid_papers::random::Random;

/// What was found of a method at one probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Point {
    /// Mean of support calls of one body.
    pub calls: f64,
    /// Mean of the thousandth part with most.
    pub worst: f64,
    pub us: f64,
    /// How many answers have a [`Fault`]: none, a wrong hit or miss, a wrong length, a wrong direction.
    pub faults: [usize; 4],
    /// By how much depths are longer than the least, on average, in per cent.
    pub excess: f64,
}

/// What was found at one probability of intersection.
#[derive(Clone, Debug)]
pub struct Setting {
    pub probability: f64,
    /// In the order of [`Method::ALL`].
    pub methods: Vec<Point>,
    /// Mean depths, zero of pairs that are apart: by the referee, by EPA, by MPR; and the mean distance, by the referee.
    pub depths: [f64; 3],
    pub distance: f64,
    /// Pairs whose depth the referee does not know well enough to judge one.
    pub doubtful: usize,
    /// Pairs that meet.
    pub hits: usize,
    /// Wrong directions of the expanding polytope that are right where its upper bound is from.
    pub mended: usize,
}

/// One kind of pairs at all probabilities.
pub struct Kind {
    pub name: &'static str,
    pub settings: Vec<Setting>,
}

/// The methods take turns so many times; the least time of each counts.
const ROUNDS: usize = 5;

fn fault(truth: &Truth, method: Method, reply: Option<Reply>) -> Option<Fault> {
    match method {
        Method::Gjk | Method::Mpr | Method::OwnIntersection => truth.of_hit(reply),
        Method::Distance | Method::OwnDistance => truth.of_distance(reply),
        Method::Epa | Method::OwnDepth => truth.of_depth(reply, false),
        Method::MprDepth => truth.of_depth(reply, true),
    }
}

fn mean<T: Into<f64>>(values: impl ExactSizeIterator<Item = T>) -> f64 {
    let count = values.len().max(1) as f64;
    values.map(Into::into).sum::<f64>() / count
}

/// All methods at `count` random placements in a cube.
fn setting<A: Support, B: Support>(
    (a, b): (&A, &B),
    shapes: [&Shape; 2],
    edge: f64,
    count: usize,
) -> Setting {
    let mut random = Random::new(7);
    let poses: Vec<[Placement; 2]> =
        (0..count).map(|_| [random.placement(edge), random.placement(edge)]).collect();
    let truths: Vec<Truth> = poses.iter().map(|poses| Truth::new(shapes, poses)).collect();
    let relation = |[p, q]: &[Placement; 2]| {
        RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q)
            .expect("finite placements")
    };
    let mut buffers = Buffers::default();
    let mut least = [f64::INFINITY; 8];
    for _ in 0..ROUNDS {
        for (method, least) in Method::ALL.into_iter().zip(&mut least) {
            let start = cpu_ns();
            for poses in &poses {
                std::hint::black_box(method.ask(a, b, &relation(poses), &mut buffers));
            }
            *least = least.min(cpu_ns() - start);
        }
    }
    let counter = Counter::default();
    let counted = Counted::new(a, &counter);
    let hits = truths.iter().filter(|truth| truth.hit == Some(true)).count();
    let mut depths = [truths.iter().map(|truth| truth.depth[1]).sum::<f64>(), 0.0, 0.0];
    let (mut methods, mut mended) = (Vec::new(), 0);
    for (method, ns) in Method::ALL.into_iter().zip(least) {
        let mut point = Point { us: ns / 1e3 / count as f64, ..Point::default() };
        let mut calls = Vec::with_capacity(count);
        let mut lengths = 0.0;
        for (poses, truth) in poses.iter().zip(&truths) {
            counter.reset();
            let reply = method.ask(&counted, b, &relation(poses), &mut buffers);
            calls.push(counter.calls());
            // The referee's word counts, where it has one.
            if let Some(fault) = fault(truth, method, reply)
                && !(truth.is_doubtful() && matches!(fault, Fault::Length | Fault::Direction))
            {
                point.faults[fault as usize] += 1;
                if (method, fault) == (Method::Epa, Fault::Direction) {
                    let normal = buffers.of_upper_bound;
                    let other = reply.map(|reply| Reply { normal, ..reply });
                    mended += usize::from(truth.of_depth(other, false).is_none());
                }
            }
            let Some(reply) = reply.filter(|reply| reply.hit && truth.hit == Some(true)) else {
                continue;
            };
            lengths += reply.length;
            match method {
                Method::Epa => depths[1] += reply.length,
                Method::MprDepth => depths[2] += reply.length,
                _ => {}
            }
        }
        calls.sort_unstable();
        point.calls = mean(calls.iter().copied());
        point.worst = mean(calls[count - (count / 1000).max(1)..].iter().copied());
        point.excess = 100.0 * (lengths / depths[0] - 1.0);
        methods.push(point);
    }
    Setting {
        probability: hits as f64 / count as f64,
        methods,
        depths: depths.map(|sum| sum / count as f64),
        distance: mean(truths.iter().map(|truth| truth.distance[0])),
        doubtful: truths.iter().filter(|truth| truth.is_doubtful()).count(),
        hits,
        mended,
    }
}

/// All probabilities of a kind: `half` is the edge of the cube of origins in which half of the pairs intersect.
fn kind<A: Support, B: Support>(
    name: &'static str,
    (a, b): (&A, &B),
    shapes: [&Shape; 2],
    half: f64,
    count: usize,
) -> Kind {
    let at = [2.6, 1.9, 1.55, 1.3, 1.13, 1.0, 0.87, 0.75, 0.62, 0.45];
    let settings = at.map(|scale| setting((a, b), shapes, scale * half, count));
    Kind { name, settings: settings.into() }
}

pub fn run(report: &mut Report) {
    let count = report.count(20_000, 100);
    report.line(&format!(
        "Six kinds of pairs, {count} random configurations at each of ten probabilities of intersection, {} of each kind \
         (Olvång: a million at each probability), the same for all methods.\n",
        10 * count
    ));
    let mut random = Random::new(3);
    let mut points = || (0..50).map(|_| random.direction()).collect::<Vec<Vec3>>();
    let (points_a, points_b) = (points(), points());
    let shape = |points: &[Vec3]| Shape::Polyhedron(points.iter().map(|&p| p.into()).collect());
    let hulls = [shape(&points_a), shape(&points_b)];
    let (hull_a, hull_b) = (Polytope::new(&points_a), Polytope::new(&points_b));
    let (cube, of_cube) = (Primitive::Box(Vec3::repeat(1.0)), Shape::Box([2.0; 3]));
    let radii = [0.5, 1.0, 0.75];
    let (egg, of_egg) = (Primitive::Ellipsoid(radii.into()), Shape::Ellipsoid(radii));
    let round = Primitive::Round { half: Vec3::repeat(1.0), radius: 0.5 };
    let of_round = Shape::Round([2.0; 3], 0.5);
    let cone = Primitive::Cone { radius: 1.0, half_height: 1.0 };
    let of_cone = Shape::Cone { radius: 1.0, height: 2.0 };
    let found = [
        kind("boxes", (&cube, &cube), [&of_cube; 2], 4.15, count),
        kind("ellipsoids", (&egg, &egg), [&of_egg; 2], 2.3, count),
        kind("box, ellipsoid", (&cube, &egg), [&of_cube, &of_egg], 3.2, count),
        kind("round boxes", (&round, &round), [&of_round; 2], 5.7, count),
        kind("hulls of 50", (&hull_a, &hull_b), [&hulls[0], &hulls[1]], 2.85, count),
        kind("cones", (&cone, &cone), [&of_cone; 2], 2.6, count),
    ];
    show(report, &found, count);
}
