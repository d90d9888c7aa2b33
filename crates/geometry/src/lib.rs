//! Collision queries between two shapes, and broad phases for many. There is no world of objects: see the crate `solid`.
//!
//! Most programs need only [`query`], with [`Shape`], [`Placement`] and [`WarmStart`].
//!
//! ```
//! use solid_geometry::{Placement, Shape, query};
//!
//! let (ball, block) = (Shape::sphere(1.0)?, Shape::cuboid([2.0, 2.0, 2.0])?);
//! let apart = Placement::translation([3.0, 0.0, 0.0]);
//! assert_eq!(query::distance(&ball, &Placement::IDENTITY, &block, &apart), Some(1.0));
//! # Ok::<(), solid_geometry::ShapeError>(())
//! ```
//!
//! The other modules are the parts that it is made of, for programs with their own world. Each uses only those above it:
//!
//! - [`math`]: vectors, placements, boxes, tolerances
//! - [`memory`]: lists that the input makes as long as it likes
//! - [`interrupt`]: long work that ends when it is told to
//! - [`motion`]: how bodies move and turn between two placements
//! - [`threads`]: the pool that divides large queries
//! - [`shape`]: convex shapes, known by their support mappings
//! - [`convex`]: queries about two convex bodies
//! - `bvh`: trees of bounding boxes, public for benchmarks alone
//! - [`octree`]: deforming polyhedra by subdivision of space
//! - [`mesh`]: complex shapes, which are soups of polytopes
//! - [`broad`]: broad phases
//! - `solid`: signed distances and depths of closed meshes, which [`query`] has

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

pub mod broad;
#[doc(hidden)]
pub mod bvh;
mod bytes;
pub mod convex;
mod impact;
pub mod interrupt;
mod list;
pub mod math;
pub mod memory;
pub mod mesh;
pub mod motion;
pub mod octree;
pub mod query;
pub mod shape;
mod solid;
#[doc(hidden)]
pub mod sorting;
pub mod threads;

pub use math::{Placement, Vec3};
pub use motion::Motion;
pub use query::{Shape, ShapeError, WarmStart};
