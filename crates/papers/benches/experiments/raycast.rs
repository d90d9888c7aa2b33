//! The slides on continuous detection: accuracy against time of the GJK ray cast, by its tolerance; and the library's cast.

use super::counted::{Counted, Counter};
use super::machine::cpu_ns;
use super::plot::{Chart, Series, Whose};
use super::report::{Report, range, three_digits};
use solid_geometry::convex::RelativePlacement;
use solid_geometry::convex::cast::cast;
use solid_geometry::math::{Mat3, Placement, Vec3};
use solid_geometry::shape::{Polytope, Primitive, Support};
use solid_papers::random::Random;
use solid_papers::ray_cast::{Answer, ray_cast};

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

/// What rounding may add to an error.
const ROUNDING: f64 = 1e-12;

/// A ray: where it starts, and where to it leads in a unit of time.
struct Ray {
    start: Vec3,
    motion: Vec3,
}

/// From a sphere about the body past a point near it.
fn rays(count: usize) -> Vec<Ray> {
    let mut random = Random::new(61);
    let ray = |_| {
        let start = random.direction() * 4.0;
        Ray { start, motion: 2.0 * (random.in_cube(2.0) - start) }
    };
    (0..count).map(ray).collect()
}

/// A body for the referee: a convex function of space that is at most zero in the body.
struct Level<'a> {
    of: &'a dyn Fn(&Vec3) -> f64,
    /// It grows at most so many times as much as the distance.
    growth: f64,
}

/// What is true of a ray: the least level on it, and when it first meets the body.
struct Truth {
    least: f64,
    time: f64,
}

impl Level<'_> {
    /// By dividing intervals: no method of this package, nor of the library.
    fn truth(&self, ray: &Ray) -> Truth {
        let at = |t: f64| (self.of)(&(ray.start + ray.motion * t));
        let (mut low, mut high) = (0.0, 1.0);
        while high - low > 1e-9 {
            let third = (high - low) / 3.0;
            if at(low + third) < at(high - third) { high -= third } else { low += third }
        }
        let deepest: f64 = f64::midpoint(low, high);
        (low, high) = (0.0, deepest);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if at(middle) > 0.0 { low = middle } else { high = middle }
        }
        Truth { least: at(deepest), time: high }
    }
}

/// The reply of a method: `None` is a miss.
enum Reply {
    Time(Option<f64>),
    Stalled,
}

/// Sums over all rays on one body.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    ns: f64,
    calls: f64,
    hits: usize,
    /// Of the distance along the ray.
    error: f64,
    worst: f64,
    /// Rays that pass the body, taken for hits.
    near_misses: usize,
    /// Hits that are farther from the body than the tolerance says.
    too_far: usize,
    stalled: usize,
}

impl Found {
    fn add(&mut self, other: &Found) {
        self.ns += other.ns;
        self.calls += other.calls;
        self.hits += other.hits;
        self.error += other.error;
        self.worst = self.worst.max(other.worst);
        self.near_misses += other.near_misses;
        self.too_far += other.too_far;
        self.stalled += other.stalled;
    }
}

/// Both methods are judged alike: a hit may be as far from the body as `may_err`, and as late as `may_late` along the ray.
fn measure<A: Support>(
    a: &A,
    level: &Level,
    rays: &[(Ray, Truth)],
    [may_err, may_late]: [f64; 2],
    ask: impl Fn(&dyn Support, &Ray) -> Reply,
) -> Found {
    let mut found = Found { ns: f64::INFINITY, ..Found::default() };
    for _ in 0..3 {
        let start = cpu_ns();
        for (ray, _) in rays {
            std::hint::black_box(ask(a, ray));
        }
        found.ns = found.ns.min(cpu_ns() - start);
    }
    let counter = Counter::default();
    let counted = Counted::new(a, &counter);
    for (ray, truth) in rays {
        match ask(&counted, ray) {
            Reply::Stalled => found.stalled += 1,
            Reply::Time(None) => {
                assert!(truth.least > -ROUNDING, "a missed hit, {} deep", truth.least);
            }
            Reply::Time(Some(time)) => {
                let at = (level.of)(&(ray.start + ray.motion * time));
                found.too_far += usize::from(at > level.growth * may_err + ROUNDING);
                if truth.least > 0.0 {
                    found.near_misses += 1;
                    continue;
                }
                found.hits += 1;
                // Where the ray grazes the body, rounding changes the time by more.
                let late = (time - truth.time) * ray.motion.norm();
                let slack = ROUNDING / (-truth.least).clamp(1e-9, 1.0).sqrt();
                assert!(late <= may_late + slack, "{late} late, {} deep", -truth.least);
                found.error += late.abs();
                found.worst = found.worst.max(late.abs());
            }
        }
    }
    found.calls = f64::from(counter.calls());
    found
}

/// The GJK ray cast, of which a hit is nearer to the body than the tolerance.
fn by_gjk(a: &dyn Support, ray: &Ray, tolerance: f64) -> Reply {
    let mut hint = 0;
    match ray_cast(&mut |d| a.support(d, &mut hint), &ray.start, &ray.motion, tolerance) {
        Answer::Hit { time, .. } => Reply::Time(Some(time)),
        Answer::Missed => Reply::Time(None),
        Answer::Stalled => Reply::Stalled,
    }
}

/// The library's cast, of a point.
fn by_library(a: &dyn Support, ray: &Ray, tolerance: f64) -> Reply {
    let point = Primitive::sphere(0.0);
    let start = Placement { basis: Mat3::identity(), origin: ray.start };
    let (here, extents) = (Placement::IDENTITY, a.absolute_extents());
    let relation = RelativePlacement::new(&extents, &here, &point.absolute_extents(), &start)
        .expect("in range");
    let hit = cast(a, &point, &relation, &ray.motion, 1.0, tolerance, &mut [0; 2]);
    Reply::Time(hit.map(|hit| hit.time))
}

/// The outer half-spaces of a convex hull of few points: of the planes through three of them those with all others below.
fn half_spaces(points: &[Vec3]) -> Vec<(Vec3, f64)> {
    let mut found = Vec::new();
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate().skip(i + 1) {
            for c in &points[j + 1..] {
                let normal = (b - a).cross(&(c - a)).normalize();
                let side = |p: &Vec3| normal.dot(&(p - a));
                let (low, high) = points
                    .iter()
                    .map(side)
                    .fold((0.0_f64, 0.0_f64), |(l, h), x| (l.min(x), h.max(x)));
                if high < 1e-9 {
                    found.push((normal, normal.dot(a)));
                } else if low > -1e-9 {
                    found.push((-normal, -normal.dot(a)));
                }
            }
        }
    }
    found
}

/// What was found of both methods at all tolerances, the library's first.
fn on_body<A: Support>(a: &A, level: &Level, count: usize, found: &mut [[Found; 9]; 2]) {
    let rays: Vec<(Ray, Truth)> = rays(count)
        .into_iter()
        .map(|ray| {
            let truth = level.truth(&ray);
            (ray, truth)
        })
        .collect();
    for (i, (tolerance, _)) in PUBLISHED.into_iter().enumerate() {
        // The library's tolerance is relative to the way.
        let own =
            measure(a, level, &rays, [10.0 * tolerance; 2], |a, ray| by_library(a, ray, tolerance));
        assert_eq!([own.near_misses, own.too_far, own.stalled], [0; 3], "at {tolerance:e}");
        found[0][i].add(&own);
        let gjk = measure(a, level, &rays, [tolerance, 0.0], |a, ray| by_gjk(a, ray, tolerance));
        found[1][i].add(&gjk);
    }
}

pub fn run(report: &mut Report) {
    let count = report.count(100_000, 2000);
    report.line(&format!(
        "{count} random rays on each of four bodies of about unit size: an ellipsoid, a cone, a rounded box and a hull of 50 \
         points; all rays count, those that miss too. The GJK ray cast is that of the slides \
         (`crates/papers/src/ray_cast.rs`): it asks for support points alone, and a point nearer to the body than the tolerance \
         is a hit. The library's cast has a tolerance relative to the way, and decides whether there is a hit apart from it; \
         rounded bodies it casts by GJK as well, but keeps the simplex, others by a portal around the ray. The referee is \
         neither: it knows each body as a convex function of space, and divides intervals. In the run it is checked that no \
         hit is missed, that none is late, and that down to 1e-7 every hit is as near to the body as the tolerance says. \
         Errors are \
         along the ray. The slides show a picture at each tolerance, and its average time.\n"
    ));
    let mut random = Random::new(3);
    let points: Vec<Vec3> = (0..50).map(|_| random.direction()).collect();
    let hull = Polytope::new(&points);
    let half_spaces = half_spaces(&points);
    assert_eq!(half_spaces.len(), 2 * points.len() - 4, "Euler's formula");
    let radii = Vec3::new(0.5, 1.0, 0.75);
    let egg = Primitive::Ellipsoid(radii);
    let (half, radius) = (Vec3::repeat(0.5), 0.3);
    let round = Primitive::Round { half, radius };
    let cone = Primitive::Cone { radius: 1.0, half_height: 1.0 };
    let of_egg = |p: &Vec3| p.component_div(&radii).norm() - 1.0;
    let of_round = |p: &Vec3| (p.abs() - half).sup(&Vec3::zeros()).norm() - radius;
    let of_cone = |p: &Vec3| {
        let slant = (2.0 * p.x.hypot(p.z) + p.y - 1.0) / 5.0_f64.sqrt();
        slant.max(-p.y - 1.0)
    };
    let of_hull =
        |p: &Vec3| half_spaces.iter().map(|(n, d)| n.dot(p) - d).fold(f64::NEG_INFINITY, f64::max);
    let mut found = [[Found::default(); 9]; 2];
    on_body(&egg, &Level { of: &of_egg, growth: 2.0 }, count, &mut found);
    on_body(&cone, &Level { of: &of_cone, growth: 1.0 }, count, &mut found);
    on_body(&round, &Level { of: &of_round, growth: 1.0 }, count, &mut found);
    on_body(&hull, &Level { of: &of_hull, growth: 1.0 }, count, &mut found);
    let total = 4.0 * count as f64;
    let us = |found: &Found| found.ns / 1e3 / total;
    let [own, gjk] = &found;
    let mut rows = Vec::new();
    for (i, (tolerance, published)) in PUBLISHED.into_iter().enumerate() {
        let part = gjk[i].hits as f64 / total;
        assert!((0.2..0.8).contains(&part), "{part} of the rays hit");
        let mut row = vec![format!("{tolerance:e}"), three_digits(us(&gjk[i]))];
        row.push(published.map_or(String::new(), three_digits));
        row.push(three_digits(gjk[i].calls / total));
        let errors = |found: &Found| {
            let mean = found.error / found.hits.max(1) as f64;
            [mean, found.worst].map(|error| format!("{error:.0e}"))
        };
        row.extend(errors(&gjk[i]));
        row.extend([gjk[i].near_misses, gjk[i].too_far, gjk[i].stalled].map(|n| n.to_string()));
        row.extend([us(&own[i]), own[i].calls / total].map(three_digits));
        row.extend(errors(&own[i]));
        rows.push(row);
    }
    let header = [
        "tolerance",
        "GJK ray cast, us",
        "published us",
        "support calls",
        "mean error",
        "largest error",
        "misses taken for hits",
        "hits too far",
        "no answer",
        "library, us",
        "support calls",
        "mean error",
        "largest error",
    ];
    report.table(&header, &rows);
    charts(report, own, gjk, us);
    conclusions(report, own, gjk, us);
}

fn charts(report: &mut Report, own: &[Found; 9], gjk: &[Found; 9], us: impl Fn(&Found) -> f64) {
    let chart = |y_label: &str, title: &str, series: Vec<Series>| Chart {
        title: title.to_owned(),
        x_label: "tolerance".to_owned(),
        y_label: y_label.to_owned(),
        log_x: true,
        log_y: true,
        series,
        ..Chart::default()
    };
    let over = |found: &[Found; 9]| {
        PUBLISHED.iter().zip(found).map(|(row, found)| [row.0, us(found)]).collect::<Vec<_>>()
    };
    let published = PUBLISHED.iter().filter_map(|(x, us)| Some([*x, (*us)?]));
    let times = vec![
        Series::new("GJK ray cast", Whose::Others, over(gjk)),
        Series::new("the library's cast", Whose::Ours, over(own)),
        Series::new("slides", Whose::Published, published),
    ];
    report.chart("time", &chart("microseconds a cast", "Ray cast: time by tolerance", times));
    let against =
        |found: &[Found; 9]| found.iter().map(|found| [us(found), found.worst]).collect::<Vec<_>>();
    let both = vec![
        Series::new("GJK ray cast", Whose::Others, against(gjk)),
        Series::new("the library's cast", Whose::Ours, against(own)),
    ];
    let mut accuracy = chart("largest error", "Ray cast: accuracy against time", both);
    accuracy.x_label = "microseconds a cast".to_owned();
    accuracy.log_x = false;
    report.chart("accuracy", &accuracy);
}

fn conclusions(
    report: &mut Report,
    own: &[Found; 9],
    gjk: &[Found; 9],
    us: impl Fn(&Found) -> f64,
) {
    let published = |i: usize| PUBLISHED[i].1.unwrap_or(f64::NAN);
    let ratios = own.iter().zip(gjk).map(|(own, gjk)| us(gjk) / us(own));
    let near: Vec<usize> = gjk.iter().map(|found| found.near_misses).collect();
    assert!(near.is_sorted(), "misses taken for hits: {near:?}");
    let lost: Vec<usize> = gjk.iter().map(|found| found.stalled + found.too_far).collect();
    assert!(lost[2..].iter().all(|n| *n == 0), "1e-7 is within double precision: {lost:?}");
    assert!(gjk[2..].windows(2).all(|pair| pair[0].calls > pair[1].calls), "fewer calls");
    report.says(&format!(
        "From a tolerance of 1e-1 to one of 1e-7 a GJK ray cast takes {:.1} times as long here, and {:.1} times in the slides: \
         accuracy can be traded for time. The price is more than the error along the ray: at 1e-1, {} rays of {} pass the body \
         and are hits nevertheless, at 1e-7 {}. The library's cast takes {:.1} times as long from 1e-1 to 1e-7; over its time \
         that of the GJK ray cast is {}. At 1e-9 and 1e-11 plain double precision leaves {} and {} of all rays without an answer, or \
         farther from the body than the tolerance.",
        us(&gjk[2]) / us(&gjk[8]),
        published(2) / published(8),
        near[8],
        gjk[8].hits + near[8],
        near[2],
        us(&own[2]) / us(&own[8]),
        range(ratios, |x| format!("{x:.2}")),
        lost[1],
        lost[0],
    ));
}
