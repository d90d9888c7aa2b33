//! Sequences of calls of the C interface, their arguments too, against the naive model of `tests/storms`: callbacks, their
//! order, their data, counts and errors must be the model's. The fuzzer's bytes take the place of random words.
#![no_main]
#![allow(unsafe_code, reason = "C functions that take pointers, and a callback")]

#[path = "../../tests/storms/modelled/mod.rs"]
mod modelled;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    solid_testing::feed::set(bytes);
    modelled::run::one_storm(0);
});
