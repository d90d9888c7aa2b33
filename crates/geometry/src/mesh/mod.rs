//! A complex shape: a soup of convex polytopes under a tree of boxes.
//!
//! - [`builder`]: the state machine of dtNewComplexShape .. dtEndComplexShape
//! - [`soup`]: the finished shape, its vertices now and at the previous frame, its tree
//! - [`view`]: one polytope of a soup as the convex queries see it
//! - [`meeting`]: whether two polytopes share a point
//! - [`triangulate`]: concave polygons cut into triangles
//! - [`curve`], [`contact`]: what two soups have in common, in full
//! - [`solid`]: what is inside a closed soup
//! - [`query`]: which polytopes two bodies may share a point in

mod bounds;
pub mod builder;
pub mod contact;
pub mod curve;
mod distinct;
mod lazy_tree;
pub mod meeting;
mod polytopes;
pub mod query;
pub mod solid;
pub mod soup;
pub mod triangulate;
pub mod view;

pub use builder::{Builder, Problems};
pub use query::{first_pair, first_primitive};
pub use soup::Soup;
pub use view::PolytopeView;
