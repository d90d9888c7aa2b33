//! Two convex bodies, one answer: do they touch, where, and how far apart are they.

pub(crate) mod boxes;
pub mod cast;
pub(crate) mod coherence;
pub mod contact;
pub mod depth;
pub mod distance;
pub mod epa;
pub mod gjk;
mod lanes;
mod newton;
pub mod pair;
pub mod query;
pub mod relative;
pub mod triangle;
pub(crate) mod unrounded;

#[cfg(test)]
mod tests;
