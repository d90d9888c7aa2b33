//! Many queries in one call: one shape at thousands of placements, thousands of pairs or rays, a robot's configurations.
//!
//! Placements, vectors and answers are in arrays of the caller's ([`Poses`], [`Vectors`]), which are read where they are.
//! Several threads share the rows. Each answer is that of the single query, to the last bit, whatever the number of threads.
//!
//! ```
//! use solid_geometry::query::batch::{Batch, Bodies, Pairs};
//! use solid_geometry::{Placement, Shape, query};
//!
//! let (ball, block) = (Shape::sphere(1.0)?, Shape::cuboid([2.0, 2.0, 2.0])?);
//! let poses = [0.0, 1.5, 3.0].map(|x| Placement::translation([x, 0.0, 0.0]));
//! let pairs = Pairs {
//!     a: Bodies::of(&ball, &poses[..]),
//!     b: Bodies::of(&block, &Placement::IDENTITY),
//! };
//! let (mut hits, mut distances) = ([false; 3], [0.0; 3]);
//! Batch::default().intersects(&pairs, &mut hits);
//! Batch::default().distances(&pairs, &mut distances);
//! assert_eq!((hits, distances), ([true, true, false], [0.0, 0.0, 1.0]));
//! # Ok::<(), solid_geometry::ShapeError>(())
//! ```
//!
//! A row that cannot be answered, such as one with a NaN, is counted in the [`Report`], and leaves its answer as the caller
//! filled it in; the others are answered.

mod bounds;
mod casts;
mod chain;
mod obstacles;
mod pairs;
mod poses;
mod run;

#[cfg(test)]
mod tests;

pub use chain::{Chain, LinkHit};
pub use obstacles::{ObstacleHit, Obstacles};
pub use pairs::{Bodies, Pairs, Rays};
pub use poses::{Numbers, OutOfBounds, Poses, Rows, Vectors};
pub use run::{Batch, Report, RowError};
