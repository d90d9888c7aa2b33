//! Algorithms of the documents behind the library that the library itself does not use, kept with their tests and
//! experiments. Not published.
//!
//! - [`octree`]: the ATR report (Smith and Kitamura, TR-C-0103) with all its variants
//! - [`mpr`]: Minkowski portal refinement (Olvång 2.4)
//! - [`shallow`]: the depth of shallow contacts by a distance (Olvång 2.3.4)
//! - [`outlines`]: intersection of polygons without triangulation (thesis, 3.2.2 and 3.3)
//! - [`deforming`]: the scenes of the ATR report, and brute force to compare with
//! - [`meshes`], [`random`]: meshes and random numbers of the experiments

#![forbid(unsafe_code)]

pub mod deforming;
pub mod meshes;
pub mod mpr;
pub mod octree;
pub mod outlines;
pub mod random;
pub mod shallow;
