//! What decides which contacts there are, and what they are called.

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
