//! Collisions among polyhedra that deform in every frame, by subdivision of space, without any structure that is kept
//! (Smith and Kitamura, ATR TR-C-0103).
//!
//! - [`mesh`] faces with their vertices as they are now
//! - [`method`] all interfering pairs of faces of many objects (chapter 3)
//! - [`settings`] what a user may choose
//! - [`exact`], [`triangle_box`] two triangles; a triangle and a box
//! - [`swept`], [`contact_time`] what faces sweep between two frames, and when they touch first (4.2)
//! - [`first_touch`] the same of convex bodies of any kind, with normal and points
//! - [`linear`], [`compaction`] octrees in preorder; their black space as few cubes (chapter 2)
//! - [`motion`], [`translation`], [`cube_test`] octrees of bodies that are moved
//! - [`update`] the method of chapter 1: octrees of rigid bodies, moved where it matters

pub mod compaction;
pub mod contact_time;
pub mod cube_test;
mod cubic;
pub mod exact;
mod extent;
mod face_pair;
mod fewest;
pub mod first_touch;
mod grid;
pub mod linear;
pub mod mesh;
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

pub use mesh::{FaceMesh, Faces, Vertices};
pub use method::{FacePair, Subdivision};
pub use settings::{Accuracy, Division, Resolution, Settings, Threads};

#[cfg(test)]
mod test_meshes;
