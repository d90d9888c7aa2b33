//! Tables and charts of what `benches/peers/run` left.

use super::behind;
use super::cells;
use super::dots::{self, Dot, Dots};
use super::plain;
use super::plot::{Chart, Mark, Series, Whose};
use super::rows::{Duel, Kept, Row, duels, in_order};
use std::fmt::Write;
use std::path::Path;

/// A number to three digits.
pub fn three_digits(x: f64) -> String {
    let digits = if x == 0.0 { 0 } else { 2 - x.abs().log10().floor() as i32 };
    if digits <= 0 { format!("{x:.0}") } else { format!("{x:.*}", digits.min(6) as usize) }
}

/// Workloads with too many cases for a table and a chart of all.
const MATRICES: [&str; 2] = ["W10", "W11"];

/// What a workload is about, and what we want of ours over the best other, by the peers' facts.
const ABOUT: [(&str, &str, f64); 15] = [
    ("W0", "Whole programs through the dt functions", 0.5),
    ("W1", "Do two convex bodies share a point?", 0.7),
    ("W2", "Distance and closest points of two convex bodies", 0.8),
    ("W3", "Penetration depth of two convex bodies", 0.6),
    ("W3b", "Linear cast of a convex body", 0.8),
    ("W4", "Meshes: contacts and distances of two, points nearest to points", 0.6),
    ("W5", "Whole scenes", 0.7),
    ("W6", "Refit of a mesh of 5000 triangles", 0.35),
    ("W7", "Build of a mesh", 0.5),
    ("W8", "First impact of moving vertices, edges and faces", 0.5),
    ("W8b", "Casts of convex bodies that turn, and of the same that do not", 0.5),
    ("W8c", "First contacts of whole scenes between two frames", 0.5),
    ("W10", "Every question about every pair of ten kinds of bodies", 0.7),
    ("W11", "The tails: median, 99th percentile and worst of single queries", 0.7),
    ("W12", "Questions about a whole world: overlaps, nearest, casts, rays", 0.7),
];

/// The thesis's figures in W0: how their cases begin, what varies, and the figure.
const SWEEPS: [(&str, &str, &str); 3] = [
    ("density", "density, %", "figure 4.8"),
    ("speed", "movement a frame, % of the radius", "figure 4.9"),
    ("turn", "turn a frame, degrees", "figure 4.10"),
];

/// Reads `W*.csv` from a folder; writes charts, `results.md`, `behind.md`, `tails.md` and the list in `README.md` to another.
pub fn write(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    let mut summary = String::from(
        "# The peers side by side\n\nWritten by `benches/peers/run`; `README.md` beside this file says what it means. \
         Medians; with errors in brackets where answers were wrong. `solid` is this library at the level of its Rust \
         modules, `solid-c` through the C functions, placing included. The numbers are in `data`.\n\n\
         ## Ours over the best of the others\n\n\
         | workload | case | ours | | best other | | ratio | wanted |\n\
         | --- | --- | --- | ---: | --- | ---: | ---: | ---: |\n",
    );
    let (mut tables, mut list, mut all) = (String::new(), String::new(), Vec::new());
    for (workload, about, wanted) in ABOUT {
        let Some(kept) = Kept::read(&from.join(format!("{workload}.csv"))) else { continue };
        let duels = duels(&kept.rows);
        let is_matrix = MATRICES.contains(&workload);
        if is_matrix {
            matrix(&mut tables, workload, about, &kept, to)?;
        } else {
            duels.iter().for_each(|duel| summarise(&mut summary, workload, duel, wanted));
            table(&mut tables, workload, about, &kept);
        }
        let said = match duels.as_slice() {
            [] => plain::silence(workload, about),
            duels => plain::sentence(workload, about, duels, wanted),
        };
        let _ = writeln!(list, "{said}");
        if !is_matrix {
            for [file, title] in draw_charts(workload, about, &kept, to)? {
                let _ = writeln!(tables, "![{title}]({file})\n");
            }
        }
        all.push((workload, about, kept));
    }
    behind::write(&all, &to.join("behind.md"))?;
    std::fs::write(to.join("results.md"), format!("{summary}\n{tables}"))?;
    plain::put(&to.join("README.md"), &list)
}

/// The workloads with a case a cell of a matrix: a summary and pictures.
fn matrix(
    text: &mut String,
    workload: &str,
    about: &str,
    kept: &Kept,
    to: &Path,
) -> std::io::Result<()> {
    let _ = writeln!(text, "## {workload}: {about}\n\n{}\n\n{}", kept.origin, cells::summary(kept));
    for (file, heat) in cells::pictures(workload, kept) {
        heat.save(&to.join(&file), &footers(&kept.origin))?;
        let _ = writeln!(text, "![{}]({file})\n", heat.title);
    }
    if workload == "W11" {
        cells::tails(kept, &to.join("tails.md"))?;
        text.push_str("Pair by pair: [tails.md](tails.md).\n\n");
    }
    Ok(())
}

/// In lines that fit under a chart.
fn footers(origin: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in origin.split_inclusive([',', ';']) {
        let last = lines.len() - 1;
        if lines[last].len() + part.len() > 150 {
            lines.push(part.trim().to_owned());
        } else {
            lines[last].push_str(part);
        }
    }
    lines
}

fn summarise(text: &mut String, workload: &str, duel: &Duel<'_>, wanted: f64) {
    let Duel { case, ours, other } = duel;
    let (name, time) = other.map_or(("-".to_owned(), String::new()), |other| {
        (other.marked(&other.peer), format!("{} {}", three_digits(other.median), other.unit))
    });
    let _ = writeln!(
        text,
        "| {workload} | {case} | {} | {} {} | {name} | {time} | {} | {wanted} |",
        ours.marked(&ours.peer),
        three_digits(ours.median),
        ours.unit,
        duel.ratio().map_or(String::new(), |ratio| format!("{ratio:.2}")),
    );
}

fn table(text: &mut String, workload: &str, about: &str, kept: &Kept) {
    let rows = &kept.rows;
    let (cases, peers) = (in_order(rows, |row| &row.case), in_order(rows, |row| &row.peer));
    let _ = writeln!(
        text,
        "## {workload}: {about}\n\n{}\n\n| case | {} |",
        kept.origin,
        peers.join(" | ")
    );
    let _ = writeln!(text, "| --- |{}", " ---: |".repeat(peers.len()));
    for case in cases {
        let cell = |peer: &&str| {
            let found = rows.iter().find(|row| row.case == case && row.peer == *peer);
            found.map_or(String::new(), |row| {
                let time = row.marked(&format!("{} {}", three_digits(row.median), row.unit));
                if row.largest == "-" { time } else { format!("{time}, off {}", row.largest) }
            })
        };
        let cells: Vec<String> = peers.iter().map(cell).collect();
        let _ = writeln!(text, "| {case} | {} |", cells.join(" | "));
    }
    text.push('\n');
}

fn whose(peer: &str, peers: &[&str]) -> Whose {
    if peer == "solid" || (peer == "solid-c" && !peers.contains(&"solid")) {
        Whose::Ours
    } else {
        Whose::Others
    }
}

/// The value of a case of the thesis's figures.
fn swept(row: &Row, sweep: &str) -> Option<f64> {
    row.case.strip_prefix(sweep)?.strip_prefix('-')?.parse().ok()
}

/// Draws the charts of a workload into a folder; the names of their files and their titles. In W0 the times reach over six
/// powers of ten, and are shown in parts.
fn draw_charts(
    workload: &str,
    about: &str,
    kept: &Kept,
    to: &Path,
) -> std::io::Result<Vec<[String; 2]>> {
    let (rows, footers) = (&kept.rows, footers(&kept.origin));
    let of_sweep = |row: &Row| SWEEPS.iter().any(|(sweep, ..)| swept(row, sweep).is_some());
    let (fast, slow): (Vec<Row>, Vec<Row>) = rows
        .iter()
        .filter(|row| !of_sweep(row))
        .cloned()
        .partition(|row| row.case.starts_with("pair-"));
    let mut drawn = Vec::new();
    let slow_file =
        if fast.is_empty() { format!("{workload}.svg") } else { format!("{workload}-scenes.svg") };
    for (file, what, rows) in [
        (format!("{workload}-pairs.svg"), "Two bodies, placed and tested", fast),
        (slow_file, about, slow),
    ] {
        if !rows.is_empty() {
            let dots = over_cases(workload, format!("{workload}: {what}"), &rows);
            dots.save(&to.join(&file), &footers)?;
            drawn.push([file, dots.title]);
        }
    }
    for (sweep, label, figure) in SWEEPS {
        let of_it: Vec<Row> =
            rows.iter().filter(|row| swept(row, sweep).is_some()).cloned().collect();
        if !of_it.is_empty() {
            let file = format!("{workload}-{sweep}.svg");
            let chart = over_numbers(workload, sweep, label, figure, &of_it);
            chart.save(&to.join(&file), &footers)?;
            drawn.push([file, chart.title]);
        }
    }
    Ok(drawn)
}

fn over_numbers(workload: &str, sweep: &str, label: &str, figure: &str, rows: &[Row]) -> Chart {
    let peers = in_order(rows, |row| &row.peer);
    let series = peers.iter().map(|peer| {
        let of_peer = rows.iter().filter(|row| row.peer == *peer);
        let mark = |row: &Row| {
            let x = swept(row, sweep).unwrap_or(f64::NAN);
            Mark { x, y: row.median, range: row.range, hollow: false }
        };
        Series {
            label: (*peer).to_owned(),
            whose: whose(peer, &peers),
            colour: Some(dots::colour(peer)),
            marks: of_peer.map(mark).collect(),
        }
    });
    Chart {
        title: format!(
            "{workload}: a frame of 20 hulls of 20 vertices, under {sweep} (thesis, {figure})"
        ),
        x_label: label.to_owned(),
        y_label: format!("{} a frame; lower is better", spelled_unit(&rows[0].unit)),
        series: series.collect(),
        ..Chart::default()
    }
}

fn over_cases(workload: &str, title: String, rows: &[Row]) -> Dots {
    let (cases, peers) = (in_order(rows, |row| &row.case), in_order(rows, |row| &row.peer));
    // All in the unit of the first.
    let unit = rows[0].unit.clone();
    let scale = rows[0].median / rows[0].nanoseconds();
    let dot = |row: &Row| {
        let to_unit = row.nanoseconds() / row.median * scale;
        Some(Dot {
            case: cases.iter().position(|case| *case == row.case)?,
            peer: peers.iter().position(|peer| *peer == row.peer)?,
            time: row.median * to_unit,
            range: row.range.map(|x| x * to_unit),
            hollow: workload != "W0" && row.errors.is_some_and(|errors| errors > 0),
        })
    };
    let dots = rows.iter().filter_map(dot).collect();
    let named = |names: &[&str]| names.iter().map(|name| spelled(name)).collect();
    Dots { title, unit: spelled_unit(&unit), cases: named(&cases), peers: named(&peers), dots }
}

/// The name of a case with what its letters and numbers stand for.
fn spelled(case: &str) -> String {
    let (pair, rest) = case.split_once('-').map_or((case, ""), |(pair, rest)| (pair, rest));
    if pair.parse::<u32>().is_ok() {
        let part = if rest.is_empty() { "" } else { ", broad phase alone" };
        return format!("{pair} hulls{part}");
    }
    let bodies = match pair {
        "bb" => "two boxes",
        "ee" => "two ellipsoids",
        "be" => "box and ellipsoid",
        "rr" => "two rounded boxes",
        "pp" => "two hulls of 50 points",
        "cc" => "two cones",
        _ => return case.to_owned(),
    };
    if rest.is_empty() {
        format!("{bodies} ({case})")
    } else {
        format!("{bodies}, {rest} ({case})")
    }
}

fn spelled_unit(unit: &str) -> String {
    let name = match unit {
        "ns" => "nanoseconds",
        "us" => "microseconds",
        "ms" => "milliseconds",
        other => other,
    };
    name.to_owned()
}
