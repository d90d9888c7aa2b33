//! Collisions between polyhedra by octrees (Smith and Kitamura, ATR TR-C-0103): the variants of the method that the library
//! does not use, and the report's other algorithms.
//!
//! - [`method`]: all interfering pairs of faces (chapter 3), with every choice of [`settings`]
//! - [`exact`], [`triangle_box`]: intersection of two triangles; of a triangle and a box
//! - [`swept`], [`contact_time`]: faces in continuous motion (4.2)
//! - [`linear`], [`compaction`]: linear octrees, and their black nodes as few cubes (chapter 2)
//! - [`motion`], [`translation`], [`cube_test`]: octrees under a placement (chapter 2)
//! - [`update`]: the octree-update method for rigid bodies (chapter 1)

pub mod compaction;
pub mod contact_time;
mod corners;
pub mod cube_test;
mod cubic;
pub mod exact;
mod face_pair;
mod fewest;
mod grid;
pub mod linear;
pub mod method;
pub mod motion;
mod parallel;
mod regions;
pub mod settings;
pub mod swept;
pub mod translation;
pub mod triangle_box;
pub mod update;
mod voxels;
mod walk;
mod world_box;

pub use method::Subdivision;
pub use settings::{Accuracy, Division, Resolution, Settings, Threads};
pub use solid_geometry::octree::{FaceMesh, FacePair, Vertices};

/// A random rigid placement.
#[cfg(test)]
fn rigid(random: &mut solid_testing::Random, spread: f64) -> solid_geometry::Placement {
    let mut placement = solid_geometry::Placement::IDENTITY;
    placement.translate(&(random.vector() * spread));
    placement.rotate(&random.quaternion());
    placement
}
