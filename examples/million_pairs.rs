//! The library against the oracle for as long as you like: `million_pairs [pairs [seed [dear]]]`, a million by default, of which
//! at most `dear` of each suite whose pairs the quick oracle does not decide. The
//! shares of the suites are those of `tests/convex_pairs.rs`; ends with a table, and with status 1 if anything is wrong.

#[path = "../tests/oracle/mod.rs"]
mod oracle;

use oracle::library::Library;
use oracle::report::{Report, run_with};
use oracle::{certificates, crowd, mesh, pairs, responses, touching};

/// A suite, its share of the pairs in percent, and whether it is dear: of what touches exactly, and of points that are told,
/// the careful oracle decides, in a tenth of a millisecond or more.
type Suite = (fn(&mut Library, u64) -> Report, u64, bool);

fn main() {
    let mut arguments = std::env::args().skip(1).map(|x| x.parse().expect("a number"));
    let count: u64 = arguments.next().unwrap_or(1_000_000);
    if let Some(seed) = arguments.next() {
        run_with(seed);
    }
    let most = arguments.next().unwrap_or(u64::MAX);
    let suites: [Suite; 11] = [
        (pairs::generic, 40, false),
        (pairs::near_contact, 30, false),
        (pairs::sliding, 20, false),
        (touching::touching, 5, true),
        (pairs::floors, 5, true),
        (crowd::crowds, 25, false),
        (responses::witnessed, 10, true),
        (responses::smart, 10, true),
        (mesh::meshes, 20, true),
        (|_, count| certificates::distances(count), 100, false),
        (|_, count| certificates::casts(count), 100, false),
    ];
    let library = &mut Library::lock();
    let good: Vec<bool> = suites
        .iter()
        .map(|(suite, share, dear)| (suite, count * share / 100, *dear))
        .map(|(suite, share, dear)| suite(library, if dear { share.min(most) } else { share }).close())
        .collect();
    std::process::exit(i32::from(good.contains(&false)));
}
