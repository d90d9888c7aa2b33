//! Bounding volume hierarchies: a tree of axis-aligned boxes over the primitives of one body, in that body's coordinates
//! (Bergen 1999, 5.2.4 and 5.2.5).
//!
//! A node has four children and holds their boxes side by side, in single precision rounded outwards, so that
//! one pass over the SIMD lanes tests all four. Queries are conservative: they may report primitives whose
//! boxes are a rounding error apart, and never leave out a pair that touches.
//!
//! - `tree`: the tree; `node`: its nodes; `build` and `split`: top-down construction; `refit`: new boxes after a deformation
//! - `frame`: the tree's own units, in which single precision serves coordinates from 1e-300 to 1e300
//! - `relative`: one tree's coordinates relative to another's, with a bound on every rounding error
//! - `overlap`: SAT lite, four boxes at a time; `descend`: intersection queries
//! - `bounded`: branch and bound, with lower bounds from the `differences` of boxes, or from `gaps` between `pieces` of surfaces, which
//!   are in boxes and in `slabs`
//! - `timed`: the same in order of time, for bodies that turn
//! - `ray`: the boxes that a ray passes, nearest first; `point`: those that are near a point

pub(crate) mod bounded;
mod build;
mod corners;
pub(crate) mod descend;
pub(crate) mod differences;
pub(crate) mod frame;
mod gaps;
mod node;
mod overlap;
mod pieces;
mod point;
pub(crate) mod ray;
mod refit;
pub(crate) mod relative;
mod saved;
mod slabs;
mod split;
pub(crate) mod timed;
pub(crate) mod tree;

pub(crate) use bounded::{BoundedVisit, FourPairs, walk_nearest};
pub use descend::visit_pairs;
pub(crate) use descend::{RoundedBox, visit_body, visit_rounded_box};
pub(crate) use differences::Differences;
pub(crate) use gaps::{Contents, Gaps, Measure, Path};
pub(crate) use point::{BeyondPlane, NearVisit, Way, walk_along, walk_near};
pub(crate) use ray::{TreeRay, walk_ray};
pub use relative::Relative;
pub(crate) use slabs::Slabs;
pub(crate) use timed::{TimedVisit, walk_in_time};
pub use tree::Tree;
pub(crate) use tree::{OneLeaf, TreeSide};

#[cfg(test)]
pub(crate) mod tests;
