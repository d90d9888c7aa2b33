//! dtTestMotion: collisions on the way from one frame to the next.

use super::contexts::{current_number, with_context};
use super::errors::DtError;
use super::recording::recorded;
use super::scalar::{DtScalar, scalars};
use super::state::with_state;
use super::test::Call;
use super::types::DtCount;
use crate::scene::motion::MotionCursor;

/// The next callback of a test; `first` is its frame before the first one.
fn next_call(context: usize, cursor: &mut MotionCursor, first: Option<usize>) -> Option<Call> {
    with_context(context, None, |state| {
        let found = state.world.next_contact(cursor);
        let what = "dtTestMotion: polytopes with a vertex that was or is not a number below 1e75";
        let left_out = state.world.take_left_out();
        state.check(!left_out, DtError::DT_INVALID_VALUE, what);
        let found = found?;
        state.contact_time = found.time;
        Some(Call::of(state, &found.event, first))
    })
}

/// Tests all pairs of objects for collision on their way from where they were at the last dtProceed (time 0) to where
/// they are (time 1), and runs the response of each pair that collides, in the order of the times; returns how many were
/// run. Nothing passes through anything, however fast it is.
///
/// An object turns at once, and then moves straight: all the way it is turned and scaled as it is now. One that was made
/// since the last dtProceed rests where it is. A complex shape that dtChangeVertexBase has changed since then deforms on the
/// way: each of its vertices moves straight from where it was, its object being placed as it was, to where it is; polytopes
/// with a vertex that was or is not a number below 1e75 are left out, and raise DT_INVALID_VALUE where their object has just
/// changed or is near another.
///
/// Responses are those of dtTest; all but simple ones get the same data: `point1` and `point2` are the points, in the local
/// coordinates of object1 and of object2, that meet, and `normal` is the unit normal there, along the world's axes, from
/// object2 towards object1. Where two objects share a point from the start, the normal is zero. dtContactTime tells the
/// time. Responses that ask for contacts get one, at that time and of depth 0, in world coordinates. Contacts of one time come in the order of dtTest, whose rules tell which object is object1.
///
/// Each pair comes once at most. What a callback changes applies at once: an object that it moves or deletes has another
/// way, or none, and its contacts that have not come yet are found again; a contact that comes about thereby is the next
/// even if its time has passed. Pairs with objects that it creates are left to the next test.
///
/// Costs O(m log n + k) for m objects whose ways have changed since the last dtTestMotion and k pairs whose boxes meet on
/// the way, each of which is cast.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtTestMotion() -> DtCount {
    recorded!(dtTestMotion());
    let mut count: DtCount = 0;
    let frame = (&raw const count).addr();
    // Callbacks may make another context current: the test goes on where it began.
    let context = current_number();
    let begun = with_context(context, None, |state| {
        state.tests.begin(frame);
        let nested = !state.tests.is_empty();
        Some(state.world.begin_motion_test(nested))
    });
    let Some(mut cursor) = begun else { return 0 };
    while let Some(call) = next_call(context, &mut cursor, (count == 0).then_some(frame)) {
        call.run();
        count += 1;
    }
    if count > 0 {
        with_context(context, (), |state| state.tests.end(frame));
    }
    count
}

/// Returns the time of contact, from 0 to 1, of the callback of dtTestMotion that was run last in the current context; 0
/// before there was one.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtContactTime() -> DtScalar {
    recorded!(dtContactTime());
    let [time] = scalars([with_state(0.0, |state| state.contact_time)]);
    time
}
