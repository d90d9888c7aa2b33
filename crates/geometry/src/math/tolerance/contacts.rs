//! What decides which contacts there are, and what they are called.

use super::MANIFOLD_ANGLE;

/// A contact may be beside the faces that it is of by this part of all coordinates.
pub(crate) const CONTACT_BESIDE: f64 = 1e-9;

/// A contact may be deeper than the translation by this part of it, and by [`CONTACT_BESIDE`].
pub(crate) const CONTACT_DEEPER: f64 = 1e-6;

/// Coordinates of normals are told apart by this much, and places of planes by this part of the surface's size. Far more than the
/// polygons of a face differ by.
pub(crate) const NAME_STEP: f64 = 1e-4;

/// Where a polygon is alone in its plane, its plane is looked at up to this part of its size.
pub(crate) const PLANE_DEPTH: f64 = 0.25;

/// A neighbour goes on beyond an edge if it does so by this part of its distance.
pub(crate) const BEYOND_EDGE: f64 = 0.05;

/// A point is in a sector if it is beside by no more than this part of the distances.
pub(crate) const SECTOR_BESIDE: f64 = 1e-12;

/// A face whose normal is off that of contact by the angle of this cosine, 20 degrees, has all of its region.
pub(crate) const LEANS_FULLY: f64 = 0.939_692_620_785_908_4;

/// One off by the angle of this cosine, 40 degrees, has none but what is foremost.
pub(crate) const LEANS_AWAY: f64 = 0.766_044_443_118_978;

/// Corners that are no farther apart than so many of their errors are one.
pub(crate) const CORNER_ERRORS: f64 = 8.0;

/// The greatest tangent of the angle that a face leans by of which only support points are known. Those of its corners were found as
/// far off as half of it.
pub(crate) const FACE_LEANS: f64 = 2.0 * MANIFOLD_ANGLE;

/// The largest second difference, relative to the distance moved, for which the extrapolation is accepted.
pub(crate) const UNEVEN_STEPS: f64 = 0.01;

/// The error of the extrapolation is then below this part of that distance.
pub(crate) const EXTRAPOLATION_ERROR: f64 = 1e-3;
