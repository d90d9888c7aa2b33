//! The library against the oracle for as long as you like: `million_pairs [pairs [seed]]`, a million by default. The
//! shares of the suites are those of `tests/convex_pairs.rs`; ends with a table, and with status 1 if anything is wrong.

#[path = "../tests/oracle/mod.rs"]
mod oracle;

use oracle::library::Library;
use oracle::report::{Report, run_with};
use oracle::{crowd, mesh, pairs, responses, touching};

/// A suite, its share of the pairs in percent, and the most cases that it does: of exactly touching pairs and of all that is
/// told of pairs the careful oracle decides each, which takes a millisecond.
type Suite = (fn(&mut Library, u64) -> Report, u64, u64);

const ALL: u64 = u64::MAX;
const DEAR: u64 = 200_000;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|x| x.parse().expect("a number"));
    let count: u64 = arguments.next().unwrap_or(1_000_000);
    if let Some(seed) = arguments.next() {
        run_with(seed);
    }
    let suites: [Suite; 9] = [
        (pairs::generic, 40, ALL),
        (pairs::near_contact, 30, ALL),
        (pairs::sliding, 20, ALL),
        (touching::touching, 5, DEAR),
        (pairs::floors, 5, DEAR),
        (crowd::crowds, 25, ALL),
        (responses::witnessed, 10, DEAR),
        (responses::smart, 10, DEAR),
        (mesh::meshes, 20, DEAR),
    ];
    let library = &mut Library::lock();
    let good: Vec<bool> = suites
        .iter()
        .map(|(suite, share, most)| suite(library, (count * share / 100).min(*most)).close())
        .collect();
    std::process::exit(i32::from(good.contains(&false)));
}
