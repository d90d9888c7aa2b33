//! The library for Rust programs: spaces of objects without anything global, with closures as responses.
//!
//! A [`Space`] holds shapes and objects. A [`Shape`] is made once, defined in a space, and used by any number of objects.
//! [`Space::test`] runs the closures that [`Space::set_response`] was given, or [`Space::next_collision`] hands out one
//! collision after the other, so that a loop of the caller's own does the work.
//!
//! ```
//! use solid::space::{ContactQuery, Placement, Selector, Shape, Space};
//!
//! let mut space = Space::new();
//! let ball = space.define(Shape::sphere(1.0)?);
//! let (ball, ground) = (space.create_object(ball)?, space.create_object(Shape::cuboid([10.0, 1.0, 10.0])?)?);
//! space.place(ball, Placement::translation([0.0, 1.2, 0.0]))?;
//!
//! space.set_response(Selector::All, ContactQuery::CommonPoint, move |_, collision| {
//!     assert_eq!((collision.first, collision.second), (ball, ground));
//! });
//! assert_eq!(space.test(), 1);
//!
//! space.place(ball, Placement::translation([0.0, 2.0, 0.0]))?;
//! assert_eq!(space.test(), 0);
//! # Ok::<(), solid::space::Error>(())
//! ```
//!
//! Answers are the same as those of the C functions, bit for bit, since both call the same code. The manual's chapter "From Rust"
//! lists the equivalent of each.

mod batches;
mod error;
mod events;
mod meshes;
mod motion;
mod objects;
mod queries;
mod responses;
mod saved;
mod settings;
mod test;
mod world;
mod world_queries;

#[cfg(test)]
mod tests;

pub use batches::{BatchSide, ChainBatch, ChainHit, PairBatch};
pub use error::{Error, Warning};
pub use events::PairChange;
pub use meshes::{FacePair, SelfContact};
pub use motion::{MotionContact, MotionKind, MotionTest, Stop};
pub use objects::ObjectBuilder;
pub use queries::RayHit;
pub use responses::Selector;
pub use saved::LoadError;
pub use settings::{BroadPhaseKind, CollisionMethod, SpaceBuilder, Statistics};
pub use test::{Collision, Test};
pub use world::{Object, ShapeId, Space};
pub use world_queries::{ObjectHit, Queries, QueryBody, QueryFilter};

pub use crate::scene::draw::{Drawing, Line};
pub use crate::scene::narrow_phase::ResponseData as CollisionData;
pub use crate::scene::response::{ContactQuery, Filter};
pub use solid_geometry::math::Aabb;
pub use solid_geometry::mesh::Segment;
pub use solid_geometry::query::{
    CastHit, Clash, ClashKind, ClashLimits, ClosestPair, Contact, Effort, HeightField,
    PatchContact, Separation, Shape, ShapeError, SignedDistance, SurfacePoint,
};
pub use solid_geometry::{Placement, Vec3};
