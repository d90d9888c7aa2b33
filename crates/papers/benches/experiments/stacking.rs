//! Olvång, tables 2 and 3: the tallest stack of boxes, and of rounded boxes, that stands for five minutes.

use super::plot::{Chart, Series, Whose};
use super::report::{Report, three_digits};
use super::rigid::{Body, STEP, Simulation};
use solid_geometry::math::Vec3;
use solid_geometry::shape::Primitive;
use solid_papers::random::Random;

/// 4 x 2 x 4 units, face to face; moved by at most 0.2 along the faces.
const HALF: Vec3 = Vec3::new(2.0, 1.0, 2.0);
const MOVED: f64 = 0.2;
/// Of rounded boxes.
const RADIUS: f64 = 0.5;
/// No taller stack is tried.
const TALLEST: usize = 40;

struct Stack {
    stands: bool,
    /// Microseconds to find the contacts of two bodies that touch.
    us: f64,
}

fn stack(shape: &Primitive, height: usize, iterations: usize, seconds: f64) -> Stack {
    let mut random = Random::new(4);
    let ground = Primitive::Box(Vec3::new(40.0, 10.0, 40.0));
    let mut simulation = Simulation::default();
    simulation.bodies.push(Body::fixed(ground, Vec3::new(0.0, -10.0, 0.0)));
    for i in 0..height {
        let origin = Vec3::new(
            MOVED * random.symmetric(),
            (2 * i + 1) as f64 * HALF.y,
            MOVED * random.symmetric(),
        );
        simulation.bodies.push(Body::moving(shape.clone(), HALF, origin));
    }
    let stands = |simulation: &Simulation| {
        let bodies = simulation.bodies[1..].iter().enumerate();
        bodies
            .clone()
            .all(|(i, body)| (body.placement.origin.y - (2 * i + 1) as f64 * HALF.y).abs() < HALF.y)
    };
    let mut good = true;
    for step in 0..(seconds / STEP) as usize {
        simulation.step(iterations);
        if step % 20 == 0 && !stands(&simulation) {
            good = false;
            break;
        }
    }
    Stack {
        stands: good && stands(&simulation),
        us: simulation.collision_ns / 1e3 / simulation.collisions as f64,
    }
}

/// The tallest that stands, by halving: whatever is lower is taken to stand as well.
fn tallest(shape: &Primitive, iterations: usize, seconds: f64) -> (usize, f64) {
    let (mut low, mut high) = (1, TALLEST + 1);
    let mut us = f64::NAN;
    while high - low > 1 {
        let middle = low.midpoint(high);
        let found = stack(shape, middle, iterations, seconds);
        if found.stands {
            (low, us) = (middle, found.us);
        } else {
            high = middle;
        }
    }
    (low, us)
}

/// Shape, impulse iterations; height and microseconds of SA-GJK and EPA, then of MPR, in double precision.
const PUBLISHED: [(&str, usize, [f64; 2], [f64; 2]); 6] = [
    ("boxes", 20, [11.0, 16.0], [10.0, 13.0]),
    ("boxes", 40, [14.0, 20.0], [14.0, 13.0]),
    ("boxes", 60, [17.0, 17.0], [17.0, 13.0]),
    ("round boxes", 20, [11.0, 30.0], [10.0, 26.0]),
    ("round boxes", 40, [16.0, 35.0], [15.0, 27.0]),
    ("round boxes", 60, [19.0, 32.0], [18.0, 27.0]),
];

pub fn run(report: &mut Report) {
    let seconds = report.count(300, 20) as f64;
    report.line(&format!(
        "Stacks of boxes of 4 x 2 x 4 units at 200 Hz, simulated for {seconds} seconds (Olvång: 300), by sequential impulses \
         and projection; how many stand, {TALLEST} at most, and the time to find the contacts of two that touch: depth and \
         manifold. How high a stack stands is more the solver's doing than the contacts', as Olvång says of his; his solver \
         is not known in all details.\n"
    ));
    let mut rows = Vec::new();
    let mut points: [Vec<[f64; 2]>; 3] = Default::default();
    let mut cases = Vec::new();
    let mut faster = (f64::INFINITY, 0.0f64);
    let mut fewer = 0;
    for (place, (kind, iterations, gjk, portal)) in PUBLISHED.into_iter().enumerate() {
        let shape = match kind {
            "boxes" => Primitive::Box(HALF),
            _ => Primitive::Round { half: HALF.add_scalar(-RADIUS), radius: RADIUS },
        };
        let (height, us) = tallest(&shape, iterations, seconds);
        let stack =
            if height == TALLEST { format!("{TALLEST} or more") } else { height.to_string() };
        fewer += usize::from((height as f64) < gjk[0].max(portal[0]));
        let ratio = portal[1].min(gjk[1]) / us;
        faster = (faster.0.min(ratio), faster.1.max(ratio));
        rows.push(vec![
            format!("{kind}, {iterations} iterations"),
            stack,
            format!("{:.0}", gjk[0]),
            format!("{:.0}", portal[0]),
            three_digits(us),
            three_digits(gjk[1]),
            three_digits(portal[1]),
        ]);
        cases.push(format!("{kind} {iterations}"));
        for (series, y) in points.iter_mut().zip([height as f64, gjk[0], portal[0]]) {
            series.push([place as f64, y]);
        }
    }
    let header = ["stack", "stands", "GJK+EPA", "MPR", "us", "GJK+EPA us", "MPR us"];
    report.table(&header, &rows);
    let [ours, gjk, portal] = points;
    let chart = Chart {
        title: "Tallest stable stack, by impulse iterations".to_owned(),
        y_label: "boxes".to_owned(),
        cases,
        series: vec![
            Series::new("this library", Whose::Ours, ours),
            Series::new("Olvång, SA-GJK and EPA", Whose::Published, gjk),
            Series::new("Olvång, MPR", Whose::Published, portal),
        ],
        ..Chart::default()
    };
    report.chart("", &chart);
    report.says(&format!(
        "In {} of {} settings our stacks are as tall as Olvång's or taller; contacts are found {:.0} to {:.0} times as fast as \
         by the better of his methods, on a machine some fifteen years younger.",
        PUBLISHED.len() - fewer,
        PUBLISHED.len(),
        faster.0,
        faster.1
    ));
}
