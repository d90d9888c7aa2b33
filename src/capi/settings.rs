//! Frames, caching and tolerance.

use super::errors::DtError;
use super::recording::recorded;
use super::scalar::{DtScalar, reals};
use super::state::with_state;

/// Ends a frame: the present placements and vertices become those of the previous frame, for smart response.
///
/// Costs as much as has changed since the last call.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtProceed() {
    recorded!(dtProceed());
    with_state((), |state| state.world.proceed());
}

/// Lets tests remember separating axes from one to the next. This is so at first. It changes speed, never answers.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEnableCaching() {
    recorded!(dtEnableCaching());
    with_state((), |state| state.world.set_caching(true));
}

/// Lets every test begin afresh. It changes speed, never answers.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtDisableCaching() {
    recorded!(dtDisableCaching());
    with_state((), |state| state.world.set_caching(false));
}

/// Sets the largest relative error of the distances of smart response. At first it is 1e-6.
///
/// What cannot be reached is clamped (1e-12); zero, negative values and NaN mean the tightest, and NaN raises
/// DT_INVALID_VALUE. The tolerance never moves the boundary between hit and miss.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtSetTolerance(tolerance: DtScalar) {
    recorded!(dtSetTolerance(tolerance));
    with_state((), |state| {
        let [tolerance] = reals([tolerance]);
        state.check(!tolerance.is_nan(), DtError::DT_INVALID_VALUE, "dtSetTolerance: not a number");
        state.world.set_tolerance(tolerance);
    });
}
