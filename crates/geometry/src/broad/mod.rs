//! Which boxes overlap: the broad phase, which spares the narrow phase all but the pairs that may touch.

mod adaptive;
mod broad_phase;
mod brute;
mod finder;
mod grid;
mod hash;
mod image;
mod moving;
mod proxies;
mod slabs;
mod sweep_and_prune;
mod swept;
mod tree;

pub use adaptive::Adaptive;
pub use broad_phase::{BroadPhase, PairSink, Proxy, scan_swept};
pub use brute::BruteForce;
pub use grid::UniformGrid;
pub use hash::SpatialHash;
pub use moving::MovingBoxes;
pub use sweep_and_prune::SweepAndPrune;
pub use swept::Swept;
pub use tree::BoxTree;

#[cfg(test)]
mod tests;
