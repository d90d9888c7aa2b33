//! Thesis, tables 5.1 to 5.3: how often bounding volumes of two tori overlap, and what a test then costs on average, in
//! the thesis's counts of arithmetic operations.

use super::plot::{Chart, Series, Whose};
use super::report::Report;
use solid_geometry::math::{Mat3, Placement, Vec3};
use solid_papers::random::Random;

const RADIUS: f64 = 12.0;
const HALF: Vec3 = Vec3::new(12.0, 12.0, 2.0);

/// Operations of an overlap test (table 5.1), and the thesis's guess for the tori themselves.
const SPHERE: f64 = 11.0;
const AABB: f64 = 9.0;
const OBB: f64 = 200.0;
const DYNAMIC_AABB: f64 = 57.0;
const TORI: f64 = 10_000.0;

/// How often each test, or two in a row, lets a pair through.
#[derive(Default)]
struct Passed {
    sphere: f64,
    obb: f64,
    obb_by_six_axes: f64,
    dynamic: f64,
    dynamic_obb: f64,
    fixed: f64,
    fixed_obb: f64,
    sphere_obb: f64,
}

/// By the fifteen axes of two boxes, or the first six alone.
fn boxes_overlap(a: &Placement, b: &Placement, axis_count: usize) -> bool {
    let turn: Mat3 = a.basis.transpose() * b.basis;
    let offset = a.basis.tr_mul(&(b.origin - a.origin));
    let mut axes: Vec<Vec3> =
        (0..3).flat_map(|i| [Mat3::identity().column(i).into(), turn.column(i).into()]).collect();
    for i in 0..3 {
        for j in 0..3 {
            let (u, v): (Vec3, Vec3) = (Mat3::identity().column(i).into(), turn.column(j).into());
            axes.push(u.cross(&v));
        }
    }
    axes.iter().take(axis_count).all(|axis| {
        let reach_a = axis.abs().dot(&HALF);
        let reach_b = turn.tr_mul(axis).abs().dot(&HALF);
        axis.dot(&offset).abs() <= reach_a + reach_b
    })
}

fn measure(edge: f64, runs: usize) -> Passed {
    let mut random = Random::new(5);
    let mut passed = Passed::default();
    for _ in 0..runs {
        let (a, b) = (random.placement(edge), random.placement(edge));
        let offset = b.origin - a.origin;
        let sphere = offset.norm() <= 2.0 * RADIUS;
        let obb = boxes_overlap(&a, &b, 15);
        let reach = a.basis.abs() * HALF + b.basis.abs() * HALF;
        let dynamic = (0..3).all(|i| offset[i].abs() <= reach[i]);
        let fixed = offset.amax() <= 2.0 * RADIUS;
        let add = |to: &mut f64, yes: bool| *to += f64::from(u8::from(yes)) / runs as f64;
        add(&mut passed.sphere, sphere);
        add(&mut passed.obb, obb);
        add(&mut passed.obb_by_six_axes, boxes_overlap(&a, &b, 6));
        add(&mut passed.dynamic, dynamic);
        add(&mut passed.dynamic_obb, dynamic && obb);
        add(&mut passed.fixed, fixed);
        add(&mut passed.fixed_obb, fixed && obb);
        add(&mut passed.sphere_obb, sphere && obb);
    }
    passed
}

/// Published: first test's percentage, both tests' percentage (tables 5.2, 5.3), operations; for cubes of 100 and 20.
const PUBLISHED: [(&str, [[Option<f64>; 3]; 2]); 5] = [
    ("sphere", [[Some(4.6), None, Some(471.0)], [Some(98.7), None, Some(9881.0)]]),
    ("OBB", [[Some(4.1), None, Some(610.0)], [Some(86.9), None, Some(8890.0)]]),
    (
        "dynamic AABB, OBB",
        [[Some(9.1), Some(4.1), Some(485.0)], [Some(99.0), Some(86.9), Some(8945.0)]],
    ),
    (
        "fixed AABB, OBB",
        [[Some(7.8), Some(3.9), Some(415.0)], [Some(100.0), Some(86.9), Some(8899.0)]],
    ),
    ("sphere, OBB", [[Some(4.6), Some(3.4), Some(360.0)], [Some(98.7), Some(86.5), Some(8858.0)]]),
];

fn ours(passed: &Passed) -> [[Option<f64>; 3]; 5] {
    let single = |p: f64, cost: f64| [Some(100.0 * p), None, Some(cost + p * TORI)];
    let double = |p: f64, cost: f64, both: f64| {
        [Some(100.0 * p), Some(100.0 * both), Some(cost + p * OBB + both * TORI)]
    };
    [
        single(passed.sphere, SPHERE),
        single(passed.obb, OBB),
        double(passed.dynamic, DYNAMIC_AABB, passed.dynamic_obb),
        double(passed.fixed, AABB, passed.fixed_obb),
        double(passed.sphere, SPHERE, passed.sphere_obb),
    ]
}

pub fn run(report: &mut Report) {
    let runs = report.count(1_000_000, 100_000);
    report.line(&format!(
        "Two tori of radii 10 and 2 at {runs} random placements, their origins in a cube. Operations as the thesis \
         counts them: sphere {SPHERE}, AABB {AABB}, OBB {OBB}, the tori themselves {TORI}.\n"
    ));
    let cases: Vec<String> = PUBLISHED.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut series = Vec::new();
    let mut apart: f64 = 0.0;
    let mut six_axes = Vec::new();
    for (which, edge) in [100.0, 20.0].into_iter().enumerate() {
        let passed = measure(edge, runs);
        let found = ours(&passed);
        six_axes.push(format!("{:.1} %", 100.0 * passed.obb_by_six_axes));
        // The cheapest in both cubes, and the test that the published percentage is nearest to: what is said below.
        let cost = |row: &[Option<f64>; 3]| row[2].unwrap_or(f64::NAN);
        assert!(
            found.iter().all(|row| cost(&found[4]) <= cost(row)),
            "sphere, OBB is not the best"
        );
        let from = PUBLISHED[1].1[which][0].unwrap_or(f64::NAN) / 100.0;
        let [six, all] = [passed.obb_by_six_axes, passed.obb].map(|part| (part - from).abs());
        assert!(six < all, "published for the OBB: {from}");
        let mut rows = Vec::new();
        for ((name, published), ours) in PUBLISHED.iter().zip(&found) {
            let mut row = vec![(*name).to_owned()];
            for (i, (mine, theirs)) in ours.iter().zip(&published[which]).enumerate() {
                let show = |x: &Option<f64>| {
                    x.map_or(String::new(), |x| format!("{x:.*}", usize::from(i < 2)))
                };
                row.extend([show(mine), show(theirs)]);
                if let (2, Some(mine), Some(theirs)) = (i, mine, theirs) {
                    apart = apart.max((mine / theirs - 1.0).abs());
                }
            }
            rows.push(row);
        }
        report.line(&format!("Cube of {edge}:\n"));
        let header =
            ["volumes", "first %", "published", "both %", "published", "operations", "published"];
        report.table(&header, &rows);
        let points = |values: &mut dyn Iterator<Item = Option<f64>>, shift: f64| -> Vec<[f64; 2]> {
            values.enumerate().filter_map(|(i, y)| Some([i as f64 + shift, y?])).collect()
        };
        let mine = points(&mut found.iter().map(|row| row[2]), -0.08);
        let theirs = points(&mut PUBLISHED.iter().map(|(_, rows)| rows[which][2]), 0.08);
        series.push(Series::new(format!("ours, cube {edge}"), Whose::Ours, mine));
        series.push(Series::new(format!("thesis, cube {edge}"), Whose::Published, theirs));
    }
    let chart = Chart {
        title: "Bounding volumes of two tori: average cost of a test".to_owned(),
        y_label: "operations".to_owned(),
        log_y: true,
        cases,
        series,
        ..Chart::default()
    };
    report.chart("", &chart);
    report.says(&format!(
        "Our costs lie within {:.0} % of the published ones: a cheap sphere before a tight box is the best pair of \
         volumes, which is what the library's balls do before its boxes. The published percentages of the OBB are \
         nearest to those of a test by the six face axes alone, which lets {} of the pairs through.",
        100.0 * apart,
        six_axes.join(" and ")
    ));
}
