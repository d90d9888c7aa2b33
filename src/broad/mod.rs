//! Which boxes overlap: the broad phase, which spares the narrow phase all but the pairs that may touch.

pub mod brute;
mod endpoints;
pub mod phase;
mod room;
mod strips;
pub mod sweep;
mod tuning;

pub use brute::BruteForce;
pub use phase::{BroadPhase, PairSink, Proxy};
pub use sweep::SweepAndPrune;

#[cfg(test)]
mod room_tests;
#[cfg(test)]
mod storm_tests;
