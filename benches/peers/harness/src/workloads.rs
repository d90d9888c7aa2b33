//! The workloads: what is asked of whom, and how often.

use super::bodies::{torus, unit_hull};
use super::case::{Body, Case, Kind, Peer, Pose, Question};
use super::judge;
use super::matrix::{matrix, tails};
use super::measure::{Plan, measure};
use super::random::{Random, after, pose, random_pose};
use super::reference::Pair;
use std::path::Path;

/// What a workload gets.
pub struct Setting<'a> {
    pub peers: &'a [Box<dyn Peer>],
    pub quick: bool,
    /// The project.
    pub root: &'a Path,
}

type Run = fn(&Setting);

/// By name.
pub const WORKLOADS: [(&str, Run); 12] = [
    ("W1", intersect),
    ("W2", distance),
    ("W3", depth),
    ("W3b", cast),
    ("W4", super::meshes::questions),
    ("W5", scenes),
    ("W6", refit),
    ("W7", build),
    ("W8b", turning_cast),
    ("W10", matrix),
    ("W11", tails),
    ("W12", super::world::questions),
];

pub const NS: (f64, &str) = (1.0, "ns");
pub const US: (f64, &str) = (1e3, "us");
pub const MS: (f64, &str) = (1e6, "ms");

impl Setting<'_> {
    pub fn either(&self, whole: usize, quick: usize) -> usize {
        if self.quick { quick } else { whole }
    }
}

/// The kinds of pairs, with the edge of the cube of origins in which half of them hit.
fn kinds() -> [(&'static str, [Body; 2], f64); 6] {
    let cube = Body::solid(Kind::Box, [1.0, 1.0, 1.0, 0.0]);
    let egg = Body::solid(Kind::Ellipsoid, [0.5, 1.0, 0.75, 0.0]);
    let round = Body::solid(Kind::RoundBox, [1.0, 1.0, 1.0, 0.5]);
    let cone = Body::solid(Kind::Cone, [1.0, 2.0, 0.0, 0.0]);
    let random = &mut Random::new(3);
    let hulls = [unit_hull(random, 50), unit_hull(random, 50)];
    [
        ("bb", [cube.clone(), cube.clone()], 4.15),
        ("ee", [egg.clone(), egg.clone()], 2.3),
        ("be", [cube, egg], 3.2),
        ("rr", [round.clone(), round], 5.7),
        ("pp", hulls, 2.85),
        ("cc", [cone.clone(), cone], 2.6),
    ]
}

pub fn case(name: &str, question: Question, bodies: Vec<Body>, poses: Vec<Pose>) -> Case {
    let queries = poses.len() / 2;
    Case {
        name: name.to_owned(),
        question,
        bodies,
        poses,
        sweeps: Vec::new(),
        spins: Vec::new(),
        ends: Vec::new(),
        queries,
        objects: 2,
        coherent: false,
    }
}

/// Pairs at random poses; with `wanted` only those that hit, or only those that do not.
fn random_pairs(
    name: &str,
    question: Question,
    bodies: [Body; 2],
    edge: f64,
    count: usize,
    wanted: Option<bool>,
) -> Case {
    let mut random = Random::new(17);
    let mut made = case(name, question, bodies.to_vec(), Vec::new());
    let pair = Pair::new(&made);
    while made.poses.len() < 2 * count {
        let poses = [random_pose(&mut random, edge), random_pose(&mut random, edge)];
        if wanted.is_none() || pair.hit([&poses[0], &poses[1]]) == wanted {
            made.poses.extend(poses);
        }
    }
    made.queries = count;
    made
}

/// One body at rest, the other circling it closely and turning: where a remembered axis is good for long.
fn coherent_pairs(name: &str, bodies: [Body; 2], radius: f64, count: usize) -> Case {
    let mut random = Random::new(19);
    let first = random_pose(&mut random, 0.0);
    let mut turned = random_pose(&mut random, 0.0).quaternion;
    let step = [0.003, -0.002, 0.004, 1.0];
    let mut poses = Vec::with_capacity(2 * count);
    for i in 0..count {
        let angle = 0.005 * i as f64;
        let height = 0.5 * (0.37 * angle).sin();
        let along = (1.0 - height * height).sqrt() * radius;
        turned = after(step, turned);
        let other = pose(turned, [along * angle.cos(), along * angle.sin(), height * radius]);
        turned = other.quaternion;
        poses.extend([first, other]);
    }
    let mut made = case(name, Question::Intersect, bodies.to_vec(), poses);
    made.coherent = true;
    made
}

fn intersect(setting: &Setting) {
    let (chunk, count) = (setting.either(4000, 2000), setting.either(100_000, 4000));
    let plan = Plan { chunk, rounds: setting.either(25, 11), unit: NS, ..Plan::default() };
    for (name, bodies, edge) in kinds() {
        let made = random_pairs(name, Question::Intersect, bodies, edge, count, None);
        measure("W1", &made, setting.peers, &plan, |answers, asked| {
            judge::booleans(&made, answers, asked)
        });
    }
    // Few at a time: to read poses from afar takes longer than most of the answers.
    let plan = Plan { chunk: 1000, ..plan };
    for (name, bodies, _) in kinds() {
        let radius = match name {
            "bb" => 2.9,
            "pp" => 2.05,
            _ => continue,
        };
        let made = coherent_pairs(&format!("{name}-coherent"), bodies, radius, count);
        measure("W1", &made, setting.peers, &plan, |answers, asked| {
            judge::booleans(&made, answers, asked)
        });
    }
}

fn distance(setting: &Setting) {
    let (chunk, count) = (setting.either(1000, 500), setting.either(20_000, 1000));
    let plan = Plan { chunk, rounds: setting.either(25, 9), unit: NS, ..Plan::default() };
    for (name, bodies, edge) in kinds() {
        let made = random_pairs(name, Question::Distance, bodies, 1.3 * edge, count, Some(false));
        measure("W2", &made, setting.peers, &plan, |answers, asked| {
            judge::distances(&made, answers, asked)
        });
    }
}

fn depth(setting: &Setting) {
    // 600,000 in all: a depth that fails once in a hundred thousand shows.
    let (chunk, count) = (setting.either(4000, 300), setting.either(100_000, 900));
    let plan = Plan { chunk, rounds: setting.either(25, 7), unit: NS, ..Plan::default() };
    for (name, bodies, edge) in kinds() {
        let made = random_pairs(name, Question::Depth, bodies, edge, count, Some(true));
        measure("W3", &made, setting.peers, &plan, |answers, asked| {
            judge::depths(&made, answers, asked)
        });
    }
}

/// Casts of the second body past the first one, at which it aims more or less, as far again.
fn sweeps(name: &str, bodies: [Body; 2], edge: f64, count: usize) -> Case {
    let mut random = Random::new(23);
    let (mut poses, mut sweeps) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let mut start = random_pose(&mut random, 0.0);
        start.origin = random.on_sphere().map(|x| x * edge);
        let past = random.point(0.5 * edge);
        sweeps.push(std::array::from_fn(|k| 2.0 * (past[k] - start.origin[k])));
        poses.extend([random_pose(&mut random, 0.0), start]);
    }
    let mut made = case(name, Question::Cast, bodies.to_vec(), poses);
    made.sweeps = sweeps;
    made
}

fn cast(setting: &Setting) {
    let (chunk, count) = (setting.either(1000, 400), setting.either(10_000, 800));
    let plan = Plan { chunk, rounds: setting.either(25, 9), unit: NS, ..Plan::default() };
    for (name, bodies, edge) in kinds() {
        let made = sweeps(name, bodies, edge, count);
        measure("W3b", &made, setting.peers, &plan, |answers, asked| {
            judge::casts(&made, answers, asked)
        });
    }
}

/// How far both bodies turn, in radians: Bullet makes no more than a quarter of pi of any turn.
const TURN: f64 = 0.75;

fn turning_cast(setting: &Setting) {
    let (chunk, count) = (setting.either(500, 200), setting.either(5000, 400));
    let plan = Plan { chunk, rounds: setting.either(25, 9), unit: NS, ..Plan::default() };
    for (name, bodies, edge) in kinds() {
        let straight = sweeps(&format!("{name}-straight"), bodies, edge, count);
        measure("W8b", &straight, setting.peers, &plan, |answers, asked| {
            judge::casts(&straight, answers, asked)
        });
        let turning = turned(straight, &format!("{name}-turning"));
        measure("W8b", &turning, setting.peers, &plan, |answers, asked| {
            judge::turning_casts(&turning, answers, asked)
        });
    }
}

/// The same casts of bodies that turn meanwhile.
fn turned(straight: Case, name: &str) -> Case {
    let mut random = Random::new(37);
    let spins = straight.poses.iter().map(|_| random.on_sphere().map(|x| x * TURN)).collect();
    let mut made = Case { name: name.to_owned(), question: Question::Turn, spins, ..straight };
    let bodies = (0..made.queries).flat_map(|query| [(query, 0), (query, 1)]);
    made.ends = bodies.map(|(query, body)| made.pose_at(query, body, 1.0)).collect();
    made
}

/// Hulls that fly through a box, of which they fill a twentieth: 5 % of their radius and ten degrees a frame.
fn scene(objects: usize, frames: usize, question: Question) -> Case {
    let mut random = Random::new(31);
    let bodies: Vec<Body> = (0..objects.min(200)).map(|_| unit_hull(&mut random, 20)).collect();
    let ball = 4.0 / 3.0 * std::f64::consts::PI;
    let edge = (objects as f64 * ball / 0.05).cbrt();
    let (sine, cosine) = (5f64.to_radians().sin(), 5f64.to_radians().cos());
    let mut now: Vec<Pose> = (0..objects).map(|_| random_pose(&mut random, edge)).collect();
    let mut speeds: Vec<[f64; 3]> =
        (0..objects).map(|_| random.on_sphere().map(|x| 0.05 * x)).collect();
    let turns: Vec<[f64; 4]> = (0..objects)
        .map(|_| {
            let [x, y, z] = random.on_sphere().map(|x| x * sine);
            [x, y, z, cosine]
        })
        .collect();
    let mut poses = Vec::with_capacity(objects * frames);
    for _ in 0..frames {
        poses.extend_from_slice(&now);
        for ((at, speed), turn) in now.iter_mut().zip(&mut speeds).zip(&turns) {
            let mut origin = at.origin;
            for k in 0..3 {
                origin[k] += speed[k];
                if origin[k].abs() > edge / 2.0 {
                    speed[k] = -speed[k].abs() * origin[k].signum();
                }
            }
            *at = pose(after(*turn, at.quaternion), origin);
        }
    }
    let name = format!("{objects}{}", if question == Question::Scene { "" } else { "-broad" });
    Case {
        name,
        question,
        bodies,
        poses,
        sweeps: Vec::new(),
        spins: Vec::new(),
        ends: Vec::new(),
        queries: frames,
        objects,
        coherent: true,
    }
}

fn scenes(setting: &Setting) {
    for (objects, chunk, rounds, checked) in [
        (100, setting.either(200, 50), setting.either(15, 7), 40),
        (1000, setting.either(20, 5), setting.either(15, 7), 8),
        (10_000, setting.either(4, 2), setting.either(9, 5), 2),
    ] {
        for question in [Question::SceneBroad, Question::Scene] {
            let made = scene(objects, chunk * (rounds + 1), question);
            let plan = Plan { chunk, rounds, unit: MS, ..Plan::default() };
            measure("W5", &made, setting.peers, &plan, |answers, asked| {
                if question == Question::Scene {
                    judge::scenes(&made, answers, asked, checked)
                } else {
                    judge::nothing(answers, asked)
                }
            });
        }
    }
}

/// A torus, and the same after it was bent.
fn deforming() -> Body {
    let mut body = torus(50);
    body.other_points = body
        .points
        .iter()
        .map(|[x, y, z]| {
            [x + 0.3 * (0.4 * y).sin(), y + 0.2 * (0.3 * z).cos(), z + 0.5 * (0.2 * x).sin()]
        })
        .collect();
    body
}

fn repeated(
    name: &str,
    question: Question,
    body: Body,
    plan: &Plan,
    workload: &str,
    setting: &Setting,
) {
    let mut made = case(name, question, vec![body], Vec::new());
    made.queries = plan.chunk;
    measure(workload, &made, setting.peers, plan, judge::nothing);
}

fn refit(setting: &Setting) {
    let plan = Plan {
        chunk: setting.either(20, 10),
        rounds: setting.either(41, 15),
        unit: US,
        ..Plan::default()
    };
    repeated("torus-5000", Question::Refit, deforming(), &plan, "W6", setting);
}

fn build(setting: &Setting) {
    let plan = Plan {
        chunk: setting.either(4, 2),
        rounds: setting.either(25, 9),
        unit: MS,
        ..Plan::default()
    };
    repeated("torus-5000", Question::Build, torus(50), &plan, "W7", setting);
    let plan = Plan { chunk: 1, rounds: setting.either(9, 5), unit: MS, ..Plan::default() };
    repeated("torus-500000", Question::Build, torus(500), &plan, "W7", setting);
}
