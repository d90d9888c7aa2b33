//! Calls of all functions of the C interface, their arguments too: no fault of the library, no answer that is no number, and
//! agreement of what several functions tell of one pair (`tests/storms`). The fuzzer's bytes take the place of random words.
#![no_main]
#![allow(unsafe_code, reason = "C functions that take pointers, and a callback")]

#[path = "../../tests/storms/wild/mod.rs"]
mod wild;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    solid_testing::feed::set(bytes);
    wild::round::run(0);
});
