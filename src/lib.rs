//! Collision detection with the API of SOLID 2.0.

pub mod bvh;
pub mod complex;
pub mod math;
