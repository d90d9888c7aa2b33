//! What a convex body is: a support mapping each.

pub mod primitive;
pub mod support;

pub use primitive::Primitive;
pub use support::Support;
