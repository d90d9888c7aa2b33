//! Vectors, affine placements, boxes, numbers of two precisions, and every tolerance of the library.

pub mod aabb;
pub mod placement;
pub mod scalar;
pub mod tolerance;
pub mod vector;

pub use aabb::Aabb;
pub use placement::Placement;
pub use vector::{Mat3, Vec3};
