//! Which boxes overlap: the broad phase, which spares the narrow phase all but the pairs that may touch.

pub mod brute;
mod endpoints;
mod ledger;
pub mod phase;
mod room;
mod strips;
pub mod sweep;
pub mod swept;
mod tuning;

pub use brute::BruteForce;
pub use phase::{BroadPhase, PairSink, Proxy};
pub use sweep::SweepAndPrune;
pub use swept::Swept;

#[cfg(test)]
mod room_tests;
#[cfg(test)]
mod storm_tests;
