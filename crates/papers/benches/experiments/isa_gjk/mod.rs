//! Thesis, figures 4.8 to 4.10: hulls that fly about in a box, at several densities and speeds; the remembered axis
//! (ISA-GJK) beside a search from the start, Chung and Wang's axis, linear programs, and closest points.

mod film;
mod methods;

use super::machine::cpu_ns;
use super::plot::{Chart, Series, Whose};
use super::report::{Report, three_digits};
use film::{DEFAULT, OBJECTS, Setting, VERTICES, film, place, space_of};
use methods::{Asker, Method};

const METHODS: usize = Method::ALL.len();

/// Microseconds a frame, and support calls a near pair, of the methods; then microseconds of whole tests with caching on
/// and off.
struct Found {
    us: [f64; METHODS],
    calls: [f64; METHODS],
    whole: [f64; 2],
    near: f64,
    hits: f64,
    /// Wrong answers.
    wrong: [usize; METHODS],
}

fn measure(setting: Setting, count: usize) -> Found {
    let film = film(setting, count);
    let frames = count as f64;
    let near = film.near.iter().map(Vec::len).sum::<usize>() as f64;
    let least = |work: &mut dyn FnMut()| {
        let mut time = || {
            let start = cpu_ns();
            work();
            (cpu_ns() - start) / 1e3 / frames
        };
        (0..3).map(|_| time()).fold(f64::INFINITY, f64::min)
    };
    let mut asker = Asker::new(&film);
    asker.ask(Method::Fresh);
    let expected = asker.answers.clone();
    assert_eq!(expected.len() as f64, near, "a pair was left out");
    assert_eq!(expected.iter().filter(|hit| **hit).count(), film.hits, "against whole tests");
    let mut wrong = [0; METHODS];
    let mut i = 0;
    let us = Method::ALL.map(|method| {
        let us = least(&mut || asker.ask(method));
        wrong[i] = asker.answers.iter().zip(&expected).filter(|(a, b)| a != b).count();
        assert!(wrong[i] == 0 || !method.has_calls(), "{} disagrees", method.name());
        i += 1;
        us
    });
    let calls = Method::ALL.map(|method| match method.has_calls() {
        true => f64::from(asker.count(method)) / near,
        false => f64::NAN,
    });
    let whole = [true, false].map(|caching| {
        let (mut space, objects) = space_of(&film.points, caching);
        let us = least(&mut || {
            let mut hits = 0;
            for placements in &film.frames {
                place(&mut space, &objects, placements);
                hits += space.collisions().count();
            }
            assert_eq!(hits, film.hits, "caching changes answers");
        });
        let used = space.statistics();
        assert!(used.pair_tests as f64 >= near, "pairs were not tested");
        assert_eq!(
            used.axis_hits > 0,
            caching,
            "axes are used where caching is on, and only there"
        );
        us
    });
    Found { us, calls, whole, near: near / frames, hits: film.hits as f64 / frames, wrong }
}

type With = fn(f64) -> Setting;

/// Part of the chart's name, what varies, the values, and the setting of a value.
const FIGURES: [(&str, &str, [f64; 6], With); 3] = [
    ("density", "density, % (figure 4.8)", [1.0, 2.0, 5.0, 10.0, 15.0, 20.0], |x| Setting {
        density: x / 100.0,
        ..DEFAULT
    }),
    (
        "translation",
        "movement a frame, % of the radius (figure 4.9)",
        [1.0, 2.0, 5.0, 10.0, 20.0, 40.0],
        |x| Setting { speed: x / 100.0, ..DEFAULT },
    ),
    ("rotation", "turn a frame, degrees (figure 4.10)", [1.0, 2.0, 5.0, 10.0, 20.0, 40.0], |x| {
        Setting { degrees: x, ..DEFAULT }
    }),
];

pub fn run(report: &mut Report) {
    let count = report.count(20_000, 300);
    report.line(&format!(
        "{OBJECTS} hulls of {VERTICES} vertices fly about in a box for {count} frames (the thesis: 50,000), and exchange \
         their velocities when they collide. Microseconds a frame, of the least of three runs, for the pairs whose boxes \
         overlap; then a whole test of the library, moving included, with caching on and off. Every method by support points \
         says the same of every near pair as a search from the start, which hits as often as the whole tests: that is checked. The published \
         curves are images that the scan at hand has lost; the text tells their ratios.\n\n\
         - ISA-GJK: the library's, from the axis of the frame before; `start` is the same without it.\n\
         - CW: Chung and Wang's reflected axis from that of the frame before (`crates/papers/src/separation`). How they tell \
         that no axis is left is not in the thesis; it is done in linear time here as there. Support points are those of the \
         library's hulls for both.\n\
         - closest: the library's closest points by GJK, from the vertices of the frame before. It stands in for Lin-Canny, \
         whose answer it gives, as Cameron's enhanced GJK does; Lin-Canny's walk over features is not run here, and what \
         it would take cannot be told from this.\n\
         - LP point, LP plane: a point in all half-spaces of both hulls (thesis 4.1), and a plane between their vertices \
         (4.2.1), by Seidel's algorithm; nothing is remembered of the frame before.\n\n\
         Calls are those of one body's support mapping, a near pair.\n"
    ));
    let (mut ratios, mut wrong, mut pairs) = (Vec::new(), [0; METHODS], 0.0);
    let mut ends = Vec::new();
    for (part, what, values, with) in FIGURES {
        let found: Vec<Found> = values.iter().map(|&x| measure(with(x), count)).collect();
        let rows: Vec<Vec<String>> =
            values.iter().zip(&found).map(|(x, found)| times(*x, found)).collect();
        let header = [
            what,
            "near pairs",
            "hits",
            "ISA-GJK us",
            "start us",
            "CW us",
            "closest us",
            "LP point us",
            "LP plane us",
            "test us",
            "uncached us",
        ];
        report.table(&header, &rows);
        let rows: Vec<Vec<String>> =
            values.iter().zip(&found).map(|(x, found)| calls(*x, found)).collect();
        report.table(&[what, "ISA-GJK calls", "start calls", "CW calls", "closest calls"], &rows);
        let line = |label: &str, whose: Whose, of: &dyn Fn(&Found) -> f64| {
            Series::new(label, whose, values.iter().zip(&found).map(|(x, found)| [*x, of(found)]))
        };
        let of_method = |(i, method): (usize, &Method)| {
            let whose = if i == 0 { Whose::Ours } else { Whose::Others };
            line(method.name(), whose, &|found| found.us[i])
        };
        let mut series: Vec<Series> = Method::ALL.iter().enumerate().map(of_method).collect();
        series.push(line("whole test, caching on", Whose::Others, &|found| found.whole[0]));
        let chart = Chart {
            title: format!("Near pairs of {OBJECTS} hulls, under {part}"),
            x_label: what.to_owned(),
            y_label: "microseconds a frame".to_owned(),
            log_y: true,
            series,
            ..Chart::default()
        };
        report.chart(part, &chart);
        for found in &found {
            wrong.iter_mut().zip(found.wrong).for_each(|(sum, n)| *sum += n);
            pairs += found.near * count as f64;
        }
        ratios.extend(found.iter().map(|found| found.us.map(|us| us / found.us[0])));
        // Support calls of a search from the start over those of the remembered axis, for the least and the largest value.
        let saved = |found: &Found| found.calls[1] / found.calls[0];
        ends.push(format!("{:.2} to {:.2}", saved(&found[0]), saved(&found[values.len() - 1])));
    }
    let mean = |method: Method| {
        let i = Method::ALL.iter().position(|m| *m == method).expect("a method");
        (ratios.iter().map(|r| r[i].ln()).sum::<f64>() / ratios.len() as f64).exp()
    };
    let range = |i: usize| {
        let all = ratios.iter().map(|r| r[i]);
        [all.clone().fold(f64::INFINITY, f64::min), all.fold(0.0, f64::max)]
    };
    let ([start, start_most], [cw, cw_most]) = (range(1), range(2));
    report.says(&format!(
        "Over all settings the remembered axis is {:.1} times as fast as closest points; of ISA-GJK the thesis says about \
         five times as fast as Lin-Canny. Chung and Wang's axis takes {cw:.2} to {cw_most:.2} times as long as ISA-GJK, {:.2} \
         on the average; in the thesis half as long. A linear program for a common point takes {:.0} times as long, one for a \
         plane {:.0} times; the thesis expects large constants. For \
         their own rounding, {} and {} of {pairs:.0} answers are wrong. Against a search from the start, which begins between \
         the centres and leaves at the first separating axis, the remembered axis is {start:.2} to {start_most:.2} times as fast. \
         In support calls it is {} times from the least to the largest density, {} from the least to the largest movement, \
         {} from the least to the largest turn.",
        mean(Method::Closest),
        mean(Method::ChungWang),
        mean(Method::CommonPoint),
        mean(Method::PlaneBetween),
        wrong[4],
        wrong[5],
        ends[0],
        ends[1],
        ends[2],
    ));
}

/// A row of times.
fn times(x: f64, found: &Found) -> Vec<String> {
    let mut row = vec![format!("{x}"), three_digits(found.near), three_digits(found.hits)];
    row.extend(found.us.iter().chain(&found.whole).map(|x| three_digits(*x)));
    row
}

/// A row of calls, of the methods that make them.
fn calls(x: f64, found: &Found) -> Vec<String> {
    let calls = found.calls.iter().filter(|x| x.is_finite()).map(|x| three_digits(*x));
    std::iter::once(format!("{x}")).chain(calls).collect()
}
