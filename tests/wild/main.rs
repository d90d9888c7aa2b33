//! Calls of all functions of the C interface in any order, with any numbers, references and handles, in several contexts and
//! inside callbacks. No model says what the answers are; but no fault of the library may be told, no answer may be no
//! number, and what several functions tell of one pair must agree. A failure prints the seed and its calls; SOLID_WILD_SEED
//! runs that one alone, SOLID_WILD sets how many are run.
#![allow(unsafe_code, reason = "C functions that take pointers, and a callback")]

mod asking;
mod calls;
mod wild;

use wild::run;

fn setting(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[test]
fn whatever_is_called_answers_are_answers() {
    if let Some(seed) = setting("SOLID_WILD_SEED") {
        run(seed);
        return;
    }
    let rounds = setting("SOLID_WILD").unwrap_or(1500);
    let callbacks: u64 = (0..rounds).map(run).sum();
    println!("{rounds} rounds, {callbacks} callbacks");
    assert!(callbacks > rounds, "{callbacks} callbacks in {rounds} rounds");
}
