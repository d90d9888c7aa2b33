//! Queries about two placed shapes: the main interface of the crate.
//!
//! ```
//! use solid_geometry::{Placement, Shape, query};
//!
//! let (ball, block) = (Shape::sphere(1.0)?, Shape::cuboid([2.0, 2.0, 2.0])?);
//! let apart = Placement::translation([3.0, 0.0, 0.0]);
//! assert_eq!(query::distance(&ball, &Placement::IDENTITY, &block, &apart), Some(1.0));
//! # Ok::<(), solid_geometry::ShapeError>(())
//! ```
//!
//! Shapes are closed: touching is sharing a point. Whether two shapes share a point is certified by a bound on the
//! rounding error, and all queries agree about it. This holds in the default floating-point environment, which Rust assumes:
//! a process into which C code has brought flush-to-zero, denormals-are-zero or another rounding mode has to give each thread
//! that calls its default back. (The C functions of the crate `solid` do so themselves.) Points, vectors and distances are in world coordinates and units.
//! The relative error of distances, depths and times is at most [`DEFAULT_TOLERANCE`].
//!
//! A shape whose placement has a number that is not finite shares no point with others, and distance queries about it
//! return `None`.
//!
//! Programs that query the same pair repeatedly keep a [`WarmStart`] for it, which has the same queries as methods. Its
//! cache makes them faster and changes no answer.

mod ask;
pub mod batch;
mod block;
mod bodies;
mod cast;
mod cast_deforming;
mod cast_motion;
mod closest_points;
mod collide;
mod contacts;
mod containment;
mod half_space;
mod ill_conditioned;
mod impact;
mod leaving;
mod local_bounds;
mod nearest;
mod parts;
mod patches;
mod saved;
mod separating_axes;
mod shape;
mod surface_point;
mod traversal;
mod warm_start;

#[cfg(test)]
pub(crate) mod tests;

pub use ask::{Answer, PairCache, Question, ask, collide};
pub use bodies::{Body, BodyPair, BodyShape, PartIndices, Shapes, part_of_smaller};
pub use cast::{CastHit, FirstContact};
pub use cast_deforming::FaceContact;
pub use closest_points::ClosestPair;
pub(crate) use contacts::region::Region;
pub use contacts::{Contact, ContactMemory, Penetration, match_contacts};
pub use containment::Inside;
pub use impact::{ImpactTime, NotFinite, edge_edge_impact, vertex_face_impact};
pub use leaving::CastOptions;
#[doc(hidden)]
pub use local_bounds::{EVERYWHERE, LocalBounds};
pub use nearest::Nearest;
pub use parts::{
    Compound, Diagonal, HeightField, Heights, MOST_NESTED, Part, Parts, PartsVisitor, Points,
    Reach, Wanted,
};
pub use patches::PatchContact;
#[doc(hidden)]
pub use saved::{FileReader, FileWriter};
pub use saved::{LoadError, SharedBytes};
pub use shape::{Shape, ShapeError, ShapeKind};
pub use surface_point::SurfacePoint;
pub(crate) use traversal::visit_nearest;
pub use traversal::{PartVisitor, visit_overlapping};
pub use warm_start::WarmStart;

pub use crate::solid::clash::{Clash, ClashKind, ClashLimits};
pub use crate::solid::mass::MassProperties;
pub use crate::solid::separation::{Effort, Separation};
pub use crate::solid::signed_distance::SignedDistance;

pub use crate::convex::turning::Undecided;

use crate::math::{Placement, Vec3};
use crate::motion::Motion;

/// The relative error of distances, depths and times, unless a [`WarmStart`] has another.
pub const DEFAULT_TOLERANCE: f64 = crate::math::tolerance::DEFAULT_DISTANCE_TOLERANCE;

/// Whether two placed shapes share a point; touching is sharing.
///
/// ```
/// use solid_geometry::{Placement, Shape, query};
///
/// let ball = Shape::sphere(1.0)?;
/// let touching = Placement::translation([2.0, 0.0, 0.0]);
/// assert!(query::intersects(&ball, &Placement::IDENTITY, &ball, &touching));
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub fn intersects(a: &Shape, pose_a: &Placement, b: &Shape, pose_b: &Placement) -> bool {
    WarmStart::default().intersects(a, pose_a, b, pose_b)
}

/// A point that two placed shapes share; `None` if they are apart.
///
/// ```
/// use solid_geometry::{Placement, Shape, query};
///
/// let ball = Shape::sphere(1.0)?;
/// let [left, right] = [-0.5, 0.5].map(|x| Placement::translation([x, 0.0, 0.0]));
/// let point = query::common_point(&ball, &left, &ball, &right).expect("they overlap");
/// assert!((point - left.origin).norm() <= 1.0 && (point - right.origin).norm() <= 1.0);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub fn common_point(a: &Shape, pose_a: &Placement, b: &Shape, pose_b: &Placement) -> Option<Vec3> {
    WarmStart::default().common_point(a, pose_a, b, pose_b)
}

/// The distance of two placed shapes; zero if and only if they share a point. `None` if there is nothing
/// to hit, such as a placement that is not finite.
///
/// ```
/// use solid_geometry::{Placement, Shape, query};
///
/// let (small, large) = (Shape::sphere(1.0)?, Shape::sphere(2.0)?);
/// let here = Placement::IDENTITY;
/// let distance = query::distance(&small, &here, &large, &Placement::translation([6.0, 8.0, 0.0]));
/// assert!((distance.expect("both are finite") - 7.0).abs() < 1e-9); // 10 from centre to centre
/// assert_eq!(query::distance(&small, &here, &large, &here), Some(0.0));
/// let nowhere = Placement::translation([f64::NAN, 0.0, 0.0]);
/// assert_eq!(query::distance(&small, &here, &large, &nowhere), None);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub fn distance(a: &Shape, pose_a: &Placement, b: &Shape, pose_b: &Placement) -> Option<f64> {
    WarmStart::default().distance(a, pose_a, b, pose_b)
}

/// The closest points of two placed shapes and their distance; `None` if there is nothing to hit.
///
/// ```
/// use solid_geometry::{Placement, Shape, Vec3, query};
///
/// let (ball, point) = (Shape::sphere(1.0)?, Shape::point([0.0, 5.0, 0.0])?);
/// let here = Placement::IDENTITY;
/// let found = query::closest_points(&ball, &here, &point, &here).expect("both are finite");
/// assert_eq!(found.points, [Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.0, 5.0, 0.0)]);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub fn closest_points(
    a: &Shape,
    pose_a: &Placement,
    b: &Shape,
    pose_b: &Placement,
) -> Option<ClosestPair> {
    WarmStart::default().closest_points(a, pose_a, b, pose_b)
}

/// Whether two placed shapes are no farther apart than a distance. Ends as soon as that is decided, so that it costs less
/// than the distance itself. `false` if the distance is negative or NaN.
///
/// ```
/// use solid_geometry::{Placement, Shape, query};
///
/// let (guard, door) = (Shape::point([0.0; 3])?, Shape::cuboid([1.0, 2.0, 0.0])?);
/// let (here, there) = (Placement::IDENTITY, Placement::translation([0.0, 0.0, 5.0]));
/// assert!(query::is_within(&guard, &here, &door, &there, 5.5));
/// assert!(!query::is_within(&guard, &here, &door, &there, 4.5));
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub fn is_within(
    a: &Shape,
    pose_a: &Placement,
    b: &Shape,
    pose_b: &Placement,
    distance: f64,
) -> bool {
    WarmStart::default().is_within(a, pose_a, b, pose_b, distance)
}

/// The deepest points of two placed shapes that share a point, and the shortest translation that separates them;
/// `None` if they are apart.
///
/// Of shapes of several parts it is that of the deepest pair of parts. If one is a solid ([`Shape::into_solid`]), its inside counts: the
/// translation separates the shapes, and is the least if they are convex; [`separation`] bounds how far from the least others are.
///
/// ```
/// use solid_geometry::{Placement, Shape, query};
///
/// let block = Shape::cuboid([2.0, 2.0, 2.0])?;
/// let (here, there) = (Placement::IDENTITY, Placement::translation([1.5, 0.0, 0.0]));
/// let found = query::penetration(&block, &here, &block, &there).expect("they overlap");
/// assert_eq!((found.depth, found.normal.x), (0.5, -1.0)); // the first block goes to the left
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub fn penetration(
    a: &Shape,
    pose_a: &Placement,
    b: &Shape,
    pose_b: &Placement,
) -> Option<Contact> {
    WarmStart::default().penetration(a, pose_a, b, pose_b)
}

/// The contacts of two placed shapes: none if they are apart. Two convex shapes have at most 16 contacts, the most important
/// first; of others, the deepest comes first.
///
/// ```
/// use solid_geometry::{Placement, Shape, query};
///
/// let (block, floor) = (Shape::cuboid([2.0, 2.0, 2.0])?, Shape::cuboid([20.0, 2.0, 20.0])?);
/// let pose = Placement::translation([0.0, 1.75, 0.0]); // a quarter below the floor's surface, at y = 1
/// let contacts = query::contacts(&block, &pose, &floor, &Placement::IDENTITY);
/// assert_eq!(contacts.len(), 4); // the lower corners
/// assert!(contacts.iter().all(|c| c.depth == 0.25 && c.points[1].y == 1.0 && c.normal.y == 1.0));
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub fn contacts(a: &Shape, pose_a: &Placement, b: &Shape, pose_b: &Placement) -> Vec<Contact> {
    ask::contacts((a.view(), pose_a), (b.view(), pose_b), DEFAULT_TOLERANCE)
}

/// The least translation of the first of two placed shapes that separates them, between two bounds, of which the upper one, its length,
/// is proved by the exact test; `None` if they are apart. See [`Separation`]. For solids ([`Shape::into_solid`]), and compounds of such.
/// [`ShapeError::NotClosed`] of a compound with a mesh that is no solid, [`ShapeError::BadHalfSpace`] of two half-spaces, and of a
/// compound with one: these cannot be separated.
pub fn separation(
    a: &Shape,
    pose_a: &Placement,
    b: &Shape,
    pose_b: &Placement,
    effort: Effort,
) -> Result<Option<Separation>, ShapeError> {
    WarmStart::default().separation(a, pose_a, b, pose_b, effort)
}

/// How two placed shapes clash, as planners of buildings ask: their kind, and what a report says about them. `None` if there is nothing to
/// hit, or numbers are out of range.
pub fn clash(
    a: &Shape,
    pose_a: &Placement,
    b: &Shape,
    pose_b: &Placement,
    limits: ClashLimits,
) -> Option<Clash> {
    warm_start::pair(a, pose_a, b, pose_b)?.clash(limits, &mut ContactMemory::default())
}

/// The curves in which the surfaces of two placed shapes cross, as chained segments: see [`crate::mesh::intersection`]. Of round shapes
/// they are those of polyhedra.
pub fn clash_curves(
    a: &Shape,
    pose_a: &Placement,
    b: &Shape,
    pose_b: &Placement,
) -> Vec<crate::mesh::Segment> {
    warm_start::pair(a, pose_a, b, pose_b).map_or_else(Vec::new, |pair| pair.clash_curves())
}

/// How far a point is from the surface of a placed shape, negative inside, and the direction in which that grows. `None` if a number is
/// not finite or out of range; [`ShapeError::NotClosed`] of a mesh that is no solid: see [`Shape::into_solid`].
///
/// ```
/// use solid_geometry::{Placement, Shape, ShapeError, query};
///
/// let corners = [[0.0; 3], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]].map(Into::into);
/// let surface = Shape::mesh(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// let here = Placement::IDENTITY;
/// assert_eq!(query::signed_distance(&surface, &here, [1.0; 3]).unwrap_err(), ShapeError::NotClosed);
/// let solid = surface.into_solid()?;
/// let found = query::signed_distance(&solid, &here, [1.0, 1.5, 2.0])?.expect("finite");
/// assert_eq!((found.distance, found.gradient.x, found.nearest.x), (-1.0, -1.0, 0.0));
/// # Ok::<(), ShapeError>(())
/// ```
pub fn signed_distance(
    shape: &Shape,
    pose: &Placement,
    point: impl Into<Vec3>,
) -> Result<Option<SignedDistance>, ShapeError> {
    Body::new(shape.view(), pose).map_or(Ok(None), |body| body.signed_distance(&point.into()))
}

/// The point of a placed shape that is nearest to a point, which is itself if the shape holds it; `None` if there is nothing to hit. See
/// [`signed_distance`] for the nearest point of the surface.
///
/// ```
/// use solid_geometry::{Placement, Shape, Vec3, query};
///
/// let (block, here) = (Shape::cuboid([2.0; 3])?, Placement::IDENTITY);
/// let nearest = |point: [f64; 3]| query::project_point(&block, &here, point).expect("finite");
/// assert_eq!(nearest([3.0, 0.5, 0.0]), Vec3::new(1.0, 0.5, 0.0));
/// assert_eq!(nearest([0.0, 0.5, 0.0]), Vec3::new(0.0, 0.5, 0.0));
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub fn project_point(shape: &Shape, pose: &Placement, point: impl Into<Vec3>) -> Option<Vec3> {
    let (dot, at) = (Shape::point([0.0; 3]).ok()?, Placement::translation(point));
    closest_points(shape, pose, &dot, &at).map(|found| found.points[0])
}

/// The distance of a point from a placed shape, zero if the shape holds it; `None` if there is nothing to hit.
pub fn point_distance(shape: &Shape, pose: &Placement, point: impl Into<Vec3>) -> Option<f64> {
    distance(shape, pose, &Shape::point([0.0; 3]).ok()?, &Placement::translation(point))
}

/// Whether a placed shape holds a point: inside or on the surface; a mesh that is no solid has its surface alone.
///
/// ```
/// use solid_geometry::{Placement, Shape, query};
///
/// let (ball, here) = (Shape::sphere(1.0)?, Placement::IDENTITY);
/// assert!(query::contains_point(&ball, &here, [0.0, 1.0, 0.0]));
/// assert_eq!(query::point_distance(&ball, &here, [0.0, 3.0, 0.0]), Some(2.0));
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub fn contains_point(shape: &Shape, pose: &Placement, point: impl Into<Vec3>) -> bool {
    let at = Placement::translation(point);
    Shape::point([0.0; 3]).is_ok_and(|dot| intersects(shape, pose, &dot, &at))
}

/// The first contact of two placed shapes while they move by `motion_a` and `motion_b`, without turning, and time goes from
/// 0 to 1; `None` if there is none.
///
/// ```
/// use solid_geometry::{Placement, Shape, Vec3, query};
///
/// let ball = Shape::sphere(1.0)?;
/// let far = Placement::translation([0.0, 10.0, 0.0]);
/// let fall = Vec3::new(0.0, -16.0, 0.0);
/// let hit = query::cast(&ball, &far, fall, &ball, &Placement::IDENTITY, Vec3::zeros()).expect("a hit");
/// assert!((hit.time - 0.5).abs() < 1e-6 && hit.normal.y == 1.0);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub fn cast(
    a: &Shape,
    pose_a: &Placement,
    motion_a: Vec3,
    b: &Shape,
    pose_b: &Placement,
    motion_b: Vec3,
) -> Option<CastHit> {
    WarmStart::default().cast(a, pose_a, motion_a, b, pose_b, motion_b)
}

/// Where the ray from one point to another enters a placed shape, the normal pointing out of it; `None` if it does not.
///
/// ```
/// use solid_geometry::{Placement, Shape, Vec3, query};
///
/// let ball = Shape::sphere(1.0)?;
/// let hit = query::ray(&ball, &Placement::IDENTITY, [0.0, 0.0, 5.0], [0.0, 0.0, -5.0]).expect("a hit");
/// assert!((hit.point - Vec3::z()).norm() < 1e-5 && (hit.time - 0.4).abs() < 1e-6);
/// # Ok::<(), solid_geometry::ShapeError>(())
/// ```
pub fn ray(
    shape: &Shape,
    pose: &Placement,
    from: impl Into<Vec3>,
    to: impl Into<Vec3>,
) -> Option<CastHit> {
    WarmStart::default().ray(shape, pose, from, to)
}

/// The first contact of two shapes on their motions, which may turn; `None` if there is none, or a number is not finite. The error
/// is that of a search that was given up: shapes that graze each other for thousands of steps are left open ([`Undecided`]).
///
/// No contact is earlier than its time. At that time the shapes are no farther apart than `tolerance`, in world units, and do
/// not move apart; the tolerance is at least a hundred billionth part of the coordinates. The time is zero if and only if the
/// shapes share a point from the start. Shapes that do not turn have the answer of [`cast`](fn@cast), to the last bit.
///
/// A pair of convex shapes takes some microseconds, and 20 milliseconds at most. Meshes are searched through their trees, earliest contacts first.
///
/// ```
/// use solid_geometry::{Motion, Placement, Shape, Vec3, query};
///
/// // A rod turns about its middle by a right angle, and a ball stands where its end comes by.
/// let (rod, ball) = (Shape::cuboid([4.0, 0.2, 0.2])?, Shape::sphere(0.1)?);
/// let mut upright = Placement::IDENTITY;
/// upright.rotate(&[0.0, 0.0, 1.0, 1.0]);
/// let turns = Motion::between(&Placement::IDENTITY, &upright).expect("finite");
/// let stands = Motion::rest(&Placement::translation([1.0, 1.0, 0.0]));
/// let hit = query::cast_motion(&rod, &turns, &ball, &stands, 1e-9)?.expect("a hit");
/// // Before half of the way: the rod's side is 0.1 from its axis.
/// let angle = std::f64::consts::FRAC_PI_4 - (0.2 / 2.0_f64.sqrt()).asin();
/// assert!((hit.time - angle / std::f64::consts::FRAC_PI_2).abs() < 1e-6);
/// assert!(hit.normal.dot(&Vec3::new(1.0, -1.0, 0.0)) > 0.0); // from the ball to the rod
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cast_motion(
    a: &Shape,
    motion_a: &Motion,
    b: &Shape,
    motion_b: &Motion,
    tolerance: f64,
) -> Result<Option<CastHit>, Undecided> {
    WarmStart::default().cast_motion(a, motion_a, b, motion_b, tolerance)
}
