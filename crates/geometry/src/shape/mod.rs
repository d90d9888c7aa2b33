//! Convex shapes, each of which is known by its support mapping.

pub(crate) mod bounding_spheres;
pub(crate) mod composite;
pub(crate) mod core;
pub(crate) mod feature;
mod half_space;
pub(crate) mod hull;
pub(crate) mod outline;
pub(crate) mod polytope;
pub(crate) mod primitive;
mod saved;
pub(crate) mod smooth_patch;
pub(crate) mod support;
mod support_function;
mod support_points;

#[cfg(test)]
mod tests;

pub use bounding_spheres::{BoundingSpheres, RIGID_STRETCHES, SphereTest, stretches};
pub use composite::{Composite, CompositionError};
#[doc(hidden)]
pub use feature::Feature;
pub use half_space::HalfSpace;
#[doc(hidden)]
pub use hull::{Edges, Hull};
pub use polytope::Polytope;
pub use primitive::Primitive;
#[doc(hidden)]
pub use smooth_patch::SmoothPatch;
pub use support::{Any, Support};
pub use support_function::{FunctionShape, SupportFault, SupportFunction};
