//! Tests of several parts together.

mod face;
mod shapes;
mod space;
