//! Olvång, figures 6 to 17: support calls, their worst, time and failures of the questions about two convex bodies, over
//! the probability that they intersect.

use super::bodies::Random;
use super::counted::{Counted, Counter};
use super::machine::cpu_ns;
use super::plot::{Chart, Series, Whose};
use super::report::{Report, three_digits};
use solid::convex::pair::Relation;
use solid::convex::query::{Coherence, closest_points, intersect};
use solid::math::{Placement, Vec3};
use solid::shape::{Polytope, Primitive, Support};

/// The questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Intersection,
    Distance,
}

/// What Olvång found in double precision, as his text tells (the figures are images): the least and the largest mean of
/// support calls, of the worst calls, and of microseconds, over kinds of pairs and probabilities.
struct Published {
    question: Question,
    method: &'static str,
    calls: [f64; 2],
    worst: [f64; 2],
    us: [f64; 2],
}

const PUBLISHED: [Published; 3] = [
    Published {
        question: Question::Intersection,
        method: "SA-GJK",
        calls: [2.0, 4.0],
        worst: [6.0, 14.0],
        us: [1.8, 4.2],
    },
    Published {
        question: Question::Intersection,
        method: "MPR",
        calls: [2.0, 4.0],
        worst: [8.0, 16.0],
        us: [1.6, 3.5],
    },
    Published {
        question: Question::Distance,
        method: "GJK",
        calls: [2.0, 18.0],
        worst: [10.0, 60.0],
        us: [2.0, 12.0],
    },
];

/// The default of dtSetTolerance.
const TOLERANCE: f64 = 1e-6;

/// What was found at one probability.
struct Point {
    probability: f64,
    /// Mean of support calls of one body.
    calls: f64,
    /// Mean of the thousandth part with most.
    worst: f64,
    ns: f64,
    /// Answers that are no numbers, or on whose sign the two questions differ.
    failures: usize,
}

/// Whether they share a point; the second is whether the answer makes sense.
fn ask<A: Support, B: Support>(a: &A, b: &B, [p, q]: &[Placement; 2], question: Question) -> (bool, bool) {
    let Some(relation) = Relation::new(&a.reach(), p, &b.reach(), q) else { return (false, false) };
    match question {
        Question::Intersection => (intersect(a, b, &relation, &mut Coherence::default()), true),
        Question::Distance => {
            let witness = closest_points(a, b, &relation, TOLERANCE, &mut [0; 2]);
            let length = witness.difference.norm();
            (length == 0.0, length.is_finite())
        }
    }
}

fn point<A: Support, B: Support>(a: &A, b: &B, edge: f64, count: usize, question: Question) -> Point {
    let mut random = Random(7);
    let poses: Vec<[Placement; 2]> =
        (0..count).map(|_| [random.placement(edge), random.placement(edge)]).collect();
    let start = cpu_ns();
    let hits = poses.iter().filter(|poses| ask(a, b, poses, question).0).count();
    let ns = (cpu_ns() - start) / count as f64;
    let counter = Counter::default();
    let counted = Counted::new(a, &counter);
    let mut failures = 0;
    let mut calls: Vec<u32> = poses
        .iter()
        .map(|poses| {
            counter.reset();
            let (hit, sound) = ask(&counted, b, poses, question);
            let calls = counter.calls();
            let other = ask(a, b, poses, Question::Intersection).0;
            failures += usize::from(!sound || hit != other);
            calls
        })
        .collect();
    calls.sort_unstable();
    let mean = |calls: &[u32]| calls.iter().map(|&n| f64::from(n)).sum::<f64>() / calls.len().max(1) as f64;
    let worst = &calls[count - (count / 1000).max(1)..];
    Point { probability: hits as f64 / count as f64, calls: mean(&calls), worst: mean(worst), ns, failures }
}

/// All probabilities of a kind: `half` is the edge of the cube of origins in which half of the pairs intersect.
fn curve<A: Support, B: Support>(a: &A, b: &B, half: f64, count: usize, question: Question) -> Vec<Point> {
    [2.6, 1.9, 1.55, 1.3, 1.13, 1.0, 0.87, 0.75, 0.62, 0.45]
        .map(|scale| point(a, b, scale * half, count, question))
        .into()
}

pub fn run(report: &mut Report) {
    let count = report.count(100_000, 3000);
    report.line(&format!(
        "Six kinds of pairs, {count} random configurations at each of ten probabilities of intersection (Olvång: a \
         million). Calls are those of one body's support mapping; the worst are the mean of the thousandth part with most. \
         A failure is an answer that is no number, or a distance that is zero where the bodies are found apart, or the \
         other way about.\n"
    ));
    let mut random = Random(3);
    let mut hull = || Polytope::new(&(0..50).map(|_| random.direction()).collect::<Vec<Vec3>>());
    let (hull_a, hull_b) = (hull(), hull());
    let cube = Primitive::Box(Vec3::repeat(1.0));
    let egg = Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75));
    let round = Primitive::Round { half: Vec3::repeat(1.0), radius: 0.5 };
    let cone = Primitive::Cone { radius: 1.0, half_height: 1.0 };
    for question in [Question::Intersection, Question::Distance] {
        let curves = [
            ("boxes", curve(&cube, &cube, 4.15, count, question)),
            ("ellipsoids", curve(&egg, &egg, 2.3, count, question)),
            ("box, ellipsoid", curve(&cube, &egg, 3.2, count, question)),
            ("round boxes", curve(&round, &round, 5.7, count, question)),
            ("hulls of 50", curve(&hull_a, &hull_b, 2.85, count, question)),
            ("cones", curve(&cone, &cone, 2.6, count, question)),
        ];
        summarise(report, question, &curves, count);
        charts(report, question, &curves);
    }
}

/// The name of a file, what is drawn, and where it is found.
type Part = (&'static str, &'static str, fn(&Point) -> f64, fn(&Published) -> [f64; 2]);
type Curves = [(&'static str, Vec<Point>)];

fn summarise(report: &mut Report, question: Question, curves: &Curves, count: usize) {
    let spread = |of: &dyn Fn(&Point) -> f64| {
        let values = || curves.iter().flat_map(|(_, points)| points.iter().map(of));
        [values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max)]
    };
    let show = |[low, high]: [f64; 2]| format!("{} to {}", three_digits(low), three_digits(high));
    let ours = [spread(&|p| p.calls), spread(&|p| p.worst), spread(&|p| p.ns / 1e3)];
    report.line(&format!("{question:?}, over all kinds and probabilities:\n"));
    let mut rows = vec![vec!["this library".to_owned(), show(ours[0]), show(ours[1]), show(ours[2])]];
    for row in PUBLISHED.iter().filter(|row| row.question == question) {
        rows.push(vec![format!("Olvång, {}", row.method), show(row.calls), show(row.worst), show(row.us)]);
    }
    report.table(&["method", "mean calls", "worst calls", "us"], &rows);
    let failures: usize = curves.iter().flat_map(|(_, points)| points).map(|p| p.failures).sum();
    let total: usize = curves.iter().map(|(_, points)| points.len() * count).sum();
    report.says(&format!(
        "{question:?}: {failures} failures in {total} configurations; Olvång saw 5 to 10 in a million in which his two \
         intersection tests disagreed, and up to two in a thousand depths that failed."
    ));
}

fn charts(report: &mut Report, question: Question, curves: &Curves) {
    let name = format!("{question:?}").to_lowercase();
    let parts: [Part; 3] = [
        ("calls", "mean support calls", |p| p.calls, |p| p.calls),
        ("worst", "worst support calls", |p| p.worst, |p| p.worst),
        ("time", "microseconds", |p| p.ns / 1e3, |p| p.us),
    ];
    for (part, label, of, published) in parts {
        let mut series: Vec<Series> = curves
            .iter()
            .map(|(kind, points)| {
                Series::new(*kind, Whose::Others, points.iter().map(|p| [100.0 * p.probability, of(p)]))
            })
            .collect();
        for row in PUBLISHED.iter().filter(|row| row.question == question) {
            let [low, high] = published(row);
            for (text, level) in [("least", low), ("most", high)] {
                let label = format!("Olvång {}, {text}", row.method);
                series.push(Series::new(label, Whose::Published, [[5.0, level], [95.0, level]]));
            }
        }
        let chart = Chart {
            title: format!("{question:?}: {label}"),
            x_label: "probability of intersection, %".to_owned(),
            y_label: label.to_owned(),
            log_y: part == "time",
            series,
            ..Chart::default()
        };
        report.chart(&format!("{name}-{part}"), &chart);
    }
}
