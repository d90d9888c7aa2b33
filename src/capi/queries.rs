//! dtTestObjects: the test of a single pair.

use super::contexts::{current_number, with_context};
use super::errors::DtError;
use super::recording::recorded;
use super::test::Call;
use super::types::{DtCount, DtObjectRef};

/// Tests one pair of objects, as they are placed now, and calls its response if they collide.
///
/// - `object1`, `object2`: their names; the order of the callback's objects is that of dtTest. If
///   both are the same object, nothing happens
/// - returns: the number of callbacks called: 0 or 1
/// - frame: that of the callback's data: see its type
/// - units: lengths, in the callback's data
/// - errors: DT_UNKNOWN_OBJECT if an object does not exist; nothing happens
/// - cost: O(1), less than a microsecond, for two primitives; up to O(n m) for complex shapes
///   of n and m polytopes, which are searched through their trees
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtTestObjects(object1: DtObjectRef, object2: DtObjectRef) -> DtCount {
    recorded!(dtTestObjects(object1, object2));
    let mut count: DtCount = 0;
    let frame = (&raw const count).addr();
    let context = current_number();
    let call = with_context(context, None, |state| {
        let known =
            state.world.has_object(object1.addr()) && state.world.has_object(object2.addr());
        if !state.check(known, DtError::DT_UNKNOWN_OBJECT, "dtTestObjects: there is no such object")
        {
            return None;
        }
        state.tests.begin(frame);
        let event = state.world.test_pair(object1.addr(), object2.addr())?;
        Some(Call::of(state, &event, Some(frame)))
    });
    if let Some(call) = call {
        call.run();
        count += 1;
        with_context(context, (), |state| state.tests.end(frame));
    }
    count
}
