//! Vectors, affine placements, boxes, numbers of two precisions, and every tolerance of the library.

pub mod aabb;
pub mod exact;
pub mod hash;
pub mod index;
pub mod placement;
pub mod power;
pub mod scalar;
pub mod sort;
pub mod tolerance;
pub mod vector;

pub use aabb::Aabb;
pub use placement::Placement;
pub use vector::{Mat3, Vec3};
