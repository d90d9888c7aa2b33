//! Every tolerance of the library, with its reason and how it scales.

/// The bound on the relative rounding error of one floating point operation, 2^-53.
pub const ROUNDING: f64 = f64::EPSILON * 0.5;

/// Default relative error of distances asked for by smart response (the contract's value).
pub const DEFAULT_DISTANCE_TOLERANCE: f64 = 1e-6;

/// The tightest relative error of a distance that can be asked for; smaller requests are clamped to it.
pub const TIGHTEST_DISTANCE_TOLERANCE: f64 = 1e-12;
