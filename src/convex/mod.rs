//! Two convex bodies, one answer: do they touch, where, and how far apart are they.

pub mod boolean;
pub mod distance;
pub mod feature;
pub mod gjk;
pub mod manifold;
pub mod pair;
pub mod query;
pub mod sat;
pub mod simplex;
pub mod triangle;

#[cfg(test)]
mod gjk_tests;
#[cfg(test)]
mod simplex_tests;
#[cfg(test)]
mod triangle_tests;
