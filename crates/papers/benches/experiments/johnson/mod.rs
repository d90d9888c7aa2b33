//! Thesis, 4.4.1, 4.4.3, 4.4.4: Johnson's subalgorithm with cached determinants and its termination, beside the search by
//! Voronoi regions that the library makes.

mod robustness;
mod speed;

use super::plot::{Chart, Series, Whose};
use super::report::{Report, three_digits};
use solid_geometry::convex::{Pair, RelativePlacement};
use solid_geometry::math::{Placement, Vec3};
use solid_geometry::shape::{Polytope, Primitive, Support};
use solid_papers::johnson::Subalgorithm;
use solid_papers::johnson::distance::{End, Found, Termination, distance};
use solid_papers::johnson::simplex::{NEWEST, Simplex};
use solid_papers::olvang::support_mapping;
use solid_papers::random::Random;

/// Two placed bodies.
pub struct Placed<'a> {
    pub bodies: [&'a dyn Support; 2],
    pub poses: [Placement; 2],
}

impl Placed<'_> {
    pub fn relation(&self) -> RelativePlacement {
        let [a, b] = self.bodies;
        let [p, q] = &self.poses;
        RelativePlacement::new(&a.absolute_extents(), p, &b.absolute_extents(), q)
            .expect("finite placements")
    }

    /// The nearest point of A - B by algorithm 4.1 over a subalgorithm.
    pub fn distance<S: Subalgorithm>(&self, simplex: &mut S, termination: &Termination) -> Found {
        let relation = self.relation();
        let pair = Pair::new(self.bodies[0], self.bodies[1], &relation);
        let hints = &mut [0; 2];
        let start = pair.support_against(&pair.initial_direction(), hints).difference();
        distance(simplex, &mut support_mapping(&pair, hints), start, termination)
    }
}

/// Points on a unit sphere.
fn points(random: &mut Random, count: usize) -> Vec<Vec3> {
    (0..count).map(|_| random.direction()).collect()
}

/// The mean of the iterations of pairs that are apart, at relative tolerances 10^-2 to 10^-12.
fn iterations(body: &dyn Support, count: usize) -> Vec<[f64; 2]> {
    let mut random = Random::new(46);
    let poses: Vec<[Placement; 2]> =
        (0..count).map(|_| [random.placement(8.0), random.placement(8.0)]).collect();
    (2..=12)
        .map(|digits| {
            let termination = Termination::mended(0.1_f64.powi(digits), 1e-13);
            let (mut sum, mut apart) = (0, 0);
            for poses in &poses {
                let placed = Placed { bodies: [body; 2], poses: *poses };
                let found = placed.distance(&mut Simplex::<NEWEST>::default(), &termination);
                if found.end != End::Zero {
                    sum += found.iterations;
                    apart += 1;
                }
            }
            [f64::from(digits), f64::from(sum) / f64::from(apart)]
        })
        .collect()
}

/// The claim of 4.4.4 on iterations.
fn tolerances(report: &mut Report) {
    let count = report.count(1000, 100);
    let mut random = Random::new(45);
    let [few, many] = [20, 200].map(|n| Polytope::new(&points(&mut random, n)));
    let cone = Primitive::Cone { radius: 1.0, half_height: 1.0 };
    let ellipsoid = Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75));
    let bodies: [(&str, &dyn Support, bool); 4] = [
        ("hulls of 20 points", &few, false),
        ("hulls of 200 points", &many, false),
        ("cones", &cone, true),
        ("ellipsoids", &ellipsoid, true),
    ];
    report.line(&format!(
        "Support points of the mended search by the digits of its relative tolerance; {count} random placements, those apart.\n"
    ));
    let lines: Vec<Vec<[f64; 2]>> =
        bodies.iter().map(|(_, body, _)| iterations(*body, count)).collect();
    let digits = [2.0, 4.0, 6.0, 8.0, 10.0, 12.0];
    let header: Vec<String> = std::iter::once("pair".to_owned())
        .chain(digits.iter().map(|d| format!("{d} digits")))
        .collect();
    let rows: Vec<Vec<String>> = bodies
        .iter()
        .zip(&lines)
        .map(|((name, ..), line)| {
            let cells =
                line.iter().filter(|[x, _]| digits.contains(x)).map(|[_, y]| three_digits(*y));
            std::iter::once((*name).to_owned()).chain(cells).collect()
        })
        .collect();
    report.table(&header.iter().map(String::as_str).collect::<Vec<_>>(), &rows);
    let chart = Chart {
        title: "Support points by tolerance (thesis 4.4.4)".to_owned(),
        x_label: "digits of the relative tolerance".to_owned(),
        y_label: "support points".to_owned(),
        series: bodies
            .iter()
            .zip(&lines)
            .map(|((name, ..), line)| Series::new(*name, Whose::Others, line.iter().copied()))
            .collect(),
        ..Chart::default()
    };
    report.chart("tolerances", &chart);
    // By the last eight digits, of which four are each half.
    let growth = |line: &[[f64; 2]]| [line[6][1] - line[2][1], line[10][1] - line[6][1]];
    let mut grows = Vec::new();
    for ((name, _, is_round), line) in bodies.iter().zip(&lines) {
        let [first, second] = growth(line);
        if *is_round {
            let is_linear = first > 0.5 && (second / first - 1.0).abs() < 0.6;
            assert!(is_linear, "{name}: not linear: {first} then {second}");
            grows.push(format!("{} and {} of {name}", three_digits(first), three_digits(second)));
        } else {
            assert!(first.abs() < 0.5 && second.abs() < 0.5, "{name}: {first} {second}");
        }
    }
    report.says(&format!(
        "As 4.4.4 says, the iterations of round bodies grow about linearly with the digits (four more digits, then four more, \
         take {} more support points), and those of polytopes do not, whatever their complexity.",
        grows.join(", ")
    ));
}

pub fn run(report: &mut Report) {
    speed::run(report);
    robustness::run(report);
    tolerances(report);
}
