//! The suites of the oracle and how much of each is run.

#[path = "../../tests/answers/oracle/mod.rs"]
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

pub fn run() {
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
