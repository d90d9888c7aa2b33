//! Two convex bodies, one answer: do they touch, where, and how far apart are they.

pub mod boxes;
pub mod cast;
pub mod coherence;
pub mod contact;
pub mod depth;
pub mod dips;
mod disc;
pub mod distance;
pub mod epa;
pub mod gjk;
pub mod landing;
mod lanes;
mod near;
pub mod pair;
pub mod query;
pub mod relative;
pub mod smooth;
pub mod triangle;
pub mod unrounded;

#[cfg(test)]
mod tests;
