//! What an experiment found: printed as it goes, and kept as Markdown beside its charts.

use super::machine;
use super::plot::Chart;
use std::path::PathBuf;

/// The report of one experiment.
pub struct Report {
    name: &'static str,
    /// Whether to repeat less, since somebody waits.
    pub quick: bool,
    folder: PathBuf,
    text: String,
    problem: Option<std::io::Error>,
}

impl Report {
    /// Begins a report; nothing is written before [`Report::finish`] but charts.
    pub fn new(name: &'static str, about: &str, quick: bool, folder: PathBuf) -> Report {
        let mut report = Report { name, quick, folder, text: String::new(), problem: None };
        let article = if about.starts_with("Olvång") { "" } else { "the " };
        report.line(&format!("# {name}\n\nFrom {article}{about}.\n"));
        report
    }

    /// One of two numbers: for a whole run, and for a quick one.
    pub fn count(&self, whole: usize, quick: usize) -> usize {
        if self.quick { quick } else { whole }
    }

    /// A line of Markdown.
    pub fn line(&mut self, line: &str) {
        println!("{line}");
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// What it shows, in a sentence or a few.
    pub fn says(&mut self, sentence: &str) {
        self.line(&format!("\n{sentence}\n"));
    }

    /// A table, its first column to the left, the others to the right.
    pub fn table(&mut self, header: &[&str], rows: &[Vec<String>]) {
        let width = |column: usize| {
            let cells =
                rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
            cells.chain([header[column].chars().count(), 3]).max().unwrap_or(3)
        };
        let widths: Vec<usize> = (0..header.len()).map(width).collect();
        let row = |cells: &mut dyn Iterator<Item = &str>| {
            let padded = cells.zip(&widths).enumerate().map(|(column, (cell, &width))| {
                if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            format!("| {} |", padded.collect::<Vec<_>>().join(" | "))
        };
        self.line(&row(&mut header.iter().copied()));
        let rule = widths.iter().enumerate().map(|(column, &width)| {
            if column == 0 { "-".repeat(width) } else { format!("{}:", "-".repeat(width - 1)) }
        });
        self.line(&format!("| {} |", rule.collect::<Vec<_>>().join(" | ")));
        for cells in rows {
            self.line(&row(&mut cells.iter().map(String::as_str)));
        }
        self.line("");
    }

    /// Keeps a chart as `NAME-part.svg` (`NAME.svg` if the part is empty) with the machine and the command under it.
    pub fn chart(&mut self, part: &str, chart: &Chart) {
        let file =
            if part.is_empty() { self.name.to_owned() } else { format!("{}-{part}", self.name) };
        let path = self.folder.join(format!("{file}.svg"));
        if let Err(error) = chart.save(&path, &[self.footer()]) {
            self.problem.get_or_insert(error);
        }
        self.line(&format!("![{}]({file}.svg)\n", chart.title));
    }

    fn footer(&self) -> String {
        let quick = if self.quick { " --quick" } else { "" };
        format!("{}; benches/experiments/run {}{quick}", machine::description(), self.name)
    }

    /// Writes the report.
    pub fn finish(mut self) -> std::io::Result<()> {
        let footer = self.footer();
        self.line(&format!("Measured on {footer}\n"));
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        std::fs::create_dir_all(&self.folder)?;
        std::fs::write(self.folder.join(format!("{}.md", self.name)), self.text)
    }
}

/// A number to three digits.
pub fn three_digits(x: f64) -> String {
    if !x.is_finite() {
        return "-".to_owned();
    }
    let digits = if x == 0.0 { 0 } else { 2 - x.abs().log10().floor() as i32 };
    match digits {
        ..=0 => format!("{x:.0}"),
        1..=5 => format!("{x:.*}", digits as usize),
        _ => format!("{x:.1e}"),
    }
}

/// The least and the most of some numbers.
pub fn range(values: impl IntoIterator<Item = f64>, show: impl Fn(f64) -> String) -> String {
    let [least, most] = values
        .into_iter()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
    let [least, most] = [least, most].map(show);
    if least == most { least } else { format!("{least} to {most}") }
}

/// The names of what is so.
pub fn where_so<'a>(cases: impl IntoIterator<Item = (&'a str, bool)>) -> String {
    let names: Vec<&str> = cases.into_iter().filter(|case| case.1).map(|case| case.0).collect();
    if names.is_empty() { "nowhere".to_owned() } else { names.join(", ") }
}
