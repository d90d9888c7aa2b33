//! One storm.

use super::storm::{REFERENCES, STORM, Storm, act, pointer, with_storm};
use solid::capi::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Leaves the machine as it was found.
fn clear(storm: Storm) {
    (0..REFERENCES).for_each(|reference| {
        dtDeleteObject(pointer(reference));
        dtResetObjectResponse(pointer(reference));
        (0..REFERENCES).for_each(|other| dtResetPairResponse(pointer(reference), pointer(other)));
    });
    storm.model.shapes.keys().for_each(|handle| dtDeleteShape(pointer(*handle)));
    dtClearDefaultResponse();
    dtEnableCaching();
    dtSetTolerance(1e-6);
    dtSetBroadPhase(0);
    dtSetBoxes(DT_FALSE);
    dtSetCollisionMethod(0);
    dtSetThreads(1);
    assert_eq!(dtTest(), 0);
    dtGetError();
}

/// A storm from beginning to end: how many callbacks were compared, outside of others and inside. A difference panics.
/// Every other seed has a context of its own, which ends with all that is in it.
pub fn one_storm(seed: u64) -> [u64; 2] {
    let context = if is_apart(seed) { dtNewContext() } else { std::ptr::null_mut() };
    dtMakeCurrent(context);
    STORM.set(Some(Storm::new(seed)));
    let steps = with_storm(|storm| {
        // In most storms there is something to hit, and somebody to tell, from the start.
        (0..storm.random.below(12)).for_each(|_| storm.populate());
        20 + storm.random.below(160)
    });
    let result = catch_unwind(AssertUnwindSafe(|| (0..steps).for_each(|_| act())));
    let storm = STORM.take().expect("the storm");
    if let Err(panic) = result {
        eprintln!("storm of seed {seed}, the calls:\n{}", storm.log.join("\n"));
        resume_unwind(panic);
    }
    let compared = storm.compared;
    if context.is_null() {
        clear(storm);
    } else {
        dtDeleteContext(context);
        assert!(dtCurrentContext().is_null());
    }
    compared
}

/// Whether the storm of a seed has a context of its own.
pub fn is_apart(seed: u64) -> bool {
    !seed.is_multiple_of(2)
}
