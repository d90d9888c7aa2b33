//! Vectors, affine placements, boxes, numbers of two precisions, and every tolerance of the library.

pub(crate) mod aabb;
pub(crate) mod exact;
pub(crate) mod placement;
pub(crate) mod power;
pub(crate) mod scalar;
pub mod tolerance;
pub mod vector;

pub use aabb::Aabb;
pub use placement::{Placement, is_rotation, rotation};
pub use vector::{Mat3, Vec3};

/// Replaces each count by the sum of those before it, as a counting sort needs them; returns the sum of all.
pub(crate) fn exclusive_prefix_sum(counts: &mut [u32]) -> u32 {
    let mut total = 0;
    for count in counts {
        total += std::mem::replace(count, total);
    }
    total
}
