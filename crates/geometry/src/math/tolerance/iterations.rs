//! The caps of all loops that iterate to convergence, and of searches. None is an answer: who reaches one leaves the question to another
//! search, or says that it is open.

/// The greatest number of support points of a search in double precision.
pub(crate) const SINGLE_ITERATIONS: u32 = 48;

/// The greatest number of support points of a search in double-double precision.
pub(crate) const DOUBLE_ITERATIONS: u32 = 512;

/// The greatest number of support points of the boolean search; pairs that need more are left to the full search.
pub(crate) const QUICK_ITERATIONS: u32 = 32;

/// The most support points of a search for closest points in double precision: round bodies need some
/// twenty, for the tightest tolerance.
pub(crate) const DISTANCE_ITERATIONS: u32 = 64;

/// The most steps of Newton's method, most of them without a support point.
pub(crate) const NEWTON_STEPS: u32 = 30;

/// The most support points of a cast, and the most distances of one by conservative advancement.
pub(crate) const CAST_ITERATIONS: u32 = 128;

/// The most support points of a search for the penetration depth.
pub(crate) const DEPTH_ITERATIONS: u32 = 256;

/// The most steps of a descent to a direction of least overlap.
pub(crate) const DESCENT_STEPS: u32 = 12;

/// See [`WIDEST_CAP`].
pub(crate) const CAP_TRIALS: u32 = 12;

/// The most sweeps of the search for the points of two facets that are above each other.
pub(crate) const FACET_SWEEPS: u32 = 64;

/// The most distances that improve the direction of such a depth. Each leaves a small part of the error, unless the radius of
/// curvature is as small as the depth.
pub(crate) const POLISH_STEPS: u32 = 8;

/// The most support points of a portal refinement, each of its parts.
pub const PORTAL_ITERATIONS: u32 = 128;

/// How often the steps are taken at most.
pub(crate) const POLISH_ROUNDS: u32 = 200;

/// The most that a search for the first contact of two turning bodies does: as many units for each plane as its support points take. Most take three to six planes;
/// those that graze each other for long take hundreds.
pub(crate) const CONVEX_EFFORT: u32 = 6_000;

/// The same of two meshes that turn, in times of [`CONVEX_EFFORT`], of which each pair of parts adds one. A pair of boxes is a unit.
pub(crate) const MESH_EFFORT: u32 = 10;

/// After so many planes, bounds on all of the motions are looked at. Costs time only.
pub(crate) const LONG_SEARCH: u32 = 16;

/// The most axes of a search for the first contact of a turning body and a hull of many vertices that deforms.
pub(crate) const MOTION_STEPS: u32 = 2_000;

/// The greatest number of intervals of time that are searched for an impact in double precision. Forty halvings find one root to
/// [`IMPACT_WIDTH`]; points that touch, or nearly so, all the time are left open everywhere.
pub(crate) const FILTERED_INTERVALS: u32 = 128;
