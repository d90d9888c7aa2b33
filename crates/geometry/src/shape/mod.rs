//! What a convex body is: a support mapping each.

pub mod ball;
pub mod composed;
pub mod hull;
pub mod patch;
pub mod polytope;
pub mod primitive;
mod round;
pub mod support;

#[cfg(test)]
mod point_sets;

pub use ball::Balls;
pub use patch::Patch;
pub use polytope::Polytope;
pub use primitive::Primitive;
pub use support::{Any, Support};
