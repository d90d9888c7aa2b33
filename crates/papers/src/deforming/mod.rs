//! The scenes of the ATR report, brute force over all pairs of faces, and trees of boxes to compare with.

pub mod bodies;
pub mod brute;
pub mod scenes;
pub mod trees;
