//! The world: objects and their placements, the response table, the cache of pairs, frames, and the test loop.
//!
//! Knows nothing of C: references are numbers, callbacks a type parameter.

mod ahead;
mod bounds;
pub mod casts;
mod commits;
pub mod deforming;
mod deforming_motion;
pub mod frames;
mod getters;
mod growth;
mod handful;
pub mod interfering;
pub mod mesh_queries;
pub mod motion;
pub mod narrow_phase;
pub mod object;
pub mod pair_order;
pub mod pair_queries;
pub mod pairs;
pub mod response;
pub(crate) mod room;
pub mod settings;
pub mod shapes;
pub mod test;
pub mod world;

pub use world::World;

#[cfg(test)]
mod test_soups;
