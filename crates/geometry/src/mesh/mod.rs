//! Complex shapes: a polygon soup, that is convex polytopes and polygons over common vertices, under a tree of boxes.
//!
//! - [`builder`]: the state machine of dtNewComplexShape .. dtEndComplexShape
//! - `soup`: the finished shape, its vertices now and at the previous frame, its tree
//! - `view`: one polytope of a soup as a convex body
//! - [`leaf_test`]: whether two polytopes share a point; [`query`]: which do
//! - [`intersection_curve`]: where the surfaces of two soups intersect
//! - `containment`: points inside a closed soup
//! - [`triangulate`]: concave polygons as triangles

mod bounds;
pub mod builder;
pub(crate) mod containment;
mod distinct;
pub mod intersection_curve;
mod lazy_tree;
pub mod leaf_test;
mod polytopes;
pub mod query;
pub(crate) mod soup;
pub mod triangulate;
pub(crate) mod view;

pub use builder::{Builder, Problems};
pub use query::{first_pair, first_primitive};
pub use soup::PolytopeSoup;
pub use view::PolytopeView;
