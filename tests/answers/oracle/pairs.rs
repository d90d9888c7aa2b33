//! The library's hits and misses of two objects against the oracle.

use super::body::{Body, Placement};
use super::generate::{self, FAMILIES, Family};
use super::library::Library;
use super::print::{self, Query};
use super::report::{Report, cases, seed};
use super::verdict::{Demand, Verdict, decide, touching_band};
use solid_testing::Random;

/// Names a case so that it can be found again.
fn title(suite: &str, family: Family, index: u64, a: &Body, b: &Body) -> String {
    format!(
        "{suite} {family:?} case {index} seed {}: {} and {}",
        seed(),
        a.shape.kind(),
        b.shape.kind()
    )
}

/// Counts an oracle's verdict, and returns whether an answer contradicts it.
fn judge(report: &mut Report, verdict: &Verdict, band: f64, hit: bool) -> bool {
    let demand = verdict.demand(band);
    report.count(match (demand, verdict) {
        (Demand::Hit, _) => "hits",
        (Demand::Miss, _) => "misses",
        (_, Verdict::Ambiguous { .. }) => "ambiguous",
        _ => "as near as touching",
    });
    match demand {
        Demand::Hit => !hit,
        Demand::Miss => hit,
        Demand::Either => false,
    }
}

/// The class of a wrong answer, by how far the bodies are from touching.
fn class(verdict: &Verdict, size: f64) -> String {
    let (name, amount) = match verdict {
        Verdict::Hit { depth_lower, .. } => ("missed hit, depth at least", *depth_lower),
        Verdict::Miss { gap_lower, .. } => ("false hit, gap at least", *gap_lower),
        Verdict::Ambiguous { .. } => ("ambiguous", 0.0),
    };
    let relative = amount / size;
    if relative > 0.0 {
        format!("{name} 1e{:.0} of size", relative.log10().floor())
    } else {
        name.to_string()
    }
}

/// One pair: caching on, twice, and off; all alike, and as the oracle decides.
pub fn check(library: &mut Library, report: &mut Report, title: &str, a: &Body, b: &Body) -> bool {
    let verdict = decide(a, b);
    check_against(library, report, title, a, b, &verdict, touching_band(a, b))
}

/// As [`check`], with the verdict and the width of the band where either answer is right given.
pub fn check_against(
    library: &mut Library,
    report: &mut Report,
    title: &str,
    a: &Body,
    b: &Body,
    verdict: &Verdict,
    band: f64,
) -> bool {
    library.add(0, a);
    library.add(1, b);
    let first = library.test().len();
    let again = library.test().len();
    library.caching(false);
    let uncached = library.test().len();
    library.caching(true);
    library.clear();
    let text = |why: &str| {
        let program = print::program(title, a, b, &[], Query::Cached);
        format!("{title}\n{why}; oracle {verdict:?}, touching within {band:e}\n{program}")
    };
    if first != again || first != uncached || first > 1 {
        let why = format!("cached {first}, again {again}, uncached {uncached}");
        report.fail("answers differ", || text(&why));
    }
    let wrong = judge(report, verdict, band, first > 0);
    if wrong {
        report.fail(&class(verdict, band * 1e12), || text(&format!("the library says {first}")));
    }
    !wrong
}

/// A run means something only with many hits, many misses, and an oracle that knew.
fn enough(mut report: Report, count: u64) -> Report {
    report.expect("hits", count / 8);
    report.expect("misses", count / 8);
    report.expect_certainty();
    report
}

/// Pairs in general position, every family and kind in turn.
pub fn generic(library: &mut Library, count: u64) -> Report {
    let mut report = Report::new("generic", count);
    for index in cases(count) {
        let mut random = Random::case(seed(), index);
        let family = FAMILIES[(index % FAMILIES.len() as u64) as usize];
        let (a, b) = generate::pair(&mut random, family);
        check(library, &mut report, &title("generic", family, index, &a, &b), &a, &b);
        report.progress(index);
    }
    enough(report, count)
}

/// Pairs moved to a small gap or depth along the axis of their distance.
pub fn near_contact(library: &mut Library, count: u64) -> Report {
    let mut report = Report::new("near contact", count);
    for index in cases(count) {
        let mut random = Random::case(seed() + 1, index);
        let family = FAMILIES[(index % FAMILIES.len() as u64) as usize];
        match generate::contact(&mut random, family) {
            Some((a, b, _)) => {
                check(library, &mut report, &title("near contact", family, index, &a, &b), &a, &b);
            }
            None => report.count("not brought to contact"),
        }
        report.progress(index);
    }
    enough(report, count)
}

/// Frames of one body sliding along another, the objects kept from frame to frame: once with caching, once without,
/// once with caching switched at random. `count` counts frames.
pub fn sliding(library: &mut Library, count: u64) -> Report {
    const FRAMES: usize = 20;
    let mut report = Report::new("sliding", count);
    for index in cases(count.div_ceil(FRAMES as u64)) {
        let mut random = Random::case(seed() + 2, index);
        let family = FAMILIES[(index % FAMILIES.len() as u64) as usize];
        let Some((a, b, axis)) = generate::contact(&mut random, family) else {
            report.count("not brought to contact");
            continue;
        };
        let frames = generate::slide(&mut random, &a, &b, axis, FRAMES);
        let mut runs: [Vec<bool>; 3] = Default::default();
        for (mode, run) in runs.iter_mut().enumerate() {
            library.caching(mode == 0);
            library.add(0, &a);
            library.add(1, &b);
            for at in &frames {
                if mode == 2 {
                    library.caching(random.chance(0.5));
                }
                library.place(1, at);
                run.push(!library.test().is_empty());
            }
            library.caching(true);
            library.clear();
        }
        check_frames(&mut report, &title("sliding", family, index, &a, &b), &a, &b, &frames, &runs);
        report.progress(index * FRAMES as u64);
    }
    enough(report, count)
}

fn check_frames(
    report: &mut Report,
    title: &str,
    a: &Body,
    b: &Body,
    frames: &[Placement],
    runs: &[Vec<bool>; 3],
) {
    for (frame, at) in frames.iter().enumerate() {
        let moved = Body::new(b.shape.clone(), *at);
        let verdict = decide(a, &moved);
        let band = touching_band(a, &moved);
        let answers: Vec<bool> = runs.iter().map(|run| run[frame]).collect();
        let text = || {
            let program = print::program(title, a, b, &frames[..=frame], Query::Cached);
            format!(
                "{title} frame {frame}\ncached, uncached, switched: {answers:?}; oracle {verdict:?}, touching within \
                 {band:e}\n{program}"
            )
        };
        if answers.iter().any(|x| *x != answers[0]) {
            report.fail("caching changes an answer", text);
        }
        if judge(report, &verdict, band, answers[0]) {
            report.fail(&class(&verdict, band * 1e12), text);
        }
    }
}

/// A unit box within 1e-6 of resting on a floor 1e8 wide. The coordinates involved across the floor are about one, so
/// that gaps down to 1e-8 must be seen.
pub fn floors(library: &mut Library, count: u64) -> Report {
    let mut report = Report::new("floor", count);
    for index in cases(count) {
        let mut random = Random::case(seed() + 3, index);
        let (floor, body, _) = generate::floor(&mut random);
        let verdict = decide(&floor, &body);
        let title = title("floor", Family::Rigid, index, &floor, &body);
        let (first, second) = if random.chance(0.5) { (&floor, &body) } else { (&body, &floor) };
        check_against(library, &mut report, &title, first, second, &verdict, 1e-8);
        report.progress(index);
    }
    enough(report, count)
}
