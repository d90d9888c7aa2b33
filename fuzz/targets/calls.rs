//! Sequences of calls of the C interface, their arguments too, against the naive model of `tests/storm`: callbacks, their
//! order, their data, counts and errors must be the model's. The fuzzer's bytes take the place of random words.
#![no_main]
#![allow(unsafe_code, reason = "C functions that take pointers, and a callback")]

#[path = "../../tests/storm/build.rs"]
mod build;
#[path = "../../tests/storm/complex.rs"]
mod complex;
#[path = "../../tests/storm/geometry.rs"]
mod geometry;
#[path = "../../tests/storm/model.rs"]
mod model;
#[path = "../../tests/storm/questions.rs"]
mod questions;
#[path = "../../tests/storm/run.rs"]
mod run;
#[path = "../../tests/storm/steps.rs"]
mod steps;
#[path = "../../tests/storm/storm.rs"]
mod storm;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    solid_testing::feed::set(bytes);
    run::one_storm(0);
});
