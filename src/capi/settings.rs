//! Frames, caching and tolerance.

use super::errors::DtError;
use super::recording::{Function, recorded};
use super::scalar::{DtScalar, reals};
use super::state::with_state;

/// Ends a frame: the present placements and vertices become those of the previous frame, which
/// smart response and dtTestMotion use.
///
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(m) for m objects that have moved and vertices that have changed since the last
///   call
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtProceed() {
    recorded!(dtProceed());
    with_state(Function::dtProceed, (), |state| state.world.proceed());
}

/// Lets tests keep separating axes from one frame to the next, which makes them faster. Results
/// do not depend on it. Caching is enabled at first.
///
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEnableCaching() {
    recorded!(dtEnableCaching());
    with_state(Function::dtEnableCaching, (), |state| state.world.set_caching(true));
}

/// Makes every test start without cached separating axes. Results do not depend on it.
///
/// - frame: none
/// - units: none
/// - errors: none
/// - cost: O(p) for p pairs whose boxes overlap
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtDisableCaching() {
    recorded!(dtDisableCaching());
    with_state(Function::dtDisableCaching, (), |state| state.world.set_caching(false));
}

/// Sets the largest relative error of distances, as in smart response. It is 1e-6 at first.
/// Whether objects collide does not depend on it.
///
/// - `tolerance`: the error; the smallest is 1e-12, which smaller values, negative ones and NaN
///   set
/// - frame: none
/// - units: none: relative to the distance
/// - errors: DT_INVALID_VALUE if it is NaN
/// - cost: O(p) for p pairs whose boxes overlap
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetTolerance(tolerance: DtScalar) {
    recorded!(dtSetTolerance(tolerance));
    with_state(Function::dtSetTolerance, (), |state| {
        let [tolerance] = reals([tolerance]);
        state.check(!tolerance.is_nan(), DtError::DT_INVALID_VALUE, "not a number");
        state.world.set_tolerance(tolerance);
    });
}
