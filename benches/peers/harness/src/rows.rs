//! The lines that `benches/peers/run` keeps of a workload, and what they say.

use super::measure::WRONG_OF_THOUSAND;
use std::path::Path;

/// A line of a CSV file.
#[derive(Clone, Debug)]
pub struct Row {
    pub case: String,
    pub peer: String,
    pub median: f64,
    pub range: [f64; 2],
    pub unit: String,
    pub errors: Option<usize>,
    pub largest: String,
    /// Answers that were judged.
    pub asked: Option<usize>,
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
            asked: cells.get(10).and_then(|cell| cell.parse().ok()),
        })
    }

    pub fn ours(&self) -> bool {
        self.peer.starts_with("solid") && self.peer != "solid2"
    }

    pub fn nanoseconds(&self) -> f64 {
        self.median
            * match self.unit.as_str() {
                "ms" => 1e6,
                "us" => 1e3,
                _ => 1.0,
            }
    }

    /// The part of its answers that is wrong; of W0 nobody knows who is right where two differ.
    fn wrong(&self) -> f64 {
        match (self.errors, self.asked) {
            (Some(errors), Some(asked)) => errors as f64 / asked as f64,
            _ => 0.0,
        }
    }

    /// A name, with the wrong answers.
    pub fn marked(&self, name: &str) -> String {
        match self.errors {
            Some(errors) if errors > 0 => format!("{name} [{errors} wrong]"),
            _ => name.to_owned(),
        }
    }
}

/// What was kept of one workload.
pub struct Kept {
    /// The machine, the command, the versions.
    pub origin: String,
    pub rows: Vec<Row>,
}

impl Kept {
    /// `None` if there is nothing.
    pub fn read(path: &Path) -> Option<Kept> {
        let csv = std::fs::read_to_string(path).ok()?;
        let origin =
            csv.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default().to_owned();
        let part = |row: &Row| row.case.ends_with("/move") || row.case.ends_with("/test");
        let rows: Vec<Row> = csv.lines().filter_map(Row::read).filter(|row| !part(row)).collect();
        (!rows.is_empty()).then_some(Kept { origin, rows })
    }
}

/// Each of some names once, in the order in which they come.
pub fn in_order<'a>(rows: &'a [Row], of: impl Fn(&'a Row) -> &'a str) -> Vec<&'a str> {
    let mut seen = Vec::new();
    for row in rows {
        if !seen.contains(&of(row)) {
            seen.push(of(row));
        }
    }
    seen
}

/// Of one case: ours, and the best other.
pub struct Duel<'a> {
    pub case: &'a str,
    pub ours: &'a Row,
    pub other: Option<&'a Row>,
}

impl Duel<'_> {
    /// Our time over the other's.
    pub fn ratio(&self) -> Option<f64> {
        Some(self.ours.median / self.other?.median)
    }
}

/// The best of ours, which is at the level of the peers where there is such, beside the best other who is hardly ever
/// wrong; beside the one who is least often wrong if all are.
pub fn duels(rows: &[Row]) -> Vec<Duel<'_>> {
    let duel = |case| {
        let of_case: Vec<&Row> = rows.iter().filter(|row| row.case == case).collect();
        let best = |pick: &dyn Fn(&Row) -> bool| {
            let picked = of_case.iter().filter(|row| pick(row));
            picked.min_by(|a, b| a.median.total_cmp(&b.median)).copied()
        };
        let ours = best(&|row| row.peer == "solid").or_else(|| best(&Row::ours))?;
        let others = || of_case.iter().filter(|row| !row.ours());
        let least = others().map(|row| row.wrong()).fold(f64::INFINITY, f64::min);
        let other = best(&|row| !row.ours() && row.wrong() <= least.max(WRONG_OF_THOUSAND / 1e3));
        Some(Duel { case, ours, other })
    };
    in_order(rows, |row| &row.case).into_iter().filter_map(duel).collect()
}
