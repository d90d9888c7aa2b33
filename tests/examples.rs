//! The Rust examples run to their ends; what they expect they assert themselves.

#[path = "../examples/marbles.rs"]
mod marbles;
#[path = "../examples/tide.rs"]
mod tide;

#[test]
fn marbles_stay_in_the_box() {
    marbles::main().expect("an example that runs");
}

#[test]
fn buoys_in_the_tide() {
    tide::main().expect("an example that runs");
}
