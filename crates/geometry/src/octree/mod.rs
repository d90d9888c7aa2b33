//! Collisions between polyhedra that deform in every frame, by subdivision of space, without a structure that is kept
//! from frame to frame (Smith and Kitamura, ATR TR-C-0103).
//!
//! - [`mesh`]: faces with their vertices as they are now
//! - [`method`]: all pairs of faces whose boxes overlap, of many objects (chapter 3)
//! - [`first_touch`]: the time of impact of two convex bodies that deform or move along straight lines

mod extent;
pub mod first_touch;
mod grid;
pub mod mesh;
pub mod method;
mod regions;
mod walk;

pub use mesh::{FaceMesh, Faces, Vertices};
pub use method::{FacePair, Subdivision};

#[cfg(test)]
mod test_meshes;
