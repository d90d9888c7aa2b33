//! What decides about motions: which bodies move along each other, and which turn.

/// Normals are opposite whose sum is not longer than this.
pub(crate) const OPPOSITE_NORMALS: f64 = 1e-14;

/// Bodies that approach a plane by less than this part of their way move along it: normals of round bodies are not more exact.
pub(crate) const LEAVING_ALONG: f64 = 1e-6;

/// Parts that reach beyond a plane by less than this part of the coordinates, besides its depth, do not. Normals that are no facet's
/// are that exact.
pub(crate) const LEAVING_ROUNDING: f64 = 1e-9;

/// A body that approaches a facet by less than this part of its way moves along it.
pub(crate) const FACET_APPROACH: f64 = 1e-9;

/// A body lies on one side of a facet if it is this many roundings beyond it at most: witnesses are sums of a few vertices.
pub(crate) const FACET_ROUNDINGS: f64 = 16.0;

/// Times may be off by so many times the error of the ray's coordinates, as those of other casts are.
pub(crate) const TIME_ROUNDINGS: f64 = 4.0;

/// Columns whose cosines are smaller are orthogonal: their directions are the rotation then.
pub(crate) const ORTHOGONAL: f64 = 1e-13;

/// After a step by so little the next one would be rounding: the error is then the square of it.
pub(crate) const POLAR_CONVERGED: f64 = 1e-8;

/// Turns by less than this, but for rounding, have no axis of their own: further turns are about the axis that is asked for.
pub(crate) const NO_AXIS: f64 = 1e-9;

/// A change of the linear part that is smaller, relative to it, is rounding.
pub(crate) const NO_GROWTH: f64 = 16.0 * f64::EPSILON;

/// Gaps of turning bodies below this part of the coordinates are contact: distances below it are searched with twice the digits.
pub(crate) const TURNING_GAP: f64 = 1e-11;

/// And those below so many times the rounding of fast turns.
pub(crate) const TURN_ROUNDINGS: f64 = 64.0;

/// A path whose rate of approach to a plane is less grazes it: the time of contact is then ill-conditioned.
pub(crate) const GRAZING_RATE: f64 = 1e-3;

/// Near to each other at this part of the time until they touch, bodies do not part again in a way that changes the normal.
pub(crate) const NEARLY_TOUCHING: f64 = 0.999;

/// The area of a triangle across the ray is used only if it is this many times as large as its error.
pub(crate) const RAY_AREA_ERRORS: f64 = 64.0;
