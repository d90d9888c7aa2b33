//! Collisions between polyhedra that deform in every frame, by subdivision of space, without a structure that is kept
//! from frame to frame (Smith and Kitamura, ATR TR-C-0103).
//!
//! - `faces`: faces with their vertices as they are now
//! - `subdivision`: all pairs of faces whose boxes overlap, of many objects (chapter 3)
//! - [`first_touch()`]: the time of impact of two convex bodies that deform or move along straight lines (`moving_body`)

mod bintree;
pub(crate) mod faces;
pub(crate) mod first_touch;
mod grid;
mod moving_body;
mod regions;
pub(crate) mod subdivision;
mod turning_touch;

pub use faces::{FaceMesh, Vertices};
pub use first_touch::{Touch, first_touch, time_of_first_own_touch, time_of_first_touch};
pub use moving_body::{MovingBody, MovingHull, MovingSolid};
pub use subdivision::{FacePair, Subdivision};
pub(crate) use turning_touch::{TurningSolid, first_approach};

/// What the experiments with other variants of the method share with it. Not part of the interface.
#[doc(hidden)]
pub mod parts {
    pub use super::grid::{BITS, Cell, Grid, Item, LAST, apart};
    pub use super::regions::{
        BEYOND, Region, UNUSABLE, overlap_regions, overlapping_pairs, sides_beyond,
    };
    pub use super::subdivision::share_a_vertex;
}
