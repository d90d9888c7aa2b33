//! Collision detection for C, C++ and Rust: a clean-room library with the API of SOLID 2.0.
//!
//! The rooms, each knowing only those below it:
//!
//! - [`capi`] the functions of `SOLID/solid.h` and `SOLID/solid_ext.h`
//! - [`space`] the same for Rust programs, with closures and without anything global
//! - [`scene`] objects, placements, responses, frames and the test loop
//! - [`broad`] which boxes overlap
//! - [`complex`] soups of polytopes
//! - [`octree`] deformable polyhedra by subdivision of space
//! - [`bvh`] trees of boxes
//! - [`convex`] two convex bodies, one answer
//! - [`shape`] what a convex body is
//! - [`math`] vectors, placements, boxes, numbers, tolerances

#![deny(unsafe_op_in_unsafe_fn)]
#![warn(missing_docs)]

pub mod broad;
pub mod bvh;
#[allow(unsafe_code, non_snake_case)]
pub mod capi;
pub mod complex;
pub mod convex;
pub mod math;
pub mod octree;
pub mod scene;
pub mod shape;
pub mod space;

/// The programs of the manual are run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/src/rust.md")]
pub struct Manual;
