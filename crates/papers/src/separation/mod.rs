//! What the thesis compares ISA-GJK with, for two polytopes: linear programs for a point that they share (4.1) or for a plane
//! between them (4.2.1), and the reflected axis of Chung and Wang (4.2.2).

pub mod chung_wang;
mod planes;
pub mod seidel;

pub use planes::{Planes, Workspace};
