//! Tests of several parts together.

mod face;
mod half_spaces;
mod shapes;
mod space;
