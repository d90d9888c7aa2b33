//! Storms of random calls of the C interface against a naive model of it (see `model`): the callbacks, their order and
//! their data, the counts, and the errors must be the model's, whatever is called when, inside callbacks too.
//!
//! Shapes are boxes and points at whole coordinates, so that hit or miss is decided by integers. A failure prints the
//! storm's seed and its calls; SOLID_STORM_SEED runs that one alone, SOLID_STORMS sets how many are run.
#![allow(unsafe_code, reason = "C functions that take pointers, and a callback")]

pub mod build;
pub mod complex;
pub mod geometry;
pub mod model;
pub mod parts;
pub mod queries;
pub mod run;
pub mod settings;
pub mod steps;
pub mod storm;

#[cfg(test)]
mod tests {
    use super::run::{is_apart, one_storm};
    use crate::{alone, setting};
    use std::thread;

    #[test]
    fn storms_in_contexts_of_their_own_run_side_by_side() {
        let _alone = alone();
        let compared: u64 = thread::scope(|scope| {
            let run = |first: u64| {
                (first..first + 1200).step_by(8).filter(|seed| is_apart(*seed)).map(one_storm)
            };
            let threads: Vec<_> = (0..8)
                .map(|i| scope.spawn(move || run(1_000_000 + i).map(|sum| sum[0]).sum::<u64>()))
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("a storm that goes well")).sum()
        });
        assert!(compared > 3000, "{compared} callbacks compared");
    }

    #[test]
    fn storms_agree_with_the_model() {
        let _alone = alone();
        if let Some(seed) = setting("SOLID_STORM_SEED") {
            one_storm(seed);
            return;
        }
        let storms = setting("SOLID_STORMS").unwrap_or(6000);
        let mut sum = [0; 2];
        for seed in 0..storms {
            let compared = one_storm(seed);
            sum = [sum[0] + compared[0], sum[1] + compared[1]];
        }
        println!(
            "{storms} storms, {} callbacks compared, {} of them inside others",
            sum[0] + sum[1],
            sum[1]
        );
        assert!(sum[0] > 5 * storms && sum[1] > storms, "storms with collisions: {sum:?}");
    }
}
