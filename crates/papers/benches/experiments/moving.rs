//! Thesis, 5.2.2: sweep and prune whose update is linear in the boxes that move.

use super::machine::cpu_ns;
use super::plot::{Chart, Series, Whose};
use super::report::{Report, three_digits};
use solid_geometry::broad::{Adaptive, BroadPhase, PairSink, Proxy, SweepAndPrune};
use solid_geometry::math::{Aabb, Vec3};
use solid_papers::linked_sweep::LinkedSweep;
use solid_papers::random::Random;
use std::collections::BTreeSet;

/// How far boxes of edge one move in a frame.
const SPEEDS: [f64; 2] = [0.002, 0.1];

/// Frames before those that count.
const WARM_UP: usize = 20;

#[derive(Default)]
struct Pairs(BTreeSet<(Proxy, Proxy)>);

impl PairSink for Pairs {
    fn begin(&mut self, a: Proxy, b: Proxy) {
        self.0.insert((a, b));
    }
    fn end(&mut self, a: Proxy, b: Proxy) {
        self.0.remove(&(a, b));
    }
}

/// Averages of a frame.
#[derive(Clone, Copy, Default)]
struct Found {
    swaps: f64,
    changes: f64,
    /// Ends that the sort compares.
    compared: f64,
    /// By the linked lists, by the library's sweep and prune and by its broad phase.
    us: [f64; 3],
}

/// `moving` of `count` boxes move; four times the volume of the boxes is free.
fn measure(count: usize, moving: usize, speed: f64, frames: usize) -> Found {
    let mut random = Random::new(54);
    let edge = (5.0 * count as f64).cbrt();
    let mut boxes: Vec<Aabb> =
        (0..count).map(|_| Aabb::from_center(random.in_cube(edge), Vec3::repeat(0.5))).collect();
    // Which ones move has nothing to do with where they are.
    let velocities: Vec<Vec3> = (0..moving).map(|_| random.direction() * speed).collect();
    let mut linked = LinkedSweep::new(&boxes);
    let mut phases: [Box<dyn BroadPhase>; 2] =
        [Box::new(SweepAndPrune::default()), Box::new(Adaptive::default())];
    let mut pairs = [Pairs::default(), Pairs::default()];
    for (phase, pairs) in phases.iter_mut().zip(&mut pairs) {
        (0..).zip(&boxes).for_each(|(i, aabb)| phase.place(i, aabb));
        phase.update(pairs);
    }
    let (mut found, each) = (Found::default(), 1.0 / frames as f64);
    // The first frames let each choose its way.
    for frame in 0..frames + WARM_UP {
        for (aabb, velocity) in boxes.iter_mut().zip(&velocities) {
            *aabb = aabb.translated(velocity);
        }
        let moved = &boxes[..moving];
        let before = (linked.swaps, linked.changes, phases[0].box_tests());
        let start = cpu_ns();
        (0..).zip(moved).for_each(|(i, aabb)| linked.place(i, aabb));
        let mut us = [(cpu_ns() - start) / 1e3, 0.0, 0.0];
        for ((phase, pairs), us) in phases.iter_mut().zip(&mut pairs).zip(&mut us[1..]) {
            let start = cpu_ns();
            (0..).zip(moved).for_each(|(i, aabb)| phase.place(i, aabb));
            phase.update(pairs);
            *us = (cpu_ns() - start) / 1e3;
        }
        assert!(pairs.iter().all(|pairs| pairs.0 == *linked.pairs()), "the methods disagree");
        if frame >= WARM_UP {
            found.compared += (phases[0].box_tests() - before.2) as f64 * each;
            found.swaps += (linked.swaps - before.0) as f64 * each;
            found.changes += (linked.changes - before.1) as f64 * each;
            found.us.iter_mut().zip(us).for_each(|(sum, us)| *sum += us * each);
        }
    }
    linked.validate();
    found
}

fn row(name: String, moving: usize, found: &Found) -> Vec<String> {
    let per = |x: f64| three_digits(x / moving as f64);
    let mut row = vec![name, per(found.swaps), per(found.changes)];
    row.extend(found.us.map(three_digits));
    row.push(per(1e3 * found.us[0]));
    row
}

const HEADER: [&str; 7] = [
    "boxes",
    "swaps, each moving",
    "changes, each",
    "us, linked lists",
    "us, library's sweep",
    "us, library",
    "ns, linked, each moving",
];

pub fn run(report: &mut Report) {
    let frames = report.count(40, 6);
    let counts: Vec<usize> = [500, 2000, 8000, 32_000].into();
    let counts = &counts[..report.count(4, 3)];
    report.line(&format!(
        "Cubes of edge 1 that fill a fifth of a cube; some of them move in each of {frames} frames, by {} or by {}. The thesis \
         keeps the ends in doubly linked lists, into which each displaced end is inserted at once, upwards or downwards \
         (`crates/papers/src/linked_sweep.rs`), instead of sorting all ends in a frame (Baraff): an update is to take O(m + c \
         log k), for m moving boxes and c changes among k pairs, where coherence is high. `Library's sweep` sorts all ends by \
         insertion, `library` is the broad phase that it uses. In every frame all have the same pairs. Averages of a frame.\n",
        SPEEDS[0], SPEEDS[1],
    ));
    let mut series = Vec::new();
    let (mut swaps, mut by_count, mut compared) = (Vec::new(), Vec::new(), [0.0; 2]);
    for speed in SPEEDS {
        let moving = counts[0] / 2;
        report.line(&format!("{moving} boxes move, by {speed}:\n"));
        let found: Vec<Found> =
            counts.iter().map(|count| measure(*count, moving, speed, frames)).collect();
        let rows: Vec<Vec<String>> = counts
            .iter()
            .zip(&found)
            .map(|(count, found)| row(format!("{count}, {moving} move"), moving, found))
            .collect();
        report.table(&HEADER, &rows);
        let last = found[found.len() - 1];
        swaps.push([found[0], last].map(|found| found.swaps / moving as f64));
        by_count.push([found[0], last].map(|found| found.us));
        // All ends are looked at by the sort, whatever moves.
        compared = [found[0], last].map(|found| found.compared);
        for (k, label) in ["linked lists", "library's sweep", "library"].into_iter().enumerate() {
            let whose = if k == 2 { Whose::Ours } else { Whose::Others };
            let points = counts.iter().zip(&found).map(|(n, found)| [*n as f64, found.us[k]]);
            series.push(Series::new(format!("{label}, by {speed}"), whose, points));
        }
    }
    let chart = Chart {
        title: format!("{} of many boxes move", counts[0] / 2),
        x_label: "boxes".to_owned(),
        y_label: "microseconds a frame".to_owned(),
        log_x: true,
        log_y: true,
        series,
        ..Chart::default()
    };
    report.chart("", &chart);
    let count = 8000;
    report.line(&format!("Of {count} boxes more and more move, by {}:\n", SPEEDS[0]));
    let parts: Vec<usize> = [0.01, 0.03, 0.1, 0.3, 1.0].map(|p| (p * count as f64) as usize).into();
    let found: Vec<Found> =
        parts.iter().map(|moving| measure(count, *moving, SPEEDS[0], frames)).collect();
    let rows: Vec<Vec<String>> = parts
        .iter()
        .zip(&found)
        .map(|(moving, found)| row(format!("{count}, {moving} move"), *moving, found))
        .collect();
    report.table(&HEADER, &rows);
    conclude(report, counts, &swaps, &by_count, &parts, &found);
    let compared = compared[1] / compared[0];
    assert!(compared > 0.5 * (counts[counts.len() - 1] / counts[0]) as f64, "{compared}");
}

fn conclude(
    report: &mut Report,
    counts: &[usize],
    swaps: &[[f64; 2]],
    by_count: &[[[f64; 3]; 2]],
    parts: &[usize],
    found: &[Found],
) {
    let times = counts[counts.len() - 1] as f64 / counts[0] as f64;
    let last = parts.len() - 1;
    let each = |i: usize| found[i].swaps / parts[i] as f64;
    let linear = each(last) / each(0);
    assert!((0.3..3.0).contains(&linear), "swaps are not linear in the moving boxes: {linear}");
    let grow = |k: usize, method: usize| by_count[k][1][method] / by_count[k][0][method];
    let first_faster =
        (0..parts.len()).filter(|i| found[*i].us[0] < found[*i].us[1]).map(|i| parts[i]);
    let first_faster: Vec<String> = first_faster.map(|moving| moving.to_string()).collect();
    report.says(&format!(
        "With as many moving boxes among {times:.0} times as many, the linked lists take {} times as long at the low speed, \
         the sort of all ends {} times and the library {} times. A moving box makes {} swaps on average among few boxes and {} \
         among many: it passes more ends the more there are, and where it moves faster, {} and {}. So the update is linear in \
         the moving boxes as long as they pass few ends, which is what the thesis calls high coherence. From 1 % to all of the \
         boxes, swaps of a moving box change by a factor of {}.",
        three_digits(grow(0, 0)),
        three_digits(grow(0, 1)),
        three_digits(grow(0, 2)),
        three_digits(swaps[0][0]),
        three_digits(swaps[0][1]),
        three_digits(swaps[1][0]),
        three_digits(swaps[1][1]),
        three_digits(linear),
    ));
    let library_faster = found.iter().filter(|found| found.us[2] < found.us[0]).count()
        + by_count.iter().flatten().filter(|us| us[2] < us[0]).count();
    let all = found.len() + by_count.iter().flatten().count();
    report.says(&format!(
        "The linked lists are faster than the sort where {} of the boxes of the last table move. The library's broad phase is \
         faster than the linked lists in {library_faster} of {all} of these settings; where few move it uses a tree, which \
         passes no ends at all, so that speed and density matter less to it ({} times as long for the largest scene at the \
         high speed as at the low one; linked lists: {} times).",
        if first_faster.is_empty() { "none".to_owned() } else { first_faster.join(", ") },
        three_digits(by_count[1][1][2] / by_count[0][1][2]),
        three_digits(by_count[1][1][0] / by_count[0][1][0]),
    ));
}
