//! Instructions of the hot paths, counted by callgrind: what a change costs is seen without noise.
//!
//!     benches/instructions/run             counts, and writes docs/performance/instructions.md
//!     benches/instructions/run --check     counts, and compares with what is written there
//!
//! Each path is counted twice. Where the two agree, a count may exceed the written one by [`BAND`]; where they do not,
//! nothing is compared. Compilers and other processors' C libraries move the counts by a few per cent.

mod paths;

#[path = "../common/machine.rs"]
#[allow(dead_code)]
mod machine;

use paths::{PATHS, Path};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

/// By which part more a path may take than is written: less is no regression worth stopping for, compilers differ by as
/// much.
const BAND: f64 = 0.2;

fn main() -> ExitCode {
    // What cargo passes to every benchmark.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => report(write_table),
        ["--check"] => report(check),
        ["--path", name] => match PATHS.iter().find(|path| path.name == *name) {
            Some(path) => {
                println!("operations {}", (path.run)());
                ExitCode::SUCCESS
            }
            None => ExitCode::from(2),
        },
        _ => {
            eprintln!("usage: benches/instructions/run [--check]");
            ExitCode::from(2)
        }
    }
}

struct Count {
    path: &'static Path,
    /// Instructions an operation, counted twice.
    counts: [u64; 2],
}

impl Count {
    fn repeats(&self) -> bool {
        self.counts[0] == self.counts[1]
    }
}

fn report(then: impl FnOnce(&[Count]) -> Result<(), String>) -> ExitCode {
    if Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("instructions: skipped: there is no valgrind");
        return ExitCode::SUCCESS;
    }
    let counted = PATHS.iter().map(|path| Ok(Count { path, counts: [count(path)?, count(path)?] }));
    match counted.collect::<Result<Vec<Count>, String>>().and_then(|counts| then(&counts)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("instructions: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Instructions of one operation.
fn count(path: &Path) -> Result<u64, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            "--toggle-collect=*paths::measured*",
        ])
        .arg(this)
        .args(["--path", path.name])
        .output()
        .map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    let number = |text: &str, after: &str| -> Option<u64> {
        text.lines().find_map(|line| line.split(after).nth(1)?.trim().parse().ok())
    };
    let operations = number(&String::from_utf8_lossy(&output.stdout), "operations ");
    match (number(&said, "Collected :"), operations) {
        (Some(all), Some(operations)) if all > 0 && operations > 0 => Ok(all / operations),
        _ => Err(format!("{}: callgrind counted nothing:\n{said}", path.name)),
    }
}

fn table_file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/performance/instructions.md")
}

fn write_table(counts: &[Count]) -> Result<(), String> {
    let mut text = String::from(
        "# Instructions of the hot paths\n\nCounted by callgrind, and the same in every run on one machine: what a \
         change costs is seen here without noise. `benches/instructions/run` writes this table, \
         `benches/instructions/run --check` compares with it.\n\n\
         | path | instructions | of |\n| --- | ---: | --- |\n",
    );
    for count in counts {
        let mark = if count.repeats() { "" } else { " (varies)" };
        let _ = writeln!(
            text,
            "| {} | {}{mark} | {} |",
            count.path.name, count.counts[0], count.path.about
        );
        println!("{:<16} {:>12}{mark}  {}", count.path.name, count.counts[0], count.path.about);
    }
    let _ = writeln!(text, "\nOn {}.", machine::description());
    std::fs::write(table_file(), text).map_err(|error| error.to_string())
}

/// The written count of a path; `None` if it varied, or is not there.
fn written(table: &str, path: &Path) -> Option<u64> {
    let row = table.lines().find(|line| line.starts_with(&format!("| {} |", path.name)))?;
    row.split('|').nth(2)?.trim().parse().ok()
}

fn check(counts: &[Count]) -> Result<(), String> {
    let table = std::fs::read_to_string(table_file()).map_err(|error| error.to_string())?;
    let mut strayed = Vec::new();
    for count in counts {
        let (name, now) = (count.path.name, count.counts[0]);
        match written(&table, count.path) {
            Some(before) if count.repeats() => {
                let change = now as f64 / before as f64 - 1.0;
                println!("{name:<16} {now:>12}, {:+.1} %", 100.0 * change);
                if change > BAND {
                    strayed.push(format!("{name}: {now} instructions, {before} are written"));
                }
            }
            Some(_) => println!("{name:<16} {now:>12} or {}: not compared", count.counts[1]),
            None => strayed.push(format!("{name}: no count is written")),
        }
    }
    if strayed.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}\nIf that is meant, run benches/instructions/run and commit the table.",
        strayed.join("\n")
    ))
}
