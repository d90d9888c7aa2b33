//! Random churn for as long as you like: `soak [frames [seed]]`, ten million frames by default.
//!
//! In each frame one of several contexts has shapes and objects made, deleted, moved and deformed, responses and settings
//! changed, and a test run. In some frames all queries about two objects must agree; in some the test is compared with tests
//! of single pairs, in some with the certified oracle of `tests/answers/oracle`. Memory must stay as it was after the first
//! tenth. Reports progress every half minute; ends with a summary, or with a panic at the first error: the seed and the frame
//! that it names come up again with the same arguments.
#![allow(unsafe_code, reason = "C functions that take pointers, and a callback")]

#[cfg(not(feature = "freesolid"))]
mod churn;

fn main() {
    // With `freesolid` the dt functions take float numbers: too few digits for the oracle.
    #[cfg(not(feature = "freesolid"))]
    churn::run();
}
