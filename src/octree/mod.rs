//! Collisions among polyhedra that deform in every frame, by subdivision of space, without any structure that is kept
//! (Smith and Kitamura, ATR TR-C-0103).
//!
//! - [`mesh`] faces with their vertices as they are now
//! - [`method`] all interfering pairs of faces of many objects (chapter 3)
//! - [`settings`] what a user may choose
//! - [`exact`], [`triangle_box`] two triangles; a triangle and a box

pub mod contact_time;
mod cubic;
pub mod exact;
mod extent;
mod grid;
pub mod mesh;
pub mod method;
mod parallel;
mod regions;
pub mod settings;
pub mod triangle_box;
mod walk;

pub use mesh::{FaceMesh, Faces, Vertices};
pub use method::{FacePair, Subdivision};
pub use settings::{Accuracy, Division, Settings, Threads};

#[cfg(test)]
mod cubic_tests;
#[cfg(test)]
mod exact_tests;
#[cfg(test)]
mod triangle_box_tests;
#[cfg(test)]
mod method_tests;
#[cfg(test)]
mod test_meshes;
