//! Tests of several parts together.

mod shapes;
mod space;
