//! Which boxes overlap: the broad phase, which spares the narrow phase all but the pairs that may touch.

pub mod adaptive;
pub mod boxtree;
pub mod brute;
mod descent;
mod endpoints;
mod few;
mod from_scratch;
pub mod grid;
pub mod hash;
mod image;
mod kinetic;
mod ledger;
mod lists;
pub mod moving;
pub mod phase;
pub mod room;
mod slabs;
mod swaps;
pub mod sweep;
pub mod swept;
mod tree;

pub use adaptive::Adaptive;
pub use boxtree::BoxTree;
pub use brute::BruteForce;
pub use grid::UniformGrid;
pub use hash::SpatialHash;
pub use ledger::Ledger;
pub use moving::MovingBoxes;
pub use phase::{BroadPhase, PairSink, Proxy};
pub use sweep::SweepAndPrune;
pub use swept::Swept;

#[cfg(test)]
mod tests;
