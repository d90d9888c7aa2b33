//! The slides on continuous detection: accuracy against time of the GJK ray cast, by its tolerance.

use super::counted::{Counted, Counter};
use super::machine::cpu_ns;
use super::plot::{Chart, Series, Whose};
use super::report::{Report, three_digits};
use solid_geometry::convex::RelativePlacement;
use solid_geometry::convex::cast::cast;
use solid_geometry::math::{Mat3, Placement, Vec3};
use solid_geometry::shape::{Polytope, Primitive, Support};
use solid_papers::random::Random;

/// Tolerances, and the microseconds of a cast in the slides, at 2.6 GHz.
const PUBLISHED: [(f64, Option<f64>); 9] = [
    (1e-11, None),
    (1e-9, None),
    (1e-7, Some(3.65)),
    (1e-6, Some(2.80)),
    (1e-5, Some(2.03)),
    (1e-4, Some(1.43)),
    (1e-3, Some(1.02)),
    (1e-2, Some(0.77)),
    (1e-1, Some(0.62)),
];

/// The reference of errors.
const TIGHTEST: f64 = 1e-12;

/// A ray: where it starts, and where to it leads in a unit of time.
struct Ray {
    start: Placement,
    motion: Vec3,
}

/// From a sphere about the body past a point near it.
fn rays(count: usize) -> Vec<Ray> {
    let mut random = Random::new(61);
    let ray = |_| {
        let from = random.direction() * 4.0;
        let past = random.in_cube(2.0);
        Ray {
            start: Placement { basis: Mat3::identity(), origin: from },
            motion: 2.0 * (past - from),
        }
    };
    (0..count).map(ray).collect()
}

/// Sums over all rays on one body.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    ns: f64,
    calls: f64,
    /// Of the distance along the ray.
    error: f64,
    worst: f64,
    hits: usize,
    /// Hits that are misses at the tightest tolerance, and the other way about.
    wrong: usize,
}

fn time<A: Support>(a: &A, ray: &Ray, tolerance: f64) -> Option<f64> {
    let point = Primitive::sphere(0.0);
    let placement = Placement::IDENTITY;
    let relation = RelativePlacement::new(
        &a.absolute_extents(),
        &placement,
        &point.absolute_extents(),
        &ray.start,
    )?;
    Some(cast(a, &point, &relation, &ray.motion, 1.0, tolerance, &mut [0; 2])?.time)
}

fn measure<A: Support>(a: &A, rays: &[Ray], tolerance: f64, found: &mut Found) {
    let (mut times, mut least): (Vec<Option<f64>>, f64) = (Vec::new(), f64::INFINITY);
    for _ in 0..3 {
        let start = cpu_ns();
        times = rays.iter().map(|ray| time(a, ray, tolerance)).collect();
        least = least.min(cpu_ns() - start);
    }
    found.ns += least;
    let counter = Counter::default();
    let counted = Counted::new(a, &counter);
    for (ray, told) in rays.iter().zip(times) {
        let exact = time(a, ray, TIGHTEST);
        if let (Some(told), Some(exact)) = (told, exact) {
            let error = (told - exact).abs() * ray.motion.norm();
            found.error += error;
            found.worst = found.worst.max(error);
            found.hits += 1;
        } else if told.is_some() != exact.is_some() {
            found.wrong += 1;
        }
        time(&counted, ray, tolerance);
    }
    found.calls += f64::from(counter.calls());
}

pub fn run(report: &mut Report) {
    let count = report.count(100_000, 3000);
    report.line(&format!(
        "{count} random rays on each of four bodies of about unit size: an ellipsoid, a cone, a rounded box and a hull of 50 \
         points; all rays count, those that miss too. Errors are those of the point of contact along the ray, against the \
         answer at a tolerance of {TIGHTEST:e}. The slides show a picture at each tolerance, and its average time.\n"
    ));
    let rays = rays(count);
    let mut random = Random::new(3);
    let hull = Polytope::new(&(0..50).map(|_| random.direction()).collect::<Vec<Vec3>>());
    let egg = Primitive::Ellipsoid(Vec3::new(0.5, 1.0, 0.75));
    let round = Primitive::Round { half: Vec3::repeat(0.5), radius: 0.3 };
    let cone = Primitive::Cone { radius: 1.0, half_height: 1.0 };
    let (mut rows, mut wrong) = (Vec::new(), 0);
    let [mut us, mut published, mut errors] = [Vec::new(), Vec::new(), Vec::new()];
    for (tolerance, told) in PUBLISHED {
        let mut found = Found::default();
        measure(&egg, &rays, tolerance, &mut found);
        measure(&cone, &rays, tolerance, &mut found);
        measure(&round, &rays, tolerance, &mut found);
        measure(&hull, &rays, tolerance, &mut found);
        let total = 4.0 * rays.len() as f64;
        let part = found.hits as f64 / total;
        assert!((0.2..0.8).contains(&part), "{part} of the rays hit");
        assert!(found.worst <= 10.0 * tolerance, "{} at {tolerance:e}", found.worst);
        let each = found.ns / 1e3 / total;
        let mean = found.error / found.hits.max(1) as f64;
        rows.push(vec![
            format!("{tolerance:e}"),
            three_digits(each),
            told.map_or(String::new(), three_digits),
            three_digits(found.calls / total),
            format!("{mean:.0e}"),
            format!("{:.0e}", found.worst),
        ]);
        us.push([tolerance, each]);
        published.extend(told.map(|told| [tolerance, told]));
        errors.push([tolerance, found.worst]);
        wrong += found.wrong;
    }
    report.table(
        &["tolerance", "us", "published us", "support calls", "mean error", "largest error"],
        &rows,
    );
    let chart = |y_label: &str, title: &str, series: Vec<Series>| Chart {
        title: title.to_owned(),
        x_label: "tolerance".to_owned(),
        y_label: y_label.to_owned(),
        log_x: true,
        log_y: true,
        series,
        ..Chart::default()
    };
    let times = vec![
        Series::new("this library", Whose::Ours, us.clone()),
        Series::new("slides", Whose::Published, published),
    ];
    report.chart("time", &chart("microseconds a cast", "Ray cast: time by tolerance", times));
    let against = errors.iter().zip(&us).map(|(error, us)| [us[1], error[1]]);
    let mut accuracy = chart(
        "largest error",
        "Ray cast: accuracy against time",
        vec![Series::new("this library", Whose::Ours, against)],
    );
    accuracy.x_label = "microseconds a cast".to_owned();
    accuracy.log_x = false;
    report.chart("accuracy", &accuracy);
    report.says(&format!(
        "From a tolerance of 1e-1 to one of 1e-7 a cast takes {:.1} times as long here, and 5.9 times in the slides: \
         accuracy can be traded for time, though less is to be gained. {wrong} of all hits and misses depend on the \
         tolerance.",
        us[2][1] / us[8][1]
    ));
}
