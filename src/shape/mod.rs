//! What a convex body is: one support function each.

pub mod hull;
pub mod polytope;
mod power;

#[cfg(test)]
mod point_sets;
