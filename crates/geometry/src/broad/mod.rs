//! Which boxes overlap: the broad phase, which spares the narrow phase all but the pairs that may touch.

pub mod adaptive;
mod afresh;
pub mod boxtree;
pub mod brute;
mod descent;
mod endpoints;
mod few;
pub mod grid;
pub mod hash;
mod image;
mod kinetic;
mod ledger;
mod lists;
pub mod moving;
pub mod phase;
pub mod room;
mod strips;
mod swaps;
pub mod sweep;
pub mod swept;
pub mod team;
mod together;
mod tree;
mod tuning;

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
pub use team::Team;

#[cfg(test)]
mod tests;
