//! Two convex bodies, one answer: do they touch, where, and how far apart are they.

pub mod boolean;
mod both;
pub mod boxes;
pub mod cast;
pub mod coherence;
pub mod core;
pub mod cores;
pub mod crossing;
pub mod depth;
pub mod difference;
pub mod dips;
mod disc;
pub mod distance;
pub mod epa;
pub mod feature;
pub mod gjk;
pub mod landing;
pub mod manifold;
pub mod mpr;
mod near;
pub mod nearest;
pub mod outcome;
pub mod pair;
pub mod path;
pub mod portal;
pub mod query;
pub mod sat;
pub mod shallow;
pub mod simplex;
pub mod slabs;
pub mod smooth;
pub mod triangle;

#[cfg(test)]
mod tests;
