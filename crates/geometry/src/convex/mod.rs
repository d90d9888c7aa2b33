//! Queries about two convex bodies under a [`RelativePlacement`]: whether they touch, where, and how far apart they are.
//!
//! [`intersect`] is the boolean query, [`distance`], [`cast::cast`] and [`penetration_depth`] measure. [`gjk`] and [`epa`] are the
//! algorithms behind them. What is hidden is not part of the interface: experiments and benchmarks use it.

mod axes;
pub(crate) mod boxes;
pub mod cast;
pub(crate) mod closed_form;
pub(crate) mod coherence;
pub(crate) mod contact;
pub(crate) mod depth;
pub(crate) mod distance;
pub mod epa;
#[doc(hidden)]
pub mod gjk;
mod lanes;
mod newton;
pub(crate) mod pair;
mod portal;
pub(crate) mod query;
pub(crate) mod relative;
mod touching;
pub(crate) mod triangle;
#[doc(hidden)]
pub mod turning;
pub(crate) mod unrounded;
pub(crate) mod witness;

pub use coherence::Coherence;
#[doc(hidden)]
pub use contact::{Contact, Manifold, Overlap, manifold};
pub use depth::{Depth, penetration_depth};
pub use distance::{Distance, distance};
pub use pair::VertexHints;
#[doc(hidden)]
pub use pair::{Pair, SupportPoint};
pub use query::{closest_points, common_point, intersect, overlap};
pub use relative::RelativePlacement;
#[doc(hidden)]
pub use triangle::crossing::crossing;
#[doc(hidden)]
pub use triangle::{Triangle, TriangleTest, intersect_triangles};
pub use witness::Witness;

#[cfg(test)]
mod tests;
