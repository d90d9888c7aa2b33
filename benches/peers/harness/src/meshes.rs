//! Meshes: which triangles of two meet, how far apart two are, and which point of one is nearest to a point.

use super::bodies::{obj, torus};
use super::case::{Answer, Body, Case, Kind, Peer, Pose, Question};
use super::judge;
use super::measure::{Plan, measure};
use super::parry::Projections;
use super::queries::Queries;
use super::random::{Random, pose, random_pose};
use super::workloads::{Setting, US, case};
use std::io::Write;
use std::path::Path;

/// The edge of the cube of origins in which some 60 % of two teapots collide.
const TEAPOT_EDGE: f64 = 27.0;
/// Quads around and across of tori of ten thousand triangles, a hundred thousand, a million.
const TURNS: [(u32, &str); 3] = [(71, "10k"), (224, "100k"), (707, "1M")];

pub fn questions(setting: &Setting) {
    contacts(setting);
    for (turns, size) in TURNS {
        let body = torus(turns);
        distances(setting, size, &body);
        points(setting, size, &body);
    }
}

fn contacts(setting: &Setting) {
    let teapot = match obj(&setting.root.join("examples-c/models/teapot.obj")) {
        Ok(teapot) => teapot,
        Err(error) => panic!("examples-c/models/teapot.obj: {error}"),
    };
    for (name, body, edge) in [("torus", torus(50), 20.3), ("teapot", teapot, TEAPOT_EDGE)] {
        for (part, question) in [("first", Question::FirstContact), ("all", Question::AllContacts)]
        {
            let counted = question == Question::AllContacts;
            let chunk = if counted { setting.either(50, 15) } else { setting.either(400, 100) };
            let plan = Plan { chunk, rounds: setting.either(15, 7), unit: US, ..Plan::default() };
            let mut random = Random::new(29);
            let count = chunk * setting.either(8, 2);
            let poses = (0..2 * count).map(|_| random_pose(&mut random, edge)).collect();
            let made =
                case(&format!("{name}-{part}"), question, vec![body.clone(), body.clone()], poses);
            measure("W4", &made, setting.peers, &plan, |answers, asked| {
                let hits = answers[0][..asked].iter().filter(|answer| answer.hit != 0).count();
                eprintln!("W4 {}: {:.0} % hits", made.name, 100.0 * hits as f64 / asked as f64);
                judge::meshes(&made, answers, asked, counted)
            });
        }
    }
}

/// Two tori, of radii 10 and 2, whose centres are 14 to 34 apart: those that are nearer may be linked.
fn distances(setting: &Setting, size: &str, body: &Body) {
    let chunk = setting.either(40, 10);
    let plan = Plan { chunk, rounds: setting.either(11, 5), unit: US, ..Plan::default() };
    let mut random = Random::new(37);
    let mut poses = Vec::new();
    for _ in 0..chunk * setting.either(8, 2) {
        let away: [f64; 3] = random.on_sphere();
        let distance = 24.0 + 10.0 * random.signed();
        poses.push(random_pose(&mut random, 0.0));
        poses.push(pose(random.on_sphere(), std::array::from_fn(|k| distance * away[k])));
    }
    let bodies = vec![body.clone(), body.clone()];
    let made = case(&format!("distance-{size}"), Question::Distance, bodies, poses);
    let mut peers: Vec<Box<dyn Peer + '_>> = vec![Box::new(Queries)];
    peers.extend(
        setting
            .peers
            .iter()
            .filter(|peer| peer.name() == "coal")
            .map(|peer| Box::new(&**peer) as _),
    );
    measure("W4", &made, &peers, &plan, judge::least_distances);
}

/// Points in a box twice as large as the torus.
fn points(setting: &Setting, size: &str, body: &Body) {
    let chunk = setting.either(2000, 500);
    let plan = Plan { chunk, rounds: setting.either(11, 5), unit: US, ..Plan::default() };
    let mut random = Random::new(41);
    let at_origin = pose([0.0, 0.0, 0.0, 1.0], [0.0; 3]);
    let poses: Vec<Pose> = (0..chunk * 4)
        .flat_map(|_| {
            let [x, y, z] = random.point(24.0);
            [at_origin, pose([0.0, 0.0, 0.0, 1.0], [x, y, z / 6.0])]
        })
        .collect();
    let bodies = vec![body.clone(), Body::solid(Kind::Point, [0.0; 4])];
    let made = case(&format!("points-{size}"), Question::Distance, bodies, poses);
    let peers: [Box<dyn Peer>; 2] = [Box::new(Queries), Box::new(Projections)];
    measure("W4", &made, &peers, &plan, |answers, asked| {
        if let Err(error) = write(&made, &answers[0], &setting.root.join("target/peers")) {
            eprintln!("W4: {error}: fcpw is left out");
        }
        judge::least_distances(answers, asked)
    });
}

/// What `w4.py` asks: the numbers of points, triangles and queries, then these and our answers.
fn write(case: &Case, answers: &[Answer], folder: &Path) -> std::io::Result<()> {
    let mut file = std::io::BufWriter::new(std::fs::File::create(
        folder.join(format!("{}.questions", case.name)),
    )?);
    let body = &case.bodies[0];
    for count in [body.points.len(), body.triangles.len(), case.queries] {
        file.write_all(&(count as f64).to_le_bytes())?;
    }
    let corners = body.triangles.iter().flatten().map(|&i| f64::from(i));
    let asked = (0..case.queries).flat_map(|i| case.pair(i)[1].origin);
    let told = answers.iter().map(|answer| answer.value);
    for number in body.points.iter().flatten().copied().chain(corners).chain(asked).chain(told) {
        file.write_all(&number.to_le_bytes())?;
    }
    file.flush()
}
