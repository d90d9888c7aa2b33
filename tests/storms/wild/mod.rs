//! Calls of all functions of the C interface in any order, with any numbers, references and handles, in several contexts and
//! inside callbacks. There is no model of the results, but the library must not report an internal error, no result may be
//! NaN, and all queries about a pair must agree. A failure prints the seed and its calls; SOLID_WILD_SEED runs that one
//! alone, SOLID_WILD sets how many are run.
#![allow(unsafe_code, reason = "C functions that take pointers, and a callback")]

pub mod calls;
pub mod queries;
pub mod round;
pub mod shapes;

#[cfg(test)]
mod tests {
    use super::round::run;
    use crate::{alone, setting};

    #[test]
    fn results_are_valid_and_consistent() {
        let _alone = alone();
        if let Some(seed) = setting("SOLID_WILD_SEED") {
            run(seed);
            return;
        }
        let rounds = setting("SOLID_WILD").unwrap_or(1500);
        let callbacks: u64 = (0..rounds).map(run).sum();
        println!("{rounds} rounds, {callbacks} callbacks");
        assert!(callbacks > rounds, "{callbacks} callbacks in {rounds} rounds");
    }
}
