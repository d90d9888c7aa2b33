//! Queries about two convex bodies under a [`RelativePlacement`]: whether they touch, where, and how far apart they are.
//!
//! [`intersect`] is the boolean query, [`distance`], [`cast::cast`] and [`penetration_depth`] measure, [`manifold`] finds the
//! contacts. [`gjk`] and [`epa`] are the algorithms behind them.

pub(crate) mod boxes;
pub mod cast;
pub(crate) mod coherence;
pub(crate) mod contact;
pub(crate) mod depth;
pub(crate) mod distance;
pub mod epa;
pub mod gjk;
mod lanes;
mod newton;
pub(crate) mod pair;
pub(crate) mod query;
pub(crate) mod relative;
pub(crate) mod triangle;
pub mod turning;
pub(crate) mod unrounded;

pub use coherence::Coherence;
pub use contact::{Contact, Manifold, Overlap, manifold};
pub use depth::{Depth, penetration_depth};
pub use distance::{Distance, distance};
#[doc(hidden)]
pub use pair::SupportPoint;
pub use pair::{Pair, VertexHints};
pub use query::{closest_points, common_point, intersect, overlap};
pub use relative::RelativePlacement;
pub use triangle::crossing::crossing;
pub use triangle::{Triangle, TriangleTest, intersect_triangles};

#[cfg(test)]
mod tests;
