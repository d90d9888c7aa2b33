//! How many support points the questions about two convex bodies take: what is counted here is the same on every machine.
//!
//! `cargo bench --bench iterations [-- --pairs N | --renew]`: each question of N pairs (10,000 if not told) of the six kinds of
//! W1 to W3b, at random, and moved until they nearly touch or overlap a little. With `--renew` 100,000 pairs are asked about, and
//! docs/performance/iterations.md is written.

use std::path::Path;

#[path = "../common/random.rs"]
mod random;

#[path = "../common/counted.rs"]
mod counted;

mod questions;
use questions::{Bodies, ROWS, Tally};

const PREFACE: &str = "\
# Support points

All questions about two convex bodies are answered by searches whose step is a support point of each body. How many a
question takes is the same on every machine. Counted here is the body that is asked more often, with all that Newton's method
asks round bodies for, and with all that is done with twice the digits where double precision does not tell. Not counted are
steps of that method, 30 at most, on pieces of surfaces that it was told of before: each ends with a count, where a body is asked
whether another piece reaches farther. Poses are those of W1 to W3b. Written by

    cargo bench --bench iterations -- --renew

";

const BEYOND: &str = "
Where a search of 32 support points does not tell, another goes on. How many pairs took more than 32, or in depths and casts
more than 128; `open` are those that ended at a cap, or without the bounds that were asked for:

";

/// The mean, what 999 of a thousand stay within, and the most.
fn spread(tally: &Tally) -> String {
    let nearly_all = tally.counts[tally.counts.len() * 999 / 1000];
    let most = tally.counts[tally.counts.len() - 1];
    format!("{:.1}, {nearly_all}, {most}", tally.mean())
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

fn head(columns: &[&str]) -> String {
    let rule = format!("| --- |{}\n", " ---: |".repeat(columns.len() - 1));
    line(columns.iter().map(|column| (*column).to_owned())) + &rule
}

/// The page: two tables about so many pairs of each kind.
fn page(count: usize) -> String {
    let bodies = Bodies::new();
    let kinds = bodies.kinds();
    let mut columns = vec!["question"];
    columns.extend(kinds.iter().map(|(name, _)| *name));
    let mut points = head(&columns);
    columns.push("open");
    let mut beyond = head(&columns);
    for row in &ROWS {
        eprintln!("{} ...", row.title);
        let tallies: Vec<Tally> =
            kinds.iter().map(|(_, kind)| questions::ask(kind, row, count)).collect();
        let title = || std::iter::once(row.title.to_owned());
        points += &line(title().chain(tallies.iter().map(spread)));
        let open: usize = tallies.iter().map(|tally| tally.open).sum();
        let numbers = tallies.iter().map(|tally| tally.over).chain([open]);
        beyond += &line(title().chain(numbers.map(|number| number.to_string())));
    }
    let told = format!(
        "Of {count} pairs of each kind: the mean, what 999 of a thousand stay within, and the most.\n\n"
    );
    [PREFACE, &told, &points, BEYOND, &beyond].concat()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let renew = words.iter().any(|word| word == "--renew");
    let told = words.iter().skip_while(|word| *word != "--pairs").nth(1);
    let count =
        told.map_or(if renew { 100_000 } else { 10_000 }, |n| n.parse().expect("--pairs N"));
    let page = page(count);
    println!("{page}");
    if renew {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/performance/iterations.md");
        std::fs::write(file, page).expect("the page is written");
    }
}
