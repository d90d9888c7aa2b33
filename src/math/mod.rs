//! Vectors, affine placements, boxes, and every tolerance of the library.

pub mod aabb;
pub mod placement;
pub mod tolerance;
pub mod vector;

pub use aabb::Aabb;
pub use placement::Placement;
pub use vector::{Mat3, Vec3};
