//! Collision queries between convex bodies, meshes and boxes; knows no world.
//!
//! Each module uses only those above it in this list:
//!
//! - [`math`] vectors, placements, boxes, numbers, tolerances
//! - [`threads`] among which large queries are divided
//! - [`shape`] what a convex body is
//! - [`convex`] two convex bodies, one answer
//! - [`bvh`] trees of boxes
//! - [`octree`] deformable polyhedra by subdivision of space
//! - [`mesh`] soups of polytopes
//! - [`broad`] which boxes overlap

#![forbid(unsafe_code)]

pub mod broad;
pub mod bvh;
pub mod convex;
pub mod math;
pub mod mesh;
pub mod octree;
pub mod query;
pub mod shape;
pub mod threads;

pub use math::{Placement, Vec3};
pub use query::{Shape, ShapeError, WarmStart};
