//! Tests of several parts together.

mod mesh;
