//! An oracle for placed convex bodies, sharing no code with the library, and the drivers that hold the library to it.
//!
//! The oracle never trusts its own search: a miss is an axis whose margin is evaluated in double-double arithmetic
//! (`dd`) and exceeds the error bound of that evaluation; a hit is a tetrahedron of points of the Minkowski difference
//! around the origin, checked the same way, or, for touching bodies, a proof in exact integers (`exact`).
//! What neither proves is `Ambiguous`, and counted.
//!
//! `SOLID_PAIRS` sets how many pairs the tests do, `SOLID_SEED` which; a failure prints a C program and the number of its
//! case, which `SOLID_CASE` runs alone.
#![allow(dead_code)]

pub mod big;
pub mod body;
pub mod certificates;
pub mod crowd;
pub mod dd;
pub mod depths;
pub mod exact;
pub mod filter;
pub mod generate;
pub mod library;
pub mod mesh;
pub mod pairs;
pub mod print;
pub mod report;
pub mod responses;
pub mod search;
pub mod touching;
pub mod verdict;
pub mod wholes;
