//! What is saved by caches (4.4.3), and the time beside the search by regions.

use super::super::machine::cpu_ns;
use super::super::report::{Report, three_digits};
use super::{Placed, points};
use solid_geometry::convex::closest_points;
use solid_geometry::math::Placement;
use solid_geometry::shape::{Polytope, Support};
use solid_papers::johnson::Subalgorithm;
use solid_papers::johnson::distance::{End, Termination};
use solid_papers::johnson::regions::{Library, Olvang};
use solid_papers::johnson::simplex::{
    Counts, DETERMINANTS, DOT_PRODUCTS, NEWEST, NOTHING, Simplex,
};
use solid_papers::random::Random;

const TOLERANCE: f64 = 1e-6;
const TERMINATION: Termination = Termination::mended(TOLERANCE, 1e-12);
const METHODS: [&str; 7] = [
    "Johnson, nothing kept",
    "Johnson, dot products kept",
    "Johnson, determinants kept",
    "Johnson, and the newest point alone",
    "Voronoi regions, Olvång's",
    "Voronoi regions, the library's",
    "library, closest points",
];

fn by<S: Subalgorithm>(placed: &Placed) -> f64 {
    let found = placed.distance(&mut S::default(), &TERMINATION);
    if found.end == End::Zero { 0.0 } else { found.v.norm() }
}

fn library(placed: &Placed) -> f64 {
    let [a, b] = placed.bodies;
    closest_points(a, b, &placed.relation(), TOLERANCE, &mut [0; 2]).difference.norm()
}

const BY: [fn(&Placed) -> f64; 7] = [
    by::<Simplex<NOTHING>>,
    by::<Simplex<DOT_PRODUCTS>>,
    by::<Simplex<DETERMINANTS>>,
    by::<Simplex<NEWEST>>,
    by::<Olvang>,
    by::<Library>,
    library,
];

fn counts<const KEPT: u8>(placed: &[Placed]) -> (Counts, u32) {
    let (mut sum, mut iterations) = (Counts::default(), 0);
    for placed in placed {
        let mut simplex = Simplex::<KEPT>::default();
        iterations += placed.distance(&mut simplex, &TERMINATION).iterations;
        let Counts { dots, determinants, subsets } = simplex.counts;
        sum = Counts {
            dots: sum.dots + dots,
            determinants: sum.determinants + determinants,
            subsets: sum.subsets + subsets,
        };
    }
    (sum, iterations)
}

pub fn run(report: &mut Report) {
    let (count, rounds) = (report.count(2000, 300), report.count(15, 3));
    let mut random = Random::new(43);
    let hulls = [0; 2].map(|_| Polytope::new(&points(&mut random, 20)));
    let placed: Vec<Placed> = (0..count)
        .map(|_| Placed {
            bodies: [&hulls[0] as &dyn Support, &hulls[1]],
            poses: [random.placement(4.0), random.placement(4.0)] as [Placement; 2],
        })
        .collect();
    report.line(&format!(
        "The distance of two hulls of 20 points, {count} random placements, relative tolerance {TOLERANCE:.0e}, by algorithm \
         4.1 with the termination of 4.4.4 (`crates/papers/src/johnson`). First Johnson's subalgorithm, with the improvements \
         of 4.4.3 one by one: dot products kept, determinants kept, only subsets with the newest point tested. Then the same \
         loop over the search by Voronoi regions, Olvång's (2.3.2, of all features) and the library's (of those with the \
         newest point). Last the library's own query, which also proves its answer. Arithmetic a support point, microseconds a \
         query, the least of {rounds} rounds in turn.\n"
    ));
    let mut least = [f64::INFINITY; METHODS.len()];
    let mut worst: f64 = 0.0;
    for _ in 0..rounds {
        let mut answers: Vec<Vec<f64>> = Vec::new();
        for (by, least) in BY.iter().zip(&mut least) {
            let start = cpu_ns();
            answers.push(placed.iter().map(by).collect());
            *least = least.min((cpu_ns() - start) / 1e3 / count as f64);
        }
        for lengths in &answers {
            for (x, y) in lengths.iter().zip(&answers[0]) {
                worst = worst.max((x - y).abs() / (1.0 + y));
            }
        }
    }
    assert!(worst < 2.0 * TOLERANCE, "the methods disagree by {worst}");
    let all = [
        counts::<NOTHING>(&placed),
        counts::<DOT_PRODUCTS>(&placed),
        counts::<DETERMINANTS>(&placed),
        counts::<NEWEST>(&placed),
    ];
    let mut rows = Vec::new();
    for (i, (name, us)) in METHODS.iter().zip(least).enumerate() {
        let mut row = vec![(*name).to_owned()];
        match all.get(i) {
            Some((counts, iterations)) => {
                let each = |n: u64| three_digits(n as f64 / f64::from(*iterations));
                row.extend([counts.dots, counts.determinants, counts.subsets].map(each));
            }
            None => row.extend([0; 3].map(|_| String::new())),
        }
        row.push(three_digits(us));
        rows.push(row);
    }
    report.table(&["method", "dot products", "determinants", "subsets", "us"], &rows);
    let (nothing, newest) = (&all[0].0, &all[3].0);
    let saved = |of: fn(&Counts) -> u64| 100.0 * (1.0 - of(newest) as f64 / of(nothing) as f64);
    let parts = [saved(|c| c.dots), saved(|c| c.determinants), saved(|c| c.subsets)];
    assert!(parts.iter().all(|part| *part > 20.0), "{parts:?}");
    let compare = |x: f64, y: f64| {
        let less = 100.0 * (1.0 - x / y);
        if less >= 0.0 { format!("{less:.0} % less") } else { format!("{:.0} % more", -less) }
    };
    report.says(&format!(
        "All lengths agree within the tolerance. What 4.4.3 keeps and leaves out saves {:.0} % of the dot products, {:.0} % of \
         the determinants and {:.0} % of the subsets, and with that the query takes {} time than with nothing kept. In the \
         same loop the library's regions take {} time than Johnson's subalgorithm with all improvements, Olvång's {}.",
        parts[0],
        parts[1],
        parts[2],
        compare(least[3], least[0]),
        compare(least[5], least[3]),
        compare(least[4], least[3]),
    ));
}
