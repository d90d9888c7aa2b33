//! Complex shapes: a [`PolytopeSoup`] is a set of convex polytopes and polygons over common vertices, with a tree of boxes.
//!
//! A [`Builder`] makes one, as dtNewComplexShape .. dtEndComplexShape do. [`first_pair`] and [`first_primitive`]
//! find polytopes that intersect, by the [`LeafTest`]; [`intersection`] is the curve in which two surfaces intersect.
//! `triangulate` cuts concave polygons into triangles.

mod bounds;
pub(crate) mod builder;
pub(crate) mod containment;
mod distinct;
mod edges;
mod free_cells;
pub(crate) mod intersection_curve;
mod lazy_tree;
pub(crate) mod leaf_test;
pub(crate) mod nearest_point;
mod outside;
mod polytopes;
pub(crate) mod query;
pub(crate) mod seams;
pub(crate) mod soup;
pub(crate) mod triangulate;
mod vertex_array;
mod view;

pub use builder::{Builder, PolytopeKind, Problems};
pub use intersection_curve::{Segment, intersection};
#[doc(hidden)]
pub use leaf_test::LeafTest;
pub use query::{first_pair, first_primitive};
pub use seams::SurfaceContacts;
pub use soup::PolytopeSoup;
#[doc(hidden)]
pub use triangulate::{Triangulated, TriangulationError, newell, triangulate};
pub use vertex_array::{Reader, Vertices};
#[doc(hidden)]
pub use view::PolytopeView;
