//! What counts as rounding in questions about solids: all are parts of the coordinates unless they say otherwise.

use super::BOX_ROUNDING;

/// Bodies that are apart by this part are certainly found to be apart: more than all that counts as touching.
pub(crate) const CUSHION: f64 = 1e-12;

/// Convex pieces of solids, and so lower bounds of separations, are exact to this part.
pub(crate) const PIECE_ROUNDING: f64 = 2e-12;

/// A polygon counts as beyond a plane of a convex region inside a solid if it reaches no farther over it than this part: neighbours in
/// one plane are off it by rounding. So regions may reach out of the solid by twice as much.
pub(crate) const REGION_FLAT: f64 = 1e-13;

/// Signed distances of less than this part are rounding: some twenty roundings of placing a point, and of its difference to another.
pub(crate) const SURFACE_ROUNDING: f64 = 2.0 * BOX_ROUNDING;

/// How far along the normal a point is looked at that is certainly on one side of the surface.
pub(crate) const STEP_ASIDE: f64 = 1e-9;

/// Clashes and overlaps that are no thicker than this part touch.
pub(crate) const CLASH_ROUNDING: f64 = 1e-10;

/// A triangle that is narrower than this part of its length has no certain plane.
pub(crate) const NARROW_TRIANGLE: f64 = 1e-10;

/// Translations that separate and differ by less than this part of them end in the same place.
pub(crate) const SAME_TRANSLATION: f64 = 1e-6;

/// Bounds of a separation that differ by less than this part are the same.
pub(crate) const SAME_BOUND: f64 = 1e-6;

/// By which part of its depth the deepest point may be missed.
pub(crate) const DEEPEST_MISSED: f64 = 0.01;
