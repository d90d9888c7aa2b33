//! Tests of several parts together.

pub(super) mod storm;
mod work;
