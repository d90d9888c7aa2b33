//! Collision detection with the API of SOLID 2.0.

pub mod broad;
pub mod math;
