//! Convex shapes, each of which is known by its support mapping.

pub mod bounding_spheres;
pub mod composite;
pub mod hull;
pub mod patch;
pub mod polytope;
pub mod primitive;
mod round;
pub mod support;

#[cfg(test)]
mod point_sets;

pub use bounding_spheres::BoundingSpheres;
pub use patch::SmoothPatch;
pub use polytope::Polytope;
pub use primitive::Primitive;
pub use support::{Any, Support};
