//! Algorithms of the documents behind the library that the library itself does not use, kept with their tests and
//! experiments. Not published.
//!
//! - [`boxtree`]: Zachmann's Boxtree (slides)
//! - [`hybrid`]: trees of boxes that are refitted in part (Real-Time Rendering, 17.6.3)
//! - [`octree`]: the ATR report (Smith and Kitamura, TR-C-0103) with all its variants
//! - [`olvang`]: Olvång's GJK, sweep GJK, expanding polytope and portal refinement, as he wrote them (2.3 to 2.5)
//! - [`outlines`]: intersection of polygons without triangulation (thesis, 3.2.2 and 3.3)
//! - [`ray_cast`]: the GJK ray cast (slides)
//! - [`separation`]: linear programs, Chung and Wang's axis (thesis 4.1 and 4.2)
//! - [`space_time`]: sweep and prune in space-time (slides)
//! - [`deforming`]: the scenes of the ATR report, and brute force to compare with
//! - [`meshes`], [`random`]: meshes and random numbers of the experiments

#![forbid(unsafe_code)]

pub mod boxtree;
pub mod deforming;
pub mod hybrid;
pub mod meshes;
pub mod octree;
pub mod olvang;
pub mod outlines;
pub mod random;
pub mod ray_cast;
pub mod separation;
pub mod space_time;
