//! Tables and charts of the randomized benchmark, beside Olvång's.

use super::plot::{Chart, Series, Whose};
use super::randomized::Point;
use super::report::{Report, three_digits};

/// The ways that Olvång compares, as this library has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Intersection by separating axes.
    Gjk,
    /// Intersection by portal refinement.
    Mpr,
    Distance,
    /// Depth by the expanding polytope; boxes by their axes, rounded bodies by the distance of their cores.
    Epa,
    /// Depth as portal refinement estimates it.
    MprDepth,
}

impl Method {
    pub const ALL: [Method; 5] =
        [Method::Gjk, Method::Mpr, Method::Distance, Method::Epa, Method::MprDepth];

    fn name(self) -> &'static str {
        match self {
            Method::Gjk => "SA-GJK",
            Method::Mpr => "MPR",
            Method::Distance => "GJK distance",
            Method::Epa => "depth, EPA",
            Method::MprDepth => "depth, MPR",
        }
    }

    /// What Olvång found in double precision: the least and the largest mean of support calls, of the worst calls, and of
    /// microseconds, over kinds of pairs and probabilities.
    fn published(self) -> [[f64; 2]; 3] {
        match self {
            Method::Gjk => [[2.0, 4.0], [6.0, 14.0], [1.8, 4.2]],
            Method::Mpr => [[2.0, 4.0], [8.0, 16.0], [1.6, 3.5]],
            Method::Distance => [[2.0, 18.0], [10.0, 60.0], [2.0, 12.0]],
            Method::Epa => [[2.0, 32.0], [15.0, 98.0], [2.0, 45.0]],
            Method::MprDepth => [[2.0, 25.0], [20.0, 70.0], [2.0, 15.0]],
        }
    }
}

/// One kind of pairs, by one method.
#[derive(Clone)]
pub struct Curve {
    pub kind: &'static str,
    pub method: Method,
    pub points: Vec<Point>,
}

/// Part of a chart's name, what is drawn, and where it is found; the last is the place in [`Method::published`].
type Measure = (&'static str, &'static str, fn(&Point) -> f64, Option<usize>);

const CALLS: Measure = ("calls", "mean support calls", |p| p.calls, Some(0));
const WORST: Measure = ("worst", "worst support calls", |p| p.worst, Some(1));
const TIME: Measure = ("time", "microseconds", |p| p.us, Some(2));
const EXCESS: Measure = ("excess", "per cent above the least depth", |p| p.excess, None);

/// Name, title, methods and measures of the charts.
type Group = (&'static str, &'static str, &'static [Method], &'static [Measure]);

const GROUPS: [Group; 4] = [
    (
        "intersection",
        "Intersection (figures 6 to 8)",
        &[Method::Gjk, Method::Mpr],
        &[CALLS, WORST, TIME],
    ),
    (
        "depth",
        "Depth (figures 9, 10 and 12)",
        &[Method::Epa, Method::MprDepth],
        &[CALLS, WORST, TIME],
    ),
    ("distance", "Distance (figures 14 to 16)", &[Method::Distance], &[CALLS, WORST, TIME]),
    ("estimate", "Depth by MPR", &[Method::MprDepth], &[EXCESS]),
];

pub fn show(report: &mut Report, curves: &[Curve]) {
    let of = |method: Method| curves.iter().filter(move |curve| curve.method == method);
    let spread = |method: Method, measure: &Measure| {
        let values = || of(method).flat_map(|curve| curve.points.iter().map(measure.2));
        [values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max)]
    };
    let told = |[low, high]: [f64; 2]| format!("{} to {}", three_digits(low), three_digits(high));
    let failures = |method| -> f64 {
        let all: Vec<f64> = of(method).flat_map(|c| c.points.iter().map(|p| p.failures)).collect();
        all.iter().sum::<f64>() / all.len() as f64
    };
    let mut rows = Vec::new();
    for method in Method::ALL {
        let mut row = vec![method.name().to_owned()];
        for (measure, published) in [CALLS, WORST, TIME].iter().zip(method.published()) {
            row.extend([told(spread(method, measure)), told(published)]);
        }
        row.push(three_digits(failures(method)));
        rows.push(row);
    }
    let header = [
        "method",
        "mean calls",
        "published",
        "worst calls",
        "published",
        "us",
        "published",
        "failures a million",
    ];
    report.table(&header, &rows);
    for (name, title, methods, measures) in GROUPS {
        for measure in measures {
            chart(report, name, title, methods, measure, curves);
        }
    }
    failures_chart(report, curves);
    let fast =
        of(Method::Gjk).zip(of(Method::Mpr)).flat_map(|(g, m)| g.points.iter().zip(&m.points));
    let faster = fast.clone().filter(|(g, m)| g.us < m.us).count();
    report.says(&format!(
        "In {faster} of {} settings our SA-GJK is faster than our MPR, which is the other way about from Olvång's: he found \
         MPR faster in all. Of the depths that MPR estimates the largest mean excess over the least is {:.0} %.",
        fast.count(),
        spread(Method::MprDepth, &EXCESS)[1],
    ));
    report.says(&format!(
        "Failures in a million: SA-GJK {}, MPR {} (where the two disagree, Olvång saw 5 to 10 in a million), distances {}, \
         depths by EPA {} and by MPR {}; Olvång saw up to 2000 in a million depths fail.",
        three_digits(failures(Method::Gjk)),
        three_digits(failures(Method::Mpr)),
        three_digits(failures(Method::Distance)),
        three_digits(failures(Method::Epa)),
        three_digits(failures(Method::MprDepth)),
    ));
}

fn along(curve: &Curve, of: fn(&Point) -> f64) -> impl Iterator<Item = [f64; 2]> + '_ {
    curve.points.iter().map(move |p| [100.0 * p.probability, of(p)])
}

fn chart(
    report: &mut Report,
    name: &str,
    title: &str,
    methods: &[Method],
    measure: &Measure,
    curves: &[Curve],
) {
    let (part, label, of, published) = *measure;
    // One chart a method, so that six kinds stay legible.
    for &method in methods {
        let mut series: Vec<Series> = curves
            .iter()
            .filter(|curve| curve.method == method)
            .map(|curve| Series::new(curve.kind, Whose::Others, along(curve, of)))
            .collect();
        if let Some([low, high]) = published.map(|place| method.published()[place]) {
            for (text, level) in [("least", low), ("most", high)] {
                series.push(Series::new(
                    format!("Olvång, {text}"),
                    Whose::Published,
                    [[5.0, level], [95.0, level]],
                ));
            }
        }
        let chart = Chart {
            title: format!("{title}: {}, {label}", method.name()),
            x_label: "probability of intersection, %".to_owned(),
            y_label: label.to_owned(),
            log_y: part == "time",
            series,
            ..Chart::default()
        };
        let method = if methods.len() > 1 {
            format!("-{}", if method == methods[0] { "gjk" } else { "mpr" })
        } else {
            String::new()
        };
        report.chart(&format!("{name}{method}-{part}"), &chart);
    }
}

fn failures_chart(report: &mut Report, curves: &[Curve]) {
    let series = Method::ALL.map(|method| {
        let of: Vec<&Curve> = curves.iter().filter(|curve| curve.method == method).collect();
        let at = |i: usize| {
            let mean = |value: fn(&Point) -> f64| {
                of.iter().map(|c| value(&c.points[i])).sum::<f64>() / of.len() as f64
            };
            [100.0 * mean(|p| p.probability), mean(|p| p.failures)]
        };
        Series::new(method.name(), Whose::Others, (0..of[0].points.len()).map(at))
    });
    let chart = Chart {
        title: "Failures, mean of all kinds (figures 11, 13 and 17)".to_owned(),
        x_label: "probability of intersection, %".to_owned(),
        y_label: "failures in a million".to_owned(),
        series: series.into(),
        ..Chart::default()
    };
    report.chart("failures", &chart);
}
