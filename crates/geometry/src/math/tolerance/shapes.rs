//! What decides about shapes by themselves: their hulls, outlines and features.

/// Points of a convex solid reach over the plane of a polygon by no more than this part of the coordinates.
pub(crate) const OVER_FACE: f64 = 1e-13;

/// How far a chord may be from the curve that it stands for, as a part of the shape's size: some 32 chords a circle.
pub(crate) const CHORD_ERROR: f64 = 0.005;

/// How far the direction of view is tilted from an axis, so that of a flat side that is seen edge-on either edge is found.
pub(crate) const SILHOUETTE_TILT: f64 = 1e-6;

/// A cone whose axis is off the direction by a smaller sine stands on its apex.
pub(crate) const UPRIGHT: f64 = 0.05;

/// How far, in parts of the shape's size, another point may be beyond a probed support point.
pub(crate) const PROBED_ACCURACY: f64 = 1e-12;

/// The roundings of a support value, of the size, that are expected of a function, and those of the direction's length.
pub(crate) const PROBED_ROUNDINGS: f64 = 16.0;

/// A triangle with an angle of a smaller sine does not determine its plane well enough.
pub(crate) const THIN_TRIANGLE: f64 = 1e-9;

/// By this part, the distance of two points may be longer than that of the planes between which they are.
pub(crate) const CLOSEST_BY_PLANES: f64 = 1e-12;
