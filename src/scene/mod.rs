//! The world: objects and their placements, the response table, the cache of pairs, frames, and the test loop.
//!
//! Knows nothing of C: references are numbers, callbacks a type parameter.

pub mod advance;
pub mod batch;
mod bounds;
pub mod casts;
mod decide;
pub mod deforming;
pub mod deforming_motion;
pub mod draw;
pub mod events;
pub mod frames;
mod getters;
pub mod interfering;
pub mod mesh_queries;
pub mod motion;
pub mod narrow_phase;
pub mod object;
pub mod pair_queries;
pub mod pairs;
pub mod queries;
mod quiet;
pub mod response;
pub mod saved;
pub mod settings;
pub mod shapes;
mod slots;
pub mod test;
pub mod turning;
mod update;
pub mod users;
pub mod world;

pub use world::World;

#[cfg(test)]
mod tests;
