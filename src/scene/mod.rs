//! The world: objects and their placements, the response table, the cache of pairs, frames, and the test loop.
//!
//! Knows nothing of C: references are numbers, callbacks a type parameter.

mod ahead;
mod bounds;
pub mod casts;
mod commits;
pub mod contacts;
pub mod deforming;
mod deforming_motion;
mod doubtful;
mod first_contact;
pub mod frames;
mod getters;
mod growth;
mod handful;
pub mod interfering;
pub mod mesh_queries;
pub mod motion;
pub mod narrow_phase;
mod nearest;
pub mod object;
pub mod pair_order;
pub mod pair_queries;
pub mod pairs;
pub mod parts;
pub mod patches;
pub mod response;
pub mod settings;
pub mod shapes;
pub mod solids;
pub mod test;
pub mod world;

pub use world::World;

#[cfg(test)]
mod test_soups;
