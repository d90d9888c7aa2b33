//! How many support points the questions about two convex bodies take: what is counted here is the same on every machine.
//!
//! `cargo bench --bench iterations [-- --pairs N | --renew]`: each question of N pairs (10,000 if not told) of the six kinds of
//! W1 to W3b, at random, and moved until they nearly touch or overlap a little. With `--renew` 100,000 pairs are asked about, and
//! docs/performance/iterations.md is written.

use std::fmt::Write;
use std::path::Path;

#[path = "../common/random.rs"]
mod random;

mod counted;
use counted::{Bodies, ROWS, Tally};

const PREFACE: &str = "\
# Support points

All questions about two convex bodies are answered by searches whose step is a support point of each body. How many a
question takes is the same on every machine. Counted here is the body that is asked more often, with all that Newton's method
wants to know of round bodies, and with all that is done with twice the digits where double precision does not tell;
poses are those of W1 to W3b. Written by

    cargo bench --bench iterations -- --renew

";

const BEYOND: &str = "
Where a search of 32 support points does not tell, another goes on. How many pairs took more than 32, or in depths and casts
more than 128; `open` are those that ended at a cap, or without the bounds that were asked for:

";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let renew = words.iter().any(|word| word == "--renew");
    let told = words.iter().skip_while(|word| *word != "--pairs").nth(1);
    let count = told.map_or(if renew { 100_000 } else { 10_000 }, |n| n.parse().expect("--pairs N"));
    let bodies = Bodies::new();
    let kinds = bodies.kinds();
    let names: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
    let mut points = format!(
        "{PREFACE}Of {count} pairs of each kind: the mean, what 999 of a thousand stay within, and the most.\n\n| question \
         | {} |\n| --- |{}\n",
        names.join(" | "),
        " ---: |".repeat(kinds.len())
    );
    let mut beyond = format!(
        "{BEYOND}| question | {} | open |\n| --- |{}\n",
        names.join(" | "),
        " ---: |".repeat(kinds.len() + 1)
    );
    for row in &ROWS {
        eprintln!("{} ...", row.title);
        let tallies: Vec<Tally> = kinds.iter().map(|(_, kind)| counted::ask(kind, row, count)).collect();
        let cells = tallies.iter().map(|t| format!("{:.1}, {}, {}", t.mean(), t.nearly_most(), t.most()));
        writeln!(points, "| {} | {} |", row.title, cells.collect::<Vec<_>>().join(" | ")).expect("a string");
        let (cells, open) =
            (tallies.iter().map(|t| t.over.to_string()), tallies.iter().map(|t| t.open).sum::<usize>());
        writeln!(beyond, "| {} | {} | {open} |", row.title, cells.collect::<Vec<_>>().join(" | "))
            .expect("a string");
    }
    println!("{points}{beyond}");
    if renew {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/performance/iterations.md");
        std::fs::write(page, points + &beyond).expect("the page is written");
    }
}
