//! Broad phases: which of many boxes overlap, so that the narrow phase tests only the pairs that may touch.
//!
//! All of them implement [`BroadPhase`] and report the same pairs; [`Adaptive`] is the one to use. [`BruteForce`] is what the
//! tests compare the others with. [`MovingBoxes`] finds the pairs of boxes that meet while they move.

mod adaptive;
mod broad_phase;
mod brute;
mod columns;
mod few;
mod finder;
mod image;
mod moving;
mod proxies;
mod sweep_and_prune;
mod swept;
mod tree;

pub use adaptive::Adaptive;
pub use broad_phase::{BroadPhase, PairSink, Proxy};
pub use brute::BruteForce;
pub use moving::MovingBoxes;
pub use sweep_and_prune::SweepAndPrune;
pub use swept::Swept;
pub use tree::BoxTree;

#[cfg(test)]
mod tests;
