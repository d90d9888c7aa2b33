//! Every question about every pair of ten kinds of bodies (W10), and how long the slowest of its answers take (W11): this
//! library by `solid_geometry::query`, beside parry, and in W10 beside coal and MuJoCo where they are there.

use super::bodies::{ring, unit_hull};
use super::case::{Answer, Body, Case, Kind, Peer, Pose, Question, Session};
use super::composite::Composite;
use super::judge;
use super::measure::{Faults, Line, Plan, measure, print};
use super::parry::Parry;
use super::queries::{Queries, Touching};
use super::random::{Random, pose};
use super::reference::Cast;
use super::solid::place;
use super::workloads::{NS, Setting, case};
use std::time::Instant;

/// The bodies of W10, all about one in size.
fn bodies() -> [(&'static str, Body); 10] {
    let random = &mut Random::new(41);
    let triangle = [[1.0, 0.0, 0.0], [-0.5, 0.1, 0.8], [-0.4, 0.2, -0.9]];
    [
        ("sphere", Body::solid(Kind::Sphere, [1.0, 0.0, 0.0, 0.0])),
        ("box", Body::solid(Kind::Box, [0.8, 0.6, 0.5, 0.0])),
        ("capsule", Body::solid(Kind::Capsule, [0.5, 1.0, 0.0, 0.0])),
        ("cylinder", Body::solid(Kind::Cylinder, [0.8, 1.6, 0.0, 0.0])),
        ("cone", Body::solid(Kind::Cone, [0.9, 1.6, 0.0, 0.0])),
        ("hull20", unit_hull(random, 20)),
        ("hull200", unit_hull(random, 200)),
        ("triangle", Body::of_points(Kind::Triangle, &triangle)),
        ("segment", Body::of_points(Kind::Segment, &[[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]])),
        ("mesh", ring(100, 25, [0.8, 0.3])),
    ]
}

/// The body with all sizes and points of convex bodies in quarters, as things that people make have them.
fn in_quarters(body: &Body) -> Body {
    let quarter = |x: f64| (4.0 * x).round() / 4.0;
    let mut made = body.clone();
    made.size = body.size.map(quarter);
    if body.kind != Kind::Mesh {
        made.points = body.points.iter().map(|p| p.map(quarter)).collect();
        // All peers take the hull of the points, which has other triangles now.
        made.triangles.clear();
        made.points.sort_by(|p, q| p.partial_cmp(q).expect("finite"));
        made.points.dedup();
    }
    made
}

/// A pair of kinds, each pair once.
fn pairs(all: &[(&'static str, Body); 10]) -> Vec<(String, [Body; 2])> {
    let with = |i: usize| (i..all.len()).map(move |j| (i, j));
    let named = |(i, j): (usize, usize)| {
        (format!("{}-{}", all[i].0, all[j].0), [all[i].1.clone(), all[j].1.clone()])
    };
    (0..all.len()).flat_map(with).map(named).collect()
}

/// Those who know all bodies and all questions.
fn peers() -> Vec<Box<dyn Peer>> {
    vec![Box::new(Queries), Box::new(Parry)]
}

/// One that is asked how far apart or how deep two convex bodies are, of the kinds that it has.
struct OfConvex<'a>(&'a dyn Peer);

impl OfConvex<'_> {
    const NAMES: [&'static str; 2] = ["coal", "mujoco"];
}

impl Peer for OfConvex<'_> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn version(&self) -> String {
        self.0.version()
    }

    fn open<'a>(&'a self, case: &'a Case) -> Option<Box<dyn Session + 'a>> {
        let asked = [Question::Distance, Question::OnlyDistance, Question::Depth];
        let is_convex = case.bodies.iter().all(|body| body.kind != Kind::Mesh);
        if is_convex && asked.contains(&case.question) { self.0.open(case) } else { None }
    }
}

fn at_origin() -> Pose {
    pose([0.0, 0.0, 0.0, 1.0], [0.0; 3])
}

/// The second body turned at random, in a direction in which it is put at a multiple of the distance at which the two
/// touch.
fn beside(random: &mut Random, bodies: &Touching, multiple: f64) -> Pose {
    let turned = pose(random.on_sphere(), [0.0; 3]);
    let along = random.on_sphere();
    let touching = bodies.distance(&place(&turned), along).filter(|d| *d > 1e-6);
    let distance = touching.unwrap_or(0.5) * multiple;
    Pose { origin: along.map(|x| x * distance), ..turned }
}

/// What is known of the first placements of a pair.
struct Truth {
    hits: Vec<Option<bool>>,
    distances: Vec<Option<f64>>,
}

impl Truth {
    fn of(case: &Case, judged: usize) -> Truth {
        let known = Composite::new(case);
        let hits: Vec<Option<bool>> = (0..judged).map(|i| known.hit(case.pair(i))).collect();
        let distance = |i: usize| (hits[i] == Some(false)).then(|| known.distance(case.pair(i)));
        let distances = (0..judged).map(distance).collect();
        Truth { hits, distances }
    }

    fn faults(&self, case: &Case, answers: &[Vec<Answer>], asked: usize) -> Vec<Faults> {
        let is_mesh = case.bodies.iter().any(|body| body.kind == Kind::Mesh);
        let hits = &self.hits[..asked];
        match case.question {
            Question::OnlyDistance => judge::lengths(&self.distances[..asked], answers, false),
            Question::Distance => judge::lengths(&self.distances[..asked], answers, true),
            // What the depth of a mesh is, libraries have their own opinions about.
            Question::Depth if !is_mesh => judge::depths_of(case, hits, answers),
            _ => judge::hits(hits, answers),
        }
    }
}

const ASKED: [(&str, Question); 5] = [
    ("intersects", Question::Intersect),
    ("distance", Question::OnlyDistance),
    ("closest-points", Question::Distance),
    ("penetration", Question::Depth),
    ("contacts", Question::Contacts),
];
const CLASSES: [(&str, f64); 4] = [("far", 5.0), ("near", 1.03), ("shallow", 0.97), ("deep", 0.3)];

/// Nanoseconds of one peer after which no further round of a cell begins.
const PATIENCE: f64 = 0.2e9;

pub fn matrix(setting: &Setting) {
    let all = bodies();
    let mut everybody: Vec<Box<dyn Peer + '_>> = peers();
    let of_convex = setting.peers.iter().filter(|peer| OfConvex::NAMES.contains(&&*peer.name()));
    everybody.extend(of_convex.map(|peer| Box::new(OfConvex(&**peer)) as Box<dyn Peer + '_>));
    let mut random = Random::new(43);
    for (pair, bodies) in pairs(&all) {
        let touching = Touching::new(&bodies);
        let meshes = bodies.iter().filter(|body| body.kind == Kind::Mesh).count();
        // Of two meshes one distance takes parry 30 ms.
        let count = match meshes {
            0 => setting.either(1000, 200),
            1 => 60,
            _ => 20,
        };
        let judged = match meshes {
            0 => setting.either(100, 20),
            1 => setting.either(20, 4),
            _ => setting.either(5, 2),
        };
        let plan = Plan {
            chunk: count,
            rounds: setting.either(15, 3),
            unit: NS,
            judged,
            patience: PATIENCE,
        };
        for (class, multiple) in CLASSES {
            let placed =
                (0..count).flat_map(|_| [at_origin(), beside(&mut random, &touching, multiple)]);
            let poses: Vec<Pose> = placed.collect();
            let mut made = case("", Question::Intersect, bodies.to_vec(), poses);
            let truth = Truth::of(&made, judged);
            for (name, question) in ASKED {
                (made.name, made.question) = (format!("{pair}/{class}/{name}"), question);
                measure("W10", &made, &everybody, &plan, |answers, asked| {
                    truth.faults(&made, answers, asked)
                });
            }
            if multiple > 1.0 {
                made.name = format!("{pair}/{class}/cast");
                // Two meshes have too many pairs of triangles on the way.
                cast(made, &Plan { judged: if meshes == 2 { 0 } else { judged }, ..plan });
            }
        }
    }
    rays(setting, &all);
}

/// The second body flies to the first one's middle and a tenth further.
fn cast(mut made: Case, plan: &Plan) {
    made.question = Question::Cast;
    made.sweeps = (0..made.queries).map(|i| made.pair(i)[1].origin.map(|x| -1.1 * x)).collect();
    swept(&made, plan);
}

fn swept(made: &Case, plan: &Plan) {
    measure("W10", made, &peers(), plan, |answers, asked| {
        if asked == 0 {
            return judge::nothing(answers, asked);
        }
        let known = Composite::new(made);
        let truth: Vec<Cast> =
            (0..asked).map(|i| known.cast(made.pair(i), made.sweeps[i])).collect();
        judge::times(&truth, answers)
    });
}

/// Rays at all but the segment, from a distance of five: most of the first class hit, and some of the second.
fn rays(setting: &Setting, all: &[(&'static str, Body); 10]) {
    let mut random = Random::new(47);
    let judged = setting.either(200, 20);
    let plan = Plan {
        chunk: setting.either(1000, 400),
        rounds: setting.either(15, 3),
        unit: NS,
        judged,
        ..Plan::default()
    };
    for (name, body) in all.iter().filter(|(_, body)| body.kind != Kind::Segment) {
        for (class, spread) in [("aimed", 0.7), ("mixed", 3.0)] {
            let (mut poses, mut sweeps) = (Vec::new(), Vec::new());
            let turned = pose(random.on_sphere(), [0.1, 0.2, 0.3]);
            for _ in 0..plan.chunk {
                let from: [f64; 3] = random.on_sphere().map(|x| 5.0 * x);
                let past = random.point(0.5 * spread);
                sweeps.push(std::array::from_fn(|k| -2.0 * from[k] + past[k]));
                let origin = std::array::from_fn(|k| turned.origin[k] + from[k]);
                poses.extend([turned, pose([0.0, 0.0, 0.0, 1.0], origin)]);
            }
            let point = Body::solid(Kind::Point, [0.0; 4]);
            let mut made = case(
                &format!("{name}/{class}/ray"),
                Question::Ray,
                vec![body.clone(), point],
                poses,
            );
            made.sweeps = sweeps;
            swept(&made, &plan);
        }
    }
}

/// One of the 24 turns that put axes on axes.
fn level_turn(random: &mut Random) -> [f64; 4] {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let upright = [
        [0.0, 0.0, 0.0, 1.0],
        [half, 0.0, 0.0, half],
        [1.0, 0.0, 0.0, 0.0],
        [-half, 0.0, 0.0, half],
        [0.0, 0.0, half, half],
        [0.0, 0.0, -half, half],
    ];
    let about = [
        [0.0, 0.0, 0.0, 1.0],
        [0.0, half, 0.0, half],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, -half, 0.0, half],
    ];
    super::random::after(upright[random.below(6)], about[random.below(4)])
}

/// The second body at a pose of a class; the first one stays where it is.
fn tail_pose(random: &mut Random, class: &str, bodies: &Touching) -> Pose {
    match class {
        // Half of them hit.
        "random" => {
            let multiple = 2.0 * random.unit();
            beside(random, bodies, multiple)
        }
        // Apart or within each other by a part of 10^-1.5 to 10^-11.5.
        "touching" => {
            let gap = 10f64.powf(-1.5 - 10.0 * random.unit());
            let sign = if random.chance(0.5) { 1.0 } else { -1.0 };
            beside(random, bodies, 1.0 + sign * gap)
        }
        // Axes on axes, coordinates in quarters.
        _ => {
            let mut level =
                pose(level_turn(random), random.integers(-8, 8).map(|x| x as f64 / 4.0));
            // Exact, where quaternions are not.
            level.rotation = level.rotation.map(|row| row.map(f64::round));
            level
        }
    }
}

const TAILS: [(&str, Question); 3] = [
    ("hit", Question::Intersect),
    ("distance", Question::OnlyDistance),
    ("depth", Question::Depth),
];

pub fn tails(setting: &Setting) {
    let all = bodies().map(|(name, body)| (name, in_quarters(&body)));
    let mut random = Random::new(53);
    for (pair, bodies) in pairs(&all) {
        let touching = Touching::new(&bodies);
        let meshes = bodies.iter().filter(|body| body.kind == Kind::Mesh).count();
        let count = match meshes {
            0 => setting.either(1000, 200),
            1 => setting.either(200, 60),
            _ => setting.either(100, 20),
        };
        let judged = match meshes {
            0 => setting.either(200, 20),
            1 => setting.either(20, 4),
            _ => setting.either(5, 2),
        };
        for class in ["random", "touching", "level"] {
            let placed =
                (0..count).flat_map(|_| [at_origin(), tail_pose(&mut random, class, &touching)]);
            let poses: Vec<Pose> = placed.collect();
            let mut made = case("", Question::Intersect, bodies.to_vec(), poses);
            let truth = Truth::of(&made, judged);
            for (name, question) in TAILS {
                (made.name, made.question) = (format!("{pair}/{class}/{name}"), question);
                each(&made, setting.either(7, 2), &truth, judged);
            }
        }
    }
}

/// Times each query by itself, as the least of some rounds, since only that is a property of the query; and prints
/// a line for the median, the 99th percentile and the worst.
fn each(case: &Case, rounds: usize, truth: &Truth, judged: usize) {
    let peers = peers();
    let (mut lines, mut answers) = (Vec::new(), Vec::new());
    let clock = (0..1000).map(|_| nanoseconds(|| ())).fold(f64::INFINITY, f64::min);
    for peer in &peers {
        let Some(mut session) = peer.open(case) else { continue };
        let mut of_peer = vec![Answer::default(); case.queries];
        let mut times = vec![f64::INFINITY; case.queries];
        let start = Instant::now();
        for round in 0..rounds {
            if round > 1 && start.elapsed().as_nanos() as f64 > 2.0 * PATIENCE {
                break;
            }
            for i in 0..case.queries {
                of_peer[i] = Answer::default();
                let time = nanoseconds(|| session.run(i, i + 1, &mut of_peer[i..=i]));
                times[i] = times[i].min((time - clock).max(1.0));
            }
        }
        times.sort_by(f64::total_cmp);
        lines.push((peer.name(), times));
        answers.push(of_peer);
    }
    let faults = truth.faults(case, &answers, judged);
    let last = case.queries - 1;
    for (name, place) in [("median", last / 2), ("99%", last * 99 / 100), ("worst", last)] {
        let at = |((peer, times), faults): (&(String, Vec<f64>), &Faults)| Line {
            peer: peer.clone(),
            times: vec![times[place]],
            faults: *faults,
        };
        let lines: Vec<Line> = lines.iter().zip(&faults).map(at).collect();
        print("W11", &format!("{}/{name}", case.name), "ns", &lines, judged);
    }
}

fn nanoseconds(what: impl FnOnce()) -> f64 {
    let start = Instant::now();
    what();
    start.elapsed().as_nanos() as f64
}
