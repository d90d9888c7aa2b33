//! Time and memory by the number of objects.

use super::counter::Watch;
use super::plot::{Chart, Series, Whose};
use super::scene::Scene;
use super::{frame_seconds, seconds};
use solid::capi::dtTest;
use std::fmt::Write;
use std::path::Path;

/// What was measured for one number of objects.
struct Row {
    count: f64,
    /// Seconds: all objects made and tested once; a frame in which all move; one in which one in a hundred moves.
    insertion: f64,
    frame: f64,
    calm: f64,
    bytes: f64,
}

fn measure(watch: &Watch, count: usize) -> Row {
    let before = watch.live();
    let mut scene = None;
    let insertion = seconds(|| {
        scene = Some(Scene::new(count));
        dtTest();
    });
    let mut scene = scene.expect("it was made");
    let rounds = (300_000 / count).clamp(8, 2000);
    let (frame, calm) =
        (frame_seconds(&mut scene, 1, rounds), frame_seconds(&mut scene, 100, rounds));
    let own = count * 104;
    let bytes = (watch.live() - before) as f64 - own as f64;
    Row { count: count as f64, insertion, frame, calm, bytes }
}

/// The exponent by which a value grows from one row to another.
fn order(of: &dyn Fn(&Row) -> f64, from: &Row, to: &Row) -> f64 {
    (of(to) / of(from)).ln() / (to.count / from.count).ln()
}

pub fn run(most: usize) {
    let watch = Watch::new();
    let counts = [10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
    let rows: Vec<Row> =
        counts.iter().filter(|n| **n <= most).map(|n| measure(&watch, *n)).collect();
    drop(watch);
    let mut text = String::from(
        "# How cost grows\n\nThe scene of `benches/scenes`: hulls of 20 points that fly about and turn, 5 % of the room, through the dt\n\
         functions (select, load identity, translate, rotate, test), on one thread. Best of many frames. Memory is what the\n\
         library holds, shapes included. Written by `cargo bench --bench scenes -- scaling`.\n\n\
         | objects | made and tested once, ms | a frame, all move, ms | a frame, 1 % move, ms | bytes an object |\n\
         | --- | --- | --- | --- | --- |\n",
    );
    for row in &rows {
        let [a, b, c] = [row.insertion, row.frame, row.calm].map(|t| 1e3 * t);
        writeln!(
            text,
            "| {} | {a:.3} | {b:.4} | {c:.4} | {:.0} |",
            row.count,
            row.bytes / row.count
        )
        .expect("a string");
    }
    if let (Some(first), Some(last)) = (rows.iter().find(|row| row.count >= 1000.0), rows.last())
        && first.count < last.count
    {
        let exponents = [
            order(&|row| row.insertion, first, last),
            order(&|row| row.frame, first, last),
            order(&|row| row.calm, first, last),
            order(&|row| row.bytes, first, last),
        ];
        let [a, b, c, d] = exponents;
        writeln!(
            text,
            "\nFrom {} to {} objects the cost grows as the number of objects to the power of {a:.2} (making), {b:.2} (all\n\
             move), {c:.2} (1 % move), {d:.2} (memory).\n\n![time](scaling-time.svg)\n\n![memory](scaling-memory.svg)",
            first.count, last.count
        )
        .expect("a string");
    }
    print!("{text}");
    let series = |label: &str, of: &dyn Fn(&Row) -> f64| {
        Series::new(label, Whose::Ours, rows.iter().map(|row| [row.count, of(row)]))
    };
    let chart = |title: &str, y_label: &str, series: Vec<Series>| Chart {
        title: title.into(),
        x_label: "objects".into(),
        y_label: y_label.into(),
        log_x: true,
        log_y: true,
        series,
        ..Chart::default()
    };
    let times = vec![
        series("a frame, all move", &|row| 1e3 * row.frame),
        Series { whose: Whose::Others, ..series("a frame, 1 % move", &|row| 1e3 * row.calm) },
        Series {
            whose: Whose::Others,
            ..series("made and tested once", &|row| 1e3 * row.insertion)
        },
    ];
    let bytes = vec![series("bytes an object", &|row| row.bytes / row.count)];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/performance");
    let write = || -> std::io::Result<()> {
        std::fs::write(folder.join("scaling.md"), &text)?;
        chart("Time by the number of objects", "ms", times)
            .save(&folder.join("scaling-time.svg"), &[])?;
        chart("Memory by the number of objects", "bytes", bytes)
            .save(&folder.join("scaling-memory.svg"), &[])
    };
    if let Err(problem) = write() {
        eprintln!("docs/performance: {problem}");
    }
}
