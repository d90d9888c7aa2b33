//! Tables and charts of what `benches/peers/run` left.

use super::machine;
use super::plot::{Chart, Mark, Series, Whose};
use std::fmt::Write;
use std::path::Path;

/// A number to three digits.
pub fn three_digits(x: f64) -> String {
    let digits = if x == 0.0 { 0 } else { 2 - x.abs().log10().floor() as i32 };
    if digits <= 0 { format!("{x:.0}") } else { format!("{x:.*}", digits.min(6) as usize) }
}

/// A line of a CSV file.
#[derive(Clone, Debug)]
struct Row {
    case: String,
    peer: String,
    median: f64,
    range: [f64; 2],
    unit: String,
    errors: Option<usize>,
    largest: String,
}

impl Row {
    fn read(line: &str) -> Option<Row> {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |i: usize| cells.get(i).and_then(|cell| cell.parse::<f64>().ok());
        Some(Row {
            case: (*cells.get(1)?).to_owned(),
            peer: (*cells.get(2)?).to_owned(),
            median: number(3)?,
            range: [number(4)?, number(5)?],
            unit: (*cells.get(6)?).to_owned(),
            errors: cells.get(7).and_then(|cell| cell.parse().ok()),
            largest: cells.get(9).map_or("-", |cell| *cell).to_owned(),
        })
    }

    fn ours(&self) -> bool {
        self.peer.starts_with("solid") && self.peer != "solid2"
    }
}

/// What a workload is about, and what we want of ours over the best other, by the peers' facts.
const ABOUT: [(&str, &str, Option<f64>); 9] = [
    ("W0", "Whole programs through the dt functions", Some(0.5)),
    ("W1", "Do two convex bodies share a point?", Some(0.7)),
    ("W2", "Distance and closest points of two convex bodies", Some(0.8)),
    ("W3", "Penetration depth of two convex bodies", Some(0.6)),
    ("W3b", "Linear cast of a convex body", Some(0.8)),
    ("W4", "Mesh against mesh", Some(0.6)),
    ("W5", "Whole scenes", Some(0.7)),
    ("W6", "Refit of a mesh of 5000 triangles", Some(0.35)),
    ("W7", "Build of a mesh", Some(0.5)),
];

fn in_order<'a>(rows: &'a [Row], of: impl Fn(&'a Row) -> &'a str) -> Vec<&'a str> {
    let mut seen = Vec::new();
    for row in rows {
        if !seen.contains(&of(row)) {
            seen.push(of(row));
        }
    }
    seen
}

/// Reads `W*.csv` from a folder; writes charts and `results.md` to another.
pub fn write(from: &Path, to: &Path, footer: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    let mut text = String::from(
        "# The peers side by side\n\nWritten by `benches/peers/run`; `README.md` beside this file says what it means. \
         Medians; with errors in brackets where answers were wrong. `solid` is this library at the level of its Rust \
         modules, `solid-c` through the C functions, placing included.\n",
    );
    let _ = writeln!(text, "\n{}; {footer}\n", machine::description());
    let mut summary = String::from("## Ours over the best of the others\n\n");
    summary.push_str("| workload | case | ours | | best other | | ratio | wanted |\n");
    summary.push_str("| --- | --- | --- | ---: | --- | ---: | ---: | ---: |\n");
    let mut tables = String::new();
    for (workload, about, wanted) in ABOUT {
        let Ok(csv) = std::fs::read_to_string(from.join(format!("{workload}.csv"))) else { continue };
        let rows: Vec<Row> = csv
            .lines()
            .filter_map(Row::read)
            .filter(|row| !row.case.ends_with("/move") && !row.case.ends_with("/test"))
            .collect();
        if rows.is_empty() {
            continue;
        }
        summarise(&mut summary, workload, &rows, wanted);
        table(&mut tables, workload, about, &rows);
        for unit in in_order(&rows, |row| &row.unit) {
            let of_unit: Vec<Row> = rows.iter().filter(|row| row.unit == unit).cloned().collect();
            let file = if workload == "W0" { format!("W0-{unit}.svg") } else { format!("{workload}.svg") };
            chart(workload, about, &of_unit).save(&to.join(&file), &footers(footer))?;
            let _ = writeln!(tables, "![{workload}: {about}]({file})\n");
        }
    }
    text.push_str(&summary);
    text.push('\n');
    text.push_str(&tables);
    std::fs::write(to.join("results.md"), text)
}

/// The machine and the command, then the versions, in lines that fit under a chart.
fn footers(footer: &str) -> Vec<String> {
    let whole = format!("{}; {footer}", machine::description());
    let mut lines = vec![String::new()];
    for part in whole.split_inclusive([',', ';']) {
        let last = lines.len() - 1;
        if lines[last].len() + part.len() > 150 {
            lines.push(part.trim().to_owned());
        } else {
            lines[last].push_str(part);
        }
    }
    lines
}

/// The best of ours, which is at the level of the peers where there is such, and the best other that is not wrong in more
/// than one of a thousand of what is usual.
fn summarise(text: &mut String, workload: &str, rows: &[Row], wanted: Option<f64>) {
    for case in in_order(rows, |row| &row.case) {
        let of_case: Vec<&Row> = rows.iter().filter(|row| row.case == case).collect();
        let best = |pick: &dyn Fn(&Row) -> bool| {
            let picked = of_case.iter().filter(|row| pick(row));
            picked.min_by(|a, b| a.median.total_cmp(&b.median)).copied()
        };
        let Some(ours) = best(&|row| row.peer == "solid").or_else(|| best(&Row::ours)) else { continue };
        let right = |row: &Row| workload == "W0" || row.errors.unwrap_or(0) == 0;
        let other = best(&|row| !row.ours() && right(row)).or_else(|| best(&|row| !row.ours()));
        let wanted = wanted.map_or(String::new(), |wanted| format!("{wanted}"));
        let (name, time, ratio) = other.map_or(("-".to_owned(), String::new(), String::new()), |other| {
            let time = format!("{} {}", three_digits(other.median), other.unit);
            (with_errors(&other.peer, other), time, format!("{:.2}", ours.median / other.median))
        });
        let _ = writeln!(
            text,
            "| {workload} | {case} | {} | {} {} | {name} | {time} | {ratio} | {wanted} |",
            with_errors(&ours.peer, ours),
            three_digits(ours.median),
            ours.unit
        );
    }
}

fn with_errors(text: &str, row: &Row) -> String {
    match row.errors {
        Some(errors) if errors > 0 => format!("{text} [{errors} wrong]"),
        _ => text.to_owned(),
    }
}

fn table(text: &mut String, workload: &str, about: &str, rows: &[Row]) {
    let (cases, peers) = (in_order(rows, |row| &row.case), in_order(rows, |row| &row.peer));
    let _ = writeln!(text, "## {workload}: {about}\n\n| case | {} |", peers.join(" | "));
    let _ = writeln!(text, "| --- |{}", " ---: |".repeat(peers.len()));
    for case in cases {
        let cell = |peer: &&str| {
            let found = rows.iter().find(|row| row.case == case && row.peer == *peer);
            found.map_or(String::new(), |row| {
                let time = with_errors(&format!("{} {}", three_digits(row.median), row.unit), row);
                if row.largest == "-" { time } else { format!("{time}, off {}", row.largest) }
            })
        };
        let cells: Vec<String> = peers.iter().map(cell).collect();
        let _ = writeln!(text, "| {case} | {} |", cells.join(" | "));
    }
    text.push('\n');
}

fn chart(workload: &str, about: &str, rows: &[Row]) -> Chart {
    let (cases, peers) = (in_order(rows, |row| &row.case), in_order(rows, |row| &row.peer));
    let series = peers.iter().enumerate().map(|(which, peer)| {
        let shift = (which as f64 + 0.5) / peers.len() as f64 - 0.5;
        let marks = rows.iter().filter(|row| row.peer == *peer).map(|row| {
            let case = cases.iter().position(|case| *case == row.case).unwrap_or(0);
            let hollow = workload != "W0" && row.errors.is_some_and(|errors| errors > 0);
            Mark { x: case as f64 + 0.7 * shift, y: row.median, range: row.range, hollow }
        });
        let whose = if *peer == "solid" || (*peer == "solid-c" && !peers.contains(&"solid")) {
            Whose::Ours
        } else {
            Whose::Others
        };
        Series { label: (*peer).to_owned(), whose, marks: marks.collect() }
    });
    Chart {
        title: format!("{workload}: {about}"),
        y_label: rows[0].unit.clone(),
        log_y: true,
        series: series.collect(),
        cases: cases.iter().map(|case| (*case).to_owned()).collect(),
        ..Chart::default()
    }
}
