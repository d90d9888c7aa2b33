//! Slides: sweep and prune in space-time, which swaps ends in the order of their times.

use super::machine::cpu_ns;
use super::plot::{Chart, Series, Whose};
use super::report::{Report, three_digits, where_so};
use solid_geometry::broad::MovingBoxes;
use solid_geometry::math::{Aabb, Vec3};
use solid_papers::random::Random;
use solid_papers::space_time::{EndLists, Path};

const BOXES: usize = 1000;
/// Of the cube in which they start; a box has an edge of one.
const EDGE: f64 = 25.0;
/// How far a box moves in a frame.
const SPEED: f64 = 0.5;

/// Averages of a frame.
#[derive(Default)]
struct Found {
    swaps_one_by_one: f64,
    swaps_together: f64,
    us_one_by_one: f64,
    us_together: f64,
    us_library: f64,
    /// Pairs whose boxes around whole paths overlap, and those that do meet.
    encapsulating: f64,
    meeting: f64,
}

/// `common` of a box's velocity is that of all, the rest has a random direction. All boxes drift on, so none turns back.
fn measure(common: f64, frames: usize) -> Found {
    let mut random = Random::new(74);
    let drift = Vec3::new(0.8, 0.36, 0.48);
    let mut paths: Vec<Path> = (0..BOXES)
        .map(|_| {
            let min = random.in_cube(EDGE);
            let motion = (drift * common + random.direction() * (1.0 - common)) * SPEED;
            Path { from: Aabb { min, max: min + Vec3::repeat(1.0) }, motion }
        })
        .collect();
    let (mut together, mut single) = (EndLists::new(&paths), EndLists::new(&paths));
    let mut library = MovingBoxes::default();
    let mut found = Found::default();
    for _ in 0..frames {
        let now: Vec<Aabb> = paths.iter().map(|path| path.from).collect();
        let next: Vec<Aabb> = paths.iter().map(|path| path.at(1.0)).collect();
        let before = together.overlapping();
        assert_eq!(before, single.overlapping(), "the lists disagree");

        let mut began = Vec::new();
        let start = cpu_ns();
        together.move_together(&paths, &mut began);
        found.us_together += (cpu_ns() - start) / 1e3;

        let mut crossed = Vec::new();
        let start = cpu_ns();
        single.move_one_by_one(&now, &next, &mut crossed);
        found.us_one_by_one += (cpu_ns() - start) / 1e3;

        let mut met = Vec::new();
        let start = cpu_ns();
        for (proxy, path) in (0..).zip(&paths) {
            library.place(proxy, &path.from, &path.motion);
        }
        library.update_where(|_, _| true);
        library.pairs(|a, b, _| met.push([a as usize, b as usize]));
        found.us_library += (cpu_ns() - start) / 1e3;

        // What meets in the frame is what overlapped before, and what begins to.
        let mut swapped: Vec<[usize; 2]> =
            before.into_iter().chain(began.iter().map(|(pair, _)| *pair)).collect();
        swapped.sort_unstable();
        swapped.dedup();
        met.sort_unstable();
        assert_eq!(swapped, met, "swaps and the library's boxes disagree");
        found.meeting += met.len() as f64;
        // Each of a pair is near the other.
        (0..BOXES as u32).for_each(|i| library.near(i, &mut |_| found.encapsulating += 0.5));

        paths.iter_mut().zip(&next).for_each(|(path, next)| path.from = *next);
        together.correct(&next);
    }
    found.swaps_together = together.swaps as f64;
    found.swaps_one_by_one = single.swaps as f64;
    let each = |x: f64| x / frames as f64;
    Found {
        swaps_one_by_one: each(found.swaps_one_by_one),
        swaps_together: each(found.swaps_together),
        us_one_by_one: each(found.us_one_by_one),
        us_together: each(found.us_together),
        us_library: each(found.us_library),
        encapsulating: each(found.encapsulating),
        meeting: each(found.meeting),
    }
}

pub fn run(report: &mut Report) {
    let frames = report.count(20, 4);
    report.line(&format!(
        "{BOXES} cubes of edge 1, which start in a cube of edge {EDGE} and move by {SPEED} at most in each of {frames} frames. \
         The slides claim that space-time sweep and prune is often faster than the original where many move in one \
         direction, and that a group of one velocity swaps nothing. `One by one` is the original as they have it: when a box \
         moves, its ends are sorted again. `In time` swaps the ends of all in the order of their times \
         (`crates/papers/src/space_time.rs`). `Library` is what dtTestMotion does instead: a tree of boxes around whole paths, \
         whose pairs are then tested in space and time. In every frame the last two find the same pairs that meet, and \
         both lists tell the same pairs that overlap at its beginning, which is checked. Averages of a frame.\n"
    ));
    let shares = [0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 1.0];
    let found: Vec<Found> = shares.iter().map(|&common| measure(common, frames)).collect();
    assert!(found.last().is_some_and(|found| found.swaps_together == 0.0), "one velocity swaps");
    let row = |(common, found): (&f64, &Found)| {
        let cells = [
            found.swaps_one_by_one,
            found.swaps_together,
            found.us_one_by_one,
            found.us_together,
            found.us_library,
            found.encapsulating,
            found.meeting,
        ];
        let first = format!("{:.0}", 100.0 * common);
        std::iter::once(first).chain(cells.map(three_digits)).collect()
    };
    let rows: Vec<Vec<String>> = shares.iter().zip(&found).map(row).collect();
    let header = [
        "common, % of the speed",
        "swaps, one by one",
        "swaps, in time",
        "us, one by one",
        "us, in time",
        "us, library",
        "pairs around paths",
        "pairs that meet",
    ];
    report.table(&header, &rows);
    let line = |label: &str, whose: Whose, of: fn(&Found) -> f64| {
        Series::new(label, whose, shares.iter().zip(&found).map(|(x, f)| [100.0 * x, of(f)]))
    };
    let chart = Chart {
        title: format!("{BOXES} moving boxes by how much they move together"),
        x_label: "common part of the velocity, %".to_owned(),
        y_label: "microseconds a frame".to_owned(),
        series: vec![
            line("library: a tree of paths", Whose::Ours, |found| found.us_library),
            line("swaps in the order of time", Whose::Others, |found| found.us_together),
            line("swaps one box after the other", Whose::Others, |found| found.us_one_by_one),
        ],
        ..Chart::default()
    };
    report.chart("", &chart);
    let names = shares.map(|common| format!("{:.0} %", 100.0 * common));
    let at = |so: &dyn Fn(&Found) -> bool| {
        where_so(names.iter().map(String::as_str).zip(found.iter().map(so)))
    };
    let ratio = |found: &Found| 100.0 * (found.encapsulating / found.meeting.max(1.0) - 1.0);
    let first = &found[0];
    report.says(&format!(
        "Swaps in the order of time are faster than one by one at these common parts of the velocity: {}. Boxes of one velocity \
         swap nothing, while one by one they pass those that have not moved yet. Boxes around whole paths give {:.0} % more \
         pairs than meet where all fly about. The library's way is the fastest of the three at: {}; swaps in the order of time \
         are at: {}.",
        at(&|found| found.us_together < found.us_one_by_one),
        ratio(first),
        at(&|found| found.us_library < found.us_together.min(found.us_one_by_one)),
        at(&|found| found.us_together < found.us_library.min(found.us_one_by_one)),
    ));
}
