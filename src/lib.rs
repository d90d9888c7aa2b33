//! Collision detection for C, C++ and Rust: a clean-room library with the API of SOLID 2.0.
//!
//! - [`capi`] the functions of `SOLID/solid.h` and `SOLID/solid_ext.h`
//! - [`space`] the same for Rust programs, with closures and without anything global
//!
//! Both are interfaces to the private module `scene`: objects, placements, responses, frames and the test loop.
//!
//! Questions about two bodies, without a world around them, are those of the crate `solid-geometry`.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
#[allow(unsafe_code, non_snake_case)]
pub mod capi;
mod scene;
pub mod space;

/// The programs of the manual and of the README are run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/src/rust.md")]
#[doc = include_str!("../README.md")]
pub struct Manual;
