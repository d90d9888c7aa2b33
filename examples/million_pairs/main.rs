//! The library against the oracle for as long as you like: `million_pairs [pairs [seed [dear [long]]]]`, a million by default, of
//! which at most `dear` of each suite whose pairs the quick oracle does not decide, and at most `long` distances and casts. The
//! shares of the suites are those of `tests/answers/convex_pairs.rs`; ends with a table, and with status 1 if anything is wrong.

#[cfg(not(feature = "freesolid"))]
mod suites;

fn main() {
    // With `freesolid` the dt functions take float numbers: too few digits for the oracle.
    #[cfg(not(feature = "freesolid"))]
    suites::run();
}
