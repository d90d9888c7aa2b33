//! dtTestMotion: collisions between the previous placements and the present ones; dtEndTest.

use super::contexts::{current_number, with_context};
use super::errors::DtError;
use super::recording::recorded;
use super::scalar::{DtScalar, scalar};
use super::state::with_state;
use super::test::Call;
use super::types::DtCount;
use crate::scene::motion::MotionCursor;

/// The next callback of a test. `first` is the address of the test's stack frame before its first callback.
fn next_call(context: usize, cursor: &mut MotionCursor, first: Option<usize>) -> Option<Call> {
    with_context(context, None, |state| {
        if first.is_none() && state.tests.take_ending() {
            return None;
        }
        let found = state.world.next_contact(cursor);
        let what = "dtTestMotion: polytopes with a vertex that was or is not a number below 1e75";
        let left_out = state.world.take_left_out();
        state.check(!left_out, DtError::DT_INVALID_VALUE, what);
        let unsplit = state.world.take_unsplit();
        let what =
            "dtTestMotion: an object is mirrored or flattened in one frame and not in the other";
        state.check(!unsplit, DtError::DT_INVALID_VALUE, what);
        let found = found?;
        state.contact_time = found.time;
        Some(Call::of(state, &found.event, found.data, first))
    })
}

/// Tests all pairs of objects for collision on their paths from their placements at the last
/// dtProceed (time 0) to their present placements (time 1), and calls the response of each
/// colliding pair in the order of the times. No object passes through another, however fast it
/// moves.
///
/// An object moves along a straight line, turns meanwhile at a constant angular velocity, by the
/// shortest way or as dtSetSpin says, and scales evenly; dtSetMotion has other motions. The time
/// is never late: no contact is earlier. At that time objects that turn are no farther apart than
/// the tolerance of dtSetTolerance times the longest half extent of the smaller one, and do not
/// move apart; others touch.
///
/// An object created since the last dtProceed does not move, nor does one whose previous
/// placement had NaN or an infinity. If dtChangeVertexBase has deformed a complex shape since
/// then, each of its vertices moves along a straight line from its old to its new world position;
/// to such a shape, other objects have their present rotation from time 0.
///
/// Responses are those of dtTest. All except simple ones receive the same data: point1 and
/// point2 are the points that meet, in the local coordinates of object1 and object2, and normal
/// is the unit contact normal in world coordinates, which points from object2 towards object1;
/// it is zero if the objects collide at time 0. Responses with contacts receive one contact, at
/// that time, with depth 0, in world coordinates. dtContactTime returns the time. Contacts at
/// the same time come in the order of dtTest.
///
/// Each pair comes at most once. Changes made by a callback apply at once: an object that it
/// moves or deletes has another path or none, and its later contacts are found again. A new
/// contact comes next even if its time has passed. Pairs with objects that a callback creates
/// are left to the next test.
///
/// - returns: the number of callbacks called
/// - frame: that of the callbacks' data: see above
/// - units: lengths, in the callbacks' data
/// - errors: DT_INVALID_VALUE if polytopes of a deformed shape that has just changed or is near
///   another object are left out, since a vertex has or had NaN or a coordinate of 1e75 or more;
///   and if an object is mirrored, or flattened, in one of the two frames alone, so that no
///   rotation leads from one to the other: each of its points then moves along a straight line
/// - cost: O(m log n + k) for m objects of n whose paths have changed since the last
///   dtTestMotion, and k pairs whose boxes meet on the way
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtTestMotion() -> DtCount {
    recorded!(dtTestMotion());
    let mut count: DtCount = 0;
    let frame = (&raw const count).addr();
    // The test stays in its context, even if a callback makes another one current.
    let context = current_number();
    let begun = with_context(context, None, |state| {
        state.tests.begin(frame);
        let nested = !state.tests.is_empty();
        Some((state.tests.enter(), state.world.begin_motion_test(nested)))
    });
    let Some((outer_ends, mut cursor)) = begun else { return 0 };
    while let Some(call) = next_call(context, &mut cursor, (count == 0).then_some(frame)) {
        call.run();
        count += 1;
    }
    with_context(context, (), |state| {
        state.tests.leave(outer_ends);
        if count > 0 {
            state.tests.end(frame);
        }
    });
    count
}

/// Returns the time of contact of the last callback that dtTestMotion called in the current
/// context.
///
/// - returns: the time, from 0 at the last dtProceed to 1 now; 0 before the first callback
/// - frame: none
/// - units: a fraction of the frame
/// - errors: none
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtContactTime() -> DtScalar {
    recorded!(dtContactTime());
    scalar(with_state(0.0, |state| state.contact_time))
}

/// Ends the running dtTest or dtTestMotion early. Called in a callback, of the innermost test of
/// the calling thread: it returns after this callback, and calls no other. The rest of its pairs
/// is left to the next test.
///
/// - frame: none
/// - units: none
/// - errors: DT_INVALID_OPERATION if no test is running in the current context; nothing happens
/// - cost: O(1)
#[unsafe(no_mangle)]
pub extern "C-unwind" fn dtEndTest() {
    recorded!(dtEndTest());
    with_state((), |state| {
        let is_running = state.tests.end_early();
        state.check(is_running, DtError::DT_INVALID_OPERATION, "dtEndTest: no test is running");
    });
}
