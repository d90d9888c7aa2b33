//! Olvång's randomized benchmark, figures 6 to 17: support calls, failures and times of two ways to test for
//! intersection, of distances, and of two ways to penetration depth, over the probability of intersection.

use super::counted::{Counted, Counter};
use super::machine::cpu_ns;
use super::olvang::{Curve, Method, show};
use super::report::Report;
use solid_geometry::convex::epa::Workspace;
use solid_geometry::convex::gjk::Status;
use solid_geometry::convex::{
    Coherence, Pair, RelativePlacement, closest_points, intersect, penetration_depth,
};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::shape::{Polytope, Primitive, Support};
use solid_papers::mpr;
use solid_papers::random::Random;

/// The default of dtSetTolerance.
const TOLERANCE: f64 = 1e-6;

/// How much longer than the depth a translation is by which the bodies must be apart.
const BEYOND: f64 = 1e-9;

/// What was found at one probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Point {
    /// Of intersection.
    pub probability: f64,
    /// Mean of support calls of one body.
    pub calls: f64,
    /// Mean of the thousandth part with most.
    pub worst: f64,
    pub us: f64,
    /// Answers that are wrong by themselves, in a million.
    pub failures: f64,
    /// By how much the depths are longer than the least, on average, in per cent.
    pub excess: f64,
}

/// What a method answers: whether the bodies share a point, and a distance or a depth with its direction.
#[derive(Clone, Copy, Default)]
struct Reply {
    hit: bool,
    length: f64,
    normal: Vec3,
}

/// `None` if it gives up.
fn ask<A: Support, B: Support>(
    a: &A,
    b: &B,
    relation: &RelativePlacement,
    method: Method,
    work: &mut Workspace,
) -> Option<Reply> {
    let only = |hit| Some(Reply { hit, ..Reply::default() });
    match method {
        Method::Gjk => only(intersect(a, b, relation, &mut Coherence::default())),
        Method::Mpr => match mpr::search(&Pair::new(a, b, relation), &mut [0; 2]).status {
            Status::Apart => only(false),
            Status::Enclosed | Status::Touching => only(true),
            Status::Stalled | Status::Capped => None,
        },
        Method::Distance => {
            let witness = closest_points(a, b, relation, TOLERANCE, &mut [0; 2]);
            let length = witness.difference.norm();
            length.is_finite().then_some(Reply {
                hit: length == 0.0,
                length,
                normal: witness.difference,
            })
        }
        Method::Epa => {
            let found = penetration_depth(a, b, relation, TOLERANCE, work);
            Some(found.map_or_else(Reply::default, |d| Reply {
                hit: true,
                length: d.depth,
                normal: d.normal,
            }))
        }
        Method::MprDepth => {
            let found = mpr::estimate_depth(&Pair::new(a, b, relation), &mut [0; 2]);
            Some(found.map_or_else(Reply::default, |d| Reply {
                hit: true,
                length: d.depth,
                normal: d.normal,
            }))
        }
    }
}

/// Whether an answer is wrong: none, another than the intersection test's, or a translation that leaves an overlap.
fn fails<A: Support, B: Support>(
    a: &A,
    b: &B,
    poses: &[Placement; 2],
    reply: Option<Reply>,
    hit: bool,
) -> bool {
    let Some(reply) = reply else { return true };
    if reply.hit != hit {
        return true;
    }
    if !hit || reply.length == 0.0 {
        return false;
    }
    let mut moved = poses[0];
    moved.origin += reply.normal * (reply.length + BEYOND);
    let relation =
        RelativePlacement::new(&a.absolute_extents(), &moved, &b.absolute_extents(), &poses[1]);
    relation.is_none_or(|relation| intersect(a, b, &relation, &mut Coherence::default()))
}

const BATCH: usize = 1000;

/// One method at one probability: `count` random placements in a cube.
fn point<A: Support, B: Support>(a: &A, b: &B, edge: f64, count: usize, method: Method) -> Point {
    let mut random = Random::new(7);
    let mut work = Workspace::default();
    let counter = Counter::default();
    let counted = Counted::new(a, &counter);
    let (mut ns, mut hits, mut failures) = (0.0, 0, 0);
    let [mut depths, mut excess] = [0.0; 2];
    let mut calls: Vec<u32> = Vec::with_capacity(count);
    for _ in 0..count.div_ceil(BATCH) {
        let poses: Vec<[Placement; 2]> =
            (0..BATCH).map(|_| [random.placement(edge), random.placement(edge)]).collect();
        let relation = |[p, q]: &[Placement; 2]| {
            RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q)
                .expect("finite placements")
        };
        let start = cpu_ns();
        let replies: Vec<Option<Reply>> =
            poses.iter().map(|poses| ask(a, b, &relation(poses), method, &mut work)).collect();
        ns += cpu_ns() - start;
        for (poses, reply) in poses.iter().zip(replies) {
            let relation = relation(poses);
            let hit = intersect(a, b, &relation, &mut Coherence::default());
            hits += usize::from(hit);
            failures += usize::from(fails(a, b, poses, reply, hit));
            if let (true, Method::MprDepth, Some(reply)) = (hit, method, reply) {
                let least = penetration_depth(a, b, &relation, TOLERANCE, &mut work)
                    .map_or(0.0, |d| d.depth);
                depths += least;
                excess += reply.length - least;
            }
            counter.reset();
            ask(&counted, b, &relation, method, &mut work);
            calls.push(counter.calls());
        }
    }
    let total = calls.len() as f64;
    calls.sort_unstable();
    let mean = |calls: &[u32]| {
        calls.iter().map(|&n| f64::from(n)).sum::<f64>() / calls.len().max(1) as f64
    };
    Point {
        probability: hits as f64 / total,
        calls: mean(&calls),
        worst: mean(&calls[calls.len() - (calls.len() / 1000).max(1)..]),
        us: ns / 1e3 / total,
        failures: 1e6 * failures as f64 / total,
        excess: if depths > 0.0 { 100.0 * excess / depths } else { 0.0 },
    }
}

/// All probabilities of a kind, by all methods: `half` is the edge of the cube of origins in which half of the pairs
/// intersect.
fn curves<A: Support, B: Support>(
    kind: &'static str,
    a: &A,
    b: &B,
    half: f64,
    count: usize,
) -> Vec<Curve> {
    let curve = |method| {
        let at = [2.6, 1.9, 1.55, 1.3, 1.13, 1.0, 0.87, 0.75, 0.62, 0.45];
        let points = at.map(|scale| point(a, b, scale * half, count, method)).into();
        Curve { kind, method, points }
    };
    Method::ALL.map(curve).into()
}

pub fn run(report: &mut Report) {
    let count = report.count(100_000, 1000);
    report.line(&format!(
        "Six kinds of pairs, {count} random configurations at each of ten probabilities of intersection: {} of each kind \
         and method (Olvång: a million at each probability). Calls are those of one body's support mapping, none where \
         two boxes are decided by their axes; the worst are the mean of the thousandth part with most. What the text \
         tells of Olvång's figures, which are images, is their least and largest values.\n",
        10 * count
    ));
    let mut random = Random::new(3);
    let mut hull = || Polytope::new(&(0..50).map(|_| random.direction()).collect::<Vec<Vec3>>());
    let (hull_a, hull_b) = (hull(), hull());
    let cube = Primitive::Box(Vec3::repeat(1.0));
    let egg = Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75));
    let round = Primitive::Round { half: Vec3::repeat(1.0), radius: 0.5 };
    let cone = Primitive::Cone { radius: 1.0, half_height: 1.0 };
    let found = [
        curves("boxes", &cube, &cube, 4.15, count),
        curves("ellipsoids", &egg, &egg, 2.3, count),
        curves("box, ellipsoid", &cube, &egg, 3.2, count),
        curves("round boxes", &round, &round, 5.7, count),
        curves("hulls of 50", &hull_a, &hull_b, 2.85, count),
        curves("cones", &cone, &cone, 2.6, count),
    ]
    .concat();
    show(report, &found);
}
