//! Tests of several parts together.

mod space;
