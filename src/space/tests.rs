//! Tests of several parts together.

mod batches;
mod compounds;
mod face;
mod half_spaces;
mod quicksave;
mod saved;
mod shapes;
mod space;
