//! The library against the oracle for as long as you like: `million_pairs [pairs [seed]]`, a million by default. The
//! shares of the suites are those of `tests/convex_pairs.rs`; ends with a table, and with status 1 if anything is wrong.

#[path = "../tests/oracle/mod.rs"]
mod oracle;

use oracle::library::Library;
use oracle::report::{Report, run_with};
use oracle::{crowd, mesh, pairs, responses, touching};

type Suite = (fn(&mut Library, u64) -> Report, u64);

fn main() {
    let mut arguments = std::env::args().skip(1).map(|x| x.parse().expect("a number"));
    let count: u64 = arguments.next().unwrap_or(1_000_000);
    if let Some(seed) = arguments.next() {
        run_with(seed);
    }
    let suites: [Suite; 9] = [
        (pairs::generic, 40),
        (pairs::near_contact, 30),
        (pairs::sliding, 20),
        (touching::touching, 5),
        (pairs::floors, 5),
        (crowd::crowds, 25),
        (responses::witnessed, 10),
        (responses::smart, 10),
        (mesh::meshes, 20),
    ];
    let library = &mut Library::lock();
    let good: Vec<bool> =
        suites.iter().map(|(suite, share)| suite(library, count * share / 100).close()).collect();
    std::process::exit(i32::from(good.contains(&false)));
}
