//! Storms of random calls of the C interface against a naive model of it (see `model`): the callbacks, their order and
//! their data, the counts, and the errors must be the model's, whatever is called when, inside callbacks too.
//!
//! Shapes are boxes and points at whole coordinates, so that hit or miss is decided by integers. A failure prints the
//! storm's seed and its calls; SOLID_STORM_SEED runs that one alone, SOLID_STORMS sets how many are run.
#![allow(unsafe_code, reason = "C functions that take pointers, and a callback")]

mod build;
mod complex;
mod geometry;
mod model;
mod steps;
mod storm;

use solid::capi::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use storm::{REFERENCES, STORM, Storm, act, pointer, with_storm};

fn setting(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Leaves the machine as it was found.
fn clear(storm: Storm) {
    (0..REFERENCES).for_each(|reference| {
        dtDeleteObject(pointer(reference));
        dtResetObjectResponse(pointer(reference));
        (0..REFERENCES).for_each(|other| dtResetPairResponse(pointer(reference), pointer(other)));
    });
    storm.model.shapes.keys().for_each(|handle| dtDeleteShape(pointer(*handle)));
    dtClearDefaultResponse();
    dtEnableCaching();
    dtSetTolerance(1e-6);
    assert_eq!(dtTest(), 0);
    dtGetError();
}

fn one_storm(seed: u64) -> [u64; 2] {
    STORM.set(Some(Storm::new(seed)));
    let steps = with_storm(|storm| {
        // In most storms there is something to hit, and somebody to tell, from the start.
        (0..storm.random.below(12)).for_each(|_| storm.populate());
        20 + storm.random.below(160)
    });
    let result = catch_unwind(AssertUnwindSafe(|| (0..steps).for_each(|_| act())));
    let storm = STORM.take().expect("the storm");
    if let Err(panic) = result {
        eprintln!("storm of seed {seed}, the calls:\n{}", storm.log.join("\n"));
        resume_unwind(panic);
    }
    let compared = storm.compared;
    clear(storm);
    compared
}

#[test]
fn storms_go_as_the_model_says() {
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
    println!("{storms} storms, {} callbacks compared, {} of them inside others", sum[0] + sum[1], sum[1]);
    assert!(sum[0] > 5 * storms && sum[1] > storms, "storms with collisions: {sum:?}");
}
