//! Algorithms of the documents behind the library that the library itself does not use, kept with their tests and
//! experiments. Not published.
//!
//! - [`aabb_tree`]: where to cut a tree of boxes, refitted and rebuilt ones (thesis 5.2.4, 5.2.5), boxes blended with a morph
//!   and subtrees rebuilt (Real-Time Rendering, 17.6.3)
//! - [`boxtree`]: Zachmann's Boxtree (slides)
//! - [`grid`]: uniform grids and spatial hashing (slides; thesis 5.1.1)
//! - [`hybrid`]: trees of boxes that are refitted in part (Real-Time Rendering, 17.6.3)
//! - [`johnson`]: GJK with Johnson's subalgorithm, its caches and its termination (thesis 4.4.1, 4.4.3, 4.4.4)
//! - [`k_dop`]: polytopes of discrete orientations (thesis 5.2.1)
//! - [`linked_sweep`]: sweep and prune that is linear in the boxes that move (thesis 5.2.2)
//! - [`octree`]: the ATR report (Smith and Kitamura, TR-C-0103) with all its variants
//! - [`olvang`]: Olvång's GJK, sweep GJK, expanding polytope, portal refinement and manifold, as he wrote them (2.3 to 2.6)
//! - [`convex_polygon`]: what two polygons have in common, the reference of manifolds
//! - [`outlines`]: intersection of polygons without triangulation (thesis, 3.2.2 and 3.3)
//! - [`ray_cast`]: the GJK ray cast (slides)
//! - [`separation`]: linear programs, Chung and Wang's axis (thesis 4.1 and 4.2)
//! - [`space_time`]: sweep and prune in space-time (slides)
//! - [`deforming`]: the scenes of the ATR report, and brute force to compare with
//! - [`meshes`], [`random`]: meshes and random numbers of the experiments

#![forbid(unsafe_code)]

pub mod aabb_tree;
pub mod boxtree;
pub mod convex_polygon;
pub mod deforming;
pub mod grid;
pub mod hybrid;
pub mod johnson;
pub mod k_dop;
pub mod linked_sweep;
pub mod meshes;
pub mod octree;
pub mod olvang;
pub mod outlines;
pub mod random;
pub mod ray_cast;
pub mod separation;
pub mod space_time;
