//! A tree of boxes over the primitives of one body, kept in that body's coordinates (thesis 5.2.4, 5.2.5).
//!
//! A node has four children and holds their boxes side by side, in single precision rounded outwards, so that
//! one pass over the lanes tests all four. Everything here is conservative: a walk may report primitives whose
//! boxes are a rounding error apart, and never leaves out a pair that touches.
//!
//! - [`tree`]: the nodes, refit, bounds; `build` and `split`: which primitives go together
//! - `blocks`: what is fitted only where a walk comes; [`view`]: a tree as it is walked
//! - `enclosing`: the box around many points; [`frame`]: the tree's own units, in which single precision serves coordinates from 1e-300 to 1e300
//! - [`relative`]: one tree's coordinates seen from another's, with a bound on every rounding error
//! - [`overlap`]: SAT lite, four boxes at a time; [`descend`]: the walks
//! - [`bounded`]: the walk that looks for the least of something, by bounds from [`differences`] of boxes

mod blocks;
pub mod bounded;
mod build;
mod corners;
pub mod descend;
pub mod differences;
mod enclosing;
pub mod fitted;
pub mod frame;
mod lanes;
pub mod overlap;
pub mod relative;
mod split;
pub mod tree;
pub mod view;

pub use bounded::{BoundedVisit, walk_tree_body, walk_trees};
pub use descend::{visit_body, visit_pairs};
pub use differences::{CenteredBox, Differences};
pub use enclosing::Enclosing;
pub use fitted::Fitted;
pub use frame::{Frame, FramedBox};
pub use relative::Relative;
pub use tree::Tree;

#[cfg(test)]
pub(crate) mod test_scenes;
