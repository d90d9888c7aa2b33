//! The library against the oracle for as long as you like: `million_pairs [pairs [seed [dear [long]]]]`, a million by default, of
//! which at most `dear` of each suite whose pairs the quick oracle does not decide, and at most `long` distances and casts. The
//! shares of the suites are those of `tests/answers/convex_pairs.rs`; ends with a table, and with status 1 if anything is wrong.

#[path = "../tests/answers/oracle/mod.rs"]
mod oracle;

use oracle::library::Library;
use oracle::report::{Report, run_with};
use oracle::{certificates, crowd, mesh, pairs, responses, touching};

/// A suite, its share of the pairs in percent, and what it costs.
type Suite = (fn(&mut Library, u64) -> Report, u64, Cost);

#[derive(Clone, Copy)]
enum Cost {
    /// Microseconds a pair.
    Low,
    /// Of what touches exactly, and of points that are told, the careful oracle decides, in a tenth of a millisecond or more.
    Dear,
    /// Distances and casts, each held against its certificate.
    Long,
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|x| x.parse().expect("a number"));
    let count: u64 = arguments.next().unwrap_or(1_000_000);
    if let Some(seed) = arguments.next() {
        run_with(seed);
    }
    let [dear, long] = [(); 2].map(|()| arguments.next().unwrap_or(u64::MAX));
    let suites: [Suite; 11] = [
        (pairs::generic, 40, Cost::Low),
        (pairs::near_contact, 30, Cost::Low),
        (pairs::sliding, 20, Cost::Low),
        (touching::touching, 5, Cost::Dear),
        (pairs::floors, 5, Cost::Dear),
        (crowd::crowds, 25, Cost::Low),
        (responses::witnessed, 10, Cost::Dear),
        (responses::smart, 10, Cost::Dear),
        (mesh::meshes, 20, Cost::Dear),
        (|_, count| certificates::distances(count), 100, Cost::Long),
        (|_, count| certificates::casts(count), 100, Cost::Long),
    ];
    let library = &mut Library::lock();
    let good: Vec<bool> = suites
        .iter()
        .map(|(suite, share, cost)| {
            let most = match cost {
                Cost::Low => u64::MAX,
                Cost::Dear => dear,
                Cost::Long => long,
            };
            suite(library, (count * share / 100).min(most)).close()
        })
        .collect();
    std::process::exit(i32::from(good.contains(&false)));
}
