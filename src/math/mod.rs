//! Vectors, affine placements, boxes, numbers of two precisions, and every tolerance of the library.

pub mod aabb;
pub mod exact;
pub mod hash;
pub(crate) mod index;
pub mod placement;
pub(crate) mod power;
pub mod scalar;
pub mod sort;
pub mod tolerance;
pub mod vector;

#[cfg(test)]
mod aabb_tests;
#[cfg(test)]
mod exact_tests;
#[cfg(test)]
mod placement_tests;
#[cfg(test)]
mod scalar_tests;
#[cfg(test)]
pub(crate) mod test_random;

pub use aabb::Aabb;
pub use placement::Placement;
pub use vector::{Mat3, Vec3};
